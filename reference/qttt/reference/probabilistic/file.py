"""Files of boards, as JSON and as CSV. Numbers are read as they are written, never through floating point.

A malformed file is rejected as a whole. In a well-formed file every board is read independently: an `Entry` has the
board, or the error that says what is wrong with it, so that valid boards can be separated from invalid ones.

>>> text = '{"name": "even", "squares": [' + ", ".join(["[0.4, 0.2, 0.4]"] * 9) + "]}"
>>> (entry,) = read_json(text)
>>> entry.name, str(entry.board[0])
('even', '0.4 0.2 0.4')
"""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from qttt.reference.probabilistic.board import SQUARES, Board, BoardError, Square
from qttt.spec import disk

PARTS = ("success", "neutral", "failure")
COLUMNS = tuple(f"{part}_{square}" for square in SQUARES for part in PARTS)
MARK_OF_ORDER = "\ufeff"


class Entry(NamedTuple):
    """A board of a file, or what is wrong with it.

    `number` is its place in the file, from 1: the number of the board in a JSON file, that of its first line in a
    CSV file, counting header and blank lines. An error names the line, too.
    """

    number: int
    name: str | None
    board: Board | BoardError


# JSON


class _Number(str):
    """A number of a JSON text, as it is written there."""

    __slots__ = ()


class _Members(tuple[tuple[str, object], ...]):
    """The members of a JSON object in their order."""

    __slots__ = ()


def read_json(text: str) -> list[Entry]:
    """The boards of a JSON text, in its order.

    Raises `BoardError` if the text is not JSON, or is neither a board nor a list of boards; what is wrong
    with one board is in its entry.

    Rule: PROB-FILE-1

    >>> [str(entry.board) for entry in read_json("[[[0.5, 0.5, 0]], 7]")]  # doctest: +NORMALIZE_WHITESPACE
    ['board 1: a board must have 9 squares: found 1 (PROB-BOARD-1)',
     'board 2: expected nine squares, or an object with "squares": found the number 7 (PROB-FILE-1)']
    """
    try:
        content = disk.read_json(
            text.removeprefix(MARK_OF_ORDER),
            object_pairs_hook=_Members,
            parse_int=_Number,
            parse_float=_Number,
            parse_constant=_Number,
        )
    except json.JSONDecodeError as error:
        what = f"not JSON: {error.msg}"
        raise BoardError("PROB-FILE-1", what, (f"line {error.lineno}, column {error.colno}",)) from None
    except ValueError:
        raise BoardError("PROB-FILE-1", "brackets are nested too deeply for a file of boards") from None
    return [_json_entry(number, given) for number, given in enumerate(_boards(content), start=1)]


def _boards(content: Any) -> Sequence[object]:
    """The boards of a file: all boards of a list, or the single board."""
    wrapped = isinstance(content, _Members) and "boards" in dict(content)
    if wrapped:
        content = _members(content, required=("boards",))["boards"]
    elif isinstance(content, _Members):
        return [content]
    if not isinstance(content, list):
        raise BoardError("PROB-FILE-1", f"expected a board or a list of boards: found {_kind(content)}")
    if not content:
        raise BoardError("PROB-FILE-1", "the file has no boards")
    return content if wrapped or any(map(_looks_like_a_board, content)) else [content]


def _looks_like_a_board(element: object) -> bool:
    """Whether an element of a list is a board, valid or not, and so cannot be a square."""
    if isinstance(element, _Members):
        return "squares" in dict(element)
    return isinstance(element, list) and any(isinstance(inner, list | _Members) for inner in element)


def _json_entry(number: int, given: object) -> Entry:
    name = None
    try:
        if isinstance(given, _Members):
            members = _members(given, required=("squares",), optional=("name",))
            name, given = members.get("name"), members["squares"]
            if "name" in members and (not isinstance(name, str) or isinstance(name, _Number)):
                name, wrong = None, name
                raise BoardError("PROB-FILE-1", f"expected a text: found {_kind(wrong)}", ("name",))
        if not isinstance(given, list):
            raise BoardError("PROB-FILE-1", f'expected nine squares, or an object with "squares": found {_kind(given)}')
        return Entry(number, name, Board.of([_json_square(at, square) for at, square in enumerate(given, start=1)]))
    except BoardError as error:
        return Entry(number, name, error.at(f"board {number}"))


def _json_square(number: int, given: object) -> list[str]:
    """The three texts of a square, from a list of them or an object with the three names."""
    try:
        if isinstance(given, _Members):
            members = _members(given, required=PARTS)
            given = [members[part] for part in PARTS]
        if not isinstance(given, list):
            what = f"expected three probabilities in a list or an object: found {_kind(given)}"
            raise BoardError("PROB-FILE-1", what)
        for part, value in zip(PARTS, given, strict=False):
            if not isinstance(value, str):
                raise BoardError("PROB-FILE-1", f"expected a number or a text: found {_kind(value)}", (part,))
        return [*map(str, given)]  # of a fourth element only that it is there matters
    except BoardError as error:
        raise error.at(f"square {number}") from None


