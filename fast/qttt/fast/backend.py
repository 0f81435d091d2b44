"""Where kernels run: all CPU cores through numba, or an NVIDIA GPU through numba-cuda and CuPy.

A kernel is a function ``body(i, work, *arguments)`` that treats item i; `work` is its scratch memory, int64
numbers that mean nothing between items; the arguments are arrays and ints. Both devices run the same body;
nothing but the launch differs. Items run in any order and side by side, so a kernel writes only what belongs to
its item, or what every writer writes alike."""

import hashlib
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numba
import numpy as np

Array = Any
"""A NumPy array on the CPU, a CuPy array on a GPU."""

CHUNK = 4096
"""Items that a CPU thread takes at a time, unless the kernel says otherwise."""


class DeviceError(RuntimeError):
    """A device that was asked for is not there; the message says what is missing."""


@dataclass(frozen=True)
class Kernel:
    """A kernel's body, the number of int64 it needs as scratch memory, and how many items a CPU thread takes at a
    time."""

    body: Callable[..., None]
    work: int
    chunk: int = CHUNK


class Device(Protocol):
    """A place to run kernels. `xp` is the array module (NumPy or CuPy) whose arrays its kernels take. `vectors` says
    whether a kernel can compute with a vector of numbers as with one, `side_by_side` how many items run at once."""

    @property
    def name(self) -> str: ...

    @property
    def xp(self) -> Any: ...

    @property
    def vectors(self) -> bool: ...

    @property
    def side_by_side(self) -> int: ...

    def launch(self, kernel: Kernel, count: int, *arguments: Any) -> None:
        """Run the kernel on items 0 to count - 1 and wait until all are done."""

    def to_host(self, array: Array) -> np.ndarray[Any, Any]:
        """The array as a NumPy array."""

    def peak_bytes(self) -> int:
        """The most memory in use so far, in bytes: of the process on the CPU, of the memory pool on a GPU."""


class Cpu:
    """All cores of this machine, a thread each; few items stay in the caller's thread."""

    name = "cpu"
    xp = np
    vectors = True

    @property
    def side_by_side(self) -> int:
        return numba.get_num_threads()

    def launch(self, kernel: Kernel, count: int, *arguments: Any) -> None:
        run = _loop(kernel.body, kernel.work, source_stamp(kernel.body.__code__.co_filename))
        if count <= kernel.chunk:
            run(0, count, *arguments)
            return
        run(0, 0, *arguments)
        with ThreadPoolExecutor(numba.get_num_threads()) as pool:
            starts = range(0, count, kernel.chunk)
            for _ in pool.map(lambda i: run(i, min(i + kernel.chunk, count), *arguments), starts):
                pass

    def to_host(self, array: Array) -> np.ndarray[Any, Any]:
        return np.asarray(array)

    def peak_bytes(self) -> int:
        try:
            import resource
        except ImportError:  # not on Windows
            return 0
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


def device(name: str = "auto") -> Device:
    """The device called "cpu" or "gpu"; "auto" takes a GPU if there is one that works.

    Raises DeviceError if a GPU is asked for and cannot be used, ValueError for another name.
    """
    if name == "cpu":
        return Cpu()
    if name == "gpu":
        return _gpu()
    if name != "auto":
        raise ValueError(f"device {name!r}: expected auto, cpu or gpu")
    try:
        return _gpu()
    except DeviceError:
        return Cpu()


def _gpu() -> Device:
    missing = "no GPU can be used: {}; install the extra `gpu` on a machine with an NVIDIA GPU, or use the device cpu"
    try:
        from qttt.fast.gpu import Gpu, available
    except ImportError as error:
        raise DeviceError(missing.format(f"{error.name} is not installed")) from error
    if not available():
        raise DeviceError(missing.format("CUDA finds none"))
    return Gpu()


@cache
def source_stamp(file: str) -> str:
    """A digest of the source of the fast engine and of the folder of a kernel's file. A compiled kernel is kept for one
    stamp: numba itself would miss an edit in a file that the kernel's file imports."""
    folders = {Path(__file__).parent, Path(file).parent}
    sources = sorted({source for folder in folders for source in folder.rglob("*.py")})
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]


@cache
def _loop(body: Callable[..., None], room: int, stamp: str) -> Any:
    """The kernel on items `start` to `stop` - 1, one after the other, without Python's lock."""

    def run(start, stop, *arguments):  # type: ignore[no-untyped-def]
        len(stamp)
        work = np.empty(room, np.int64)
        for i in range(start, stop):
            body(i, work, *arguments)

    try:
        return numba.njit(nogil=True, cache=True)(run)
    except RuntimeError:  # there is no folder to keep compiled kernels in
        return numba.njit(nogil=True)(run)
