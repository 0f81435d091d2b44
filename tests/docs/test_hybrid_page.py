"""The tables of docs/hybrid.md, against what ships."""

from pathlib import Path

import pytest

from qttt.oracle import game
from qttt.oracle.oracle import early

DOCS = Path(__file__).resolve().parents[2] / "docs"


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading of the page."""
    below = (DOCS / "hybrid.md").read_text(encoding="utf-8").split(f" {heading}\n")[1].split("\n#")[0]
    table = [line.strip("| ").split(" | ") for line in below.splitlines() if line.startswith("|")]
    return table[2:]


def test_replies() -> None:
    truth = early(game("hybrid"), find=lambda: pytest.fail("not looked up"))
    assert truth
    for move, result, value, best in rows("Replies"):
        position = f"X1.{move} " + result.strip("`")
        assert (str(truth.value(position)), ", ".join(map(str, truth.best(position)))) == (value, best)
