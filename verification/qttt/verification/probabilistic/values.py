"""Values and best squares of the fast engine, in double precision, exact and in batches, against the reference."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.lanes import WIDTH
from qttt.fast.probabilistic import solve, squares
from qttt.fast.probabilistic.boards import STEPS, generated, given
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import DIGITS, EMPTY, EXCHANGED, O, X
from qttt.fast.probabilistic.rounding import DOUBT, ERROR_BOUND, UNIT
from qttt.fast.probabilistic.solve import KEPT, PIECE, Population, tables
from qttt.oracle.probabilistic.translate import situation_of
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Position, Probabilistic
from qttt.reference.probabilistic.board import Board, random_board
from qttt.reference.probabilistic.position import Marks, outcome
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.verification import Refuted
from qttt.verification.probabilistic.equivalence_boards import (
    CLASSIC,
    SEED,
    awkward,
    beyond,
    boards,
    certain,
    extreme,
    nearly_even,
    with_passes,
)

EACH, MANY = 1, 17
"""The number of boards of every kind, in default claims and in long claims."""
HARD = (nearly_even(0), extreme(0), with_passes(0), beyond(0))
"""Boards that double precision decides least often."""

MARK = {EMPTY: None, X: Actor.X, O: Actor.O}
MARKS: tuple[Marks, ...] = tuple(tuple(MARK[digit] for digit in digits) for digits in DIGITS.tolist())
"""The marks of every code."""

Worth = dict[int, Fraction]
"""The value of naming each open square, from 1; empty where play is over."""


@lru_cache(maxsize=32)
def solver_of(board: Board) -> LoopSolver:
    """The reference's solver, which remembers what it has solved."""
    return LoopSolver(Probabilistic(board))


def worth(solver: LoopSolver, marks: Marks) -> tuple[Worth, Worth]:
    """The values of the squares with X to move, and with O to move."""
    if outcome(marks):
        return {}, {}
    known, value = solver.lines(marks), solver.to_move(marks)
    of_x = {each.square: each.x + each.n * value.O for each in known}
    return of_x, {each.square: each.x_dash + each.n * value.X for each in known}


def where(board: Board, code: int) -> str:
    """Marks and their board as named in a message."""
    marks = "".join(".XO"[digit] for digit in DIGITS[code])
    return f"{marks[:3]} {marks[3:6]} {marks[6:]} on the board ({board})"


def _in_short(values: Iterable[Any]) -> str:
    return " and ".join(str(float(value)) for value in values)


# Double precision


def in_doubles(board: Board) -> Any:
    """The table of a board by the fast engine."""
    return tables(Cpu(), given([board]))[0]


def values_are_within_the_bound(each: int = EACH) -> str:
    """Every board of marks with X to move and, through the exchanged one, with O to move. The exact values are rounded,
    which may hide one unit of an error, so the check adds one unit."""
    largest = 0.0
    some = boards(each)
    for board in some:
        exactly = list(map(solver_of(board).to_move, MARKS))
        found = in_doubles(board)
        of_x = np.array([float(value.X) for value in exactly])
        of_o_exchanged = np.array([float(1 - value.O) for value in exactly])
        errors = UNIT + np.maximum(abs(found - of_x), abs(found[EXCHANGED] - of_o_exchanged))
        if not (errors <= ERROR_BOUND).all():
            code = int(np.argmin(errors <= ERROR_BOUND))
            values = found[code], 1 - found[EXCHANGED[code]]
            raise Refuted(f"{where(board, code)}: {_in_short(values)}, exactly {_in_short(exactly[code])}")
        largest = max(largest, float(errors.max()))
    units = f"{largest / UNIT:.1f} of {ERROR_BOUND / UNIT:.0f} units of 2^-53"
    return f"{len(some)} boards of probabilities, {2 * len(MARKS):,} positions each: no error above {units}"


def values_of_many_boards_are_within_the_bound() -> str:
    return values_are_within_the_bound(MANY)


