"""The value that a strategy guarantees, found by playing the strategy through under the rules of the reference; and the
strategy of a player who follows the values of an engine.

The play covers every move of the opponent, every result of chance, every selection of the System and every ending.
It goes through positions with the same canonical form once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
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
A_co = TypeVar("A_co", bound=Hashable, covariant=True)


class Canonical(NamedTuple):
    """A canonical form as a hashable key, and the symmetries from the position to the form and back."""

    key: object
    there: Symmetry
    back: Symmetry


class Strategy(Protocol[P_contra]):
    """A decision for each position, and perhaps the value that the decision guarantees."""

    def decision(self, position: P_contra, view: Canonical) -> object:
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


# The strategy of a player who follows the values of an engine

Report = Callable[[int], None]
"""Called with the number of rows so far."""


class Oracle(Protocol[P_contra, A_co]):
    """The values of a game: of any position of the reference, ended or not, and all optimal actions of the player to
    act."""

    def value(self, position: P_contra) -> Fraction: ...
    def best(self, position: P_contra) -> tuple[A_co, ...]: ...


class BestPlay(Generic[P, A]):
    """Optimal decisions of a player at every position they lead to; `decisions` remembers them by canonical form.

    Among equally good decisions it takes one after which the positions are smallest (see `Form.size`), and then one
    that leads to the fewest positions whose bounds are not `known` yet. Certificates are several times smaller than
    those made from the first best moves.
    """

    def __init__(self, form: Form[P, A], oracle: Oracle[P, A], player: Actor, report: Report | None = None) -> None:
        self.form, self.game, self._oracle, self._player, self._report = form, form.game, oracle, player, report
        self.decisions: dict[Hashable, object] = {}
        self.known: Mapping[Hashable, Fraction] = {}

    def prepare(self, first: P) -> None:
        """Make decisions before the play from `first` on: here it makes no decision."""

    def decision(self, position: P, view: Canonical) -> object:
        if view.key not in self.decisions:
            self.remember(view.key, self.form.turned(position, self._chosen(position), view.there))
        return self.decisions[view.key]

    def said(self, _: Canonical) -> None:
        """None: the bounds are still to be found."""

    def remember(self, key: Hashable, decision: object) -> None:
        self.decisions[key] = decision
        if self._report:
            self._report(len(self.decisions))

    def _chosen(self, position: P) -> object:
        return min(self.form.turns(position, self._oracle.best), key=lambda turn: self._size(position, turn))

    def _size(self, position: P, turn: tuple[A, ...]) -> tuple[int, int]:
        """A guess at how many rows a decision will need."""
        after = self.form.next(position, turn)
        views = map(self.form.canonical, after)
        return max(map(self.form.size, after)), sum(view is not None and view.key not in self.known for view in views)
