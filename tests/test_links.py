"""Every link on a page of the repository leads somewhere, as a repository browser shows the page."""

from pathlib import Path

import pytest

from qttt.app.site.markdown import anchors, dead_links

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(page for place in ("*.md", "docs/**/*.md", "spec/**/*.md", "tests/**/*.md") for page in ROOT.glob(place))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_resolve(page: Path) -> None:
    assert dead_links(page, page.read_text(encoding="utf-8"), ROOT) == []


@pytest.mark.parametrize(
    ("page", "link", "mutant"),
    [
        ("README.md", "docs/claims.md", "docs/claim.md"),
        ("README.md", "docs/board.svg", "docs/bord.svg"),
        ("README.md", "docs/board.svg", "../docs/board.svg"),
        ("docs/games/goff.md", "../../spec/rules/goff.md", "../../spec/rules/goff.md#no-rule"),
        ("docs/learning.md", "#rl-turn-1", "#rl-turn-9"),
        ("spec/rules/goff.md", "#lemmas", "#lemma"),
        ("spec/rules/goff.md", "notation.md#mathematical-notation", "notation.md#mathematics"),
        ("spec/rules/goff.md", "notation.md#mathematical-notation", "notations.md#mathematical-notation"),
    ],
)
def test_broken_links_are_found(page: str, link: str, mutant: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert f"]({link})" in text
    assert set(dead_links(ROOT / page, text.replace(f"]({link})", f"]({mutant})"), ROOT)) == {mutant}


def test_dead_html_links_are_found() -> None:
    page = '# A\n\n<a href="#a">there</a> <a href="#b">not</a> <img alt="" src="missing.svg"> `[code](gone.md)`\n'
    assert dead_links(ROOT / "README.md", page, ROOT) == ["#b", "missing.svg"]


def test_anchors_of_headings() -> None:
    page = "<a id=\"goff\"></a>\n# Goff's game\n\n## What it's *for*: two-way play\n\n```\n# no heading\n```\n"
    assert anchors(page) == {"goff", "what-its-for-two-way-play"}


def test_no_page_shows_the_anchor_of_a_heading_as_text() -> None:
    shown = [str(page) for page in PAGES if " {#" in page.read_text(encoding="utf-8")]
    assert shown == []
