"""Every position with a number of measured boxes as a place in an array, by counting instead of hashing.

What a control carries, its *load*, matters only through its number of links and what each result does to the marks:
under `effect=reverse` two equal links do nothing, for any target and owner (lemma `double-reversal`). So loads are
numbered, those of fewer links first: load 0 has none.

The unmeasured boxes are *outer* controls, then at most two *inner* ones. The loads of the outer ones are a *row*; those
of the inner ones, a place in a *tile*. A position has the place ``((set * rows + row) << measured | marks) * tile +
inner``: bit t of its marks is set if the t-th measured box is X, and the set is that of the measured boxes, a
representative (lemma `symmetry`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.board import HAS_LINE, REPRESENTATIVES, members
from qttt.fast.brief import brief
from qttt.fast.hybrid.setting import BOXES, Setting

LINE = np.array(HAS_LINE, np.uint8)
"""``[mask]``: whether it has a line."""
Digits = tuple[int, ...]
"""Links of one control, ascending: 2t + w for the t-th measured box as target and the owner w, 0 for X and 1 for O."""

SCALE = 1 << BOXES
"""What exact values are multiplied by to be integers: a game has nine measurements. After m of them a value is a
multiple of 2^-(9-m); so it is kept times 2^(9-m)."""
MOST_LINKS = 2
MOST_KEPT = 6 * 10**9
"""The most places of a layer that memory holds."""


@dataclass(frozen=True, eq=False)
class Loads:
    """The loads of a control with some number of boxes measured.

    - number: which load some links are; starts: the first load of 0, 1 and 2 links, and the end
    - acts: int64 ``[load]``: the marks, a bit set for X, that the result X keeps, and then those that it turns; as many
      for O
    - exchanged: the load with the other owners; linked: ``[load, target]``, the load with a link of X to the target
      added, -1 if it can carry no more
    - uses: a mask; loads with a common bit exclude each other"""

    number: dict[Digits, int]
    starts: Ints
    acts: Ints
    exchanged: Ints
    linked: Ints
    uses: Ints

    __repr__ = brief

    def __len__(self) -> int:
        return len(self.uses)


@dataclass(frozen=True)
class Layer:
    """The places of the positions with some number of boxes measured."""

    setting: Setting
    measured: int

    @property
    def sets(self) -> tuple[int, ...]:
        return REPRESENTATIVES[self.measured]

    @property
    def controls(self) -> int:
        return BOXES - self.measured

    @property
    def inner(self) -> int:
        """How many inner controls there are: one where most pairs of loads exclude each other."""
        return min(self.controls, 1 if (self.setting.links, self.setting.targets) == ("two", "one") else 2)

    @property
    def outer(self) -> int:
        return self.controls - self.inner

    @cached_property
    def loads(self) -> Loads:
        return loads(self.setting._replace(both="draw"), self.measured)

    @property
    def widths(self) -> tuple[int, int]:
        """The two sides of a tile."""
        return (len(self.loads) if self.inner == 2 else 1, len(self.loads) if self.inner else 1)

    @property
    def tile(self) -> int:
        return self.widths[0] * self.widths[1]

    @property
    def size(self) -> int:
        """How many places a set has."""
        return len(rows(self, self.outer)[0]) * self.tile << self.measured

    @property
    def kept(self) -> bool:
        """Whether memory holds the layer."""
        return len(self.sets) * self.size <= MOST_KEPT

    def weights(self) -> tuple[Ints, Ints]:
        """For each control what its load is multiplied by in the rank of a row, and in the place in a tile."""
        of_rank, of_tile = np.zeros((2, self.controls), np.int64)
        of_rank[: self.outer] = len(self.loads) ** np.arange(self.outer)
        of_tile[self.outer :] = [self.widths[1], 1][2 - self.inner :]
        return of_rank, of_tile


def all_digits(measured: int) -> list[Digits]:
    """All the links that a control may carry, fewer first."""
    return [some for n in range(MOST_LINKS + 1) for some in combinations_with_replacement(range(2 * measured), n)]


def allowed(setting: Setting, some: Digits) -> bool:
    """Whether a control may carry some links. Rules: HYB-CONTROL-1, HYB-TARGET-1"""
    targets = {digit // 2 for digit in some}
    most = 2 if setting.links == "two" else 1
    return len(some) <= most and (setting.targets == "any" or len(targets) == len(some))


@cache
def loads(setting: Setting, measured: int) -> Loads:
    """The loads of a control. Rules: HYB-CONTROL-1, HYB-TARGET-1, HYB-TRIGGER-1"""
    number: dict[Digits, int] = {}
    known: dict[tuple[int, Digits], int] = {}
    for some in all_digits(measured):
        if allowed(setting, some):
            number[some] = known.setdefault((len(some), acts(setting.effect, some)), len(known))
    first: dict[int, Digits] = {}
    for some, load in number.items():
        first.setdefault(load, some)
    linked = [[number.get(tuple(sorted((2 * t, *some))), -1) for t in range(measured)] for some in first.values()]
    return Loads(
        number,
        np.searchsorted([len(some) for some in first.values()], range(MOST_LINKS + 2)),
        np.array([acts(setting.effect, some) for some in first.values()], np.int64),
        np.array([number[exchanged(some)] for some in first.values()], np.uint16),
        np.array(linked, np.int64).reshape(len(first), measured),
        np.array([uses(setting, some) for some in first.values()]),
    )


def acts(effect: str, some: Digits) -> Digits:
    """What the result X does to the marks as a mask of those kept and one of those then turned, and what O does."""
    full = (1 << BOXES) - 1
    masks = [[full, 0], [full, 0]]
    for digit in some:
        target, owner = 1 << digit // 2, digit % 2
        if effect == "reverse":
            masks[owner][1] ^= target
        else:
            masks[owner][0] &= ~target
            masks[owner][1] |= 0 if owner else target
    return (*masks[0], *masks[1])


def uses(setting: Setting, some: Digits) -> int:
    """A mask of what controls cannot have in common. Rules: HYB-CONTROL-1, HYB-TARGET-1"""
    if setting.links == "single":
        return len(some)
    return sum(1 << digit // 2 for digit in some) if setting.targets == "one" else 0


def moved(some: Digits, to: Sequence[int]) -> Digits:
    """The links after the t-th measured box has become the ``to[t]``-th."""
    return tuple(sorted(2 * to[digit // 2] + digit % 2 for digit in some))


def exchanged(some: Digits) -> Digits:
    """The links with the other owners."""
    return tuple(sorted(digit ^ 1 for digit in some))


def rows(layer: Layer, controls: int) -> tuple[Ints, Ints]:
    """int64 ``[row, control]``: the loads that so many controls may carry together; and int32 ``[rank]``: the row, -1
    if there is none, where the rank has the loads as digits, the first one lowest."""
    return _rows(layer.setting._replace(both="draw"), layer.measured, controls)


@cache
def _rows(setting: Setting, measured: int, controls: int) -> tuple[Ints, Ints]:
    found, kinds = together(setting, measured, controls), len(loads(setting, measured))
    where = np.full(kinds**controls, -1, np.int32)
    where[found @ kinds ** np.arange(controls)] = np.arange(len(found))
    return found, where


def together(setting: Setting, measured: int, controls: int) -> Ints:
    """int64 ``[number, control]``: the loads that so many controls may carry together."""
    uses = loads(setting, measured).uses
    found, used = np.zeros((1, 0), np.int64), np.zeros(1, np.int64)
    for _ in range(controls):
        load, row = np.nonzero((used & uses[:, None]) == 0)
        found, used = np.column_stack((found[row], load)), used[row] | uses[load]
    return found


def lanes(setting: Setting) -> tuple[int, ...]:
    """What lines of both are worth to the player to move, for each array of values that the game needs. If they count
    for X there are two: of positions with X to move, and with O to move, exchanged. Rule: HYB-END-2"""
    return {"draw": (0,), "X": (1, -1), "measurer": (-1,), "other": (1,)}[setting.both]


GOES_ON = 127
"""What stands in the place of a score where the game has not ended."""


def scores(layer: Layer, mask: int, both: int) -> Ints:
    """int8 ``[marks]``: what an ended game is worth to X, in the units of the layer, with lines of both worth `both`;
    else `GOES_ON`.

    Rules: HYB-END-1, HYB-END-2, HYB-END-3"""
    x, unit = subsets(members(mask)), 1 << layer.controls
    of_x, of_o = LINE[x] == 1, LINE[mask & ~x] == 1
    worth = [both * unit, unit, -unit]
    return np.select([of_x & of_o, of_x, of_o], worth, GOES_ON if layer.controls else 0).astype(np.int8)


def subsets(boxes: Sequence[int]) -> Ints:
    """int64 ``[marks]``: the mask of the boxes whose bits are set in the marks, bit t for the t-th box."""
    return (np.arange(1 << len(boxes))[:, None] >> np.arange(len(boxes)) & 1) @ (1 << np.array(boxes, np.int64))
