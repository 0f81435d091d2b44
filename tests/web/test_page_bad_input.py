"""What goes wrong is said in a sentence, and the game is kept: addresses, tables, workers, hosts, old browsers."""

import re
import threading
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, expect

from qttt.oracle import games

from .browsing import HANGS, Explorer, Open
from .played import CYCLE, PLAYED
from .served import WEB, Site

pytestmark = pytest.mark.browser

ADDRESSES = {
    "game=goff&collapse=nobody": ("", "ollapse cannot be 'nobody': expected opponent or self"),
    "game=goff&colour=red": ("", "goff-1.1 has no option 'colour'"),
    "game=goff&position=nonsense": ("", "A new game is shown instead."),
    "game=goff&position=goff-9.0:+X1@9": ("", "goff-1.1"),
    "game=probabilistic&seed=x": ("", "The usual options are shown instead. PROB-RANDOM-1"),
    "game=goff&moves=X1.1-9+O2.1-99": ("X1.1-9", "The moves before it are shown."),
    "game=goff&moves=" + "+".join(["selA"] * 4000): ("", "Token 1, selA"),
    urlencode({"game": "goff", "moves": "<img/src=x/onerror=document.title='run'>"}): ("", "Token 1"),
    urlencode({"game": "<script>document.title='run'</script>"}): ("", "There is no game <script>"),
    urlencode({"game": "goff", "tree": "X1.1-9 (X1.1-9 ((( O2.1-1))"}): ("", ""),
}
"""What is shown of an address, and what is said about the rest."""


def test_bad_address_is_explained_and_shows_what_is_right(explore: Open) -> None:
    shown = explore("goff")
    for query, (moves, words) in ADDRESSES.items():
        shown.page.goto(f"{shown.address}/page/?{query}")
        shown.at(moves)
        shown.says(words)
        shown.page.locator("#actions .row").first.click()
        expect(shown.board).not_to_have_attribute("data-moves", moves)
        expect(shown.page.locator("#problem")).to_be_hidden()
        assert "run" not in shown.page.title()


TABLE = "goff-legal-move.gz"
BROKEN = b"throw new Error('out of memory')"
ANSWERED = """globalThis.Worker = class extends Worker {
  constructor(...how) {
    super(...how);
    this.addEventListener("message", ({ data }) => {
      if ("found" in data) document.documentElement.dataset.answered = "";
    });
  }
};"""
"""Lets a page show that its worker has answered."""


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        (TABLE, None, "The table goff-legal-move cannot be read"),
        (TABLE, b"<!doctype html>", "The table goff-legal-move cannot be read"),
        (TABLE, (WEB / "data" / TABLE).read_bytes()[:-9], "The table goff-legal-move cannot be read"),
        ("dist/worker.js", BROKEN, "Load the page again: the address keeps your game."),
        ("dist/worker.js", None, "A file of the page cannot be loaded, and is not kept offline."),
        ("dist/solve-.*js", None, "A file of the page cannot be loaded, and is not kept offline."),
    ],
)
def test_board_is_played_without_values(
    explore: Open, site: Site, file: str, content: bytes | None, words: str
) -> None:
    """The table is damaged, or the worker dies whenever it is started."""
    site.altered[file] = content
    shown = explore("goff", "X1.1-9")
    shown.problems_expected = True
    shown.ready("unsolved")
    expect(shown.headline).to_contain_text(words)
    shown.click(1, 3)
    shown.at("X1.1-9 O2.1-3")
    site.altered.clear()
    shown.page.reload()
    shown.ready()
    shown.at("X1.1-9 O2.1-3")


def test_worker_that_dies_is_started_again(explore: Open) -> None:
    shown = explore("goff", "X1.1-9")
    shown.problems_expected = True
    shown.ready()
    with shown.page.expect_event("worker"):
        shown.page.workers[0].evaluate("() => void setTimeout(() => { throw new Error('out of memory'); })")
        shown.click(1, 3)
    shown.at("X1.1-9 O2.1-3")
    shown.ready()


def test_worker_that_ends_without_a_word_is_started_again(explore: Open) -> None:
    shown = explore("goff", "X1.1-9", clock=True)
    shown.page.clock.run_for(1000)
    shown.ready()
    shown.page.workers[0].evaluate("() => self.close()")
    shown.click(1, 3)
    shown.page.clock.run_for(1000)
    shown.at("X1.1-9 O2.1-3")
    shown.ready("working")
    shown.page.clock.run_for(36_000)
    shown.says("The solver had stopped and was started again. Your game is kept.")
    shown.ready()


def test_board_is_played_while_the_table_is_loading(explore: Open, site: Site) -> None:
    site.altered[TABLE] = gate = threading.Event()
    shown = explore("goff")
    shown.click(1, 9)
    shown.at("X1.1-9")
    shown.ready("working")
    expect(shown.headline).to_contain_text("O to move")
    shown.page.locator("#hint").click()
    expect(shown.page.locator("#said")).to_have_text("The values are still being computed.")
    gate.set()
    shown.ready()


