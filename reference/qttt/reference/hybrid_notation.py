"""How games of Q3T, the hybrid game, are written and read: `X1.7 =X O2.5>7 X3.3 =O`.

>>> game = parse("X1.7 =X  O2.5>7")
>>> write(game)
'X1.7 =X O2.5>7'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from qttt.reference.game import Actor
from qttt.reference.notation import NotationError, player_of, split

MOVE_TOKEN = re.compile(r"(?P<turn>[XO][1-9][0-9]*)\.(?P<box>[1-9])(?:>(?P<target>[1-9]))?")


class Measure(NamedTuple):
    """A classical move: a box is measured. Not checked here: the game's `play` does that.

    >>> str(Measure(7))
    '7'
    """

    box: int

    def __str__(self) -> str:
        return str(self.box)


class Link(NamedTuple):
    """A quantum move: a control is linked to a target. Not checked here: the game's `play` does that.

    >>> str(Link(5, 7))
    '5>7'
    """

    control: int
    target: int

    def __str__(self) -> str:
        return f"{self.control}>{self.target}"


class Result(StrEnum):
    """What a measurement has found, before it reverses anything."""

    X = "=X"
    O = "=O"

    @property
    def mark(self) -> Actor:
        """The player whose mark was found."""
        return Actor(self.value[1])


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

    >>> read_move("O2.5>7", 3, 2)
    Link(control=5, target=7)
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

    Raises `NotationError` for a token that begins like a result and is none.

    Rule: NOTATION-RESULT-1

    >>> read_result("=O", 1)
    <Result.O: '=O'>
    """
    if not token.startswith("="):
        return None
    if token not in tuple(Result):
        raise NotationError(token, number, "NOTATION-RESULT-1", "=X or =O")
    return Result(token)


def parse(text: str) -> tuple[Action, ...]:
    """The actions of a written game, in order; none for an empty text.

    Guaranteed: every token is well formed, and the plies of the moves count up from 1. Not guaranteed: that the
    game is legal. `write(parse(text))` is `text` with its blanks made single. Raises `NotationError`.

    Rule: NOTATION-GAME-1

    >>> parse("X1.7 =X O2.5>7")
    (Measure(box=7), <Result.X: '=X'>, Link(control=5, target=7))
    """
    actions: list[Action] = []
    ply = 0
    for number, token in enumerate(split(text), start=1):
        result = read_result(token, number)
        if result is None:
            ply += 1
            actions.append(read_move(token, number, ply))
        else:
            actions.append(result)
    return tuple(actions)


def write(actions: Iterable[Action]) -> str:
    """The text of a game played from the start: tokens with one blank between them.

    Rule: NOTATION-GAME-1

    >>> write([Measure(7), Result.X, Link(5, 7), Measure(3)])
    'X1.7 =X O2.5>7 X3.3'
    """
    tokens: list[str] = []
    ply = 0
    for action in actions:
        if isinstance(action, Result):
            tokens.append(action.value)
        else:
            ply += 1
            tokens.append(write_move(ply, action))
    return " ".join(tokens)
