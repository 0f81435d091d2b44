"""Agents on all positions at once.

What an agent knows of a position does not depend on how the position is turned, so it is a number for each node:
expecti-minimax to a depth has an estimate, with the heuristic of Wong (2023, Section 3.4), and the Monte Carlo agent
has the chances of random play. A playout is won with such a chance, whatever the other playouts do. So the number won
of n is drawn at once from the binomial distribution, and distributed as if they were played."""

from abc import ABC, abstractmethod
from functools import cached_property
from operator import floordiv, truediv
from typing import Any

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Array, Device, Kernel
from qttt.fast.batch import O
from qttt.fast.graph import Expanded
from qttt.fast.jit import jitable
from qttt.fast.most_won import chances_to_win_most
from qttt.fast.tiqtaqtoe.answers import TURN_BITS, Answers
from qttt.fast.tiqtaqtoe.boards import LINE_MASKS, O_MASK, SLOTS, X_MASK
from qttt.fast.tiqtaqtoe.graph import GROUPS, WIDTHS, Graph, Level, split
from qttt.fast.tiqtaqtoe.moves import Rows, Work
from qttt.fast.tiqtaqtoe.rules import END_KINDS, KINDS, MEASUREMENT
from qttt.fast.tiqtaqtoe.values import LEAST, MEAN, MOST, SCALE, valued

ERROR_BOUND = 2.0**-43
"""No chance of `playouts` differs from the exact one by more than this part of it: on any path at most nine means of
at most 45 moves, and measurements of 2^k boards whose k add up to at most 9, so fewer than 9·45 + 2^9 < 2^10 roundings
of positive numbers, each by at most 2^-53."""

MOST_PROMISED = 8 * 50
"""As much as the heuristic can promise on no board: eight complete lines. So a won game is worth more than any promise,
where ended games have their exact values."""


class Agent(ABC):
    """An agent on many positions of equally many marks, in which it is to move. `found` is what follows them, as
    played."""

    playouts = 0
    """How many playouts it plays after each move."""

    @abstractmethod
    def scores(self, found: Expanded, chance: np.random.Generator) -> Ints:
        """A score for each move: the agent makes the move with the greatest score, see `first_best`."""

    @abstractmethod
    def chances(self, found: Expanded) -> Ints:
        """The probability that the agent makes each move, float64; see `matches.error_bound`."""


def first_best(found: Expanded, scores: Ints) -> Ints:
    """For each position the move with the greatest score; ties go to the first in the documented order."""
    slots = np.where(greatest(found, scores), found.action, SLOTS)
    return np.flatnonzero(slots == np.minimum.reduceat(slots, found.begin)[found.owner])


def greatest(found: Expanded, scores: Ints) -> Ints:
    """bool: whether a move has the greatest score in its position."""
    best: Ints = scores == np.maximum.reduceat(scores, found.begin)[found.owner]
    return best


class Random(Agent):
    """Makes any move, each with the same probability."""

    def scores(self, found: Expanded, chance: np.random.Generator) -> Ints:
        return chance.random(len(found.action))

    def chances(self, found: Expanded) -> Ints:
        chances: Ints = 1 / found.counts[found.owner]
        return chances


class MonteCarlo(Agent):
    """Makes the move after which most playouts are won. `of_node` are the chances of random play, see `playouts`."""

    def __init__(self, device: Device, playouts: int, of_node: Ints) -> None:
        self.playouts = playouts
        self._device, self._of_node = device, of_node

    def scores(self, found: Expanded, chance: np.random.Generator) -> Ints:
        return np.asarray(chance.binomial(self.playouts, self.won(found)))

    def chances(self, found: Expanded) -> Ints:
        order = np.argsort(found.owner * SLOTS + found.action)
        chances, ends = np.empty(len(order)), np.append(found.begin, len(order))
        chances[order] = chances_to_win_most(self._device, self.playouts, self.won(found)[order], ends)
        return chances

    def won(self, found: Expanded) -> Ints:
        """The probability that the mover wins a playout after each move; rounding never takes it out of 0 to 1."""
        won: Ints = np.clip(self._of_node[found.children >> TURN_BITS, found.actor[found.owner]], 0, 1)
        return won


class ByValue(Agent):
    """Follows an integer for every node, its value for X: perfect play, and expecti-minimax. Makes the first of equally
    good moves."""

    playouts = 0

    def __init__(self, of_node: Ints) -> None:
        self._of_node = of_node

    def scores(self, found: Expanded, chance: np.random.Generator) -> Ints:
        return self.values(found)

    def chances(self, found: Expanded) -> Ints:
        chosen = np.zeros(len(found.action))
        chosen[first_best(found, self.values(found))] = 1
        return chosen

    def values(self, found: Expanded) -> Ints:
        """The estimated value of each move for the mover."""
        values = self._of_node[found.children >> TURN_BITS].astype(np.int64)
        return np.asarray(np.where(found.actor[found.owner] == O, -values, values))


class ByAnyBest(ByValue):
    """The same, but makes any of equally good moves, each with the same probability."""

    def scores(self, found: Expanded, chance: np.random.Generator) -> Ints:
        return np.where(greatest(found, self.values(found)), chance.random(len(found.action)), -1)

    def chances(self, found: Expanded) -> Ints:
        best = greatest(found, self.values(found)).astype(float)
        shares: Ints = best / np.add.reduceat(best, found.begin)[found.owner]
        return shares


