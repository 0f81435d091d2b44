"""The source's searches of SQT against the reference's solver, on late positions of random games."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from qttt.fast.goff.board import SQUARES
from qttt.fast.goff.moves import WORK
from qttt.fast.goff.outcome import X_DOUBLE
from qttt.fast.sqt import search
from qttt.fast.sqt.setting import UNIT, Setting
from qttt.oracle.goff.translate import key_of
from qttt.reference.goff import Goff, Position
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt

PROBABILITIES = [Fraction(q) for q in ("0", "1", "1/20", "3/4", "2/7")]


def late_position(chance: random.Random) -> Position:
    """The settled position of a random game after seven plies."""
    game = Goff()
    while True:
        position = game.initial()
        while game.actor(position) and (position.ply < 7 or position.pending):
            position = game.play(position, chance.choice(game.actions(position)))
        if game.actor(position):
            return position


def searched(position: Position, algorithm: int, setting: Setting) -> Fraction:
    """The value that a search finds with the widest window."""
    q, d = setting.q.numerator, setting.q.denominator
    scores = np.array(setting.scores, np.int64) // UNIT * d**4
    nodes, work = np.zeros(1, np.int64), np.empty((SQUARES, WORK), np.int64)
    window, game = (scores[0], scores[X_DOUBLE]), (algorithm, d - q, q, d, scores)
    found = search.search(key_of(position), position.ply, *window, game, nodes, work)
    return int(found) * setting.scale


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    chance = random.Random(5)
    return [late_position(chance) for _ in range(8)]


@pytest.mark.parametrize("q", PROBABILITIES)
@pytest.mark.parametrize("algorithm", [search.NAIVE, search.MODIFIED])
def test_sqt_is_searched_to_its_value(positions: list[Position], algorithm: int, q: Fraction) -> None:
    for number, position in enumerate(positions):
        scoring: Any = "draws-second" if number & 1 else "draws-even"
        double_win = number & 2 > 0
        expected = Solver(Sqt(q, scoring, double_win)).value(position)
        assert searched(position, algorithm, Setting(q, scoring, double_win)) == expected


def test_denominator_beyond_the_bound_is_rejected() -> None:
    with pytest.raises(ValueError, match="at most 4095"):
        search.search_sqt(Setting(Fraction(1, 4096)), modified=True)
