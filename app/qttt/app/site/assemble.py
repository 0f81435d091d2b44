"""Puts the pages of the site together: those of the repository, and the generated ones."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from qttt.app.rules.tied import tied
from qttt.app.site import api, generated
from qttt.app.site.boards import Board, boards
from qttt.app.site.markdown import headings, relinked
from qttt.app.site.tied_html import section
from qttt.app.site.tree import Tree, on_site, relink
from qttt.spec import Vector, rules

ITEM = re.compile(r"^ *(?:[-*+]|[0-9]+[.)]) ")
FENCE = re.compile(r"^ *(```|~~~)")


def assemble(tree: Tree, folder: Path) -> dict[str, str]:
    """Write all pages and files of the site into a folder, and return the titles of the pages by their paths."""
    pages = {on_site(path): text_of(path, tree.text(path)) for path in tree.pages()}
    pages |= generated.pages(tree) | api.pages()
    drawn = boards()
    for rule_page in dict.fromkeys(rule.page for rule in rules().values()):
        path = f"rules/{rule_page}"
        pages[path] = with_tied(pages[path], rule_page, lambda vector: drawn.get(vector.id))
    pictures = {f"boards/{id}.svg": made.svg for id, made in drawn.items()}
    titles = {path: title(text, path) for path, text in pages.items()}
    pages = {path: text + generated.citation(titles[path], path) for path, text in pages.items()}
    for path, text in {**pages, **generated.files(tree, titles), **pictures}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    for path, file in tree.files.items():
        if not path.endswith(".md"):
            target = folder / on_site(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    return titles


def text_of(path: str, text: str) -> str:
    """The text of a page of the repository, as the site's Markdown has it: links and anchors as the site needs them."""
    return spaced(anchored(relinked(text, lambda link: relink(link, path))))


def anchored(text: str) -> str:
    """A page whose headings state their anchors in the manner of Python-Markdown.

    >>> anchored('<a id="a-1"></a>\\n## A B\\n')
    '## A B {#a-1}\\n'
    """
    pieces, at = [], 0
    for heading in headings(text):
        pieces += [text[at : heading.start], f"{'#' * heading.level} {heading.title} {{#{heading.anchor}}}"]
        at = heading.end
    return "".join([*pieces, text[at:]])


def spaced(text: str) -> str:
    """A page with an empty line before each list: Python-Markdown needs it, CommonMark does not.

    >>> spaced("a:\\n- b\\n- c\\n")
    'a:\\n\\n- b\\n- c\\n'
    """
    lines: list[str] = []
    fenced = False
    for line in text.split("\n"):
        above = lines[-1] if lines else ""
        starts = ITEM.match(line) and above.strip() and not above.startswith((" ", "|")) and not ITEM.match(above)
        if starts and not fenced and not line.startswith(" "):
            lines.append("")
        fenced ^= bool(FENCE.match(line))
        lines.append(line)
    return "\n".join(lines)


def with_tied(text: str, page: str, boards: Callable[[Vector], Board | None]) -> str:
    """A rule page of the site with what is tied to each rule at the end of the rule's section."""
    here = {rule.anchor: rule.id for rule in rules().values() if rule.page == page}
    marks = [*re.finditer(r"^#{1,3} .*?\{#([a-z0-9-]+)\}$", _without_code(text), re.M)]
    pieces, at = [], 0
    for mark, end in zip(marks, [*(mark.start() for mark in marks[1:]), len(text)], strict=True):
        pieces.append(text[at:end])
        if id := here.get(mark[1]):
            pieces.append(f"\n{section(tied(id), boards, api.place_of)}\n")
        at = end
    return "".join(pieces)


def _without_code(text: str) -> str:
    return re.sub(r"^```.*?^```$", lambda block: re.sub(r"[^\n]", " ", block[0]), text, flags=re.M | re.S)


def title(text: str, path: str) -> str:
    """The title of a page: its first heading, else its name."""
    found = re.search(r"^# (.+?)(?: \{#[^}]*\})?$", text, re.M)
    return found[1].replace("`", "") if found else PurePosixPath(path).stem
