"""The tables of docs/hybrid.md, against docs/results.csv and what ships."""

import csv
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


def test_every_reading() -> None:
    with (DOCS / "results.csv").open(encoding="utf-8", newline="") as file:
        known = {row["id"]: row["value"] for row in csv.DictReader(file)}
    table = rows("Every reading")
    assert len(table) == 48
    for *chosen, value, one, two, five in table:
        options = zip(("links", "targets", "effect", "both"), chosen, ("one", "any", "reverse", "draw"), strict=True)
        changed = ",".join(f"{name}={value}" for name, value, default in options if value != default)
        ids = [":".join(filter(None, ("hybrid-1.0", changed, move))) for move in ("", "1", "2", "5")]
        assert [known[id] for id in ids] == [value, one, two, five]


@pytest.mark.parametrize("heading", ["Replies", "Replies where a control may carry two links"])
def test_replies(heading: str) -> None:
    for *effect, move, result, value, best in rows(heading):
        two = {"links": "two", "effect": effect[0]} if effect else {}
        truth = early(game("hybrid", **two), find=lambda: pytest.fail("not looked up"))
        assert truth
        position = f"X1.{move} " + result.strip("`")
        assert (str(truth.value(position)), ", ".join(map(str, truth.best(position)))) == (value, best)