class Agents:
    """The agents of a game, from its answers. What they need to know is computed on first use."""

    def __init__(self, device: Device, answers: Answers) -> None:
        self._device, self._answers = device, answers
        self._seen: dict[tuple[int, bool], Ints] = {}

    def random(self) -> Agent:
        """The random agent."""
        return Random()

    def monte_carlo(self, playouts: int) -> Agent:
        """The Monte Carlo agent. Raises ValueError for less than one playout."""
        if playouts < 1:
            raise ValueError(f"{playouts} playouts decide nothing: expected at least 1")
        return MonteCarlo(self._device, playouts, self.random_play)

    def expecti_minimax(self, depth: int, any_best: bool = False, exact_ends: bool = False) -> Agent:
        """Expecti-minimax, `depth` levels of nodes deep, including the position's own. With `any_best` it makes any of
        equally good moves, else the first. With `exact_ends` an ended game has its exact value, which counts more than
        any promise, else the heuristic evaluates it like any other position. Raises ValueError for a depth below 2."""
        if (depth, exact_ends) not in self._seen:
            ends = self._answers.numbers if exact_ends else None
            self._seen[depth, exact_ends] = horizon(self._device, self._answers.graph, depth, ends)
        return (ByAnyBest if any_best else ByValue)(self._seen[depth, exact_ends])

    def perfect(self) -> Agent:
        """Perfect play: the first of the best moves."""
        return ByValue(self._answers.numbers)

    @cached_property
    def random_play(self) -> Ints:
        """The chances of random play, see `playouts`."""
        return playouts(self._device, self._answers.graph)


def playouts(device: Device, graph: Graph) -> Ints:
    """How the game ends if every further move is made uniformly at random: float64 ``[node, 4]``, the chances that only
    X, only O, both, or neither has a line at the end, each within `ERROR_BOUND` of the exact chance."""
    xp = device.xp
    ends = xp.asarray(np.eye(KINDS, len(END_KINDS)))
    following = None
    found = []
    for stored in reversed(graph.levels):
        level = stored.on(xp.asarray)
        following = valued(device, level, following, MEAN, ends[level.kinds], truediv)
        found.append(device.to_host(following))
    return np.concatenate(found[::-1])


def horizon(device: Device, graph: Graph, depth: int, ends: Ints | None = None) -> Ints:
    """Expecti-minimax from every position: int32 ``[node]``, the estimated value of each searched to `depth` - 1, times
    `values.SCALE`; at depth 2 what a search takes it to be worth where it stops. A measurement is a level of the search
    like any other.

    Ended games are evaluated like any other position. If `ends` is given, ``[node]`` the values of ended games times
    `values.SCALE`, they count MOST_PROMISED times these values instead.

    Raises ValueError for a depth below 2, at which no move is looked at."""
    if depth < 2:
        raise ValueError(f"depth {depth}: expected at least 2")
    xp = device.xp
    levels = [level.on(xp.asarray) for level in graph.levels]
    base = [_evaluated(device, level) for level in levels]
    if ends is not None:
        for level, evaluated, exact in zip(levels, base, split(ends, graph.sizes.sum(1)), strict=True):
            over = level.kinds < MEASUREMENT
            evaluated[over, 0] = MOST_PROMISED * xp.asarray(exact)[over].astype(xp.int32)
    values = base
    for _ in range(depth - 2):
        values = [
            valued(device, level, following, LEAST if made % 2 else MOST, base[made], floordiv, values[made])
            for made, (level, following) in enumerate(zip(levels, [*values[1:], None], strict=True))
        ]
    return np.concatenate([device.to_host(each)[:, 0] for each in values])


def heuristic(x: int, o: int) -> int:
    """What a line with `x` marks of X and `o` marks of O adds to the evaluation of a board."""
    match x, o:
        case 2, 0:
            return 25
        case 0, 2:
            return -25
        case 2, _:
            return 5
        case _, 2:
            return -5
    return 50 * (x // 3 - o // 3)


def _evaluations() -> np.ndarray[Any, Any]:
    worth = np.zeros(len(X_MASK), np.int32)
    table = np.array([[heuristic(x, o) for o in range(4)] for x in range(4)])
    for line in LINE_MASKS:
        worth += table[np.bitwise_count(X_MASK & line), np.bitwise_count(O_MASK & line)]
    return worth


EVALUATIONS = _evaluations()
"""``[code]``: the evaluation of a board."""


@jitable
def evaluate(i: int, work: Work, rows: Rows, evaluations: Rows, values: Rows) -> None:
    """Kernel: the sum of the evaluations of the boards of row i."""
    total = 0
    for j in range(rows.shape[1]):
        total += evaluations[rows[i, j]]
    values[i, 0] = total


EVALUATE = Kernel(evaluate, 1)


def _evaluated(device: Device, level: Level) -> Array:
    """The mean evaluation of every node of a level, times `SCALE`."""
    xp = device.xp
    values = xp.empty((len(level.kinds), 1), np.int32)
    evaluations = xp.asarray(EVALUATIONS)
    for group in range(GROUPS):
        sums = values[level.span(group)]
        device.launch(EVALUATE, len(sums), level.rows(group), evaluations, sums)
        sums *= int(SCALE // WIDTHS[group])
    return values
