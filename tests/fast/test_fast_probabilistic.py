"""Probabilistic tic-tac-toe: boards by hand, the shapes and types of answers, what is rejected, both devices."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from qttt.fast.backend import Cpu, Device
from qttt.fast.lanes import WIDTH
from qttt.fast.probabilistic import boards, positions
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.loop import GIVEN
from qttt.fast.probabilistic.solve import solve, tables
from qttt.fast.probabilistic.squares import optimal
from qttt.verification.strict_device import StrictDevice

Square = tuple[Fraction, Fraction, Fraction]
CPU = Cpu()
X, O = positions.X, positions.O


def square(success: str, neutral: str, failure: str) -> Square:
    return Fraction(success), Fraction(neutral), Fraction(failure)


EVEN = square("1/2", "1/5", "3/10")


def code(text: str) -> int:
    """The code of marks as they are written, row by row."""
    marks = text.replace(" ", "")
    return sum(".XO".index(mark) * 3**at for at, mark in enumerate(marks))


ONE_LEFT = "XOO OXX XO."
"""X on the last square has won; O there is a draw."""


def test_best_squares_that_doubles_cannot_tell() -> None:
    tiny = Fraction(1, 10**25)
    better = (EVEN[0] + tiny, EVEN[1], EVEN[2] - tiny)
    board = [EVEN] * 6 + [better] + [EVEN] * 2
    centre, corners = code("... .X. ..."), (1, 3, 7, 9)
    assert Exact([EVEN] * 9).best(centre, O) == corners
    assert Exact(board).best(centre, O) == (7,)
    rows = boards.given([board])
    mask = int(optimal(CPU, rows, tables(CPU, rows))[0, positions.EXCHANGED[centre]])
    assert tuple(square for square in range(1, 10) if mask >> (square - 1) & 1) == corners


@pytest.mark.parametrize("device", [CPU, StrictDevice()], ids=lambda device: device.name)
@pytest.mark.parametrize("count", [0, 1, WIDTH - 1, WIDTH, WIDTH + 1])
def test_any_number_of_boards_is_solved(count: int, device: Device) -> None:
    rows = boards.generated(5, 0, 2 * WIDTH, device.xp) / boards.STEPS
    whole, found = solve(device, rows), solve(device, rows[:count])
    assert (found.values == whole.values[:count]).all()
    assert (found.squares == whole.squares[:count]).all()
    table = tables(device, rows[:count])
    assert table.shape == (count, positions.CODES)
    assert optimal(device, rows[:count], table).shape == (count, positions.CODES)
    assert boards.given([]).shape == (0, GIVEN)


def test_progress_is_reported() -> None:
    told: list[int] = []
    solve(CPU, boards.generated(5, 0, 20) / boards.STEPS, told.append)
    assert told == [20]


def test_marks_too_rare_for_doubles_need_the_exact_solver() -> None:
    rare = Fraction(1, 1 << 501)
    board = [EVEN] * 8 + [(rare, 1 - 2 * rare, rare)]
    with pytest.raises(ValueError, match="board 2, square 9: success and failure are together less than 2"):
        boards.given([[EVEN] * 9, [EVEN] * 8 + [(rare, 1 - rare, Fraction(0))]])
    assert boards.given([[EVEN] * 8 + [(Fraction(0), 1 - 2 * rare, 2 * rare)]]).shape == (1, GIVEN)
    assert Exact(board).value(code(ONE_LEFT)) == Exact(board).value(code(ONE_LEFT), O) == Fraction(3, 4)


def test_generated_boards_are_the_same_from_any_number_on() -> None:
    whole = boards.generated(9, 0, 30)
    assert whole.dtype == np.int64
    assert (boards.generated(9, 11, 7) == whole[11:18]).all()
    assert boards.generated(9, 11, 0).shape == (0, GIVEN)
    assert (whole[:, :9] + whole[:, 9:18] + whole[:, 18:27] == boards.STEPS).all()


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        (np.zeros((2, GIVEN), np.int64), TypeError, "boards: expected floats, the rows of boards.given"),
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
