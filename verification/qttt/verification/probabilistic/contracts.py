"""Compares the reference's strategy iteration with the kernel's formula on loops of two squares, on every path."""

from collections.abc import Sequence
from fractions import Fraction

from qttt.reference.probabilistic import solver as reference
from qttt.reference.probabilistic.solver import Line, Values
from qttt.verification import about
from qttt.verification.contracts import confirm
from qttt.verification.mutation import with_globals
from qttt.verification.probabilistic import loop_kernel


def by_kernel(lines: Sequence[Line]) -> Values:
    """The values of a loop by the kernel's text."""
    return loop_kernel.solve(loop_kernel.the_kernel, lines)


def a_line(square: int, leaves: bool, always: bool, x_wins: bool, o_wins: bool) -> Line:
    """A square that makes a mark with probability 0, 1/2 or 1; the mark wins or loses for its player."""
    if not leaves:
        return Line(square, x=Fraction(0), x_dash=Fraction(0), n=Fraction(1))
    marked = Fraction(1) if always else Fraction(1, 2)
    return Line(square, x=marked if x_wins else Fraction(0), x_dash=Fraction(0) if o_wins else marked, n=1 - marked)


def loops_agree(a: bool, b: bool, c: bool, d: bool, e: bool, f: bool, g: bool, h: bool) -> bool:
    """Both give the loop of any two such squares the same values.

    post: _
    """
    lines = a_line(1, a, b, c, d), a_line(2, e, f, g, h)
    return reference.solve(lines).values == by_kernel(lines)


loops = about(loops_agree, confirm)


def _first_squares_only(lines: Sequence[Line]) -> Values:
    return by_kernel(lines[:1])


def _passing_for_ever_loses(lines: Sequence[Line]) -> Values:
    return Values(Fraction(0), Fraction(0)) if all(line.n == 1 for line in lines) else by_kernel(lines)


the_second_square_is_forgotten = with_globals(loops_agree, by_kernel=_first_squares_only)
passing_for_ever_loses = with_globals(loops_agree, by_kernel=_passing_for_ever_loses)
