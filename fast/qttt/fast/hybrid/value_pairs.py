"""The kernel that values the positions of `pairs`, those of one representative with so many links on each control."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from qttt.fast.backend import Device, Kernel
from qttt.fast.hybrid.boxes import BOXES
from qttt.fast.hybrid.pairs import MOST_LINKS, PairLayer
from qttt.fast.hybrid.ranking import measurements
from qttt.fast.hybrid.value import GOES_ON, Rows, Sizes, Work
from qttt.fast.jit import jitable

LOAD, FROM, LINKED = 0, BOXES, 2 * BOXES
WORK = 2 * BOXES + BOXES * BOXES // 4


@jitable
def value_pairs(
    i: int,
    work: Work,
    choice: Any,
    tables: Any,
    sizes: Sizes,
    scores: Rows,
    following: Rows,
    linked: Rows,
    values: Rows,
) -> None:
    """Kernel: the values, to X who is to move, of all marks on a representative with the i-th of some loads: control c
    has one of the ``of_loads[c]`` loads from ``first_loads[c]`` on. The rest is as in `value.value`.

    Rule: HYB-VALUE-1"""
    r, first_loads, of_loads = choice
    weights, acts, exchanged, linked_loads, into, place, carried, turned = tables
    measured, ranks, next_ranks = sizes
    boxes = into.shape[1]
    full = (1 << measured) - 1
    rank = 0
    exchange = 0
    for b in range(boxes):
        load = first_loads[b] + i % of_loads[b]
        i //= of_loads[b]
        work[LOAD + b] = load
        rank += load * weights[b]
        exchange += exchanged[load] * weights[b]
    moves = 0
    for b in range(boxes):
        at = into[r, b] * next_ranks
        for control in range(boxes):
            at += carried[r, b, control, work[LOAD + control]]
        work[FROM + b] = at << (measured + 1)
        load = work[LOAD + b]
        for target in range(measured):
            if linked_loads[load, target] >= 0:
                at = exchange + (linked_loads[load, target] - exchanged[load]) * weights[b]
                work[LINKED + moves] = at << measured
                moves += 1
    exchange = (r * ranks) << measured
    first = (r * ranks + rank) << measured
    for marks in range(full + 1):
        best = int(scores[r, marks])
        if best == GOES_ON:
            best = -GOES_ON
            for b in range(boxes):
                load, at = work[LOAD + b], work[FROM + b]
                x = (marks & acts[load, 0]) ^ acts[load, 1]
                o = (marks & acts[load, 2]) ^ acts[load, 3]
                total = int(following[at | turned[r, b, x]]) + int(following[at | turned[r, b, o] | place[r, b]])
                best = max(best, -total)
            for move in range(moves):
                best = max(best, -int(linked[exchange + work[LINKED + move] | (full ^ marks)]))
        values[first | marks] = best


VALUE_PAIRS = Kernel(value_pairs, WORK, chunk=1024)


def pair_steps(device: Device, this: PairLayer) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """For each representative and each choice of how many links a control carries, the most first: how many items the
    kernel has, and its first arguments. There are 3^n choices with n controls; so this is for late layers."""
    on = device.xp.asarray
    loads, moves = this.loads, measurements(this.measured)
    named = (
        this.weights,
        loads.acts,
        loads.exchanged,
        loads.linked,
        moves.into,
        moves.place,
        this.carried(),
        moves.turned,
    )
    tables = tuple(map(on, named))
    next_ranks = PairLayer(this.effect, this.measured + 1).ranks if this.controls else 1
    starts = np.array(loads.starts, np.int64)
    choices = sorted(product(range(MOST_LINKS + 1), repeat=this.controls), key=sum, reverse=True)
    for r, links in product(range(len(this.representatives)), choices):
        first, of = starts[list(links)], np.diff(starts)[list(links)]
        yield int(of.prod()), ((r, on(first), on(of)), tables, (this.measured, this.ranks, next_ranks))
