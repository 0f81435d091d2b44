"""The error bound of double precision, from the kernels' text, run on numbers that carry their own bounds.

Such a number stands for an exact one, of which a bound, its `size`, is a z3 term in the probabilities of the squares,
and for every double that may have been computed for it. Each operation adds its rounding. A fused product and sum is
rounded less often than the two, so the bound also covers it. The bound assumes nothing about the board: z3 proves for
all probabilities that the sizes of values are at most 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import z3

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu
from qttt.fast.probabilistic import boards, value
from qttt.fast.probabilistic.boards import SMALLEST
from qttt.fast.probabilistic.positions import DRAWN, ENTRY, FIRST, ROWS, SQUARES, TINY, X_WON
from qttt.fast.probabilistic.solve import AS_GOOD_AS_0, tables, worth
from qttt.fast.probabilistic.value import A_LOOP, DOUBT, ERROR_BOUND, FAILURE, GIVEN, MARKED, NEUTRAL, ROOM, SUCCESS
from qttt.verification import Refuted
from qttt.verification.probabilistic.equivalence_boards import PASS
from qttt.verification.proof import REALS, Term, prove

UNIT = Fraction(1, 1 << 53)
LEAST = Fraction(1, 1 << 1075)
"""Half of the smallest double above 0: the error of a result too small for a relative error."""
ONE, NO_SQUARES = z3.RealVal(1), frozenset[int]()


@dataclass(frozen=True)
class Rounded:
    """An exact number of at most `size`, and the number computed for it, which differs by at most `error` times `size`,
    plus `slack`. The size itself is at most `most`.

    `exact`: the size is the number itself, not negative. `chance`: the number is from 0 to 1. All this holds for
    boards with the probabilities of `squares` where every number in `leaving` is nonzero.
    """

    size: Term
    error: Fraction = Fraction(0)
    slack: Fraction = Fraction(0)
    most: Fraction = Fraction(1)
    exact: bool = False
    chance: bool = False
    squares: frozenset[int] = NO_SQUARES
    leaving: tuple[Term, ...] = ()

    def rounded(self) -> Rounded:
        error, slack = (1 + self.error) * (1 + UNIT) - 1, self.slack * (1 + UNIT) + LEAST
        return replace(self, error=_upwards(error, 160), slack=_upwards(slack, 1200))

    def absolute(self) -> Fraction:
        """The error of a number, which is proved to be at most 1. Raises `Refuted`."""
        _follows(self.squares, self.leaving, self.size <= 1)
        return self.error + self.slack

    def _with(self, other: Rounded, result: Rounded) -> Rounded:
        """The rounded result of an operation on this number and another."""
        leaving = (*self.leaving, *other.leaving)
        return replace(result, squares=self.squares | other.squares, leaving=leaving).rounded()

    def __mul__(self, other: Rounded) -> Rounded:
        slack = self.slack * other.most * (1 + other.error) + other.slack * self.most * (1 + self.error)
        error, most = (1 + self.error) * (1 + other.error) - 1, self.most * other.most
        slack += self.slack * other.slack
        return self._with(other, Rounded(self.size * other.size, error, slack, most, self.exact and other.exact))

    def __add__(self, other: Rounded) -> Rounded:
        error, slack = max(self.error, other.error), self.slack + other.slack
        most, exact = self.most + other.most, self.exact and other.exact
        return self._with(other, Rounded(self.size + other.size, error, slack, most, exact))

    def __sub__(self, other: Rounded) -> Rounded:
        return replace(self + other, exact=False)

    def __rsub__(self, number: float) -> Rounded:
        if number == 0:
            return self  # a change of sign is not rounded
        self.absolute()
        if number != 1 or not self.chance:
            raise Refuted(f"nothing is known of {number} minus a number")
        return replace(self, size=ONE, exact=False).rounded()

    def __rtruediv__(self, number: float) -> Rounded:
        off = self._relative()
        quotient = replace(self, size=1 / self.size, error=off / (1 - off), slack=Fraction(0), most=1 / SMALLEST)
        return replace(quotient, exact=False, leaving=(*self.leaving, self.size)).rounded()

    def _relative(self) -> Fraction:
        """The relative error of a number that is proved to be 0 or not very small."""
        if not self.exact:
            raise Refuted("the two parts of a divisor may cancel each other")
        _follows(self.squares, (*self.leaving, self.size), self.size >= z3.Q(1, 1 << 500))
        return self.error + self.slack / SMALLEST

    def __gt__(self, other: Rounded | float) -> bool:
        """Whether this number represents the larger of the two: a larger error is kept. A divisor, compared with a
        number that counts as 0, must certainly be larger."""
        if isinstance(other, Rounded):
            return self.absolute() >= other.absolute()
        if SMALLEST * (1 - self._relative()) <= other:
            raise Refuted(f"{other} is not as good as 0")
        return True

    __lt__ = __gt__


def _upwards(number: Fraction, digits: int) -> Fraction:
    """A number that is at least as large, with few binary digits after the point; an exact one would grow too long."""
    return Fraction(-((-number.numerator << digits) // number.denominator), 1 << digits)


def _chances(square: int) -> tuple[Term, Term]:
    return z3.Real(f"success {square + 1}"), z3.Real(f"failure {square + 1}")


def _possible(square: int) -> list[Term]:
    success, failure = _chances(square)
    marked = success + failure
    return [success >= 0, failure >= 0, marked <= 1, z3.Or(marked == 0, marked >= z3.Q(1, 1 << 500))]


@cache
def _follows(squares: frozenset[int], leaving: tuple[Term, ...], goal: Term) -> None:
    """Prove a bound for all probabilities of the squares with every number in `leaving` nonzero. Raises `Refuted`."""
    possible = [condition for square in sorted(squares) for condition in _possible(square)]
    prove("the bound of a number", [*possible, *(term != 0 for term in leaving)], goal, REALS)


def rows_of_any_board() -> list[Rounded | None]:
    """The rows of any board, each number rounded once."""
    rows: list[Rounded | None] = [None] * GIVEN
    for square in range(SQUARES):
        success, failure = _chances(square)
        marked = success + failure
        for part, size in ((SUCCESS, success), (NEUTRAL, 1 - marked), (FAILURE, failure), (MARKED, marked)):
            number = Rounded(size, exact=True, chance=True, squares=frozenset([square]))
            rows[part + square] = number.rounded()
    return rows


def errors_are_bounded() -> str:
    """Layer by layer: each adds at most `A_LOOP` units to the errors of centred values, so that values scaled to the
    range from 0 to 1 are within `ERROR_BOUND`; and squares whose order errors can hide are within `DOUBT`."""
    room = np.array([*rows_of_any_board(), *[None] * (ROOM - GIVEN)], object)
    for square in range(SQUARES):
        value.prepare(room, room, _table(Fraction(0)), square)
    errors = [Fraction(0)]
    for count in range(1, SQUARES + 1):
        errors.append(max(number.absolute() for number in _layer(count, room, errors[-1])))
        if errors[-1] - errors[-2] > A_LOOP * value.UNIT:
            raise Refuted(f"{count} open squares: the error grows by {_units(errors[-1] - errors[-2])}")
    *_, before, error = errors
    centred = max(error, *(number.absolute() for number in _answers(room[:GIVEN], before)))
    converted = centred / 2 + UNIT * (2 + centred) / 2
    if converted > ERROR_BOUND:
        raise Refuted(f"a value can be {_units(converted)} off")
    known = Rounded(ONE, Fraction(ERROR_BOUND), chance=True)
    of_square: Any = worth([0], room[:GIVEN], [known], 0, 0, 0)
    doubt = 2 * of_square.absolute() + UNIT
    if doubt > DOUBT:
        raise Refuted(f"the best square can seem {_units(doubt)} worse than another")
    always = set(tables(Cpu(), boards.rows_of([[PASS] * SQUARES]))[0].tolist())
    if always != {0, 0.5, 1}:
        raise Refuted(f"the values of nine pass squares are {always}")
    told = f"a layer adds {_units(error / SQUARES)}, a value is at most {_units(converted)} off"
    return f"{told}, of {_units(ERROR_BOUND)}; the best square seems at most {_units(doubt)} worse"


def _units(number: Fraction | float) -> str:
    return f"{float(number / UNIT):.4g} units of 2^-53"


def _table(error: Fraction) -> Ints:
    """A table whose first undecided board has a value with an error."""
    table = np.empty(ROWS, object)
    table[DRAWN], table[X_WON], table[TINY], table[FIRST] = 0, 1, AS_GOOD_AS_0, Rounded(ONE, error)
    return table


def _script(count: int, *places: int) -> tuple[list[int], list[int]]:
    """A script of one board with `count` open squares: all later boards have the value of the first undecided one."""
    squares = (number for square in range(count) for number in (square, *[FIRST] * (ENTRY - 1)))
    script = [*places, *squares]
    return script, [0] * count + [len(script)] * (SQUARES + 1 - count)


def _layer(count: int, room: Ints, error: Fraction) -> list[Rounded]:
    """Both values of a board with `count` open squares."""
    table, places = _table(error), (FIRST + 1, FIRST + 2)
    script, ends = _script(count, *places)
    value.all_layers(script, ends, room, table)
    return [table[place] for place in places]


def _answers(rows: Ints, error: Fraction) -> list[Rounded]:
    """The answers of a board, from values of boards with one mark that have an error."""
    rooms, answers = np.empty((1, ROOM), object), np.empty((1, value.ANSWERS), object)
    script, ends = _script(SQUARES, ROWS - 1, ROWS - 1)
    value.value_boards(0, None, script, ends, rows[None], rooms, _table(error)[None], answers)
    return list(answers[0])
