"""The recursion of the page on arrays, move by move.

This module shares with the fast engine only the successors of a position: the keys by place, and the outcome codes.
Every pair of squares is a move: to one successor if it joins two components, otherwise to the two settlements of a
closed cycle. Values for q = j / d are integers, in units of 5 points: without division, at a scale that grows by a
factor of d per ply; or at one scale, where every division must be exact.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.goff.board import PLACES, SQUARES, place
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.rules import SUCCESSORS
from qttt.fast.sqt.setting import UNIT, Setting
from qttt.verification import Refuted

LAST_PLY = 9


class Remainder(Refuted):
    """A division leaves a remainder."""


class Plain:
    """The recursion in some settings. With `divides` the scale of values is d ** 4 at every ply."""

    def __init__(self, settings: Sequence[Setting], divides: bool = False) -> None:
        self.settings = settings
        self.d = np.array([setting.q.denominator for setting in settings], np.int64)
        self.j = np.array([setting.q.numerator for setting in settings], np.int64)
        self.scores = np.array([[score // UNIT for score in setting.scores] for setting in settings], np.int64).T
        self._divides = divides
        self.factor = np.ones_like(self.d) if divides else self.d

    def step(self, ply: int, over: Any, at: Any, values: Any, exponent: int) -> Any:
        """The values ``[positions, lanes]`` of positions of a ply, at the scale d ** exponent.

        `over`: their outcome codes. `at` ``[positions, 46]``: the index in `values` of the successor whose new mark is
        at each place, or -1. `values`: at the same scale if the recursion divides, otherwise with one d fewer. Raises
        `Remainder`."""
        x_moves = ply % 2 == 0
        better = np.maximum if x_moves else np.minimum
        worst = (-1 if x_moves else 1) * np.abs(self.scores).max() * self.d**exponent
        best = np.broadcast_to(worst, (len(over), len(self.d))).copy()
        alone = (at >= 0).sum(axis=1) == 1
        for v in range(SQUARES):
            on_v = at[:, place(v, v)]
            final = np.flatnonzero(alone & (on_v >= 0))
            best[final] = values[on_v[final]] * self.factor
            for u in range(v):
                joined, on_u = at[:, place(u, v)], at[:, place(u, u)]
                joins = np.flatnonzero(joined >= 0)
                best[joins] = better(best[joins], values[joined[joins]] * self.factor)
                closes = np.flatnonzero((joined < 0) & (on_u >= 0) & (on_v >= 0))
                best[closes] = better(best[closes], self.collapse(values[on_u[closes]], values[on_v[closes]]))
        ended = np.flatnonzero(over != UNFINISHED)
        best[ended] = self.scores[over[ended]] * self.d**exponent
        return best

    def collapse(self, a: Any, b: Any) -> Any:
        """p max + q min. Rule: SQT-VALUE-1"""
        larger, smaller = np.maximum(a, b), np.minimum(a, b)
        if self._divides:
            for value in (larger, smaller):
                wrong = np.argwhere(value % self.d)
                if len(wrong):
                    row, lane = wrong[0]
                    raise Remainder(f"{value[row, lane]} is not a multiple of {self.d[lane]}, {self.settings[lane]}")
            larger, smaller = larger // self.d, smaller // self.d
        return (self.d - self.j) * larger + self.j * smaller

    def to_the_end(self, keys: Any, ply: int) -> Any:
        """The values of settled positions of a ply, at the scale d ** (9 - ply), by every game that follows. Only
        without division."""
        over, following = successors(keys)
        if ply == LAST_PLY:
            return self.scores[over]
        later = np.unique(following[following >= 0])
        at = np.where(following >= 0, np.searchsorted(later, following), -1)
        return self.step(ply, over, at, self.to_the_end(later, ply + 1), LAST_PLY - ply)


def successors(keys: Any) -> tuple[Any, Any]:
    """The outcome codes of settled positions, and the key of each successor by place, -1 for a missing one."""
    over, following = np.empty(len(keys), np.int64), np.empty((len(keys), PLACES + 1), np.int64)
    Cpu().launch(SUCCESSORS, len(keys), keys, over, following)
    return over, following
