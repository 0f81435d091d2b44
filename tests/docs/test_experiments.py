"""The data of the experiments: complete, and of one piece."""

import json
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any

import experiments
import pytest


@pytest.fixture
def data() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((experiments.FOLDER / "data.json").read_text(encoding="utf-8"))
    return found


def test_stored_data_is_complete(data: dict[str, Any]) -> None:
    assert {*data["matches"]} == {*experiments.matches()}
    assert {*data["nodes"]} == {*experiments.searches()}
    assert data["values"] == {"minimal": "1", "moderate": "1/2", "high": "5/32"}
    assert experiments.written(data) == (experiments.FOLDER / "data.json").read_text(encoding="utf-8")
    assert data["printed"] == experiments.PRINTED


def test_table_of_figures_is_that_of_the_data(data: dict[str, Any]) -> None:
    stored = (experiments.FOLDER / "figures-13-24.csv").read_bytes()
    assert stored == experiments.table(data)
    assert [*Counter(line[:2] for line in stored.decode().splitlines()[1:]).items()] == [
        (f"{figure}", 3) for figure in range(13, 25)
    ]


def disagreements(data: dict[str, Any]) -> Iterator[str]:
    """Matches whose parts do not fit together: samples and exact chances, chances and losses."""
    for name, match in data["matches"].items():
        value = {"minimal": 1.0, "moderate": 0.5, "high": 0.15625}[name.split()[0]]
        of_x, of_o = sum(match["plies"][::2]), sum(match["plies"][1::2])
        won, lost, *_ = match["chances"]
        if abs(sum(match["chances"]) - 1) > 1e-7 or abs(won - lost - (value - of_x + of_o)) > 1e-7:
            yield f"{name}: exact"
        for number, sample in match["samples"].items():
            games = int(number)
            for count, chance in zip(sample["ends"], match["chances"], strict=True):
                if abs(count - games * chance) > 5 * sqrt(games * chance * (1 - chance)) + 3:
                    yield f"{name}: {games} games"
            for mean, error, exact in zip(sample["lost"], sample["errors"], (of_x, of_o), strict=True):
                if abs(mean - exact) > 6 * error + 1e-3:
                    yield f"{name}: losses of {games} games"


def test_samples_and_exact_chances_agree(data: dict[str, Any]) -> None:
    assert [*disagreements(data)] == []
    data["matches"]["high random random"]["samples"]["10000"]["ends"] = [2500] * 4
    assert len({*disagreements(data)}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["minimal random random", "high monte-carlo:100 expecti-minimax-exact-any:3"])
def test_match_is_played_again(name: str, data: dict[str, Any]) -> None:
    """Samples are held against the exact chances: NumPy does not promise the same draws on every machine (NEP 19)."""
    stored, found = data["matches"][name], experiments.match(name)
    for exact in "chances", "plies":
        assert found[exact] == pytest.approx(stored[exact], abs=1e-6)
    data["matches"][name] = found
    assert [*disagreements(data)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["minimal 3 alpha-beta", "high 2 plain", "moderate 4 alpha-beta exact"])
def test_nodes_are_counted_again(name: str, data: dict[str, Any]) -> None:
    assert experiments.nodes(name) == data["nodes"][name]
