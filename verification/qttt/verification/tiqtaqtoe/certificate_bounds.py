"""What a strategy of TiqTaqToe guarantees, found by playing it through under the rules of the reference.

Every move of the opponent, every board that a measurement can find and every ending is covered. Positions with the same
canonical form are played through once, and so is what a measurement leaves of the same board.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Protocol

from qttt.reference.game import Actor, RuleBroken
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe_notation import Action, Pair, Single, write
from qttt.reference.tiqtaqtoe_position import Position
from qttt.verification import Refuted
from qttt.verification.tiqtaqtoe.certificate_canonical import Canonical, canonical, turned


class Strategy(Protocol):
    """What to play at each position, and perhaps what that guarantees."""

    def move(self, position: Position, view: Canonical) -> Single | Pair:
        """What to play, as it reads in the canonical form. Raises `LookupError` where the strategy does not know."""
        ...

    def said(self, view: Canonical) -> Fraction | None:
        """What is said to be guaranteed at a position; None if nothing is said."""
        ...


class Bounds:
    """What a strategy for one player guarantees at the positions it leads to.

    The bound of a position is the value, from X's side, that remains if this player follows the strategy and the
    opponent makes the most of it. Where a measurement is due it is the mean of the bounds of the boards: no larger than
    the position's value if these are not (X's strategy), no smaller if these are not (O's).

    `opening` is the game that leads to the first position asked for; refusals tell it before the moves after it.
    `known` has the bounds found so far, by canonical forms, those of endings included.
    """

    def __init__(self, game: TiqTaqToe, player: Actor, strategy: Strategy, opening: Iterable[Action] = ()) -> None:
        self.game, self.player = game, player
        self._strategy, self._line = strategy, list(opening)
        self._worst = min if player is Actor.X else max
        self._found_boards: dict[Action, Fraction] = {}
        self.known: dict[str, Fraction] = {}

    def of(self, position: Position) -> Fraction:
        """The bound of a position.

        Raises `Refuted`, with the game that leads there, if the strategy leads to a position where it plays nothing or
        nothing legal, or where it does not guarantee exactly what it is said to.
        """
        view = canonical(position)
        if view.text not in self.known:
            self.known[view.text] = bound = self._found(position, view)
            self.compare(position, bound, self._strategy.said(view))
        return self.known[view.text]

    def compare(self, position: Position, bound: Fraction, said: Fraction | None) -> None:
        """Raise `Refuted` if something is said of a position that is not its bound."""
        if said not in (None, bound):
            raise self._refuted(position, f"the strategy of {self.player} guarantees {bound}, not {said}")

    def _found(self, position: Position, view: Canonical) -> Fraction:
        actor = self.game.actor(position)
        if actor is None:
            return self.game.score(position).value
        if actor is Actor.CHANCE:
            chances = self.game.chance(position)
            return sum((chance * self._measured(position, board) for board, chance in chances.items()), Fraction(0))
        if actor is self.player:
            return self._own(position, view)
        return self._worst(self._after(position, action) for action in self.game.actions(position))

    def _own(self, position: Position, view: Canonical) -> Fraction:
        try:
            move = turned(self._strategy.move(position, view), view.back)
        except LookupError:
            raise self._refuted(position, f"the strategy of {self.player} has no move") from None
        try:
            after = self.game.play(position, move)
        except RuleBroken as broken:
            raise self._refuted(position, f"the strategy's move breaks a rule: {broken}") from None
        return self._bound(after, move)

    def _measured(self, position: Position, board: Action) -> Fraction:
        """The bound of the position that a measurement leaves, which is the same wherever the board is found."""
        if board not in self._found_boards:
            self._found_boards[board] = self._after(position, board)
        return self._found_boards[board]

    def _after(self, position: Position, action: Action) -> Fraction:
        """The bound of the position after a legal action."""
        return self._bound(self.game.play(position, action), action)

    def _bound(self, after: Position, action: Action) -> Fraction:
        """The bound of a position that an action has led to."""
        self._line.append(action)
        bound = self.of(after)
        self._line.pop()
        return bound

    def _refuted(self, position: Position, reason: str) -> Refuted:
        return Refuted(f"after '{write(self._line)}', in '{position}', {reason}")
