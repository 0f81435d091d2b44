"""TD(0) with a table, as Tang, Zhang, Zhou and Li (2020) publish it, and with what it lacks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from qttt.fast.td import FULL_WIDTH, SAMPLED, Table
from qttt.learn.learners.ground import Array, Ground
from qttt.learn.learners.ranges import within
from qttt.learn.measures.tree import Tree, tree_of
from qttt.oracle import Oracle

FEATURES = "collapses"
"""TD(0) sees keys only; any features serve for the legal actions."""


@dataclass(frozen=True)
class Options:
    """How TD(0) learns.

    - canonical: one value for all equivalent positions; the source has one for each
    - full_width: a value moves towards that of the best turn; in the source towards that of the turn made (RL-TD-3)
    - inserts: looking up a value adds it to the table, as in the authors' code (RL-TD-1)
    - alpha, gamma, epsilon: RL-TD-4; games: of a step"""

    canonical: bool = True
    full_width: bool = True
    inserts: bool = False
    alpha: float = within(0.3, 0, 1)
    gamma: float = within(0.9, 0, 1)
    epsilon: float = within(0.1, 0, 1)
    games: int = within(1000, 1, 1_000_000)


AS_PUBLISHED = Options(canonical=False, full_width=False)


class Td:
    """See the module. A step is some games; the draws of a game depend only on the seed and its number.

    Raises `ValueError` for a game that no learner plays."""

    name = "td"
    finished = False

    def __init__(self, oracle: Oracle[Any, Any], seed: int, options: Options | None = None) -> None:
        self.options = options or Options()
        self.seed, self.steps = seed, 0
        self.ground = ground_of(oracle.game)
        self._oracle = oracle
        self.table = table_of(self.ground, self.options)

    def step(self, part: float) -> str:
        """See `Learner`."""
        chosen = FULL_WIDTH if self.options.full_width else SAMPLED
        self.table.learn(self.steps * self.options.games, self.options.games, self.seed, chosen)
        self.steps += 1
        return f"{self.steps * self.options.games:,} games, {len(self.table):,} positions"

    def policy(self, tree: Tree) -> Array:
        """See `Learner`; `tree` must be one of `tree_for`."""
        return policy_of(self.table, self.ground, tree)

    def tree_for(self, through: int) -> Tree:
        """The tree on which what it plays is measured: of all positions, unless it learns on canonical ones."""
        return tree_for(self._oracle, through, self.options.canonical)

    def kind(self) -> str:
        """See `Learner`."""
        return "table"

    def content(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """See `Learner`."""
        keys, values = self.table.contents()
        return {"canonical": self.options.canonical}, {"keys": keys, "values": values}

    def settings(self) -> dict[str, Any]:
        """See `Learner`."""
        return asdict(self.options)

    def arrays(self) -> dict[str, Array]:
        """See `Learner`."""
        return self.content()[1]

    def restore(self, arrays: Mapping[str, Array], steps: int) -> None:
        """See `Learner`."""
        self.table.fill(arrays["keys"], arrays["values"])
        self.steps = steps


def ground_of(game: Any) -> Ground:
    """A game for a table. Raises as `Ground`."""
    return Ground(game, FEATURES)


def table_of(ground: Ground, options: Options) -> Table:
    """An empty table."""
    scale = (float(ground.learning.most), options.alpha, options.gamma, options.epsilon)
    return Table(ground.rules, ground.setting(options.canonical), scale, inserts=options.inserts)


def tree_for(oracle: Oracle[Any, Any], through: int, canonical: bool) -> Tree:
    """The tree of all positions up to symmetry, or of all."""
    ground = ground_of(oracle.game)
    if canonical:
        return tree_of(oracle, through)
    assert oracle.answers is not None
    return tree_of(oracle, through, ground.learning.as_is(oracle.answers))


def policy_of(table: Table, ground: Ground, tree: Tree) -> Array:
    """The policy that takes the best turns of a table, each of them as likely as the others."""
    acts = np.flatnonzero(tree.decided)
    found = np.zeros((len(tree.keys), ground.actions))
    found[acts] = table.decide(ground.learning.state(tree.keys[acts]))
    policy: Array = found[tree.parent, tree.action]
    return policy
