"""The kernels that value a set of measured boxes.

A set is valued from the sets with one box more, and its positions with fewer links from those with more. A value is to
the player who has just moved, X, with O to move; so a move of X leads to a value of X's, and the best of them, for the
loads with their owners exchanged and the other marks, to the value of the position before: its opposite.

The innermost loops go over the loads of one or two controls, which are neighbours in memory, as the places of a tile
have all options of outer controls in common. `qttt.fast.hybrid.places` values single positions: many more items at
once, each slower."""

from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Kernel, Work
from qttt.fast.hybrid.layer import GOES_ON, MOST_LINKS
from qttt.fast.jit import jitable

Bytes = Ints
WORST = -127
"""What stands in the place of a position that the switches do not allow; less than any value."""


class Shape(NamedTuple):
    """The numbers of measured boxes, of outer and of inner controls; how many loads the two inner ones have, 1 for one
    that is not there; and 1 if the switches allow all loads together."""

    measured: int
    outer: int
    inner: int
    width_i: int
    width_j: int
    free: int


class Tables(NamedTuple):
    """The tables of a layer.

    - order: the rows to be valued, those with the most links first; `partners` ``[row]``: the row with the owners
      exchanged
    - found_x, found_o ``[marks, load]``: the marks after a control with a load was found X, O
    - turned ``[place]``: the place in a tile with the owners exchanged
    - linked ``[load, target]``: the load with a link more, -1 if there is none; `uses` ``[load]``: what it uses
    - rows ``[row, control]``: the loads of the outer controls; `where` ``[rank]``: the row, -1 if there is none
    - fewer ``[rank]``: the row without a control; `starts`: see `sets.starts`
    - groups ``[inner control, links]``: where the loads with each number of links begin"""

    order: Ints
    partners: Ints
    found_x: Ints
    found_o: Ints
    turned: Ints
    linked: Ints
    uses: Ints
    rows: Ints
    where: Ints
    fewer: Ints
    starts: Ints
    groups: Ints


class Side(NamedTuple):
    """What is known with a player to move: of the sets with one box more, the values, and the scores."""

    after: Bytes
    values: Bytes
    scores: Bytes


class Part(NamedTuple):
    """The first and the number of some rows, the number of items that they are valued in, and 1 if both players have
    the same values."""

    first: int
    rows: int
    slots: int
    alone: int


@jitable
def raise_to_sums(best: Bytes, one: Bytes, two: Bytes) -> None:
    """Raise each of some numbers to the sum of two, or to the least or largest byte."""
    for k in range(len(best)):
        best[k] = max(best[k], np.int8(min(max(one[k] + two[k], -128), 127)))


@jitable
def raise_to(best: Bytes, other: Bytes) -> None:
    """Raise each of some numbers to another."""
    for k in range(len(best)):
        best[k] = max(best[k], other[k])


