"""The measures of agents in any game, held against the value of the game and against the reference's own count.

The planted errors are those of all games."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.batch import O, X
from qttt.learn.measures import ladder, measuring, policies
from qttt.learn.measures.tree import Array, Tree, first_of, tree_of
from qttt.oracle import Oracle, game, solve
from qttt.oracle.entry import canonical
from qttt.oracle.registry import entry, entry_of
from qttt.reference.agents.expecti_minimax import ExpectiMinimax
from qttt.reference.agents.perfect import PerfectAgent
from qttt.reference.game import Actor
from qttt.verification import Refuted
from qttt.verification.values import combined

NEAR = 1e-9
SIDES = ((X, Actor.X), (O, Actor.O))

Agent = Callable[[Tree], Array]


class Measuring(NamedTuple):
    """How an agent is made, and how its worst case and the result of two agents are found. Planted errors get one of
    them wrong."""

    agent: Agent | None = None
    worst: Callable[[Tree, Array, int], float] = measuring.worst_case
    result: Callable[[Tree, Array, Array], ladder.Result] = ladder.result


RIGHT = Measuring()


@dataclass(frozen=True, eq=False)
class Measured:
    """A game with its options, in which perfect play is measured through as many moves as agents are, and random play
    counted by the reference where at most `counted` moves can be seen in a position."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    counted: int = 1

    @cached_property
    def oracle(self) -> Oracle[Any, Any]:
        return solve(game(self.name, **self.options), progress=False)

    def moves(self, position: Any) -> int:
        """How many moves can be seen in a position."""
        of_game, found = entry(self.name), self.oracle
        keys = of_game.keys(of_game.answers(found.game, found.tablebase), [position])
        graph: Any = of_game.graph(found.game, found.tablebase)
        return int(graph.plies(np.array(keys, np.int64))[0])

    def perfect_play_loses_nothing(self, tried: Measuring = RIGHT) -> str:
        """The perfect agent makes optimal actions alone, and its worst case on either side is the value of the game."""
        positions = tree_of(self.oracle, entry(self.name).measured)
        policy = (tried.agent or policies.perfect)(positions)
        for of_stage in measuring.measured(positions, policy).everywhere:
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
        positions, counted = tree_of(self.oracle, self.counted), Counted(self)
        policy = (tried.agent or policies.random)(positions)
        for player, side in SIDES:
            found, due = tried.worst(positions, policy, player), counted.worst(self.oracle.game.initial(), side)
            if abs(found - due) > NEAR:
                raise Refuted(f"the worst case of random play as {side} is {due}, found {found}")
        right, right_count = Fraction(0), 0
        for x, o in product(ladder.LADDER, repeat=2):
            agents = (ladder.policy_of(name, positions) for name in (x, o))
            value, expected = (
                tried.result(positions, *agents).value,
                counted.result(self.oracle.game.initial(), x, o),
            )
            if abs(value - expected) > NEAR:
                raise Refuted(f"X can expect {expected} of {x} against {o}, found {value}")
        for of_stage in measuring.measured(positions, policy).everywhere:
            right += of_stage.positions * Fraction(of_stage.optimal)
            right_count += of_stage.positions
        number, due = counted.right()
        if right_count != number or abs(right - due) > NEAR * number:
            raise Refuted(
                f"{number} positions with shares of optimal actions of {due} in all, found {right_count}, {right}"
            )
        return f"{number} positions up to symmetry, {counted.visited:,} without"


class Counted:
    """The agents by the reference, in fractions and without symmetry; positions in which more moves can be seen than
    are counted have the value of the oracle."""

    def __init__(self, measured: Measured) -> None:
        self.truth, self.game, self.measured = measured.oracle, measured.oracle.game, measured
        self._known: dict[tuple[Any, Actor], Fraction] = {}
        self._results: dict[tuple[Any, str, str], Fraction] = {}
        search: Any = ExpectiMinimax(self.game, 2, entry_of(self.game).evaluation(self.game))
        self._agents: dict[str, Any] = dict(
            zip(ladder.LADDER[1:], (search, PerfectAgent(self.truth.choices)), strict=True)
        )
        self._shares: dict[str, Fraction] = {}
        self.visited = 0

    def worst(self, position: Any, side: Actor) -> Fraction:
        """What X gets if random play is on one side and the other side does its best."""
        if (position, side) not in self._known:
            self._known[position, side] = self._found(position, side)
        return self._known[position, side]

    def _found(self, position: Any, side: Actor) -> Fraction:
        self.visited += 1
        actor = self.game.actor(position)
        if actor is None or self.measured.moves(position) > self.measured.counted:
            return self.truth.value(position)
        after = {each: self.worst(self.game.play(position, each), side) for each in self.game.actions(position)}
        if actor in (Actor.X, Actor.O):
            share = Fraction(len(self.truth.best(position)), len(after))
            self._shares[str(canonical(self.game, position))] = share
        if actor is side:
            return sum(after.values(), Fraction(0)) / len(after)
        return combined(self.game, position, after)

    def result(self, position: Any, x: str, o: str) -> Fraction:
        """What X can expect of two agents."""
        if (position, x, o) not in self._results:
            actor = self.game.actor(position)
            if actor is None or self.measured.moves(position) > self.measured.counted:
                return self.truth.value(position)
            actions = self.game.actions(position)
            if actor not in (Actor.X, Actor.O):
                weights = self.truth.probabilities(position)
            elif agent := self._agents.get(x if actor is Actor.X else o):
                weights = {agent.choose(position, Random()): Fraction(1)}
            else:
                weights = dict.fromkeys(actions, Fraction(1, len(actions)))
            after = {each: self.result(self.game.play(position, each), x, o) for each in weights}
            self._results[position, x, o] = sum((weights[each] * value for each, value in after.items()), Fraction(0))
        return self._results[position, x, o]

    def right(self) -> tuple[int, Fraction]:
        """The number of positions up to symmetry in which a player acts, and the sum of their shares of best actions;
        after `worst` of the start."""
        return len(self._shares), sum(self._shares.values(), Fraction(0))


# Planted errors


def _for_the_agent(positions: Tree, policy: Array, player: int) -> float:
    return measuring.worst_case(positions, policy, O if player == X else X)


def _against_random(positions: Tree, policy: Array, player: int) -> float:
    random = policies.random(positions)
    of_x, of_o = (policy, random) if player == X else (random, policy)
    return float(measuring.Meeting(positions, of_x, of_o).value(positions.ends)[0, 0])


def _first_loss(positions: Tree) -> Array:
    """The first action that loses, where there is one."""
    wrong = positions.loss > NEAR
    errs = np.isin(positions.parent, positions.parent[wrong])
    return first_of(positions, np.where(errs, wrong, positions.loss < NEAR))


def _biased(positions: Tree) -> Array:
    first = first_of(positions, np.ones(len(positions.action), np.bool_))
    found: Array = (policies.random(positions) + first) / 2
    return found


def _of_one_image(positions: Tree, of_x: Array, of_o: Array) -> ladder.Result:
    return ladder.result(positions, of_x[:1], of_o[:1])


one_image_stands_for_all = Measuring(result=_of_one_image)
"""An agent that makes the first best action is asked in one image of each position."""
responder_is_the_agent = Measuring(worst=_for_the_agent)
"""The best responder plays for the agent's side."""
responder_is_random = Measuring(worst=_against_random)
"""The best responder plays at random."""
perfect_play_errs = Measuring(_first_loss)
"""The agent makes the first action that loses."""
random_play_prefers_the_first = Measuring(_biased)
"""The random agent makes the first action more often than the others."""
