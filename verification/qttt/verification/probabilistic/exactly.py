"""Checks the lemmas on values exactly, by the reference, at every position of random boards."""

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from qttt.reference.game import Actor
from qttt.reference.probabilistic import Marks, Probabilistic
from qttt.reference.probabilistic.board import SQUARES, Board, random_board
from qttt.reference.probabilistic.position import marked, open_squares, outcome
from qttt.reference.probabilistic.solver import Line, LoopSolver, Values, solve
from qttt.verification import Refuted
from qttt.verification.probabilistic.loop_kernel import Text, the_kernel
from qttt.verification.probabilistic.loop_kernel import solve as solve_by

SEED = 2028
BOARDS = 3

ValuesOfMarks = Callable[[Board], Callable[[Marks], Values]]
"""A function from a board to the values of the marks on it, with X and with O to move."""


def boards() -> list[Board]:
    """Random boards; and one with squares that always pass, never do, always succeed and always fail."""
    half = ("1/2", "0", "1/2")
    kinds = [("0", "1", "0"), half, ("1", "0", "0"), ("0", "1/2", "1/2"), ("0", "0", "1"), ("1/2", "1/2", "0")]
    mixed = Board.of([*kinds, half, ("0", "1", "0"), ("1/3", "1/3", "1/3")])
    return [*(random_board(SEED, number) for number in range(BOARDS)), mixed]


@cache
def solver(board: Board) -> LoopSolver:
    """The reference's solver of a board, which remembers its results."""
    return LoopSolver(Probabilistic(board))


def of_the_reference(board: Board) -> Callable[[Marks], Values]:
    return solver(board).to_move


def positions() -> Iterator[Marks]:
    """All marks without a line, whether or not play reaches them."""
    for marks in product((None, Actor.X, Actor.O), repeat=len(SQUARES)):
        if outcome(marks) is None:
            yield marks


def exchanged(marks: Marks) -> Marks:
    """The marks with X and O exchanged."""
    return tuple(mark.opponent if mark else None for mark in marks)


def exchanged_marks_have_exchanged_values(values_of: ValuesOfMarks = of_the_reference) -> str:
    """V' of every position is 1 - V of the position with the marks exchanged; so V + V' = 1 on the empty board."""
    every = list(positions())
    for board in boards():
        values = values_of(board)
        for marks in every:
            if values(marks).O + values(exchanged(marks)).X != 1:
                raise Refuted(f"{_text(marks)} on {board}: {values(marks)} and exchanged {values(exchanged(marks))}")
        nothing = (None,) * len(SQUARES)
        if sum(values(nothing)) != 1:
            raise Refuted(f"the empty board {board} has the values {values(nothing)}")
    return f"{len(every):,} positions, both players, {_boards()}"


def own_marks_never_hurt(values_of: ValuesOfMarks = of_the_reference) -> str:
    """A mark of X on an open square is worth at least as much to X as a mark of O, with either player to move next."""
    every = list(positions())
    for board in boards():
        values = values_of(board)
        for marks in every:
            for square in open_squares(marks):
                mine, theirs = (values(marked(marks, square, player)) for player in (Actor.X, Actor.O))
                if mine.X < theirs.X or mine.O < theirs.O:
                    raise Refuted(f"{_text(marks)} on {board}: {mine} with X on {square}, {theirs} with O")
    return f"{len(every):,} positions, every open square, both players, {_boards()}"


def _text(marks: Marks) -> str:
    return "".join(str(mark) if mark else "." for mark in marks)


def _boards() -> str:
    return f"{BOARDS} random boards, seed {SEED}, and one with all kinds of squares"


def one_value_is_wrong(board: Board) -> Callable[[Marks], Values]:
    values = of_the_reference(board)
    changed = (Actor.O, Actor.X, None, None, Actor.X, None, None, Actor.O, None)

    def wrong(marks: Marks) -> Values:
        right = values(marks)
        return right._replace(O=right.O + Fraction(1, 10**12)) if marks == changed else right

    return wrong


def values_are_of_the_mover(board: Board) -> Callable[[Marks], Values]:
    values = of_the_reference(board)
    return lambda marks: Values(values(marks).X, 1 - values(marks).O)


def lines_of_o_win_for_x(board: Board) -> Callable[[Marks], Values]:
    values = of_the_reference(board)
    return lambda marks: Values(1 - values(marks).X, 1 - values(marks).O)


# Random loops

Solve = Callable[[Sequence[Line]], Values]
"""A function from the lines of the open squares to the values of the loop."""

LOOPS = 4000


def of_the_solver(lines: Sequence[Line]) -> Values:
    return solve(tuple(lines)).values


def random_loops_are_solved(solve: Solve = of_the_solver) -> str:
    """Loops of one to nine squares, of small fractions, so that many lines are equally good. Where a square passes, the
    solution must be the one nearest to 1/2."""
    source = random.Random(SEED)
    passing = 0
    for _ in range(LOOPS):
        lines = _loop(source)
        found = solve(lines)
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
    return f"{LOOPS:,} random loops, {passing:,} of them with squares that pass, seed {SEED}"


def random_loops_are_solved_by_the_kernel(text: Text = the_kernel) -> str:
    """The same for the kernel's text, run on fractions."""
    return random_loops_are_solved(lambda lines: solve_by(text, lines))


def _loop(source: random.Random) -> tuple[Line, ...]:
    def line(square: int) -> Line:
        n = Fraction(source.randint(0, 6), 6)
        x, x_dash = ((1 - n) * Fraction(source.randint(0, 12), 12) for _ in range(2))
        return Line(square, x, x_dash, n)

    return tuple(line(square) for square in range(1, source.randint(1, 9) + 1))


def passing_is_never_better(lines: Sequence[Line]) -> Values:
    others = tuple(line for line in lines if line.n < 1)
    return of_the_solver(others or lines)


def passing_is_a_draw(lines: Sequence[Line]) -> Values:
    half = Fraction(1, 2)
    return Values(half, half) if any(line.n == 1 for line in lines) else of_the_solver(lines)


def o_has_one_change(lines: Sequence[Line]) -> Values:
    """O answers the line of X's largest gain, and X keeps it."""
    of_x = max(lines, key=lambda line: line.x)
    return min((_pair(of_x, of_o) for of_o in lines), key=lambda values: values.O)


def _pair(i: Line, j: Line) -> Values:
    half = Fraction(1, 2)
    of_x = half if i.n == j.n == 1 else (i.x + i.n * j.x_dash) / (1 - i.n * j.n)
    return Values(of_x, j.x_dash + j.n * of_x)
