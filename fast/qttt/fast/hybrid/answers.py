"""The hybrid game in batches: the values of positions, of all their moves, and the best moves.

Positions are keys (see `key`). A kernel reads a key as a state of `batch`, turns it to its representative, and reads
the value from its place; what a move is worth is the value of what follows (see `qttt.fast.following`)."""

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.answers import FEW, ILLEGAL, Ints, check_known, normalised
from qttt.fast.backend import Cpu, Kernel, Work
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
from qttt.fast.hybrid.key import KEY_BITS, O_BITS, bundles, waiting
from qttt.fast.hybrid.layer import SCALE, Layer, rows
from qttt.fast.hybrid.rules import RULESET, Setting
from qttt.fast.jit import jitable

TURN_OF = np.array(TO_REPRESENTATIVE)
"""``[mask]``: the symmetry to its representative."""
REPRESENTATIVE = np.array(
    [REPRESENTATIVES[mask.bit_count()].index(image(mask, symmetry)) for mask, symmetry in enumerate(TO_REPRESENTATIVE)]
)
"""``[mask]``: the number of its representative."""


class Places(NamedTuple):
    """The places of the positions with m boxes measured.

    - load: int64 ``[turn, bundle]``: the load of a control, -1 if the switches do not let it carry this; with X to
      move, the owners exchanged
    - weights: int64 ``[2, control]``: what a load is multiplied by in the rank of a row, and in the place in a tile
    - where: ``[rank]``, the row; rows: how many there are; tile: how many places each has for given marks
    - factor: what a stored value is multiplied by to be one of `SCALE`
    - of_x, of_o: the values with X and with O to move, to the player who has just moved"""

    load: Ints
    weights: Ints
    where: Ints
    rows: int
    tile: int
    measured: int
    factor: int
    of_x: Ints
    of_o: Ints


@jitable
def worth(state: Work, turned: Work, setting: Any, places: Any) -> int:
    """What X can expect of a position in which no box is being measured; ILLEGAL if the switches do not allow a bundle.
    `turned` is scratch memory."""
    loads, weights, where, rows, tile, measured, factor, of_x, of_o = places
    boxes = state[X_BOXES] | state[O_BOXES]
    turn(state, TO[TURN_OF[boxes]], turned)
    inside = turned[X_BOXES] | turned[O_BOXES]
    player = state[PLAYER]
    other = turned[X_BOXES] if player else turned[O_BOXES]
    rank, at, marks = 0, 0, 0
    for box in range(BOXES):
        if (inside >> box) & 1:
            marks |= ((other >> box) & 1) << NUMBER[inside, box]
        else:
            load = loads[player, bundle_of(turned, box, setting)]
            if load < 0:
                return ILLEGAL
            control = NUMBER[ALL & ~inside, box]
            rank += load * weights[0, control]
            at += load * weights[1, control]
    place = ((((REPRESENTATIVE[boxes] * rows + where[rank]) << measured) | marks) * tile) + at
    return int(of_o[place] * factor if player else -of_x[place] * factor)


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
def look_up(i: int, work: Work, keys: Any, setting: Any, places: Any, values: Any) -> None:
    """Kernel: what position i is worth before a box is measured; ILLEGAL if there is no such position."""
    key = keys[i]
    values[i] = ILLEGAL
    if key >> KEY_BITS == 0 and key & ALL & key >> O_BITS == 0 and read(key, work) == 0 and allowed(work, setting):
        values[i] = worth(work, work[NUMBERS:], setting, places)


UNKNOWN = f"not a solved position of {RULESET} under the switches"
KERNEL = Kernel(look_up, 2 * NUMBERS, interpreted=FEW * SLOTS)


class OfBoxes(ByFollowing):
    """Exact answers about positions of one game."""

    setting: Setting

    actions = tuple(range(SLOTS))
    scale = Fraction(1, SCALE)
    __repr__ = brief

    def values(self, keys: Any) -> Ints:
        """int64 ``[position]``: the value of each position for X, divided by the scale. Rules: HYB-RESULT-1,
        HYB-VALUE-1

        Raises TypeError for keys that are not integers, ValueError for another shape, and what `looked_up` raises."""
        wanted = normalised(keys)
        found = self.looked_up(wanted)
        waits = np.flatnonzero(waiting(wanted))
        if len(waits):
            found[waits] = self.values(self.follow(wanted[waits]).children).reshape(len(waits), -1).sum(1) >> 1
        return found

    @abstractmethod
    def looked_up(self, keys: Ints) -> Ints:
        """The values of positions in which no box is being measured, and any numbers for others."""

    def follow(self, keys: Ints) -> Expanded:
        return followed(self._switches, keys)

    @cached_property
    def _switches(self) -> tuple[Any, ...]:
        return tuple(setting_of(self.setting))


@dataclass(frozen=True, eq=False)
class Answers(OfBoxes):
    """Exact answers about positions of one game. `numbers` are those of the tablebase."""

    setting: Setting
    numbers: tuple[tuple[Any, ...], ...]

    __repr__ = brief

    def looked_up(self, keys: Ints) -> Ints:
        """Raises UnknownPosition, naming the first of them, for keys that are not positions under the switches, or have
        a number of boxes measured that was not solved."""
        found = np.full(len(keys), ILLEGAL, np.int64)
        measured = np.bitwise_count((keys | keys >> O_BITS) & ALL)
        for m in np.unique(measured).tolist():
            if self.numbers[m]:
                here = np.flatnonzero(measured == m)
                values = np.empty(len(here), np.int64)
                Cpu().launch(KERNEL, len(here), keys[here], self._switches, self._places[m], values)
                found[here] = values
        check_known(found, found == ILLEGAL, keys, UNKNOWN)
        return found

    @cached_property
    def _places(self) -> list[tuple[Any, ...]]:
        return [tuple(places_of(self.setting, m, each)) if each else () for m, each in enumerate(self.numbers)]


def places_of(setting: Setting, measured: int, values: tuple[Any, ...]) -> Places:
    """The places of the positions with `measured` boxes measured, whose values are these, for each of `lanes`."""
    this, each = Layer(setting, measured), bundles(measured)
    number = this.loads.number
    load = [[number.get(tuple(sorted(digit ^ other for digit in some)), -1) for some in each] for other in (1, 0)]
    every, where = rows(this, this.outer)
    of_o, of_x = (np.asarray(lane).view() for lane in (values[0], values[-1]))
    of_x.flags.writeable = of_o.flags.writeable = False
    weights = np.stack(this.weights())
    return Places(np.array(load, np.int64), weights, where, len(every), this.tile, measured, 1 << measured, of_x, of_o)
