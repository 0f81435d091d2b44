"""The exact measures of agents, held against the reference's own count of games and against the value of the game."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.batch import O, X
from qttt.learn.measures import exact, policies
from qttt.learn.measures.tree import Array, Tree, tree_of
from qttt.oracle import Oracle, game, solve
from qttt.oracle.entry import canonical
from qttt.reference.game import Actor
from qttt.verification import Refuted

THROUGH = 3
COUNTED = 1
"""The random agent is counted by the reference to this ply."""
NEAR = 1e-9

Agent = Callable[[Tree], Array]


class Measuring(NamedTuple):
    """How an agent is made, and how its worst case is found. Planted errors get one of them wrong."""

    agent: Agent | None = None
    worst: Callable[[Tree, Array, int], float] = exact.worst_case


RIGHT = Measuring()


@cache
def oracle() -> Oracle[Any, Any]:
    return solve(game("goff"), progress=False)


@cache
def tree(through: int) -> Tree:
    return tree_of(oracle(), through)


def perfect_play_loses_nothing(measuring: Measuring = RIGHT) -> str:
    """The perfect agent makes optimal actions alone, and its worst case on either side is the value of the game."""
    positions = tree(THROUGH)
    policy = (measuring.agent or policies.perfect)(positions)
    for of_stage in exact.by_stage(positions, policy, positions.decided):
        if of_stage.optimal != 1 or of_stage.regret != 0:
            raise Refuted(f"{of_stage.stage}: optimal {of_stage.optimal}, regret {of_stage.regret}")
    for player in (X, O):
        found = measuring.worst(positions, policy, player)
        if found != positions.value[0]:
            raise Refuted(f"the worst case as {'XO'[player]} is {found}, and the game is worth {positions.value[0]}")
    return f"{len(positions.keys):,} positions"


def random_play_is_counted(measuring: Measuring = RIGHT) -> str:
    """The measures of the random agent are those that the reference counts in fractions, position by position."""
    positions, counted = tree(COUNTED), Counted(oracle(), COUNTED)
    policy = (measuring.agent or policies.random)(positions)
    for player, side in ((X, Actor.X), (O, Actor.O)):
        found, due = measuring.worst(positions, policy, player), counted.worst(oracle().game.initial(), side)
        if abs(found - due) > NEAR:
            raise Refuted(f"the worst case of random play as {side} is {due}, found {found}")
    shares = counted.shares()
    stages = {each.stage: each for each in exact.by_stage(positions, policy, positions.decided)}
    for ply, (number, share) in shares.items():
        of_ply = stages[f"ply {ply}"]
        if of_ply.positions != number or abs(of_ply.optimal - share) > NEAR:
            raise Refuted(f"ply {ply}: {number} positions and optimal actions {share}, found {of_ply}")
    return f"plies 0 to {COUNTED}, {counted.visited:,} positions without symmetry"


class Counted:
    """Random play by the reference, in fractions and without symmetry; positions after `through` plies have the value
    of the oracle."""

    def __init__(self, truth: Oracle[Any, Any], through: int) -> None:
        self.truth, self.game, self.through = truth, truth.game, through
        self.visited = 0

    def worst(self, position: Any, side: Actor) -> Fraction:
        """What X gets if random play is on one side and the other side does its best."""
        self.visited += 1
        actor = self.game.actor(position)
        if actor is None or position.ply > self.through:
            return self.truth.value(position)
        after = [self.worst(self.game.play(position, action), side) for action in self.game.actions(position)]
        if actor is side:
            return sum(after, Fraction(0)) / len(after)
        return max(after) if actor is Actor.X else min(after)

    def shares(self) -> dict[int, tuple[int, Fraction]]:
        """By ply, the number of positions up to symmetry with a move to make, and the mean share of best moves."""
        found: dict[int, dict[str, Fraction]] = defaultdict(dict)
        level = [self.game.initial()]
        for ply in range(self.through + 1):
            for position in level:
                text = str(canonical(self.game, position))
                best, legal = self.truth.best(position), self.game.actions(position)
                found[ply][text] = Fraction(len(best), len(legal))
            level = [self.game.play(position, action) for position in level for action in self.game.actions(position)]
        return {ply: (len(each), sum(each.values(), Fraction(0)) / len(each)) for ply, each in found.items()}


# Planted errors


def _for_the_agent(positions: Tree, policy: Array, player: int) -> float:
    return exact.worst_case(positions, policy, O if player == X else X)


def _against_random(positions: Tree, policy: Array, player: int) -> float:
    random = policies.random(positions)
    of_x, of_o = (policy, random) if player == X else (random, policy)
    return float(exact.against(positions, of_x, of_o, positions.value)[0])


def _first_loss(positions: Tree) -> Array:
    """The first action that loses, where there is one."""
    wrong = policies.first_of(positions, positions.loss > NEAR)
    without = exact.summed(positions, wrong)[positions.parent] == 0
    found: Array = wrong + policies.perfect(positions) * without
    return found


def _biased(positions: Tree) -> Array:
    first = policies.first_of(positions, np.ones(len(positions.action), np.bool_))
    found: Array = (policies.random(positions) + first) / 2
    return found


responder_is_the_agent = Measuring(worst=_for_the_agent)
"""The best responder plays for the agent's side."""
responder_is_random = Measuring(worst=_against_random)
"""The best responder plays at random."""
perfect_play_errs = Measuring(_first_loss)
"""The agent makes the first action that loses."""
random_play_prefers_the_first = Measuring(_biased)
"""The random agent makes the first action more often than the others."""
