"""Boards: what the errors say, and that a board is printed without loss. The vectors say which texts are boards."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import Board, BoardError, Square, plain, probability, random_board
from qttt.reference.probabilistic.file import read_csv, read_json

ROW = ["0.5", "0.2", "0.3"]
FLOATS: Any = (0.5, 0.2, 0.3)
CELLS = ",".join(ROW * 9)
JSON = f"[{', '.join(['[0.5, 0.2, 0.3]'] * 9)}]"


@given(st.fractions())
def test_number_is_shown_exactly(number: Fraction) -> None:
    assert Fraction(plain(number)) == number


def test_long_number_is_read_as_it_is_printed() -> None:
    """PROB-NUMBER-1: a board is read back, though its numbers are printed with more characters than they were given."""
    half = ("1/2", "0", "1/2")
    game = Probabilistic(Board.of([("0." + "0" * 97 + "1", "0", "0." + "9" * 98), *[half] * 8]))
    assert [*map(len, game.setting["board"].split(";")[0].split(","))] == [101, 1, 198]
    assert Probabilistic.of(**game.setting) == game
    for text in ("2/2" + "0" * 98, "1" + "0" * 97 + "1/1" + "0" * 98, "0." + "9" * 197, "9" * 5000):
        with pytest.raises(
            BoardError, match=r"^'.{20}…' is not a probability: write it with at most 100 characters \(PROB-NUMBER-1\)$"
        ):
            probability(text)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: probability("0.5\n"), r"'0\.5\\n' is not a probability: "),
        (lambda: Square.of(["1/3", "1/3", "0.3"]), r"1/3 \+ 1/3 \+ 0.3 is 29/30, 1/30 less than 1"),
        (lambda: Square.of(["0.50000000000000000001", "0.2", "0.3"]), r"0\.00000000000000000001 more than 1"),
        (lambda: Square(Fraction(1), Fraction(1), Fraction(-1)), "failure is -"),
        (lambda: Board.of([["0.5", "x", "0.5"], *[ROW] * 8]), "square 1: neutral: 'x' is not a probability"),
        (lambda: Board([FLOATS] * 9), "square 1: success must be an exact Fraction: 0.5 is a float"),
        (lambda: random_board(0, -1), "the board number -1 is negative: expected an integer from 0"),
        (lambda: read_json("[" * 100_000), "brackets are nested too deeply"),
        (lambda: read_json("null"), "expected a board or a list of boards: found null"),
        (lambda: read_json('"x"'), "expected a board or a list of boards: found a text"),
        (lambda: read_json('{"boards": [], "more": 1}'), '"more" is unknown: expected boards'),
        (lambda: read_csv(f"success,failure,neutral\n{CELLS}"), "row 1: column 2 must be neutral: the 3 columns are"),
    ],
)
def test_invalid_board_is_rejected_in_one_line(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(BoardError, match=message) as refused:
        make()
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (JSON.replace("0.5", "null", 1), "square 1: success: expected a number or a text: found null"),
        (JSON.replace("0.5", "[]", 1), "square 1: success: expected a number or a text: found a list"),
        (JSON.replace("[0.5, 0.2, 0.3]", "true", 1), "square 1: expected three probabilities in a list or"),
        (JSON.replace("[0.5, 0.2, 0.3]", '{"success": 1}', 1), 'square 1: "neutral" is missing'),
        (f'{{"squares": {JSON}, "squares": {JSON}}}', '"squares" appears 2 times'),
        (f'{{"squares": {JSON}, "title": "x"}}', '"title" is unknown: expected squares, name'),
        (f'{{"squares": {JSON}, "name": 7}}', "name: expected a text: found the number 7"),
    ],
)
def test_wrong_board_among_good_ones_is_named(board: str, message: str) -> None:
    """PROB-FILE-1: every other board stands."""
    first, wrong, last = read_json(f"[{JSON}, {board}, {JSON}]")
    assert first.board == last.board == Board.of([ROW] * 9)
    assert isinstance(wrong.board, BoardError)
    assert str(wrong.board).startswith(f"board 2: {message}")
