"""A page of the explorer in a browser, in the words of the tests."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from .application import STARTS

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PROGRAM = "import sys; from qttt.app.cli import main; sys.exit(main())"
HANGS = 300_000
"""Milliseconds after which a page hangs. No test waits for it."""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
COPYING = {"permissions": ["clipboard-read", "clipboard-write"]}

expect.set_options(timeout=HANGS)

COUNTED = """
window.asking = 0;
const counted = (work) => {
  asking++;
  return work.finally(() => asking--);
};
const ask = fetch;
window.fetch = (...of) => counted(ask(...of).then((answer) => {
  const read = answer.json.bind(answer);
  answer.json = () => counted(read());
  return answer;
}));
const { port1, port2 } = new MessageChannel();
window.quiet = async () => {
  do {
    await new Promise((go) => { port1.onmessage = go; port2.postMessage(0); });
  } while (asking);
};
"""
"""Counts the questions whose answers the page has not read yet. `quiet` waits for them, and for what follows."""


def chromium() -> str | None:
    """Chromium as the system has it."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


@dataclass
class Server:
    """`qttt explore` in a process of its own."""

    address: str
    process: subprocess.Popen[str]

    @classmethod
    def begin(cls, *arguments: str, environment: Mapping[str, str]) -> Server:
        """Start the command and wait until it answers at the address that it prints; only then an interrupt counts."""
        command = [sys.executable, "-c", PROGRAM, "explore", "--no-browser", *arguments]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=dict(environment))
        assert process.stdout
        line = process.stdout.readline()
        assert " is at http" in line, (line, process.stderr and process.stderr.read())
        address = "/".join(line.split(" is at ")[1].split(";")[0].split("/")[:3])
        urlopen(f"{address}/api").close()
        return cls(address, process)

    def end(self) -> tuple[int, str]:
        """Interrupt the server, as Ctrl-C does; its exit code and what it wrote to standard error."""
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate()
        return self.process.returncode, said


Open = Callable[..., "Explorer"]
"""Opens the page of a game."""


@dataclass
class Explorer:
    """The page of a game, after its values have arrived."""

    address: str
    context: BrowserContext
    page: Page
    problems: list[str]
    game: str
    problems_expected: bool = False
    """Whether the browser may report requests that the server rejects."""

    @classmethod
    def open(
        cls,
        address: str,
        browser: Browser,
        game: str,
        moves: str,
        options: dict[str, str],
        clock: bool = False,
        **how: Any,
    ) -> Explorer:
        """Open a game after some moves, if asked with a clock that the test may run; `how` are settings of the browser,
        such as `color_scheme`."""
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **how})
        context.set_default_timeout(HANGS)
        context.add_init_script(COUNTED)
        page = context.new_page()
        if clock:
            page.clock.install()
        problems: list[str] = []
        page.on("console", lambda said: problems.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        opened = cls(address, context, page, problems, game)
        page.goto(address + opened.link(moves, options))
        opened.at(moves)
        return opened

    def link(self, moves: str, options: Mapping[str, str] | None = None) -> str:
        """The path of a game after some moves."""
        query = {**(options or STARTS.get(self.game, {})), **({"moves": moves} if moves else {})}
        return f"/{self.game}?{urlencode(query)}" if query else f"/{self.game}"

    @property
    def board(self) -> Locator:
        """The board."""
        return self.page.locator("#board")

    def at(self, moves: str | re.Pattern[str]) -> None:
        """Wait until the position after some moves is shown with its values."""
        expect(self.board).to_have_attribute("data-moves", moves)
        expect(self.board).to_have_attribute("data-solved", "ready")

    def show(self, moves: str) -> None:
        """Go to other moves of the same game, as the browser's history does."""
        self.page.evaluate(
            "(link) => { history.pushState(null, '', link); dispatchEvent(new PopStateEvent('popstate')); }",
            self.link(moves),
        )
        self.at(moves)

    def click(self, *squares: int) -> None:
        """Click on squares."""
        for number in squares:
            self.square(number).click()

    def square(self, number: int) -> Locator:
        """The button of a square."""
        return self.page.locator(f'.square[data-square="{number}"]')

    def token(self, token: str) -> Locator:
        """The button of an action in the list of values."""
        return self.page.locator(f'#actions [data-token="{token}"]')

    def tab(self, name: str) -> Locator:
        """Open a tab; its sheet."""
        self.page.locator(f'[role=tab][data-tab="{name}"]').click()
        return self.page.locator(f"#tab-{name}")

    def paste(self, text: str) -> None:
        """Paste a text, and open it."""
        sheet = self.tab("share")
        sheet.locator("#pasted").fill(text)
        sheet.get_by_role("button", name="Open", exact=True).click()

    def copied(self, button: Locator) -> str:
        """What a button puts on the clipboard."""
        self.page.evaluate("() => navigator.clipboard.writeText('')")
        button.click()
        expect(self.page.locator("#said")).to_contain_text("Copied")
        return str(self.page.evaluate("() => navigator.clipboard.readText()"))

    def says(self, words: str) -> None:
        """Wait for a message about a problem."""
        expect(self.page.locator("#problem")).to_contain_text(words)

    def hold(self, asked: str) -> list[Route]:
        """The next question whose address matches, once it is asked; it waits for `let_go`."""
        held: list[Route] = []

        def keep(route: Route) -> None:  # Playwright does not take `held.append`
            held.append(route)

        self.page.route(re.compile(asked), keep, times=1)
        return held

    def let_go(self, held: list[Route]) -> None:
        """Answer a question that is held, once the page has asked it, and wait until the page has done what follows."""
        until = time.monotonic() + HANGS / 1000
        while not held:
            assert time.monotonic() < until, "the page has not asked this question"
            self.page.evaluate("() => null")
        held[0].continue_()
        self.quiet()

    def quiet(self) -> None:
        """Wait until the page has read every answer and does nothing more."""
        self.page.evaluate("() => quiet()")

    def questions(self) -> list[str]:
        """The questions to the server from now on, in a list that grows."""
        found: list[str] = []
        self.page.on("request", lambda asked: found.append(asked.url) if "/api/" in asked.url else None)
        return found

    @property
    def width(self) -> int:
        """How wide the page is, with what is reached only by scrolling sideways."""
        return int(self.page.evaluate("() => document.documentElement.scrollWidth"))

    @property
    def values(self) -> dict[str, str]:
        """The value of each action in the list, by its token, as the page shows it."""
        read = """rows => rows.flatMap(row => [...row.querySelectorAll(".chip")].map(
            chip => [chip.dataset.token, row.querySelector(".of b").innerText.replace("★ ", "")]))"""
        return dict(self.page.locator("#actions .row").evaluate_all(read))
