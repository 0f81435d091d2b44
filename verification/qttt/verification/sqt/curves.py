"""Values as exact functions of q: on some cells, and in the long claims on the whole of [0, 1]."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.sqt.cell import Cell, Option
from qttt.fast.sqt.curve import Curves, curves, first_moves
from qttt.fast.sqt.late import FRONT_BITS
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import Polynomial, Root, between, difference, rational, roots, value_at
from qttt.fast.sqt.setting import COLLAPSES, LARGEST_DENOMINATOR, UNIT, Scoring, Setting
from qttt.fast.sqt.solve import solve
from qttt.fast.sqt.tablebase import Tablebase
from qttt.verification import Refuted
from qttt.verification.sqt import solved
from qttt.verification.sqt.solved import AWKWARD, GRID, SCORINGS, SMALL

PARTS = 20
CELLS = (5, 6, 9, 12, 14)
"""The low ends of the cells in units of 1 / PARTS. The first, third and fourth contain 2/7, 16383/32767 and 71/113; in
the second the best first moves change; the last contains the zero."""
POINTS = (*GRID, *SMALL, *AWKWARD)
SEED = 2028
RANDOM = 40

Functions = Mapping[int, Piecewise]
"""The functions of positions, by their keys."""
Solve = Callable[[Scoring, int], Functions]
"""The functions of the first moves, of a scoring and the low end of a cell, in units of 1 / PARTS."""


@cache
def one_game(scoring: Scoring) -> Tablebase:
    """The part of the tablebase with one scoring, on the grid, without the double win."""
    table = solved.tablebase()
    settings = [s for s in table.settings if s.scoring == scoring and not s.double_win and s.q in GRID]
    lanes = [table.settings.index(setting) for setting in settings]
    return replace(table, settings=tuple(settings), rows=tuple(rows[:, lanes] for rows in table.rows))


def _on_cell(kind: type[Cell], scoring: Scoring, low: int) -> Functions:
    keys = [*first_moves().values()]
    return dict(zip(keys, kind(one_game(scoring), low, low + 1, PARTS).functions(keys), strict=True))


@cache
def on_cell(scoring: Scoring, low: int) -> Functions:
    """The functions that the fast engine finds."""
    return _on_cell(Cell, scoring, low)


def cells_have_the_solved_values(functions: Solve = on_cell) -> str:
    """On five cells each first move's function passes through the solved values, also at the ends and at q with large
    denominators, and is of the kind that the lemmas state. With draws-second the last cell contains the only zero."""
    pieces = 0
    for scoring in SCORINGS:
        for low in CELLS:
            of_moves = functions(scoring, low)
            found = {0: reduce(Piecewise.max, of_moves.values()), **of_moves}
            pieces += _checked(found, scoring, Fraction(low, PARTS), Fraction(low + 1, PARTS))
    the_only_zero_is(reduce(Piecewise.max, functions("draws-second", CELLS[-1]).values()))
    return f"{len(CELLS)} cells of 1/{PARTS}, both scorings, {len(first_moves())} first moves: {pieces} pieces"


def _checked(functions: Functions, scoring: Scoring, low: Fraction, high: Fraction) -> int:
    """The number of pieces, after comparing functions on [low, high] with solved values and with what lemmas state."""
    points = [q for q in POINTS if low <= q <= high]
    for key, function in functions.items():
        goes_through(function, key, scoring, points, solved.tablebase_with)
        is_of_its_kind(f"key {key:#x}, {scoring}", function, low, high)
    return sum(len(function.pieces) for function in functions.values())


ZERO: Polynomial = (-4, 2, 1, 5)
"""5 q**3 + q**2 + 2 q - 4, whose only real root is the zero."""


def the_only_zero_is(value: Piecewise) -> None:
    """Raises `Refuted` unless the function has exactly one zero, the root of ZERO, which is near 0.75."""
    zeros = value.zeros()
    if [zero.minimal for zero in zeros] != [ZERO] or not Fraction(7, 10) < zeros[0].low <= zeros[0].high < Fraction(
        4, 5
    ):
        raise Refuted(f"the zeros are {', '.join(f'{float(zero)} of {zero.minimal}' for zero in zeros) or 'none'}")


def goes_through(
    function: Piecewise, key: int, scoring: Scoring, points: Sequence[Fraction], table: Callable[[Setting], Tablebase]
) -> None:
    """Raises `Refuted` unless a function has the solved values at these points."""
    for q in points:
        setting = Setting(q, scoring)
        solved_value = table(setting).value(key, setting)
        if function(q) * UNIT != solved_value:
            raise Refuted(f"key {key:#x}, {setting}: {function(q) * UNIT} by the function, {solved_value} solved")


def is_of_its_kind(name: str, function: Piecewise, low: Fraction, high: Fraction) -> None:
    """Raises `Refuted` unless a function is continuous on [low, high], never increases, and consists of polynomials
    with integer coefficients, of degree at most 4, with neighbours different."""
    ends, pieces = function.ends, function.pieces
    if (ends[0], ends[-1]) != (rational(low), rational(high)) or len(ends) != len(pieces) + 1:
        raise Refuted(f"{name}: from {float(ends[0])} to {float(ends[-1])}, {len(pieces)} pieces, {len(ends)} ends")
    if any(not a < b for a, b in pairwise(ends)):
        raise Refuted(f"{name}: the ends do not ascend")
    for piece in pieces:
        if len(piece) > COLLAPSES + 1 or not all(isinstance(coefficient, int) for coefficient in piece):
            raise Refuted(f"{name}: the piece {piece}")
    for end, (left, right) in zip(ends[1:-1], pairwise(pieces), strict=True):
        if left == right or remainder(difference(left, right), end.minimal):
            raise Refuted(f"{name}: {left} and {right} do not meet at {float(end)}, or are the same")
    for start, stop, piece in function.parts():
        if rises(piece, start, stop):
            raise Refuted(f"{name}: {piece} increases between {float(start)} and {float(stop)}")


def remainder(a: Polynomial, divisor: Polynomial) -> tuple[Fraction, ...]:
    """The remainder of a polynomial after division by another; if it is (), the first is zero where the second is."""
    rest = [Fraction(coefficient) for coefficient in a]
    while len(rest) >= len(divisor):
        factor = rest[-1] / divisor[-1]
        for k, coefficient in enumerate(divisor):
            rest[len(rest) - len(divisor) + k] -= factor * coefficient
        rest.pop()
    return tuple(rest) if any(rest) else ()


def rises(piece: Polynomial, low: Root, high: Root) -> bool:
    """Whether a polynomial increases somewhere between two ends: its slope is positive between two of its zeros."""
    slope = tuple(k * coefficient for k, coefficient in enumerate(piece))[1:]
    if not any(slope):
        return False
    cuts = [low, *(root for root in roots(slope) if low < root < high), high]
    return any(value_at(slope, between(a, b)) > 0 for a, b in pairwise(cuts))


LOW, HIGH = 5, 10
"""A wide cell, in units of 1 / PARTS."""
PLIES = (3, 4, 5, 6)
POSITIONS = 100


def cells_value_positions_of_every_ply(kind: type[Cell] = Cell) -> str:
    """Random stored positions: their functions pass through the values at the source's q on the cell and its ends."""
    generator = np.random.default_rng(SEED + 1)
    points = [Fraction(part, PARTS) for part in range(LOW, HIGH + 1)]
    for scoring in SCORINGS:
        table = one_game(scoring)
        cell = kind(table, LOW, HIGH, PARTS)
        for ply in PLIES:
            keys = generator.choice(table.keys[ply], POSITIONS).tolist()
            for key, function in zip(keys, cell.functions(keys), strict=True):
                goes_through(function, key, scoring, points, solved.tablebase_with)
    return f"{len(SCORINGS) * len(PLIES) * POSITIONS:,} functions, seed {SEED + 1}"


