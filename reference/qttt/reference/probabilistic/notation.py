"""How games of probabilistic tic-tac-toe are written and read: `X1.5 success O2.3 neutral X3.3 failure`.

>>> game = NOTATION.parse("X1.5 success  O2.3 neutral")
>>> NOTATION.write(game)
'X1.5 success O2.3 neutral'
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from qttt.reference.game import Actor
from qttt.reference.notation import Notation, NotationError, player_of

CHOICE_TOKEN = re.compile(r"(?P<turn>[XO][1-9][0-9]*)\.(?P<square>[1-9])")
NEAR_AN_OUTCOME = re.compile(r"suc|neu|fai", re.IGNORECASE | re.ASCII)


class Choice(NamedTuple):
    """The naming of a square. The game's `play` checks it, not this class.

    >>> str(Choice(5))
    '5'
    """

    square: int

    def __str__(self) -> str:
        return str(self.square)

    def __repr__(self) -> str:
        return str(self)


class MoveOutcome(StrEnum):
    """The outcome of naming a square: it gets the mover's mark, no mark, or the opponent's."""

    SUCCESS = "success"
    NEUTRAL = "neutral"
    FAILURE = "failure"

    __repr__ = StrEnum.__str__


Action = Choice | MoveOutcome


def write_choice(ply: int, choice: Choice, *, first: Actor = Actor.X) -> str:
    """The naming of a square as it is written: player, ply, a dot, the square.

    Rule: NOTATION-SQUARE-1
    Rule: PROB-FIRST-1

    >>> write_choice(12, Choice(5))
    'O12.5'
    >>> write_choice(12, Choice(5), first=Actor.O)
    'X12.5'
    """
    return f"{player_of(ply, first)}{ply}.{choice}"


def read_choice(token: str, number: int, ply: int, *, first: Actor = Actor.X) -> Choice:
    """The square that `token`, the `number`-th of its text, names at `ply`.

    Raises `NotationError` unless the token has the form, and the player and the ply whose turn it is.

    Rule: NOTATION-SQUARE-1
    Rule: PROB-TURN-1
    Rule: PROB-READ-1

    >>> read_choice("X3.5", 5, 2)
    Traceback (most recent call last):
    qttt.reference.notation.NotationError: token 5 'X3.5': PROB-TURN-1: expected O at ply 2, O2.5
    """
    match = CHOICE_TOKEN.fullmatch(token)
    player = player_of(ply, first)
    turn = f"{player}{ply}"
    if match is None:
        expected = f"a square such as {turn}.5, or success, neutral or failure"
        raise NotationError(token, number, "NOTATION-SQUARE-1", expected)
    choice = Choice(int(match["square"]))
    if match["turn"] != turn:
        raise NotationError(token, number, "PROB-TURN-1", f"{player} at ply {ply}, {turn}.{choice}")
    return choice


def read_outcome(token: str, number: int) -> MoveOutcome | None:
    """The outcome that `token`, the `number`-th of its text, writes; None if it is not an outcome.

    Raises `NotationError` for a token that begins like an outcome but is not one.

    Rule: NOTATION-OUTCOME-1

    >>> read_outcome("neutral", 1)
    neutral
    """
    if not NEAR_AN_OUTCOME.match(token):
        return None
    if token not in tuple(MoveOutcome):
        raise NotationError(token, number, "NOTATION-OUTCOME-1", "success, neutral or failure")
    return MoveOutcome(token)


NOTATIONS: Mapping[str, Notation[Action]] = {
    first: Notation(partial(read_choice, first=first), read_outcome, partial(write_choice, first=first), MoveOutcome)
    for first in (Actor.X, Actor.O)
}
"""How games are written, by the player who begins. Rule: PROB-FIRST-1"""
NOTATION = NOTATIONS[Actor.X]
"""How games are written in which X begins: `NOTATION.parse(text)` and `NOTATION.write(actions)`."""
