"""The tablebase of SQT: the exact value of every position in several settings, and what follows from it.

Plies 0 to 6 are stored; later ones are valued on demand. On disk a tablebase is a file with a description and, per ply,
three arrays."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

import numpy as np

from qttt.fast import store
from qttt.fast.answers import Ints
from qttt.fast.brief import brief
from qttt.fast.goff.answers import WorldAnswers
from qttt.fast.goff.index import by_place
from qttt.fast.goff.outcome import OUTCOMES
from qttt.fast.goff.position import LARGEST
from qttt.fast.goff.solve import LAST
from qttt.fast.goff.tablebase import Counted
from qttt.fast.sqt.setting import Setting
from qttt.spec.disk import PathLike

RULESET = "sqt-1.1"


@dataclass(frozen=True, eq=False)
class Tablebase(Counted):
    """Per ply 0 to 6 the canonical keys (int64, ascending), the row of each key (int32), and the rows (int32 or int64,
    ``[rows, lanes]``): the values of a position in each setting, divided by the setting's scale. Lanes beyond the
    settings are copies of the last one.

    Exact for every position that play can reach, of any ply, settled or pending. A setting that was not solved raises
    KeyError, and so does a key up to ply 6 that no game reaches; after it, such a key has no meaning."""

    settings: tuple[Setting, ...]
    keys: tuple[Ints, ...]
    classes: tuple[Ints, ...]
    rows: tuple[Ints, ...]

    __repr__ = brief

    @property
    def distinct(self) -> tuple[int, ...]:
        """How many different rows each stored ply has."""
        return tuple(len(rows) for rows in self.rows)

    def answers(self, setting: Setting) -> WorldAnswers:
        """Answers about batches of positions in a setting. Raises KeyError for a setting that was not solved."""
        from qttt.fast.sqt.answers import answers

        if setting not in self._known:
            lane = self._lane(setting)
            worth = np.concatenate([rows[:, lane].astype(np.int64) for rows in self.rows])
            self._known[setting] = answers(setting, self.keys, self.table, worth)
        return self._known[setting]

    def value(self, key: int, setting: Setting) -> Fraction:
        """The value of a position, for X."""
        return int(self.answers(setting).values([key])[0]) * setting.scale

    @cached_property
    def table(self) -> Ints:
        """int32 ``[place]``: for each place of `index.whole` the number of its row, all plies counted from 1, 0 where
        no position is."""
        return by_place(zip(self.keys, self.classes, accumulate(self.distinct, initial=1), strict=False), np.int32)

    def save(self, path: PathLike, about: Mapping[str, object] | None = None) -> None:
        """Write the tablebase to a file, or replace the one there, as a whole: see `qttt.fast.store.save`."""
        arrays: dict[str, Ints] = {}
        for ply, tables in enumerate(zip(self.keys, self.classes, self.rows, strict=True)):
            arrays |= {f"ply-{ply}.{name}": table for name, table in zip(_TABLES, tables, strict=True)}
        settings = [setting.written for setting in self.settings]
        store.save(path, _DESCRIPTION | {"settings": settings}, arrays, about)

    @classmethod
    def open(cls, path: PathLike) -> "Tablebase":
        """Map a saved tablebase into memory. Raises `qttt.fast.store.StoreError` unless the file holds an intact one,
        `qttt.fast.store.NotStored` if it holds none of this version."""
        from qttt.fast.sqt.lanes import Lanes

        with store.reading(path, _DESCRIPTION) as found:
            settings = tuple(map(Setting.read, found.description["settings"]))
            one_reading = len({setting.reading for setting in settings}) == 1
            found.check(one_reading, "no settings, or settings of several readings")
            lanes, tables = Lanes.of(settings), []
            least, most = lanes.scores.min(axis=0), lanes.scores.max(axis=0)
            for ply in range(LAST + 1):
                keys = found.take(f"ply-{ply}.keys", np.int64, (None,), 0, LARGEST, ascending=True)
                rows = found.take(f"ply-{ply}.rows", lanes.scores.dtype, (None, lanes.size), least, most)
                classes = found.take(f"ply-{ply}.classes", np.int32, keys.shape, 0, len(rows) - 1)
                tables.append((keys, classes, rows))
            return cls(settings, *zip(*tables, strict=True))

    def _lane(self, setting: Setting) -> int:
        if setting not in self.settings:
            raise KeyError(f"not solved with {setting}")
        return self.settings.index(setting)

    @cached_property
    def _known(self) -> dict[Setting, WorldAnswers]:
        return {}


_TABLES = ("keys", "classes", "rows")
_DESCRIPTION: dict[str, object] = {"ruleset": RULESET, "outcomes": list(OUTCOMES)}
