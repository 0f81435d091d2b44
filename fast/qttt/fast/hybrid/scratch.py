"""The files of a solve whose layers memory does not hold: what sets of measured boxes read, until they are solved."""

import errno
import os
import re
from contextlib import ExitStack, suppress
from pathlib import Path
from shutil import disk_usage

import numpy as np

from qttt.fast.backend import Device
from qttt.fast.board import ALL, members
from qttt.fast.hybrid.layer import Layer, lanes
from qttt.fast.hybrid.sets import Lanes, into, starts
from qttt.fast.hybrid.setting import BOXES, Setting
from qttt.fast.jit import source_stamp

OWN = re.compile(r"\d+-\d\.read|\d+\.solved|[0-9a-f]+\.source")
"""The names of the files of a solve."""
READ_AT_ONCE = 1 << 24
"""Bytes that are read before they are copied to the device: few enough to stay in a cache."""


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
    """What sets read, in a folder of files: one for each set and lane, one for each set that is solved, and one that
    names the source by which they were made: those of another source are removed. No other file there is touched. The
    folder is locked until `close`, or until the process ends.

    Raises OSError if the folder is a link, cannot be made, is locked, or has less room than the files need."""

    def __init__(self, folder: Path, setting: Setting) -> None:
        self._folder = folder / "-".join(("hybrid", *setting))
        if self._folder.is_symlink():
            raise OSError(errno.ELOOP, "a link, expected a folder or nothing; remove the link", str(self._folder))
        self._folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            _lock(self._folder, stack)
            source = self._folder / f"{source_stamp(__file__):x}.source"
            if not source.exists():
                self._clear()
                os.close(_opened(source))
            there = sum(file.stat().st_blocks * 512 for file in self._own())
            needed, free = needs(setting)[1] - there, disk_usage(self._folder).free
            if needed > free:
                room = f"{needed / 1e9:.0f} GB needed, but only {free / 1e9:.0f} GB are free; make room there"
                raise OSError(errno.ENOSPC, room, str(self._folder))
            self.close = stack.pop_all().close

    def has(self, mask: int) -> bool:
        """Whether a set is solved."""
        return self._solved(mask).exists()

    def read(self, device: Device, mask: int, after: Lanes) -> None:
        """Read what a set reads into arrays of a device. Raises OSError for a file that ends early."""
        buffer = np.empty(READ_AT_ONCE, np.int8)
        for lane, here in enumerate(after):
            with self._file(mask, lane).open("rb") as file:
                for start in range(0, len(here), READ_AT_ONCE):
                    part = buffer[: len(here) - start]
                    if file.readinto(part.data) != len(part):
                        raise OSError(errno.EIO, "ends early; remove the folder, and solve again", file.name)
                    here[start : start + len(part)] = device.xp.asarray(part)

    def write(self, mask: int, start: int, values: Lanes) -> None:
        """Write a part of what a set reads."""
        for lane, here in enumerate(values):
            with os.fdopen(_opened(self._file(mask, lane)), "r+b") as file:
                file.seek(start)
                file.write(here.data)

    def finish(self, mask: int) -> None:
        """Note that a set is solved, and remove what it has read."""
        os.close(_opened(self._solved(mask)))
        self._clear(f"{mask}-")

    def remove(self) -> None:
        """Remove the files, and the folder unless something else is there."""
        self._clear()
        with suppress(OSError):
            self._folder.rmdir()

    def _own(self, start: str = "") -> list[Path]:
        return [file for file in self._folder.glob(f"{start}*") if OWN.fullmatch(file.name)]

    def _clear(self, start: str = "") -> None:
        for file in self._own(start):
            file.unlink()

    def _file(self, mask: int, lane: int) -> Path:
        return self._folder / f"{mask}-{lane}.read"

    def _solved(self, mask: int) -> Path:
        return self._folder / f"{mask}.solved"


def _opened(path: Path) -> int:
    """The descriptor of a file, made if need be; a link is not followed."""
    return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0), 0o600)


def _lock(folder: Path, until: ExitStack) -> None:
    """Lock a folder until a stack is closed, or the process ends. Raises OSError if somebody else has locked it."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    descriptor = os.open(folder, os.O_RDONLY)
    until.callback(os.close, descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        told = "another process is solving this game there; wait until it ends"
        raise OSError(errno.EBUSY, told, str(folder)) from None
