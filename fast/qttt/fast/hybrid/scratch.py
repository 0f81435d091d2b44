"""The files of a solve whose layers memory does not hold: what sets of measured boxes read, until they are solved."""

import os
from pathlib import Path
from shutil import disk_usage, rmtree

import numpy as np

from qttt.fast.hybrid.boxes import ALL, BOXES, members
from qttt.fast.hybrid.layer import Layer, lanes
from qttt.fast.hybrid.rules import Setting
from qttt.fast.hybrid.sets import Lanes, into, starts


def users(this: Layer, mask: int) -> list[tuple[Layer, int, int]]:
    """The sets that a set is read by, each with the number of its unmeasured box that leads to it."""
    fewer = Layer(this.setting, this.measured - 1)
    return [
        (fewer, one, b)
        for one in (fewer.sets if this.measured else ())
        for b, box in enumerate(members(ALL & ~one))
        if into(one, box) == mask
    ]


def needs(setting: Setting) -> tuple[int, int]:
    """The most bytes of memory and of files that the solve of a whole game needs at once, about."""
    every = [Layer(setting, measured) for measured in range(BOXES + 1)]
    each = len(lanes(setting))
    kept = files = most_memory = most_files = 0
    for this in reversed(every):
        kept += this.kept * this.size * len(this.sets)
        working = (0 if this.kept else this.size) + starts(this)[-1]
        most_memory = max(most_memory, kept + working)
        if not this.kept:
            for mask in this.sets:
                for fewer, _, b in users(this, mask):
                    files += starts(fewer)[b + 1] - starts(fewer)[b]
                most_files = max(most_files, files)
                if not Layer(setting, this.measured + 1).kept:
                    files -= starts(this)[-1]
    return most_memory * each, most_files * each


class Scratch:
    """What sets read, in a folder of files: one for each set and lane, and one for each set that is solved.

    Raises OSError if the folder cannot be made or has less room than the files need."""

    def __init__(self, folder: Path, setting: Setting) -> None:
        self._folder = folder / "-".join(("hybrid", *setting))
        self._folder.mkdir(parents=True, exist_ok=True)
        there = sum(file.stat().st_blocks * 512 for file in self._folder.iterdir())
        needed, free = needs(setting)[1] - there, disk_usage(self._folder).free
        if needed > free:
            raise OSError(
                f"{self._folder}: {needed / 1e9:.0f} GB needed for a solve, but only {free / 1e9:.0f} GB are free; "
                "make room there"
            )

    def has(self, mask: int) -> bool:
        """Whether a set is solved."""
        return self._solved(mask).exists()

    def read(self, mask: int, after: Lanes) -> None:
        """Read what a set reads."""
        for lane, here in enumerate(after):
            with self._file(mask, lane).open("rb") as file:
                here[:] = np.fromfile(file, np.int8)

    def write(self, mask: int, start: int, values: Lanes) -> None:
        """Write a part of what a set reads."""
        for lane, here in enumerate(values):
            with os.fdopen(os.open(self._file(mask, lane), os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
                file.seek(start)
                file.write(here.data)

    def finish(self, mask: int) -> None:
        """Note that a set is solved, and remove what it has read."""
        self._solved(mask).touch()
        for file in self._folder.glob(f"{mask}-*.read"):
            file.unlink()

    def remove(self) -> None:
        """Remove the files and the folder."""
        rmtree(self._folder)

    def _file(self, mask: int, lane: int) -> Path:
        return self._folder / f"{mask}-{lane}.read"

    def _solved(self, mask: int) -> Path:
        return self._folder / f"{mask}.solved"
