"""The agents that are measured by name, and the results of one against another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from qttt.fast.batch import OVER
from qttt.learn.measures import policies
from qttt.learn.measures.elo import ratings
from qttt.learn.measures.measuring import Meeting, Policy
from qttt.learn.measures.tree import Tree
from qttt.learn.names import DEEPEST as WHOLE
from qttt.learn.names import agent_name
from qttt.oracle.registry import entry_of

LADDER = ("random", "expecti-minimax:2", "perfect")
"""From weak to strong."""
ANCHOR = LADDER[0]
"""The agent whose Elo rating is 0."""
DEEPEST = 6
"""The greatest depth of expecti-minimax that is measured where the tree stops."""


def policy_of(agent: str, tree: Tree) -> Policy:
    """The policy of an agent by its name.

    Raises `ValueError` as `qttt.learn.names.agent_name`, and what `policies.monte_carlo` and
    `qttt.learn.trained.agent` raise.
    """
    kind, number, _ = agent_name(agent, DEEPEST if tree.stops else WHOLE)
    if kind == "net":
        from qttt.learn.trained import agent as trained

        return trained(agent, tree.oracle.game).policy(tree)
    if kind == "random":
        return policies.random(tree)
    if kind == "perfect":
        return policies.perfect(tree)
    if kind == "monte-carlo":
        return policies.monte_carlo(tree, number)
    deeper = tree.deeper(number - 2) if number > 2 and tree.stops else tree
    return policies.within(tree, deeper, policies.expecti_minimax(deeper, number))


class Result(NamedTuple):
    """What X can expect when two agents play, and how likely X wins, nobody wins, and O wins.

    The chances are None where the tree stops in a game with chance: perfect play does not decide how that ends."""

    value: float
    chances: tuple[float, float, float] | None


def result(tree: Tree, of_x: Policy, of_o: Policy) -> Result:
    """The result of one agent as X against another as O; where the tree stops, both play perfectly."""
    if tree.stops and entry_of(tree.oracle.game).has_chance:
        return Result(float(Meeting(tree, of_x, of_o).value(tree.ends)[0, 0]), None)
    won = np.where(tree.ended | (tree.actor != OVER), tree.won, np.sign(tree.value - tree.draw))
    ends = np.stack([tree.ends, *(won == who for who in (1, 0, -1))], 1)
    value, x_wins, draw, o_wins = Meeting(tree, of_x, of_o).value(ends)[0, 0].tolist()
    return Result(value, (x_wins, draw, o_wins))


Results = Mapping[tuple[str, str], Result]
"""By the names of X and O."""


def elo(found: Results) -> dict[str, float | None] | None:
    """The Elo ratings of agents from all of their results against each other (see `qttt.learn.measures.elo`).

    None where results have no chances.
    """
    names = [*dict.fromkeys(x for x, _ in found)]
    score = {}
    for pair, each in found.items():
        if each.chances is None:
            return None
        win, draw, _ = each.chances
        score[pair] = win + draw / 2
    scores = {(a, b): (score[a, b] + 1 - score[b, a]) / 2 for a in names for b in names}
    return ratings(names, scores, ANCHOR)
