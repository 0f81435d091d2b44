"""The `pycon` blocks of the pages as tests: one for each page, and one in the long layer if a block is marked slow.

A block after the comment `<!-- slow -->` takes long; the long test runs all blocks of its page.
"""

import os
import re
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from qttt.oracle import store

SLOW = re.compile(r"^<!-- slow -->\n+```pycon\n.*?^```$", re.M | re.S)
FENCE = "```\n"
STORE = "QTTT_TESTS_STORE"
"""The variable of the environment that names the store of solved games, if the whole suite runs."""


@pytest.fixture(scope="session")
def store_of_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of solved games."""
    return Path(os.environ.get(STORE) or tmp_path_factory.mktemp("store"))


@pytest.fixture(autouse=True)
def _as_in_a_clone(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, store_of_pages: Path) -> None:
    """The blocks run at the root of the repository, without the folder of the person who runs them."""
    monkeypatch.chdir(request.config.rootpath)
    monkeypatch.setattr(store, "user_folder", lambda: store_of_pages)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = [test for item in items for test in tests_of(item)]


def tests_of(item: pytest.Item) -> list[pytest.Item]:
    """The tests of a page; any other item as it is."""
    if not isinstance(item, pytest.DoctestItem) or item.path.suffix != ".md":
        return [item]
    parent: Any = item.parent
    page = item.dtest
    for example in page.examples:
        example.want = example.want.removesuffix(FENCE)
    slow = slow_lines(page.docstring or "")
    quick = copy(page)
    quick.examples = [example for example in page.examples if example.lineno not in slow]
    items: list[pytest.Item] = []
    if quick.examples:
        items.append(pytest.DoctestItem.from_parent(parent, name=item.name, runner=item.runner, dtest=quick))
    if slow:
        whole = pytest.DoctestItem.from_parent(parent, name=f"{item.name}[slow]", runner=item.runner, dtest=page)
        whole.add_marker(pytest.mark.slow)
        items.append(whole)
    return items


def slow_lines(text: str) -> set[int]:
    """The numbers of the lines, from 0, of the blocks that are marked slow.

    >>> slow_lines("one\\n<!-- slow -->\\n\\n```pycon\\n>>> 1\\n```\\n")
    {1, 2, 3, 4, 5}
    """
    lines: set[int] = set()
    for block in SLOW.finditer(text):
        first = text.count("\n", 0, block.start())
        lines |= {*range(first, first + block[0].count("\n") + 1)}
    return lines
