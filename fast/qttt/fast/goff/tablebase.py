"""The tablebase of Goff's game: the outcome of every position, and what follows from it.

Plies 0 to 6 (or 7) are stored; later ones are valued on demand. On disk a tablebase is a folder with a manifest
and, per ply, two NumPy arrays: the canonical keys, ascending, and their code pairs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from qttt.fast import store
from qttt.fast.backend import Kernel
from qttt.fast.goff import query
from qttt.fast.goff.board import PLACE_SQUARES, PLACES, place
from qttt.fast.goff.key import FIELD, canonical, plies
from qttt.fast.goff.outcome import OUTCOMES, UNFINISHED
from qttt.fast.goff.rules import CPU, SEL_A, SEL_B, Collapse, actions, actor, outcome, play

RULESET = "goff-1.0"
SCORING = "GOFF-SCORE-2"
SHIFT = {"opponent": 0, "self": 3}
"""Where in a code pair the outcome code under each rule of selection is."""


@dataclass(frozen=True, eq=False)
class Tablebase:
    """Per ply the canonical keys (int64, ascending) and their code pairs (uint8: ``opponent | self << 3``).

    Exact for every position that play can reach, of any ply, settled or pending; a key that no game reaches
    raises KeyError up to the last stored ply and has no meaning after it."""

    keys: tuple[Any, ...]
    codes: tuple[Any, ...]

    @property
    def positions(self) -> tuple[int, ...]:
        """How many canonical positions each stored ply has."""
        return tuple(len(keys) for keys in self.keys)

    def outcome(self, key: int, collapse: Collapse) -> int:
        """The outcome code under best play of both sides, which is the outcome itself of a position that is over."""
        if key & FIELD:
            return self._best(key, collapse, self.actions(key, collapse))
        if plies(key) >= len(self.keys):
            codes = np.empty(1, np.int64)
            CPU.launch(query.LATE_VALUE, 1, np.array([key]), codes)
            return int(codes[0]) >> SHIFT[collapse] & 7
        return int(self._stored(np.array([canonical(key)]), plies(key))[0]) >> SHIFT[collapse] & 7

    def actions(self, key: int, collapse: Collapse) -> dict[int, int]:
        """The outcome code of each legal action, in the documented order; empty when the game is over."""
        if key & FIELD:
            u, v = PLACE_SQUARES[key & FIELD].tolist()
            pairs = self._successors(key & ~FIELD)
            roots = {SEL_A: pairs[place(u, u)], SEL_B: pairs[place(v, v)]}
            return {action: int(pair) >> SHIFT[collapse] & 7 for action, pair in roots.items()}
        if outcome(key) != UNFINISHED:
            return {}
        codes = self._successors(key) >> SHIFT[collapse]
        values = {}
        for action in actions(key):
            if codes[action] >= 0:
                values[action] = int(codes[action]) & 7
            else:
                pending = key | action
                ends = [int(codes[place(s, s)]) & 7 for s in PLACE_SQUARES[action].tolist()]
                values[action] = max(ends) if actor(pending, collapse) == "X" else min(ends)
        return values

    def best(self, key: int, collapse: Collapse) -> tuple[int, ...]:
        """All optimal actions, in the documented order."""
        values = self.actions(key, collapse)
        return tuple(a for a, code in values.items() if code == self._best(key, collapse, values))

    def principal_variation(self, key: int, collapse: Collapse) -> tuple[int, ...]:
        """A line of best play to the end: at each position the first optimal action. Not the only one, nor the
        longest."""
        line = []
        while outcome(key) == UNFINISHED:
            line.append(self.best(key, collapse)[0])
            key = play(key, line[-1])
        return tuple(line)

    def save(self, folder: Path) -> None:
        """Write the tablebase; an older one in the folder is replaced. All or nothing: see `qttt.fast.store`."""
        arrays = {}
        for ply, (keys, codes) in enumerate(zip(self.keys, self.codes, strict=True)):
            arrays[f"ply-{ply}.keys"], arrays[f"ply-{ply}.codes"] = keys, codes
        store.save(folder, _DESCRIPTION | {"positions": list(self.positions)}, arrays)

    @classmethod
    def open(cls, folder: Path) -> "Tablebase":
        """Map a saved tablebase into memory. Raises `qttt.fast.store.StoreError` for what is not one, or not intact."""
        manifest, arrays = store.load(folder, _DESCRIPTION)
        keys = tuple(arrays.pop(f"ply-{ply}.keys", None) for ply in range(len(arrays) // 2))
        codes = tuple(arrays.pop(f"ply-{ply}.codes", None) for ply in range(len(keys)))
        whole = len(keys) in (7, 8) and not arrays
        if not whole or manifest.get("positions") != [_rows(*pair) for pair in zip(keys, codes, strict=True)]:
            raise store.StoreError(f"{folder / store.MANIFEST}: does not describe a tablebase through ply 6 or 7")
        return cls(keys, codes)

    def _best(self, key: int, collapse: Collapse, values: dict[int, int]) -> int:
        return max(values.values()) if actor(key, collapse) == "X" else min(values.values())

    def _successors(self, key: int) -> Any:
        """The code pair of each successor by place, -1 for none."""
        late = plies(key) + 1 >= len(self.keys)
        out = np.empty((1, PLACES + 1), np.int64)
        kernel: Kernel = query.LATE_SUCCESSORS if late else query.CANONICAL_SUCCESSORS
        CPU.launch(kernel, 1, np.array([key]), out)
        if late:
            return out[0]
        there = out[0] >= 0
        out[0][there] = self._stored(out[0][there], plies(key) + 1)
        return out[0]

    def _stored(self, canonical_keys: Any, ply: int) -> Any:
        at = np.searchsorted(self.keys[ply], canonical_keys)
        if (at == len(self.keys[ply])).any() or (self.keys[ply][at] != canonical_keys).any():
            raise KeyError(f"no game reaches one of the positions {[hex(key) for key in canonical_keys]}")
        return self.codes[ply][at]


_DESCRIPTION = {"ruleset": RULESET, "scoring": SCORING, "collapse": list(SHIFT), "outcomes": list(OUTCOMES)}


def _rows(keys: Any, codes: Any) -> int | None:
    """How many positions the arrays of a ply hold; None if they are not such arrays."""
    if keys is None or codes is None or keys.shape != codes.shape or keys.ndim != 1:
        return None
    return len(keys) if keys.dtype == np.int64 and codes.dtype == np.uint8 else None