def _members(given: _Members, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    """The members of an object by name. Raises `BoardError` if one is missing, unknown, or there twice."""
    names = [name for name, _ in given]
    for name in required:
        if name not in names:
            raise BoardError("PROB-FILE-1", f'"{name}" is missing')
    for name in names:
        if name not in (*required, *optional):
            raise BoardError(
                "PROB-FILE-1", f"{json.dumps(name)} is unknown: expected {', '.join((*required, *optional))}"
            )
        if names.count(name) > 1:
            raise BoardError("PROB-FILE-1", f'"{name}" appears {names.count(name)} times')
    return dict(given)


def _kind(value: object) -> str:
    """The kind of a JSON value, in words."""
    if isinstance(value, _Number):
        return f"the number {value[:20]}"
    if isinstance(value, str):
        return "a text"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return "an object" if isinstance(value, _Members) else "a list"


# CSV


def read_csv(text: str) -> list[Entry]:
    """The boards of a CSV text, in its order: a board in each row, or one board whose nine rows are its squares.

    Raises `BoardError` for a wrong header and for a text without boards; what is wrong with one row is in the entry
    of its board.

    Rule: PROB-FILE-2

    >>> [str(entry.board) for entry in read_csv("0.5,0.5")]
    ['row 1: a row must have 27 cells, success_1 to failure_9: found 2 (PROB-FILE-2)']
    >>> [str(entry.board) for entry in read_csv("success,neutral,failure\\n0.5,0.2,0.4")]
    ['row 2: square 1: 0.5 + 0.2 + 0.4 is 1.1, 0.1 more than 1: the three must add up to exactly 1 (PROB-SQUARE-1)']
    """
    lines = re.split(r"\r\n|\r|\n", text.removeprefix(MARK_OF_ORDER))
    rows = [(number, _cells(line)) for number, line in enumerate(lines, start=1) if line.strip(" \t")]
    squares = bool(rows) and len(rows[0][1]) == len(PARTS)
    if rows and _is_header(*rows[0], PARTS if squares else COLUMNS):
        rows = rows[1:]
    if not rows:
        raise BoardError("PROB-FILE-2", "the file has no boards")
    return [_board_of_rows(rows)] if squares else [_csv_entry(number, cells) for number, cells in rows]


def _is_header(number: int, names: list[str], columns: Sequence[str]) -> bool:
    """Whether the cells of a row are names. Raises `BoardError` if they are not the names of the columns."""
    if not all(re.match(r"[A-Za-z_]", name) for name in names):
        return False
    if names != [*columns]:
        known = next((at for at, pair in enumerate(zip(names, columns, strict=False)) if len({*pair}) > 1), len(names))
        what = f"column {known + 1} must be {columns[known]}" if known < len(columns) else f"found {len(names)} columns"
        what += f": the {len(columns)} columns are {_listed(columns)}"
        raise BoardError("PROB-FILE-2", what, (f"row {number}",))
    return True


def _listed(columns: Sequence[str]) -> str:
    return f"{columns[0]}, {columns[1]} {'and' if len(columns) == len(PARTS) else 'to'} {columns[-1]}"


def _csv_entry(number: int, cells: list[str]) -> Entry:
    try:
        if len(cells) != len(COLUMNS):
            what = f"a row must have {len(COLUMNS)} cells, {COLUMNS[0]} to {COLUMNS[-1]}: found {len(cells)}"
            raise BoardError("PROB-FILE-2", what)
        return Entry(number, None, Board.of([cells[at : at + 3] for at in range(0, len(cells), 3)]))
    except BoardError as error:
        return Entry(number, None, error.at(f"row {number}"))


def _board_of_rows(rows: Sequence[tuple[int, list[str]]]) -> Entry:
    """The one board of a file, each row a square; its number is that of its first row."""
    number = rows[0][0]
    try:
        squares = [_square_of_row(row, square, cells) for square, (row, cells) in enumerate(rows, start=1)]
        if len(squares) != len(SQUARES):
            what = f"a board must have {len(SQUARES)} rows, one for each square: found {len(squares)}"
            raise BoardError("PROB-BOARD-1", what)
        return Entry(number, None, Board(squares))
    except BoardError as error:
        return Entry(number, None, error)


def _square_of_row(row: int, square: int, cells: list[str]) -> Square:
    if len(cells) != len(PARTS):
        what = f"a row must have {len(PARTS)} cells, {_listed(PARTS)}: found {len(cells)}"
        raise BoardError("PROB-FILE-2", what, (f"row {row}",))
    try:
        return Square.of(cells)
    except BoardError as error:
        raise error.at(f"square {square}").at(f"row {row}") from None


def _cells(line: str) -> list[str]:
    """The texts between the commas of a line, without surrounding blanks, and then without a pair of quotes."""
    cells = [cell.strip(" \t") for cell in line.split(",")]
    return [cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell for cell in cells]
