"""The agents that are measured by name, and the results of one against another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from qttt.fast.batch import OVER
from qttt.learn.measures import policies
from qttt.learn.measures.elo import ratings
from qttt.learn.measures.measuring import Meeting, Policy
from qttt.learn.measures.tree import Tree
from qttt.oracle.registry import entry_of

LADDER = ("random", "expecti-minimax:2", "perfect")
"""From weak to strong."""
ANCHOR = LADDER[0]
"""The agent whose Elo rating is 0."""
PLAIN: Mapping[str, Callable[[Tree], Policy]] = {"random": policies.random, "perfect": policies.perfect}
NUMBERED = {"expecti-minimax": ("DEPTH", 2, 6), "monte-carlo": ("PLAYOUTS", 1, policies.MOST_PLAYOUTS)}
"""The agents with a number: its name and its range."""
EXPECTED = "random, perfect, expecti-minimax:DEPTH with a depth from 2 to 6, or monte-carlo:PLAYOUTS"


class OutOfReach(ValueError):
    """How likely an agent's actions are is not known; the message says what would be needed."""


class Name(NamedTuple):
    """An agent by its name, and its depth or its number of playouts, if it has one."""

    kind: str
    number: int = 0


def name_of(agent: str) -> Name:
    """An agent from its name in writing. Raises `ValueError` for another name or number.

    >>> name_of("monte-carlo:10")
    Name(kind='monte-carlo', number=10)
    """
    if agent in PLAIN:
        return Name(agent)
    kind, _, number = agent.partition(":")
    what, least, most = NUMBERED.get(kind, ("", 1, 0))
    if not (number.isascii() and number.isdecimal() and least <= int(number[:9]) <= most and len(number) <= 9):
        wanted = f"{kind}:{what} with a number from {least} to {most:,}" if what else EXPECTED
        raise ValueError(f"agent {agent!r}: expected {wanted}")
    return Name(kind, int(number))


def policy_of(agent: str, tree: Tree) -> Policy:
    """The policy of an agent by its name: random, perfect, expecti-minimax:DEPTH, monte-carlo:PLAYOUTS, or
    net:FILE[:SIMULATIONS].

    Raises `ValueError` for another name or number, `OutOfReach` for monte-carlo on a tree that stops, and what
    `qttt.learn.trained.agent` raises.
    """
    if agent.startswith("net:"):
        from qttt.learn.trained import agent as trained

        return trained(agent, tree.oracle.game).policy(tree)
    kind, number = name_of(agent)
    if kind in PLAIN:
        return PLAIN[kind](tree)
    if kind == "monte-carlo":
        if tree.stops:
            raise OutOfReach(f"{agent} is known only where whole games are measured: measure more moves")
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
