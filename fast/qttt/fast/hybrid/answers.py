"""The hybrid game in batches: the values of positions, of all their moves, and the best moves.

Positions are keys (see `key`), and those with equally many boxes measured are answered together. A kernel unpacks a key
into what every box carries as a control, finds the places of the positions that follow, and reads their values."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.answers import FEW, ILLEGAL, NOTHING, WORD, Ints, check_known, normalised
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.brief import brief
from qttt.fast.hybrid.boxes import ALL, BOXES, HAS_LINE, REPRESENTATIVES, SYMMETRIES, TO_REPRESENTATIVE, image, members
from qttt.fast.hybrid.key import KEY_BITS, LINK_BITS, MEASURING, MEASURING_BITS, O_BITS, TURN_BIT, bundles
from qttt.fast.hybrid.pairs import MOST_LINKS, layer_of
from qttt.fast.hybrid.ranking import capacity
from qttt.fast.hybrid.rules import RULESET, Setting, link_slot
from qttt.fast.hybrid.value import SCALE, Rows, Work
from qttt.fast.jit import jitable

SLOTS = link_slot(BOXES - 1, BOXES - 1) + 1
ONE, TWO = 0, BOXES
"""``+ box``: the links that it carries as a control, each ``2 target + owner + 1``, 0 for none; the first one first."""
SLOT = 2 * BOXES
"""``+ slot``: what a move is worth."""
WORK = SLOT + SLOTS

LINE = np.array(HAS_LINE, np.uint8)
TO = np.array(SYMMETRIES)
TURN_OF = np.array(TO_REPRESENTATIVE)
IMAGE = np.array([image(mask, TO_REPRESENTATIVE[mask]) for mask in range(ALL + 1)])
REPRESENTATIVE = np.array([REPRESENTATIVES[mask.bit_count()].index(mask) for mask in IMAGE.tolist()])
MEMBERS = np.array([(*members(mask), *[0] * (BOXES - mask.bit_count())) for mask in range(ALL + 1)])
NUMBER = np.array([[(mask & (1 << box) - 1).bit_count() for box in range(BOXES)] for mask in range(ALL + 1)])
"""``[mask]``: whether it has a line, the symmetry to its representative, its image there, the number of that; its
boxes, ascending; and of each box how many of its boxes come before. ``TO[symmetry, box]``: where a box goes."""


class Places(NamedTuple):
    """The places of the positions with m boxes measured.

    - numbers: int64 ``[link, link]``, the bundle of two links, each 0 for none or 1 + ``2t + w``
    - weights: int64 ``[control, bundle]``: what a control adds to the rank, -1 if the switches do not let it carry this
    - ranks: more than any rank; factor: what a stored value is multiplied by to be one of `SCALE`
    - of_x, of_o: the values with X and with O to move"""

    numbers: Ints
    weights: Ints
    ranks: int
    measured: int
    factor: int
    of_x: Ints
    of_o: Ints


@jitable
def worth(work: Work, x: int, o: int, turn: int, places: Any) -> int:
    """What X can expect of the position with the links in `work`, turn 0 if X is to move, 1 if O; ILLEGAL if the
    switches do not allow a bundle."""
    numbers, weights, ranks, measured, factor, of_x, of_o = places
    boxes = x | o
    own = o if turn else x
    symmetry = TURN_OF[boxes]
    inside = IMAGE[boxes]
    outside = ALL & ~inside
    rank = 0
    marks = 0
    for box in range(BOXES):
        to = TO[symmetry, box]
        if (boxes >> box) & 1:
            marks |= ((own >> box) & 1) << NUMBER[inside, to]
        else:
            one = work[ONE + box]
            two = work[TWO + box]
            if one:
                one = 2 * NUMBER[inside, TO[symmetry, (one - 1) >> 1]] + ((one - 1) & 1 ^ turn) + 1
            if two:
                two = 2 * NUMBER[inside, TO[symmetry, (two - 1) >> 1]] + ((two - 1) & 1 ^ turn) + 1
            weight = weights[NUMBER[outside, to], numbers[one, two]]
            if weight < 0:
                return ILLEGAL
            rank += weight
    place = ((REPRESENTATIVE[boxes] * ranks + rank) << measured) | marks
    return int(-of_o[place] * factor if turn else of_x[place] * factor)


@jitable
def changed(link: int, mark: int, take: int, x: int, o: int) -> tuple[int, int]:
    """The marks after a link has acted, if it belongs to the player whose mark was found, 0 for X and 1 for O.

    Rule: HYB-TRIGGER-1"""
    if link == 0 or (link - 1) & 1 != mark:
        return x, o
    bit = 1 << ((link - 1) >> 1)
    becomes_o = mark if take else (x & bit) != 0
    if becomes_o:
        return x & ~bit, o | bit
    return x | bit, o & ~bit


@jitable
def worth_measured(work: Work, x: int, o: int, turn: int, box: int, take: int, places: Any) -> int:
    """What X can expect when a box is measured; `places` are those with one more. Rules: HYB-RESULT-1, HYB-VALUE-1"""
    one = work[ONE + box]
    two = work[TWO + box]
    work[ONE + box] = 0
    work[TWO + box] = 0
    total = 0
    for mark in range(2):
        new_x = x | (1 - mark) << box
        new_o = o | mark << box
        new_x, new_o = changed(one, mark, take, new_x, new_o)
        new_x, new_o = changed(two, mark, take, new_x, new_o)
        total += worth(work, new_x, new_o, 1 - turn, places)
    work[ONE + box] = one
    work[TWO + box] = two
    return total >> 1


@jitable
def unpack(key: int, work: Work, single: int, one_a_target: int, places: Any) -> int:
    """Write the links of a key; return the mask of their targets, -1 if the switches do not allow them."""
    numbers, weights = places[0], places[1]
    x = key & ALL
    o = (key >> O_BITS) & ALL
    boxes = x | o
    if key >> KEY_BITS or x & o:
        return -1
    bundle_count = weights.shape[1]
    links = key >> LINK_BITS
    targets = 0
    count = 0
    for box in range(BOXES):
        work[ONE + box] = 0
        work[TWO + box] = 0
        if (boxes >> box) & 1:
            continue
        number = links % bundle_count
        links //= bundle_count
        # bundles are numbered by how many links they have: none, one, and then two in lexicographic order
        one = number
        two = 0
        ones = numbers.shape[0] - 1
        if number > ones:
            two = number - ones
            one = 1
            while two > ones - one + 1:
                two -= ones - one + 1
                one += 1
            two += one - 1
        for n in range(2):
            link = two if n else one
            if link:
                target = MEMBERS[boxes, (link - 1) >> 1]
                work[(TWO if n else ONE) + box] = 2 * target + ((link - 1) & 1) + 1
                if one_a_target and (targets >> target) & 1:
                    return -1
                targets |= 1 << target
                count += 1
    return -1 if links or (single and count > 1) else targets


@jitable
def link_all(work: Work, x: int, o: int, turn: int, box: int, full: int, places: Any) -> None:
    """Write what each link is worth with this box as the control, which carries one link at most; targets in `full` may
    receive no other. Rules: HYB-LINK-1, HYB-CONTROL-1, HYB-TARGET-1"""
    at = (TWO if work[ONE + box] else ONE) + box
    for target in range(BOXES):
        if ((x | o) >> target) & 1 and not (full >> target) & 1:
            work[at] = 2 * target + turn + 1
            work[SLOT + BOXES + BOXES * box + target] = worth(work, x, o, 1 - turn, places)
    work[at] = 0


@jitable
def answer(
    i: int,
    work: Work,
    keys: Rows,
    single: int,
    one_a_target: int,
    take: int,
    places: Any,
    following: Any,
    values: Rows,
    action_values: Rows,
    best: Rows,
) -> None:
    """Kernel: the worth of position i, the worth of each of its moves, and the mask of the best; arrays without rows
    are left unchanged. If there is no such position, they have ILLEGAL, NOTHING and -1."""
    key = keys[i]
    targets = unpack(key, work, single, one_a_target, places)
    x = key & ALL
    o = (key >> O_BITS) & ALL
    boxes = x | o
    turn = (key >> TURN_BIT) & 1
    measuring = (key >> MEASURING_BITS) & MEASURING
    over = LINE[x] != 0 or LINE[o] != 0 or boxes == ALL
    found = ILLEGAL
    if targets >= 0:
        found = worth(work, x, o, turn, places)
    if measuring and (over or measuring > BOXES or (boxes >> (measuring - 1)) & 1):
        found = ILLEGAL
    known = found != ILLEGAL
    if known and measuring:
        found = worth_measured(work, x, o, turn, measuring - 1, take, following)
    if len(values):
        values[i] = found
        return
    for slot in range(SLOTS):
        work[SLOT + slot] = ILLEGAL
    if known and not over and not measuring:
        for box in range(BOXES):
            if (boxes >> box) & 1 == 0:
                work[SLOT + box] = worth_measured(work, x, o, turn, box, take, following)
                if work[TWO + box] == 0 and not (single and targets):
                    link_all(work, x, o, turn, box, targets if one_a_target else 0, places)
    if len(action_values):
        for slot in range(SLOTS):
            action_values[i, slot] = work[SLOT + slot]
        if not known:
            action_values[i, 0] = NOTHING
    if len(best):
        best[i, 0] = 0 if known else -1
        best[i, 1] = 0
        for slot in range(SLOTS):
            if known and work[SLOT + slot] == found:
                best[i, slot // WORD] |= 1 << (slot % WORD)


UNKNOWN = f"not a solved position of {RULESET} under the switches"
KERNEL = Kernel(answer, WORK, interpreted=FEW)


@dataclass(frozen=True, eq=False)
class Answers:
    """Exact answers about positions of one game: see `qttt.fast.answers.Answers`. `numbers` are those of the
    tablebase."""

    setting: Setting
    numbers: tuple[tuple[Any, ...], ...]

    actions = tuple(range(SLOTS))
    scale = Fraction(1, SCALE)
    error = 0.0
    __repr__ = brief

    def values(self, keys: Any) -> Ints:
        """int64 ``[position]``: the value of each position for X, divided by the scale.

        Raises TypeError for keys that are not integers, ValueError for another shape, and UnknownPosition, naming the
        first of them, for keys that are not positions under the switches, or have fewer boxes measured than were
        solved."""
        wanted, found = self._answered(keys, values=1)
        return check_known(found, found == ILLEGAL, wanted, UNKNOWN)

    def action_values(self, keys: Any) -> Ints:
        """int64 ``[position, action]``: the value for X of each legal move, divided by the scale, `ILLEGAL` for all
        others. Raises what `values` raises."""
        wanted, found = self._answered(keys, action_values=1)
        return check_known(found, found[:, 0] == NOTHING, wanted, UNKNOWN)

    def best(self, keys: Any) -> Ints:
        """int64 ``[position, word]``: the mask of the optimal moves of the player to move, bit ``i % WORD`` of
        word ``i // WORD`` for ``actions[i]``; 0 where nobody moves. Raises what `values` raises."""
        wanted, found = self._answered(keys, best=1)
        return check_known(found, found[:, 0] < 0, wanted, UNKNOWN)

    def _answered(self, keys: Any, values: int = 0, action_values: int = 0, best: int = 0) -> tuple[Ints, Ints]:
        """The keys, and what the kernel writes to the requested array."""
        wanted = normalised(keys)
        shapes = [(values, ()), (action_values, (SLOTS,)), (best, (-(-SLOTS // WORD),))]
        found = [np.full((asked * len(wanted), *columns), ILLEGAL, np.int64) for asked, columns in shapes]
        measured = np.bitwise_count((wanted | wanted >> O_BITS) & ALL)
        single, one = int(self.setting.links == "single"), int(self.setting.targets == "one")
        take = int(self.setting.effect == "take")
        for m in np.unique(measured).tolist():
            if not self.numbers[m]:
                continue
            here = np.flatnonzero(measured == m)
            arrays = [np.empty((asked * len(here), *columns), np.int64) for asked, columns in shapes]
            places = self._places[m], self._places[min(m + 1, BOXES)]
            Cpu().launch(KERNEL, len(here), wanted[here], single, one, take, *places, *arrays)
            for whole, part in zip(found, arrays, strict=True):
                if len(part):
                    whole[here] = part
        return wanted, next(array for array, (asked, _) in zip(found, shapes, strict=True) if asked)

    @cached_property
    def _places(self) -> list[tuple[Any, ...]]:
        return [tuple(places_of(self.setting, m, each)) if each else () for m, each in enumerate(self.numbers)]


def places_of(setting: Setting, measured: int, lanes: tuple[Any, ...]) -> Places:
    """The places of the positions with `measured` boxes measured, whose values are in `lanes`."""
    this, each = layer_of(setting, measured), bundles(measured)
    numbers = np.zeros((2 * measured + 1, 2 * measured + 1), np.int64)
    weights = np.full((BOXES - measured, len(each)), -1, np.int64)
    for bundle, number in each.items():
        one, two = (0, 0, *(digit + 1 for digit in bundle))[-MOST_LINKS:]
        numbers[one, two] = numbers[two, one] = number
        targets = {digit // 2 for digit in bundle}
        if len(bundle) <= capacity(setting) and (setting.targets == "any" or len(targets) == len(bundle)):
            for control in range(BOXES - measured):
                weights[control, number] = this.rank((control, *divmod(digit, 2)) for digit in bundle)
    of_x, of_o = (np.asarray(lane).view() for lane in (lanes[0], lanes[-1]))
    of_x.flags.writeable = of_o.flags.writeable = False
    return Places(numbers, weights, this.ranks, measured, SCALE // this.scale, of_x, of_o)
