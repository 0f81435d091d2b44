"""What two agents see of every position: uniformly random playouts, in the limit of infinitely many, and
expecti-minimax to a depth with the heuristic of Wong (2023, Section 3.4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import floordiv, truediv
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.backend import Array, Device, Kernel
from qttt.fast.brief import brief
from qttt.fast.jit import jitable
from qttt.fast.tiqtaqtoe.boards import LINE_MASKS, O_MASK, X_MASK
from qttt.fast.tiqtaqtoe.graph import GROUPS, Graph, Level, width
from qttt.fast.tiqtaqtoe.moves import Rows, Work
from qttt.fast.tiqtaqtoe.nodes import CHANCE, END_KINDS, KINDS
from qttt.fast.tiqtaqtoe.rules import State
from qttt.fast.tiqtaqtoe.values import MEAN_OF_MOVES, SCALE, valued

ERROR_BOUND = 2.0**-43
"""No chance of `Playouts` differs from the exact one by more than this part of it: on any path at most nine means of
at most 45 moves, and measurements of 2^k boards whose k add up to at most 9, so fewer than 9·45 + 2^9 < 2^10 roundings
of positive numbers, each by at most 2^-53."""


MOST_PROMISED = 8 * 50
"""As much as the heuristic can promise on no board: eight complete lines. So a won game is worth more than any promise,
where ended games have their exact values."""


class Chances(NamedTuple):
    """The chances that only X, only O, both, or neither has a line at the end."""

    x: float
    o: float
    both: float
    neither: float


@dataclass(frozen=True, eq=False)
class Playouts:
    """How the game ends if every further move is made uniformly at random: float64 ``[node, 4]`` per level, in the
    order of `Chances`, each within `ERROR_BOUND` of the exact chance."""

    graph: Graph
    levels: tuple[Any, ...]

    __repr__ = brief

    def chances(self, state: State) -> Chances:
        """The chances from a state. Raises KeyError for a state that play does not reach."""
        place = self.graph.place(state)
        return Chances(*self.levels[place.level][place.node].tolist())


def playouts(device: Device, graph: Graph) -> Playouts:
    """The chances of random play from every position."""
    xp = device.xp
    ends = xp.asarray(np.eye(KINDS, len(END_KINDS)))
    following = None
    found = []
    for stored in reversed(graph.levels):
        level = stored.on(xp.asarray)
        following = valued(device, level, following, True, ends[level.kinds], truediv, MEAN_OF_MOVES)
        found.append(device.to_host(following))
    return Playouts(graph, tuple(found[::-1]))


@dataclass(frozen=True, eq=False)
class Horizon:
    """The view of expecti-minimax at a depth: int32 ``[node, 1]`` per level, the estimated value of each node searched
    to `depth` - 1, times `values.SCALE`."""

    graph: Graph
    depth: int
    levels: tuple[Any, ...]

    __repr__ = brief

    def values(self, state: State) -> dict[int, Fraction]:
        """The estimated value for X of each legal move, in the documented order; empty where nobody moves.

        Raises KeyError for a state that play does not reach."""
        place = self.graph.place(state)
        return {
            slot: Fraction(int(self.levels[place.level + 1][node, 0]), SCALE)
            for slot, node in self.graph.moves(place).items()
        }


def horizon(device: Device, graph: Graph, depth: int, ends: Sequence[Any] | None = None) -> Horizon:
    """Expecti-minimax from every position; `depth` levels of nodes are looked at, the position's own among them, and a
    measurement is a level like any other.

    Ended games are evaluated like any other position. If `ends` is given, ``[node]`` per level the values of
    ended games times `values.SCALE`, they count MOST_PROMISED times these values instead.

    Raises ValueError for a depth below 2, at which no move is looked at."""
    if depth < 2:
        raise ValueError(f"depth {depth}: expected at least 2")
    xp = device.xp
    levels = [level.on(xp.asarray) for level in graph.levels]
    base = [_evaluated(device, level) for level in levels]
    if ends is not None:
        for level, evaluated, exact in zip(levels, base, ends, strict=True):
            over = level.kinds < CHANCE
            evaluated[over, 0] = MOST_PROMISED * xp.asarray(exact)[over].astype(xp.int32)
    values = base
    for _ in range(depth - 2):
        values = [
            valued(device, level, following, made % 2 == 0, base[made], floordiv, found=values[made])
            for made, (level, following) in enumerate(zip(levels, [*values[1:], None], strict=True))
        ]
    return Horizon(graph, depth, tuple(map(device.to_host, values)))


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
        sums *= SCALE // width(group)
    return values
