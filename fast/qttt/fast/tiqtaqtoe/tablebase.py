"""The tablebase of TiqTaqToe: the exact value of every position of one game, and what follows from it.

On disk a tablebase is a file with a description and nine arrays: those of the graph, level after level, how many nodes
there are, and the values."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from qttt.fast import store
from qttt.fast.answers import actions_of, values_of
from qttt.fast.brief import brief
from qttt.fast.tiqtaqtoe import single
from qttt.fast.tiqtaqtoe.answers import Answers
from qttt.fast.tiqtaqtoe.boards import CODES, LABELS, SLOTS, TURNED, O, X
from qttt.fast.tiqtaqtoe.graph import ARRAYS, GROUPS, PLIES, Graph, Level, width
from qttt.fast.tiqtaqtoe.nodes import END_KINDS, KINDS
from qttt.fast.tiqtaqtoe.rules import BOTH, NONE, ONLY_HIGH, RULESET, SWITCHES, WIN, Setting, State, check
from qttt.fast.tiqtaqtoe.values import SCALE, worth_of_ends
from qttt.spec.disk import PathLike

MOST_NODES = 1 << 31
"""More nodes than any game has."""


class Outcomes(NamedTuple):
    """The chances that only X, only O, both, or neither has a line at the end."""

    x: Fraction
    o: Fraction
    both: Fraction
    neither: Fraction


@dataclass(frozen=True, eq=False)
class Tablebase:
    """One game, its positions, and per level the value of each node times `values.SCALE` (int16).

    Exact for every state that play can reach, over or not, a measurement due or not; KeyError for any other."""

    setting: Setting
    graph: Graph
    numbers: tuple[Any, ...]

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

    def values(self, state: State) -> dict[int, Fraction]:
        """The value of each legal move, in the documented order; empty where nobody moves."""
        found = self.answers.action_values(self.answers.keys([state]))[0]
        return values_of(found, self.answers.actions, self.answers.scale)

    def best(self, state: State) -> tuple[int, ...]:
        """All optimal moves, in the documented order; none where nobody moves."""
        return actions_of(self.answers.best(self.answers.keys([state]))[0], self.answers.actions)

    @cached_property
    def answers(self) -> Answers:
        """Answers about batches of positions."""
        return Answers(self.graph, self.numbers)

    def outcomes(self, state: State) -> Outcomes:
        """How the game ends if both sides always make their first best move. Other best moves may have other chances
        with the same value."""
        return self._outcomes(state, {})

    def save(self, path: PathLike) -> None:
        """Write the tablebase to a file, or replace the one there, as a whole: see `qttt.fast.store.save`."""
        levels = self.graph.levels
        arrays = {name: np.concatenate([getattr(level, name) for level in levels]) for name in ARRAYS}
        sizes = np.array([level.sizes for level in levels], np.int64)
        arrays |= {"sizes": sizes, "counts": self.graph.counts, "values": np.concatenate(self.numbers)}
        store.save(path, _description(self.setting), arrays)

    @classmethod
    def open(cls, path: PathLike, setting: Setting) -> "Tablebase":
        """Map the saved tablebase of a game into memory. Raises `qttt.fast.store.StoreError` unless the file holds an
        intact one of this game, `qttt.fast.store.NotStored` if it holds none of this version, ValueError for a setting
        that does not exist."""
        with store.reading(path, _description(check(setting))) as found:
            graph = _graph(found)
            nodes = [len(level.kinds) for level in graph.levels]
            numbers = _split(found.take("values", np.int16, (sum(nodes),), -SCALE, SCALE), nodes)
            for made, (level, values) in enumerate(zip(graph.levels, numbers, strict=True)):
                ended = np.isin(level.kinds, END_KINDS)
                worth = worth_of_ends([setting], made)[level.kinds[ended], 0]
                found.check((values[ended] == worth).all(), "values of ended games that are not their scores")
            return cls(setting, graph, tuple(numbers))

    def _outcomes(self, state: State, known: dict[State, Outcomes]) -> Outcomes:
        if state not in known:
            known[state] = self._found(state, known)
        return known[state]

    def _found(self, state: State, known: dict[State, Outcomes]) -> Outcomes:
        ended = single.outcome(self.setting, state)
        if ended is not None:
            return Outcomes(*(Fraction(ended == how) for how in (WIN[X], WIN[O], BOTH, NONE)))
        best = self.best(state)
        if best:
            return self._outcomes(single.play(self.setting, state, best[0]), known)
        results = [self._outcomes(result, known) for result in single.measurements(self.setting, state)]
        return Outcomes(*(sum(chances, Fraction(0)) / len(results) for chances in zip(*results, strict=True)))


def _description(setting: Setting) -> dict[str, Any]:
    has = [name for name in SWITCHES if setting.level == "high" or name not in ONLY_HIGH]
    return {"ruleset": RULESET, "level": setting.level, "switches": {name: getattr(setting, name) for name in has}}


def _graph(found: store.Stored) -> Graph:
    """The positions in a file. Raises StoreError, or what `store.reading` takes for it, if anything does not fit."""
    sizes = [tuple(row) for row in found.take("sizes", np.int64, (PLIES + 1, GROUPS), 0, MOST_NODES).tolist()]
    nodes = [sum(row) for row in sizes]
    boards = [sum(size * width(group) for group, size in enumerate(row)) for row in sizes]
    first = _split(found.take("first", ARRAYS["first"], (sum(nodes) + len(nodes),)), [count + 1 for count in nodes])
    fits = all(level[0] == 0 and (level[1:] >= level[:-1]).all() for level in first)
    found.check(fits, "moves that do not follow each other")
    moves = [int(level[-1]) for level in first]
    lengths = {"boards": boards, "labels": nodes, "kinds": nodes, "slots": moves, "links": moves}
    most = {"boards": CODES, "kinds": KINDS, "slots": SLOTS, "links": max(nodes), "labels": 1 << 62}
    parts = {
        name: _split(found.take(name, ARRAYS[name], (sum(each),), 0, most[name] - 1), each)
        for name, each in lengths.items()
    } | {"first": first}
    levels = tuple(Level(row, *(parts[name][made] for name in ARRAYS)) for made, row in enumerate(sizes))
    for level, following in zip(levels, (*nodes[1:], 0), strict=True):
        found.check((level.links < following).all(), "links to nodes that do not exist")
        for group in range(GROUPS):
            labels, rows = level.labels[level.span(group)], level.rows(group)
            found.check(bool((labels[1:] > labels[:-1]).all()), "labels that are not in ascending order")
            same = (LABELS[:, 0][rows].sum(1) == labels).all() and (rows[:, 1:] > rows[:, :-1]).all()
            found.check(bool(same), "boards that do not have their labels")
    return Graph(levels, _counts(found, levels))


def _counts(found: store.Stored, levels: tuple[Level, ...]) -> np.ndarray[Any, Any]:
    """The counts of all kinds of nodes: the canonical ones are those that are there, and each has 1 to 8 images."""
    counts: np.ndarray[Any, Any] = found.take("counts", np.int64, (KINDS, 2), 0, len(TURNED) * MOST_NODES)
    canonical, raw = counts.T
    fits = (canonical == sum(np.bincount(level.kinds, minlength=KINDS) for level in levels)).all()
    fits &= ((canonical <= raw) & (raw <= len(TURNED) * canonical)).all()
    found.check(fits, "counts of other nodes")
    return counts


def _split(array: Any, lengths: list[int]) -> list[Any]:
    """An array in pieces of given lengths."""
    return [array[start:stop] for start, stop in pairwise(np.cumsum([0, *lengths]).tolist())]
