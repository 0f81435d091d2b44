"""Places for the positions in which a control may carry two links and a target any number.

There are too many sets of links to list. But what a control carries, its *load*, matters only through its number of
links and what each result does to the marks: under `effect=reverse` two equal links do nothing, for any target and
owner (lemma `double-reversal`). So loads are numbered, those of fewer links first, and the rank of a position's links
is in mixed radix, with the number of a load as the digit of each control. The rest is as in `ranking`.

A value with m boxes measured is kept times 2^(9-m), which is small enough for a byte from three boxes on."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from qttt.fast.brief import brief
from qttt.fast.hybrid.boxes import BOXES, REPRESENTATIVES
from qttt.fast.hybrid.ranking import Ints, Layer, code, layer, measurements
from qttt.fast.hybrid.rules import Setting
from qttt.fast.hybrid.value import SCALE

Digits = tuple[int, ...]
"""Links of one control, ascending: 2t + w for the t-th measured box as target and the owner w, 0 for X and 1 for O."""

MOST_LINKS = 2


@dataclass(frozen=True, eq=False)
class Loads:
    """The loads of a control with some number of boxes measured, under one effect.

    - number: which load some links are; starts: the first load of 0, 1 and 2 links, and the end
    - acts: int32 ``[load]``: the marks, a bit set for X, that the result X keeps, and then those that it turns; as many
      for O
    - exchanged: int32, the load with the other owners; linked: int32 ``[load, target]``, the load with the other owners
      after a link of X to the target has been added, -1 if it can carry no more"""

    number: dict[Digits, int]
    starts: tuple[int, ...]
    acts: Ints
    exchanged: Ints
    linked: Ints

    __repr__ = brief


@dataclass(frozen=True)
class PairLayer:
    """The positions with some number of boxes measured, where controls carry two links and targets any number."""

    effect: str
    measured: int

    @property
    def loads(self) -> Loads:
        return loads(self.effect, self.measured)

    @property
    def representatives(self) -> tuple[int, ...]:
        return REPRESENTATIVES[self.measured]

    @property
    def controls(self) -> int:
        return BOXES - self.measured

    @property
    def ranks(self) -> int:
        """More than any rank."""
        return int(self.weights[-1])

    @property
    def size(self) -> int:
        """How many places there are."""
        return len(self.representatives) * self.ranks << self.measured

    @property
    def scale(self) -> int:
        """The factor that makes values integers."""
        return SCALE >> self.measured

    @property
    def dtype(self) -> Any:
        return np.int8 if self.scale <= np.iinfo(np.int8).max else np.int16

    @property
    def weights(self) -> Ints:
        """int64 ``[control]``: what its rank is multiplied by for the number of a control's load; and then `ranks`."""
        return np.int64(self.loads.starts[-1]) ** np.arange(self.controls + 1, dtype=np.int64)

    def rank(self, links: Iterable[tuple[int, int, int]]) -> int:
        """The rank of links: the control's number among the unmeasured boxes, the target's among the measured ones, and
        the owner's."""
        of_each: list[list[int]] = [[] for _ in range(self.controls)]
        for control, target, owner in links:
            of_each[control].append(2 * target + owner)
        numbers = [self.loads.number[tuple(sorted(some))] for some in of_each]
        return sum(number * self.loads.starts[-1] ** control for control, number in enumerate(numbers))

    def carried(self) -> Ints:
        """int64 ``[representative, box, control, load]``: what a control adds to the rank, the colours exchanged, when
        an unmeasured box is measured; 0 if it is that box."""
        after = PairLayer(self.effect, self.measured + 1)
        images = measurements(self.measured).images
        found = np.zeros((*images.shape[:2], self.controls, self.loads.starts[-1]), np.int64)
        for some, number in self.loads.number.items():
            for r, b, control in np.ndindex(found.shape[:3]):
                if some and control != b:
                    codes = [int(images[r, b, code(self.measured, control, *divmod(digit, 2))]) for digit in some]
                    ends = [divmod(code // 2, self.measured + 1) for code in codes]
                    links = [(*end, code % 2) for end, code in zip(ends, codes, strict=True)]
                    found[r, b, control, number] = after.rank(links)
        return found


def has_pairs(setting: Setting) -> bool:
    """Whether a setting is one of those of this module."""
    return (setting.links, setting.targets) == ("two", "any")


def layer_of(setting: Setting, measured: int) -> Layer | PairLayer:
    """The layer of positions with `measured` boxes measured, under any switches."""
    return PairLayer(setting.effect, measured) if has_pairs(setting) else layer(setting, measured)


def all_digits(measured: int) -> list[Digits]:
    """All the links that a control may carry, fewer first."""
    return [some for n in range(MOST_LINKS + 1) for some in combinations_with_replacement(range(2 * measured), n)]


@cache
def loads(effect: str, measured: int) -> Loads:
    """The loads of a control. Rules: HYB-CONTROL-1, HYB-TRIGGER-1"""
    number: dict[Digits, int] = {}
    known: dict[tuple[int, Digits], int] = {}
    for some in all_digits(measured):
        number[some] = known.setdefault((len(some), acts(effect, some)), len(known))
    first: dict[int, Digits] = {}
    for some, load in number.items():
        first.setdefault(load, some)
    of = [len(some) for some in first.values()]
    exchanged = [number[_sorted(digit ^ 1 for digit in some)] for some in first.values()]
    linked = [
        [number.get(_sorted([2 * target + 1, *(digit ^ 1 for digit in some)]), -1) for target in range(measured)]
        for some in first.values()
    ]
    return Loads(
        number,
        tuple(sum(links < n for links in of) for n in range(MOST_LINKS + 2)),
        np.array([acts(effect, some) for some in first.values()], np.int32),
        np.array(exchanged, np.int32),
        np.array(linked, np.int32).reshape(len(first), measured),
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


def _sorted(digits: Iterable[int]) -> Digits:
    return tuple(sorted(digits))
