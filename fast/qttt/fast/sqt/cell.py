"""The values of positions as functions of q on a cell, a closed interval of q.

Downwards, a ply at a time: the values at the cell's ends bound a position's function, and so show which successors
can matter. Upwards: the functions of what remains. Values are in units of points (`qttt.fast.sqt.setting.UNIT`), and
bounds in parts**4 to a unit, where 1 / parts is the unit of the cell's ends, so that they are integers."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from typing import TypeVar

import numpy as np

from qttt.fast.goff.board import SQUARES, place
from qttt.fast.goff.key import plies
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.solve import LAST
from qttt.fast.sqt.answers import chosen, expanded
from qttt.fast.sqt.late import FIRST_POOL, FRONT_BITS, POOL_BITS, SECOND_POOL
from qttt.fast.sqt.offers import FRONTS, POOLS, Offer
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import Polynomial, polynomial
from qttt.fast.sqt.setting import COLLAPSES, UNIT
from qttt.fast.sqt.tablebase import Tablebase

T = TypeVar("T")
X, O = 1, -1


@dataclass(frozen=True)
class Option:
    """What a mover can do: join two trees (one successor), or close a cycle in a component (two of its roots, which a
    cycle of the mover's choice offers). `least` and `most` bound what that is worth to the mover on the cell."""

    least: int
    most: int
    successors: tuple[int, ...]
    cycle: bool


class Cell:
    """The interval from low to high, in units of 1 / parts, of a game that the tablebase has valued at both ends.

    All settings of the tablebase must agree in scoring and double win. Raises KeyError if it lacks an end."""

    def __init__(self, tablebase: Tablebase, low: int, high: int, parts: int) -> None:
        self._tablebase, self._parts = tablebase, parts
        self.low, self.high = low, high
        first = tablebase.settings[0]
        self._scores = [score // UNIT for score in first.scores]
        of = {setting.q: lane for lane, setting in enumerate(tablebase.settings)}
        self._lanes = [of[Fraction(end, parts)] for end in (low, high)]
        self._functions: dict[int, Piecewise] = {}
        self._choice, self._constant = cache(self._value_of_choice), cache(self._constant_function)
        self._choice_ends = cache(lambda choice: self._ends(self._choice(choice)))

    def functions(self, keys: Sequence[int]) -> list[Piecewise]:
        """The functions of settled positions of one ply, at most 6, by their canonical keys."""
        self._value({*keys}, plies(keys[0]))
        return [self._functions[key] for key in keys]

    def _value(self, keys: Iterable[int], ply: int) -> None:
        """Value positions of one ply."""
        new = sorted({*keys} - self._functions.keys())
        if not new:
            return
        if ply == LAST:
            self._value_last(new)
            return
        over, spans, following = expanded(new)
        there = sorted({*following[over == UNFINISHED].ravel().tolist()} - {-1})
        bounds = dict(zip(there, self._bounds(there, ply + 1), strict=True))
        for key, (at_low, at_high) in bounds.items():
            if at_low == at_high:
                self._functions[key] = self._constant(at_low // self._parts**COLLAPSES)
        mover = X if ply % 2 == 0 else O
        options = {}
        for i, key in enumerate(new):
            if over[i] != UNFINISHED:
                self._functions[key] = self._constant(self._scores[over[i]])
            else:
                joins, cycles = by_component(following[i].tolist(), spans[i].tolist(), -1)
                options[key] = self._worthwhile(mover, bounds, {*joins}, cycles)
        needed = {key for kept in options.values() for option in kept for key in option.successors}
        self._value(needed, ply + 1)
        for key, kept in options.items():
            self._functions[key] = best(mover, kept, self._functions.__getitem__)

    def _value_last(self, keys: Sequence[int]) -> None:
        """Value positions of ply 6, from the choices that follow."""
        for key, over, spans, choices in zip(keys, *(array.tolist() for array in chosen(keys)), strict=True):
            if over != UNFINISHED:
                self._functions[key] = self._constant(self._scores[over])
                continue
            joins, cycles = by_component(choices, spans, None)
            bounds = {choice: self._choice_ends(choice) for choice in {*joins}.union(*cycles)}
            kept = self._worthwhile(X, bounds, {*joins}, cycles)
            self._functions[key] = best(X, kept, self._choice)

    def _worthwhile(
        self, mover: int, bounds: dict[int, tuple[int, int]], joins: Iterable[int], cycles: Iterable[list[int]]
    ) -> list[Option]:
        """The options that can matter to the mover somewhere on the cell, of these successors and components."""

        def least(successor: int) -> int:
            return bounds[successor][1] if mover == X else -bounds[successor][0]

        def most(successor: int) -> int:
            return bounds[successor][0] if mover == X else -bounds[successor][1]

        def pair(share: int, first: int, second: int) -> int:
            return (share * first + (self._parts - share) * second) // self._parts

        at_least, at_most = (self._parts - self.high, self._parts - self.low) if mover == X else (self.low, self.high)
        options = [Option(least(successor), most(successor), (successor,), False) for successor in joins]
        for roots in cycles:
            *others, second, first = sorted(roots, key=least)  # two roots may lead to the same position
            hopeful = sorted(roots, key=most)[-2:]
            rest = [root for root in others if most(root) > least(second)]
            lower = pair(at_least, least(first), least(second))
            upper = pair(at_most, most(hopeful[1]), most(hopeful[0]))
            options.append(Option(lower, upper, (first, second, *rest), True))
        firm = max(options, key=lambda option: option.least)
        return [option for option in options if option is firm or option.most > firm.least]

    def _value_of_choice(self, choice: int) -> Piecewise:
        """What O leaves of a choice at ply 8 (see `qttt.fast.sqt.late`)."""
        takes_one = FRONTS[choice & FRONT_BITS]
        takes_two = [POOLS[(choice >> shift) & POOL_BITS] for shift in (FIRST_POOL, SECOND_POOL)]
        left = [self._offer(offer) for offer in takes_one]
        left += [two_best(O, [self._offer(offer) for offer in offers]) for offers in takes_two if offers]
        return reduce(Piecewise.min, left)

    def _offer(self, offer: Offer) -> Piecewise:
        high, low = (self._scores[code] for code in offer)
        return self._function(polynomial(high, low - high))

    def _bounds(self, keys: Sequence[int], ply: int) -> list[tuple[int, int]]:
        """The values at both ends of the cell of stored positions, by their canonical keys."""
        rows = self._tablebase.rows_of(np.array(keys, np.int64), ply)[:, self._lanes].tolist()
        scales = [self._tablebase.settings[lane].scale for lane in self._lanes]
        low, high = (int(scale * self._parts**COLLAPSES / UNIT) for scale in scales)
        return [(a * low, b * high) for a, b in rows]

    def _ends(self, function: Piecewise) -> tuple[int, int]:
        """The values of a function at both ends of the cell."""
        scale = self._parts**COLLAPSES
        low, high = (int(function(Fraction(end, self._parts)) * scale) for end in (self.low, self.high))
        return low, high

    def _constant_function(self, value: int) -> Piecewise:
        return self._function(polynomial(value))

    def _function(self, piece: Polynomial) -> Piecewise:
        return Piecewise.of(Fraction(self.low, self._parts), Fraction(self.high, self._parts), piece)


def by_component(places: Sequence[T], spans: Sequence[int], none: T) -> tuple[list[T], list[list[T]]]:
    """What is at each place, sorted: what joins two components, and for each component of two squares or more what its
    roots lead to. `spans`: the mask of each square's component, 0 if the square is definite."""
    free = [s for s in range(SQUARES) if spans[s]]
    joins = [places[place(u, v)] for v in free for u in free if u < v and not spans[v] >> u & 1]
    cycles = [
        [places[place(s, s)] for s in free if span >> s & 1 and places[place(s, s)] != none]
        for span in sorted({spans[s] for s in free})
    ]
    return joins, [roots for roots in cycles if len(roots) > 1]


def best(mover: int, options: Iterable[Option], function: Callable[[int], Piecewise]) -> Piecewise:
    """What the best of the options is worth, everywhere on the cell."""
    values = []
    for option in options:
        functions = [function(successor) for successor in option.successors]
        values.append(two_best(mover, functions) if option.cycle else functions[0])
    return reduce(Piecewise.max if mover == X else Piecewise.min, values)


def two_best(mover: int, roots: Sequence[Piecewise]) -> Piecewise:
    """What a cycle is worth that the mover closes through the best two of these roots. Rule: SQT-VALUE-1"""
    better, worse = (Piecewise.max, Piecewise.min) if mover == X else (Piecewise.min, Piecewise.max)
    first, second = better(*roots[:2]), worse(*roots[:2])
    for root in roots[2:]:
        first, second = better(first, root), better(second, worse(first, root))
    return first.mixed(second) if mover == X else second.mixed(first)
