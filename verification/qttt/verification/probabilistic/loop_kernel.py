"""The kernel's text that solves the loop, run on fractions or on z3 terms, and errors planted in the text."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from types import FunctionType
from typing import Any

import z3

from qttt.fast.probabilistic import loop
from qttt.fast.probabilistic.positions import ENTRY, SQUARES
from qttt.reference.probabilistic.solver import Line, Values
from qttt.verification.sqt import recursion

Share = Callable[[Line, Line], Any]
"""A function from two lines to 1 / (1 - n n')."""
Text = Callable[..., Values]
"""A function from the lines of the open squares, of numbers or terms, and perhaps a `Share`, to the loop's values."""


def larger(a: Any, b: Any) -> Any:
    """The larger of two numbers or terms."""
    return recursion.larger(a, b) if z3.is_expr(a) or z3.is_expr(b) else max(a, b)


def smaller(a: Any, b: Any) -> Any:
    return recursion.smaller(a, b) if z3.is_expr(a) or z3.is_expr(b) else min(a, b)


def passes(line: Line) -> bool:
    """Whether the line certainly belongs to a square that always passes."""
    return not z3.is_expr(line.n) and line.n == 1


def share(i: Line, j: Line) -> Any:
    """1 / (1 - n n'); if both always pass, any number will do, because its factor is 0."""
    return 0 if passes(i) and passes(j) else 1 / (1 - i.n * j.n)


def _text(**meanings: Any) -> Text:
    """The kernel with other meanings for some of its global names."""
    assert isinstance(loop.loop, FunctionType)
    names = {**loop.loop.__globals__, "larger": larger, "smaller": smaller, **meanings}
    factory = FunctionType(loop.loop.__code__, names)
    kernels = [factory(count) for count in range(1, SQUARES + 1)]

    def values(lines: Sequence[Line], share: Share = share) -> Values:
        room, script = [Fraction(0)] * loop.ROOM, [0] * (ENTRY * len(lines))
        for i, line in enumerate(lines):
            script[ENTRY * i] = i
            room[loop.NEUTRAL + i], room[loop.LOST + i], room[loop.GAINED + i] = line.n, -line.x, line.x_dash
            for j, other in enumerate(lines):
                room[loop.SHARE + SQUARES * i + j] = share(line, other)
        return Values(*kernels[len(lines) - 1](script, 0, room))

    return values


def solve(text: Text, lines: Sequence[Line]) -> Values:
    """The values of a loop by the kernel, whose numbers are centred: from -1 to 1, with 0 for a draw."""
    centred = [Line(i, 2 * x - (1 - n), 2 * x_dash - (1 - n), n) for i, x, x_dash, n in lines]
    of_x, of_o = text(centred)
    return Values((1 + of_x) / 2, (1 + of_o) / 2)


the_kernel = _text()
o_takes_the_largest = _text(smaller=larger)
x_takes_the_smallest = _text(larger=smaller)
neutral_outcomes_are_forgotten = _text(NEUTRAL=loop.MARKED)
