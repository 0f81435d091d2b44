"""The site: what `docs/build.py` generates, what it writes over, and in the packaging layer the built pages; and every
link on a page of the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Literal
from urllib.parse import parse_qsl

import boards
import build as site
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser, expect

from qttt.app.errors import BadInput
from qttt.app.rulebook import all_rules, cite
from qttt.oracle import game
from qttt.spec import games, rules, rulesets, vectors
from qttt.verification.mutants import ARROW
from qttt.verification.records import Record, whole
from qttt.verification.registry import SAMPLE, WHOLE, Claim, checks

from .test_packaging import RELEASE
from .web.served import Site


@pytest.fixture(scope="module")
def built() -> Iterator[Path]:
    """The built site, whose links have been checked; that of a release, if its folder is named."""
    with TemporaryDirectory() as scratch:
        if RELEASE in os.environ:
            [archive] = Path(os.environ[RELEASE]).glob("qttt-*-site.tar.gz")
            shutil.unpack_archive(archive, scratch)
        else:
            assert site.build(Path(scratch)) > 60
        yield Path(scratch) / "site"


def page(built: Path, path: str) -> str:
    """The HTML of a page."""
    return (built / path / "index.html").read_text(encoding="utf-8")


@pytest.mark.packaging
def test_every_rule_stands_at_its_permanent_address(built: Path) -> None:
    for rule in rules().values():
        assert f'id="{rule.anchor}"' in page(built, f"rules/{rule.page.removesuffix('.md')}"), rule.id
    for ruleset in rulesets().values():
        assert ruleset.id in page(built, f"rulesets/{ruleset.id}")
    assert (built / "schema" / "vector.schema.json").is_file()


@pytest.mark.packaging
def test_rule_leads_to_function_vectors_and_claims_and_back(built: Path) -> None:
    html = page(built, "rules/goff")
    section = html[html.index('id="goff-collapse-2"') : html.index('id="goff-collapse-3"')]
    assert 'id="goff-collapse-0007" href="../goff/goff-collapse-2.html#goff-collapse-0007"' in section
    assert "../../boards/goff-collapse-0007.svg" in section
    assert cite.of_rule(rules()["GOFF-COLLAPSE-2"]).line in re.sub("<[^>]+>", "", section)
    assert 'href="../../rulesets/goff-1.1/#cite"' in section
    parts = (built / "rules" / "goff" / "goff-collapse-2.html").read_text(encoding="utf-8")
    for link in (
        "../../api/reference/goff/collapse/#qttt.reference.goff.collapse.settle",
        "../../claims/goff/#goff-rooted-collapse",
        "../../boards/goff-collapse-0007.svg",
        'id="goff-collapse-0007"',
        "foreign collapse",
    ):
        assert link in parts
    assert "../../rules/goff/#goff-collapse-2" in page(built, "claims/goff")
    function = page(built, "api/reference/goff/collapse")
    assert "rules/goff/#goff-collapse-2" in function[function.index('id="qttt.reference.goff.collapse.settle"') :]
    assert '<span class="gp">&gt;&gt;&gt; </span>' in function


MARKDOWN = re.compile(r"\\[!-/:-@\[-`{-~]|`|(?<!\w)\*\*\w|\]\(")
"""What a page shows of Markdown that was not read as such: an escape, code, bold words, a link."""


def shown(html: str) -> str:
    """The text of a page outside code."""
    return unescape(re.sub(r"<[^>]*>", "", re.sub(r"<(script|style|pre|code)\b.*?</\1>", "", html, flags=re.S)))


@pytest.mark.packaging
def test_no_page_shows_markdown(built: Path) -> None:
    files = [file for file in built.rglob("*.html") if not file.is_relative_to(built / site.PLAYED_AT)]
    found = [(file.relative_to(built), MARKDOWN.search(shown(file.read_text(encoding="utf-8")))) for file in files]
    assert [each for each in found if each[1]] == []


def test_markdown_that_is_shown_is_found() -> None:
    for text in (r"for <b>\*-minimax</b>.", "the `last` one", "a **word**", "[a](b.md)"):
        assert MARKDOWN.search(shown(text)), text
    assert not MARKDOWN.search(shown("<code>`\\*`</code> within 2**-24, 3 ** n, *-minimax (a) [b]"))


@pytest.mark.packaging
def test_no_page_of_the_api_is_larger_than_60_kb(built: Path) -> None:
    for path in site.modules():
        html = page(built, path.removesuffix(".md").removesuffix("/index"))
        assert html.index("</article>") - html.index("<article") < 60_000, path


@pytest.mark.packaging
def test_pages_and_explorer_open_without_another_host(built: Path, browser: Browser) -> None:
    """A page of each kind, and the explorer, which says what a first move is worth."""
    asked: list[str] = []
    with Site(built) as serving, browser.new_page() as shown:
        shown.on("request", lambda request: asked.append(request.url))
        for address in ("", "rules/goff/", "games/goff/", "results/", "claims/goff/", "api/oracle/", "start/solve/"):
            answer = shown.goto(f"{serving.address}/{address}")
            assert answer, address
            assert answer.ok, address
            expect(shown.locator("h1").first).to_be_visible()
        shown.goto(f"{serving.address}/play/page/?game=goff&moves=X1.1-9")
        expect(shown.locator("#worth")).to_contain_text("10")
        assert [url for url in asked if not url.startswith((serving.address, "data:", "blob:"))] == []


@pytest.mark.packaging
@pytest.mark.parametrize("name", games())
def test_page_of_a_game_previews_as_its_board(built: Path, name: str) -> None:
    html = page(built, f"games/{name}")
    stated = dict(re.findall(r'property="og:([a-z]+)" content="(.*?)"', html))
    assert f">{stated['title']}<" in html
    assert re.search("worth [0-9]|centre −21/512", stated["description"])
    with Image.open(built / "games" / PurePosixPath(stated["image"]).name) as picture:
        assert picture.size == (1200, 630)


WIDE = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const parts = [...document.querySelectorAll(".md-typeset__scrollwrap, table, .board, .boards")];
  const found = parts.filter((each) => each.scrollWidth > each.clientWidth + 1);
  const isWide = document.documentElement.scrollWidth > document.body.offsetWidth;
  return [...(isWide ? ["the page"] : []), ...found.map((each) => each.outerHTML.slice(0, 80))];
}"""
"""What on a page is wider than its place, once the page has answered to the size of its window."""