# The whole of [0, 1]


@cache
def whole(scoring: Scoring, double_win: bool = False) -> Curves:
    """The exact functions of one scoring."""
    return curves(Cpu(), scoring, double_win)


@cache
def random_points() -> tuple[Fraction, ...]:
    """Random rational numbers in [0, 1], with denominators of every size."""
    random = Random(SEED)
    denominators = (random.randint(2, LARGEST_DENOMINATOR) for _ in range(RANDOM))
    return tuple(sorted({Fraction(random.randint(0, d), d) for d in denominators}))


@cache
def solved_at_random() -> Tablebase:
    return solve(Cpu(), [Setting(q, scoring) for q in random_points() for scoring in SCORINGS]).tablebase


def curves_have_the_solved_values(found: Callable[[Scoring], Curves] = whole) -> str:
    """The root and every first move, both scorings: solved values on the grid, at q with large denominators and at
    random q; and the kind of function. With draws-second there is one zero."""
    told = []
    for scoring in SCORINGS:
        of_game = found(scoring)
        functions = {0: of_game.value, **dict(zip(first_moves().values(), of_game.first_moves.values(), strict=True))}
        _checked(functions, scoring, Fraction(0), Fraction(1))
        for key, function in functions.items():
            goes_through(function, key, scoring, random_points(), lambda _: solved_at_random())
        told.append(f"{scoring} {len(of_game.value.pieces)} pieces")
    the_only_zero_is(found("draws-second").value)
    points = len({*POINTS, *random_points()})
    return f"{', '.join(told)} of the value of the game; {points} values of q, seed {SEED}"