# Exactly


def exact_answers_are_those_of_the_reference(
    some: Sequence[Board] = HARD, first: int | None = None, least: int = 0, step: int = 1
) -> str:
    """Compares the value, the value of each square, and all best squares, at every position: on the first few boards,
    at every n-th with at least so many marks."""
    some = some[:first]
    codes = [code for code, marks in enumerate(MARKS) if len(marks) - marks.count(None) >= least][::step]
    for board in some:
        answers, solver = Exact(board), solver_of(board)
        for code in codes:
            marks = MARKS[code]
            for player, value, known in zip((X, O), solver.to_move(marks), worth(solver, marks), strict=True):
                best = tuple(square for square, number in known.items() if number == value)
                found = answers.value(code, player), answers.squares(code, player), answers.best(code, player)
                if found != (value, known, best):
                    answer = f"{found[0]}, best {found[2]}, not {value}, best {best}"
                    raise Refuted(f"{where(board, code)}, {MARK[player]} to move: {answer}")
    return f"{len(some)} boards of probabilities, {2 * len(codes):,} positions each"


def exact_answers_of_many_boards_are_those_of_the_reference() -> str:
    return exact_answers_are_those_of_the_reference((*boards(MANY), *map(beyond, range(MANY))))


# Best squares


def masks_of(board: Board) -> Any:
    """An array ``[code]`` by the fast engine: a bit per square that may be best for X to move."""
    rows = given([board])
    return squares.optimal(Cpu(), rows, tables(Cpu(), rows))[0].tolist()


def masks_have_every_best_square(each: int = EACH) -> str:
    """With X to move and, on the exchanged board, with O to move: every best square, no square worse by more than twice
    the doubt, and no square where play is over."""
    some = boards(each)
    ties, unsure = 0, 0
    for board in some:
        masks, solver = masks_of(board), solver_of(board)
        for code, marks in enumerate(MARKS):
            for_x, for_o = worth(solver, marks)
            exchanged = {square: 1 - number for square, number in for_o.items()}
            for mask, known in ((masks[code], for_x), (masks[EXCHANGED[code]], exchanged)):
                largest = max(known.values(), default=0)
                best = {square for square, number in known.items() if number == largest}
                close = {square for square, number in known.items() if largest - number <= 2 * DOUBT}
                told = {square for square in range(1, 10) if mask >> (square - 1) & 1}
                if not best <= told <= close:
                    raise Refuted(f"{where(board, code)}: {sorted(told)} may be best, {sorted(best)} are")
                ties, unsure = ties + (len(best) > 1), unsure + (told != best)
    count = f"{len(some)} boards of probabilities, {2 * len(MARKS):,} positions each"
    return f"{count}; {ties:,} with several best squares, {unsure:,} where the mask has others too"


def masks_of_many_boards_have_every_best_square() -> str:
    return masks_have_every_best_square(MANY)


# In batches

COUNT = PIECE + 5 * WIDTH + 3
"""The number of boards of a launch, and some more that do not fill their last batch."""
TABLES = 2 * KEPT + WIDTH + 1
SINGLE = 40
EXACT = 24
UNLIKE = (CLASSIC, *(kind(number) for kind in (awkward, certain, extreme, with_passes) for number in range(5)))
"""Boards of other kinds, scattered among those of the generator."""


def solved(rows: Any) -> Population:
    return solve.solve(Cpu(), rows)


