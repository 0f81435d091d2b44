"""Every position with a number of measured boxes as a place in an array, by counting instead of hashing.

X is to move everywhere: a position with O to move stands exchanged, X for O in marks and owners (lemma `colours`). The
measured boxes are one of the representatives, turned there if need be (lemma `symmetry`). Then a position is

- the number of the representative,
- the pending links, each a *code* ``2 (pm + t) + w`` for the p-th unmeasured box as control, the t-th of m measured
  boxes as target and the owner w, 0 for X and 1 for O. Each code has a *weight*, and the *rank* of the links is their
  sum: in mixed radix, with a digit for each control, or for each target where that may receive one link only,
- the *marks*: bit t is set if the t-th measured box is X,

and its place is ``(representative * ranks + rank) << measured | marks``."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from qttt.fast.brief import brief
from qttt.fast.hybrid.boxes import ALL, BOXES, HAS_LINE, REPRESENTATIVES, SYMMETRIES, TO_REPRESENTATIVE, image, members
from qttt.fast.hybrid.rules import Setting
from qttt.fast.hybrid.value import GOES_ON, SCALE

Ints = np.ndarray[Any, Any]

NO_LINK = 255


@dataclass(frozen=True, eq=False)
class Layer:
    """The positions with some number of boxes measured, under the switches `links` and `targets`.

    - links: uint8 ``[row, i]``: all sets of links, ordered by their number, as ascending codes, then `NO_LINK`; rows:
      int32, their ranks; starts: where those with 0, 1, 2 and more links begin, and the end
    - weights: int32 ``[code]``; exchanged: those of the codes with the other owner; ranks: more than any rank
    - what measuring an unmeasured box leads to, with the colours exchanged. into: int32 ``[representative, box]``, the
      representative; place: the bit of the box's own mark; carried: ``[representative, box, code]``, the weight of a
      link then, 0 if the box is its control; turned: uint16 ``[representative, box, marks]``, the other marks."""

    measured: int
    links: Ints
    rows: Ints
    starts: tuple[int, ...]
    weights: Ints
    exchanged: Ints
    ranks: int
    into: Ints
    place: Ints
    carried: Ints
    turned: Ints

    scale = SCALE
    dtype = np.int16
    __repr__ = brief

    @property
    def representatives(self) -> tuple[int, ...]:
        return REPRESENTATIVES[self.measured]

    @property
    def size(self) -> int:
        """How many places there are."""
        return len(self.representatives) * self.ranks << self.measured

    def rank(self, links: Iterable[tuple[int, int, int]]) -> int:
        """The rank of links: the control's number among the unmeasured boxes, the target's among the measured ones, and
        the owner's."""
        return sum(int(self.weights[code(self.measured, *link)]) for link in links)


def capacity(setting: Setting) -> int:
    """How many pending links a control may carry. Rule: HYB-CONTROL-1"""
    return 2 if setting.links == "two" else 1


def code(measured: int, control: int, target: int, owner: int) -> int:
    """The code of a link, of which each end is the number of its box among the unmeasured or the measured ones."""
    return 2 * (control * measured + target) + owner


def layer(setting: Setting, measured: int) -> Layer:
    """The layer of positions with `measured` boxes measured.

    Raises ValueError for two links on a control and any number on a target: such positions have places in `pairs`."""
    return _layer(setting._replace(effect="reverse", both="draw"), measured)


@cache
def _layer(setting: Setting, measured: int) -> Layer:
    if (setting.links, setting.targets) == ("two", "any"):
        raise ValueError("switches links=two targets=any: their layers are those of `pairs`")
    weights, ranks = _weights(setting, measured)
    links = _all_links(setting, measured)
    number = (links != NO_LINK).sum(1)
    links = links[np.argsort(number, kind="stable")]
    moves = measurements(measured)
    following = _weights(setting, measured + 1)[0] if measured < BOXES else weights
    return Layer(
        measured,
        links,
        _padded(weights)[links].sum(1, dtype=np.int32),
        tuple(np.searchsorted(np.sort(number), np.arange(int(number.max()) + 2)).tolist()),
        weights,
        weights[np.arange(len(weights)) ^ 1],
        ranks,
        moves.into,
        moves.place,
        _padded(following)[moves.images],
        moves.turned,
    )


def _padded(weights: Ints) -> Ints:
    """The weights of codes, and 0 for `NO_LINK`."""
    padded = np.zeros(NO_LINK + 1, np.int32)
    padded[: len(weights)] = weights
    return padded


def _by_target(setting: Setting, measured: int) -> bool:
    """Whether the ranks have a digit for each target."""
    others = BOXES - measured
    fewer = (1 + 2 * others) ** measured < (1 + 2 * measured) ** others
    return setting.links == "two" or (setting.targets == "one" and fewer)


