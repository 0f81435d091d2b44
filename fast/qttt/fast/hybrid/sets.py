"""How a set of measured boxes is valued, from the sets with one box more."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Array, Device
from qttt.fast.board import ALL, SYMMETRIES, TO_REPRESENTATIVE, image, members
from qttt.fast.hybrid.layer import Layer, lanes, moved, rows, scores, subsets
from qttt.fast.hybrid.value import CARRY, VALUE, Carried, Lift, Part, Shape, Side, Step, Tables
from qttt.fast.jit import converted

MOST_BEST = 1 << 28
"""The most bytes for what the items of a launch have computed so far."""
ITEM = 1 << 18
"""The fewest values of an item, unless a launch has fewer."""

Lanes = list[Array]
"""An array of values for each of `lanes`."""
ValueSet = Callable[[Device, Layer, int, Lanes, Lanes], None]
"""`value_set`, or what stands in its place."""


def into(mask: int, box: int) -> int:
    """The representative of a set after a box has been measured."""
    return image(mask | 1 << box, TO_REPRESENTATIVE[mask | 1 << box])


def _rest(this: Layer, b: int) -> int:
    """How many places a tile has without a control."""
    i, j = this.widths
    return this.tile if b < this.outer else i if b == this.controls - 1 else j


@cache
def starts(this: Layer) -> tuple[int, ...]:
    """Where the values after measuring each unmeasured box begin in what a set reads, and the end."""
    found = [0]
    for b in range(this.controls):
        others = len(rows(this, this.outer - (b < this.outer))[0])
        found.append(found[-1] + (others * _rest(this, b) * 2 << this.measured))
    return tuple(found)


def value_set(device: Device, this: Layer, mask: int, after: Lanes, values: Lanes) -> None:
    """Value a set. `after` is what `carry` has found for its unmeasured boxes."""
    shape = Shape(this.measured, this.outer, this.inner, *this.widths, int(not this.loads.uses.any()))
    worth = [device.xp.asarray(scores(this, mask, both)) for both in lanes(this.setting)]
    levels, tables = _tables(this)
    tables, sides = converted(tables, device.xp.asarray), [*map(Side, after, values, worth)]
    alone, size = int(len(values) == 1), 2 * this.tile << this.measured
    most = max(1, min(8 * device.side_by_side, MOST_BEST // size))
    best = device.xp.empty(min(most, max(np.diff(levels).tolist())) * size, np.int8)
    for first, stop in pairwise(levels):
        slots = max(1, min(most, stop - first, (stop - first) * size // ITEM))
        part = Part(first, stop - first, slots, alone)
        device.launch(VALUE, slots, part, shape, tables, sides[0], sides[-1], best)


def most_first(this: Layer, some: Ints) -> tuple[list[int], Ints]:
    """Some loads ``[number, control]`` by how many links those of a number have together, the most first, and where
    each number of links begins among them."""
    links = (np.searchsorted(this.loads.starts, some, side="right") - 1).sum(1)
    order = np.argsort(-links, kind="stable")
    return np.flatnonzero(np.diff(links[order], prepend=-1, append=-1)).tolist(), order


@cache
def _tables(this: Layer) -> tuple[list[int], Tables]:
    """Where the rows with each number of links begin among the rows by their number of links, the most first, and the
    tables of the kernels."""
    loads, (every, where) = this.loads, rows(this, this.outer)
    partners = where[loads.exchanged[every] @ this.weights()[0][: this.outer]]
    here = np.arange(len(every))
    if len(lanes(this.setting)) == 1:
        here = here[partners >= here]
    levels, order = most_first(this, every[here])
    i, j = this.widths
    marks = np.arange(1 << this.measured)[:, None]
    keep_x, turn_x, keep_o, turn_o = loads.acts.T
    tables = Tables(
        here[order],
        partners,
        ((marks & keep_x ^ turn_x) | 1 << this.measured).astype(np.uint16).reshape(-1),
        (marks & keep_o ^ turn_o).astype(np.uint16).reshape(-1),
        (loads.exchanged[:i, None] * j + loads.exchanged[:j]).astype(np.uint16).reshape(-1),
        loads.linked,
        loads.uses,
        every,
        where,
        rows(this, max(this.outer - 1, 0))[1],
        np.array(starts(this), np.int64),
        np.array([loads.starts if width > 1 else (0, 1, 1, 1) for width in this.widths], np.int64),
    )
    return levels, tables


class Measured(NamedTuple):
    """Where measuring a box of a set leads: to another set, in which each control has a number, -1 for the box, and
    each load, and marks with the measured box as their last, have others."""

    mask: int
    controls: list[int]
    loads: Ints
    marks: Ints


def measured_box(this: Layer, mask: int, b: int) -> Measured:
    """Where measuring the b-th unmeasured box of a set leads."""
    that = Layer(this.setting, this.measured + 1)
    inside, outside = members(mask), members(ALL & ~mask)
    to = SYMMETRIES[TO_REPRESENTATIVE[mask | 1 << outside[b]]]
    then = into(mask, outside[b])
    found, rest = members(then), members(ALL & ~then)
    bits = [found.index(to[box]) for box in (*inside, outside[b])]
    lift = np.zeros(len(this.loads), np.int64)
    for some, load in this.loads.number.items():
        lift[load] = that.loads.number[moved(some, bits)]
    controls = [-1 if control == outside[b] else rest.index(to[control]) for control in outside]
    return Measured(then, controls, lift, subsets(bits))


def carry(device: Device, this: Layer, mask: int, b: int, values: Lanes, after: Lanes, start: int) -> None:
    """Write what a set of measured boxes reads when its b-th unmeasured box is measured, from `start` on: `values` are
    those of the set with this box."""
    items, shape, steps, tables = _carried(this, mask, b, start)
    on = device.xp.asarray
    for there, here in zip(values, after, strict=True):
        device.launch(CARRY, items, shape, on(steps), converted(tables, on), there, here)


def _carried(this: Layer, mask: int, b: int, start: int) -> tuple[int, Carried, Ints, Lift]:
    """How many items `value.carry` has, and its arguments."""
    that, then = Layer(this.setting, this.measured + 1), measured_box(this, mask, b)
    (ranks, places), (ranks_there, places_there) = this.weights(), that.weights()
    last = b == this.controls - 1
    steps = []
    for c, p in enumerate(then.controls):
        if c != b:
            rank = int(ranks[c]) // (len(this.loads) if b < c < this.outer else 1)
            inner = c >= this.outer
            place = int(places[c]) if b < this.outer else (2 << this.measured if last else 1) * inner
            steps.append(Step(len(this.loads), rank, place, int(ranks_there[p]), int(places_there[p])))
    # The innermost loop, and that over items, go over controls whose loads are neighbours in memory, here and there.
    innermost = steps.pop() if steps else Step(1, 0, 0, 0, 0)
    steps = [*sorted(steps, key=lambda step: step.place_there != 1), innermost]
    shape = Carried(start, _rest(this, b) * 2 << this.measured, 1 if last else _rest(this, b), that.measured, that.tile)
    (_, fewer), (_, where) = rows(this, this.outer - (b < this.outer)), rows(that, that.outer)
    tables = Lift(then.loads, then.marks, fewer, where)
    return int(np.prod([step.loads for step in steps[:-1]], dtype=np.int64)), shape, np.array(steps, np.int64), tables
