"""The kernel's text that solves the loop, run on fractions or on z3 terms; and random loops, solved by it and by the
reference."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, product
from random import Random
from typing import Any

import z3

from qttt.fast.probabilistic import loop
from qttt.fast.probabilistic.positions import ENTRY, SQUARES
from qttt.reference.probabilistic.solver import Line, Values, solve
from qttt.verification import Refuted, proof
from qttt.verification.mutation import with_globals

Share = Callable[[Line, Line], Any]
"""A function from two lines to 1 / (1 - n n')."""


START, PLACES = 1, range(SQUARES - 1, -1, -1)
"""Where the open squares begin in the script, and which they are."""


def larger(a: Any, b: Any) -> Any:
    """The larger of two numbers or terms."""
    return proof.larger(a, b) if z3.is_expr(a) or z3.is_expr(b) else max(a, b)


def smaller(a: Any, b: Any) -> Any:
    return proof.smaller(a, b) if z3.is_expr(a) or z3.is_expr(b) else min(a, b)


@cache
def _kernel(count: int) -> Any:
    return with_globals(loop.loop, larger=larger, smaller=smaller)(count)


def share(i: Line, j: Line) -> Any:
    """1 / (1 - n n'); if both always pass, any number will do, because its factor is 0."""
    return 0 if i.n == j.n == 1 else 1 / (1 - i.n * j.n)


def by_the_kernel(lines: Sequence[Line], share: Share = share) -> Values:
    """The values of the loop of some open squares, of numbers or terms centred at a draw: from -1 to 1."""
    room, script = [Fraction(0)] * loop.ROOM, [0] * (START + ENTRY * len(lines))
    for i, (square, line) in enumerate(zip(PLACES, lines, strict=False)):
        script[START + ENTRY * i] = square
        room[loop.NEUTRAL + square], room[loop.LOST + i], room[loop.GAINED + i] = line.n, -line.x, line.x_dash
        for other_square, other in zip(PLACES, lines, strict=False):
            room[loop.SHARE + SQUARES * square + other_square] = share(line, other)
    return Values(*_kernel(len(lines))(script, START, room))


# Loops of numbers

SEED = 2028
LOOPS = 4000


def random_loops_are_solved(loops: int = LOOPS) -> str:
    """Loops of one to nine squares, of small fractions, so that many lines are equally good. Where a square passes, the
    solution must be the one nearest to 1/2."""
    passing = 0
    for lines in chain(loops_of_two(), random_loops(loops)):
        found = solve(lines).values
        of_x = max(line.x + line.n * found.O for line in lines)
        of_o = min(line.x_dash + line.n * found.X for line in lines)
        if found != (of_x, of_o):
            raise Refuted(f"{lines}: {found}, but the best lines are worth {of_x} and {of_o}")
        others = [line for line in lines if line.n < 1]
        if len(others) < len(lines):
            passing += 1
            a = max((line.x / (1 - line.n) for line in others), default=Fraction(0))
            b = min((line.x_dash / (1 - line.n) for line in others), default=Fraction(1))
            nearest = sorted((a, Fraction(1, 2), b))[1]
            if a <= b and found != (nearest, nearest):
                raise Refuted(f"{lines}: {found} where {nearest} is nearest to 1/2")
        centred = by_the_kernel([Line(i, 2 * x - (1 - n), 2 * x_dash - (1 - n), n) for i, x, x_dash, n in lines])
        if tuple((1 + value) / 2 for value in centred) != found:
            raise Refuted(f"{lines}: {found}, and centred {centred} by the kernel")
    return (
        f"{loops:,} random loops, seed {SEED}, and all of some loops of two squares; {passing:,} with squares that pass"
    )


def loops_of_two() -> Iterator[tuple[Line, ...]]:
    """Two squares, of which each never, half the time or always makes a mark, which then wins or loses."""
    kinds = [(marked * x, marked * x_dash, 1 - marked) for marked in HALVES for x, x_dash in product((0, 1), repeat=2)]
    for both in product(dict.fromkeys(kinds), repeat=2):
        yield tuple(Line(square, *kind) for square, kind in enumerate(both, start=1))


HALVES = (Fraction(0), Fraction(1, 2), Fraction(1))


def random_loops(count: int) -> Iterator[tuple[Line, ...]]:
    random = Random(SEED)

    def line(square: int) -> Line:
        n = Fraction(random.randint(0, 6), 6)
        x, x_dash = ((1 - n) * Fraction(random.randint(0, 12), 12) for _ in range(2))
        return Line(square, x, x_dash, n)

    for _ in range(count):
        yield tuple(line(square) for square in range(1, random.randint(1, 9) + 1))
