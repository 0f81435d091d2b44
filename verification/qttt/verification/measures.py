"""The measures of agents in any game, held against the value of the game and against the reference's own count.

The planted errors are those of all games."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import comb
from random import Random
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.batch import O, X
from qttt.learn.measures import measuring, policies
from qttt.learn.measures.tree import Array, Tree, first_of, tree_of
from qttt.learn.names import agent_name
from qttt.oracle import Oracle, game, solve
from qttt.oracle.entry import canonical
from qttt.oracle.registry import entry, entry_of
from qttt.reference.agents import ExpectiMinimax, PerfectAgent
from qttt.reference.game import Actor
from qttt.verification import Refuted
from qttt.verification.stored_values import combine

NEAR = 1e-9
SIDES = ((X, Actor.X), (O, Actor.O))

Agent = Callable[[Tree], Array]
Parts = tuple[Fraction, ...]
"""Expectations, of the value or of what else is counted."""


class Measuring(NamedTuple):
    """How an agent is made, and how its worst case and the result of two agents are found. Planted errors get one of
    them wrong."""

    agent: Agent | None = None
    worst: Callable[[Tree, Array, int], float] = measuring.worst_case
    result: Callable[[Tree, Array, Array], policies.Result] = policies.result


RIGHT = Measuring()


@dataclass(frozen=True, eq=False)
class Measured:
    """A game with its options, in which perfect play is measured through as many moves as agents are, and random play
    counted by the reference where at most `counted` moves can be seen in a position."""

    name: str
    options: Mapping[str, object] = field(default_factory=dict)
    counted: int = 1

    @cached_property
    def oracle(self) -> Oracle[object, object]:
        return solve(game(self.name, **self.options), progress=False)

    def moves(self, position: object) -> int:
        """How many moves can be seen in a position."""
        of_game, found = entry(self.name), self.oracle
        keys = of_game.keys(of_game.answers(found.game, found.tablebase), [position])
        graph: Any = of_game.graph(found.game, found.tablebase)
        return int(graph.plies(np.array(keys, np.int64))[0])

    def perfect_play_loses_nothing(self, tried: Measuring = RIGHT) -> str:
        """The perfect agent makes optimal actions alone, and its worst case on either side is the value of the game."""
        positions = tree_of(self.oracle, entry(self.name).measured)
        policy = (tried.agent or policies.perfect)(positions)
        for of_stage in measuring.measure(positions, policy).everywhere:
            if of_stage.optimal != 1 or of_stage.regret != 0:
                raise Refuted(f"{of_stage.stage}: optimal {of_stage.optimal}, regret {of_stage.regret}")
        value = positions.value[0]
        for player, side in SIDES:
            found = tried.worst(positions, policy, player)
            if abs(found - value) > NEAR:
                raise Refuted(f"the worst case as {side} is {found}, and the game is worth {value}")
        return f"{len(positions.keys):,} positions"

    def random_play_is_counted(self, tried: Measuring = RIGHT) -> str:
        """The measures of the random agent, and what it, expecti-minimax and perfect play can expect of each other, are
        those that the reference counts in fractions, position by position, without symmetry."""
        positions, counted, start = tree_of(self.oracle, self.counted), Counted(self), self.oracle.game.initial()
        policy = (tried.agent or policies.random)(positions)
        for player, side in SIDES:
            found, due = tried.worst(positions, policy, player), counted.worst(start, side)
            if abs(found - due) > NEAR:
                raise Refuted(f"the worst case of random play as {side} is {due}, found {found}")
        for x, o in product(policies.LADDER, repeat=2):
            agents = (policies.policy_of(name, positions) for name in (x, o))
            value, (expected,) = tried.result(positions, *agents).value, counted.result(start, (x, o))
            if abs(value - expected) > NEAR:
                raise Refuted(f"X can expect {expected} of {x} against {o}, found {value}")
        stages = measuring.measure(positions, policy).everywhere
        found_of = sum(stage.positions for stage in stages)
        share = sum(stage.positions * stage.optimal for stage in stages)
        number, due = counted.right()
        if found_of != number or abs(share - float(due)) > NEAR * number:
            raise Refuted(
                f"{number} positions with shares of optimal actions of {due} in all, found {found_of}, {share}"
            )
        return f"{number} positions up to symmetry, {counted.worst.cache_info().misses:,} without"


class Matches:
    """All games between agents, followed position by position by the reference in fractions, without symmetry.

    The decisions of random play and of the Monte Carlo agent are known as probabilities, those of the other agents are
    certain. `result` is the expectation from a position on of what is counted, with the names of X's and O's agents."""

    def __init__(self, truth: Oracle[Any, Any]) -> None:
        self.truth, self.game = truth, truth.game
        self.result, self._won = cache(self._result), cache(self._won_by)
        self.actions, self.play = cache(self.game.actions), cache(self.game.play)
        self._evaluation: Any = entry_of(self.game).evaluation(self.game)

    def stops(self, position: object) -> bool:
        """Whether agents play on perfectly."""
        return False

    def counted(self, position: Any) -> Parts:
        """What is counted where the agents' play stops or the game has ended: here its value."""
        return (self.truth.value(position),)

    def besides(self, position: Any, weights: Mapping[Any, Fraction]) -> Mapping[int, Fraction]:
        """What is counted besides, by its place, if the actions in a position have some probabilities: here nothing."""
        return {}

    def _result(self, position: object, players: tuple[str, str]) -> Parts:
        actor = self.game.actor(position)
        if actor is None or self.stops(position):
            return self.counted(position)
        whole: dict[int, Fraction] = defaultdict(Fraction)
        weights = self.weights(position, players)
        for action, weight in weights.items():
            for at, part in enumerate(self.result(self.play(position, action), players)):
                whole[at] += weight * part if part else 0
        for at, part in self.besides(position, weights).items():
            whole[at] += part
        return tuple(whole.values())

    def weights(self, position: object, players: tuple[str, str]) -> Mapping[object, Fraction]:
        """The probability of each action that can be made in a position."""
        actor = self.game.actor(position)
        if actor not in (Actor.X, Actor.O):
            return self.truth.probabilities(position)
        kind, number, _ = agent_name(players[actor is Actor.O])
        match kind:
            case "random":
                actions = self.actions(position)
                return dict.fromkeys(actions, Fraction(1, len(actions)))
            case "monte-carlo":
                return self._most_won(position, actor, number)
            case "expecti-minimax":
                agent: Any = ExpectiMinimax(self.game, number, self._evaluation)
            case _:
                agent = PerfectAgent(self.truth.choices)
        return {agent.choose(position, Random()): Fraction(1)}

    def _most_won(self, position: object, player: Actor, playouts: int) -> Mapping[object, Fraction]:
        """The playouts of one action after another: an action is chosen if it has more than those before it."""
        best: dict[tuple[int, object], Fraction] = {(-1, None): Fraction(1)}
        for action in self.actions(position):
            p, before, best = self._won(self.play(position, action), player), best, defaultdict(Fraction)
            for ((most, chosen), weight), won in product(before.items(), range(playouts + 1)):
                if chance := comb(playouts, won) * p**won * (1 - p) ** (playouts - won):
                    best[(won, action) if won > most else (most, chosen)] += weight * chance
        shares: dict[object, Fraction] = defaultdict(Fraction)
        for (_, action), weight in best.items():
            shares[action] += weight
        return shares

    def _won_by(self, position: object, player: Actor) -> Fraction:
        """The probability that a player wins random play."""
        if self.game.actor(position) is None:
            return Fraction(self.game.score(position).outcome.winner is player)
        chances = [self._won(self.play(position, action), player) for action in self.actions(position)]
        return sum(chances, Fraction(0)) / len(chances)


