"""The source's searches of SQT against the reference's solver, on late positions of random games."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from qttt.fast.goff.outcome import X_DOUBLE
from qttt.fast.sqt import search
from qttt.fast.sqt.setting import UNIT, Setting
from qttt.reference.goff import Goff, Position, Selection
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt

PROBABILITIES = [Fraction(q) for q in ("0", "1", "1/20", "3/4", "2/7")]


def late_position(chance: random.Random) -> tuple[Any, Position]:
    """The board and the settled position of a random game after seven plies."""
    game = Goff()
    while True:
        board, position, squares = search.empty_board(), game.initial(), (0, 0)
        while game.actor(position) and (position.ply < 7 or position.pending):
            action: Any = chance.choice(game.actions(position))
            position = game.play(position, action)
            if isinstance(action, Selection):
                search.settle(board, position.ply, squares[action is Selection.B] - 1)
                continue
            squares = tuple(action)
            if not position.pending:
                search.link(board, position.ply, *(square - 1 for square in squares))
        if game.actor(position):
            return board, position


def searched(board: Any, ply: int, algorithm: int, setting: Setting) -> Fraction:
    """The value that a search finds with the widest window."""
    q, d = setting.q.numerator, setting.q.denominator
    scores = np.array(setting.scores, np.int64) // UNIT * d**4
    counts = np.zeros(5, np.int64)
    low, high = scores[0], scores[X_DOUBLE]
    return int(search.search(board, ply, low, high, algorithm, d - q, q, d, scores, counts)) * setting.scale


@pytest.fixture(scope="module")
def positions() -> list[tuple[Any, Position]]:
    chance = random.Random(5)
    return [late_position(chance) for _ in range(8)]


@pytest.mark.parametrize("q", PROBABILITIES)
@pytest.mark.parametrize("algorithm", [search.NAIVE, search.MODIFIED])
def test_sqt_is_searched_to_its_value(positions: list[tuple[Any, Position]], algorithm: int, q: Fraction) -> None:
    for number, (board, position) in enumerate(positions):
        scoring, double_win = "draws-second" if number & 1 else "draws-even", number & 2 > 0
        expected = Solver(Sqt(q, scoring, double_win)).value(position)  # type: ignore[arg-type]
        assert searched(board, position.ply, algorithm, Setting(q, scoring, double_win)) == expected


def test_denominator_beyond_the_bound_is_rejected() -> None:
    with pytest.raises(ValueError, match="at most 4095"):
        search.search_sqt(Setting(Fraction(1, 4096)), modified=True)
