"""Boards: their numbers, their errors, random ones, and files of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import Board, BoardError, Square, plain, probability, random_board
from qttt.reference.probabilistic.file import COLUMNS, Entry, read_csv, read_json

ROW = ["0.5", "0.2", "0.3"]
FLOATS: Any = (0.5, 0.2, 0.3)
GOOD = Board.of([ROW] * 9)
HEADER = ",".join(COLUMNS)
CELLS = ",".join(ROW * 9)
JSON = f"[{', '.join(['[0.5, 0.2, 0.3]'] * 9)}]"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0.65", (13, 20)), ("65%", (13, 20)), ("13/20", (13, 20)), ("0", (0, 1)), ("1", (1, 1)), ("1.000", (1, 1)),
        ("0%", (0, 1)), ("100%", (1, 1)), ("12.5%", (1, 8)), ("200/3%", (2, 3)), ("007/010", (7, 10)), ("0/5", (0, 1)),
        ("0." + "3" * 98, (int("3" * 98), 10**98)),
    ],
)  # fmt: skip
def test_numbers_are_exact(text: str, number: tuple[int, int]) -> None:
    """PROB-NUMBER-1"""
    assert probability(text) == Fraction(*number)


@pytest.mark.parametrize(
    "text",
    ["", " 0.5", "0.5\n", ".5", "5.", "1e-1", "+0.5", "-0", "-1/2", "1/0", "1/00", "0/0%", "1/-2", "1/2/3", "0,5", "½",
     "٠", "50 %", "50%%", "%", "nan", "Infinity", "0x1", "1_0", "0.5/2", "0." + "3" * 99, "9" * 5000],
)  # fmt: skip
def test_invalid_number_is_rejected_in_one_line(text: str) -> None:
    """PROB-NUMBER-1"""
    with pytest.raises(BoardError, match="is not a probability: ") as refused:
        probability(text)
    assert refused.value.rule == "PROB-NUMBER-1"
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


def test_long_number_is_read_as_it_is_printed() -> None:
    """PROB-NUMBER-1: a board is read back, though its numbers are printed with more characters than they were given."""
    half = ("1/2", "0", "1/2")
    game = Probabilistic(Board.of([("0." + "0" * 97 + "1", "0", "0." + "9" * 98), *[half] * 8]))
    assert [*map(len, game.setting["board"].split(";")[0].split(","))] == [101, 1, 198]
    assert Probabilistic.of(**game.setting) == game
    for text in ("2/2" + "0" * 98, "1" + "0" * 97 + "1/1" + "0" * 98, "0." + "9" * 197):
        with pytest.raises(
            BoardError, match=r"^'.{20}…' is not a probability: write it with at most 100 characters \(PROB-NUMBER-1\)$"
        ):
            probability(text)


@pytest.mark.parametrize("text", ["1.05", "105%", "65", "3/2", "1." + "0" * 97 + "1"])
def test_probability_above_one_is_rejected(text: str) -> None:
    """PROB-SQUARE-1"""
    with pytest.raises(BoardError, match=r"is more than 1: a probability is from 0 to 1") as refused:
        probability(text)
    assert refused.value.rule == "PROB-SQUARE-1"


@given(*[st.fractions(0, 1, max_denominator=10**12)] * 2)
def test_square_adds_up_to_one(success: Fraction, neutral: Fraction) -> None:
    """PROB-SQUARE-1"""
    failure = 1 - success - neutral
    if failure < 0:
        with pytest.raises(BoardError, match="failure is -"):
            Square(success, neutral, failure)
    else:
        square = Square(success, neutral, failure)
        assert tuple(square) == (success, neutral, failure)
        assert Square.of([str(number) for number in square]) == square
        assert hash(square) == hash(Square(*square))


def test_wrong_sum_is_rejected_with_its_distance() -> None:
    with pytest.raises(BoardError) as refused:
        Board.of([ROW, ROW, ["0.55", "30%", "1/5"], *[ROW] * 6])
    what = "0.55 + 0.3 + 0.2 is 1.05, 0.05 more than 1: the three must add up to exactly 1"
    assert str(refused.value) == f"square 3: {what} (PROB-SQUARE-1)"
    with pytest.raises(BoardError, match=r"1/3 \+ 1/3 \+ 0.3 is 29/30, 1/30 less than 1"):
        Square.of(["1/3", "1/3", "0.3"])
    with pytest.raises(BoardError, match=r"is 1\.00000000000000000001, 0\.00000000000000000001 more than 1"):
        Square.of(["0.50000000000000000001", "0.2", "0.3"])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Board.of([ROW] * 8), "a board must have 9 squares: found 8"),
        (lambda: Board.of([ROW] * 10), "a board must have 9 squares: found 10"),
        (lambda: Board.of([*[ROW] * 8, ["1", "0"]]), "square 9: a square must have three probabilities, .* found 2"),
        (lambda: Board.of([*[ROW] * 8, ["1", "0", "0", "0"]]), "square 9: a square must have three .* found 4"),
        (lambda: Board.of([["0.5", "x", "0.5"], *[ROW] * 8]), "square 1: neutral: 'x' is not a probability"),
        (lambda: Board([FLOATS] * 9), "square 1: success must be an exact Fraction: 0.5 is a float"),
        (lambda: random_board(-1), r"the seed -1 is out of range: expected 0 to 2\^64 - 1"),
        (lambda: random_board(2**64), r"the seed 18446744073709551616 is out of range: expected 0 to 2\^64 - 1"),
        (lambda: random_board(0, -1), "the board number -1 is negative: expected an integer from 0"),
    ],
)
def test_invalid_board_is_rejected(make: Callable[[], Any], message: str) -> None:
    """PROB-BOARD-1, PROB-SQUARE-1, PROB-RANDOM-1"""
    with pytest.raises(BoardError, match=message):
        make()


@given(st.fractions())
def test_number_is_shown_exactly(number: Fraction) -> None:
    assert Fraction(plain(number)) == number


# Files


def boards(entries: list[Entry]) -> list[str]:
    return ["good" if entry.board == GOOD else str(entry.board) for entry in entries]


@pytest.mark.parametrize(
    "text",
    [
        JSON,
        f"[{JSON}]",
        f'{{"boards": [{JSON}]}}',
        f'{{"squares": {JSON}}}',
        f'[{{"squares": {JSON}, "name": "one"}}]',
        "\ufeff" + JSON,
        JSON.replace("0.5", '"50%"'),
        JSON.replace("[0.5, 0.2, 0.3]", '{"failure": 0.3, "neutral": "1/5", "success": 0.50}'),
    ],
)
def test_json_in_all_its_forms(text: str) -> None:
    """PROB-FILE-1"""
    assert boards(read_json(text)) == ["good"]


def test_json_numbers_are_not_rounded() -> None:
    text = JSON.replace("[0.5, 0.2, 0.3]", "[0.50000000000000000001, 0.2, 0.29999999999999999999]")
    (entry,) = read_json(text)
    assert isinstance(entry.board, Board)
    assert entry.board[0].success == Fraction("0.50000000000000000001")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: not JSON: Expecting value"),
        ("[\n[0.5,]]", "line 2, column .: not JSON"),
        ("[" * 100_000, "brackets are nested too deeply"),
        ("7", "expected a board or a list of boards: found the number 7"),
        ("null", "expected a board or a list of boards: found null"),
        ('"x"', "expected a board or a list of boards: found a text"),
        ("[]", "the file has no boards"),
        ('{"boards": []}', "the file has no boards"),
        ('{"boards": 1}', "expected a board or a list of boards: found the number 1"),
        ('{"boards": [], "more": 1}', '"more" is unknown: expected boards'),
    ],
)
def test_invalid_json_file_is_rejected_whole(text: str, message: str) -> None:
    """PROB-FILE-1"""
    with pytest.raises(BoardError, match=message) as refused:
        read_json(text)
    assert refused.value.rule == "PROB-FILE-1"


@pytest.mark.parametrize(
    ("board", "rule", "message"),
    [
        (JSON.replace("0.3", "0.3, []", 1), "PROB-SQUARE-1", "square 1: a square must have three probabilities, "),
        (
            JSON.replace("0.3", "0.31", 1),
            "PROB-SQUARE-1",
            "square 1: 0.5 + 0.2 + 0.31 is 1.01, 0.01 more than 1: the three",
        ),
        (JSON.replace("0.5", "NaN", 1), "PROB-NUMBER-1", "square 1: success: 'NaN' is not a probability: "),
        (JSON.replace("0.5", "5e-1", 1), "PROB-NUMBER-1", "square 1: success: '5e-1' is not a probability: "),
        (
            JSON.replace("0.5", "-0.5", 1),
            "PROB-NUMBER-1",
            "square 1: success: '-0.5' is not a probability: it is negative",
        ),
        (JSON.replace("0.5", "50", 1), "PROB-SQUARE-1", "square 1: success: 50 is more than 1: "),
        (JSON.replace("0.5", "null", 1), "PROB-FILE-1", "square 1: success: expected a number or a text: found null"),
        (JSON.replace("0.5", "[]", 1), "PROB-FILE-1", "square 1: success: expected a number or a text: found a list"),
        (
            JSON.replace("[0.5, 0.2, 0.3]", "[0.5, 0.5]", 1),
            "PROB-SQUARE-1",
            "square 1: a square must have three probabilities",
        ),
        (
            JSON.replace("[0.5, 0.2, 0.3]", "true", 1),
            "PROB-FILE-1",
            "square 1: expected three probabilities in a list or",
        ),
        (JSON.replace("[0.5, 0.2, 0.3]", '{"success": 1}', 1), "PROB-FILE-1", 'square 1: "neutral" is missing'),
        (f'{{"squares": {JSON}, "squares": {JSON}}}', "PROB-FILE-1", '"squares" appears 2 times'),
        (f'{{"squares": {JSON}, "title": "x"}}', "PROB-FILE-1", '"title" is unknown: expected squares, name'),
        (f'{{"squares": {JSON}, "name": 7}}', "PROB-FILE-1", "name: expected a text: found the number 7"),
        (f'{{"squares": {JSON}, "name": null}}', "PROB-FILE-1", "name: expected a text: found null"),
        ('{"squares": 7}', "PROB-FILE-1", 'expected nine squares, or an object with "squares": found the number 7'),
        ("[]", "PROB-BOARD-1", "a board must have 9 squares: found 0"),
        ("null", "PROB-FILE-1", 'expected nine squares, or an object with "squares": found null'),
    ],
)
def test_wrong_json_board_among_good_ones(board: str, rule: str, message: str) -> None:
    """PROB-FILE-1: every other board stands."""
    first, wrong, last = read_json(f"[{JSON}, {board}, {JSON}]")
    assert boards([first, last]) == ["good", "good"]
    assert isinstance(wrong.board, BoardError)
    assert wrong.board.rule == rule
    assert str(wrong.board).startswith(f"board 2: {message}")


@pytest.mark.parametrize(
    "text",
    [
        CELLS,
        f"{HEADER}\n{CELLS}\n",
        f"\ufeff{HEADER}\r\n\r\n{CELLS}\r\n \t\r\n",
        CELLS.replace(",", " , "),
        ",".join(f'"{cell}"' for cell in CELLS.split(",")),
        CELLS.replace("0.5", ' "0.5" '),
        CELLS.replace("0.5", "1/2").replace("0.2", "20%"),
        f"{HEADER}\r{CELLS}",
    ],
)
def test_csv_in_all_its_forms(text: str) -> None:
    """PROB-FILE-2"""
    assert boards(read_csv(text)) == ["good"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file has no boards"),
        (f"\n{HEADER}\n", "the file has no boards"),
        (f"{HEADER.replace('success_1', 'failure_1')}\n{CELLS}", "row 1: column 1 must be success_1"),
        (f"\n{HEADER},more\n{CELLS}", "row 2: found 28 columns: the 27 columns are success_1, neutral_1 to failure_9"),
        (f"{HEADER.rpartition(',')[0]}\n{CELLS}", "row 1: column 27 must be failure_9"),
    ],
)
def test_invalid_csv_file_is_rejected_whole(text: str, message: str) -> None:
    """PROB-FILE-2"""
    with pytest.raises(BoardError, match=message) as refused:
        read_csv(text)
    assert refused.value.rule == "PROB-FILE-2"


@pytest.mark.parametrize(
    ("row", "rule", "message"),
    [
        (CELLS.replace("0.3", "0.4", 1), "PROB-SQUARE-1", "square 1: 0.5 + 0.2 + 0.4 is 1.1, 0.1 more than 1: "),
        (CELLS.replace("0.5", "nan", 1), "PROB-NUMBER-1", "square 1: success: 'nan' is not a probability: "),
        (CELLS.replace("0.5", "", 1), "PROB-NUMBER-1", "square 1: success: '' is not a probability: "),
        (CELLS.replace("0.5", '"0.5', 1), "PROB-NUMBER-1", "square 1: success: '\"0.5' is not a probability: "),
        (f"{CELLS},", "PROB-FILE-2", "a row must have 27 cells, success_1 to failure_9: found 28"),
        (CELLS.replace(",", ";"), "PROB-FILE-2", "a row must have 27 cells, success_1 to failure_9: found 1"),
        (HEADER, "PROB-NUMBER-1", "square 1: success: 'success_1' is not a probability: "),
    ],
)
def test_wrong_row_among_good_ones(row: str, rule: str, message: str) -> None:
    """PROB-FILE-2: the wrong row is named by its line in the file, and every other row stands."""
    entries = read_csv(f"{HEADER}\n{CELLS}\n\n{row}\n{CELLS}")
    assert [entry.number for entry in entries] == [2, 4, 5]
    assert boards([entries[0], entries[2]]) == ["good", "good"]
    wrong = entries[1].board
    assert isinstance(wrong, BoardError)
    assert wrong.rule == rule
    assert str(wrong).startswith(f"row 4: {message}")


NINE = "\n".join([",".join(ROW)] * 9)
"""A board in nine rows."""


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (NINE, 1),
        (f"success,neutral,failure\n{NINE}\n", 2),
        (f'\ufeff\r\n success , "neutral",failure\r\n\t\r\n{NINE}\r\n', 4),
        (NINE.replace("0.5", "1/2").replace("0.2", ' "20%" '), 1),
        (NINE.replace("\n", "\r\r"), 1),
    ],
)
def test_csv_of_nine_rows_is_one_board(text: str, number: int) -> None:
    """PROB-FILE-2: the board has the number of its first line."""
    assert read_csv(text) == [Entry(number, None, GOOD)]


@pytest.mark.parametrize(
    ("text", "rule", "message"),
    [
        (NINE.replace("0.3", "0.4", 1), "PROB-SQUARE-1", "row 1: square 1: 0.5 + 0.2 + 0.4 is 1.1, 0.1 more than 1"),
        (f"\nsuccess,neutral,failure\n{NINE[:-1]}4", "PROB-SQUARE-1", "row 11: square 9: 0.5 + 0.2 + 0.4 is 1.1"),
        (f"{NINE[:-11]}nan,0.2,0.3", "PROB-NUMBER-1", "row 9: square 9: success: 'nan' is not a probability: "),
        (f"{NINE},0", "PROB-FILE-2", "row 9: a row must have 3 cells, success, neutral and failure: found 4"),
        (f"0.5,0.2,0.3\n{CELLS}", "PROB-FILE-2", "row 2: a row must have 3 cells, success, neutral and failure: found"),
        (NINE[:-12], "PROB-BOARD-1", "a board must have 9 rows, one for each square: found 8"),
        (f"{NINE}\n{NINE}", "PROB-BOARD-1", "a board must have 9 rows, one for each square: found 18"),
    ],
)
def test_csv_of_nine_rows_names_the_wrong_row(text: str, rule: str, message: str) -> None:
    """PROB-FILE-2: the one board of the file is wrong."""
    (entry,) = read_csv(text)
    assert isinstance(entry.board, BoardError)
    assert entry.board.rule == rule
    assert str(entry.board).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("success,neutral,failure", "the file has no boards"),
        (f"success,failure,neutral\n{NINE}", "row 1: column 2 must be neutral: the 3 columns are success, neutral and"),
    ],
)
def test_csv_of_nine_rows_is_rejected_for_its_header(text: str, message: str) -> None:
    """PROB-FILE-2"""
    with pytest.raises(BoardError, match=message) as refused:
        read_csv(text)
    assert refused.value.rule == "PROB-FILE-2"


@given(st.lists(st.integers(0, 2**64 - 1).map(random_board), min_size=1, max_size=3))
def test_written_text_is_read_back(given_boards: list[Board]) -> None:
    """PROB-FILE-1, PROB-FILE-2: with decimals as JSON numbers and as cells, with fractions as texts."""
    decimals = [[[plain(part) for part in square] for square in board] for board in given_boards]
    as_json = json.dumps(decimals).replace('"', "")
    fractions = json.dumps([[[str(part) for part in square] for square in board] for board in given_boards])
    as_csv = "\n".join(",".join(part for square in board for part in square) for board in decimals)
    for entries in (read_json(as_json), read_json(fractions), read_csv(as_csv)):
        assert [entry.board for entry in entries] == given_boards