@pytest.mark.parametrize(
    ("name", "moves", "pressed", "after"),
    [
        ("hybrid", "X1.5", "#results [data-action='=O']", "X1.5 =O"),
        ("goff", "X1.1-9", "#actions [data-action='1-3']", "X1.1-9 O2.1-3"),
    ],
)
@pytest.mark.parametrize("by_keyboard", [False, True])
def test_click_is_not_lost_when_values_come(
    explore: Open, site: Site, name: str, moves: str, pressed: str, after: str, by_keyboard: bool
) -> None:
    """A card or a line that is pressed before the values are there, and released after them, is clicked."""
    site.altered["dist/worker.js"] = gate = threading.Event()
    shown = explore(name, moves)
    shown.context.add_init_script(ANSWERED)
    shown.page.reload()
    button, keyboard, mouse = shown.page.locator(pressed), shown.page.keyboard, shown.page.mouse
    if by_keyboard:
        button.focus()
        keyboard.down(" ")
    else:
        button.hover()
        mouse.down()
    gate.set()
    expect(shown.page.locator("html[data-answered]")).to_be_attached()
    keyboard.up(" ") if by_keyboard else mouse.up()
    shown.at(after)


def test_click_is_not_lost_when_the_wait_for_values_ends(explore: Open, site: Site) -> None:
    site.altered["dist/worker.js"] = gate = threading.Event()
    shown = explore("hybrid", clock=True)
    clock, mouse = shown.page.clock, shown.page.mouse
    clock.pause_at("2100-01-01")
    shown.row("5").click()
    clock.run_for(10)
    shown.card("=O").hover()
    mouse.down()
    clock.run_for(1000)
    mouse.up()
    clock.run_for(1000)
    shown.at("X1.5 =O")
    gate.set()


def test_click_is_not_lost_when_a_panel_comes(explore: Open, site: Site) -> None:
    site.altered["dist/page-circuit.*js"] = gate = threading.Event()
    shown = explore("hybrid", "X1.5", clock=True)
    shown.ready()
    shown.page.clock.pause_at("2100-01-01")
    shown.card("=O").hover()
    shown.page.mouse.down()
    with shown.page.expect_response(re.compile("page-circuit")) as response:
        gate.set()
    response.value.finished()
    shown.page.clock.run_for(1000)
    shown.page.mouse.up()
    shown.page.clock.run_for(1000)
    shown.at("X1.5 =O")


def test_missing_files_are_explained_and_the_game_is_kept(explore: Open, site: Site) -> None:
    site.altered |= {"dist/page-hybrid-.*js": None, "rules-goff.gz": None}
    shown = explore("goff", CYCLE)
    shown.problems_expected = True
    shown.page.get_by_role("link", name="Q3T").click()
    shown.says("A file of the page cannot be loaded, and is not kept offline. Your game is kept")
    shown.at(CYCLE)
    expect(shown.page.locator("#games [aria-current]")).to_have_text("Goff")
    shown.page.locator("#happened .rule-link").first.click()
    expect(shown.page.locator("#rule-text")).to_contain_text("cannot be loaded")


def test_page_below_a_folder_works_and_keeps_to_it(explore: Open, site: Site) -> None:
    shown = explore("goff")
    shown.page.goto(f"{site.address}/some/folder/below/page/index.html?game=probabilistic&seed=1&moves=X1.5")
    shown.at("X1.5")
    shown.ready()
    assert "/some/folder/below/page/" in shown.page.url


def kept(shown: Explorer) -> None:
    """Wait until the page's files are kept."""
    shown.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    shown.page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_page_works_offline_after_the_first_visit(explore: Open, site: Site) -> None:
    """From the address of the entry, every game with its values and its rules; a table of another reading is missing,
    until there is a connection."""
    shown = explore("goff", workers=True)
    page = shown.page
    kept(shown)
    shown.context.set_offline(True)
    shown.problems_expected = True
    page.goto(f"{site.address}/")
    shown.at("")
    shown.ready()
    for name in games():
        shown.game = name
        page.goto(shown.link(PLAYED[name]))
        shown.at(PLAYED[name])
        shown.ready()
        page.locator("#happened .rule-link").first.click()
        expect(page.locator("#rule-text p").nth(1)).to_be_visible()
        page.keyboard.press("Escape")
    shown.game = "goff"
    page.goto(shown.link("X1.1-9", {"pair": "forbidden"}))
    shown.ready("unsolved")
    expect(shown.headline).to_contain_text("The table goff-forbidden-move cannot be loaded, and is not kept offline.")
    expect(shown.headline).not_to_contain_text("Load the page again")
    shown.context.set_offline(False)
    shown.click(1, 3)
    shown.at("X1.1-9 O2.1-3")
    shown.ready()


KEPT = {
    "goff": {"pair": "forbidden", "last": "draw"},
    "sqt": {"q": "1/3", "scoring": "draws-second", "double-win": "yes"},
    "probabilistic": {"seed": "2"},
    "tiqtaqtoe": {"level": "moderate"},
    "hybrid": {"links": "two", "targets": "any"},
}
"""Options whose table no other test keeps."""


