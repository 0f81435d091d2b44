"""Certificates whose rows are moves: of games in which players move and chance finds something, as TiqTaqToe and Q3T.

A certificate is a strategy for a player, with a row for each position where it is that player's turn. What it
guarantees is found by playing it through under the rules of the reference: every move of the opponent, everything that
chance can find and every ending is covered. Positions with the same canonical form are played through once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from qttt.reference.game import Actor, Game, RuleBroken
from qttt.reference.notation import position_after
from qttt.verification import Refuted
from qttt.verification.certificate.container import pack

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")
P_contra = TypeVar("P_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)

Symmetry = tuple[int, ...]
"""Square to square, 0 to 0."""


class Canonical(NamedTuple):
    """A canonical form, a position as text, and the symmetries from the position to it and back."""

    text: str
    there: Symmetry
    back: Symmetry


class Row(NamedTuple, Generic[M]):
    """What the strategy plays at a position, and what that is said to guarantee."""

    move: M
    value: Fraction


@dataclass(frozen=True)
class Certificate(ABC, Generic[P, M]):
    """A strategy for a player, and what it is said to guarantee.

    From the position after the game `start` (in notation) on, X's strategy gets at least `value` on average, O's allows
    at most `value`. `rows` is by canonical positions, as text. Raises what reading and playing `start` raise.
    """

    game: Game[P, Any]
    player: Actor
    value: Fraction
    start: str
    rows: Mapping[str, Row[M]] = field(repr=False)

    def __post_init__(self) -> None:
        self.first  # noqa: B018

    @property
    def first(self) -> P:
        """The position after `start`."""
        return position_after(self.game, self.start, self.parse)

    @staticmethod
    @abstractmethod
    def parse(text: str, /) -> Sequence[Any]:
        """The actions of a written game. Raises `NotationError`."""

    def save(self, path: Path, options: Mapping[str, str]) -> None:
        """Write the certificate of a game with these options to a file, over whatever is there. Raises `OSError`."""
        header = {
            "ruleset": self.game.ruleset,
            "options": options,
            "player": self.player.value,
            "value": str(self.value),
            "start": self.start,
        }
        pack(path, header, ((position, str(move), str(value)) for position, (move, value) in self.rows.items()))


class Strategy(Protocol[P_contra, M_co]):
    """What to play at each position, and perhaps what that guarantees."""

    def move(self, position: P_contra, view: Canonical) -> M_co:
        """What to play, as it reads in the canonical form. Raises `LookupError` where the strategy does not know."""
        ...

    def said(self, view: Canonical) -> Fraction | None:
        """What is said to be guaranteed at a position; None if nothing is said."""
        ...


class Bounds(ABC, Generic[P, M]):
    """What a strategy for one player guarantees at the positions it leads to.

    The bound of a position is the value, from X's side, that remains if this player follows the strategy and the
    opponent makes the most of it. Where chance decides it is the mean of the bounds of what follows: no larger than the
    position's value if these are not (X's strategy), no smaller if these are not (O's).

    `opening` is the game that leads to the first position asked for; refusals tell it before the moves after it.
    `known` has the bounds found so far, by canonical forms.
    """

    def __init__(
        self, game: Game[P, Any], player: Actor, strategy: Strategy[P, M], opening: Iterable[Any] = ()
    ) -> None:
        self.game, self.player = game, player
        self._strategy, self._line = strategy, list(opening)
        self._worst = min if player is Actor.X else max
        self.known: dict[str, Fraction] = {}

    @staticmethod
    @abstractmethod
    def canonical(position: P, /) -> Canonical:
        """The canonical form of a position."""

    @staticmethod
    @abstractmethod
    def turned(move: M, table: Symmetry, /) -> M:
        """The move on a board that a symmetry has turned."""

    @staticmethod
    @abstractmethod
    def write(line: Iterable[Any], /) -> str:
        """A game as text."""

    def of(self, position: P) -> Fraction:
        """The bound of a position.

        Raises `Refuted`, with the game that leads there, if the strategy leads to a position where it plays nothing or
        nothing legal, or where it does not guarantee exactly what it is said to.
        """
        view = self.canonical(position)
        if view.text not in self.known:
            self.known[view.text] = bound = self._found(position, view)
            self.compare(position, bound, self._strategy.said(view))
        return self.known[view.text]

    def compare(self, position: P, bound: Fraction, said: Fraction | None) -> None:
        """Raise `Refuted` if something is said of a position that is not its bound."""
        if said not in (None, bound):
            raise self._refuted(position, f"the strategy of {self.player} guarantees {bound}, not {said}")

    def _found(self, position: P, view: Canonical) -> Fraction:
        actor = self.game.actor(position)
        if actor is None:
            return self.game.score(position).value
        if actor is Actor.CHANCE:
            return self._mean(position)
        if actor is self.player:
            return self._own(position, view)
        return self._opponents(position)

    def _own(self, position: P, view: Canonical) -> Fraction:
        try:
            move = self.turned(self._strategy.move(position, view), view.back)
        except LookupError:
            return self._without_a_move(position)
        try:
            after = self.game.play(position, move)
        except RuleBroken as broken:
            raise self._refuted(position, f"the strategy's move breaks a rule: {broken}") from None
        return self._bound(after, move)

    def _opponents(self, position: P) -> Fraction:
        return self._worst(self._after(position, action) for action in self.game.actions(position))

    def _without_a_move(self, position: P) -> Fraction:
        """The bound where the strategy does not know what to play. Raises `Refuted` unless the game says otherwise."""
        raise self._refuted(position, f"the strategy of {self.player} has no move")

    def _mean(self, position: P) -> Fraction:
        chances = self.game.chance(position)
        return sum((chance * self._after(position, found) for found, chance in chances.items()), Fraction(0))

    def _after(self, position: P, action: Any) -> Fraction:
        """The bound of the position after a legal action."""
        return self._bound(self.game.play(position, action), action)

    def _bound(self, after: P, action: Any) -> Fraction:
        """The bound of a position that an action has led to."""
        self._line.append(action)
        bound = self.of(after)
        self._line.pop()
        return bound

    def _refuted(self, position: P, reason: str) -> Refuted:
        return Refuted(f"after '{self.write(self._line)}', in '{position}', {reason}")
