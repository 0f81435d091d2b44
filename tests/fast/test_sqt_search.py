"""The source's searches against plain minimax on the successors of keys, on late positions of random games."""

import random
from fractions import Fraction
from typing import Any

import numba
import numpy as np
import pytest

from qttt.fast.goff import key, rules
from qttt.fast.goff.board import PLACE_SQUARES, place
from qttt.fast.goff.moves import NEXT, SPAN, WORK, expand
from qttt.fast.goff.outcome import UNFINISHED, X_DOUBLE
from qttt.fast.sqt import search
from qttt.fast.sqt.setting import UNIT, Setting

PROBABILITIES = [Fraction(q) for q in ("0", "1", "1/20", "3/4", "2/7")]
EARLIEST, POSITIONS = 5, 8


def late_position(generator: random.Random) -> tuple[Any, int]:
    """The board and the key of a settled position of a random game, of ply 5 or 6."""
    while True:
        board, position, ply = search.empty_board(), rules.INITIAL, 0
        last = generator.choice((EARLIEST, EARLIEST, EARLIEST + 1))
        while rules.outcome(position) == UNFINISHED and ply < last:
            move = generator.choice(rules.actions(position))
            position, ply = rules.play(position, move), ply + 1
            if position & key.FIELD:
                root = int(PLACE_SQUARES[move][generator.choice((0, 1))])
                u, _ = PLACE_SQUARES[move].tolist()
                position = rules.play(position, rules.SEL_A if root == u else rules.SEL_B)
                search.settle(board, ply, root)
            else:
                search.link(board, ply, *PLACE_SQUARES[move].tolist())
        if rules.outcome(position) == UNFINISHED:
            return board, position


def minimax(position: int, setting: Setting | None) -> Fraction:
    """The value by plain minimax; without a setting that of QT."""
    given = setting or Setting(Fraction(0))
    q, d = given.q.numerator, given.q.denominator
    scores = np.array(given.scores, np.int64) // UNIT * d**4
    work = np.empty((10, WORK), np.int64)
    return int(plain(position, key.plies(position), setting is None, d - q, q, d, scores, work)) * given.scale


@numba.njit()
def plain(position: int, ply: int, opponent: bool, p: int, q: int, d: int, scores: Any, work: Any) -> int:
    """The value of a settled position: of a closed cycle the better root for the opponent, or the expectation."""
    here = work[ply]
    over = expand(position, here)
    if over != UNFINISHED:
        return int(scores[over])
    mover = 1 if ply & 1 == 0 else -1
    best = -(1 << 62)
    for u in range(9):
        for v in range(u, 9):
            following = here[NEXT + place(u, v)]
            if following >= 0 and (u != v or here[SPAN + u] == 1 << u):
                best = max(best, mover * plain(following, ply + 1, opponent, p, q, d, scores, work))
            elif u != v and (here[SPAN + u] >> v) & 1:
                a = plain(here[NEXT + place(u, u)], ply + 1, opponent, p, q, d, scores, work)
                b = plain(here[NEXT + place(v, v)], ply + 1, opponent, p, q, d, scores, work)
                if opponent:
                    best = max(best, min(mover * a, mover * b))
                else:
                    best = max(best, mover * ((p * max(a, b) + q * min(a, b)) // d))
    return mover * best


def searched(module: Any, board: Any, ply: int, algorithm: int, setting: Setting) -> Fraction:
    """The value that a search finds with the widest window."""
    q, d = setting.q.numerator, setting.q.denominator
    scores = np.array(setting.scores, np.int64) // UNIT * d**4
    counts = np.zeros(5, np.int64)
    low, high = scores[0], scores[X_DOUBLE]
    found = module.search(board, ply, low, high, algorithm, d - q, q, d, scores, counts)
    return int(found) * setting.scale


@pytest.fixture(scope="module")
def positions() -> list[tuple[Any, int]]:
    generator = random.Random(5)
    return [late_position(generator) for _ in range(POSITIONS)]


@pytest.mark.parametrize("q", PROBABILITIES)
@pytest.mark.parametrize("algorithm", [search.NAIVE, search.MODIFIED])
def test_sqt_is_searched_to_its_value(positions: list[tuple[Any, int]], algorithm: int, q: Fraction) -> None:
    for number, (board, position) in enumerate(positions):
        setting = Setting(q, "draws-second" if number & 1 else "draws-even", double_win=number & 2 > 0)
        assert searched(search, board, key.plies(position), algorithm, setting) == minimax(position, setting)


def test_denominator_beyond_the_bound_is_rejected() -> None:
    with pytest.raises(ValueError, match="at most 4095"):
        search.search_sqt(Setting(Fraction(1, 4096)), modified=True)
