"""How games of probabilistic tic-tac-toe are written and read: `X1.5 success O2.3 neutral X3.3 failure`.

>>> game = parse("X1.5 success  O2.3 neutral")
>>> write(game)
'X1.5 success O2.3 neutral'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from qttt.reference.notation import NotationError, player_of, split

CHOICE_TOKEN = re.compile(r"(?P<turn>[XO][1-9][0-9]*)\.(?P<square>[1-9])")
NEAR_AN_OUTCOME = re.compile(r"suc|neu|fai", re.IGNORECASE)


class Choice(NamedTuple):
    """The naming of a square. Not checked here: the game's `play` does that.

    >>> str(Choice(5))
    '5'
    """

    square: int

    def __str__(self) -> str:
        return str(self.square)


class MoveOutcome(StrEnum):
    """What comes of naming a square: the mover's mark stands there, none does, the opponent's does."""

    SUCCESS = "success"
    NEUTRAL = "neutral"
    FAILURE = "failure"


Action = Choice | MoveOutcome


def write_choice(ply: int, choice: Choice) -> str:
    """The naming of a square as it is written: player, ply, a dot, the square.

    Rule: NOTATION-SQUARE-1

    >>> write_choice(12, Choice(5))
    'O12.5'
    """
    return f"{player_of(ply)}{ply}.{choice}"


def read_choice(token: str, number: int, ply: int) -> Choice:
    """The square that `token`, the `number`-th of its text, names at `ply`.

    Raises `NotationError` unless the token has the form, and the player and the ply whose turn it is.

    Rule: NOTATION-SQUARE-1
    Rule: PROB-TURN-1

    >>> read_choice("X3.5", 5, 2)
    Traceback (most recent call last):
    qttt.reference.notation.NotationError: token 5 'X3.5': PROB-TURN-1: expected O at ply 2, O2.5
    """
    match = CHOICE_TOKEN.fullmatch(token)
    turn = f"{player_of(ply)}{ply}"
    if match is None:
        expected = f"a square such as {turn}.5, or success, neutral or failure"
        raise NotationError(token, number, "NOTATION-SQUARE-1", expected)
    choice = Choice(int(match["square"]))
    if match["turn"] != turn:
        raise NotationError(token, number, "PROB-TURN-1", f"{player_of(ply)} at ply {ply}, {turn}.{choice}")
    return choice


def read_outcome(token: str, number: int) -> MoveOutcome | None:
    """The outcome that `token`, the `number`-th of its text, writes; None if it is no outcome.

    Raises `NotationError` for a token that begins like an outcome and is none.

    Rule: NOTATION-OUTCOME-1

    >>> read_outcome("neutral", 1)
    <MoveOutcome.NEUTRAL: 'neutral'>
    """
    if not NEAR_AN_OUTCOME.match(token):
        return None
    if token not in tuple(MoveOutcome):
        raise NotationError(token, number, "NOTATION-OUTCOME-1", "success, neutral or failure")
    return MoveOutcome(token)


def parse(text: str) -> tuple[Action, ...]:
    """The actions of a written game, in order; none for an empty text.

    Guaranteed: every token is well formed, and plies count up from 1. Not guaranteed: that the game is legal.
    `write(parse(text))` is `text` with its blanks made single. Raises `NotationError`.

    Rule: NOTATION-GAME-1

    >>> parse("X1.5 success")
    (Choice(square=5), <MoveOutcome.SUCCESS: 'success'>)
    """
    actions: list[Action] = []
    ply = 0
    for number, token in enumerate(split(text), start=1):
        outcome = read_outcome(token, number)
        if outcome is None:
            ply += 1
            actions.append(read_choice(token, number, ply))
        else:
            actions.append(outcome)
    return tuple(actions)


def write(actions: Iterable[Action]) -> str:
    """The text of a game played from the start: tokens with one blank between them.

    Rule: NOTATION-GAME-1

    >>> write([Choice(5), MoveOutcome.FAILURE, Choice(1)])
    'X1.5 failure O2.1'
    """
    tokens: list[str] = []
    ply = 0
    for action in actions:
        if isinstance(action, MoveOutcome):
            tokens.append(action.value)
        else:
            ply += 1
            tokens.append(write_choice(ply, action))
    return " ".join(tokens)
