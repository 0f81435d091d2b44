"""How a layer is valued on a GPU: one position per thread, and all positions of a layer with the same number of pending
links in one launch, those with the most first.

`qttt.fast.hybrid.value` applies the same rule row by row, which a CPU does five times as fast (claim
`hybrid-two-orders`). Positions that the switches do not allow are not visited: no position leads to them."""

from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Array, Device, Kernel, Work
from qttt.fast.hybrid.layer import GOES_ON, Layer, lanes, rows, scores, together
from qttt.fast.hybrid.sets import measured_box, most_first
from qttt.fast.hybrid.setting import BOXES
from qttt.fast.hybrid.value import WORST, Bytes
from qttt.fast.jit import converted, jitable

PLACE_BITS = 16
"""A position's *code* is the rank of its row times two to this power, plus its place in a tile, at most 14,399."""


class Sizes(NamedTuple):
    """The numbers of measured boxes, of controls, of sets and of rows of a layer, and the sizes of its tiles and of
    those of the layer above, with one box more."""

    measured: int
    controls: int
    sets: int
    rows: int
    tile: int
    tile_above: int


class Tables(NamedTuple):
    """The tables of a layer.

    - loads ``[control, position]``: the loads of the positions, at most 152, those with the most links first
    - weights ``[control]``: what a load is multiplied by in a code
    - options ``[load]``: what a load keeps and turns when X is found, the same for O, the load with the owners
      exchanged, and from `LINKED` on, for each target, that with a link more, -1 if there is none
    - where ``[rank]``, where_above ``[rank]``: the row in this layer and in that above, -1 if there is none
    - lift ``[set, box, control, load]``: what a load is in the code of the position after the box is measured
    - marks_to ``[set, box, marks]``: the marks there, with the rows of the sets before counted above them
    - scores ``[side, set, marks]``: see `layer.scores`"""

    loads: Ints
    weights: Ints
    options: Ints
    where: Ints
    where_above: Ints
    lift: Ints
    marks_to: Ints
    scores: Ints


KEEP_X, TURN_X, KEEP_O, TURN_O, EXCHANGED, LINKED = range(6)


@jitable
def place_of(code: int, marks: int, measured: int, tile: int, where: Ints) -> int:
    """The place of a position in its set, negative if the switches do not allow it."""
    row, place = int(where[code >> PLACE_BITS]), code & (1 << PLACE_BITS) - 1
    return ((row << measured) + marks) * tile + place


@jitable
def value_place(
    i: int, work: Work, first: int, count: int, sizes: Sizes, tables: Tables, above: Bytes, values: Bytes
) -> None:
    """Kernel: the value of one of the positions of a layer with some number of links, from those of positions with a
    link more, and of `above`, the layer above. Both have the values ``[side, place]``.

    Rule: HYB-VALUE-1"""
    measured, controls, sets, rows, tile, tile_above = sizes
    loads, weights, options, where, where_above, lift, marks_to, scores = tables
    k, marks, set_of = first + i % count, i // count % (1 << measured), (i // count >> measured) % sets
    side, start = (i // count >> measured) // sets, set_of * rows * tile << measured
    code, partner = 0, 0
    for b in range(controls):
        code += loads[b, k] * weights[b]
        partner += options[loads[b, k], EXCHANGED] * weights[b]
    best = int(scores[side, set_of, marks])
    if best == GOES_ON:
        best = WORST
        for b in range(controls):
            load, then = loads[b, k], 0
            for c in range(controls):
                then += lift[set_of, b, c, loads[c, k]]
            x = marks_to[set_of, b, (marks & options[load, KEEP_X] ^ options[load, TURN_X]) | 1 << measured]
            o = marks_to[set_of, b, marks & options[load, KEEP_O] ^ options[load, TURN_O]]
            value = int(above[side, place_of(then, x, measured + 1, tile_above, where_above)])
            value += int(above[side, place_of(then, o, measured + 1, tile_above, where_above)])
            best = max(best, min(value, 127))
            for target in range(measured):
                more = options[load, LINKED + target]
                at = place_of(code + (more - load) * weights[b], marks, measured, tile, where) if more >= 0 else -1
                if at >= 0:
                    best = max(best, int(values[side, start + at]))
    other = len(values) - 1 - side
    values[other, start + place_of(partner, (1 << measured) - 1 - marks, measured, tile, where)] = -best


PLACE = Kernel(value_place, 1, chunk=1 << 14)


def value_places(device: Device, this: Layer, above: Array | None) -> Array:
    """The values ``[side, place]`` of a layer, from those of the layer above, if any."""
    levels, sizes, tables = _tables(this)
    sides = len(lanes(this.setting))
    values = device.xp.full((sides, len(this.sets) * this.size), WORST, np.int8)
    if above is None:
        above = values
    tables = converted(tables, device.xp.asarray)
    for first, stop in pairwise(levels):
        count = stop - first
        items = count * len(this.sets) * sides << this.measured
        device.launch(PLACE, items, first, count, sizes, tables, above, values)
    return values


@cache
def _tables(this: Layer) -> tuple[list[int], Sizes, Tables]:
    """Where each number of links begins among the positions, the most first, and what the kernel takes."""
    that = Layer(this.setting, min(this.measured + 1, BOXES))
    loads, (every, where), (every_above, where_above) = this.loads, rows(this, this.outer), rows(that, that.outer)
    sizes = Sizes(this.measured, this.controls, len(this.sets), len(every), this.tile, that.tile)
    positions = together(this.setting, this.measured, this.controls)
    levels, order = most_first(this, positions)
    lift = np.zeros((len(this.sets), this.controls, this.controls, len(loads)), np.int64)
    marks_to = np.zeros((len(this.sets), this.controls, 2 << this.measured), np.int64)
    weights_above = np.append(_weights(that), 0)
    for s, mask in enumerate(this.sets):
        for b in range(this.controls):
            then = measured_box(this, mask, b)
            lift[s, b] = weights_above[then.controls][:, None] * then.loads
            marks_to[s, b] = (that.sets.index(then.mask) * len(every_above) << that.measured) + then.marks
    tables = Tables(
        np.ascontiguousarray(positions[order].T, np.uint8),
        _weights(this),
        np.column_stack((loads.acts, loads.exchanged, loads.linked)),
        where,
        where_above,
        lift,
        marks_to,
        np.array([[scores(this, mask, both) for mask in this.sets] for both in lanes(this.setting)]),
    )
    return levels, sizes, tables


def _weights(this: Layer) -> Ints:
    of_rank, of_tile = this.weights()
    return (of_rank << PLACE_BITS) + of_tile
