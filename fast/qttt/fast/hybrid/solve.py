"""The hybrid game solved: every position valued exactly, the most measured boxes first, then the most links."""

import time
from itertools import pairwise
from typing import Any

from qttt.fast import progress
from qttt.fast.backend import Array, Device
from qttt.fast.hybrid.boxes import BOXES
from qttt.fast.hybrid.count import positions
from qttt.fast.hybrid.pairs import PairLayer, has_pairs, layer_of
from qttt.fast.hybrid.ranking import Layer, capacity, layer, scores
from qttt.fast.hybrid.rules import Setting, check
from qttt.fast.hybrid.tablebase import Tablebase, lanes
from qttt.fast.hybrid.value import VALUE
from qttt.fast.hybrid.value_pairs import VALUE_PAIRS, pair_steps
from qttt.fast.progress import Progress, Report

MOST_BYTES = 1 << 31
"""The most bytes that the values of two links on a control with any number on a target may take."""


Solution = progress.Solution[Tablebase]


def solve(device: Device, setting: Setting, report: Report = lambda _: None, least: int = 0) -> Solution:
    """Value every position of a game with at least `least` boxes measured. `report` is called before and after each
    number of measured boxes, which stands for the ply.

    Raises ValueError for a setting that does not exist, unless 0 <= least <= 9, and for too many positions (see
    `check_size`)."""
    began = time.perf_counter()
    if not 0 <= least <= BOXES:
        raise ValueError(f"least {least}: expected 0 to {BOXES} measured boxes")
    check_size(check(setting), least)
    xp = device.xp
    following: list[Array] = [xp.zeros(1, layer_of(setting, BOXES).dtype)] * len(lanes(setting))
    found: list[Any] = []
    for measured in reversed(range(least, BOXES + 1)):
        this = layer_of(setting, measured)
        report(Progress("value", measured, 0, this.size))
        values = [xp.zeros(this.size, this.dtype) for _ in following]
        _value_layer(device, setting, this, following, values)
        following = values
        found.append(tuple(map(device.to_host, values)))
        report(Progress("value", measured, this.size, this.size))
    found += [()] * least
    seconds = time.perf_counter() - began
    return Solution(Tablebase(setting, tuple(found[::-1])), device.name, seconds, device.peak_bytes())


def check_size(setting: Setting, least: int) -> None:
    """Raise ValueError if too many positions have at least `least` boxes measured, as only two links on a control with
    any number on a target can cause. The message says how many, and from how many boxes on the game is solvable."""
    if has_pairs(setting):
        sizes = [len(lanes(setting)) * layer_of(setting, m).size for m in range(BOXES + 1)]
        enough = min(m for m in range(BOXES + 1) if sum(sizes[m:]) <= MOST_BYTES)
        if least < enough:
            raise ValueError(
                f"links=two and targets=any: {sum(positions(setting)[least:]):,} positions are too many to be solved; "
                f"positions with at least {enough} measured boxes can be solved"
            )


def _value_layer(
    device: Device, setting: Setting, this: Layer | PairLayer, following: list[Array], values: list[Array]
) -> None:
    worth = [device.xp.asarray(scores(this.measured, both, this.scale)) for both in lanes(setting)]
    if isinstance(this, Layer):
        kernel, launches = VALUE, reversed(steps(device, setting, this))
    else:
        kernel, launches = VALUE_PAIRS, pair_steps(device, this)
    for items, arguments in launches:
        for lane, score in enumerate(worth):
            device.launch(kernel, items, *arguments, score, following[-1 - lane], values[-1 - lane], values[lane])


def steps(device: Device, setting: Setting, this: Layer) -> list[tuple[int, tuple[Any, ...]]]:
    """For each number of links, ascending: how many items a kernel has, and its first arguments."""
    on = device.xp.asarray
    named = this.links, this.rows, this.weights, this.exchanged, this.into, this.place, this.carried, this.turned
    tables = tuple(map(on, named))
    next_ranks = layer(setting, this.measured + 1).ranks if this.measured < BOXES else 1
    take, one_a_target = int(setting.effect == "take"), int(setting.targets == "one")
    found = []
    for links, (start, stop) in enumerate(pairwise(this.starts)):
        most = 0 if links and setting.links == "single" else capacity(setting)
        run, sizes = (stop - start, start, links), (this.measured, this.ranks, next_ranks)
        arguments = run, (take, most, one_a_target), tables, sizes
        found.append(((stop - start) * len(this.representatives), arguments))
    return found
