"""How games of TiqTaqToe are written and read: `X1.1-2 O2.3 X3.4-5`, a measurement as `=XO.X..O..`.

>>> game = parse("X1.1-2 O2.3  X3.4-5")
>>> write(game)
'X1.1-2 O2.3 X3.4-5'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from qttt.reference.notation import NotationError, player_of, split

MOVE_TOKEN = re.compile(r"(?P<turn>[XO][1-9][0-9]*)\.(?P<first>[1-9])(?:-(?P<second>[1-9]))?")
MEASUREMENT_TOKEN = re.compile(r"=(?P<board>[XO.]{9})")


class Single(NamedTuple):
    """A classical move: a mark on one square. Not checked here: the game's `play` does that.

    >>> str(Single(5))
    '5'
    """

    square: int

    def __str__(self) -> str:
        return str(self.square)


class Pair(NamedTuple):
    """A superposition: a mark on two squares, the smaller first. Not checked here: the game's `play` does that.

    >>> str(Pair(1, 3))
    '1-3'
    """

    first: int
    second: int

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


class Measurement(NamedTuple):
    """The board that a measurement found: nine of X, O and the dot, square by square.

    >>> str(Measurement("XO.X..O.."))
    '=XO.X..O..'
    """

    board: str

    def __str__(self) -> str:
        return f"={self.board}"


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


def read_move(token: str, number: int, ply: int) -> Move:
    """The move that `token`, the `number`-th of its text, writes at `ply`.

    Raises `NotationError` unless the token has the form of a move, two squares ascend, and the player and the ply
    are those whose turn it is.

    Rule: NOTATION-SQUARE-1
    Rule: NOTATION-MOVE-1
    Rule: TIQ-TURN-1

    >>> read_move("O2.3", 1, 2)
    Single(square=3)
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
    if isinstance(move, Pair) and move.first >= move.second:
        raise NotationError(token, number, "NOTATION-MOVE-1", "two different squares, the smaller first")
    if match["turn"] != turn:
        raise NotationError(token, number, "TIQ-TURN-1", f"{player_of(ply)} at ply {ply}, {turn}.{move}")
    return move


def read_measurement(token: str, number: int) -> Measurement | None:
    """The measurement that `token`, the `number`-th of its text, writes; None if it is a move.

    Raises `NotationError` for a token that begins like a measurement and is none.

    Rule: NOTATION-MEASURE-1

    >>> read_measurement("=XO.X..O..", 1)
    Measurement(board='XO.X..O..')
    """
    if not token.startswith("="):
        return None
    match = MEASUREMENT_TOKEN.fullmatch(token)
    if match is None:
        expected = "= and the nine squares of a board, each X, O or a dot, such as =XO.X..O.."
        raise NotationError(token, number, "NOTATION-MEASURE-1", expected)
    return Measurement(match["board"])


def parse(text: str) -> tuple[Action, ...]:
    """The actions of a written game, in order; none for an empty text.

    Guaranteed: every token is well formed, and the plies of the moves count up from 1. Not guaranteed: that the
    game is legal. `write(parse(text))` is `text` with its blanks made single. Raises `NotationError`.

    Rule: NOTATION-GAME-1

    >>> parse("X1.1-2 O2.3")
    (Pair(first=1, second=2), Single(square=3))
    """
    actions: list[Action] = []
    ply = 0
    for number, token in enumerate(split(text), start=1):
        measurement = read_measurement(token, number)
        if measurement is None:
            ply += 1
            actions.append(read_move(token, number, ply))
        else:
            actions.append(measurement)
    return tuple(actions)


def write(actions: Iterable[Action]) -> str:
    """The text of a game played from the start: tokens with one blank between them.

    Rule: NOTATION-GAME-1

    >>> write([Pair(1, 2), Single(3), Measurement("X.O......"), Single(2)])
    'X1.1-2 O2.3 =X.O...... X3.2'
    """
    tokens: list[str] = []
    ply = 0
    for action in actions:
        if isinstance(action, Measurement):
            tokens.append(str(action))
        else:
            ply += 1
            tokens.append(write_move(ply, action))
    return " ".join(tokens)
