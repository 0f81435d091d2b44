"""A game that is written out: whose node each position is, where its actions lead, and what its ends are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from qttt.reference.game import Actor, Outcome, Score


@dataclass(frozen=True, eq=False)
class Node:
    """A node's actor and actions; at an end the actor is None and `worth` its value."""

    actor: Actor | None
    children: tuple[Node, ...] = ()
    worth: Fraction = Fraction(0)


@dataclass(frozen=True)
class WrittenOut:
    """A game of nodes, whose actions are numbers. Chance takes its actions 1 : 2 : 3 and so on; `favour` says how often
    the System favours X and O."""

    root: Node
    favour: tuple[Fraction, ...] = (Fraction(3, 4), Fraction(1, 4))
    ruleset = "written-out"

    def initial(self) -> Node:
        return self.root

    def actor(self, position: Node) -> Actor | None:
        return position.actor

    def actions(self, position: Node) -> tuple[int, ...]:
        return tuple(range(len(position.children)))

    def play(self, position: Node, action: int) -> Node:
        return position.children[action]

    def chance(self, position: Node) -> Mapping[int, Fraction]:
        actions = self.actions(position) if position.actor is Actor.CHANCE else ()
        return {action: Fraction(action + 1, sum(actions) + len(actions)) for action in actions}

    def system(self, position: Node) -> Mapping[Actor, Fraction]:
        favoured = zip((Actor.X, Actor.O), self.favour, strict=False)
        return dict(favoured) if position.actor is Actor.SYSTEM else {}

    def score(self, position: Node) -> Score:
        winner = Actor.X if position.worth > 0 else Actor.O if position.worth < 0 else None
        return Score(Outcome(winner, "" if winner else "draw", "HAND-1"), position.worth)


def ends(*worths: int) -> tuple[Node, ...]:
    return tuple(Node(None, (), Fraction(worth)) for worth in worths)


def x(*children: Node) -> Node:
    return Node(Actor.X, children)


def o(*children: Node) -> Node:
    return Node(Actor.O, children)
