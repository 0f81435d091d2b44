"""One server and one browser for all tests of the explorer."""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from qttt.oracle import games, store

from .browsing import ARGUMENTS, Explorer, Open, Server, chromium


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all tablebases of the server. Tests that run side by side share one; the first one fills it."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "explorer-cache"


@pytest.fixture(scope="session")
def server(cache: Path) -> Iterator[Server]:
    """A server with all games solved."""
    _filled(cache)
    found = Server.begin(environment={**os.environ, "XDG_CACHE_HOME": str(cache)})
    try:
        for game in games():
            found.wait_for(game)
        (cache / "full").touch()
        yield found
    finally:
        found.end()


def _filled(cache: Path) -> None:
    """Wait for whoever fills the store; whoever is first copies what the user has."""
    try:
        cache.mkdir()
    except FileExistsError:
        until = time.monotonic() + 600
        while not (cache / "full").exists() and time.monotonic() < until:
            time.sleep(0.5)
        return
    if store.user_folder().is_dir():
        shutil.copytree(store.user_folder(), cache / "qttt")


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
def explore(server: Server, browser: Browser) -> Iterator[Open]:
    """Opens pages, and closes them. Fails if a page has written errors or warnings to its console."""
    opened: list[Explorer] = []

    def open_page(game: str, moves: str = "", options: dict[str, str] | None = None, **how: object) -> Explorer:
        opened.append(Explorer.open(server, browser, game, moves, options or {}, **how))
        return opened[-1]

    yield open_page
    for each in opened:
        each.context.close()
    problems = [problem for each in opened if not each.problems_expected for problem in each.problems]
    assert problems == []
