"""Several settings valued side by side: a *lane* is one setting.

What a position offers does not depend on the setting, so a position is analysed once and valued in every lane."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.goff.outcome import FORBIDDEN, OUTCOMES
from qttt.fast.sqt.late import FLAT_POOL_WITH, FRONTS, OFFERS, POOLS, Offers
from qttt.fast.sqt.setting import COLLAPSES, NARROW_DENOMINATOR, UNIT, Setting


def _members(collections: Sequence[Offers]) -> np.ndarray:
    """The numbers of the offers in each collection, filled up with one more than there is."""
    longest = max(map(len, collections))
    rows = [[*map(OFFERS.index, each), *[len(OFFERS)] * (longest - len(each))] for each in collections]
    return np.array(rows, np.int64)


FRONT_MEMBERS, POOL_MEMBERS = _members(FRONTS), _members(POOLS)

WIDTH, UNPADDED = 16, 2
"""More than a UNPADDED lanes come in multiples of WIDTH, so that loops over them fill vector registers."""


NONE = 0
"""The rank of no pair, below all others."""
Late = TypeVar("Late")
PAIRS = 8 * (len(OUTCOMES) + 1)
"""Two outcomes, the first times 8 and the second, each its code and 1, or 0 if there is none."""


class Left(NamedTuple):
    """What O leaves of a choice at ply 8 in each lane, in d**2 to a unit, of an empty one more than any value:
    ``fronts[front, lane]`` and ``pools[pool, lane]``, int16 or int64; and `late.FLAT_POOL_WITH`."""

    fronts: Ints
    pools: Ints
    pool_with: Ints


class Ranked(NamedTuple):
    """``ranks[pair, lane]`` and ``worths[rank, lane]``, in d to a unit."""

    ranks: Ints
    worths: Ints


def rank_offers(offered: Ints) -> Ranked:
    """The tables of the worth of each offer, ``[offer, lane]``."""
    order = np.argsort(offered, axis=0, kind="stable")
    ranks = np.full((PAIRS, offered.shape[1]), NONE, np.int64)
    for rank, (best, second) in zip(np.argsort(order, axis=0) + 1, OFFERS, strict=True):
        ranks[8 * (best + 1) + second + 1] = ranks[8 * (second + 1) + best + 1] = rank
    worths = np.take_along_axis(offered, order, axis=0)
    return Ranked(ranks, np.concatenate([worths[:1], worths]))


class Lanes(NamedTuple, Generic[Late]):
    """The tables of L lanes, each with its own scale: one per setting, and copies of the last one.

    `denominator` d and `of_o` j: q = j / d. `scores`, ``[codes, L]``: outcomes, in d**4 to a unit. These are int32 if
    all denominators are small, else int64. `late`: the tables for plies 7 to 9, which depend on whether pairs are
    forbidden. `reading`: see `qttt.fast.goff.outcome`."""

    denominator: Ints
    of_o: Ints
    scores: Ints
    late: Late
    reading: int

    @classmethod
    def of(cls, settings: Sequence[Setting], *, narrow: bool = True) -> "Lanes[Left | Ranked]":
        """The tables of these settings, all of one reading; unless `narrow`, their numbers are int64."""
        reading = settings[0].reading
        forbidden = reading & FORBIDDEN
        spare = 0 if forbidden or len(settings) <= UNPADDED else -len(settings) % WIDTH
        padded = [*settings, *[settings[-1]] * spare]
        narrow &= all(setting.q.denominator <= NARROW_DENOMINATOR for setting in settings)
        wide, short = (np.int32, np.int16) if narrow else (np.int64, np.int64)
        d = np.array([setting.q.denominator for setting in padded], np.int64)
        j = np.array([setting.q.numerator for setting in padded], np.int64)
        scores = np.array([setting.scores for setting in padded], np.int64).T // UNIT
        best, second = np.array(OFFERS).T
        offered = (d - j) * scores[best] + j * scores[second]
        late: Left | Ranked = rank_offers(offered) if forbidden else _left(offered, d, j, short)
        return Lanes(d.astype(wide), j.astype(wide), (scores * d**COLLAPSES).astype(wide, order="C"), late, reading)

    @property
    def size(self) -> int:
        """How many lanes there are."""
        return len(self.denominator)


def _left(offered: Ints, d: Ints, j: Ints, dtype: type) -> Left:
    """The tables for plies 7 to 9 where pairs are legal, from what each offer is worth, in d to a unit."""
    never = np.iinfo(dtype).max
    offered = np.concatenate([offered, np.full_like(offered[:1], never)])
    fronts = offered[FRONT_MEMBERS].min(axis=1)
    least, other = np.moveaxis(np.sort(offered[POOL_MEMBERS], axis=1)[:, :2], 1, 0)
    fronts = np.where(fronts == never, never, fronts * d)
    pools = np.where(other == never, never, (d - j) * other + j * least)
    return Left(fronts.astype(dtype), pools.astype(dtype), FLAT_POOL_WITH)
