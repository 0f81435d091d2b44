"""What a strategy guarantees, found by playing it through under the rules of the reference.

Every move of the opponent, every selection and every ending is covered. Two things keep this short: positions with the
same canonical form are played through once, and closing a cycle is tried once for every square on which the last mark
can settle, since the result depends on this square and not on the other one of the move (LEMMA rooted-collapse).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple, Protocol

from qttt.reference.game import Actor, Game, RuleBroken
from qttt.reference.goff_position import Position, components
from qttt.reference.notation import Action, Move, Selection, write
from qttt.verification import Refuted
from qttt.verification.certificate.canonical import Canonical, canonical
from qttt.verification.certificate.decision import Decision


class Strategy(Protocol):
    """What to do at each position, and perhaps what that guarantees."""

    def decision(self, position: Position, view: Canonical) -> Decision:
        """What to do, as it reads in the canonical form. Raises `LookupError` where the strategy does not know."""
        ...

    def said(self, view: Canonical) -> Fraction | None:
        """What is said to be guaranteed at a position; None if nothing is said."""
        ...


class Turn(NamedTuple):
    """A move, the selection that may follow it, and what is guaranteed with this move."""

    actions: tuple[Action, ...]
    bound: Fraction


class Bounds:
    """What a strategy for one player guarantees at the positions it leads to.

    The bound of a position is the value, from X's side, that remains if this player follows the strategy and the
    opponent makes the most of it. Where the System selects, it is p times the larger bound plus q times the smaller:
    no larger than the position's value if both bounds are not (X's strategy), no smaller if both are not (O's).

    `opening` is the game that leads to the first position asked for; the games that refute begin with it. `known` has
    the bounds found so far, by canonical forms, those of endings included.
    """

    def __init__(
        self, game: Game[Position, Action], player: Actor, strategy: Strategy, opening: Iterable[Action] = ()
    ) -> None:
        self.game, self.player = game, player
        self._strategy, self._line = strategy, list(opening)
        self._sign = 1 if player is Actor.X else -1
        self.known: dict[bytes, Fraction] = {}

    def of(self, position: Position) -> Fraction:
        """The bound of a position without a closed cycle.

        Raises `Refuted` with a game if the strategy leads to a position where it decides nothing, nothing legal, or
        something else than is due, or where it does not guarantee exactly what it is said to.
        """
        view = canonical(position)
        bound = self.known.get(view.key)
        if bound is None:
            if self.game.actor(position) is None:
                bound = self.game.score(position).value
            else:
                bound = min(self._turns(position, view), key=self._harm).bound
            self.known[view.key] = bound
            self.compare(position, self._strategy.said(view))
        return bound

    def compare(self, position: Position, said: Fraction | None) -> None:
        """Raise `Refuted` with a game if something is said of a position that is not its bound, which is known."""
        bound = self.known[canonical(position).key]
        if said not in (None, bound):
            line = write([*self._line, *self._most_harmful_line(position)])
            raise self._refuted(f"the strategy of {self.player} guarantees {bound}, not {said}: '{line}'")

    def _harm(self, turn: Turn) -> Fraction:
        """What a turn leaves to the player: the smaller, the more harmful."""
        return self._sign * turn.bound

    def _turns(self, position: Position, view: Canonical) -> Iterator[Turn]:
        """The strategy's turn, or every turn of the opponent; of those that close a cycle in the same component, the
        most harmful one alone."""
        if self.game.actor(position) is self.player:
            yield self._own_turn(position, view)
            return
        around = {square: component for component in components(position) for square in component}
        for action in self.game.actions(position):
            if not (isinstance(action, Move) and action.second in around.get(action.first, ())):
                yield Turn((action,), self._after(position, action))
        for component in dict.fromkeys(around.values()):
            yield self._closing_turn(position, view, component, {*around})

    def _own_turn(self, position: Position, view: Canonical) -> Turn:
        decision = self._decision(position, view)
        if decision.move is None:
            raise self._refuted("a move is due, and the strategy has none")
        move, selection = decision.move, decision.selection
        moved = self._moved(position, move)
        selects = moved.pending and self.game.actor(moved) is self.player
        if selects != (selection is not None):
            raise self._refuted(f"the strategy must {'' if selects else 'not '}select once it has played {move}")
        if selection or not moved.pending:
            actions = (move, selection) if selection else (move,)
            return Turn(actions, self._after(position, *actions))
        settled = [Turn((move, each), self._after(position, move, each)) for each in Selection]
        return self._selected(moved, *sorted(settled, key=self._harm))

    def _closing_turn(
        self, position: Position, view: Canonical, component: frozenset[int], entangled: set[int]
    ) -> Turn:
        """The opponent's most harmful turn that closes a cycle in a component; `entangled` are the squares of all."""
        roots = sorted(component)
        moved = self.game.play(position, Move(roots[0], roots[1]))
        if self.game.actor(moved) is self.player:
            *roots, last = self._preferred(position, view, component, entangled)
            turns = [settling(root, last) for root in roots]
            return min((Turn(turn, self._after(position, *turn)) for turn in turns), key=self._harm)
        bounds = {root: self._after(position, *settling(root, roots[at - 1])) for at, root in enumerate(roots)}
        first, second, *_ = sorted(roots, key=lambda root: self._sign * bounds[root])
        harmful, other = Turn(settling(first, second), bounds[first]), Turn(settling(second, first), bounds[second])
        return self._selected(moved, harmful, other)

    def _selected(self, moved: Position, harmful: Turn, other: Turn) -> Turn:
        """What is left when the opponent or the System selects between two settlements of the same move."""
        if self.game.actor(moved) is self.player.opponent:
            return harmful
        chances = self.game.system(moved)
        against = chances[self.player.opponent]
        bound = against * harmful.bound + chances[self.player] * other.bound
        return Turn((harmful if against else other).actions, bound)

    def _preferred(
        self, position: Position, view: Canonical, component: frozenset[int], entangled: set[int]
    ) -> list[int]:
        """The squares of a component in the order in which the strategy prefers them."""
        preference = self._decision(position, view).preference
        if len(preference) != len(entangled) or {*preference} != entangled:
            expected = ", ".join(map(str, sorted(entangled)))
            raise self._refuted(f"the strategy must prefer among the squares {expected}, each once")
        return [square for square in preference if square in component]

    def _decision(self, position: Position, view: Canonical) -> Decision:
        try:
            return self._strategy.decision(position, view).turned(view.back)
        except LookupError:
            raise self._refuted("the strategy has no decision here") from None

    def _after(self, position: Position, *actions: Action) -> Fraction:
        """The bound of the position after legal actions."""
        self._line += actions
        for action in actions:
            position = self.game.play(position, action)
        bound = self.of(position)
        del self._line[-len(actions) :]
        return bound

    def _moved(self, position: Position, move: Move) -> Position:
        """The position after a move of the strategy, which may be illegal."""
        try:
            return self.game.play(position, move)
        except RuleBroken as broken:
            raise self._refuted(f"the strategy's move breaks a rule: {broken}") from None

    def _most_harmful_line(self, position: Position) -> tuple[Action, ...]:
        """A game from a position on in which the opponent makes the most of it, and so does the System if it can."""
        line: list[Action] = []
        while self.game.actor(position) is not None:
            turn = min(self._turns(position, canonical(position)), key=self._harm)
            line += turn.actions
            for action in turn.actions:
                position = self.game.play(position, action)
        return tuple(line)

    def _refuted(self, reason: str) -> Refuted:
        return Refuted(f"after '{write(self._line)}' {reason}")


def settling(root: int, other: int) -> tuple[Move, Selection]:
    """The move on two squares and the selection that puts its mark on the first of them.

    >>> settling(9, 1)
    (Move(first=1, second=9), <Selection.B: 'selB'>)
    """
    return (Move(root, other), Selection.A) if root < other else (Move(other, root), Selection.B)
