"""How moves, selections and games are written and read.

>>> game = parse("X1.1-9 O2.1-3  X3.1-3 selA")
>>> write(game)
'X1.1-9 O2.1-3 X3.1-3 selA'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from qttt.reference.game import Actor, Game, RuleBroken

MOVE_TOKEN = re.compile(r"(?P<turn>[XO][1-9][0-9]*)\.(?P<first>[1-9])-(?P<second>[1-9])")


class Move(NamedTuple):
    """A mark on two squares, the smaller first; twice the same square in the special final move.

    Not checked here: a game's `play` does that.

    >>> str(Move(1, 9))
    '1-9'
    """

    first: int
    second: int

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


class Selection(StrEnum):
    """How a cyclic entanglement is settled: its last mark takes its first (A) or its second (B) square."""

    A = "selA"
    B = "selB"


Action = Move | Selection
P = TypeVar("P", bound=Hashable)


class NotationError(ValueError):
    """Text that is not a game: which token, its number (from 1), the rule it breaks and what was expected.

    Rule: NOTATION-ERROR-1

    >>> parse("X1.1-9 O2.3-1")
    Traceback (most recent call last):
    qttt.reference.notation.NotationError: token 2 'O2.3-1': NOTATION-MOVE-1: expected ascending squares, 1-3
    """

    def __init__(self, token: str, number: int, rule: str, expected: str) -> None:
        super().__init__(f"token {number} '{token}': {rule}: expected {expected}")
        self.token = token
        self.number = number
        self.rule = rule
        self.expected = expected


def player_of(ply: int) -> Actor:
    """X for odd plies, O for even ones."""
    return Actor.X if ply % 2 else Actor.O


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
    and ascending squares. A square named twice is read: whether that is legal is for the game to say.

    Rule: NOTATION-MOVE-1
    Rule: NOTATION-FINAL-1
    Rule: GOFF-TURN-1

    >>> read_move("X9.5-5", 1, 9)
    Move(first=5, second=5)
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
    """The selection that `token`, the `number`-th of its text, writes; None if it is no selection.

    A selection carries no player and no ply: it settles the move written before it. Raises `NotationError`
    for a token that begins like a selection and is none.

    Rule: NOTATION-SELECT-1

    >>> read_selection("selB", 1)
    <Selection.B: 'selB'>
    """
    if not token.lower().startswith("sel"):
        return None
    if token not in tuple(Selection):
        raise NotationError(token, number, "NOTATION-SELECT-1", "selA or selB")
    return Selection(token)


def split(text: str) -> list[str]:
    """The tokens of a text: what lies between spaces, tabs and line ends. Nothing else separates tokens.

    Rule: NOTATION-GAME-1

    >>> split("  X1.1-9  O2.1-3 ")
    ['X1.1-9', 'O2.1-3']
    """
    return re.findall(r"[^ \t\r\n]+", text)


def parse(text: str) -> tuple[Action, ...]:
    """The actions of a written game, in order; none for an empty text.

    Guaranteed: every token is well formed, and plies count up from 1. Not guaranteed: that the game is legal.
    `write(parse(text))` is `text` with its blanks made single. Raises `NotationError`.

    Rule: NOTATION-GAME-1

    >>> parse("X1.1-9 O2.1-9 selA")
    (Move(first=1, second=9), Move(first=1, second=9), <Selection.A: 'selA'>)
    >>> parse("")
    ()
    """
    actions: list[Action] = []
    ply = 0
    for number, token in enumerate(split(text), start=1):
        selection = read_selection(token, number)
        if selection is None:
            ply += 1
            actions.append(read_move(token, number, ply))
        else:
            actions.append(selection)
    return tuple(actions)


def write(actions: Iterable[Action]) -> str:
    """The text of a game played from the start: tokens with one blank between them.

    `parse(write(actions))` is `actions` whenever the squares of each move are 1 to 9, ascending.

    Rule: NOTATION-GAME-1

    >>> write([Move(1, 9), Move(1, 9), Selection.A, Move(2, 3)])
    'X1.1-9 O2.1-9 selA X3.2-3'
    """
    tokens: list[str] = []
    ply = 0
    for action in actions:
        if isinstance(action, Selection):
            tokens.append(action.value)
        else:
            ply += 1
            tokens.append(write_move(ply, action))
    return " ".join(tokens)


def play_out(game: Game[P, Any], text: str, parse: Callable[[str], Sequence[Any]] = parse) -> list[P]:
    """Every position of a written game, the initial one first: one more than it has tokens.

    `parse` reads the tokens of the game, an action each. Raises `NotationError` for a malformed text, and for
    an illegal action the `RuleBroken` of the rule, which then carries the token and its number.

    >>> from qttt.reference.goff import Goff
    >>> [str(position) for position in play_out(Goff(), "X1.1-9 O2.1-9 selA")]
    ['', 'X1.1-9', 'X1.1-9 O2.1-9', 'X1.9-9 O2.1-1']
    >>> play_out(Goff(), "X1.1-9 O2.1-9 X3.1-3")
    Traceback (most recent call last):
    qttt.reference.goff.SelectionPending: token 3 'X3.1-3': GOFF-COLLAPSE-1: 1-3 is illegal in ...
    """
    positions = [game.initial()]
    for number, (token, action) in enumerate(zip(split(text), parse(text), strict=True), start=1):
        try:
            positions.append(game.play(positions[-1], action))
        except RuleBroken as broken:
            broken.token, broken.number = token, number
            raise
    return positions


def position_after(game: Game[P, Any], text: str, parse: Callable[[str], Sequence[Any]] = parse) -> P:
    """The last position of `play_out`, with the same errors."""
    return play_out(game, text, parse)[-1]