def test_all_tables_are_kept_on_request(explore: Open, site: Site) -> None:
    """The page says how many bytes it keeps, or how many files it has not got."""
    shown = explore("goff", workers=True)
    shown.problems_expected = True
    page, said = shown.page, shown.page.locator("#kept")
    kept(shown)
    button = shown.tab("share").get_by_role("button", name="Keep for offline")
    site.altered["-forbidden-draw.gz"] = None
    button.click()
    expect(said).to_have_text("Files that could not be kept: 1. Try again when you are connected.")
    site.altered.clear()
    button.click()
    expect(said).to_have_text(re.compile(r"All games are kept for offline: [0-9,]+ bytes\."))
    tables = [path.name for path in (WEB / "data").glob("*.gz")]
    size = int(re.sub("[^0-9]", "", said.inner_text()))
    assert size > sum((WEB / "data" / name).stat().st_size for name in tables)
    shown.context.set_offline(True)
    fetched = "(name) => fetch(`../data/${name}`).then((each) => each.ok, () => false)"
    assert [name for name in tables if not page.evaluate(fetched, name)] == []
    for name, options in KEPT.items():
        shown.game = name
        page.goto(shown.link("", options))
        shown.ready()


def test_file_that_is_not_kept_is_named_so(explore: Open) -> None:
    """Of a game, of a sheet, and of a rule; each comes with the connection."""
    shown = explore("goff", CYCLE)
    shown.ready()
    shown.problems_expected = True
    shown.context.set_offline(True)
    hybrid = shown.page.get_by_role("link", name="Q3T")
    for opens in (hybrid, shown.page.locator("#tab-of-share")):
        opens.click()
        shown.says("A file of the page cannot be loaded, and is not kept offline. Your game is kept")
        shown.page.locator("#problem-close").click()
        expect(shown.page.locator("#problem")).to_be_hidden()
    shown.at(CYCLE)
    shown.tab("moves").locator(".rule-link").first.click()
    expect(shown.page.locator("#rule-text")).to_contain_text("cannot be loaded, and is not kept offline")
    shown.page.keyboard.press("Escape")
    shown.context.set_offline(False)
    expect(shown.tab("share").get_by_role("button", name="Copy link")).to_be_visible()
    hybrid.click()
    shown.at("")
    shown.ready()


def test_browser_that_keeps_nothing_says_so(explore: Open) -> None:
    shown = explore("goff")
    shown.tab("share").get_by_role("button", name="Keep for offline").click()
    expect(shown.page.locator("#kept")).to_contain_text("This browser keeps no files of this page")


def test_page_can_be_installed(explore: Open) -> None:
    """Whatever else a browser says of a private window."""
    shown = explore("goff", workers=True)
    asked = shown.context.new_cdp_session(shown.page)
    found = asked.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{shown.address}/page/manifest.webmanifest"
    errors = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in errors] in ([], ["in-incognito"])


def test_nothing_runs_but_the_files_of_the_page(explore: Open) -> None:
    """The browser itself refuses scripts in the page, evaluated text, and other hosts."""
    shown = explore("goff")
    shown.problems_expected = True
    attempts = """async () => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'run'";
      document.head.append(script);
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=\\"document.title = 'run'\\">");
      const image = document.body.lastElementChild;
      await new Promise((done) => image.addEventListener("error", done));
      return fetch("https://elsewhere.example/").then(() => "fetched", () => document.title);
    }"""
    assert shown.page.evaluate(attempts) not in ("run", "fetched")
    assert sum("Content Security Policy" in each for each in shown.problems) >= 3


@pytest.mark.parametrize("place", ["file", "host without a file", "without DecompressionStream", "without Worker"])
def test_page_that_cannot_start_says_what_to_do(browser: Browser, site: Site, place: str) -> None:
    page = browser.new_page()
    page.set_default_timeout(HANGS)
    page.clock.install()
    address, words = f"{site.address}/page/", "The page has not started yet."
    if place == "file":
        address, words = (WEB / "index.html").as_uri(), "python -m http.server"
    elif place.startswith("without"):
        page.add_init_script(f"delete window.{place.split()[1]}")
        words = "This browser is too old"
    else:
        site.altered["dist/page.js"] = None
    page.goto(address)
    page.clock.run_for(20_000)
    expect(page.get_by_text(words)).to_be_visible()
    page.context.close()


def test_storage_that_is_refused_changes_nothing(site: Site, browser: Browser) -> None:
    page = browser.new_page()
    page.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refused })"
    )
    page.goto(f"{site.address}/page/?game=goff&moves=X1.1-9")
    shown = Explorer(site.address, page.context, page, "goff")
    shown.ready()
    shown.page.locator("#show-values").uncheck()
    expect(shown.headline).to_contain_text("Values are hidden.")
    page.context.close()
