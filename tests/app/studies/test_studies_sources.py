"""The verdicts on sources: counts against brute force, and verdicts that follow what is true."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import networkx as nx
import numpy as np
import pytest

from qttt.app.studies.sources import tang
from qttt.app.studies.sources.judged import SOURCES, Judged, page, source
from qttt.app.studies.verdicts import FAILS, HOLDS, PARTLY
from qttt.oracle import game, solve

DOCS = Path(__file__).resolve().parents[3] / "docs" / "sources"


@pytest.mark.parametrize("squares", [1, 2, 3, 4, 5])
def test_forests_are_counted(squares: int) -> None:
    pairs = [*combinations(range(squares), 2)]
    for links in range(squares + 1):
        graphs = (nx.Graph(chosen) for chosen in combinations(pairs, links))
        assert tang.forests(squares, links) == sum(not links or nx.is_forest(graph) for graph in graphs)


def test_trees_of_nine_squares_are_as_many_as_cayley_says() -> None:
    assert tang.forests(9, 8) == 9**7


class Said:
    """An oracle that says that these first moves are worth 10 and all others 0."""

    game = game("goff")

    def __init__(self, *best: str) -> None:
        self.best = best

    def values(self, position: Any) -> dict[Any, Fraction]:
        return {action: Fraction(10 * (str(action) in self.best)) for action in self.game.actions(position)}


@pytest.mark.parametrize(
    ("best", "verdict"), [(("1-9", "3-7"), HOLDS), (("1-9", "3-7", "1-3"), PARTLY), (("1-3",), FAILS)]
)
def test_verdict_on_the_first_move_follows_from_the_values(best: tuple[str, ...], verdict: str) -> None:
    found = tang.first_move(Said(*best))  # type: ignore[arg-type]
    assert found.verdict == verdict
    assert all(move in found.truth for move in best)


@pytest.mark.parametrize(("looked", "verdict"), [(10_000_001, HOLDS), (10_000_000, FAILS)])
def test_verdict_on_the_states_follows_from_their_number(
    looked: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Table:
        values = (SimpleNamespace(), np.array([0.0, 0.0, 1.0]))

        def __len__(self) -> int:
            return looked

        def learn(self, *arguments: Any) -> None:
            pass

        def contents(self) -> Any:
            return self.values

    learner = SimpleNamespace(options=SimpleNamespace(games=50_000), step=lambda part: "", table=[1], ground=None)
    learner.tree_for = lambda through: None
    monkeypatch.setattr(tang, "Td", lambda *arguments: learner)
    monkeypatch.setattr(tang, "table_of", lambda *arguments: Table())
    monkeypatch.setattr(tang, "_strength", lambda *arguments: iter(()))
    states, zeros = tang.td(None, 1, lambda done, total: None)  # type: ignore[arg-type]
    assert states.verdict == verdict
    assert f"{looked:,}" in states.truth
    assert (zeros.verdict, zeros.truth[:5]) == (HOLDS, "66.7%")


@pytest.mark.parametrize("name", SOURCES)
def test_page_says_what_is_computed_without_games(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    oracle = solve(game("goff"), progress=False)
    for found in (tang.arrangements(), tang.first_move(oracle), tang.unbeatable(oracle), *tang.symmetry(oracle.game)):
        assert f"| {found.statement} | {found.place} | *{found.verdict}* | {found.truth} |" in text
    rows = [line for line in text.splitlines() if line.startswith("| ")][1:]
    judged = [Judged(*(cell.strip(" *") for cell in row.strip("|").split(" | "))) for row in rows]
    assert page(name, 1, judged) == text
    assert source(name).cited in text
