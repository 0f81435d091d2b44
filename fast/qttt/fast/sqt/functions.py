"""The value of any position at any q, and as a function of q on the whole of [0, 1], from one tablebase.

The tablebase has values at the ends of all cells (`qttt.fast.sqt.curve.settings`). Between them the values of a
position follow from a cell (`qttt.fast.sqt.cell`); towards 0 and 1 from interpolation; after ply 6 from all ends.
Values are in units of points, as in `qttt.fast.sqt.curve`, except those of `at`, which are in points."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from threading import RLock
from typing import Any

from qttt.fast.goff.key import FIELD, canonical, plies
from qttt.fast.goff.moves import NO_SUCCESSOR
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.rules import settled
from qttt.fast.goff.solve import LAST
from qttt.fast.sqt.answers import answers, expanded
from qttt.fast.sqt.cell import Cell, O, Option, X, best, by_component
from qttt.fast.sqt.curve import EDGE, PARTS, cell_ends, edge
from qttt.fast.sqt.piecewise import Piecewise, concatenated
from qttt.fast.sqt.polynomial import polynomial
from qttt.fast.sqt.setting import UNIT, Setting
from qttt.fast.sqt.tablebase import Tablebase, collapse_value

CELLS = 4
"""Cells that are kept for values at further q: a cell remembers what it has found."""


class Functions:
    """The values of all positions of one scoring, from a tablebase of `curve.settings`.

    `known` has functions by canonical keys, which are not searched for again: those of the first moves, each of which
    takes seconds. Several threads may ask at once. Raises KeyError for a key up to ply 6 that no game reaches."""

    def __init__(self, tablebase: Tablebase, known: Mapping[int, Piecewise] | None = None) -> None:
        self.tablebase = tablebase
        self._known = dict(known or {})
        self._ends = cell_ends()
        self._solved = {setting.q: setting for setting in tablebase.settings}
        self._lock = RLock()
        self._late = lru_cache(CELLS)(self._answers_after_ply_6)
        self._cell = lru_cache(CELLS)(self._cell_of)

    @cached_property
    def solved(self) -> tuple[Fraction, ...]:
        """The q at which the tablebase has all values, ascending."""
        return tuple(sorted(self._solved))

    def at(self, key: int, q: Fraction) -> Fraction:
        """The value of a position in points, settled or pending. Raises ValueError for a q that no setting has."""
        if key & FIELD:
            return collapse_value(q, *(self.at(each, q) for each in settled(key)))
        if setting := self._solved.get(q):
            return self.tablebase.value(key, setting)
        with self._lock:
            return UNIT * self._between(canonical(key), q)

    def function(self, key: int) -> Piecewise:
        """The function of a position on [0, 1], settled or pending."""
        if key & FIELD:
            a, b = (self.function(each) for each in settled(key))
            return a.max(b).mixed(a.min(b))
        key = canonical(key)
        if key in self._known:
            return self._known[key]
        if plies(key) > LAST:
            return self._to_the_end([key])[0]
        with self._lock:
            cells = [Cell(self.tablebase, low, high, PARTS).functions([key])[0] for low, high in pairwise(self._ends)]
        return concatenated([edge(self.tablebase, key, 0), *cells, edge(self.tablebase, key, PARTS - EDGE)])

    def _to_the_end(self, keys: Sequence[int]) -> list[Piecewise]:
        """The functions of settled positions of one ply after ply 6, by all ends of play."""
        over, spans, following = expanded(keys)
        there = sorted({*following[over == UNFINISHED].ravel().tolist()} - {NO_SUCCESSOR})
        after = dict(zip(there, self._to_the_end(there), strict=True)) if there else {}
        mover = X if plies(keys[0]) % 2 == 0 else O
        return [
            self._ended(code) if code != UNFINISHED else best(mover, options(places, squares), after.__getitem__)
            for code, squares, places in zip(over.tolist(), spans.tolist(), following.tolist(), strict=True)
        ]

    def _ended(self, code: int) -> Piecewise:
        score = self.tablebase.settings[0].scores[code] // UNIT
        return Piecewise.of(Fraction(0), Fraction(1), polynomial(score))

    def _between(self, key: int, q: Fraction) -> Fraction:
        if key in self._known:
            return self._known[key](q)
        if plies(key) > LAST:
            found = self._late(q)
            return int(found.values([key])[0]) * Fraction(found.scale) / UNIT
        if not EDGE <= q * PARTS <= PARTS - EDGE:
            return edge(self.tablebase, key, 0 if q * PARTS < EDGE else PARTS - EDGE)(q)
        return self._cell(bisect_right(self._ends, q * PARTS) - 1).functions([key])[0](q)

    def _cell_of(self, number: int) -> Cell:
        return Cell(self.tablebase, self._ends[number], self._ends[number + 1], PARTS)

    def _answers_after_ply_6(self, q: Fraction) -> Any:
        first = self.tablebase.settings[0]
        return answers(Setting(q, first.scoring, first.double_win))


def options(places: Sequence[int], spans: Sequence[int]) -> list[Option]:
    """What the mover of a settled position can do, from what `qttt.fast.sqt.answers.expanded` writes about it."""
    joins, cycles = by_component(places, spans, NO_SUCCESSOR)
    alone = [key for key in places if key != NO_SUCCESSOR] if not joins and not cycles else []
    return [Option(0, 0, (key,), False) for key in [*joins, *alone]] + [
        Option(0, 0, tuple(roots), True) for roots in cycles
    ]