@pytest.mark.packaging
@pytest.mark.parametrize("half", [0, 1])
def test_no_page_scrolls_sideways_and_no_table_within_one(built: Path, browser: Browser, half: int) -> None:
    """Every page, on a phone, on a laptop and on a wide screen; of those that are alike only some, one in three of the
    API and two of the parts of rules."""
    pages = [file.relative_to(built).as_posix() for file in sorted(built.rglob("index.html"))]
    pages = [name for at, name in enumerate(pages) if not name.startswith("api/") or at % 3 == 0]
    pages += [
        next(built.glob(f"rules/{name}/*-end-1.html")).relative_to(built).as_posix() for name in ("goff", "tiqtaqtoe")
    ]
    found: list[tuple[object, ...]] = []
    with Site(built) as serving, browser.new_page() as shown:
        shown.route("**/search.json", lambda route: route.abort())  # as large as all of a page, for each page anew
        for name in [name for name in pages if not name.startswith(f"{site.PLAYED_AT}/")][half::2]:
            shown.goto(f"{serving.address}/{name}")
            for width in (390, 1280, 1920):
                shown.set_viewport_size({"width": width, "height": 844})
                found += [(name, width, part) for part in shown.evaluate(WIDE)]
        assert found == []


PLACES_OF_BOARDS = [
    ("", "[data-game=goff] qttt-board >> text=Explore", ""),
    ("games/goff/", ".boards a >> nth=0", "X1.1-9"),
    ("games/goff/", "qttt-board >> text=Explore", "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-8 O6.2-4"),
    ("games/sqt/", ".boards a >> nth=0", "X1.1-3"),
    ("games/probabilistic/", ".boards a >> nth=0", "X1.3"),
    ("games/tiqtaqtoe/", ".boards a >> nth=1", "X1.5"),
    ("games/hybrid/", ".boards a >> nth=2", "X1.5"),
    ("games/sqt/", ".boards >> nth=1 >> a >> nth=8", "X1.1-3 O2.5-8"),
    ("rules/goff/", "[id=goff-collapse-2] ~ .shown qttt-board >> nth=0 >> text=Explore", "X1.1-2 O2.4-5 X3.1-2"),
]
"""Boards on pages of the site, and the moves of their positions; of the last one, one move back."""


