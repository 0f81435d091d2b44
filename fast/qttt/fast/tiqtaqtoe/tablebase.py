"""The tablebase of TiqTaqToe: the exact value of every position of one game, and what follows from it.

On disk a tablebase is a folder with a manifest and seven NumPy arrays: those of the graph, level after level, and the
values."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from qttt.fast import store
from qttt.fast.answers import actions_of, values_of
from qttt.fast.brief import brief
from qttt.fast.files import PathLike
from qttt.fast.tiqtaqtoe import rules
from qttt.fast.tiqtaqtoe.answers import Answers
from qttt.fast.tiqtaqtoe.boards import CODES, SLOTS, TURNED, O, X
from qttt.fast.tiqtaqtoe.graph import ARRAYS, GROUPS, PLIES, Graph, Level, width
from qttt.fast.tiqtaqtoe.nodes import END_KINDS, KINDS
from qttt.fast.tiqtaqtoe.rules import BOTH, NONE, ONLY_HIGH, RULESET, SWITCHES, WIN, Setting, State, check
from qttt.fast.tiqtaqtoe.values import SCALE, worth_of_ends


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

    def save(self, folder: PathLike) -> None:
        """Write the tablebase to a folder, or replace the one there, as a whole: see `qttt.fast.store.save`."""
        levels = self.graph.levels
        arrays = {name: np.concatenate([getattr(level, name) for level in levels]) for name in ARRAYS}
        counts = {"sizes": [list(level.sizes) for level in levels], "counts": self.graph.counts.tolist()}
        store.save(folder, _description(self.setting) | counts, arrays | {"values": np.concatenate(self.numbers)})

    @classmethod
    def open(cls, folder: PathLike, setting: Setting) -> "Tablebase":
        """Map the saved tablebase of a game into memory. Raises `qttt.fast.store.StoreError` unless the folder holds an
        intact one of this game, `qttt.fast.store.NotStored` if it holds none of this version, ValueError for a setting
        that does not exist."""
        with store.reading(folder, _description(check(setting))) as found:
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
        ended = rules.outcome(self.setting, state)
        if ended is not None:
            return Outcomes(*(Fraction(ended == how) for how in (WIN[X], WIN[O], BOTH, NONE)))
        best = self.best(state)
        if best:
            return self._outcomes(rules.play(self.setting, state, best[0]), known)
        results = [self._outcomes(result, known) for result in rules.measurements(self.setting, state)]
        return Outcomes(*(sum(chances, Fraction(0)) / len(results) for chances in zip(*results, strict=True)))


def _description(setting: Setting) -> dict[str, Any]:
    has = [name for name in SWITCHES if setting.level == "high" or name not in ONLY_HIGH]
    return {"ruleset": RULESET, "level": setting.level, "switches": {name: getattr(setting, name) for name in has}}


def _graph(found: store.Stored) -> Graph:
    """The positions in a folder. Raises StoreError, or what `store.reading` takes for it, if anything does not fit."""
    sizes = [tuple(row) for row in found.counts("sizes", PLIES + 1, GROUPS).tolist()]
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
        labels = (level.labels[level.span(group)] for group in range(GROUPS))
        found.check(all((each[1:] > each[:-1]).all() for each in labels), "labels that are not in ascending order")
    return Graph(levels, _counts(found, levels))


def _counts(found: store.Stored, levels: tuple[Level, ...]) -> np.ndarray[Any, Any]:
    """The counts of all kinds of nodes: the canonical ones are those that are there, and each has 1 to 8 images."""
    counts: np.ndarray[Any, Any] = found.counts("counts", KINDS, 2)
    canonical, raw = counts.T
    fits = (canonical == sum(np.bincount(level.kinds, minlength=KINDS) for level in levels)).all()
    fits &= ((canonical <= raw) & (raw <= len(TURNED) * canonical)).all()
    found.check(fits, "counts of other nodes")
    return counts


def _split(array: Any, lengths: list[int]) -> list[Any]:
    """An array in pieces of given lengths."""
    return [array[start:stop] for start, stop in pairwise(np.cumsum([0, *lengths]).tolist())]
