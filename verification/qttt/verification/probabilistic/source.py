"""The source's results on the game: the values of its board, a mean, the sum of both; and classic tic-tac-toe."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.probabilistic.boards import STEPS, generated, given
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import EXCHANGED, PLACE, O, X
from qttt.fast.probabilistic.solve import solve, tables
from qttt.reference.board import lines
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import SQUARES, Board, Square, random_board
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.verification import Refuted
from qttt.verification.probabilistic.equivalence_boards import CLASSIC, PRINTED, SEED, boards
from qttt.verification.probabilistic.kernel import Table
from qttt.verification.probabilistic.values import MARKS, in_doubles


class Start(NamedTuple):
    """The empty board: its value if X begins and if O begins, and the best squares in each case."""

    value_first: Fraction
    value_second: Fraction
    best_first: tuple[int, ...]
    best_second: tuple[int, ...]


Solver = Callable[[Board], Start]


def exactly(board: Board) -> Start:
    """The start by the exact engine."""
    answers = Exact(board)
    return Start(answers.value(0, X), answers.value(0, O), answers.best(0, X), answers.best(0, O))


def _exchanged(board: Board) -> Board:
    """Success and failure are exchanged."""
    return Board(Square(failure, neutral, success) for success, neutral, failure in board)


# The board that the source prints

REPORTED = 0.5385368180873334, 0.46146318189602853
ACCURACY = Fraction(1, 10**9)
"""The accuracy of the source's bisection."""
THIRD = (3,)


def the_printed_board_is_worth_what_is_reported(solver: Solver = exactly) -> str:
    """By the exact engine and by the reference: both values, and the third square best for both players."""
    of_reference = LoopSolver(Probabilistic(PRINTED)).to_move(MARKS[0])
    found = solver(PRINTED)
    if (found.value_first, found.value_second) != of_reference:
        raise Refuted(f"{found.value_first} and {found.value_second}, not {of_reference.X} and {of_reference.O}")
    for value, reported in zip(found[:2], REPORTED, strict=True):
        if abs(value - Fraction(reported)) > ACCURACY:
            raise Refuted(f"{float(value)}, reported {reported}")
    if found[2:] != (THIRD, THIRD):
        raise Refuted(f"the best squares are {found.best_first} and {found.best_second}")
    values = ", ".join(f"{value} = {float(value)}" for value in found[:2])
    return f"{values}; square 3 is best for both"


def on_the_exchanged_board(board: Board) -> Start:
    return exactly(_exchanged(board))


def with_squares_counted_from_0(board: Board) -> Start:
    best = tuple(square - 1 for square in exactly(board).best_first)
    return exactly(board)._replace(best_first=best)


def as_it_is_reported(board: Board) -> Start:
    """The value of the source's bisection in place of the exact one."""
    return exactly(board)._replace(value_second=Fraction(REPORTED[1]))


# Beginning is worth nothing

HALVES = 200


def the_mean_of_both_values_is_one_half(solver: Solver = exactly) -> str:
    """On boards of the generator and on others: if a coin decides who begins, the value to X is 1/2."""
    some = [*boards(2), *(random_board(SEED, number) for number in range(HALVES))]
    for board in some:
        found = solver(board)
        if found.value_first + found.value_second != 1 or found.best_first != found.best_second:
            raise Refuted(f"{found.value_first} and {found.value_second} on the board ({board})")
    return f"{len(some)} boards, seed {SEED}"


