"""A page of the explorer in a browser, in the words of the tests."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PROGRAM = "import sys; from qttt.app.cli import main; sys.exit(main())"
STARTS = {"sqt": {"q": "1/2"}, "probabilistic": {"seed": "1"}}
"""Options with which the tests open the games that need some."""
PATIENCE = 300
"""Seconds in which a game must be solved on a slow machine; its kernels may have to be compiled first."""

LATE = int(os.environ.get("QTTT_LATE", "0"))
"""Milliseconds by which answers of the server may be late, each by its own share, and so come in any order."""
HOLD = """
const ask = fetch;
fetch = (...of) => ask(...of).finally(() => new Promise((go) => setTimeout(go, %d * Math.random())));
"""

expect.set_options(timeout=60_000)


def chromium() -> str | None:
    """Chromium as the system has it."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


@dataclass
class Server:
    """A server that runs in a process of its own."""

    address: str
    process: subprocess.Popen[str]

    @classmethod
    def begin(cls, *arguments: str, environment: Mapping[str, str]) -> Server:
        """Start the command and wait for the address that it prints."""
        command = [sys.executable, "-c", PROGRAM, "explore", "--no-browser", *arguments]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=dict(environment))
        assert process.stdout
        line = process.stdout.readline()
        assert " is at http" in line, (line, process.stderr and process.stderr.read())
        return cls("/".join(line.split(" is at ")[1].split(";")[0].split("/")[:3]), process)

    def ask(self, path: str, **parameters: str) -> Any:
        """The answer of the API."""
        query = f"?{urlencode(parameters)}" if parameters else ""
        with urllib.request.urlopen(f"{self.address}/api/v1{path}{query}", timeout=60) as response:
            return json.load(response)

    def refused(self, path: str, **parameters: str) -> tuple[int, dict[str, Any]]:
        """The status and the error of a question without an answer."""
        try:
            self.ask(path, **parameters)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)["error"]
        raise AssertionError(f"{path} was answered")

    def wait_for(self, game: str, **options: str) -> None:
        """Wait until a game is solved."""
        until = time.monotonic() + PATIENCE
        while self.ask(f"/{game}", **(options or STARTS.get(game, {})))["solved"]["state"] != "ready":
            assert time.monotonic() < until, f"{game} is not solved after {PATIENCE} s"
            time.sleep(0.2)

    def end(self) -> int:
        """Interrupt the server, as Ctrl-C does; the exit code."""
        import signal

        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=30)


Open = Callable[..., "Explorer"]
"""Opens the page of a game."""


@dataclass
class Explorer:
    """The page of a game, after its values have arrived."""

    server: Server
    context: BrowserContext
    page: Page
    problems: list[str]
    game: str
    problems_expected: bool = False
    """Whether the browser may report requests that the server rejects."""

    @classmethod
    def open(
        cls, server: Server, browser: Browser, game: str, moves: str, options: dict[str, str], **how: Any
    ) -> Explorer:
        """Open a game after some moves; `how` are settings of the browser, such as `color_scheme`."""
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **how})
        if LATE:
            context.add_init_script(HOLD % LATE)
        page = context.new_page()
        problems: list[str] = []
        page.on("console", lambda said: problems.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        query = urlencode({**(options or STARTS.get(game, {})), **({"moves": moves} if moves else {})})
        page.goto(f"{server.address}/{game}" + (f"?{query}" if query else ""))
        opened = cls(server, context, page, problems, game)
        opened.at(moves)
        return opened

    @property
    def board(self) -> Locator:
        """The board."""
        return self.page.locator("#board")

    def at(self, moves: str) -> None:
        """Wait until the position after some moves is shown with its values."""
        expect(self.board).to_have_attribute("data-moves", moves)
        expect(self.board).to_have_attribute("data-solved", "ready")

    def show(self, moves: str) -> None:
        """Go to other moves of the same game, as the browser's history does."""
        options = STARTS.get(self.game, {})
        query = urlencode({**options, **({"moves": moves} if moves else {})})
        self.page.evaluate(
            "(link) => { history.pushState(null, '', link); dispatchEvent(new PopStateEvent('popstate')); }",
            f"/{self.game}" + (f"?{query}" if query else ""),
        )
        self.at(moves)

    def square(self, number: int) -> Locator:
        """The button of a square."""
        return self.page.locator(f'.square[data-square="{number}"]')

    def click(self, *squares: int) -> None:
        """Click on squares."""
        for number in squares:
            self.square(number).click()

    def token(self, token: str) -> Locator:
        """The button of an action in the list of values."""
        return self.page.locator(f'#actions [data-token="{token}"]')

    def tab(self, name: str) -> Locator:
        """Open a tab; its sheet."""
        self.page.locator(f'[role=tab][data-tab="{name}"]').click()
        return self.page.locator(f"#tab-{name}")

    def says(self, words: str) -> None:
        """Wait for a message about a problem."""
        expect(self.page.locator("#problem")).to_contain_text(words)

    def hold(self, asked: str) -> list[Route]:
        """The next question whose address matches, once it is asked; it waits for `continue_`."""
        held: list[Route] = []

        def keep(route: Route) -> None:
            held.append(route)

        self.page.route(re.compile(asked), keep, times=1)
        return held

    @property
    def values(self) -> dict[str, str]:
        """The value of each action in the list, by its token, as the page shows it."""
        rows = self.page.locator("#actions .row")
        found = {}
        for row in rows.all():
            value = row.locator(".of b").inner_text().removeprefix("★ ")
            for chip in row.locator(".chip").all():
                found[chip.get_attribute("data-token") or ""] = value
        return found
