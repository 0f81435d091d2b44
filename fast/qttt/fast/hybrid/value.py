"""The kernel that values the positions of a layer with one number of links, from those that moves lead to."""

from typing import Any

import numpy as np

from qttt.fast.backend import Kernel
from qttt.fast.hybrid.boxes import BOXES
from qttt.fast.jit import jitable

SCALE = 1 << BOXES
"""What exact values are multiplied by to be integers: a game has nine measurements."""
GOES_ON = SCALE + 1
"""What stands in the place of a score where the game has not ended."""

Rows = Any
Work = np.ndarray[Any, np.dtype[np.int64]]

Tables = Any
"""Of a layer: its links, rows, weights and exchanged weights, then what measuring leads to: into, place, carried and
turned (see `ranking.Layer`)."""
Run = Any
"""Of the sets of one number of links: how many there are, the first row, the number of links."""
Sizes = Any
"""How many boxes are measured, more than any rank, and the same with one more box."""

FROM, PENDING, OF_X, OF_O, X_KEPT, O_KEPT, O_TURNED = range(0, 7 * BOXES, BOXES)
WORK = 7 * BOXES


@jitable
def prepare(r: int, row: int, work: Work, pending: int, take: int, tables: Tables, sizes: Sizes) -> tuple[int, int]:
    """What the marks with the links of a row have in common: what measuring each unmeasured box does, into `work`; the
    rank with owners exchanged; and which targets receive a link."""
    links, _, _, exchanged, into, _, carried, _ = tables
    measured, ranks, next_ranks = sizes
    boxes = into.shape[1]
    exchange = r * ranks
    received = 0
    for b in range(boxes):
        work[FROM + b] = into[r, b] * next_ranks
        work[PENDING + b] = 0
        work[OF_X + b] = 0
        work[OF_O + b] = 0
    for link in range(pending):
        code = int(links[row, link])
        control, target = code // 2 // measured, code // 2 % measured
        exchange += exchanged[code]
        received |= 1 << target
        work[PENDING + control] += 1
        if code & 1:
            work[OF_O + control] |= 1 << target
        else:
            work[OF_X + control] |= 1 << target
        for b in range(boxes):
            work[FROM + b] += carried[r, b, code]
    for b in range(boxes):
        work[FROM + b] <<= measured + 1
        work[X_KEPT + b] = ~(work[OF_X + b] if take else 0)
        work[O_KEPT + b] = ~(work[OF_O + b] if take else 0)
        work[O_TURNED + b] = 0 if take else work[OF_O + b]
    return exchange, received


@jitable
def value(
    i: int,
    work: Work,
    run: Run,
    switches: tuple[int, int, int],
    tables: Tables,
    sizes: Sizes,
    scores: Rows,
    following: Rows,
    linked: Rows,
    values: Rows,
) -> None:
    """Kernel: the values, to X who is to move, of all marks with the links of the i-th row of a run, counted on through
    the representatives. `following` has the values with one more box measured, `linked` those with one more link: both
    to the player who is to move there, O, as the colours are exchanged. `switches`: whether a link takes, how many a
    control may carry (with 0 there is no quantum move), whether a target may have only one. Rule: HYB-VALUE-1"""
    count, start, pending = run
    take, capacity, one_a_target = switches
    _, rows, weights, _, into, place, _, turned = tables
    measured, ranks, _ = sizes
    r, row = i // count, start + i % count
    boxes = into.shape[1]
    full = (1 << measured) - 1
    exchange, received = prepare(r, row, work, pending, take, tables, sizes)
    first = (r * ranks + rows[row]) << measured
    for marks in range(full + 1):
        best = int(scores[r, marks])
        if best == GOES_ON:
            best = -GOES_ON
            for b in range(boxes):
                x = (marks & work[X_KEPT + b]) ^ work[OF_X + b]
                o = (marks & work[O_KEPT + b]) ^ work[O_TURNED + b]
                at = work[FROM + b]
                total = following[at | turned[r, b, x]] + following[at | turned[r, b, o] | place[r, b]]
                best = max(best, -total >> 1)
            for b in range(boxes):
                if work[PENDING + b] < capacity:
                    for target in range(measured):
                        if not (one_a_target and received >> target & 1):
                            at = (exchange + weights[2 * (b * measured + target) + 1]) << measured
                            best = max(best, -linked[at | (full ^ marks)])
        values[first | marks] = best


VALUE = Kernel(value, WORK, chunk=256)
