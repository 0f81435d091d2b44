"""Several settings valued side by side: a *lane* is one setting.

What a position offers does not depend on the setting, so a position is analysed once and valued in every lane."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from qttt.fast.brief import brief
from qttt.fast.goff.reading import FORBIDDEN
from qttt.fast.sqt.offers import FLAT_POOL_WITH, FRONTS, OFFERS, POOLS, Offers
from qttt.fast.sqt.pairs import ranked
from qttt.fast.sqt.setting import COLLAPSES, NARROW_DENOMINATOR, UNIT, Setting

Ints = Any
"""An integer array of NumPy or CuPy."""


def _members(collections: Sequence[Offers]) -> np.ndarray:
    """The numbers of the offers in each collection, filled up with one more than there is."""
    longest = max(map(len, collections))
    rows = [[*map(OFFERS.index, each), *[len(OFFERS)] * (longest - len(each))] for each in collections]
    return np.array(rows, np.int64)


FRONT_MEMBERS, POOL_MEMBERS = _members(FRONTS), _members(POOLS)

WIDTH, FEW = 16, 2
"""More than a FEW lanes come in multiples of WIDTH, so that loops over them fill vector registers."""


@dataclass(frozen=True)
class Lanes:
    """The tables of L lanes, each with its own scale: one per setting, and copies of the last one.

    `denominator` d and `of_o` j: q = j / d. `scores`, ``[codes, L]``: outcomes, in d**4 to a unit. These are int32 if
    all denominators are small, else int64. `late` are the tables for plies 7 to 9, where pairs are forbidden those of
    `pairs.ranked`, else three: fronts and pools, ``[fronts, L]`` and ``[pools, L]``, what O leaves of a choice at ply
    8, in d**2 to a unit; of an empty one more than any value; int16 or int64. And, whatever the lanes,
    `offers.FLAT_POOL_WITH`. `reading`: see `qttt.fast.goff.reading`."""

    denominator: Ints
    of_o: Ints
    scores: Ints
    late: tuple[Ints, ...]
    reading: int

    __repr__ = brief

    @classmethod
    def of(cls, settings: Sequence[Setting]) -> "Lanes":
        """The tables of these settings, all of one reading."""
        reading = settings[0].reading
        forbidden = reading & FORBIDDEN
        spare = 0 if forbidden or len(settings) <= FEW else -len(settings) % WIDTH
        padded = [*settings, *[settings[-1]] * spare]
        narrow = all(setting.q.denominator <= NARROW_DENOMINATOR for setting in settings)
        wide, short = (np.int32, np.int16) if narrow else (np.int64, np.int64)
        d = np.array([setting.q.denominator for setting in padded], np.int64)
        j = np.array([setting.q.numerator for setting in padded], np.int64)
        scores = np.array([setting.scores for setting in padded], np.int64).T // UNIT
        best, second = np.array(OFFERS).T
        offered = (d - j) * scores[best] + j * scores[second]
        late = ranked(offered) if forbidden else _fronts_and_pools(offered, d, j, short)
        return cls(d.astype(wide), j.astype(wide), (scores * d**COLLAPSES).astype(wide, order="C"), late, reading)

    @property
    def count(self) -> int:
        """How many lanes there are."""
        return len(self.denominator)

    @property
    def arrays(self) -> tuple[Ints, ...]:
        """The tables in the order in which kernels take them."""
        return self.denominator, self.of_o, self.scores, *self.late

    def on(self, xp: Any) -> "Lanes":
        """The same tables with the arrays of the module `xp`."""
        denominator, of_o, scores, *late = map(xp.asarray, self.arrays)
        return Lanes(denominator, of_o, scores, (*late,), self.reading)


def _fronts_and_pools(offered: Ints, d: Ints, j: Ints, dtype: type) -> tuple[Ints, Ints, Ints]:
    """The tables of `Lanes.late` where pairs are legal, from what each offer is worth, in d to a unit."""
    never = np.iinfo(dtype).max
    offered = np.concatenate([offered, np.full_like(offered[:1], never)])
    fronts = offered[FRONT_MEMBERS].min(axis=1)
    pools = np.sort(offered[POOL_MEMBERS], axis=1)[:, :2]
    least, other = pools[:, 0], pools[:, 1]
    fronts = np.where(fronts == never, never, fronts * d)
    pools = np.where(other == never, never, (d - j) * other + j * least)
    return fronts.astype(dtype), pools.astype(dtype), FLAT_POOL_WITH
