"""Probabilistic tic-tac-toe: progress, and what is rejected."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from qttt.fast.answers import UnknownPosition
from qttt.fast.backend import Cpu, Interpreter
from qttt.fast.lanes import unpack_rows
from qttt.fast.probabilistic import boards
from qttt.fast.probabilistic.answers import CODE, Answers, key_of
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import CODES, ENDS, FIRST, ROWS, SCRIPT, O, X
from qttt.fast.probabilistic.solve import CONSTANTS, KERNEL, fill_tables, solve, tables
from qttt.fast.probabilistic.value import ANSWERS, GIVEN, ROOM

CPU = Cpu()
EVEN = (Fraction(1, 2), Fraction(1, 5), Fraction(3, 10))
ZERO, ONE = Fraction(0), Fraction(1)


def code(text: str) -> int:
    """The code of marks as they are written, row by row."""
    marks = text.replace(" ", "")
    return sum(".XO".index(mark) * 3**at for at, mark in enumerate(marks))


ONE_LEFT = "XOO OXX XO."
"""X on the last square has won; O there is a draw."""


def test_progress_is_reported() -> None:
    told: list[int] = []
    solve(CPU, boards.generate(5, 0, 20) / boards.STEPS, told.append)
    assert told == [20]


class Threads(Interpreter):
    """A device without vectors, whose kernels Python runs."""

    vectors = False


def test_both_orders_compute_the_same_numbers() -> None:
    """The kernel of the CPU, a board at a time, and those of a GPU, a layer at a time."""
    rows = np.concatenate(
        [boards.generate(5, 0, 1) / boards.STEPS, boards.rows_of([[EVEN] * 7 + [(ZERO, ONE, ZERO)] * 2])]
    )
    in_order, room, by_layers = np.empty((2, ROWS)), np.empty((2, ROOM)), np.empty((2, ANSWERS))
    answers = np.empty_like(by_layers)
    in_order[:, :FIRST] = CONSTANTS
    Threads().launch(KERNEL, 2, SCRIPT, ENDS, rows, room, in_order, answers)
    table = fill_tables(Threads(), rows, by_layers, 2)
    assert np.array_equal(unpack_rows(table, 2), in_order)
    assert np.array_equal(by_layers, answers)


def test_marks_too_rare_for_doubles_need_the_exact_solver() -> None:
    rare = Fraction(1, 1 << 501)
    board = [EVEN] * 8 + [(rare, 1 - 2 * rare, rare)]
    with pytest.raises(ValueError, match="board 2, square 9: success and failure are together less than 2"):
        boards.rows_of([[EVEN] * 9, [EVEN] * 8 + [(rare, 1 - rare, Fraction(0))]])
    assert boards.rows_of([[EVEN] * 8 + [(Fraction(0), 1 - 2 * rare, 2 * rare)]]).shape == (1, GIVEN)
    assert Exact(board).value(code(ONE_LEFT)) == Exact(board).value(code(ONE_LEFT), O) == Fraction(3, 4)


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        (np.zeros((2, GIVEN), np.int64), TypeError, "boards: expected floats, the rows of boards.rows_of"),
        (np.zeros(GIVEN), ValueError, r"boards: expected an array \[boards, 36\], got the shape \(36,\)"),
        (np.zeros((1, 27)), ValueError, r"got the shape \(1, 27\)"),
    ],
)
@pytest.mark.parametrize("ask", [solve, tables])
def test_rows_of_another_form_are_rejected(ask: Any, given: Any, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        ask(CPU, given)


def test_codes_and_players_that_do_not_exist_are_rejected() -> None:
    exact = Exact([EVEN] * 9)
    for ask in (exact.value, exact.squares, exact.best):
        for code in (-1, 3**9):
            with pytest.raises(ValueError, match=f"code {code}: expected a board of marks from 0 to 19682"):
                ask(code)
        with pytest.raises(ValueError, match="player 3: expected 1 for X or 2 for O"):
            ask(0, 3)


@pytest.mark.parametrize("bad", [-1, CODES, CODE, key_of(1, X, 1), key_of(0, X, 10), 1 << 20, key_of(1 + 3 + 9, O, 5)])
def test_keys_that_are_not_positions_are_rejected(bad: int) -> None:
    answers = Answers([EVEN] * 9)
    for ask in (answers.values, answers.action_values, answers.best):
        with pytest.raises(UnknownPosition, match=r"keys\[1\]: no game reaches this position of probabilistic-1\.1"):
            ask([0, bad])
