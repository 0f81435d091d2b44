"""The tablebase of TiqTaqToe: the exact value of every position of one game, and what follows from it.

On disk a tablebase is a file with a description and nine arrays: those of the graph, and the values."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from qttt.fast import store
from qttt.fast.answers import Ints, spread_masks
from qttt.fast.brief import brief
from qttt.fast.graph import best_play
from qttt.fast.tiqtaqtoe.answers import Answers
from qttt.fast.tiqtaqtoe.boards import CODES, LABELS, SLOTS, TURNED
from qttt.fast.tiqtaqtoe.graph import ARRAYS, GROUPS, PLIES, WIDTHS, Graph, split
from qttt.fast.tiqtaqtoe.rules import row_of, single, state_of
from qttt.fast.tiqtaqtoe.setting import (
    END_KINDS,
    KINDS,
    ONLY_HIGH,
    RULESET,
    SCALE,
    SWITCHES,
    Setting,
    State,
    check,
    worth_of_ends,
)
from qttt.spec.disk import PathLike

MOST_NODES = 1 << 31
"""More nodes than any game has."""


class Chances(NamedTuple):
    """How a game ends, as exact probabilities: a line of X only, of O only, of both, of neither."""

    X: Fraction
    O: Fraction
    both: Fraction
    neither: Fraction


@dataclass(frozen=True, eq=False)
class Tablebase:
    """One game, its positions, and ``[node]`` the value of each times `setting.SCALE` (int16).

    Exact for every state that play can reach, over or not, a measurement due or not; KeyError for any other."""

    setting: Setting
    graph: Graph
    numbers: Ints

    __repr__ = brief

    @property
    def positions(self) -> tuple[int, ...]:
        """How many decision positions plies 1 to 9 have, up to symmetry."""
        return self.graph.positions

    @property
    def states(self) -> dict[str, dict[str, int]]:
        """How many states there are, by "decision", "chance" and "terminal": "canonical" ones, and "raw"."""
        return self.graph.states

    def value(self, state: State) -> Fraction:
        """What X can expect if both play best: X's chance to win minus O's, with `both` deciding if both have a line.

        Rule: TIQ-VALUE-1"""
        return int(self.answers.values(self.answers.keys([state]))[0]) * self.answers.scale

    @cached_property
    def answers(self) -> Answers:
        """Answers about batches of positions."""
        return Answers(self.graph, self.numbers)

    def outcomes(self, state: State) -> Chances:
        """How the game ends if both sides always make the first move of best play. Other best moves may have other
        chances with the same value."""
        return self._outcomes(state, {})

    def played(self, state: State) -> tuple[int, ...]:
        """The first action of best play, and no other one; empty where no player is to move."""
        keys = self.answers.keys([state])
        best = spread_masks(self.answers.best(keys), len(self.answers.actions))
        return tuple(self.answers.actions[at] for at in np.flatnonzero(best_play(self.answers, keys, best)[0])[:1])

    def save(self, path: PathLike, about: Mapping[str, object] | None = None) -> None:
        """Write the tablebase to a file, or replace the one there, as a whole: see `qttt.fast.store.save`."""
        arrays = {name: getattr(self.graph, name) for name in (*ARRAYS, "sizes", "counts")}
        store.save(path, description(self.setting), arrays | {"values": self.numbers}, about)

    @classmethod
    def open(cls, path: PathLike, setting: Setting) -> "Tablebase":
        """Map the saved tablebase of a game into memory. Raises `qttt.fast.store.StoreError` unless the file holds an
        intact one of this game, `qttt.fast.store.NotStored` if it holds none of this version, ValueError for a setting
        that does not exist."""
        with store.reading(path, description(check(setting))) as found:
            graph = _graph(found, setting)
            values = found.take("values", np.int16, graph.kinds.shape, -SCALE, SCALE)
            for made, kinds in enumerate(np.split(graph.kinds, graph.starts[1:-1])):
                ended = np.isin(kinds, END_KINDS)
                worth = worth_of_ends([setting], made)[kinds[ended], 0]
                same = values[graph.starts[made] : graph.starts[made + 1]][ended] == worth
                found.check(same.all(), "values of ended games that are not their scores")
            return cls(setting, graph, values)

    def _outcomes(self, state: State, known: dict[State, Chances]) -> Chances:
        if state not in known:
            keys, rules, row = self.answers.keys([state]), single(self.setting), row_of(state)
            [kind], actions = self.answers.kinds(keys).tolist(), self.played(state) or rules.legal(row)
            results = [self._outcomes(state_of(rules.play(row, action)), known) for action in actions]
            chances = (
                [[Fraction(kind == end)] for end in END_KINDS] if kind in END_KINDS else zip(*results, strict=True)
            )
            known[state] = Chances(*(sum(each, Fraction(0)) / len(each) for each in chances))
        return known[state]


def description(setting: Setting) -> dict[str, object]:
    """What a file says of a game."""
    has = [name for name in SWITCHES if setting.level == "high" or name not in ONLY_HIGH]
    return {"ruleset": RULESET, "level": setting.level, "switches": {name: getattr(setting, name) for name in has}}


def _graph(found: store.Stored, setting: Setting) -> Graph:
    """The positions in a file. Raises StoreError, or what `store.reading` takes for it, if anything does not fit."""
    sizes = found.take("sizes", np.int64, (PLIES + 1, GROUPS), 0, MOST_NODES)
    nodes, boards = sizes.sum(1), int((sizes @ WIDTHS).sum())
    first = found.take("first", ARRAYS["first"], (int(nodes.sum()) + len(nodes),))
    of_levels = split(first, nodes + 1)
    ascending = all(each[0] == 0 and (each[1:] >= each[:-1]).all() for each in of_levels)
    found.check(ascending, "moves that do not follow each other")
    moves = sum(int(each[-1]) for each in of_levels)
    lengths = {"boards": boards, "labels": nodes.sum(), "kinds": nodes.sum(), "slots": moves, "links": moves}
    most = {"boards": CODES, "labels": 1 << 62, "kinds": KINDS, "slots": SLOTS, "links": nodes.max()}
    arrays = {
        name: found.take(name, ARRAYS[name], (int(length),), 0, int(most[name]) - 1) for name, length in lengths.items()
    }
    counts = found.take("counts", np.int64, (KINDS, 2), 0, len(TURNED) * MOST_NODES)
    graph = Graph(setting, sizes, first=first, counts=counts, **arrays)
    for level, following in zip(graph.levels, (*nodes[1:], 0), strict=True):
        found.check(bool((level.links < following).all()), "links to nodes that do not exist")
        for group in range(GROUPS):
            labels, rows = level.labels[level.span(group)], level.rows(group)
            found.check(bool((labels[1:] > labels[:-1]).all()), "labels that are not in ascending order")
            same = (LABELS[:, 0][rows].sum(1) == labels).all() and (rows[:, 1:] > rows[:, :-1]).all()
            found.check(bool(same), "boards that do not have their labels")
    canonical, raw = counts.T
    fits = (canonical == np.bincount(graph.kinds, minlength=KINDS)).all()
    fits &= ((canonical <= raw) & (raw <= len(TURNED) * canonical)).all()
    found.check(bool(fits), "counts of other nodes")
    return graph