@jitable
def raise_options(row: int, best: Bytes, shape: Shape, tables: Tables, side: Side) -> None:
    """Value the options of a row's tiles, except for links of inner controls."""
    measured, outer, inner, width_i, width_j, _ = shape
    found_x, found_o, linked, starts = tables.found_x, tables.found_o, tables.linked, tables.starts
    after, values, scores = side
    tile, marks_after, loads = width_i * width_j, 2 << measured, len(linked)
    rank = 0
    for b in range(outer):
        rank += tables.rows[row, b] * loads**b
    for marks in range(1 << measured):
        here = best[marks * tile : (marks + 1) * tile]
        for k in range(tile):
            here[k] = WORST if scores[marks] == GOES_ON else scores[marks]
        if scores[marks] != GOES_ON:
            continue
        x, o = found_x[marks * loads : (marks + 1) * loads], found_o[marks * loads : (marks + 1) * loads]
        weight = 1
        for b in range(outer):
            load = tables.rows[row, b]
            at = starts[b] + tables.fewer[rank % weight + rank // weight // loads * weight] * marks_after * tile
            raise_to_sums(here, after[at + x[load] * tile :][:tile], after[at + o[load] * tile :][:tile])
            for target in range(measured):
                more = linked[load, target]
                if more >= 0:
                    to = tables.where[rank + (more - load) * weight]
                    if to >= 0:
                        raise_to(here, values[((to << measured) | marks) * tile :][:tile])
            weight *= loads
        if inner == 2:
            at = starts[outer] + row * marks_after * width_j
            for i in range(width_i):
                one, two = after[at + x[i] * width_j :][:width_j], after[at + o[i] * width_j :][:width_j]
                raise_to_sums(here[i * width_j :][:width_j], one, two)
        if inner:
            at = starts[outer + inner - 1] + row * marks_after * width_i
            for i in range(width_i):
                line, known = here[i * width_j :][:width_j], after[at + i * marks_after :][:marks_after]
                for j in range(width_j):
                    line[j] = max(line[j], np.int8(min(max(known[x[j]] + known[o[j]], -128), 127)))


@jitable
def forbid(row: int, best: Bytes, shape: Shape, tables: Tables) -> None:
    """Make what the switches do not allow so good for whoever moves there that nobody leads there."""
    _, outer, _, width_i, width_j, _ = shape
    uses, rows = tables.uses, tables.rows
    used = 0
    for b in range(outer):
        used |= uses[rows[row, b]]
    for i in range(width_i):
        for j in range(width_j):
            if (used & (uses[i] | uses[j])) | (uses[i] & uses[j]):
                for k in range(i * width_j + j, len(best), width_i * width_j):
                    best[k] = -WORST


@jitable
def raise_rows(row: int, group: int, best: Bytes, shape: Shape, tables: Tables, side: Side) -> None:
    """Raise some rows of a row's tiles to the values after links of the first of two inner controls."""
    measured, _, _, width_i, width_j, _ = shape
    linked, groups = tables.linked, tables.groups
    _, values, scores = side
    tile = width_i * width_j
    for marks in range(1 << measured):
        if scores[marks] == GOES_ON:
            known, here = values[((row << measured) | marks) * tile :][:tile], best[marks * tile :][:tile]
            for i in range(groups[0, group], groups[0, group + 1]):
                for target in range(measured):
                    more = linked[i, target]
                    if more >= 0:
                        raise_to(here[i * width_j :][:width_j], known[more * width_j :][:width_j])


@jitable
def raise_columns(
    group_i: int, group_j: int, best: Bytes, others: Bytes, shape: Shape, tables: Tables, scores: Bytes
) -> None:
    """Raise a part of the tiles to the values after links of the last control, the opposites of those of `others`, the
    best of the partner."""
    measured, _, _, width_i, width_j, _ = shape
    turned, linked, groups = tables.turned, tables.linked, tables.groups
    tile, full = width_i * width_j, (1 << measured) - 1
    for marks in range(full + 1):
        if scores[marks] == GOES_ON:
            here, there = best[marks * tile :][:tile], others[(full ^ marks) * tile :][:tile]
            for i in range(groups[0, group_i], groups[0, group_i + 1]):
                line, at = here[i * width_j :][:width_j], turned[i * width_j :][:width_j]
                for j in range(groups[1, group_j], groups[1, group_j + 1]):
                    most = line[j]
                    for target in range(measured):
                        more = linked[j, target]
                        if more >= 0:
                            most = max(most, -there[at[more]])
                    line[j] = most


@jitable
def settle(group: int, partner: int, best: Bytes, shape: Shape, tables: Tables, values: Bytes) -> None:
    """Write the opposites of some rows of the tiles to the partner's places."""
    measured, _, _, width_i, width_j, _ = shape
    turned, groups = tables.turned, tables.groups
    tile, full = width_i * width_j, (1 << measured) - 1
    first, stop = groups[0, group] * width_j, groups[0, group + 1] * width_j
    at = turned[first:stop]
    for marks in range(full + 1):
        here = best[marks * tile :][:tile]
        there = values[((partner << measured) | (full ^ marks)) * tile :][first:stop]
        for k in range(len(there)):
            there[k] = -here[at[k]]


@jitable
def value(slot: int, work: Work, part: Part, shape: Shape, tables: Tables, one: Side, two: Side, best: Bytes) -> None:
    """Kernel: the values of one of `slots` parts of the rows with some number of links, and those of their partners,
    the rows with the owners exchanged. `one` and `two` are the sides: what is known of the sets with one box more, the
    values, and the scores, with X to move and with O to move; the same arrays if there is no difference.

    Rule: HYB-VALUE-1"""
    first, count, slots, _ = part
    measured, _, inner, width_i, width_j, _ = shape
    size = width_i * width_j << measured
    here = best[2 * slot * size : (2 * slot + 1) * size]
    other = best[(2 * slot + 1) * size : (2 * slot + 2) * size]
    for k in range(first + count * slot // slots, first + count * (slot + 1) // slots):
        row = tables.order[k]
        partner = tables.partners[row]
        both = not (part.alone and row == partner)
        there = other if both else here
        raise_options(row, here, shape, tables, one)
        if not shape.free:
            forbid(row, here, shape, tables)
        if both:
            raise_options(partner, there, shape, tables, two)
            if not shape.free:
                forbid(partner, there, shape, tables)
        for i in range(MOST_LINKS, -1, -1):
            if inner == 2 and i < MOST_LINKS:
                raise_rows(row, i, here, shape, tables, one)
                if both:
                    raise_rows(partner, i, there, shape, tables, two)
            if inner:
                for j in range(MOST_LINKS - 1, -1, -1):
                    raise_columns(i, j, here, there, shape, tables, one.scores)
                    if both:
                        raise_columns(i, j, there, here, shape, tables, two.scores)
            settle(i, partner, here, shape, tables, two.values)
            if both:
                settle(i, row, there, shape, tables, one.values)


VALUE = Kernel(value, 1, chunk=1)


class Carried(NamedTuple):
    """Where the values begin, how many a row and how many all loads have for marks that are neighbours, and the number
    of measured boxes and the size of a tile of the set with the box."""

    start: int
    row_size: int
    marks_step: int
    measured: int
    tile: int


class Lift(NamedTuple):
    """What a load, and what marks, are in the set with the box, and the rows by rank without the box and with it."""

    lift: Ints
    marks_to: Ints
    fewer: Ints
    where: Ints


class Step(NamedTuple):
    """How many loads a control has, and what a load is multiplied by in the rank and in the place, of the set without
    the box and of the set."""

    loads: int
    rank: int
    place: int
    rank_there: int
    place_there: int


LOADS, RANK, PLACE_HERE, RANK_THERE, PLACE_THERE = range(len(Step._fields))


@jitable
def carry(item: int, work: Work, shape: Carried, steps: Ints, tables: Lift, values: Bytes, after: Bytes) -> None:
    """Kernel: the values of a set, for the loads that avoid one of its boxes, as the set without this box reads them.
    An item has one load for each other control but the last. A row of `steps` is a `Step`."""
    start, row_size, marks_step, measured, tile = shape
    lift, marks_to, fewer, where = tables
    last = len(steps) - 1
    here, here_at, there, there_at = 0, start, 0, 0
    for c in range(last):
        load = item % steps[c, LOADS]
        item //= steps[c, LOADS]
        here += load * steps[c, RANK]
        here_at += load * steps[c, PLACE_HERE]
        there += lift[load] * steps[c, RANK_THERE]
        there_at += lift[load] * steps[c, PLACE_THERE]
    loads = steps[last, LOADS]
    for load in range(loads):
        found, to = fewer[here + load * steps[last, RANK]], where[there + lift[load] * steps[last, RANK_THERE]]
        work[load] = -1 if found < 0 or to < 0 else found * row_size + here_at + load * steps[last, PLACE_HERE]
        work[loads + load] = (to << measured) * tile + there_at + lift[load] * steps[last, PLACE_THERE]
    for marks in range(len(marks_to)):
        for load in range(loads):
            if work[load] >= 0:
                after[work[load] + marks * marks_step] = values[work[loads + load] + marks_to[marks] * tile]


CARRY = Kernel(carry, 2 * 138, chunk=1024)
