"""The tablebase of TiqTaqToe: the exact value of every position of one game, and what follows from it.

On disk it is a folder with a manifest and seven NumPy arrays: those of the graph, level after level, and the values."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from qttt.fast import store
from qttt.fast.tiqtaqtoe import rules
from qttt.fast.tiqtaqtoe.boards import O, X
from qttt.fast.tiqtaqtoe.graph import ARRAYS, GROUPS, PLIES, Graph, Level, width
from qttt.fast.tiqtaqtoe.nodes import KINDS
from qttt.fast.tiqtaqtoe.rules import BOTH, NONE, ONLY_HIGH, RULESET, SWITCHES, WIN, Setting, State, check
from qttt.fast.tiqtaqtoe.values import SCALE


class Outcomes(NamedTuple):
    """The chances that X alone has a line at the end, O alone, both, or neither."""

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

    @property
    def positions(self) -> tuple[int, ...]:
        """How many decision positions plies 1 to 9 have, up to symmetry."""
        return self.graph.positions

    @property
    def states(self) -> dict[str, dict[str, int]]:
        """How many states there are, by "decision", "chance" and "terminal": "canonical" ones, and "raw"."""
        return self.graph.states

    def value(self, state: State) -> Fraction:
        """What X can expect if both play best: X's chance to win minus O's, lines of both worth what the switch says.

        Rule: TIQ-VALUE-1"""
        place = self.graph.place(state)
        return Fraction(int(self.numbers[place.level][place.node]), SCALE)

    def values(self, state: State) -> dict[int, Fraction]:
        """The value of each legal move, in the documented order; empty where nobody moves."""
        place = self.graph.place(state)
        return {
            slot: Fraction(int(self.numbers[place.level + 1][node]), SCALE)
            for slot, node in self.graph.moves(place).items()
        }

    def best(self, state: State) -> tuple[int, ...]:
        """All optimal moves, in the documented order; none where nobody moves."""
        values = self.values(state)
        if not values:
            return ()
        best = (max if rules.marks(state) % 2 == 0 else min)(values.values())
        return tuple(slot for slot, value in values.items() if value == best)

    def outcomes(self, state: State) -> Outcomes:
        """How the game ends if both sides always make their first best move. Other best moves may have other chances
        with the same value."""
        return self._outcomes(state, {})

    def save(self, folder: Path) -> None:
        """Write the tablebase; an older one in the folder is replaced. All or nothing: see `qttt.fast.store`."""
        levels = self.graph.levels
        arrays = {name: np.concatenate([getattr(level, name) for level in levels]) for name in ARRAYS}
        counts = {"sizes": [list(level.sizes) for level in levels], "counts": self.graph.counts.tolist()}
        store.save(folder, _description(self.setting) | counts, arrays | {"values": np.concatenate(self.numbers)})

    @classmethod
    def open(cls, folder: Path, setting: Setting) -> "Tablebase":
        """Map the saved tablebase of a game into memory. Raises `qttt.fast.store.StoreError` for what is not one, not
        that game's, or not intact; ValueError for a setting that does not exist."""
        manifest, arrays = store.load(folder, _description(check(setting)))
        try:
            return _put_together(setting, manifest, arrays)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise store.StoreError(f"{folder / store.MANIFEST}: does not describe a tablebase of {RULESET}") from error

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


def _put_together(setting: Setting, manifest: dict[str, Any], arrays: dict[str, Any]) -> Tablebase:
    """Raises KeyError, TypeError or ValueError if anything does not fit."""
    types = ARRAYS | {"values": np.int16}
    if {name: array.dtype for name, array in arrays.items()} != {name: np.dtype(t) for name, t in types.items()}:
        raise ValueError("other arrays")
    if any(array.ndim != 1 for array in arrays.values()):
        raise ValueError("arrays of another shape")
    sizes = [tuple(map(int, row)) for row in manifest["sizes"]]
    counts = np.array(manifest["counts"], np.int64)
    if len(sizes) != PLIES + 1 or any(len(row) != GROUPS or min(row) < 0 for row in sizes):
        raise ValueError("other sizes")
    if counts.shape != (KINDS, 2):
        raise ValueError("other counts")
    nodes = [sum(row) for row in sizes]
    first = _split(arrays["first"], [count + 1 for count in nodes])
    moves = [int(level[-1]) for level in first]
    lengths = {
        "boards": [sum(size * width(group) for group, size in enumerate(row)) for row in sizes],
        **dict.fromkeys(("labels", "kinds", "values"), nodes),
        **dict.fromkeys(("slots", "links"), moves),
    }
    parts = {name: _split(arrays[name], lengths[name]) for name in lengths} | {"first": first}
    levels = tuple(Level(row, *(parts[name][made] for name in ARRAYS)) for made, row in enumerate(sizes))
    return Tablebase(setting, Graph(levels, counts), tuple(parts["values"]))


def _split(array: Any, lengths: list[int]) -> list[Any]:
    """An array in pieces of given lengths. Raises ValueError if they are not the whole."""
    ends = np.cumsum([0, *lengths])
    if min(lengths) < 0 or ends[-1] != len(array):
        raise ValueError("arrays of another length")
    return [array[start:stop] for start, stop in pairwise(ends.tolist())]
