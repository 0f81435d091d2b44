"""TD(0) with a table, as Tang, Zhang, Zhou and Li (2020) publish it, and with what it lacks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from qttt.fast.td import FULL_WIDTH, SAMPLED, Table
from qttt.learn.learners.agents import TableAgent
from qttt.learn.learners.learnt import Learner, LearntGame, within
from qttt.learn.measures.tree import Array, Tree, tree_of
from qttt.oracle import Oracle
from qttt.oracle.perfect import A, P

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


class Td(Learner):
    """See the module. A step is some games; the draws of a game depend only on the seed and its number.

    Raises `ValueError` for a game that no learner plays."""

    name, kind = "td", "table"
    options: Options

    def __init__(self, oracle: Oracle[P, A], seed: int, options: Options | None = None) -> None:
        super().__init__(seed, options or Options(), LearntGame(oracle.game, FEATURES))
        self._oracle = oracle
        self.table = table_of(self.learnt, self.options)

    def step(self, part: float) -> str:
        chosen = FULL_WIDTH if self.options.full_width else SAMPLED
        self.table.learn(self.steps * self.options.games, self.options.games, self.seed, chosen)
        self.steps += 1
        return f"{self.steps * self.options.games:,} games, {len(self.table):,} positions"

    def policy(self, tree: Tree) -> Array:
        """See `Learner`; `tree` must be one of `tree_for`."""
        return TableAgent(self.learnt, self.table, self.options.canonical).policy(tree)

    def tree_for(self, through: int) -> Tree:
        """The tree on which what it plays is measured: of all positions, unless it learns on canonical ones."""
        return tree_of(self._oracle, through, raw=not self.options.canonical)

    def content(self) -> tuple[dict[str, object], dict[str, Array]]:
        keys, values = self.table.contents()
        return {"canonical": self.options.canonical}, {"keys": keys, "values": values}

    def arrays(self) -> dict[str, Array]:
        return self.content()[1]

    def restore(self, arrays: Mapping[str, Array]) -> None:
        self.table.fill(arrays["keys"], arrays["values"])


def table_of(learnt: LearntGame, options: Options) -> Table:
    """An empty table."""
    scale = (float(learnt.learning.most), options.alpha, options.gamma, options.epsilon)
    return Table(learnt.rules, learnt.setting(options.canonical), scale, inserts=options.inserts)
