"""The agents on all positions of TiqTaqToe at once, from what the fast engine knows of each.

A playout of the Monte Carlo agent is won with the chance that random play has, whatever the other playouts do. So how
many of n are won is drawn at once, from the binomial distribution, and is distributed as if they were played."""

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

import numpy as np

from qttt.app.arena import AgentName
from qttt.app.arena_paths import Ints, Moves, Paths
from qttt.app.arena_won import chances_to_be_chosen
from qttt.fast.tiqtaqtoe.agents import horizon, playouts

X_WINS, O_WINS = 0, 1
"""Columns of the chances of random play."""


class FastAgent(Protocol):
    """An agent on many positions, all with `made` marks."""

    def scores(self, made: int, moves: Moves, chance: np.random.Generator) -> Ints:
        """Of each move a number: the agent makes the move with the greatest, of several the first."""
        ...

    def chances(self, made: int, moves: Moves) -> Ints:
        """How probable it is that the agent makes each move, in double precision."""
        ...


class FastRandom:
    """The random agent."""

    def scores(self, made: int, moves: Moves, chance: np.random.Generator) -> Ints:
        return chance.random(len(moves.owner))

    def chances(self, made: int, moves: Moves) -> Ints:
        return 1 / np.bincount(moves.owner)[moves.owner]


class FastMonteCarlo:
    """The Monte Carlo agent: `of_level` has the chances of random play, ``[node, 4]`` a level."""

    def __init__(self, playouts: int, of_level: tuple[Any, ...]) -> None:
        self._playouts, self._of_level = playouts, of_level

    def scores(self, made: int, moves: Moves, chance: np.random.Generator) -> Ints:
        return np.asarray(chance.binomial(self._playouts, self._won(made, moves)))

    def chances(self, made: int, moves: Moves) -> Ints:
        return chances_to_be_chosen(self._playouts, self._won(made, moves), moves)

    def _won(self, made: int, moves: Moves) -> Ints:
        """How probable it is that the mover wins a playout after each move; no rounding takes it out of 0 to 1."""
        won: Ints = self._of_level[made + 1][moves.to.nodes, O_WINS if made % 2 else X_WINS]
        return np.clip(won, 0, 1)


class FastByValue:
    """An agent that goes by a whole number for every position, its value for X: perfect play, and expecti-minimax."""

    def __init__(self, of_level: tuple[Any, ...]) -> None:
        self._of_level = of_level

    def scores(self, made: int, moves: Moves, chance: np.random.Generator) -> Ints:
        return self.values(made, moves)

    def chances(self, made: int, moves: Moves) -> Ints:
        chosen = np.zeros(len(moves.owner))
        chosen[moves.first_best(self.values(made, moves))] = 1
        return chosen

    def values(self, made: int, moves: Moves) -> Ints:
        """What each move seems to be worth to the mover."""
        values: Ints = self._of_level[made + 1][moves.to.nodes].astype(np.int64)
        return -values if made % 2 else values


class FastByAnyBest(FastByValue):
    """The same, but of equally good moves it makes any, each with the same probability."""

    def scores(self, made: int, moves: Moves, chance: np.random.Generator) -> Ints:
        return self.values(made, moves) + chance.random(len(moves.owner))

    def chances(self, made: int, moves: Moves) -> Ints:
        values = self.values(made, moves)
        best = (values == np.maximum.reduceat(values, moves.begin)[moves.owner]).astype(float)
        shares: Ints = best / np.add.reduceat(best, moves.begin)[moves.owner]
        return shares


def agents(paths: Paths) -> Callable[[AgentName], FastAgent]:
    """The agents of a game by their names. What an agent needs to know is worked out once.

    Beyond the agents of the command there is expecti-minimax-any, which makes any of equally good moves."""
    device, tablebase = paths.device, paths.tablebase

    @cache
    def random_play() -> tuple[Any, ...]:
        return playouts(device, tablebase.graph).levels

    @cache
    def agent(name: AgentName) -> FastAgent:
        match name.kind:
            case "random":
                return FastRandom()
            case "monte-carlo":
                return FastMonteCarlo(name.number or 0, random_play())
            case "expecti-minimax" | "expecti-minimax-any":
                seen = horizon(device, tablebase.graph, name.number or 0).levels
                of_level = tuple(level[:, 0] for level in seen)
                return FastByValue(of_level) if name.kind == "expecti-minimax" else FastByAnyBest(of_level)
            case "perfect":
                return FastByValue(tablebase.numbers)
        raise AssertionError(name)

    return agent