class Counted(Matches):
    """Matches whose agents stop in positions in which more moves can be seen than are counted; and the worst case of
    random play."""

    def __init__(self, measured: Measured) -> None:
        super().__init__(measured.oracle)
        self.measured, self.worst = measured, cache(self._worst)
        self._shares: dict[str, Fraction] = {}

    def stops(self, position: object) -> bool:
        return self.measured.moves(position) > self.measured.counted

    def _worst(self, position: object, side: Actor) -> Fraction:
        """What X gets if random play is on one side and the other side does its best."""
        actor = self.game.actor(position)
        if actor is None or self.stops(position):
            return self.truth.value(position)
        after = {action: self.worst(self.play(position, action), side) for action in self.actions(position)}
        if actor in (Actor.X, Actor.O):
            share = Fraction(len(self.truth.best(position)), len(after))
            self._shares[str(canonical(self.game, position))] = share
        if actor is side:
            return sum(after.values(), Fraction(0)) / len(after)
        return combine(self.game, position, after)

    def right(self) -> tuple[int, Fraction]:
        """The number of positions up to symmetry in which a player acts, and the sum of their shares of best actions;
        after `worst` of the start."""
        return len(self._shares), sum(self._shares.values(), Fraction(0))


# Planted errors


def _against_random(positions: Tree, policy: Array, player: int) -> float:
    random = policies.random(positions)
    return policies.result(positions, *((policy, random) if player == X else (random, policy))).value


def _first_loss(positions: Tree) -> Array:
    """The first action that loses, where there is one."""
    wrong = positions.loss > NEAR
    errs = np.isin(positions.parent, positions.parent[wrong])
    return first_of(positions, np.where(errs, wrong, positions.loss < NEAR))


def _biased(positions: Tree) -> Array:
    first = first_of(positions, np.ones(len(positions.action), np.bool_))
    return np.asarray((policies.random(positions) + first) / 2)


def in_one_image(positions: Tree, of_x: Array, of_o: Array) -> policies.Result:
    """The result if each agent is asked in one image of a position."""
    return policies.result(positions, of_x[:1], of_o[:1])


one_image_stands_for_all = Measuring(result=in_one_image)
"""An agent that makes the first best action is asked in one image of each position."""
responder_is_the_agent = Measuring(worst=lambda tree, policy, player: measuring.worst_case(tree, policy, 1 - player))
"""The best responder plays for the agent's side."""
responder_is_random = Measuring(worst=_against_random)
"""The best responder plays at random."""
perfect_play_errs = Measuring(_first_loss)
"""The agent makes the first action that loses."""
random_play_prefers_the_first = Measuring(_biased)
"""The random agent makes the first action more often than the others."""
