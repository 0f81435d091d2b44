"""What the notations of all games share: tokens, players and plies, whole games, and the places of errors."""

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Generic, Protocol, TypeVar, cast

from qttt.reference.game import Actor, Record, RuleBroken, Rules

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)


class NotationError(ValueError):
    """Text that is not a game: which token, its number (from 1), the rule it breaks and what was expected.

    Rule: NOTATION-ERROR-1

    >>> from qttt.reference.goff import Goff
    >>> Goff().parse("X1.1-9 O2.3-1")
    Traceback (most recent call last):
    qttt.reference.notation.NotationError: token 2 'O2.3-1': NOTATION-MOVE-1: expected ascending squares, 1-3
    """

    def __init__(self, token: str, number: int, rule: str, expected: str) -> None:
        super().__init__(f"token {number} '{token}': {rule}: expected {expected}")
        self.token = token
        self.number = number
        self.rule = rule
        self.expected = expected


class StateError(ValueError):
    """A text that is not the state of a position: which token, its number in the state (from 1), what was expected."""

    def __init__(self, token: str, number: int, expected: str) -> None:
        super().__init__(f"token {number} '{token}': expected {expected}")
        self.token = token
        self.number = number
        self.expected = expected


class Tokens:
    """The tokens of a state, taken one by one; after the last one comes the empty token.

    Raises `TypeError` unless given a text.

    >>> tokens = Tokens("X to move")
    >>> tokens.take("[XO]", "X or O").group(), tokens.left
    ('X', True)
    >>> tokens.take("move", "move")
    Traceback (most recent call last):
    qttt.reference.notation.StateError: token 2 'to': expected move
    """

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"a state must be a str: {text!r} is a {type(text).__name__}")
        self._tokens = [*split(text), ""]
        self._taken = 0

    @property
    def left(self) -> bool:
        """Whether there is a token to take."""
        return self._taken < len(self._tokens) - 1

    def begins(self, pattern: str) -> bool:
        """Whether the next token matches `pattern`."""
        return re.fullmatch(pattern, self._tokens[self._taken]) is not None

    def take(self, pattern: str, expected: str) -> re.Match[str]:
        """The next token, which must match `pattern`. Raises `StateError`."""
        match = re.fullmatch(pattern, self._tokens[self._taken])
        if match is None:
            raise StateError(self._tokens[self._taken], self._taken + 1, expected)
        self._taken += 1
        return match

    def check(self, holds: bool, expected: str) -> None:
        """Raise `StateError` about the last token taken, unless `holds`."""
        if not holds:
            raise StateError(self._tokens[self._taken - 1], self._taken, expected)

    def end(self, expected: str = "the end of the position") -> None:
        """Raise `StateError` if a token is left."""
        if self.left:
            raise StateError(self._tokens[self._taken], self._taken + 1, expected)


def player_of(ply: int, first: Actor = Actor.X) -> Actor:
    """The player who begins for odd plies, the other one for even ones."""
    return first if ply % 2 else first.opponent


def split(text: str) -> list[str]:
    """The tokens of a text. Only spaces, tabs and line ends separate tokens.

    Rule: NOTATION-GAME-1

    >>> split("  X1.1-9  O2.1-3 ")
    ['X1.1-9', 'O2.1-3']
    """
    return re.findall(r"[^ \t\r\n]+", text)


@dataclass(frozen=True)
class Notation(Generic[A]):
    """How the actions of a game are written, as functions of one token.

    A move counts as a ply and names it; an action of the type `settling` belongs to the ply before it.
    `read_move(token, number, ply)` reads the `number`-th token of a text as the move of a ply;
    `read_settling(token, number)` reads a settling action, and returns None for a token that does not begin like
    one. Both raise `NotationError`. `write_move(ply, move)` writes a move; a settling action is its own text.
    """

    read_move: Callable[[str, int, int], A] = field(repr=False)
    read_settling: Callable[[str, int], A | None] = field(repr=False)
    write_move: Callable[[int, Any], str] = field(repr=False)
    settling: type | UnionType

    def parse(self, text: str) -> tuple[A, ...]:
        """The actions of a written game, in order; none for an empty text.

        Guaranteed: every token is well formed, and the plies of the moves count up from 1. Not guaranteed: that
        the game is legal. `write(parse(text))` is `text` with single spaces. Raises `NotationError`.

        Rule: NOTATION-GAME-1
        """
        actions: list[A] = []
        ply = 0
        for number, token in enumerate(split(text), start=1):
            action = self.read_settling(token, number)
            if action is None:
                ply += 1
                action = self.read_move(token, number, ply)
            actions.append(action)
        return tuple(actions)

    def named(self, action: A | str) -> A:
        """An action, or the one that a text such as 1-3 names without player and ply. Raises `NotationError` for any
        other text.

        >>> from qttt.reference.goff import Goff
        >>> Goff().notation.named("1-3"), Goff().notation.named("selA")
        (1-3, selA)
        """
        if type(action) is not str:
            return cast(A, action)
        return self.read_settling(action, 1) or self.read_move(self.write_move(1, action), 1, 1)

    def write(self, actions: Iterable[A], ply: int = 0) -> str:
        """The text of a game played from the start, or from after `ply` plies: tokens separated by single spaces.

        `parse(write(actions))` is `actions` if the squares of every move are from 1 to 9 and in their order.

        Rule: NOTATION-GAME-1
        """
        tokens: list[str] = []
        for action in actions:
            if isinstance(action, self.settling):
                tokens.append(str(action))
            else:
                ply += 1
                tokens.append(self.write_move(ply, action))
        return " ".join(tokens)


class HasNotation(Rules[P, A], Protocol[P, A]):
    """Rules with a notation, as `play_out` needs them."""

    @property
    def notation(self) -> Notation[A]: ...


def play_out(game: HasNotation[P, A], text: str) -> Record[P, A]:
    """The written game `text`, played from the start.

    Raises `NotationError` for a malformed text, and for an illegal action the `RuleBroken` of the rule, which
    then carries the token and its number.
    """
    positions, actions = [game.initial()], game.notation.parse(text)
    for number, (token, action) in enumerate(zip(split(text), actions, strict=True), start=1):
        try:
            positions.append(game.play(positions[-1], action))
        except RuleBroken as broken:
            broken.token, broken.number = token, number
            raise
    return Record(tuple(positions), actions)
