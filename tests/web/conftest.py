"""A server for each test of the page, or a file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from qttt.app.commands.explore import one_file

from .browsing import Explorer, Open
from .served import Site


@pytest.fixture
def site() -> Iterator[Site]:
    """A server, which a test may keep from serving files."""
    with Site() as serving:
        yield serving


@pytest.fixture
def explore(site: Site, browser: Browser) -> Iterator[Open]:
    """Opens pages, and closes them. Fails if a page has written errors or warnings to its console, or asked another
    host."""
    yield from opening(site.address, browser)


@pytest.fixture
def explore_file(tmp_path: Path, browser: Browser) -> Iterator[Open]:
    """The same for the page as one file, from the disk."""
    path = tmp_path / "page.html"
    path.write_bytes(one_file())
    yield from opening(path.as_uri(), browser)


def opening(address: str, browser: Browser) -> Iterator[Open]:
    """What opens the page at an address."""
    opened: list[Explorer] = []

    def open_page(game: str, moves: str = "", **how: Any) -> Explorer:
        opened.append(Explorer.open(address, browser, game, moves, **how))
        return opened[-1]

    yield open_page
    for each in opened:
        each.context.close()
    assert [problem for each in opened if not each.problems_expected for problem in each.problems] == []