def answers_are_those_of_single_boards(solved: Callable[[Any], Population] = solved) -> str:
    """Values and first squares of a population: equal, bit by bit, to those of boards solved individually, in another
    order and with their tables, and within the bound of the exact ones."""
    rows = generated(SEED, 0, COUNT) / STEPS
    places = np.random.default_rng(SEED).choice(COUNT, len(UNLIKE), replace=False)
    rows[places] = given(UNLIKE)
    found = solved(rows)
    if found.values.shape != (COUNT,) or found.squares.shape != (COUNT, 9):
        raise Refuted(f"{COUNT:,} boards have {len(found.values):,} values")
    order = np.random.default_rng(SEED).permutation(COUNT)
    _alike("in another order", solved(rows[order]), found, order)
    ends = np.array([0, *range(PIECE - WIDTH, COUNT), *places])
    for place in (*ends, *order[:SINGLE]):
        _alike("alone", solved(rows[place : place + 1]), found, np.array([place]))
    for count in range(2 * WIDTH + 1):
        _alike(f"{count} at a time", solved(rows[:count]), found, np.arange(count))
    chosen = np.concatenate([ends, order])[:TABLES]
    whole = tables(Cpu(), rows[chosen])[:, 0]
    if (whole != found.values[chosen]).any():
        raise Refuted("the value of the empty board differs in a table")
    for place in order[:EXACT].tolist():
        board = UNLIKE[list(places).index(place)] if place in places else random_board(SEED, place)
        exactly = Exact(board)
        numbers = [exactly.value(0), *exactly.squares(0).values()]
        for number, value in zip(numbers, [found.values[place], *found.squares[place]], strict=True):
            if abs(Fraction(float(value)) - number) > ERROR_BOUND:
                raise Refuted(f"board {place}: {value}, not {float(number)}")
    return f"{COUNT:,} boards; {len(ends) + SINGLE} of them alone, {TABLES} with tables, {EXACT} exactly, seed {SEED}"


def _off(population: Population, places: Any) -> Population:
    """The values at some places one unit of their precision larger."""
    values = population.values.copy()
    values[places] = np.nextafter(values[places], 2)
    return replace(population, values=values)


def the_first_board_differs(rows: Any) -> Population:
    return _off(solved(rows), slice(1))


def the_last_batch_is_not_filled(rows: Any) -> Population:
    """Values differ in a batch that is not full, of several boards."""
    return _off(solved(rows), slice(len(rows) // WIDTH * WIDTH, None) if WIDTH < len(rows) <= 2 * WIDTH else slice(0))


def every_value_is_off(rows: Any) -> Population:
    return _off(solved(rows), slice(None))


def _alike(how: str, some: Population, found: Population, places: Any) -> None:
    """Raises `Refuted` unless some of the boards, given by their places, have the same answers as before."""
    same = some.values.shape == places.shape and (some.values == found.values[places]).all()
    if not same or (some.squares != found.squares[places]).any():
        raise Refuted(f"the answers about boards solved {how} differ")


# Random boards of small fractions

BOARDS, LARGEST_PART, FEWEST_MARKS = 200, 6, 4


def sampled_positions_have_the_same_values(boards: int = BOARDS) -> str:
    """Exact values of the squares at late positions on boards of small fractions, certain results among them."""
    for number in range(boards):
        board, position = _late_position(Random(f"{SEED}/{number}"))
        if outcome(position.marks):
            continue
        expected = LoopSolver(Probabilistic(board)).squares(position)
        found = Exact(board).squares(*situation_of(position))
        if expected != found:
            raise Refuted(f"'{position}' on {board}: {expected} and, by the fast engine, {found}")
    return f"{boards} positions, seed {SEED}"


def _late_position(random: Random) -> tuple[Board, Position]:
    """A board of fractions and a position on it with a few open squares."""
    parts = [[random.randint(0, LARGEST_PART) for _ in range(3)] for _ in range(9)]
    rows = [three if any(three) else [1, 0, 0] for three in parts]
    held = random.sample(range(9), random.randint(FEWEST_MARKS, 9))
    marks: Marks = tuple(random.choice((Actor.X, Actor.O)) if at in held else None for at in range(9))
    board = Board((Fraction(a, a + b + c), Fraction(b, a + b + c), Fraction(c, a + b + c)) for a, b, c in rows)
    return board, Position(marks, random.choice((Actor.X, Actor.O)))
