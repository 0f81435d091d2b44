"""Boards of probabilities solved in batches: each with the same answers as on its own, at any place."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.lanes import WIDTH
from qttt.fast.probabilistic import solve
from qttt.fast.probabilistic.boards import STEPS, generated, given
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.loop import GIVEN
from qttt.fast.probabilistic.rounding import ERROR_BOUND
from qttt.fast.probabilistic.solve import KEPT, PIECE, Population
from qttt.reference.probabilistic.board import random_board
from qttt.verification import Refuted
from qttt.verification.mutation import with_globals
from qttt.verification.probabilistic.equivalence_boards import CLASSIC, SEED, awkward, certain, extreme, with_passes

COUNT = PIECE + 5 * WIDTH + 3
"""The number of boards of a launch, and some more that do not fill their last batch."""
TABLES = 2 * KEPT + WIDTH + 1
SINGLE = 40
EXACT = 24
UNLIKE = (CLASSIC, *(kind(number) for kind in (awkward, certain, extreme, with_passes) for number in range(5)))
"""Boards of other kinds, scattered among those of the generator."""

Solver = Callable[[Any], Population]


def by_the_engine(rows: Any) -> Population:
    return solve.solve(Cpu(), rows)


def answers_are_those_of_single_boards(solver: Solver = by_the_engine) -> str:
    """Values and first squares of a population: equal, bit by bit, to those of boards solved individually, in another
    order and with their tables, and within the bound of the exact ones."""
    rows = generated(SEED, 0, COUNT) / STEPS
    places = np.random.default_rng(SEED).choice(COUNT, len(UNLIKE), replace=False)
    rows[places] = given(UNLIKE)
    found = solver(rows)
    if found.values.shape != (COUNT,) or found.squares.shape != (COUNT, 9):
        raise Refuted(f"{COUNT:,} boards have {len(found.values):,} values")
    order = np.random.default_rng(SEED).permutation(COUNT)
    _alike("in another order", solver(rows[order]), found, order)
    ends = np.array([0, *range(PIECE - WIDTH, COUNT), *places])
    for place in (*ends, *order[:SINGLE]):
        _alike("alone", solver(rows[place : place + 1]), found, np.array([place]))
    for count in range(2 * WIDTH + 1):
        _alike(f"{count} at a time", solver(rows[:count]), found, np.arange(count))
    chosen = np.concatenate([ends, order])[:TABLES]
    whole = solve.tables(Cpu(), rows[chosen])[:, 0]
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


def _alike(how: str, some: Population, found: Population, places: Any) -> None:
    """Raises `Refuted` unless some of the boards, given by their places, have the same answers as before."""
    same = some.values.shape == places.shape and (some.values == found.values[places]).all()
    if not same or (some.squares != found.squares[places]).any():
        raise Refuted(f"the answers about boards solved {how} differ")


def lanes_are_taken_for_batches(rows: Any) -> Population:
    """The numbers of a batch in memory order."""

    def unpacked(rows: Any, count: int) -> Any:
        return rows.reshape(-1, rows.shape[1])[:count]

    found: Population = with_globals(solve.solve, unpacked=unpacked)(Cpu(), rows)
    return found


def the_last_batch_is_filled_from_the_front(rows: Any) -> Population:
    """An incomplete batch begins with copies of its last board."""

    def packed(xp: Any, values: Any, vectors: bool) -> Any:
        spare = -len(values) % WIDTH
        full = np.concatenate([values[: len(values) + spare - WIDTH], np.repeat(values[-1:], spare, 0), values])
        full = np.concatenate([full, values[-(WIDTH - spare) :]])[: len(values) + spare]
        return np.ascontiguousarray(full.reshape(-1, WIDTH, GIVEN).swapaxes(1, 2))

    found: Population = with_globals(solve.solve, _solved=with_globals(solve._solved, packed=packed))(Cpu(), rows)
    return found


def pieces_begin_a_board_late(rows: Any) -> Population:
    found = solve.solve(Cpu(), rows)
    values = found.values.copy()
    values[PIECE:] = np.roll(values[PIECE:], 1)
    return Population(values, found.squares)


def squares_count_from_the_last(rows: Any) -> Population:
    found = solve.solve(Cpu(), rows)
    return Population(found.values, found.squares[:, ::-1])
