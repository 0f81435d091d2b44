"""Games played to their end: at random, or as a match between two agents."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from itertools import accumulate
from math import lcm
from random import Random
from typing import Generic, NamedTuple, Protocol, TypeVar

from qttt.reference.game import LONGEST, Actor, Outcome, Rules

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)
P_contra = TypeVar("P_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)

Settlements = Callable[[P], Mapping[A, Fraction]]
"""What each action of the SYSTEM is worth to X."""
ENDLESS = Outcome(None, "play without end", "PROB-END-3")


class Agent(Protocol[P_contra, A_co]):
    """An agent, which chooses actions for a player.

    An agent is asked only where a player decides, and keeps no state between questions that would change an answer. All
    randomness comes from `chance`, so equal seeds give equal games.
    """

    def choose(self, position: P_contra, chance: Random) -> A_co:
        """A legal action of the player whose node it is."""
        ...


def draw(chances: Mapping[A, Fraction], chance: Random) -> A:
    """An action drawn with exactly these probabilities, which sum to 1; if one is irrational, with those within 2^-128.

    >>> draw({"never": Fraction(0), "always": Fraction(1)}, Random(1))
    'always'
    """
    rational = all(isinstance(probability, Fraction) for probability in chances.values())
    whole = lcm(*(probability.denominator for probability in chances.values())) if rational else 1 << 128
    ticket = Fraction(chance.randrange(whole), whole)
    return next(a for a, below in zip(chances, accumulate(chances.values()), strict=True) if ticket < below)


def draw_result(game: Rules[P, A], position: P, chance: Random) -> A:
    """What happens at a node of CHANCE, with the game's probabilities."""
    return draw(game.chance(position), chance)


def play_out_at_random(game: Rules[P, A], position: P, chance: Random) -> Outcome:
    """The outcome if everybody acts at random from here on.

    X, O and the SYSTEM choose among the legal actions with equal probability: what a SYSTEM would favour depends on
    values that a random player does not know. CHANCE acts with the game's probabilities. A game that has not ended
    after `LONGEST` actions counts as `ENDLESS`. It is endless if every remaining action changes nothing; any other
    cause is practically impossible in the games of this family.

    >>> from qttt.reference.tiqtaqtoe import Position, TiqTaqToe
    >>> str(play_out_at_random(TiqTaqToe("classic"), Position.of("XOXXOO.XO"), Random(1)))
    'win of X'
    """
    for _ in range(LONGEST):
        actor = game.actor(position)
        if actor is None:
            return game.score(position).outcome
        at_chance = actor is Actor.CHANCE
        action = draw_result(game, position, chance) if at_chance else chance.choice(game.actions(position))
        position = game.play(position, action)
    return ENDLESS


def outcome_chances(game: Rules[P, A], position: P) -> dict[Outcome, Fraction]:
    """The exact probability of each outcome of `play_out_at_random`, found by going through every game.

    Meant for late positions. For games that can return to a position it does not end.

    >>> from qttt.reference.tiqtaqtoe import Position, TiqTaqToe
    >>> chances = outcome_chances(TiqTaqToe("classic"), Position.of("XOXXOO..."))
    >>> {str(outcome): str(chance) for outcome, chance in chances.items()}
    {'win of X': '1/2', 'no line': '1/3', 'win of O': '1/6'}
    """
    if game.actor(position) is None:
        return {game.score(position).outcome: Fraction(1)}
    actions = game.actions(position)
    weights = game.chance(position) or dict.fromkeys(actions, Fraction(1, len(actions)))
    chances: dict[Outcome, Fraction] = {}
    for action, weight in weights.items():
        for outcome, chance in outcome_chances(game, game.play(position, action)).items():
            chances[outcome] = chances.get(outcome, Fraction(0)) + weight * chance
    return chances


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

    >>> from qttt.reference.agents import RandomAgent
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
            action = draw_result(game, position, chance)
        elif actor is Actor.SYSTEM:
            action = _settle(game, position, chance, settlements)
        else:
            action = agents[actor].choose(position, chance)
        positions.append(position)
        actions.append(action)
        position = game.play(position, action)
    outcome = ENDLESS if actor else game.score(position).outcome
    return Played(tuple(positions), tuple(actions), outcome)


def _settle(game: Rules[P, A], position: P, chance: Random, settlements: Settlements[P, A] | None) -> A:
    if settlements is None:
        raise ValueError(f"{game.ruleset} has a SYSTEM, which needs the values of its actions")
    values = settlements(position)
    favoured = draw(game.system(position), chance)
    best = (max if favoured is Actor.X else min)(values.values())
    return next(action for action, value in values.items() if value == best)
