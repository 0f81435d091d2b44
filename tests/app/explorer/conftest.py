"""One application for all tests of the explorer, and one server and one browser for those of its page."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from qttt.oracle import games, store

from .application import Application
from .browsing import ARGUMENTS, Explorer, Open, chromium


@pytest.fixture(scope="session")
def application(shared_folder: Path) -> Iterator[Application]:
    """The application. A game is solved when it is first asked about."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "user_folder", lambda: shared_folder)
        yield Application()


@pytest.fixture(scope="session")
def address(application: Application) -> Iterator[str]:
    """The address of a server, with all games solved."""
    for name in games():
        application.oracle(name)
    with application.served() as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or whatever Chromium the system has."""
    path = chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is missing: apt-get install chromium")
        pytest.skip("the tests in a browser need Chromium, such as that of apt-get install chromium")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def explore(address: str, browser: Browser) -> Iterator[Open]:
    """Opens pages, and closes them. Fails if a page has written errors or warnings to its console."""
    opened: list[Explorer] = []

    def open_page(game: str, moves: str = "", options: dict[str, str] | None = None, **how: Any) -> Explorer:
        opened.append(Explorer.open(address, browser, game, moves, options or {}, **how))
        return opened[-1]

    yield open_page
    for each in opened:
        each.context.close()
    problems = [problem for each in opened if not each.problems_expected for problem in each.problems]
    assert problems == []
