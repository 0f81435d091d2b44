"""A server of the page, a browser, and pages that fail the test if they write errors or ask another host."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from qttt.app import page

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HANGS = 300_000
"""Milliseconds after which a page hangs. No test waits for it."""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SETTINGS: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}

expect.set_options(timeout=HANGS)


class Quiet(SimpleHTTPRequestHandler):
    """Python's own file server, without a word."""

    def log_message(self, *_: object) -> None:
        """See `http.server`."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page, written by `qttt explore --out` below a path of a plain file server."""
    root = tmp_path_factory.mktemp("site")
    page.write(root / "games" / "play")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=root)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/games/play/page/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or whatever Chromium the system has."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is missing: apt-get install chromium")
        pytest.skip("the tests in a browser need Chromium, such as that of apt-get install chromium")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield launched
        launched.close()


Open = Callable[..., Page]
"""Opens the page of a game after some moves, with its options as `options`; `how` are settings of the browser."""


@pytest.fixture
def explore(site: str, browser: Browser) -> Iterator[Open]:
    """Opens pages, and closes them."""
    contexts, problems = list[BrowserContext](), list[str]()

    def opened(game: str, moves: str = "", options: dict[str, str] | None = None, **how: Any) -> Page:
        contexts.append(browser.new_context(**{**SETTINGS, **how}))
        contexts[-1].set_default_timeout(HANGS)
        shown = contexts[-1].new_page()
        shown.on("console", lambda said: problems.append(said.text) if said.type in ("error", "warning") else None)
        shown.on("pageerror", lambda error: problems.append(str(error)))
        shown.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((site.removesuffix("page/"), "blob:", "data:"))
                else problems.append(asked.url)
            ),
        )
        query = {"game": game, **(options or {}), **({"moves": moves} if moves else {})}
        shown.goto(f"{site}?{urlencode(query)}")
        at(shown, moves)
        return shown

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


def at(shown: Page, moves: str) -> None:
    """Wait until the position after some moves is shown with its values."""
    expect(shown.locator("#board")).to_have_attribute("data-moves", moves)
    expect(shown.locator("#board")).to_have_attribute("data-state", "ready")
