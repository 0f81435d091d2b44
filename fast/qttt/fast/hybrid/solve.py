"""The hybrid game solved: a set of measured boxes at a time, those of most boxes first."""

import time
from contextlib import closing
from pathlib import Path

import numpy as np

from qttt.fast import backend, progress
from qttt.fast.backend import Device
from qttt.fast.board import ALL, members
from qttt.fast.hybrid.layer import Layer, lanes
from qttt.fast.hybrid.scratch import Scratch, users
from qttt.fast.hybrid.sets import Lanes, ValueSet, carry, into, starts, value_set
from qttt.fast.hybrid.setting import BOXES, Setting, check
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.fast.progress import Progress, Report

Solution = progress.Solution[Tablebase]


def device(name: str = "auto") -> Device:
    """The device of a name, as `qttt.fast.backend.device`, but "auto" is the CPU: it values the positions of a row one
    after another, and sixteen cores are sixty times as fast at this as a GPU (docs/benchmarks.md)."""
    return backend.device("cpu" if name == "auto" else name)


def solve(
    device: Device,
    setting: Setting,
    report: Report = lambda _: None,
    least: int = 0,
    scratch: Path | None = None,
    value: ValueSet = value_set,
) -> Solution:
    """Value every position of a game with at least `least` boxes measured, a set at a time by `value`. `report` is
    called before each number of measured boxes, which stands for the ply, and after each set of them.

    Layers that are too large for memory are left out of the tablebase. They wait in the folder `scratch`: after an
    interruption the sets there are not solved again, and at the end nothing is left there.

    Raises ValueError for a setting that does not exist, unless 0 <= least <= 9, and as `check_size`; OSError as
    `Scratch`."""
    began = time.perf_counter()
    if not 0 <= least <= BOXES:
        raise ValueError(f"least {least}: expected 0 to {BOXES} measured boxes")
    layers = [Layer(check(setting), measured) for measured in range(BOXES + 1)]
    if scratch is None:
        check_size(setting, least)
    if scratch is None or all(this.kept for this in layers[least:]):
        found = _valued(device, layers, report, least, None, value)
    else:
        with closing(Scratch(scratch, setting)) as files:
            found = _valued(device, layers, report, least, files, value)
            files.remove()
    numbers = tuple(tuple(map(device.to_host, each)) for each in found)
    return Solution(Tablebase(setting, numbers), device.name, time.perf_counter() - began, device.peak_bytes())


def _valued(
    device: Device, layers: list[Layer], report: Report, least: int, files: Scratch | None, value: ValueSet
) -> list[Lanes]:
    """The values of each number of measured boxes, at least `least`; none of what memory does not hold."""

    def memory(places: int) -> Lanes:
        return [device.xp.empty(places, np.int8) for _ in lanes(layers[0].setting)]

    found: list[Lanes] = [[] for _ in layers]
    after = memory(max(starts(this)[-1] for this in layers[least:]))
    for this in reversed(layers[least:]):
        places = this.size * len(this.sets)
        report(Progress("value", this.measured, 0, places))
        unkept: Lanes = []
        if this.kept:
            found[this.measured] = memory(places)
        else:
            unkept = memory(this.size)
        for number, mask in enumerate(this.sets):
            if files and not this.kept and files.has(mask):
                continue
            values = _part(found[this.measured], number * this.size, this.size) if this.kept else unkept
            if files and this.measured < BOXES and not layers[this.measured + 1].kept:
                files.read(device, mask, _part(after, 0, starts(this)[-1]))
            else:
                for b, box in enumerate(members(ALL & ~mask)):
                    that = layers[this.measured + 1]
                    at = that.sets.index(into(mask, box)) * that.size
                    there = _part(found[that.measured], at, that.size)
                    carry(device, this, mask, b, there, after, starts(this)[b])
            value(device, this, mask, after, values)
            if files and not this.kept:
                for fewer, one, b in users(this, mask):
                    start, stop = starts(fewer)[b : b + 2]
                    parts = _part(after, 0, stop - start)
                    carry(device, fewer, one, b, values, parts, 0)
                    files.write(one, start, [device.to_host(part) for part in parts])
                files.finish(mask)
            report(Progress("value", this.measured, (number + 1) * this.size, places))
    return found


def _part(values: Lanes, start: int, count: int) -> Lanes:
    return [each[start : start + count] for each in values]


def check_size(setting: Setting, least: int) -> None:
    """Raise ValueError if memory does not hold every layer with at least `least` boxes measured, as only two links on a
    control with any number on a target can cause. The message says from how many boxes on memory does."""
    kept = [Layer(setting, measured).kept for measured in range(BOXES + 1)]
    if not all(kept[least:]):
        enough = BOXES - kept[::-1].index(False) + 1
        raise ValueError(f"links=two and targets=any: positions with fewer than {enough} measured boxes need files")