@pytest.mark.packaging
def test_board_on_a_page_opens_in_the_explorer_at_its_position(built: Path, browser: Browser) -> None:
    with Site(built) as serving, browser.new_page() as shown:
        shown.goto(f"{serving.address}/")
        shown.locator("[data-game=probabilistic] qttt-board >> text=Explore").click()
        expect(shown.locator("#board .worth").nth(2)).to_have_text("★ 0.54")
        for address, board, moves in PLACES_OF_BOARDS:
            shown.goto(f"{serving.address}/{address}")
            if address.startswith("rules/"):
                shown.locator(board.partition(" >> text")[0]).get_by_role("button", name="Take back").click()
            shown.locator(board).click()
            expect(shown.locator("#board")).to_have_attribute("data-moves", moves)
            expect(shown.locator("#problem")).to_be_hidden()


@pytest.mark.packaging
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_a_page_of_each_kind(
    built: Path, browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    kinds = ["", "games/goff/", "results/", "rules/sqt/", "rules/goff/goff-end-1.html", "rules/ids/", "claims/goff/"]
    kinds += ["sources/wong-2023/", "programs/", "api/oracle/", "notebooks/goff/", "start/cite/"]
    found: list[tuple[object, ...]] = []
    with Site(built) as serving, browser.new_page(color_scheme=scheme) as shown:
        for address in kinds:
            shown.goto(f"{serving.address}/{address}")
            shown.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))")
            for each in Axe().run(shown).response["violations"]:
                if each["impact"] in ("serious", "critical"):
                    found.append((address, each["id"], [node["html"][:160] for node in each["nodes"]]))
        assert found == []


@pytest.mark.packaging
def test_start_page_opens_its_games_in_the_explorer(built: Path, browser: Browser) -> None:
    with Site(built) as serving, browser.new_page() as shown:
        for name in games():
            shown.goto(f"{serving.address}/")
            shown.get_by_role("link", name=f"Play {name}").click()
            shown.wait_for_url(re.compile(rf"/play/page/\?game={name}\b"))


@pytest.mark.packaging
def test_missing_page_leads_to_the_search_and_the_ids(built: Path) -> None:
    html = (built / "404.html").read_text(encoding="utf-8")
    assert "Page not found" in html
    assert 'href="/rules/ids/"' in html
    assert "Search the site" in html
    assert "collapse" in (built / "search.json").read_text(encoding="utf-8").lower()


@pytest.mark.packaging
@pytest.mark.parametrize(
    ("mutant", "fault"),
    [
        ('<a href="../nowhere/">x</a>', "nowhere"),
        ('<a href="../rules/goff/#goff-collapse-99">x</a>', "goff-collapse-99"),
        ('<img src="gone.svg">', "gone.svg"),
        ('<img alt="x" src="https://elsewhere.example/a.png">', "loads https://elsewhere.example/a.png from another"),
        ("<script src='//elsewhere.example/a.js'></script>", "loads //elsewhere.example/a.js from another host"),
        ('<link rel="stylesheet" href="https://elsewhere.example/a.css">', "from another host"),
        ('<style>@import "https://elsewhere.example/a.css";</style>', "from another host"),
        ('<p style="background: url(https://elsewhere.example/a.png)">x</p>', "from another host"),
    ],
)
def test_planted_fault_is_found(built: Path, mutant: str, fault: str) -> None:
    file = built / "python" / "index.html"
    sound = file.read_text(encoding="utf-8")
    file.write_text(sound.replace("</body>", f"{mutant}</body>"), encoding="utf-8")
    try:
        with pytest.raises(BadInput, match=re.escape(fault)) as raised:
            site.check(built)
        assert "python/index.html" in str(raised.value)
    finally:
        file.write_text(sound, encoding="utf-8")


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """A built site of two pages."""
    (tmp_path / "new" / "rules").mkdir(parents=True)
    (tmp_path / "new" / "index.html").write_text("new")
    (tmp_path / "new" / "rules" / "index.html").write_text("new")
    return tmp_path / "new"


