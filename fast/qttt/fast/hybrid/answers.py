"""The hybrid game in batches: the values of positions, of all their moves, and the best moves.

Positions are keys (see `key`). A kernel reads a key as a state of `batch`, turns it to its representative, and reads
the value from its place; what a move is worth is the value of what follows (see `qttt.fast.following`)."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.answers import FEW, ILLEGAL, Ints, check_known, normalised
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.brief import brief
from qttt.fast.following import ByFollowing
from qttt.fast.graph import Expanded
from qttt.fast.hybrid.batch import (
    MEASURED,
    NUMBER,
    NUMBERS,
    O_BOXES,
    SLOTS,
    X_BOXES,
    bundle_of,
    pending,
    read,
    setting_of,
    turn,
)
from qttt.fast.hybrid.batch import TURN as PLAYER
from qttt.fast.hybrid.boxes import ALL, BOXES, REPRESENTATIVES, TO_REPRESENTATIVE, image
from qttt.fast.hybrid.graph import TO, followed
from qttt.fast.hybrid.key import KEY_BITS, MEASURING, MEASURING_BITS, O_BITS, bundles
from qttt.fast.hybrid.pairs import layer_of
from qttt.fast.hybrid.ranking import capacity
from qttt.fast.hybrid.rules import RULESET, Setting
from qttt.fast.hybrid.value import SCALE, Rows, Work
from qttt.fast.jit import jitable

TURN_OF = np.array(TO_REPRESENTATIVE)
"""``[mask]``: the symmetry to its representative."""
REPRESENTATIVE = np.array(
    [REPRESENTATIVES[mask.bit_count()].index(image(mask, symmetry)) for mask, symmetry in enumerate(TO_REPRESENTATIVE)]
)
"""``[mask]``: the number of its representative."""


class Places(NamedTuple):
    """The places of the positions with m boxes measured.

    - weights: int64 ``[turn, control, bundle]``: what a control adds to the rank, -1 if the switches do not let it
      carry this; with O to move, the owners exchanged
    - ranks: more than any rank; factor: what a stored value is multiplied by to be one of `SCALE`
    - of_x, of_o: the values with X and with O to move"""

    weights: Ints
    ranks: int
    measured: int
    factor: int
    of_x: Ints
    of_o: Ints


@jitable
def worth(state: Work, turned: Work, setting: Any, places: Any) -> int:
    """What X can expect of a position in which no box is being measured; ILLEGAL if the switches do not allow a bundle.
    `turned` is scratch memory."""
    weights, ranks, measured, factor, of_x, of_o = places
    boxes = state[X_BOXES] | state[O_BOXES]
    turn(state, TO[TURN_OF[boxes]], turned)
    inside = turned[X_BOXES] | turned[O_BOXES]
    player = state[PLAYER]
    own = turned[O_BOXES] if player else turned[X_BOXES]
    rank = 0
    marks = 0
    for box in range(BOXES):
        if (inside >> box) & 1:
            marks |= ((own >> box) & 1) << NUMBER[inside, box]
        else:
            weight = weights[player, NUMBER[ALL & ~inside, box], bundle_of(turned, box, setting)]
            if weight < 0:
                return ILLEGAL
            rank += weight
    place = ((REPRESENTATIVE[boxes] * ranks + rank) << measured) | marks
    return int(-of_o[place] * factor if player else of_x[place] * factor)


@jitable
def allowed(state: Work, setting: Any) -> bool:
    """Whether the switches allow the links together, and a box that is being measured may be."""
    links, _, several = pending(state)
    if (setting[1] and links > 1) or (setting[2] and several):
        return False
    measuring = state[MEASURED]
    if measuring == 0:
        return True
    boxes = state[X_BOXES] | state[O_BOXES]
    if measuring > BOXES or (boxes >> (measuring - 1)) & 1:
        return False
    return not (setting[6][state[X_BOXES]] or setting[6][state[O_BOXES]])


@jitable
def look_up(i: int, work: Work, keys: Rows, setting: Any, places: Any, values: Rows) -> None:
    """Kernel: what position i is worth before a box is measured; ILLEGAL if there is no such position."""
    key = keys[i]
    values[i] = ILLEGAL
    if key >> KEY_BITS == 0 and key & ALL & key >> O_BITS == 0 and read(key, work) == 0 and allowed(work, setting):
        values[i] = worth(work, work[NUMBERS:], setting, places)


UNKNOWN = f"not a solved position of {RULESET} under the switches"
KERNEL = Kernel(look_up, 2 * NUMBERS, interpreted=FEW * SLOTS)


@dataclass(frozen=True, eq=False)
class Answers(ByFollowing):
    """Exact answers about positions of one game. `numbers` are those of the tablebase."""

    setting: Setting
    numbers: tuple[tuple[Any, ...], ...]

    actions = tuple(range(SLOTS))
    scale = Fraction(1, SCALE)
    __repr__ = brief

    def values(self, keys: Any) -> Ints:
        """int64 ``[position]``: the value of each position for X, divided by the scale. Rules: HYB-RESULT-1,
        HYB-VALUE-1

        Raises TypeError for keys that are not integers, ValueError for another shape, and UnknownPosition, naming the
        first of them, for keys that are not positions under the switches, or have fewer boxes measured than were
        solved."""
        wanted = normalised(keys)
        found = np.full(len(wanted), ILLEGAL, np.int64)
        measured = np.bitwise_count((wanted | wanted >> O_BITS) & ALL)
        for m in np.unique(measured).tolist():
            if self.numbers[m]:
                here = np.flatnonzero(measured == m)
                values = np.empty(len(here), np.int64)
                Cpu().launch(KERNEL, len(here), wanted[here], self._switches, self._places[m], values)
                found[here] = values
        check_known(found, found == ILLEGAL, wanted, UNKNOWN)
        waits = np.flatnonzero(wanted >> MEASURING_BITS & MEASURING)
        if len(waits):
            found[waits] = self.values(self.follow(wanted[waits]).children).reshape(len(waits), -1).sum(1) >> 1
        return found

    def follow(self, keys: Ints) -> Expanded:
        return followed(self._switches, keys)

    @cached_property
    def _switches(self) -> tuple[Any, ...]:
        return tuple(setting_of(self.setting))

    @cached_property
    def _places(self) -> list[tuple[Any, ...]]:
        return [tuple(places_of(self.setting, m, each)) if each else () for m, each in enumerate(self.numbers)]


def places_of(setting: Setting, measured: int, lanes: tuple[Any, ...]) -> Places:
    """The places of the positions with `measured` boxes measured, whose values are in `lanes`."""
    this, each = layer_of(setting, measured), bundles(measured)
    weights = np.full((2, BOXES - measured, len(each)), -1, np.int64)
    for bundle, number in each.items():
        targets = {digit // 2 for digit in bundle}
        if len(bundle) <= capacity(setting) and (setting.targets == "any" or len(targets) == len(bundle)):
            for player, control in np.ndindex(weights.shape[:2]):
                links = ((control, digit // 2, digit % 2 ^ player) for digit in bundle)
                weights[player, control, number] = this.rank(links)
    of_x, of_o = (np.asarray(lane).view() for lane in (lanes[0], lanes[-1]))
    of_x.flags.writeable = of_o.flags.writeable = False
    return Places(weights, this.ranks, measured, SCALE // this.scale, of_x, of_o)
