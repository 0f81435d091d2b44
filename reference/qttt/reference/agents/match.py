"""A match: two agents play a game to its end."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from random import Random
from typing import Generic, NamedTuple, TypeVar

from qttt.reference.agents.random_play import ENDLESS, Agent, after_chance, drawn
from qttt.reference.game import LONGEST, Actor, Outcome, Rules

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)
Settlements = Callable[[P], Mapping[A, Fraction]]
"""What each action of the SYSTEM is worth to X."""


class Played(NamedTuple, Generic[P, A]):
    """A game that was played: its actions, the position before each of them, and the outcome."""

    positions: tuple[P, ...]
    actions: tuple[A, ...]
    outcome: Outcome

    def __repr__(self) -> str:
        return f"<match of {len(self.actions)} actions: {self.outcome}>"


def play_match(
    game: Rules[P, A],
    agents: Mapping[Actor, Agent[P, A]],
    chance: Random,
    settlements: Settlements[P, A] | None = None,
) -> Played[P, A]:
    """One game between the agents of X and O.

    All randomness, including the agents', comes from `chance`: equal seeds give equal games. A game with a SYSTEM needs
    `settlements`, the values of its actions; `ValueError` without them. The SYSTEM favours a player with the game's
    probability and takes the first action of best value for that player. A game that has not ended after `LONGEST`
    actions counts as `ENDLESS`.

    >>> from qttt.reference.agents.random_play import RandomAgent
    >>> from qttt.reference.goff import Goff
    >>> agents = dict.fromkeys((Actor.X, Actor.O), RandomAgent(Goff()))
    >>> play_match(Goff(), agents, Random(3)) == play_match(Goff(), agents, Random(3))
    True
    """
    position = game.initial()
    positions: list[P] = []
    actions: list[A] = []
    while (actor := game.actor(position)) and len(actions) < LONGEST:
        if actor is Actor.CHANCE:
            action = after_chance(game, position, chance)
        elif actor is Actor.SYSTEM:
            action = _settled(game, position, chance, settlements)
        else:
            action = agents[actor].choose(position, chance)
        positions.append(position)
        actions.append(action)
        position = game.play(position, action)
    outcome = ENDLESS if actor else game.score(position).outcome
    return Played(tuple(positions), tuple(actions), outcome)


def _settled(game: Rules[P, A], position: P, chance: Random, settlements: Settlements[P, A] | None) -> A:
    if settlements is None:
        raise ValueError(f"{game.ruleset} has a SYSTEM, which needs the values of its actions")
    values = settlements(position)
    favoured = drawn(game.system(position), chance)
    best = (max if favoured is Actor.X else min)(values.values())
    return next(action for action, value in values.items() if value == best)