def test_files_of_others_survive_a_newer_site(new: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / ".git").mkdir(parents=True)
    kept = [out / ".git" / "config", out / "CNAME", out / "notes.txt"]
    for file in kept:
        file.write_text("mine")
    site.put(new, out)
    (new / "index.html").write_text("newer")
    site.put(new, out)
    assert [file.read_text() for file in kept] == ["mine"] * 3
    assert (out / "index.html").read_text() == "newer"
    assert (out / "rules" / "index.html").read_text() == "new"


@pytest.mark.parametrize("taken", ["index.html", "rules/index.html"])
def test_file_that_no_site_wrote_is_not_replaced(taken: str, new: Path, tmp_path: Path) -> None:
    (tmp_path / "out" / taken).parent.mkdir(parents=True)
    (tmp_path / "out" / taken).write_text("mine")
    with pytest.raises(BadInput, match="is not a file of an earlier site"):
        site.put(new, tmp_path / "out")
    assert [file.read_text() for file in (tmp_path / "out").rglob("*.*")] == ["mine"]


@pytest.mark.parametrize("link", ["index.html", "rules"])
def test_nothing_is_written_through_a_link(link: str, new: Path, tmp_path: Path) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    site.put(new, out)
    elsewhere.mkdir()
    (elsewhere / "index.html").write_text("mine")
    (out / "rules" / "index.html").unlink()
    (out / "rules").rmdir() if link == "rules" else (out / link).unlink()
    (out / link).symlink_to(elsewhere if link == "rules" else elsewhere / link)
    with pytest.raises(BadInput, match="is a link"):
        site.put(new, out)
    assert (elsewhere / "index.html").read_text() == "mine"


def test_navigation_has_at_most_25_entries_each_once() -> None:
    paths = [path for each in site.entries().values() for path in each]
    assert len({*paths}) == len(paths) <= 25
    assert [PurePosixPath(path).stem for path in paths if path.startswith("games/")] == [*games()]


def linking(**pages: str) -> dict[str, str]:
    """A page for each entry of the navigation, and others; `_` in their names stands for a slash."""
    every = [path for each in site.entries().values() for path in each]
    return dict.fromkeys(every, "# Title\n") | {f"{name.replace('_', '/')}.md": text for name, text in pages.items()}


def test_page_without_an_entry_is_linked() -> None:
    chain = linking(python="[a](new/a.md#b)", new_a="<a href='c'> [b](../b.md)", b="# B\n")
    assert site.navigation(chain)["Python"][0] == ("python", "python.md")
    for lost in ("`[a](new/a.md)`", "[a](a.md)", "[b](b.md)"):
        with pytest.raises(ValueError, match=r"^no page leads to .*new/a\.md; link it from a page"):
            site.navigation(chain | {"python.md": lost})


def test_entry_of_the_navigation_without_a_page_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"names python\.md, which does not exist"):
        site.navigation({path: text for path, text in linking().items() if path != "python.md"})


@pytest.mark.packaging
@pytest.mark.parametrize("game", games())
def test_vector_with_a_legal_game_has_a_board(game: str) -> None:
    for vector in vectors(game):
        made = boards.board(vector)
        drawable = "refused" not in vector.then and vector.given_open is None and "boards" not in vector.then
        if vector.given_position is not None:
            drawable &= vector.then["legal"]
        assert (made is not None) == drawable, vector.id
        if made and vector.given is not None:
            assert made.svg.count('class="frame') == len(made.tokens) + 1


