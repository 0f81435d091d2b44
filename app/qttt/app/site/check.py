"""Checks a built site: every link, anchor, image and file exists, and nothing is loaded from another host."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from qttt.app.rules.cite import SITE

LOADED = {
    ("script", "src"),
    ("img", "src"),
    ("iframe", "src"),
    ("source", "src"),
    ("video", "src"),
    ("audio", "src"),
    ("embed", "src"),
    ("object", "data"),
    ("image", "href"),
    ("use", "href"),
    ("link", "href"),
}
"""What a browser loads by itself."""
NOT_LOADED = {"canonical", "alternate", "prev", "next", "author", "license"}
"""Kinds of `link` that a browser does not load."""
FOREIGN = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//[^\s\"')]+")
IN_STYLES = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
HERE = "http://here/"


TAG = re.compile(r"<([a-zA-Z][a-zA-Z0-9-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
ATTRIBUTE = re.compile(r"([a-zA-Z:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
PASSED_OVER = re.compile(r"<!--.*?-->|(<(script|style)\b[^>]*>).*?</\2>", re.S)
"""Comments, scripts and styles: what stands in them is not HTML."""


@dataclass
class Page:
    """What a page of HTML names: its anchors, its links, and what it loads."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, text: str) -> "Page":
        """The page of a text."""
        page = cls()
        for style in re.findall(r"<style[^>]*>(.*?)</style>", text, re.S):
            page.loaded += _in_styles(style)
        for tag in TAG.finditer(PASSED_OVER.sub(lambda found: found[1] or "", text)):
            page._read(tag[1].lower(), tag[2])
        return page

    def _read(self, tag: str, attributes: str) -> None:
        given = {
            found[1].lower(): unescape(found[2] or found[3] or found[4] or "")
            for found in ATTRIBUTE.finditer(attributes)
        }
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag in ("a", "area") and "href" in given:
            self.links.append(given["href"])
        for name, value in given.items():
            if (tag, name) in LOADED and not ({*given.get("rel", "").split()} & NOT_LOADED):
                self.loaded.append(value)
            if name == "srcset":
                self.loaded += [part.split()[0] for part in value.split(",")]
            if name == "style":
                self.loaded += _in_styles(value)


def _in_styles(text: str) -> list[str]:
    return [found[1] or found[2] for found in IN_STYLES.finditer(text)]


def faults(site: Path) -> list[str]:
    """What is wrong with a built site: dead links and anchors, missing files, and what another host is asked for."""
    return list(_faults(site))


def _faults(site: Path) -> Iterator[str]:
    pages = {file: Page.of(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        where = file.relative_to(site).as_posix()
        for link in page.loaded:
            if FOREIGN.match(link):
                yield f"{where} loads {link} from another host"
        for link in dict.fromkeys(page.loaded + page.links):
            if (why := _dead(link, where, site, pages)) is not None:
                yield f"{where} names {link}, {why}"
    for file in sorted(site.rglob("*.css")):
        for link in _in_styles(file.read_text(encoding="utf-8")):
            if FOREIGN.match(link):
                yield f"{file.relative_to(site).as_posix()} loads {link} from another host"


def _dead(link: str, where: str, site: Path, pages: Mapping[Path, Page]) -> str | None:
    """What is wrong with a link on a page; None if it leads somewhere, or to another host."""
    here = HERE + where.removesuffix("index.html")
    full = urljoin(here, HERE + link.removeprefix(SITE) if link.startswith(SITE) else link)
    if not full.startswith(HERE):
        return None
    parts = urlsplit(full)
    file = site / unquote(parts.path).lstrip("/")
    file = file / "index.html" if parts.path.endswith("/") or file.is_dir() else file
    if not file.is_file():
        return "which does not exist"
    if parts.fragment and file in pages and unquote(parts.fragment) not in pages[file].ids:
        return "which has no such anchor"
    return None
