"""The agents on all positions at once, from what `agents` and the tablebase know of each.

A playout of the Monte Carlo agent is won with the chance that random play has, whatever the other playouts do. So the
number won of n is drawn at once from the binomial distribution, and distributed as if they were played."""

from functools import cached_property
from typing import Any, Protocol

import numpy as np

from qttt.fast.backend import Device
from qttt.fast.tiqtaqtoe.agents import horizon, playouts
from qttt.fast.tiqtaqtoe.paths import Ints, Moves, Paths
from qttt.fast.tiqtaqtoe.won import chances_to_win_most

X_WINS, O_WINS = 0, 1
"""Columns of the chances of random play."""


class Agent(Protocol):
    """An agent on many positions, all with `made` marks."""

    @property
    def playouts(self) -> int:
        """How many playouts it plays after each move."""
        ...

    def scores(self, made: int, moves: Moves, chance: np.random.Generator) -> Ints:
        """A score for each move: the agent makes the move with the greatest score, the first if several have it, in the
        documented order."""
        ...

    def chances(self, made: int, moves: Moves) -> Ints:
        """The probability that the agent makes each move, float64; see `matches.error_bound`."""
        ...


class Random:
    """Makes any move, each with the same probability."""

    playouts = 0

    def scores(self, made: int, moves: Moves, chance: np.random.Generator) -> Ints:
        return chance.random(len(moves.owner))

    def chances(self, made: int, moves: Moves) -> Ints:
        return 1 / np.bincount(moves.owner)[moves.owner]


class MonteCarlo:
    """Makes the move after which most playouts are won. `of_level` has the chances of random play, ``[node, 4]`` per
    level."""

    def __init__(self, device: Device, playouts: int, of_level: tuple[Any, ...]) -> None:
        self.playouts = playouts
        self._device, self._of_level = device, of_level

    def scores(self, made: int, moves: Moves, chance: np.random.Generator) -> Ints:
        return np.asarray(chance.binomial(self.playouts, self.won(made, moves)))

    def chances(self, made: int, moves: Moves) -> Ints:
        return chances_to_win_most(self._device, self.playouts, self.won(made, moves), moves)

    def won(self, made: int, moves: Moves) -> Ints:
        """The probability that the mover wins a playout after each move; rounding never takes it out of 0 to 1."""
        won: Ints = self._of_level[made + 1][moves.to.nodes, O_WINS if made % 2 else X_WINS]
        return np.clip(won, 0, 1)


class ByValue:
    """Follows an integer for every position, its value for X, ``[node]`` per level: perfect play, and
    expecti-minimax. Makes the first of equally good moves."""

    playouts = 0

    def __init__(self, of_level: tuple[Any, ...]) -> None:
        self._of_level = of_level

    def scores(self, made: int, moves: Moves, chance: np.random.Generator) -> Ints:
        return self.values(made, moves)

    def chances(self, made: int, moves: Moves) -> Ints:
        chosen = np.zeros(len(moves.owner))
        chosen[moves.first_best(self.values(made, moves))] = 1
        return chosen

    def values(self, made: int, moves: Moves) -> Ints:
        """The estimated value of each move for the mover."""
        values: Ints = self._of_level[made + 1][moves.to.nodes].astype(np.int64)
        return -values if made % 2 else values


class ByAnyBest(ByValue):
    """The same, but makes any of equally good moves, each with the same probability."""

    def scores(self, made: int, moves: Moves, chance: np.random.Generator) -> Ints:
        return np.where(self._best(made, moves), chance.random(len(moves.owner)), -1)

    def chances(self, made: int, moves: Moves) -> Ints:
        best = self._best(made, moves).astype(float)
        shares: Ints = best / np.add.reduceat(best, moves.begin)[moves.owner]
        return shares

    def _best(self, made: int, moves: Moves) -> Ints:
        values = self.values(made, moves)
        best: Ints = values == np.maximum.reduceat(values, moves.begin)[moves.owner]
        return best


class Agents:
    """The agents of a game. What they need to know is computed on first use."""

    def __init__(self, paths: Paths) -> None:
        self._device, self._tablebase = paths.device, paths.tablebase
        self._seen: dict[tuple[int, bool], tuple[Any, ...]] = {}

    def random(self) -> Agent:
        """The random agent."""
        return Random()

    def monte_carlo(self, playouts: int) -> Agent:
        """The Monte Carlo agent. Raises ValueError for less than one playout."""
        if playouts < 1:
            raise ValueError(f"{playouts} playouts decide nothing: expected at least 1")
        return MonteCarlo(self._device, playouts, self._random_play)

    def expecti_minimax(self, depth: int, any_best: bool = False, exact_ends: bool = False) -> Agent:
        """Expecti-minimax, `depth` levels of nodes deep, including the position's own. With `any_best` it makes any of
        equally good moves, else the first. With `exact_ends` an ended game has its exact value, which counts more than
        any promise, else the heuristic evaluates it like any other position. Raises ValueError for a depth below 2."""
        if (depth, exact_ends) not in self._seen:
            ends = self._tablebase.numbers if exact_ends else None
            found = horizon(self._device, self._tablebase.graph, depth, ends)
            self._seen[depth, exact_ends] = tuple(level[:, 0] for level in found.levels)
        return (ByAnyBest if any_best else ByValue)(self._seen[depth, exact_ends])

    def perfect(self) -> Agent:
        """Perfect play: the first of the best moves."""
        return ByValue(self._tablebase.numbers)

    @cached_property
    def _random_play(self) -> tuple[Any, ...]:
        return playouts(self._device, self._tablebase.graph).levels