def test_board_shows_the_position_after_each_token() -> None:
    made = boards.board(next(vector for vector in vectors("goff") if vector.id == "goff-collapse-0007"))
    assert made
    assert list(made.tokens) == ["X1.1-2", "O2.4-5", "X3.1-2", "selA"]
    frames = re.findall(r'<g id="([0-9])" class="(frame(?: last)?)">(.*?)(?=<g id=|</svg>)', made.svg, re.S)
    assert [(number, kind) for number, kind, _ in frames] == [
        *((str(n), "frame") for n in range(4)),
        ("4", "frame last"),
    ]
    assert [drawn.count('class="large"') for *_, drawn in frames] == [0, 0, 0, 0, 2]


def marks(drawn: str) -> list[str]:
    """What is on a board, without the words below it."""
    return [line for line in drawn.splitlines() if 'y="410"' not in line and 'y="432"' not in line]


def test_picture_of_a_position_is_that_of_its_place_in_the_explorer() -> None:
    for path, place in site.SITE["opened"].items():
        options = dict(parse_qsl(place))
        position = game(options["game"]).position(options.get("position", options.get("moves")))
        drawn = boards.in_look((site.ROOT / path).read_text(encoding="utf-8"))
        assert marks(boards.content(position)) == marks(boards.AROUND.sub("", drawn))


def test_pictures_open_in_the_explorer_or_alone() -> None:
    sheet = site.page_of("docs/games/goff.md", "![Eight moves](goff-first.svg)")
    assert sheet.count(f'href="{site.EXPLORER}?game=goff&amp;moves=X1.') == sheet.count("<img ") == 8
    assert 'src="goff-first.svg#8"' in sheet
    start = site.page_of("docs/index.md", "[![A board](games/hybrid-start.svg)](explorer.md)")
    assert start.count("href=") == 1
    assert start.startswith(f'<qttt-board game="hybrid" explorer="{site.EXPLORER}" values>')
    assert f'href="{site.EXPLORER}?game=hybrid"' in start
    assert site.page_of("docs/study.md", "![Boards](study.svg)") == "[![Boards](study.svg)](study.svg)"


def test_entries_of_bibtex_have_a_year_and_legal_keys() -> None:
    """BibTeX ends a key at a comma, and rejects most punctuation in one."""
    every = site.citations()
    keys = re.findall(r"^@misc\{(.*),$", every, re.M)
    assert [key for key in keys if not re.fullmatch(r"[A-Za-z0-9.+-]+", key)] == []
    assert len({*keys}) == len(keys) == len(re.findall(r"^  year = \{20[0-9]{2}\},$", every, re.M)) > 200
    assert {"qttt", "qttt-goff-1.1", "qttt-results-goff-1.0"} <= {*keys}
    assert ("url = " in every) == bool(cite.SITE)


def test_pages_of_the_api_and_of_programs_are_not_cited() -> None:
    assert [site.citation_of("title", path) for path in ("api/index.md", "api/oracle/index.md", "kit/index.md")] == [
        None
    ] * 3
    assert site.citation_of("title", "rules/goff.md") == cite.of_ruleset("goff")
    assert site.citation_of("title", "index.md") == cite.of_project()
    cited = site.citation_of("Results", "results.md")
    assert cited
    assert (cited.place, cited.key) == ("results/", "")


