"""The positions of a solved game of TiqTaqToe as a graph of canonical keys: see `qttt.fast.graph`.

The key of a position that is stored as it is has the symmetry 0 (see `answers`)."""

from itertools import accumulate

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.batch import CHANCE as BY_CHANCE
from qttt.fast.batch import OVER
from qttt.fast.graph import Expanded
from qttt.fast.tiqtaqtoe.answers import TURN_BITS, Answers
from qttt.fast.tiqtaqtoe.graph import GROUPS, Graph, width
from qttt.fast.tiqtaqtoe.nodes import CHANCE, DECISION, KINDS, O_WON, X_WON

WON = np.zeros(KINDS, np.int8)
WON[X_WON], WON[O_WON] = 1, -1
"""``[kind]``: 1 if X has won, -1 if O has."""


class KeyedGraph:
    """The graph of a solved game."""

    start = 0

    def __init__(self, graph: Graph, answers: Answers) -> None:
        levels = graph.levels
        self.answers, self.actions = answers, answers.actions
        self._starts = np.array([0, *accumulate(len(level.kinds) for level in levels)])
        self._kinds = np.concatenate([level.kinds for level in levels])
        moves = [0, *accumulate(len(level.slots) for level in levels)]
        self._first = np.concatenate(
            [*(level.first[:-1] + at for level, at in zip(levels, moves, strict=False)), moves[-1:]]
        )
        self._slots = np.concatenate([level.slots for level in levels])
        self._links = np.concatenate([level.links + at for level, at in zip(levels, self._starts[1:], strict=True)])
        self._boards = np.concatenate([level.boards for level in levels])
        self._widths = np.concatenate([np.repeat([*map(width, range(GROUPS))], level.sizes) for level in levels])
        self._first_board = np.cumsum(self._widths) - self._widths
        self._found = np.array([level.results(np) + at for level, at in zip(levels, self._starts, strict=False)])

    def plies(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`."""
        found: Ints = np.searchsorted(self._starts, keys >> TURN_BITS, side="right") - 1
        return found

    def rank(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`: a measurement is due before the last ply is complete."""
        found: Ints = 2 * self.plies(keys) - (self._kinds[keys >> TURN_BITS] == CHANCE)
        return found

    def stage(self, rank: int) -> str:
        """See `qttt.fast.graph.Graph`."""
        return f"ply {(rank + 1) // 2}{', measurement' * (rank % 2)}"

    def canonical(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`."""
        return keys >> TURN_BITS << TURN_BITS

    def expand(self, keys: Ints) -> Expanded:
        """See `qttt.fast.graph.Graph`. A result of chance is the code of the board that a measurement finds."""
        node, made = keys >> TURN_BITS, self.plies(keys)
        kind = self._kinds[node]
        actor = np.select([kind == DECISION, kind == CHANCE], [made & 1, BY_CHANCE], OVER).astype(np.int8)
        moves = self._first[node + 1] - self._first[node]
        counts = np.where(kind == CHANCE, self._widths[node], moves)
        owner = np.repeat(np.arange(len(node)), counts)
        place = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
        by_chance = kind[owner] == CHANCE
        move = np.where(by_chance, 0, self._first[node[owner]] + place)
        code = self._boards[np.where(by_chance, self._first_board[node[owner]] + place, 0)].astype(np.int64)
        action = np.where(by_chance, len(self.actions) + code, self._slots[move])
        child = np.where(by_chance, self._found[made[owner], code], self._links[move])
        chances = np.where(by_chance, 1 / self._widths[node[owner]], 0)
        return Expanded(actor, WON[kind], counts, action, child << TURN_BITS, chances)
