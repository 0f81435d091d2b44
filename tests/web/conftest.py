"""One server and one browser for all tests of the page."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from .browsing import ARGUMENTS, Explorer, Open, chromium
from .served import Site


@pytest.fixture(scope="session")
def server() -> Iterator[Site]:
    with Site().running() as found:
        yield found


@pytest.fixture
def site(server: Site) -> Iterator[Site]:
    """The server, which a test may keep from serving files; afterwards it serves all."""
    server.sound()
    yield server
    server.sound()


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
def explore(site: Site, browser: Browser) -> Iterator[Open]:
    """Opens pages, and closes them. Fails if a page has written errors or warnings to its console, or asked another
    host."""
    opened: list[Explorer] = []

    def open_page(game: str, moves: str = "", **how: Any) -> Explorer:
        opened.append(Explorer.open(site.address, browser, game, moves, **how))
        return opened[-1]

    yield open_page
    for each in opened:
        each.context.close()
    assert [problem for each in opened if not each.problems_expected for problem in each.problems] == []
