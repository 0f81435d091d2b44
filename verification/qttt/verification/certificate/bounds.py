"""The value that a strategy guarantees, found by playing the strategy through under the rules of the reference.

The play covers every move of the opponent, every result of chance, every selection of the System and every ending.
It goes through positions with the same canonical form once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from qttt.reference.board import Symmetry
from qttt.reference.game import Actor, Game, RuleBroken
from qttt.verification import Refuted

if TYPE_CHECKING:
    from qttt.verification.certificate.strategy import Form

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)
P_contra = TypeVar("P_contra", bound=Hashable, contravariant=True)


class Canonical(NamedTuple):
    """A canonical form as a hashable key, and the symmetries from the position to the form and back."""

    key: Any
    there: Symmetry
    back: Symmetry


class Strategy(Protocol[P_contra]):
    """A decision for each position, and perhaps the value that the decision guarantees."""

    def decision(self, position: P_contra, view: Canonical) -> Any:
        """The decision, on the board of the canonical form. Raises `LookupError` where there is no decision."""
        ...

    def said(self, view: Canonical) -> Fraction | None:
        """The value that the strategy states it guarantees at a position; None if it states no value."""
        ...


class Bounds(Generic[P, A]):
    """The values that a strategy for one player guarantees at the positions it leads to.

    The bound of a position is the value, from X's side, that remains if this player follows the strategy and the
    opponent makes the most of it. Where chance acts, the bound is the mean of the bounds that follow; where the System
    selects, p times the larger plus q times the smaller one. By induction, a bound is at most the value of the position
    if the player is X, and at least the value if the player is O.

    `opening` is the game that leads to the first position; refuting games begin with it. `known` holds the bounds found
    so far, by canonical form.
    """

    def __init__(self, form: Form[P, A], player: Actor, strategy: Strategy[P], opening: Iterable[A] = ()) -> None:
        self.form, self.player = form, player
        self.game: Game[P, A] = form.game
        self._strategy, self._line = strategy, list(opening)
        self._worst: Any = min if player is Actor.X else max
        self._lost = form.lost.get(player)
        self.known: dict[Hashable, Fraction] = {}

    def of(self, position: P) -> Fraction:
        """The bound of a position.

        Raises `Refuted`, with a game that shows why, if the strategy leads to a position where it has no decision or an
        illegal one, or where it does not guarantee exactly the stated value.
        """
        view = self.form.canonical(position)
        if view is None:
            return self._found(position, None)
        if view.key not in self.known:
            self.known[view.key] = self._found(position, view)
            self.compare(position, self._strategy.said(view))
        return self.known[view.key]

    def compare(self, position: P, said: Fraction | None) -> None:
        """Raise `Refuted` if the value stated for a position is not its bound."""
        bound = self.of(position)
        if said not in (None, bound):
            game = self.game.write([*self._line, *self._most_harmful(position)])
            raise self._refuted(position, f"the strategy of {self.player} guarantees {bound}, not {said}: '{game}'")

    def _found(self, position: P, view: Canonical | None) -> Fraction:
        actor = self.game.actor(position)
        if actor is None:
            return self.game.score(position).value
        if actor is Actor.CHANCE:
            return self._mean(position)
        if actor is Actor.SYSTEM:
            bounds = [self._after(position, action) for action in self.game.actions(position)]
            chances = self.game.system(position)
            return chances[Actor.X] * max(bounds) + chances[Actor.O] * min(bounds)
        return self._own(position, view) if actor is self.player else self._opponents(position, view)

    def _mean(self, position: P) -> Fraction:
        chances = self.game.chance(position)
        return sum((chance * self._after(position, found) for found, chance in chances.items()), Fraction(0))

    def _own(self, position: P, view: Canonical | None) -> Fraction:
        turn, after = self._turn(position, view)
        return self._bound(turn, after) if turn else self.form.lost[self.player]

    def _opponents(self, position: P, view: Canonical | None) -> Fraction:
        bound = None
        for turn in self._replies(position, view):
            after = self._after(position, *turn)
            bound = after if bound is None else self._worst(bound, after)
            if bound == self._lost:
                break
        assert bound is not None
        return bound

    def _replies(self, position: P, view: Canonical | None) -> Iterable[Sequence[A]]:
        """Turns of the opponent, including the most harmful ones; each may hold later actions of others."""
        return ((action,) for action in self.game.actions(position))

    def _turn(self, position: P, view: Canonical | None) -> tuple[list[A], P]:
        """The actions of the strategy until somebody else acts, and the position after them; no actions where the
        strategy may do anything."""
        turn, after = list[A](), position
        for action in self._decided(position, view):
            assert view
            if turn and self.game.actor(after) is not self.player:
                raise self._refuted(position, f"the strategy of {self.player} must not continue with {action}")
            turn.append(self.game.turned_action(self.game.turned(after, view.there), action, view.back))
            try:
                after = self.game.play(after, turn[-1])
            except RuleBroken as broken:
                raise self._refuted(position, f"the strategy's move breaks a rule: {broken}") from None
        return turn, after

    def _decided(self, position: P, view: Canonical | None) -> Any:
        """The strategy's decision, on the board of the canonical form; empty where the strategy may do anything."""
        try:
            if view:
                return self._strategy.decision(position, view)
        except LookupError:
            pass
        if self._lost is None:
            raise self._refuted(position, f"the strategy of {self.player} has no decision")
        return ()

    def _after(self, position: P, *turn: A) -> Fraction:
        """The bound of the position after legal actions."""
        for action in turn:
            position = self.game.play(position, action)
        return self._bound(turn, position)

    def _bound(self, turn: Sequence[A], after: P) -> Fraction:
        """The bound of a position that actions have led to."""
        self._line += turn
        bound = self.of(after)
        del self._line[-len(turn) :]
        return bound

    def _most_harmful(self, position: P) -> list[A]:
        """The game from a position on, to its end or to the first act of chance, in which the opponent, and the System
        if it can, make the most of the strategy."""
        actor, view = self.game.actor(position), self.form.canonical(position)
        if actor in (None, Actor.CHANCE):
            return []
        turns = [self._turn(position, view)[0]] if actor is self.player else [*self._replies(position, view)]
        if not turns[0]:
            return []
        favours = self._worst
        if actor is Actor.SYSTEM and not self.game.system(position)[self.player.opponent]:
            favours = max if self._worst is min else min
        turn = favours(turns, key=lambda turn: self._after(position, *turn))
        for action in turn:
            position = self.game.play(position, action)
        return [*turn, *self._most_harmful(position)]

    def _refuted(self, position: P, reason: str) -> Refuted:
        return Refuted(f"after '{self.game.write(self._line)}', in '{position}', {reason}")
