"""Where kernels run: all CPU cores through numba, or an NVIDIA GPU through numba-cuda and CuPy.

A kernel is a function ``body(i, work, *arguments)`` that processes item i. `work` is its scratch memory: ints
with arbitrary values when an item begins. The arguments are arrays of the device, signed 64-bit ints, and tuples of
these. Both devices run the same body; only the launch differs. Items run in any order and side by side, so a kernel
writes only what belongs to its item, or what every item writes with the same value."""

import sys
from collections import Counter
from collections.abc import Callable, MutableSequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from types import ModuleType
from typing import Any, Protocol, TypeVar

import numpy as np

from qttt.fast import jit
from qttt.fast.answers import Ints

T = TypeVar("T")
Array = Any
"""A NumPy array on the CPU, a CuPy array on a GPU."""
Work = MutableSequence[int]
"""The scratch memory of an item, or a row of an array."""

CHUNK = 4096
"""Default number of items that a CPU thread takes at a time."""


WIDTH = 8
"""Doubles of a vector of 512 bits; on machines with narrower vectors a number takes several."""


@cache
def ints() -> int:
    """How many ints of 32 bits a vector of this processor has, as numba knows the processor: 16 or 8."""
    from numba.core.registry import cpu_target

    _, _, features = cpu_target.target_context.codegen().magic_tuple()
    return 16 if "+avx512f" in features else 8


ON_CPU = "--device cpu, in Python device='cpu'"


class DeviceError(RuntimeError):
    """The requested device cannot be used, or has failed; the message says why, and what to do."""


def is_of_gpu(error: Exception) -> bool:
    """Whether the GPU's module, CuPy, numba-cuda or cuda.core has raised an error, such as one about a lack of memory
    or a lost device. An earlier launch may have caused it: nothing has waited for that."""
    return type(error).__module__.startswith(("qttt.fast.gpu", "cupy", "numba.cuda", "cuda."))


def gpu_error(error: Exception) -> DeviceError:
    """What such an error means, in a line."""
    reason = str(error).strip().partition("\n")[0].rstrip(".:")
    return DeviceError(f"the GPU cannot go on: {reason or type(error).__name__}; use {ON_CPU}")


@dataclass(frozen=True)
class Kernel:
    """A kernel's body, the size of its scratch memory in numbers (CUDA wants at least one), and the number of items
    that a CPU thread takes at a time. The CPU does the first `interpreted` items of a process in Python, if they come
    in small launches: that takes less time than to load the compiler. With `lanes` the scratch memory has numbers of 32
    bits, and an item of the CPU is a batch, with rows of them, ``[work, ints()]`` (see `qttt.fast.lanes`)."""

    body: Callable[..., None]
    work: int
    chunk: int = CHUNK
    interpreted: int = 0
    lanes: bool = False

    @property
    def dtype(self) -> "np.dtype[np.signedinteger[Any]]":
        """The type of the numbers in the scratch memory."""
        return np.dtype(np.int32 if self.lanes else np.int64)


class Device(Protocol):
    """A place to run kernels. `xp` is the array module (NumPy or CuPy) whose arrays the kernels take. `vectors` says
    whether a kernel can compute with a vector of numbers as with one number. `side_by_side` is the number of items that
    run at once."""

    name: str
    vectors: bool

    @property
    def xp(self) -> ModuleType: ...

    @property
    def side_by_side(self) -> int: ...

    def launch(self, kernel: Kernel, count: int, *arguments: object) -> None:
        """Run the kernel on items 0 to count - 1. All are done before this thread's next use of the device's arrays, on
        a GPU perhaps only then.

        Raises TypeError or OverflowError for arguments that `jit.check_arguments` rejects."""

    def to_host(self, array: Array) -> Ints:
        """The array as a NumPy array."""

    def peak_bytes(self) -> int:
        """The largest amount of memory in use so far, in bytes: of the process on the CPU, of CuPy's memory pool on a
        GPU."""


_interpreted: Counter[Kernel] = Counter()


def interpret(kernel: Kernel, count: int, *arguments: object) -> None:
    """Run the kernel on items 0 to count - 1 in Python. Numbers of the arguments become exact ints; those of constant
    arrays stay int64, and wrap round as in compiled code. A slice of the scratch memory shares it."""
    plain = in_python(arguments)
    with np.errstate(over="ignore"):
        for i in range(count):
            kernel.body(i, np.zeros(kernel.work, np.int64).data, *plain)


