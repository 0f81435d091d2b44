"""The GPU as a device. With numba's simulator (``NUMBA_ENABLE_CUDASIM=1``) the CPU runs the same launches.

numba-cuda compiles a kernel at its first launch with arguments of some types, and keeps the compiled kernel on disk for
later processes, where those of the CPU are (`jit.compile_cached`). This module launches the kernel with
`cuda.core.launch`, as numba-cuda does, but prepares the arguments itself, which takes a tenth of numba-cuda's time:
0.04 ms instead of 0.39 with six arrays, where it was measured, without CUDA's own part. CuPy's `RawModule` would need
the same preparation, and a store of compiled kernels besides.

A launch does not wait. It goes into CuPy's current stream, as all that CuPy does, and CUDA executes what is in a stream
in its order. CuPy gives freed memory only to arrays of the same stream, so an array may be freed before its kernel has
run. `Gpu.to_host` waits, and what CuPy itself waits for."""

import os
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from qttt.fast import jit

if TYPE_CHECKING:
    from qttt.fast.backend import Array, Kernel

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"
THREADS = 128

xp: ModuleType = np if SIMULATED else import_module("cupy")
cuda: Any = import_module("numba.cuda")  # last: it takes a tenth of a second, and CuPy is what is missing elsewhere
if not SIMULATED:
    config: Any = import_module("numba.cuda.core.config")
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # small launches are no mistake: early plies have few positions
    core: Any = import_module("cuda.core")


class NotCompiled(RuntimeError):
    """A kernel cannot be compiled for this GPU, or cannot be loaded."""


def missing() -> str | None:
    """What this machine lacks to run kernels on a GPU, or in the simulator; None if it lacks nothing."""
    if SIMULATED or (xp.cuda.is_available() and cuda.is_available()):
        return None
    driver, expected = xp.cuda.runtime.driverGetVersion() // 1000, xp.cuda.runtime.runtimeGetVersion() // 1000
    return f"the driver is for CUDA {driver}, expected {expected}" if 0 < driver < expected else "CUDA finds none"


class Gpu:
    """The current CUDA device."""

    name = "gpu"
    xp = xp
    vectors = False

    @property
    def side_by_side(self) -> int:
        return THREADS if SIMULATED else 2 * THREADS * int(cuda.get_current_device().MULTIPROCESSOR_COUNT)

    def launch(self, kernel: "Kernel", count: int, *arguments: object) -> None:
        jit.check_arguments(arguments, xp.ndarray)
        if count:
            loop = _loop(kernel.body, kernel.work, kernel.dtype, jit.source_stamp(kernel.body.__code__.co_filename))
            blocks = (count + THREADS - 1) // THREADS
            if SIMULATED:
                loop[blocks, THREADS](count, arguments)
            else:
                numbers = [count]
                compiled = _compiled(loop, flattened(arguments, numbers), arguments)
                cuda.current_context()  # a thread's first launch makes it current
                stream = core.Stream.from_handle(xp.cuda.get_current_stream().ptr)
                core.launch(stream, core.LaunchConfig(grid=blocks, block=THREADS), compiled, *numbers)

    def to_host(self, array: "Array") -> np.ndarray[Any, np.dtype[Any]]:
        return np.asarray(array) if SIMULATED else xp.asnumpy(array)

    def peak_bytes(self) -> int:
        return 0 if SIMULATED else int(xp.get_default_memory_pool().total_bytes())


def flattened(argument: object, numbers: list[int]) -> object:
    """Append the numbers that a compiled kernel takes for an argument of a launch, as numba-cuda lays arrays out, and
    return what the argument's type depends on."""
    if isinstance(argument, tuple):
        return type(argument), *[flattened(part, numbers) for part in argument]
    if not isinstance(argument, xp.ndarray):
        numbers.append(argument)  # type: ignore[arg-type]
        return type(argument)
    array: Any = argument
    numbers += (0, 0, array.size, array.itemsize, array.data.ptr, *array.shape, *array.strides)
    return array.dtype, array.ndim, array.flags.c_contiguous, array.flags.f_contiguous


_known: dict[tuple[Any, object], Any] = {}


def _compiled(loop: Any, kinds: object, arguments: tuple[object, ...]) -> Any:
    """The kernel for arguments of these kinds, ready to be launched. Raises NotCompiled."""
    if (loop, kinds) not in _known:
        views = jit.converted(arguments, partial(cuda.as_cuda_array, sync=False), xp.ndarray)
        try:
            made = loop.compile((loop.typeof_pyval(0), loop.typeof_pyval(views)))
            _known[loop, kinds] = made.library.get_cufunc().kernel
        except Exception as error:
            raise NotCompiled(f"a kernel cannot be compiled: {error}") from error
    return _known[loop, kinds]


@cache
def _loop(body: Callable[..., None], room: int, dtype: "np.dtype[Any]", stamp: int) -> Any:
    """The kernel as CUDA runs it. It takes one tuple, because a kernel of numba-cuda cannot take ``*arguments``."""
    from numba import from_dtype

    jit.prepare()
    kind = from_dtype(dtype)

    def run(count: int, arguments: tuple[object, ...]) -> None:
        _ = stamp
        i = cuda.grid(1)
        if i < count:
            work = cuda.local.array(room, kind)
            body(i, work, *arguments)

    return jit.compile_cached(cuda.jit, run)
