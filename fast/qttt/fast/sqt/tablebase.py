"""The tablebase of SQT: the exact value of every position in several settings, and what follows from it.

Plies 0 to 6 are stored; later ones are valued on demand. On disk a tablebase is a folder with a manifest and, per ply,
three NumPy arrays."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from qttt.fast import store
from qttt.fast.goff.board import PLACE_SQUARES, PLACES, place
from qttt.fast.goff.key import FIELD, canonical, plies
from qttt.fast.goff.outcome import OUTCOMES, UNFINISHED
from qttt.fast.goff.rules import SEL_A, SEL_B, actions, outcome
from qttt.fast.goff.solve import LAST
from qttt.fast.sqt import query
from qttt.fast.sqt.setting import Setting

RULESET = "sqt-1.0"


@dataclass(frozen=True, eq=False)
class Tablebase:
    """Per ply 0 to 6 the canonical keys (int64, ascending), the row of each key (int32), and the rows (int32 or int64,
    ``[rows, lanes]``): the values of a position in each setting, divided by the setting's scale. Lanes beyond the
    settings are copies of the last one.

    Exact for every position that play can reach, of any ply, settled or pending; a key that no game reaches raises
    KeyError up to ply 6 and has no meaning after it, and so does a setting that was not solved."""

    settings: tuple[Setting, ...]
    keys: tuple[Any, ...]
    classes: tuple[Any, ...]
    rows: tuple[Any, ...]

    @property
    def positions(self) -> tuple[int, ...]:
        """How many canonical positions each stored ply has."""
        return tuple(len(keys) for keys in self.keys)

    @property
    def distinct(self) -> tuple[int, ...]:
        """How many different rows each stored ply has."""
        return tuple(len(rows) for rows in self.rows)

    def value(self, key: int, setting: Setting) -> Fraction:
        """The value of a position, for X."""
        if key & FIELD:
            return collapse_value(setting.q, *self.actions(key, setting).values())
        ply = plies(key)
        if ply > LAST:
            return query.late_value(key, setting)
        return int(self.rows_of([canonical(key)], ply)[0, self._lane(setting)]) * setting.scale

    def actions(self, key: int, setting: Setting) -> dict[int, Fraction]:
        """The value of each legal action, in the documented order; of both settlements where the System selects. Empty
        when the game is over."""
        if key & FIELD:
            u, v = PLACE_SQUARES[key & FIELD].tolist()
            roots = self._successors(key & ~FIELD, setting)
            return {SEL_A: roots[place(u, u)], SEL_B: roots[place(v, v)]}
        if outcome(key) != UNFINISHED:
            return {}
        values = self._successors(key, setting)
        worth = {}
        for action in actions(key):
            if action not in values:
                u, v = PLACE_SQUARES[action].tolist()
                values[action] = collapse_value(setting.q, values[place(u, u)], values[place(v, v)])
            worth[action] = values[action]
        return worth

    def best(self, key: int, setting: Setting) -> tuple[int, ...]:
        """All optimal actions of the player to move, in the documented order; none where the System selects."""
        values = self.actions(key, setting)
        if key & FIELD or not values:
            return ()
        best = (max if plies(key) & 1 == 0 else min)(values.values())
        return tuple(action for action, value in values.items() if value == best)

    def rows_of(self, canonical_keys: Any, ply: int) -> Any:
        """The rows of settled positions of a stored ply, ``[keys, lanes]``. Raises KeyError for a key not there."""
        wanted = np.asarray(canonical_keys, np.int64)
        at = np.searchsorted(self.keys[ply], wanted)
        if (at == len(self.keys[ply])).any() or (self.keys[ply][at] != wanted).any():
            raise KeyError(f"no game reaches one of the positions {[hex(key) for key in wanted]}")
        return self.rows[ply][self.classes[ply][at]]

    def save(self, folder: Path) -> None:
        """Write the tablebase; an older one in the folder is replaced. All or nothing: see `qttt.fast.store`."""
        arrays: dict[str, Any] = {}
        for ply, tables in enumerate(zip(self.keys, self.classes, self.rows, strict=True)):
            arrays |= {f"ply-{ply}.{name}": table for name, table in zip(_TABLES, tables, strict=True)}
        settings = [_described(setting) for setting in self.settings]
        store.save(folder, _DESCRIPTION | {"settings": settings, "positions": list(self.positions)}, arrays)

    @classmethod
    def open(cls, folder: Path) -> "Tablebase":
        """Map a saved tablebase into memory. Raises `qttt.fast.store.StoreError` for what is not one, or not intact."""
        manifest, arrays = store.load(folder, _DESCRIPTION)
        broken = store.StoreError(f"{folder / store.MANIFEST}: does not describe a tablebase of {RULESET}")
        try:
            settings = tuple(_setting(row) for row in manifest["settings"])
            keys, classes, rows = (
                tuple(arrays.pop(f"ply-{ply}.{name}") for ply in range(LAST + 1)) for name in _TABLES
            )
        except (KeyError, TypeError, ValueError) as error:
            raise broken from error
        tablebase = cls(settings, keys, classes, rows)
        if arrays or not settings or manifest.get("positions") != [*tablebase.positions] or not tablebase._is_sound():
            raise broken
        return tablebase

    def _is_sound(self) -> bool:
        """Whether the arrays have the shapes and types that they should have."""
        return all(
            keys.ndim == classes.ndim == 1
            and keys.shape == classes.shape
            and rows.ndim == 2
            and rows.shape[1] >= len(self.settings)
            and (keys.dtype, classes.dtype) == (np.int64, np.int32)
            and rows.dtype in (np.int32, np.int64)
            for keys, classes, rows in zip(self.keys, self.classes, self.rows, strict=True)
        )

    def _lane(self, setting: Setting) -> int:
        if setting not in self.settings:
            raise KeyError(f"not solved with {setting}")
        return self.settings.index(setting)

    def _successors(self, key: int, setting: Setting) -> dict[int, Fraction]:
        """The value of each successor of a settled position that is not over, by place."""
        ply = plies(key)
        if ply >= LAST:
            return query.late_successors(key, setting)
        _, _, following = query.expanded([key])
        there = [p for p in range(PLACES + 1) if following[0, p] >= 0]
        values = self.rows_of(following[0, there], ply + 1)[:, self._lane(setting)].tolist()
        return {p: value * setting.scale for p, value in zip(there, values, strict=True)}


def collapse_value(q: Fraction, a: Fraction, b: Fraction) -> Fraction:
    """What a collapse is worth whose settlements are worth a and b. Rule: SQT-VALUE-1"""
    return (1 - q) * max(a, b) + q * min(a, b)


_TABLES = ("keys", "classes", "rows")
_DESCRIPTION: dict[str, Any] = {"ruleset": RULESET, "outcomes": list(OUTCOMES)}


def _described(setting: Setting) -> dict[str, Any]:
    return {"q": str(setting.q), "scoring": setting.scoring, "double_win": setting.double_win}


def _setting(row: Mapping[str, Any]) -> Setting:
    return Setting(Fraction(row["q"]), row["scoring"], row["double_win"])
