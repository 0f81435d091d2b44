"""The table of functions of q that ships: made anew, held against solved values and against the rules of values; and
the functions of the game and of its first moves."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np

from qttt.fast import known
from qttt.fast.container import Arrays
from qttt.fast.goff.index import level
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.sqt import functions as fast
from qttt.fast.sqt.answers import expanded
from qttt.fast.sqt.functions import GAMES, NAME, OF_Q, PLIES, Functions
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import BITS, Polynomial, Root, between, difference, rational, roots, value_at
from qttt.fast.sqt.setting import COLLAPSES, UNIT, Scoring, Setting
from qttt.oracle.sqt.functions import FunctionsOfQ, key_after, of_table
from qttt.verification import Refuted
from qttt.verification.known import Load, compare
from qttt.verification.sqt import solved
from qttt.verification.sqt.solved import AWKWARD, GRID, SMALL

POINTS = (*GRID, *SMALL, *AWKWARD)
SEED = 2028


@cache
def made() -> known.Table:
    """The table, made anew."""
    from qttt.fast.sqt.every_q import table

    return table()


def table_is_made_anew(load: Load = known.load) -> str:
    """Every entry of the table."""
    return f"{compare(NAME, made(), load):,} entries"


def shipped() -> Arrays:
    """The arrays of the table that ships."""
    return known.load(NAME)[1]


# Values

DIGITS = 40
"""So many binary digits tell a q from the ends of pieces: where they did not, another value would be found."""


class Numbers:
    """The functions of all classes of a table, to be evaluated at many q at once."""

    def __init__(self, arrays: Arrays) -> None:
        self._first, starts, polynomials = [0], list[int](), list[Polynomial]()
        for scoring, double_win in GAMES:
            found = Functions(scoring, double_win, arrays)
            for number in range(len(arrays["lengths"])):
                pieces, at = found.of_class(number), (len(self._first) - 1) << DIGITS
                try:
                    ends = [end.digits >> BITS - DIGITS for end in fast.ends(pieces)]
                except IndexError:
                    raise Refuted(f"class {number}: pieces that do not meet") from None
                starts += [at, *(at + end for end in ends)]
                polynomials += [piece for piece, _ in pieces]
                self._first.append(len(starts))
        self._starts = np.array(starts)
        padded = [piece + (0,) * (COLLAPSES + 1 - len(piece)) for piece in polynomials]
        self._coefficients = np.array(padded, np.int64)

    def at(self, q: Fraction) -> Any:
        """int64 ``[game, class]``: the values at q, in d**4 to a unit."""
        functions = np.arange(len(self._first) - 1) << DIGITS
        pieces = np.searchsorted(self._starts, functions + min(int(q * (1 << DIGITS)), (1 << DIGITS) - 1), "right") - 1
        n, d = q.numerator, q.denominator
        scale = np.array([n**k * d ** (COLLAPSES - k) for k in range(COLLAPSES + 1)])
        return (self._coefficients[pieces] @ scale).reshape(len(GAMES), -1)


def table_has_the_solved_values(arrays: Callable[[], Arrays] = shipped) -> str:
    """Every position of plies 0 to 5, in every setting of two tablebases."""
    found = arrays()
    numbers, count, settings = Numbers(found), 0, 0
    for table in (solved.tablebase(), solved.wide_tablebase()):
        for lane, setting in enumerate(table.settings):
            values = numbers.at(setting.q)[GAMES.index((setting.scoring, setting.double_win))]
            for ply in PLIES:
                there = np.unpackbits(found[f"ply-{ply}.there"], count=level(ply).size)
                keys = level(ply).keys(np.flatnonzero(there))
                if not np.array_equal(keys, table.keys[ply]):
                    raise Refuted(f"ply {ply}: {len(keys):,} positions, not the {len(table.keys[ply]):,} solved ones")
                wrong = values[found[f"ply-{ply}.classes"]] != table.rows[ply][:, lane][table.classes[ply]]
                if wrong.any():
                    raise Refuted(f"key {keys[wrong.argmax()]:#x}, {setting}: another value than the solved one")
                count += len(keys)
            settings += 1
    return f"{count:,} values, {settings} settings"


def spoilt(name: str, at: int) -> Callable[[], Arrays]:
    """The table with an error in an array."""

    def arrays() -> Arrays:
        array = shipped()[name].copy()
        array.reshape(-1)[at] ^= 1
        return {**shipped(), name: array}

    return arrays


a_polynomial_is_another = spoilt("polynomials", 12345)
a_class_is_another = spoilt("ply-5.classes", -1)
a_piece_is_another = spoilt("pieces", 1000)
the_start_is_of_another_class = spoilt("ply-0.classes", 0)


# Functions

SAMPLE = {0: 1, 1: 1, 2: 3, 3: 8, 4: 12, 5: 2}
"""Positions of each ply. After those of ply 5 all is played to the end."""


def functions_follow_from_the_next_ply(arrays: Callable[[], Arrays] = shipped, times: int = 10) -> str:
    """The functions of random positions are those of the best option, by exact arithmetic of functions."""
    random, count, found = Random(SEED + 1), 0, arrays()
    for ply, positions in SAMPLE.items():
        there = np.flatnonzero(np.unpackbits(found[f"ply-{ply}.there"], count=level(ply).size))
        for at in random.sample(there.tolist(), min(positions * times, len(there))):
            key = int(level(ply).keys(np.int64(at)))
            over, spans, following = (each.tolist()[0] for each in expanded([key]))
            if over != UNFINISHED:
                continue
            for scoring, double_win in GAMES:
                of_game = Functions(scoring, double_win, found)
                worth = {each: of_game.function(each) for each in {*following} if each >= 0}
                best = fast.best(-1 if ply & 1 else 1, *fast.options(following, spans), worth, OF_Q)
                if of_game.function(key) != best:
                    raise Refuted(f"key {key:#x}, {scoring}, double win {double_win}: not the best option")
                is_of_its_kind(f"key {key:#x}, {scoring}, double win {double_win}", best, Fraction(0), Fraction(1))
            count += 1
    return f"{count:,} positions of plies 0 to {PLIES[-1]}, four games, seed {SEED + 1}"


# The game and its first moves


@cache
def of_game(scoring: Scoring, double_win: bool = False) -> FunctionsOfQ:
    """The functions that ship."""
    return of_table(scoring, double_win)


Find = Callable[[Scoring, bool], FunctionsOfQ]


def functions_have_the_solved_values(find: Find = of_game) -> str:
    """The game and every first move, in all games: solved values on the grid and at q with large denominators, and the
    kind of function. With draws-second there is one zero."""
    told = []
    for scoring, double_win in GAMES:
        found = find(scoring, double_win)
        for name, function in {"": found.value, **found.first_moves}.items():
            is_of_its_kind(f"{name}, {scoring}", function, Fraction(0), Fraction(1))
            for q in POINTS:
                setting = Setting(q, scoring, double_win)
                value = solved.tablebase_with(setting).value(key_after(name), setting)
                if function(q) * UNIT != value:
                    raise Refuted(f"{name}, {setting}: {function(q) * UNIT} by the function, {value} solved")
        told.append(len(found.value.pieces) + sum(len(each.pieces) for each in found.first_moves.values()))
    the_only_zero_is(find("draws-second", False).value)
    return f"{len(POINTS)} values of q; {', '.join(map(str, told))} pieces in the four games"


ZERO: Polynomial = (-4, 2, 1, 5)
"""5 q**3 + q**2 + 2 q - 4, whose only real root is the zero."""


def the_only_zero_is(value: Piecewise) -> None:
    """Raises `Refuted` unless the function has exactly one zero, the root of ZERO, which is near 0.75."""
    zeros = value.zeros()
    if [zero.minimal for zero in zeros] != [ZERO] or not Fraction(7, 10) < zeros[0].low <= zeros[0].high < Fraction(
        4, 5
    ):
        raise Refuted(f"the zeros are {', '.join(f'{float(zero)} of {zero.minimal}' for zero in zeros) or 'none'}")


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


# Mutants


def the_first_piece_goes_on(scoring: Scoring, double_win: bool) -> FunctionsOfQ:
    found = of_game(scoring, double_win)
    return replace(found, value=Piecewise.of(Fraction(0), Fraction(1), found.value.pieces[0]))


def first_moves_are_exchanged(scoring: Scoring, double_win: bool) -> FunctionsOfQ:
    found = of_game(scoring, double_win)
    exchanged = dict(zip(found.first_moves, reversed([*found.first_moves.values()]), strict=True))
    return replace(found, first_moves=exchanged)


def ends_of_pieces_are_rounded(scoring: Scoring, double_win: bool) -> FunctionsOfQ:
    found = of_game(scoring, double_win)
    inner = (rational((end.low + end.high).limit_denominator(2**20) / 2) for end in found.value.ends[1:-1])
    ends = found.value.ends[0], *inner, found.value.ends[-1]
    return replace(found, value=Piecewise(ends, found.value.pieces))
