"""How games of TiqTaqToe are written and read: `X1.1-2 O2.3 X3.4-5`, a measurement as `=XO.X..O..`.

>>> game = NOTATION.parse("X1.1-2 O2.3  X3.4-5")
>>> NOTATION.write(game)
'X1.1-2 O2.3 X3.4-5'
"""

import re
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from qttt.reference.notation import Notation, NotationError, player_of

MOVE_TOKEN = re.compile(r"(?P<turn>[XO][1-9][0-9]*)\.(?P<first>[1-9])(?:-(?P<second>[1-9]))?")
MEASUREMENT_TOKEN = re.compile(r"=(?P<board>[XO.]{9})")


class Single(NamedTuple):
    """A classical move: a mark on one square. The game's `play` checks it, not this class.

    >>> str(Single(5))
    '5'
    """

    square: int

    def __str__(self) -> str:
        return str(self.square)

    def __repr__(self) -> str:
        return str(self)


class Pair(NamedTuple):
    """A superposition, the smaller square first, or a split of the level full. The game's `play` checks it.

    >>> str(Pair(1, 3))
    '1-3'
    """

    first: int
    second: int

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"

    def __repr__(self) -> str:
        return str(self)


class Measurement(NamedTuple):
    """The board that a measurement found: nine of X, O and the dot, square by square.

    >>> str(Measurement("XO.X..O.."))
    '=XO.X..O..'
    """

    board: str

    def __str__(self) -> str:
        return f"={self.board}"

    def __repr__(self) -> str:
        return str(self)


Move = Single | Pair
Action = Move | Measurement


def write_move(ply: int, move: Move) -> str:
    """A move as it is written: player, ply, a dot, the square or the two squares.

    Rule: NOTATION-SQUARE-1
    Rule: NOTATION-MOVE-1

    >>> write_move(1, Single(5)), write_move(2, Pair(1, 3))
    ('X1.5', 'O2.1-3')
    """
    return f"{player_of(ply)}{ply}.{move}"


def read_move(token: str, number: int, ply: int, ordered: bool = False) -> Move:
    """The move that `token`, the `number`-th of its text, writes at `ply`.

    Raises `NotationError` unless the token has the form of a move, two squares ascend, or differ if they are `ordered`,
    and the player and the ply are those whose turn it is.

    Rule: NOTATION-SQUARE-1
    Rule: NOTATION-MOVE-1
    Rule: NOTATION-SPLIT-1
    Rule: TIQ-TURN-1
    Rule: TIQ-READ-1

    >>> read_move("O2.3", 1, 2), read_move("X3.2-1", 1, 3, ordered=True)
    (3, 2-1)
    >>> read_move("X3.5", 3, 2)
    Traceback (most recent call last):
    qttt.reference.notation.NotationError: token 3 'X3.5': TIQ-TURN-1: expected O at ply 2, O2.5
    """
    match = MOVE_TOKEN.fullmatch(token)
    turn = f"{player_of(ply)}{ply}"
    if match is None:
        rule = "NOTATION-MOVE-1" if "-" in token else "NOTATION-SQUARE-1"
        expected = f"a move such as {turn}.5 or {turn}.1-9, or a measurement such as =XO.X..O.."
        raise NotationError(token, number, rule, expected)
    move = Pair(int(match["first"]), int(match["second"])) if match["second"] else Single(int(match["first"]))
    if isinstance(move, Pair) and (move.first == move.second if ordered else move.first >= move.second):
        expected = "two different squares" + ", the smaller first" * (not ordered)
        raise NotationError(token, number, "NOTATION-MOVE-1", expected)
    if match["turn"] != turn:
        raise NotationError(token, number, "TIQ-TURN-1", f"{player_of(ply)} at ply {ply}, {turn}.{move}")
    return move


def read_measurement(token: str, number: int) -> Measurement | None:
    """The measurement that `token`, the `number`-th of its text, writes; None if it is a move.

    Raises `NotationError` for a token that begins like a measurement but is not one.

    Rule: NOTATION-MEASURE-1

    >>> read_measurement("=XO.X..O..", 1)
    =XO.X..O..
    """
    if not token.startswith("="):
        return None
    match = MEASUREMENT_TOKEN.fullmatch(token)
    if match is None:
        expected = "= and the nine squares of a board, each X, O or a dot, such as =XO.X..O.."
        raise NotationError(token, number, "NOTATION-MEASURE-1", expected)
    return Measurement(match["board"])


NOTATION: Notation[Action] = Notation(read_move, read_measurement, write_move, Measurement)
"""How games are written: `NOTATION.parse(text)` and `NOTATION.write(actions)`."""
ORDERED: Notation[Action] = replace(NOTATION, read_move=partial(read_move, ordered=True))
"""The same for the level full, where either square of a pair may be the first. Rule: NOTATION-SPLIT-1"""
