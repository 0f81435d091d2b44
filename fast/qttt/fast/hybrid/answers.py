"""The hybrid game in batches: the values of positions, of all their moves, and the best moves.

Positions are keys (see `rules`). A kernel reads a key as a state of `rules`, turns it to its representative, and reads
the value from its place; what a move is worth is the value of what follows (see `qttt.fast.graph`)."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import ILLEGAL, UNCOMPILED, Ints, check_known
from qttt.fast.backend import Cpu, Kernel, Work
from qttt.fast.board import ALL, REPRESENTATIVES, TO_REPRESENTATIVE, image
from qttt.fast.brief import brief
from qttt.fast.hybrid.graph import TO, HybridGraph
from qttt.fast.hybrid.layer import Layer, all_digits, exchanged, rows
from qttt.fast.hybrid.rules import (
    COUNT,
    KEY_BITS,
    MEASURED,
    NUMBERS,
    O_BITS,
    O_BOXES,
    SLOTS,
    X_BOXES,
    Switches,
    bundle_of,
    count_pending,
    read,
    turn,
)
from qttt.fast.hybrid.rules import TURN as PLAYER
from qttt.fast.hybrid.setting import BOXES, RULESET, Setting
from qttt.fast.jit import jitable

TURN_OF = np.array(TO_REPRESENTATIVE)
"""``[mask]``: the symmetry to its representative."""
REPRESENTATIVE = np.array(
    [REPRESENTATIVES[mask.bit_count()].index(image(mask, symmetry)) for mask, symmetry in enumerate(TO_REPRESENTATIVE)]
)
"""``[mask]``: the number of its representative."""


class Places(NamedTuple):
    """Where the positions with `measured` boxes measured have their values.

    - loads: int64 ``[turn, bundle]``, the load of a control, -1 if the switches do not let it carry this; with X to
      move, the owners exchanged
    - weights: int64 ``[2, control]``, what a load is multiplied by in the rank of a row, and in the place in a tile
    - where ``[rank]``: the row; rows, tile: the number of rows, and of places in a tile
    - factor: what a value is multiplied by to be one of `SCALE`
    - of_x, of_o: the values with X and with O to move, to the player who has just moved"""

    loads: Ints
    weights: Ints
    where: Ints
    rows: int
    tile: int
    measured: int
    factor: int
    of_x: Ints
    of_o: Ints


@jitable
def worth(state: Work, turned: Work, setting: Switches, places: Places) -> int:
    """What X can expect of a position in which no box is being measured; ILLEGAL if the switches do not allow a bundle.
    `turned` is scratch memory."""
    loads, weights = places.loads, places.weights
    boxes = state[X_BOXES] | state[O_BOXES]
    turn(state, TO[TURN_OF[boxes]], turned)
    inside = turned[X_BOXES] | turned[O_BOXES]
    player = state[PLAYER]
    other = turned[X_BOXES] if player else turned[O_BOXES]
    rank, at, marks = 0, 0, 0
    for box in range(BOXES):
        if (inside >> box) & 1:
            marks |= ((other >> box) & 1) << COUNT[inside & ((1 << box) - 1)]
        else:
            load = loads[player, bundle_of(turned, box, setting)]
            if load < 0:
                return ILLEGAL
            control = COUNT[~inside & ((1 << box) - 1)]
            rank += load * weights[0, control]
            at += load * weights[1, control]
    row = REPRESENTATIVE[boxes] * places.rows + places.where[rank]
    place = ((row << places.measured) | marks) * places.tile + at
    return int(places.of_o[place] * places.factor if player else -places.of_x[place] * places.factor)


@jitable
def allowed(state: Work, setting: Switches) -> bool:
    """Whether the switches allow the links together, and a box that is being measured may be."""
    links, _, several = count_pending(state)
    if (setting.single and links > 1) or (setting.one_a_target and several):
        return False
    measuring = state[MEASURED]
    if measuring == 0:
        return True
    boxes = state[X_BOXES] | state[O_BOXES]
    if measuring > BOXES or (boxes >> (measuring - 1)) & 1:
        return False
    return not (setting.line[state[X_BOXES]] or setting.line[state[O_BOXES]])


@jitable
def look_up(i: int, work: Work, keys: Ints, setting: Switches, places: Places, values: Ints) -> None:
    """Kernel: what position i is worth before a box is measured; ILLEGAL if there is no such position."""
    key = keys[i]
    values[i] = ILLEGAL
    if key >> KEY_BITS == 0 and key & ALL & key >> O_BITS == 0 and read(key, work) == 0 and allowed(work, setting):
        values[i] = worth(work, work[NUMBERS:], setting, places)


KERNEL = Kernel(look_up, 2 * NUMBERS, interpreted=UNCOMPILED * SLOTS)


@dataclass(frozen=True, eq=False)
class Answers(HybridGraph):
    """Exact answers about positions of one game. `numbers` are those of the tablebase."""

    numbers: tuple[tuple[Ints, ...], ...]

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
                Cpu().launch(KERNEL, len(here), keys[here], self.switches, self._places[m], values)
                found[here] = values
        return check_known(found, found == ILLEGAL, keys, f"not a solved position of {RULESET} under the switches")

    @cached_property
    def _places(self) -> dict[int, Places]:
        return {m: places_of(self.setting, m, each) for m, each in enumerate(self.numbers) if each}


def places_of(setting: Setting, measured: int, values: tuple[Ints, ...]) -> Places:
    """Where the positions with `measured` boxes measured have their values, which are these, for each of `lanes`."""
    this, each = Layer(setting, measured), all_digits(measured)
    number = this.loads.number
    load = np.array([[number.get(of(some), -1) for some in each] for of in (exchanged, tuple)], np.int64)
    every, where = rows(this, this.outer)
    of_o, of_x = (np.asarray(lane).view() for lane in (values[0], values[-1]))
    of_x.flags.writeable = of_o.flags.writeable = False
    return Places(load, np.stack(this.weights()), where, len(every), this.tile, measured, 1 << measured, of_x, of_o)
