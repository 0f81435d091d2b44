"""The page in a browser, in the words of the tests. Every wait is for a state that the page shows."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
HANGS = 60_000
"""Milliseconds after which a page hangs. No test waits for it."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
OPTIONS: dict[str, dict[str, str]] = {"sqt": {"q": "1/2"}, "probabilistic": {"seed": "1"}}
"""Options with which the tests open the games that need some."""

expect.set_options(timeout=HANGS)


@contextmanager
def launched(missing: Callable[[str], Any] = sys.exit) -> Iterator[Browser]:
    """Debian's Chromium, or whatever Chromium the system has; `missing` ends the program if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next((found for name in names if (found := shutil.which(name))), None)
    if path is None:
        missing("a browser is needed: Chromium, such as that of apt-get install chromium")
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=path, args=ARGUMENTS) as browser:
        yield browser


Open = Callable[..., "Explorer"]
"""Opens the page of a game."""


@dataclass
class Explorer:
    """The page of a game."""

    address: str
    context: BrowserContext
    page: Page
    game: str
    problems: list[str] = field(default_factory=list)
    """Errors and warnings on the console, and requests to another host."""
    problems_expected: bool = False

    @classmethod
    def open(
        cls,
        address: str,
        browser: Browser,
        game: str,
        moves: str = "",
        *,
        clock: bool = False,
        welcome: bool = False,
        workers: bool = False,
        options: Mapping[str, str] | None = None,
        **how: Any,
    ) -> Explorer:
        """Open a game after some moves, and wait for its position. With a clock that the test may run, with the first
        card, with a service worker if asked; `how` are settings of the browser."""
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **how})
        context.set_default_timeout(HANGS)
        if not workers:
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        if not welcome:
            context.add_init_script("try { localStorage.setItem('qttt-welcomed', 'yes'); } catch {}")
        page = context.new_page()
        if clock:
            page.clock.install()
        shown = cls(address, context, page, game)
        page.on("console", lambda said: shown.noted(said.text, said.type in ("error", "warning")))
        page.on("pageerror", lambda error: shown.noted(error.stack or str(error)))
        page.on("request", lambda asked: shown.noted(asked.url, not asked.url.startswith((address, "data:", "blob:"))))
        page.goto(shown.link(moves, options))
        shown.at(moves)
        return shown

    def noted(self, words: str, wrong: bool = True) -> None:
        """Note a problem."""
        if wrong:
            self.problems.append(words)

    def link(self, moves: str, options: Mapping[str, str] | None = None) -> str:
        """The address of a game after some moves."""
        query = {"game": self.game, **(OPTIONS.get(self.game, {}) if options is None else options)}
        page = "" if self.address.endswith(".html") else "/page/"
        return f"{self.address}{page}?{urlencode(query | ({'moves': moves} if moves else {}))}"

    @property
    def board(self) -> Locator:
        """The board."""
        return self.page.locator("#board")

    @property
    def headline(self) -> Locator:
        """Who is to act, and what the position is worth."""
        return self.page.locator("#worth")

    @property
    def moves(self) -> str:
        """The moves that are shown."""
        return self.board.get_attribute("data-moves") or ""

    def at(self, moves: str | re.Pattern[str]) -> None:
        """Wait until the position after some moves is shown."""
        expect(self.board).to_have_attribute("data-moves", moves)

    def ready(self, state: str = "ready") -> None:
        """Wait until the values of the position are there, or what stands for them."""
        expect(self.board).to_have_attribute("data-state", state)

    def show(self, moves: str) -> None:
        """Go to other moves of the same game, as the browser's history does, and wait for their values."""
        go = "(link) => { history.pushState(null, '', link); dispatchEvent(new PopStateEvent('popstate')); }"
        self.page.evaluate(go, self.link(moves))
        self.at(moves)
        self.ready()

    def click(self, *squares: int) -> None:
        """Click on squares."""
        for number in squares:
            self.square(number).click()

    def square(self, number: int) -> Locator:
        """The button of a square."""
        return self.page.locator(f'.square[data-square="{number}"]')

    def row(self, action: str) -> Locator:
        """The line of an action in the list."""
        return self.page.locator(f'#actions [data-action="{action}"]')

    def card(self, action: str) -> Locator:
        """The card of a settlement or of a result, under the board."""
        return self.page.locator(f'#results [data-action="{action}"]')

    def tab(self, name: str) -> Locator:
        """Open a tab; its sheet."""
        self.page.locator(f'[role=tab][data-tab="{name}"]').click()
        sheet = self.page.locator(f"#tab-{name}")
        expect(sheet).to_be_visible()
        return sheet

    def choose(self, player: str, name: str) -> None:
        """Choose who plays X, O or nature."""
        self.tab("play").locator(f"[data-plays={player}]").select_option(name)

    def paste(self, text: str) -> None:
        """Paste a text, and open it."""
        sheet = self.tab("share")
        sheet.locator("#pasted").fill(text)
        sheet.locator("#open-pasted").click()

    def copied(self, button: Locator) -> str:
        """What a button puts on the clipboard."""
        self.page.evaluate("() => navigator.clipboard.writeText('')")
        button.click()
        expect(self.page.locator("#said")).to_contain_text("Copied")
        return str(self.page.evaluate("() => navigator.clipboard.readText()"))

    def says(self, words: str) -> None:
        """Wait for a message about a problem."""
        expect(self.page.locator("#problem")).to_contain_text(words)
