"""Pages of Markdown: their headings, the anchors that links can name, and their links.

An anchor is that of a line `<a id="…"></a>` above a heading, or else follows from the heading as GitHub does it. The
site gives each heading the same anchor, so a link leads to the same place there and in a repository browser.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

CODE = re.compile(
    r"^(?P<fence> *(?:```+|~~~+)).*?^(?P=fence)$|(?P<ticks>`+)(?!`)[^\n]+?(?<!`)(?P=ticks)(?!`)", re.M | re.S
)
"""A fenced block, or code within a line."""
HEADING = re.compile(r'(?:^<a id="(?P<anchor>[^"\n]+)"></a>\n)?^(?P<level>#{1,6}) (?P<title>.+?) *$', re.M)
ANCHOR = re.compile(r'<a (?:id|name)="([^"]+)">')
LINK = re.compile(r'(?P<before>(?<!\\)\]\(|<(?:a|img)\s[^>]*?(?:href|src)=")(?P<target>[^)\s"]+)')
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//")
"""How a link to another host begins."""


class Heading(NamedTuple):
    """A heading of a page: where it begins and ends in the text, its level, its title, and its anchor."""

    start: int
    end: int
    level: int
    title: str
    anchor: str


def blanked(page: str) -> str:
    """A page whose code is replaced by spaces, of the same length and with the same lines.

    >>> blanked("see `a](b)` and [c](d)")
    'see         and [c](d)'
    """
    return CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), page)


def slug(title: str) -> str:
    """The anchor of a heading in the manner of GitHub.

    >>> slug("What it's *for*: two-way `play`")
    'what-its-for-two-way-play'
    """
    plain = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", title)
    return re.sub(r"[^\w -]", "", plain.lower()).replace(" ", "-")


def headings(page: str) -> list[Heading]:
    """The headings of a page, with different anchors: equal ones are numbered, as GitHub does.

    >>> [heading.anchor for heading in headings('<a id="b-1"></a>\\n# B\\n## C\\n## C\\n')]
    ['b-1', 'c', 'c-1']
    """
    found, seen = [], Counter[str]()
    bare = re.sub(r"^```.*?^```$", lambda block: re.sub(r"[^\n]", " ", block[0]), page, flags=re.M | re.S)
    for match in HEADING.finditer(bare):
        name = match["anchor"] or slug(match["title"])
        number, seen[name] = seen[name], seen[name] + 1
        anchor = f"{name}-{number}" if number else name
        found.append(Heading(match.start(), match.end(), len(match["level"]), match["title"], anchor))
    return found


def anchors(page: str) -> set[str]:
    """What links to a page can name."""
    return {*(heading.anchor for heading in headings(page)), *ANCHOR.findall(blanked(page))}


def links(page: str) -> Iterator[str]:
    """The targets of the links and images of a page."""
    return (match["target"] for match in LINK.finditer(blanked(page)))


def relinked(page: str, change: Callable[[str], str]) -> str:
    """A page with the target of each link and image changed."""
    pieces, at = [], 0
    for match in LINK.finditer(blanked(page)):
        pieces += [page[at : match.start("target")], change(match["target"])]
        at = match.end()
    return "".join([*pieces, page[at:]])


def dead_links(file: Path, page: str, root: Path) -> list[str]:
    """The links in the text of a page that lead to no file below `root`, or to no anchor of a page."""
    return [link for link in links(page) if not ELSEWHERE.match(link) and _is_dead(link, file, page, root)]


def _is_dead(link: str, file: Path, page: str, root: Path) -> bool:
    target, _, anchor = unquote(link).partition("#")
    there = (file.parent / target).resolve() if target else file
    if not there.exists() or not there.is_relative_to(root):
        return True
    if not anchor:
        return False
    return there.suffix != ".md" or anchor not in anchors(there.read_text(encoding="utf-8") if target else page)
