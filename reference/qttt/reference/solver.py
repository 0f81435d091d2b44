"""The exact solver: memoised expectiminimax over the `Game` interface."""

from collections.abc import Hashable
from fractions import Fraction
from typing import Generic, TypeVar

from qttt.reference.game import Actor, Rules

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)


class Solver(Generic[P, A]):
    """The exact values of positions of a game, for X's side, under best play of both players.

    At a node of X the largest value of the actions counts, at a node of O the smallest, at one of CHANCE the
    expectation under the game's `chance`; at one of SYSTEM the largest value times the probability that X is
    favoured and the smallest times that of O, under the game's `system`. Every position met is remembered, so
    asking again costs nothing.

    Guaranteed: exact fractions, whatever the order of questions; no recursion, so a game may be long.
    Not guaranteed: speed or a bound on memory. All positions below the one asked for are visited, without
    pruning or symmetry: meant for late positions and small games. A game that can return to a position has no
    such values; it needs its own solver.

    >>> from qttt.reference.goff import Goff
    >>> solver = Solver(Goff())
    >>> late = solver.game.position("X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8")
    >>> solver.value(late)
    Fraction(10, 1)
    >>> [str(action) for action in solver.line(late)]
    ['2-4', '2-4', 'selA']
    """

    def __init__(self, game: Rules[P, A]) -> None:
        self.game = game
        self._values: dict[P, Fraction] = {}

    def value(self, position: P) -> Fraction:
        """The value of a position. Raises `ValueError` where `_combine` does, and if play can repeat a position."""
        open_nodes: dict[P, dict[A, P]] = {position: self._children(position)}
        while open_nodes:
            node = next(reversed(open_nodes))
            unknown = next((child for child in open_nodes[node].values() if child not in self._values), None)
            if unknown is None:
                self._values[node] = self._combine(*open_nodes.popitem())
            elif unknown in open_nodes:
                raise ValueError(f"play can come back to '{unknown}': a game with loops needs a solver of its own")
            else:
                open_nodes[unknown] = self._children(unknown)
        return self._values[position]

    def values(self, position: P) -> dict[A, Fraction]:
        """The value of every legal action, in the documented order; empty at the end of a game."""
        return {action: self.value(child) for action, child in self._children(position).items()}

    def best(self, position: P) -> tuple[A, ...]:
        """All optimal actions of the player whose node it is, in the documented order.

        Empty where no player decides: at the end, at CHANCE and at SYSTEM nodes.
        """
        if self.game.actor(position) not in (Actor.X, Actor.O):
            return ()
        best = self.value(position)
        return tuple(action for action, value in self.values(position).items() if value == best)

    def line(self, position: P) -> tuple[A, ...]:
        """A line of best play: the first optimal action each time, until no player decides."""
        variation: list[A] = []
        while best := self.best(position):
            variation.append(best[0])
            position = self.game.play(position, best[0])
        return tuple(variation)

    def _children(self, position: P) -> dict[A, P]:
        return {action: self.game.play(position, action) for action in self.game.actions(position)}

    def _combine(self, position: P, children: dict[A, P]) -> Fraction:
        """The value of a position from those of its children.

        Raises `ValueError` at a node of CHANCE for which the game's `chance` does not give every action a
        probability, summing to 1, and at a node of SYSTEM for which its `system` does not give X and O one.

        Rule: SQT-VALUE-1
        Rule: TIQ-VALUE-1
        Rule: HYB-VALUE-1
        """
        values = {action: self._values[child] for action, child in children.items()}
        actor = self.game.actor(position)
        if actor is None:
            return self.game.score(position).value
        if actor is Actor.X:
            return max(values.values())
        if actor is Actor.O:
            return min(values.values())
        if actor is Actor.SYSTEM:
            favour = self.game.system(position)
            if favour.keys() != {Actor.X, Actor.O} or sum(favour.values()) != 1:
                raise ValueError(f"the game gives {actor} no probabilities for its actions in '{position}'")
            return favour[Actor.X] * max(values.values()) + favour[Actor.O] * min(values.values())
        chance = self.game.chance(position)
        if chance.keys() != values.keys() or sum(chance.values()) != 1:
            raise ValueError(f"the game gives {actor} no probabilities for its actions in '{position}'")
        return sum((chance[action] * value for action, value in values.items()), Fraction(0))
