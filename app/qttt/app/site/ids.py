"""Links from the IDs that built pages name: of rules and lemmas in the text, of claims and vectors in code."""

import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from qttt.app.rules.cite import place_of
from qttt.app.rules.learning import all_rules
from qttt.app.site.markdown import headings
from qttt.spec import games, rules, rulesets, vectors
from qttt.spec.text import PAGES
from qttt.verification.registry import claims

PIECE = re.compile(r"<!--.*?-->|<[^>]*>|[^<]+", re.S)
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
RULE = re.compile(r"\b[A-Z]+-[A-Z]+-[1-9][0-9]*\b")
NAMED = re.compile(rf"{RULE.pattern}|\bLEMMA\s+(?P<lemma>[a-z]+(?:-[a-z]+)*)")
"""A rule or a lemma in the text."""
NOT_WITHIN = {"a", "button", "h1", "h2", "h3", "h4", "head", "nav", "pre", "script", "style", "summary", "title"}
"""Elements whose text stays as it is."""


@cache
def places() -> Mapping[str, str]:
    """The address of each ID below the root of the site."""
    found = {rule.id: place_of(rule) for rule in all_rules().values()}
    found |= {claim.id: f"claims/{claim.game}/#{claim.id}" for claim in claims()}
    for game in games():
        for vector in vectors(game):
            page = rules()[vector.rules[0]].page.removesuffix(".md")
            found[vector.id] = f"rules/{page}/#{vector.id}"
    return found


@cache
def lemmas(page: str) -> frozenset[str]:
    """The anchors of the lemmas of a rule page."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    return frozenset(heading.anchor for heading in headings(text) if heading.title.startswith("LEMMA "))


def link_ids(site: Path) -> None:
    """Link the IDs on every page of a built site."""
    for file in site.rglob("*.html"):
        if file.name != "404.html":
            where = file.parent.relative_to(site).as_posix()
            file.write_text(linked(file.read_text(encoding="utf-8"), where), encoding="utf-8")


def linked(html: str, where: str) -> str:
    """A page with links from its IDs; `where` is its folder below the root of the site.

    >>> linked("<p>See GOFF-TURN-1.</p><pre>GOFF-TURN-1</pre>", "python")
    '<p>See <a href="../rules/goff/#goff-turn-1">GOFF-TURN-1</a>.</p><pre>GOFF-TURN-1</pre>'
    >>> linked("(LEMMA forest)", "rules/goff")
    '(<a href="./#lemma-forest">LEMMA forest</a>)'
    >>> linked("<code>goff-lines</code>", "python")
    '<code><a href="../claims/goff/#goff-lines">goff-lines</a></code>'
    """
    pieces = []
    inside = Counter[str]()
    for piece in PIECE.findall(html):
        tag = TAG.match(piece)
        if tag:
            inside[tag[2].lower()] += -1 if tag[1] else 1
        if tag or piece.startswith("<") or any(inside[name] > 0 for name in NOT_WITHIN):
            pieces.append(piece)
        elif inside["code"] > 0:
            pieces.append(_link(piece, where))
        else:
            pieces.append(NAMED.sub(lambda found: _link_named(found, where), piece))
    return "".join(pieces)


def _link_named(found: re.Match[str], where: str) -> str:
    return _link_lemma(found[0], found["lemma"], where) if found["lemma"] else _link(found[0], where)


def _link_lemma(words: str, name: str, where: str) -> str:
    """A link to a lemma of the game that a page is about, or of the game that it is built on; otherwise the words."""
    game = posixpath.basename(where)
    for page in (game, rulesets()[game].built_on) if game in rulesets() else ():
        if page and f"lemma-{name}" in lemmas(page):
            return f'<a href="{posixpath.relpath(f"rules/{page}", where)}/#lemma-{name}">{words}</a>'
    return words


def _link(id: str, where: str) -> str:
    """A link to an ID, or the text itself if it is not an ID."""
    if id not in places():
        return id
    path, _, anchor = places()[id].partition("#")
    return f'<a href="{posixpath.relpath(path, where)}/#{anchor}">{id}</a>'