def in_python(arguments: T) -> T:
    """The argument of a kernel for Python, with arrays whose elements are Python numbers."""
    return jit.converted(arguments, Numbers)


class Numbers:
    """An array whose elements are Python numbers."""

    def __init__(self, array: Array) -> None:
        self._array, self.shape = array, array.shape

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, at: Any) -> Any:
        found = self._array[at]
        return Numbers(found) if isinstance(found, np.ndarray) else found.item()

    def __setitem__(self, at: Any, number: Any) -> None:
        self._array[at] = number


class Cpu:
    """All cores of this machine, one thread per core; a launch of at most one chunk stays in the caller's thread."""

    name = "cpu"
    xp: ModuleType = np
    vectors = True

    @property
    def side_by_side(self) -> int:
        import numba

        return numba.get_num_threads()

    def launch(self, kernel: Kernel, count: int, *arguments: object) -> None:
        jit.check_arguments(arguments, np.ndarray)
        if _interpreted[kernel] + count <= kernel.interpreted:
            _interpreted[kernel] += count
            interpret(kernel, count, *arguments)
            return
        _interpreted[kernel] = kernel.interpreted
        loop = _loop(kernel.body, jit.source_stamp(kernel.body.__code__.co_filename))

        def run(start: int, stop: int) -> None:
            loop(start, stop, self.scratch(kernel), *arguments)

        if count <= kernel.chunk:
            run(0, count)
            return
        run(0, 0)
        with ThreadPoolExecutor(self.side_by_side) as pool:
            starts = range(0, count, kernel.chunk)
            for _ in pool.map(lambda i: run(i, min(i + kernel.chunk, count)), starts):
                pass

    def launcher(self, kernel: Kernel, count: int, *arguments: object) -> Callable[[], None]:
        """A function that launches the kernel on these arguments, checked once, in the caller's thread."""
        loop = _loop(kernel.body, jit.source_stamp(kernel.body.__code__.co_filename))
        return partial(loop, 0, count, np.empty(kernel.work, np.int64), *arguments)

    def lacks(self, kernel: Kernel, *arguments: object) -> bool:
        """Whether the kernel would be compiled for arguments of these types, and kept on disk."""
        loop = _loop(kernel.body, jit.source_stamp(kernel.body.__code__.co_filename))
        return jit.is_kept(loop, (0, 0, self.scratch(kernel), arguments)) is False

    def scratch(self, kernel: Kernel) -> Array:
        """The scratch memory of an item."""
        return np.empty((kernel.work, ints()) if kernel.lanes else kernel.work, kernel.dtype)

    def to_host(self, array: Array) -> Ints:
        return np.asarray(array)

    def peak_bytes(self) -> int:
        try:
            import resource
        except ImportError:  # not on Windows
            return 0
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


class Interpreter(Cpu):
    """Python runs all kernels, one item after the other."""

    def launch(self, kernel: Kernel, count: int, *arguments: object) -> None:
        interpret(kernel, count, *arguments)


def device(name: str = "auto") -> Device:
    """The device of a name: "cpu", "gpu", or "auto" for a GPU if one can be used and the CPU otherwise.

    Raises DeviceError if "gpu" is requested and cannot be used, ValueError for any other name."""
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
    message = "no GPU can be used: {}; install {}, or use " + ON_CPU
    try:
        from qttt.fast.gpu import Gpu, missing
    except ImportError as error:
        raise DeviceError(message.format(f"{error.name} is not installed", "the extra `gpu`")) from error
    if lack := missing():
        raise DeviceError(message.format(lack, "the driver of an NVIDIA GPU"))
    return Gpu()


@cache
def _loop(body: Callable[..., None], stamp: int) -> Any:
    """The compiled loop that runs the kernel on items `start` to `stop` - 1 in turn, without Python's lock.

    Kernels allocate nothing, so references to arrays are not counted: counting them for each item would take longer
    than many items do.
    """

    import numba

    jit.prepare()

    def run(start: int, stop: int, work: Array, *arguments: object) -> None:
        _ = stamp
        for i in range(start, stop):
            body(i, work, *arguments)

    return jit.compile_cached(numba.njit, run, nogil=True, _nrt=False)
