"""How games of Q3T, the hybrid game, are written and read: `X1.7 =X O2.5>7 X3.3 =O`.

>>> game = NOTATION.parse("X1.7 =X  O2.5>7")
>>> NOTATION.write(game)
'X1.7 =X O2.5>7'
"""

import re
from enum import StrEnum
from typing import NamedTuple

from qttt.reference.game import Actor
from qttt.reference.notation import Notation, NotationError, player_of

MOVE_TOKEN = re.compile(r"(?P<turn>[XO][1-9][0-9]*)\.(?P<box>[1-9])(?:>(?P<target>[1-9]))?")


class Measure(NamedTuple):
    """A classical move: a box is measured. The game's `play` checks it, not this class.

    >>> str(Measure(7))
    '7'
    """

    box: int

    def __str__(self) -> str:
        return str(self.box)

    def __repr__(self) -> str:
        return str(self)


class Link(NamedTuple):
    """A quantum move: a control is linked to a target. The game's `play` checks it, not this class.

    >>> str(Link(5, 7))
    '5>7'
    """

    control: int
    target: int

    def __str__(self) -> str:
        return f"{self.control}>{self.target}"

    def __repr__(self) -> str:
        return str(self)


class Result(StrEnum):
    """What a measurement has found, before it reverses anything."""

    X = "=X"
    O = "=O"

    @property
    def mark(self) -> Actor:
        """The player whose mark was found."""
        return Actor(self.value[1])

    __repr__ = StrEnum.__str__


Move = Measure | Link
Action = Move | Result


def write_move(ply: int, move: Move) -> str:
    """A move as it is written: player, ply, a dot, the box or the control and the target.

    Rule: NOTATION-SQUARE-1
    Rule: NOTATION-LINK-1

    >>> write_move(1, Measure(7)), write_move(2, Link(5, 7))
    ('X1.7', 'O2.5>7')
    """
    return f"{player_of(ply)}{ply}.{move}"


def read_move(token: str, number: int, ply: int) -> Move:
    """The move that `token`, the `number`-th of its text, writes at `ply`.

    Raises `NotationError` unless the token has the form of a move, and the player and the ply whose turn it is.

    Rule: NOTATION-SQUARE-1
    Rule: NOTATION-LINK-1
    Rule: HYB-TURN-1
    Rule: HYB-READ-1

    >>> read_move("O2.5>7", 3, 2)
    5>7
    >>> read_move("X3.3", 3, 2)
    Traceback (most recent call last):
    qttt.reference.notation.NotationError: token 3 'X3.3': HYB-TURN-1: expected O at ply 2, O2.3
    """
    match = MOVE_TOKEN.fullmatch(token)
    turn = f"{player_of(ply)}{ply}"
    if match is None:
        rule = "NOTATION-LINK-1" if ">" in token else "NOTATION-SQUARE-1"
        expected = f"a move such as {turn}.5 or {turn}.5>7, or a result, =X or =O"
        raise NotationError(token, number, rule, expected)
    move = Link(int(match["box"]), int(match["target"])) if match["target"] else Measure(int(match["box"]))
    if match["turn"] != turn:
        raise NotationError(token, number, "HYB-TURN-1", f"{player_of(ply)} at ply {ply}, {turn}.{move}")
    return move


def read_result(token: str, number: int) -> Result | None:
    """The result that `token`, the `number`-th of its text, writes; None if it is a move.

    Raises `NotationError` for a token that begins like a result but is not one.

    Rule: NOTATION-RESULT-1

    >>> read_result("=O", 1)
    =O
    """
    if not token.startswith("="):
        return None
    if token not in tuple(Result):
        raise NotationError(token, number, "NOTATION-RESULT-1", "=X or =O")
    return Result(token)


NOTATION: Notation[Action] = Notation(read_move, read_result, write_move, Result)
"""How games are written: `NOTATION.parse(text)` and `NOTATION.write(actions)`."""
