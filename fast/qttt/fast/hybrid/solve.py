"""The hybrid game solved: a layer at a time, those of most measured boxes first."""

import time
from contextlib import closing
from pathlib import Path

import numpy as np

from qttt.fast import backend, progress
from qttt.fast.backend import Array, Device
from qttt.fast.board import ALL, members
from qttt.fast.hybrid.layer import Layer, lanes
from qttt.fast.hybrid.places import value_places
from qttt.fast.hybrid.scratch import Scratch, users
from qttt.fast.hybrid.sets import Lanes, ValueSet, carry, into, starts, value_set
from qttt.fast.hybrid.setting import BOXES, Setting, check
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.fast.progress import Progress, Report

Solution = progress.Solution[Tablebase]


def device(name: str = "auto") -> Device:
    """The device of a name, as `qttt.fast.backend.device`, but "auto" is the CPU: `value_places` has not been measured
    on a GPU yet (docs/benchmarks.md)."""
    return backend.device("cpu" if name == "auto" else name)


def solve(
    device: Device,
    setting: Setting,
    report: Report = lambda _: None,
    least: int = 0,
    scratch: Path | None = None,
    value: ValueSet | None = None,
) -> Solution:
    """Value every position of a game with at least `least` boxes measured: on a device with vectors a set at a time, by
    `value_set`, and on another by `value_places` a layer at a time, if memory holds it. With `value`, it values each
    set. `report` is called before each number of measured boxes, which stands for the ply, and after each set of them,
    or after all.

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
        found = _valued(device, layers[least:], report, None, value)
    else:
        with closing(Scratch(scratch, setting)) as files:
            found = _valued(device, layers[least:], report, files, value)
            files.remove()
    numbers = tuple(tuple(device.to_host(found[this])) if this in found else () for this in layers)
    return Solution(Tablebase(setting, numbers), device.name, time.perf_counter() - began, device.peak_bytes())


def _valued(
    device: Device, layers: list[Layer], report: Report, files: Scratch | None, value: ValueSet | None
) -> dict[Layer, Array]:
    """The values ``[side, place]`` of those layers that memory holds."""
    found: dict[Layer, Array] = {}
    for this in reversed(layers):
        places = this.size * len(this.sets)
        report(Progress("value", this.measured, 0, places))
        above = found.get(Layer(this.setting, this.measured + 1))
        if value or device.vectors or not this.kept or (above is None and this.measured < BOXES):
            values = value_rows(device, this, above, report, files, value or value_set)
        else:
            values = value_places(device, this, above)
            report(Progress("value", this.measured, places, places))
        if this.kept:
            found[this] = values
    return found


def value_rows(
    device: Device,
    this: Layer,
    above: Array | None,
    report: Report = lambda _: None,
    files: Scratch | None = None,
    value: ValueSet = value_set,
) -> Array:
    """The values ``[side, place]`` of a layer, of its last set if memory does not hold it: a set at a time, from those
    of the layer above, if memory holds it."""

    def memory(places: int) -> Array:
        return device.xp.empty((len(lanes(this.setting)), places), np.int8)

    places, below = this.size * len(this.sets), Layer(this.setting, max(this.measured - 1, 0))
    found = memory(places if this.kept else this.size)
    after = memory(max(starts(each)[-1] for each in (this, this if this.kept else below)))
    for number, mask in enumerate(this.sets):
        if files and not this.kept and files.has(mask):
            continue
        values = _part(found, number * this.size if this.kept else 0, this.size)
        read = _part(after, 0, starts(this)[-1])
        if above is not None:
            that = Layer(this.setting, this.measured + 1)
            for b, box in enumerate(members(ALL & ~mask)):
                there = _part(above, that.sets.index(into(mask, box)) * that.size, that.size)
                carry(device, this, mask, b, there, read, starts(this)[b])
        elif files and this.measured < BOXES:
            files.read(device, mask, read)
        value(device, this, mask, read, values)
        if files and not this.kept:
            for fewer, one, b in users(this, mask):
                start, stop = starts(fewer)[b : b + 2]
                parts = _part(after, 0, stop - start)
                carry(device, fewer, one, b, values, parts, 0)
                files.write(one, start, [device.to_host(part) for part in parts])
            files.finish(mask)
        report(Progress("value", this.measured, (number + 1) * this.size, places))
    return found


def _part(values: Array, start: int, count: int) -> Lanes:
    """Some of the values ``[side, place]``, a side at a time."""
    return [values[side, start : start + count] for side in range(len(values))]


def check_size(setting: Setting, least: int) -> None:
    """Raise ValueError if memory does not hold every layer with at least `least` boxes measured, as only two links on a
    control with any number on a target can cause. The message says from how many boxes on memory does."""
    kept = [Layer(setting, measured).kept for measured in range(BOXES + 1)]
    if not all(kept[least:]):
        enough = BOXES - kept[::-1].index(False) + 1
        raise ValueError(f"links=two and targets=any: positions with fewer than {enough} measured boxes need files")