@pytest.mark.thorough
@pytest.mark.parametrize("address", ["", "https://site.example/"])
def test_address_of_the_site_is_in_its_pages_only_once_there_is_one(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A site of one page."""
    monkeypatch.setattr(cite, "SITE", address)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Start\n", encoding="utf-8")
    shutil.copytree(site.OWN / "theme", tmp_path / "theme")
    site.zensical(tmp_path, {"Start": [("Start", "index.md")]})
    for file in ("index.html", "sitemap.xml"):
        text = (tmp_path / "site" / file).read_text(encoding="utf-8")
        assert ("https://site.example/" in text) == bool(address)


@pytest.mark.parametrize("address", ["", "https://site.example/"])
def test_preview_has_a_whole_address_only_once_the_site_has_one(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the entry and of the explorer's page; the picture is there, in the size that previews have."""
    monkeypatch.setattr(cite, "SITE", address)
    site.write_played(tmp_path / "play")
    for page, at in {"index.html": "page/", "page/index.html": ""}.items():
        text = (tmp_path / "play" / page).read_text(encoding="utf-8")
        stated = dict(re.findall(r'property="(og:[a-z]+)" content="(.*?)"', text))
        assert stated["og:image"] == (f"{address}play/page/preview.png" if address else f"{at}preview.png")
        assert stated.keys() == {"og:title", "og:description", "og:image"}
    with Image.open(tmp_path / "play" / "page" / "preview.png") as picture:
        assert picture.size == (1200, 630)


def test_list_of_ids_has_the_rules_of_learning() -> None:
    ids = site.generate()[0]["rules/ids.md"]
    for rule in all_rules().values():
        assert f'| <a id="{rule.anchor}"></a>[{rule.id}](' in ids
    assert "[RL-ACTION-2](../learning.md#rl-action-2) |" in ids
    assert site.places()["RL-ACTION-2"] == "learning/#rl-action-2"


@pytest.mark.parametrize(
    ("where", "words", "place"),
    [
        ("rules/goff", "LEMMA two-collapses", "./#lemma-two-collapses"),
        ("rules/goff", "LEMMA\nply-labels", "./#lemma-ply-labels"),
        ("api/reference/tiqtaqtoe/game", "LEMMA classic", "../../../../rules/tiqtaqtoe/#lemma-classic"),
        ("claims/sqt", "LEMMA forest", "../../rules/goff/#lemma-forest"),
        ("learning", "LEMMA forest", None),
        ("rules/goff", "LEMMA unknown", None),
    ],
)
def test_lemma_is_linked_to_the_page_of_its_game(where: str, words: str, place: str | None) -> None:
    assert site.linked(f"({words}),", where) == (f'(<a href="{place}">{words}</a>),' if place else f"({words}),")


@pytest.mark.thorough
def test_tied_parts_stand_in_the_section_of_their_rule() -> None:
    path = "spec/rules/goff.md"
    game = next(vector for vector in vectors("goff") if vector.id == "notation-game-0006")
    board = boards.board(game)
    assert board
    text = site.page_of(path, site.sources()[path].read_text(encoding="utf-8"))
    made = site.add_tied(text, "goff.md", {game.id: board})
    assert made.count(f"../boards/{game.id}.svg#") == len(board.tokens), "the source's game, move by move"
    assert made.count('<div class="tied" data-parts=') == sum(rule.page == "goff.md" for rule in rules().values())
    section = made[made.index("{#goff-collapse-2}") : made.index("{#goff-collapse-3}")]
    assert "goff-collapse-0007" in section
    assert "goff-end-0022" not in section
    for head in re.findall(r"<summary>(?:Reference|Kernels): (.*?)</summary>", made):
        names = head.split(", ")
        assert len({*names}) == len(names)


def test_api_shows_public_modules_only() -> None:
    shown = {*site.modules().values()}
    assert {"qttt.spec", "qttt.reference.goff.collapse", "qttt.oracle", "qttt.learn", "qttt.fast.backend"} <= shown
    assert "qttt.fast.goff.position" not in shown
    assert site.place_in_api("qttt.fast.goff.position.component") is None


# The pages of claims


CLAIM = Claim("a", "s", "goff", (), "tested", "b", "fake.check", ("fake.mutant",))


def page_about(monkeypatch: pytest.MonkeyPatch, *these: Claim) -> str:
    """The page of a game with these claims."""
    monkeypatch.setattr(site, "checks", lambda: these)
    return site.claim_pages()["claims/goff.md"]


def test_page_says_what_is_known_of_a_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_about(monkeypatch, replace(CLAIM, full=True, few={"step": 2}, sample="one in 2"))
    assert (
        "| s<details><summary>Bound</summary>B.<br>Sample: one in 2 (not yet run).<br>Errors: mutant.</details>" in page
    )
    assert "Last run" not in page
    assert "</code><br>tested, long, not yet run |" in page
    assert "<br>proved, page, not yet run |" in page_about(monkeypatch, replace(CLAIM, strength="proved", on="page"))
    assert "## Tests\n\n| test | statement |" in page_about(monkeypatch, CLAIM, replace(CLAIM, id="b", test=True))
    records = {
        id: {WHOLE: Record("", date, "0.2.0", "4 cores", CLAIM.bound)}
        for id, date in (("a", "2026-11-05"), ("b", "2026-11-06"))
    }
    monkeypatch.setattr("qttt.verification.records.read_shipped", lambda: records)
    page = page_about(monkeypatch, CLAIM, replace(CLAIM, id="b"), replace(CLAIM, id="c"))
    assert "B.<br>Last run: 5 November 2026, version 0.2.0 (4 cores).<br>Errors" in page
    assert page.count("Last run") == 2
    assert "</code><br>tested |" in page
    assert "</code><br>tested, not yet run |" in page


def test_record_of_another_bound_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A date belongs to the bound that ran then, in the words that it had."""
    runs = {ran: Record("", "2026-11-05", "0.2.0", "4 cores", bound) for ran, bound in ((WHOLE, "b"), (SAMPLE, "s"))}
    monkeypatch.setattr("qttt.verification.records.read_shipped", lambda: {"a": runs})
    one = replace(CLAIM, bound="b", few={"step": 2}, sample="s")
    page = page_about(monkeypatch, replace(one, bound="b and more", sample="t"))
    assert "tested, not yet run" in page
    assert "Sample: t (not yet run)." in page
    page = page_about(monkeypatch, one)
    assert "Sample: s (5 November 2026, version 0.2.0)." in page
    assert "</code><br>tested |" in page


def test_pages_name_mutants_in_words() -> None:
    words = [line for page in site.claim_pages().values() for line in re.findall(r">Errors: (.*?)\.<", page)]
    assert len(words) == sum(not all(ARROW in name for name in claim.mutants) for claim in checks())
    assert [line for line in words if re.search(r"_|[a-z][A-Z]|[A-Z]{2}", line)] == []


def test_claims_are_counted_by_what_was_run() -> None:
    row = site.claim_pages()["claims.md"].partition("](claims/sqt.md) | ")[2].partition("\n")[0]
    own = [claim for claim in checks() if claim.game == "sqt"]
    numbers = [int(each) for each in row.strip(" |").split(" | ")]
    assert sum(numbers) == len(own)
    assert numbers[-2:] == [sum(not each.test and not whole(each) for each in own), sum(each.test for each in own)]


# Links, as a repository browser shows a page


ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(page for place in ("*.md", "docs/**/*.md", "spec/**/*.md", "tests/**/*.md") for page in ROOT.glob(place))


def dead_links(*pages: Path) -> str:
    """What the link checker says about pages; empty if all their links lead to a file, and to an anchor of it."""
    lychee = Path(sys.executable).with_name("lychee")
    options = ["--offline", "--include-fragments", "--no-progress", "--quiet"]
    done = subprocess.run([lychee, *options, *pages], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def test_links_resolve() -> None:
    assert dead_links(*PAGES) == ""


@pytest.mark.parametrize("link", ["gone.md", "#b", "other.md#a", "gone.svg", "../page/gone.md"])
def test_broken_links_are_found(link: str, tmp_path: Path) -> None:
    page, other = tmp_path / "page.md", tmp_path / "other.md"
    sound = "# A\n\n[a](#a) [b](other.md#b-1) [c](other.md) `[code](gone.md)`\n"
    other.write_text('<a id="b-1"></a>\n# B\n')
    page.write_text(sound)
    assert dead_links(page) == ""
    page.write_text(f"{sound}\n[dead]({link})\n")
    assert link.rpartition("/")[2] in dead_links(page)


def test_pages_are_plain_markdown() -> None:
    """No page shows the anchor of a heading as text, and each list has an empty line above, as the site needs it."""
    for page in PAGES:
        text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        assert " {#" not in text, page
        assert not (found := re.search(r"^(?![-*+ |]|[0-9]+[.)] |$).*\n(?:[-*+]|[0-9]+[.)]) .*", text, re.M)), (
            page,
            found,
        )