# Mutants


class OnlyTheLowerBoundCounts(Cell):
    """Only the option with the largest guaranteed value is kept."""

    def _worthwhile(self, *arguments: Any) -> list[Option]:
        return [max(super()._worthwhile(*arguments), key=lambda option: option.least)]


class RootsAlikeCountOnce(Cell):
    """Only one of two roots that lead to the same position is kept."""

    def _worthwhile(self, mover: int, bounds: Any, joins: Iterable[int], cycles: Iterable[list[int]]) -> list[Option]:
        different = (list(dict.fromkeys(roots)) for roots in cycles)
        return super()._worthwhile(mover, bounds, joins, [(roots * 2)[: max(2, len(roots))] for roots in different])


class _O8ClosesNoCycle(Cell):
    def _value_of_choice(self, choice: int) -> Piecewise:
        return super()._value_of_choice(choice & FRONT_BITS)


@cache
def only_what_is_best_at_the_ends_is_kept(scoring: Scoring, low: int) -> Functions:
    return _on_cell(OnlyTheLowerBoundCounts, scoring, low)


@cache
def o8_closes_no_cycle(scoring: Scoring, low: int) -> Functions:
    return _on_cell(_O8ClosesNoCycle, scoring, low)


def the_first_piece_goes_on(scoring: Scoring, low: int) -> Functions:
    ends = Fraction(low, PARTS), Fraction(low + 1, PARTS)
    return {name: Piecewise.of(*ends, function.pieces[0]) for name, function in on_cell(scoring, low).items()}


def ends_of_pieces_are_rounded(scoring: Scoring, low: int) -> Functions:
    def rounded(function: Piecewise) -> Piecewise:
        inner = tuple(rational((end.low + end.high).limit_denominator(2**20) / 2) for end in function.ends[1:-1])
        return Piecewise((function.ends[0], *inner, function.ends[-1]), function.pieces)

    return {name: rounded(function) for name, function in on_cell(scoring, low).items()}


def the_first_piece_goes_on_to_1(scoring: Scoring) -> Curves:
    first = whole(scoring).value.pieces[0]
    return replace(whole(scoring), value=Piecewise.of(Fraction(0), Fraction(1), first))


def first_moves_are_exchanged(scoring: Scoring) -> Curves:
    moves = whole(scoring).first_moves
    return replace(whole(scoring), first_moves=dict(zip(moves, reversed([*moves.values()]), strict=True)))
