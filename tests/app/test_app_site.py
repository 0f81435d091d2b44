"""`qttt site`: the built pages, and the checks that a fault does not pass."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from qttt.app.rules.cite import SITE
from qttt.app.rules.learning import all_rules
from qttt.app.rules.tied import tied
from qttt.app.site import api, generated
from qttt.app.site.assemble import anchored, spaced, text_of, with_tied
from qttt.app.site.boards import board
from qttt.app.site.build import MARK, build
from qttt.app.site.check import faults
from qttt.app.site.config import NAVIGATION, navigation
from qttt.app.site.ids import linked, places
from qttt.app.site.tied_html import section
from qttt.app.site.tree import Tree, on_site
from qttt.spec import games, rules, rulesets, vectors

from .conftest import Run

HAS_DOCS = all(find_spec(name) for name in ("zensical", "mkdocstrings_handlers"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The built site."""
    if not HAS_DOCS:
        pytest.skip("needs the extra docs")
    folder = tmp_path_factory.mktemp("site")
    build(folder)
    yield folder / "site"
    shutil.rmtree(folder)


def page(site: Path, path: str) -> str:
    """The HTML of a page."""
    return (site / path / "index.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_no_link_is_dead_and_nothing_comes_from_elsewhere(built: Path) -> None:
    assert faults(built) == []
    assert len(list(built.rglob("*.html"))) > 60


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mutant", "fault"),
    [
        ('<a href="../nowhere/">x</a>', "names ../nowhere/, which does not exist"),
        ('<a href="../rules/goff/#goff-collapse-99">x</a>', "which has no such anchor"),
        (f'<a href="{SITE}rules/goff/#goff-collapse-99">x</a>', "which has no such anchor"),
        ('<img src="gone.svg">', "names gone.svg, which does not exist"),
        ('<img src="https://elsewhere.example/a.png">', "loads https://elsewhere.example/a.png from another host"),
        ("<script src='//elsewhere.example/a.js'></script>", "from another host"),
        ('<link rel="stylesheet" href="https://elsewhere.example/a.css">', "from another host"),
        ('<style>@import "https://elsewhere.example/a.css";</style>', "from another host"),
        ('<p style="background: url(https://elsewhere.example/a.png)">x</p>', "from another host"),
    ],
)
def test_planted_fault_is_found(built: Path, mutant: str, fault: str) -> None:
    file = built / "python" / "index.html"
    sound = file.read_text(encoding="utf-8")
    try:
        file.write_text(sound.replace("</body>", f"{mutant}</body>"), encoding="utf-8")
        [found] = faults(built)
        assert found.startswith("python/index.html ")
        assert fault in found
    finally:
        file.write_text(sound, encoding="utf-8")


@pytest.mark.slow
def test_every_rule_stands_at_its_permanent_address(built: Path) -> None:
    for rule in rules().values():
        assert f'id="{rule.anchor}"' in page(built, f"rules/{rule.page.removesuffix('.md')}"), rule.id


@pytest.mark.slow
def test_rule_leads_to_function_vectors_and_claims_and_back(built: Path) -> None:
    html = page(built, "rules/goff")
    start = html.index('id="goff-collapse-2"')
    section = html[start : html.index('id="goff-collapse-3"')]
    for link in (
        "../../api/reference/goff/#qttt.reference.goff.collapse.settle",
        "../../claims/goff/#goff-rooted-collapse",
        "../../boards/goff-collapse-0007.svg",
        'id="goff-collapse-0007"',
        "foreign collapse",
        "@misc{qttt-goff-collapse-2",
    ):
        assert link in section
    assert "../../rules/goff/#goff-collapse-2" in page(built, "claims/goff")
    function = page(built, "api/reference/goff")
    assert "rules/goff/#goff-collapse-2" in function[function.index('id="qttt.reference.goff.collapse.settle"') :]


@pytest.mark.slow
def test_missing_page_leads_to_the_search_and_the_ids(built: Path) -> None:
    html = (built / "404.html").read_text(encoding="utf-8")
    assert "Page not found" in html
    assert 'href="/rules/ids/"' in html
    assert "Search the site" in html


@pytest.mark.slow
def test_search_and_examples_are_there(built: Path) -> None:
    assert "collapse" in (built / "search.json").read_text(encoding="utf-8").lower()
    assert '<span class="gp">&gt;&gt;&gt; </span>' in page(built, "api/reference/goff")
    for ruleset in rulesets().values():
        assert ruleset.id in page(built, f"rulesets/{ruleset.id}")
    assert (built / "schema" / "vector.schema.json").is_file()