def cut_to_nine_digits(board: Board) -> Start:
    """The values with the source's accuracy."""
    found = exactly(board)
    first, second = (value // ACCURACY * ACCURACY for value in found[:2])
    return found._replace(value_first=first, value_second=second)


def with_x_to_move_in_both(board: Board) -> Start:
    found = exactly(board)
    return found._replace(value_second=found.value_first)


# The mean of random boards

MEAN, OF_BOARDS = 0.5722708880508689, 100
MANY = 100_000
DEVIATIONS = 3

Values = Callable[[], Any]


def values_of_many() -> Any:
    """The values of boards of the generator."""
    return solve(Cpu(), generated(SEED, 0, MANY) / STEPS).values


def the_reported_mean_is_one_of_random_boards(values: Values = values_of_many) -> str:
    """The source's mean of 100 boards is within 3 standard errors of the mean of many boards. The standard error is a
    tenth of the standard deviation of the many boards, because the source states no deviation."""
    found = values()
    mean, deviation = float(found.mean()), float(found.std(ddof=1))
    error = deviation / OF_BOARDS**0.5
    off = (MEAN - mean) / error
    told = (
        f"{len(found):,} boards: {mean:.5f} ± {deviation / len(found) ** 0.5:.5f}, standard deviation {deviation:.4f}"
    )
    if abs(off) > DEVIATIONS:
        raise Refuted(f"{told}; {MEAN} is {off:+.1f} standard errors off")
    return f"{told}; {MEAN:.4f} of {OF_BOARDS} boards is {off:+.2f} of its standard errors off"


def of_the_second_player() -> Any:
    return 1 - values_of_many()


def with_failure_for_success() -> Any:
    success, neutral, failure, marked = np.split(generated(SEED, 0, MANY) / STEPS, 4, axis=1)
    return solve(Cpu(), np.hstack([failure, neutral, success, marked])).values


def without_failure() -> Any:
    success, neutral, failure, marked = np.split(generated(SEED, 0, MANY) / STEPS, 4, axis=1)
    return solve(Cpu(), np.hstack([success + failure, neutral, 0 * failure, marked])).values


# Classic tic-tac-toe

REACHABLE = 5478
CELLS = range(len(SQUARES))


@cache
def classic() -> dict[tuple[int, ...], Fraction]:
    """Every position that games of tic-tac-toe reach, with its value by minimax: marks 0, 1 for X and 2 for O, who has
    as many as X or one fewer."""
    known: dict[tuple[int, ...], Fraction] = {}

    def value(marks: tuple[int, ...]) -> Fraction:
        if marks not in known:
            known[marks] = decided(marks)
        return known[marks]

    def decided(marks: tuple[int, ...]) -> Fraction:
        for player, won in ((X, Fraction(1)), (O, Fraction(0))):
            if any(all(marks[square - 1] == player for square in line) for line in lines()):
                return won
        mover, best = (X, max) if marks.count(X) == marks.count(O) else (O, min)
        following = [(*marks[:at], mover, *marks[at + 1 :]) for at in CELLS if not marks[at]]
        return best(map(value, following)) if following else Fraction(1, 2)

    value((0,) * len(CELLS))
    return known


def certain_success_is_tic_tac_toe(engine: Callable[[Board], Table] = in_doubles) -> str:
    """Where naming a square always marks it, positions have the values of tic-tac-toe: in double precision, by the
    exact engine and by the reference."""
    known = classic()
    if len(known) != REACHABLE:
        raise Refuted(f"{len(known):,} positions, not {REACHABLE:,}")
    table, answers, solver = engine(CLASSIC), Exact(CLASSIC), LoopSolver(Probabilistic(CLASSIC))
    for marks, value in known.items():
        code = int((np.array(marks) * PLACE).sum())
        player = X if marks.count(X) == marks.count(O) else O
        in_doubles = table[code] if player == X else 1 - table[EXCHANGED[code]]
        of_reference = solver.to_move(MARKS[code])[player == O]
        if not in_doubles == answers.value(code, player) == of_reference == value:
            raise Refuted(f"marks {marks}: {value}; {in_doubles}, {answers.value(code, player)}, {of_reference}")
    return f"{len(known):,} positions; the empty board is worth {known[(0,) * len(CELLS)]}"


def success_is_a_little_less_than_certain(board: Board) -> Table:
    little = Fraction(1, 10**12)
    squares = [(success - little, neutral, failure + little) for success, neutral, failure in board]
    return tables(Cpu(), given([Board(squares)]))[0]