def _weights(setting: Setting, measured: int) -> tuple[Ints, int]:
    """``[code]``: what a link adds to the rank; and how many ranks there are."""
    boxes = BOXES - measured
    codes = np.arange(2 * boxes * measured, dtype=np.int32)
    if setting.links == "single":
        return codes + np.int32(1), 1 + len(codes)
    if not len(codes):
        return codes, 1
    control, digit = np.divmod(codes, 2 * measured)
    if _by_target(setting, measured):
        target, owner = np.divmod(digit, 2)
        kinds = 1 + 2 * boxes
        return ((1 + 2 * control + owner) * kinds**target).astype(np.int32), kinds**measured
    kinds = 1 + 2 * measured
    return ((1 + digit) * kinds**control).astype(np.int32), kinds**boxes


def _all_links(setting: Setting, measured: int) -> Ints:
    """uint8 ``[row, i]``: all sets of links that the switches allow, ascending codes, then `NO_LINK`."""
    boxes = BOXES - measured
    if not boxes * measured:
        return np.zeros((1, 0), np.uint8)
    if setting.links == "single":
        return np.array([[NO_LINK], *([code] for code in range(2 * boxes * measured))], np.uint8)
    by_target = _by_target(setting, measured)
    ends, others, most = (measured, boxes, capacity(setting)) if by_target else (boxes, measured, 1)
    digits = np.indices((1 + 2 * others,) * ends, np.uint8).reshape(ends, -1).T
    if by_target or setting.targets == "one":
        chosen = (digits + 1) // 2
        for other in range(1, others + 1):
            keep = (chosen == other).sum(1) <= most
            digits, chosen = digits[keep], chosen[keep]
    codes = np.full(digits.shape, NO_LINK, np.uint8)
    for end in range(ends):
        there = digits[:, end] > 0
        other, owner = np.divmod(digits[there, end].astype(np.int64) - 1, 2)
        control, target = (other, end) if by_target else (end, other)
        codes[there, end] = 2 * (control * measured + target) + owner
    codes.sort(1)
    return codes


@dataclass(frozen=True, eq=False)
class Measurements:
    """What measuring an unmeasured box leads to, with the colours exchanged, as in `Layer`. images: uint8
    ``[representative, box, code]``, the code of a link then, `NO_LINK` if the box is its control."""

    into: Ints
    place: Ints
    images: Ints
    turned: Ints

    __repr__ = brief


@cache
def measurements(measured: int) -> Measurements:
    """What measuring leads to with `measured` boxes measured, under any switches."""
    representatives, boxes = REPRESENTATIVES[measured], BOXES - measured
    into = np.zeros((len(representatives), boxes), np.int32)
    place = np.zeros_like(into)
    images = np.full((len(representatives), boxes, 2 * boxes * measured), NO_LINK, np.uint8)
    turned = np.zeros((len(representatives), boxes, 1 << measured), np.uint16)
    for r, mask in enumerate(representatives):
        inside, outside = members(mask), members(ALL & ~mask)
        for b, box in enumerate(outside):
            symmetry = TO_REPRESENTATIVE[mask | 1 << box]
            to = SYMMETRIES[symmetry]
            found = image(mask | 1 << box, symmetry)
            after, rest = members(found), members(ALL & ~found)
            into[r, b] = REPRESENTATIVES[measured + 1].index(found)
            place[r, b] = 1 << after.index(to[box])
            for t, target in enumerate(inside):
                bit = after.index(to[target])
                turned[r, b] |= ((~np.arange(1 << measured) >> t & 1) << bit).astype(np.uint16)
                for p, control in enumerate(outside):
                    for owner in (0, 1):
                        if control != box:
                            then = code(measured + 1, rest.index(to[control]), bit, 1 - owner)
                            images[r, b, code(measured, p, t, owner)] = then
    return Measurements(into, place, images, turned)


def scores(measured: int, both: int, scale: int = SCALE) -> np.ndarray[Any, Any]:
    """int16 ``[representative, marks]``: the value to X of an ended game times `scale`, lines of both worth `both`;
    else `GOES_ON`.

    Rules: HYB-END-1, HYB-END-2, HYB-END-3"""
    found = np.full((len(REPRESENTATIVES[measured]), 1 << measured), GOES_ON, np.int16)
    for r, mask in enumerate(REPRESENTATIVES[measured]):
        boxes = members(mask)
        for marks in range(1 << measured):
            x = sum(1 << box for j, box in enumerate(boxes) if marks >> j & 1)
            match HAS_LINE[x], HAS_LINE[mask & ~x]:
                case True, True:
                    found[r, marks] = scale * both
                case True, False:
                    found[r, marks] = scale
                case False, True:
                    found[r, marks] = -scale
                case _ if mask == ALL:
                    found[r, marks] = 0
    return found