def test_wrong_folder_is_rejected(qttt: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    said = qttt("site", "--out", str(tmp_path))
    assert (said.code, said.out) == (2, "")
    assert "holds something other than a site" in said.err or "needs" in said.err
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
    said = qttt("site", "--out", str(tmp_path / "a" / "b"))
    assert (said.code, said.out) == (2, "")
    assert not (tmp_path / "a").exists()


def test_older_site_may_be_replaced(tmp_path: Path) -> None:
    from qttt.app.site.build import _check_replaceable, _put

    out, new = tmp_path / "out", tmp_path / "scratch" / "site"
    for folder in (out, new):
        folder.mkdir(parents=True)
        (folder / MARK).touch()
    (out / "old.html").touch()
    (new / "new.html").touch()
    _check_replaceable(out)
    _put(new, out)
    assert {file.name for file in out.iterdir()} == {MARK, "new.html"}


@pytest.fixture
def titles() -> dict[str, str]:
    """A title for each page of the site."""
    paths = [*map(on_site, Tree().pages()), *generated.pages(Tree()), *api.pages(), "index.md"]
    return {path: f"title of {path}" for path in paths}


def test_every_page_is_in_the_navigation_once(titles: dict[str, str]) -> None:
    titles |= {"sources/new.md": "new", "unheard-of.md": "unheard of"}
    entries = [each for section in navigation(titles) for pages in section.values() for each in pages]
    assert sorted(path for each in entries for path in each.values()) == sorted(titles)
    assert {"Rules of goff": "rules/goff.md"} in entries
    assert {"Cite goff-1.0": "rulesets/goff-1.0.md"} in entries
    assert len({name for each in entries for name in each}) == len(titles)
    assert len({name for name, _ in NAVIGATION}) == len(NAVIGATION)


def test_entry_of_the_navigation_without_a_page_is_rejected(titles: dict[str, str]) -> None:
    del titles["perft.md"]
    with pytest.raises(ValueError, match=r"names perft\.md, which does not exist"):
        navigation(titles)


@pytest.mark.parametrize("game", games())
def test_vector_with_a_legal_game_has_a_board(game: str) -> None:
    for vector in vectors(game):
        made = board(vector)
        drawable = "refused" not in vector.then and vector.given_open is None and "boards" not in vector.then
        if vector.given_position is not None:
            drawable &= vector.then["legal"]
        assert (made is not None) == drawable, vector.id
        if made and vector.given is not None:
            assert made.svg.count('class="frame') == len(made.tokens) + 1


def test_board_shows_the_position_after_each_token() -> None:
    [vector] = [vector for vector in vectors("goff") if vector.id == "goff-collapse-0007"]
    made = board(vector)
    assert made
    assert list(made.tokens) == ["X1.1-2", "O2.4-5", "X3.1-2", "selA"]
    frames = re.findall(r'<g id="([0-9])" class="(frame(?: last)?)">(.*?)(?=<g id=|</svg>)', made.svg, re.S)
    assert [(number, kind) for number, kind, _ in frames] == [
        *((str(n), "frame") for n in range(4)),
        ("4", "frame last"),
    ]
    assert [drawn.count('class="large"') for *_, drawn in frames] == [0, 0, 0, 0, 2]


def test_keys_of_citations_are_legal_and_unique(titles: dict[str, str]) -> None:
    """BibTeX ends a key at a comma, and rejects most punctuation in one."""
    keys = re.findall(r"^@misc\{(.*),$", generated.files(Tree(), titles)["citations.bib"], re.M)
    assert [key for key in keys if not re.fullmatch(r"[A-Za-z0-9.+-]+", key)] == []
    assert len({*keys}) == len(keys) > 350


def test_list_of_ids_has_the_rules_of_learning() -> None:
    ids = generated.pages(Tree())["rules/ids.md"]
    for rule in all_rules().values():
        assert f'| <a id="{rule.anchor}"></a>[{rule.id}](' in ids
    assert "[RL-ACTION-2](../learning.md#rl-action-2) |" in ids
    assert places()["RL-ACTION-2"] == "learning/#rl-action-2"


@pytest.mark.parametrize(
    ("where", "words", "place"),
    [
        ("rules/goff", "LEMMA two-collapses", "./#lemma-two-collapses"),
        ("rules/goff", "LEMMA\nply-labels", "./#lemma-ply-labels"),
        ("api/reference/tiqtaqtoe", "LEMMA classic", "../../../rules/tiqtaqtoe/#lemma-classic"),
        ("claims/sqt", "LEMMA forest", "../../rules/goff/#lemma-forest"),
    ],
)
def test_lemma_is_linked_to_the_page_of_its_game(where: str, words: str, place: str) -> None:
    assert linked(f"<p>({words}),</p>", where) == f'<p>(<a href="{place}">{words}</a>),</p>'


@pytest.mark.parametrize(("where", "words"), [("learning", "LEMMA forest"), ("rules/goff", "LEMMA unknown")])
def test_lemma_of_no_page_stays_text(where: str, words: str) -> None:
    assert linked(words, where) == words


def test_tied_parts_stand_in_the_section_of_their_rule() -> None:
    text = text_of("spec/rules/goff.md", Tree().text("spec/rules/goff.md"))
    made = with_tied(text, "goff.md", lambda _: None)
    assert made.count('<div class="tied">') == sum(rule.page == "goff.md" for rule in rules().values())
    section = made[made.index("{#goff-collapse-2}") : made.index("{#goff-collapse-3}")]
    assert "goff-collapse-0007" in section
    assert "goff-end-0022" not in section


def test_heads_of_tied_parts_tell_functions_apart() -> None:
    for rule in rules():
        for head in re.findall(
            r"<summary>(?:Reference|Kernels): (.*?)</summary>", section(tied(rule), lambda _: None, api.place_of)
        ):
            names = head.split(", ")
            assert len({*names}) == len(names), rule


def test_markdown_is_made_for_the_site() -> None:
    assert anchored('<a id="a-1"></a>\n### A-1 B\n\n```\n# no\n```\n') == "### A-1 B {#a-1}\n\n```\n# no\n```\n"
    assert spaced("a\n- b\n  more\n- c\n\n```\nx\n- y\n```\n") == "a\n\n- b\n  more\n- c\n\n```\nx\n- y\n```\n"


def test_api_shows_public_modules_only() -> None:
    shown = {name for names in api.modules().values() for name in names}
    assert {"qttt.spec", "qttt.reference.goff.collapse", "qttt.oracle", "qttt.learn", "qttt.fast.backend"} <= shown
    assert "qttt.fast.goff.forest" not in shown
    assert api.place_of("qttt.fast.goff.forest.component") is None


def test_package_has_what_the_site_needs() -> None:
    assets = Path(str(api.__file__)).with_name("assets")
    assert {file.name for file in assets.iterdir()} == {"boards.js", "qttt.css"}
    assert json.loads(json.dumps(SITE)).endswith("/")
