"""Which positions play reaches. Not all: players take turns, so when two boxes are measured there cannot be, say, seven
links of X and none of O."""

from typing import Any

import numpy as np

from qttt.fast.backend import Device, Kernel
from qttt.fast.hybrid.boxes import BOXES, SYMMETRIES, members
from qttt.fast.hybrid.count import keeping, turned_ranks
from qttt.fast.hybrid.ranking import Ints, Layer, layer, scores
from qttt.fast.hybrid.rules import Setting
from qttt.fast.hybrid.solve import check_size, steps
from qttt.fast.hybrid.value import (
    FROM,
    GOES_ON,
    O_KEPT,
    O_TURNED,
    OF_X,
    PENDING,
    WORK,
    X_KEPT,
    Rows,
    Run,
    Sizes,
    Tables,
    Work,
    prepare,
)
from qttt.fast.jit import jitable


def reachable(device: Device, setting: Setting, most: int = BOXES - 1) -> tuple[int, ...]:
    """How many undecided positions with 0 to `most` boxes measured play reaches, up to symmetry and the exchange of
    colours.

    Raises ValueError as `solve` does."""
    check_size(setting, 0)
    xp = device.xp
    reached: Any = xp.ones(1, np.uint8)
    counts = []
    for measured in range(most + 1):
        this = layer(setting, measured)
        goes_on = scores(measured, 0) == GOES_ON
        following = xp.zeros(layer(setting, measured + 1).size, np.uint8)
        host = device.to_host(reached).reshape(len(this.representatives), this.ranks, 1 << measured)
        images = [[_image(this, mask, symmetry) for symmetry in keeping(mask)] for mask in this.representatives]
        every = np.ix_(this.rows, np.arange(1 << measured))
        for there, turned in zip(host, images, strict=True):
            found = there[every]
            for image in turned:
                there[np.ix_(*image)] |= found
        reached = xp.asarray(host.reshape(-1))
        for items, arguments in steps(device, setting, this):
            device.launch(REACH, items, *arguments, xp.asarray(scores(measured, 0)), following, reached)
        host = device.to_host(reached).reshape(host.shape)
        counts.append(sum(_classes(this, *each) for each in zip(host, images, goes_on, strict=True)))
        reached = following
    return tuple(counts)


def _image(this: Layer, mask: int, symmetry: int) -> tuple[Ints, Ints]:
    """Where a symmetry that keeps the measured boxes takes ranks and marks."""
    to, inside = SYMMETRIES[symmetry], members(mask)
    marks = np.zeros(1 << this.measured, np.int64)
    for t, target in enumerate(inside):
        marks |= (np.arange(1 << this.measured) >> t & 1) << inside.index(to[target])
    return turned_ranks(this, mask, symmetry), marks


def _classes(this: Layer, there: Ints, images: list[tuple[Ints, Ints]], goes_on: Ints) -> int:
    """How many classes the reached positions of a representative make: see `count`."""
    fixed = 0
    for ranks, marks in images:
        still = np.flatnonzero((marks == np.arange(len(marks))) & goes_on)
        fixed += int(there[np.ix_(this.rows[ranks == this.rows], still)].sum())
    return fixed // len(images)


@jitable
def reach(
    i: int,
    work: Work,
    run: Run,
    switches: tuple[int, int, int],
    tables: Tables,
    sizes: Sizes,
    scores: Rows,
    following: Rows,
    reached: Rows,
) -> None:
    """Kernel: marks what the moves from the reached positions of an item of `value` lead to."""
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
        if reached[first | marks] and scores[r, marks] == GOES_ON:
            for b in range(boxes):
                x = (marks & work[X_KEPT + b]) ^ work[OF_X + b]
                o = (marks & work[O_KEPT + b]) ^ work[O_TURNED + b]
                at = work[FROM + b]
                following[at | turned[r, b, x]] = 1
                following[at | turned[r, b, o] | place[r, b]] = 1
                if work[PENDING + b] < capacity:
                    for target in range(measured):
                        if not (one_a_target and received >> target & 1):
                            at = (exchange + weights[2 * (b * measured + target) + 1]) << measured
                            reached[at | (full ^ marks)] = 1


REACH = Kernel(reach, WORK, chunk=256)
