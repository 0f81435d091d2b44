"""Long input: the work grows as the input does. Calls are counted, not seconds."""

import io
from collections.abc import Callable
from cProfile import Profile
from pstats import Stats
from typing import Any

import pytest

from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import random_board
from qttt.reference.probabilistic.file import read_csv

from .conftest import Run

BOARD = random_board(1)


def written(plies: int) -> str:
    """A game in which nothing happens, move after move."""
    return " ".join(f"{'OX'[ply % 2]}{ply}.5 neutral" for ply in range(1, plies + 1))


def rows(boards: int) -> str:
    """Different boards as the text of a CSV file."""
    return "\n".join(
        ",".join(str(part) for square in random_board(1, at) for part in square) for at in range(1, boards + 1)
    )


def calls(run: Callable[[], Any]) -> int:
    """How many calls of functions, those in C included, a run makes."""
    profile = Profile()
    profile.runcall(run)
    return int(Stats(profile).total_calls)  # type: ignore[attr-defined]


def more_calls(run: Callable[[int], Any], size: int) -> float:
    """Calls for each further part of an input of some size, where the first parts have been paid for."""
    run(size)
    return (calls(lambda: run(2 * size)) - calls(lambda: run(size))) / size


@pytest.mark.parametrize("size", [200, 1600])
def test_reading_a_game_costs_the_same_for_each_ply(size: int) -> None:
    """A ply is two tokens; the work for one does not depend on how many came before."""
    texts = {plies: written(plies) for plies in (size, 2 * size)}
    assert more_calls(lambda plies: Probabilistic(BOARD).read(texts[plies]), size) < 120


@pytest.mark.parametrize("size", [50, 400])
def test_reading_boards_costs_the_same_for_each_board(size: int) -> None:
    texts = {boards: rows(boards) for boards in (size, 2 * size)}
    assert more_calls(lambda boards: read_csv(texts[boards]), size) < 400


def test_answer_costs_the_same_for_each_ply(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(plies: int) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(written(plies)))
        assert qttt("best", "probabilistic", "--random", "1", "-").code == 0

    assert more_calls(run, 400) < 200
