"""How moves, selections and games of Goff's game are written and read.

>>> game = NOTATION.parse("X1.1-9 O2.1-3  X3.1-3 selA")
>>> NOTATION.write(game)
'X1.1-9 O2.1-3 X3.1-3 selA'
"""

import re
from enum import StrEnum
from typing import NamedTuple

from qttt.reference.notation import Notation, NotationError, player_of

MOVE_TOKEN = re.compile(r"(?P<turn>[XO][1-9][0-9]*)\.(?P<first>[1-9])-(?P<second>[1-9])")


class Move(NamedTuple):
    """A mark on two squares, the smaller first; twice the same square in the special final move.

    The game's `play` checks it, not this class.

    >>> str(Move(1, 9))
    '1-9'
    """

    first: int
    second: int

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"

    def __repr__(self) -> str:
        return str(self)


class Selection(StrEnum):
    """How a cyclic entanglement is settled: its last mark takes its first (A) or its second (B) square."""

    A = "selA"
    B = "selB"

    __repr__ = StrEnum.__str__


Action = Move | Selection


def write_move(ply: int, move: Move) -> str:
    """A move as it is written: player, ply, a dot, the two squares.

    The special final move names its square twice.

    Rule: NOTATION-MOVE-1
    Rule: NOTATION-FINAL-1

    >>> write_move(1, Move(1, 9)), write_move(9, Move(5, 5))
    ('X1.1-9', 'X9.5-5')
    """
    return f"{player_of(ply)}{ply}.{move}"


def read_move(token: str, number: int, ply: int) -> Move:
    """The move that `token`, the `number`-th of its text, writes at `ply`.

    Raises `NotationError` unless the token has the form of a move, the player and the ply whose turn it is,
    and ascending squares. A square named twice is accepted: the game decides whether that is legal.

    Rule: NOTATION-MOVE-1
    Rule: NOTATION-FINAL-1
    Rule: GOFF-TURN-1
    Rule: GOFF-READ-1

    >>> read_move("X9.5-5", 1, 9)
    5-5
    """
    match = MOVE_TOKEN.fullmatch(token)
    turn = f"{player_of(ply)}{ply}"
    if match is None:
        expected = f"a move such as {turn}.1-9, or selA or selB"
        raise NotationError(token, number, "NOTATION-MOVE-1", expected)
    move = Move(int(match["first"]), int(match["second"]))
    if move.first > move.second:
        expected = f"ascending squares, {move.second}-{move.first}"
        raise NotationError(token, number, "NOTATION-MOVE-1", expected)
    if match["turn"] != turn:
        raise NotationError(token, number, "GOFF-TURN-1", f"{player_of(ply)} at ply {ply}, {turn}.{move}")
    return move


def read_selection(token: str, number: int) -> Selection | None:
    """The selection that `token`, the `number`-th of its text, writes; None if it is not a selection.

    A selection has no player and no ply: it settles the move written before it. Raises `NotationError`
    for a token that begins like a selection but is not one.

    Rule: NOTATION-SELECT-1

    >>> read_selection("selB", 1)
    selB
    """
    if not token.lower().startswith("sel"):
        return None
    if token not in tuple(Selection):
        raise NotationError(token, number, "NOTATION-SELECT-1", "selA or selB")
    return Selection(token)


NOTATION: Notation[Action] = Notation(read_move, read_selection, write_move, Selection)
"""How games are written: `NOTATION.parse(text)` and `NOTATION.write(actions)`."""
