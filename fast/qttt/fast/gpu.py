"""The GPU as a device. With numba's simulator (``NUMBA_ENABLE_CUDASIM=1``) the CPU runs the same launches.

numba-cuda compiles a kernel at its first launch with arguments of some types, and keeps the compiled kernel on disk for
later processes, where numba keeps those of the CPU (``NUMBA_CACHE_DIR``)."""

import os
from collections.abc import Callable
from functools import cache
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
            loop = _loop(kernel.body, kernel.work, jit.source_stamp(kernel.body.__code__.co_filename))
            carried = arguments if SIMULATED else jit.converted(arguments, cuda.as_cuda_array, xp.ndarray)
            loop[(count + THREADS - 1) // THREADS, THREADS](count, carried)
            cuda.synchronize()

    def to_host(self, array: "Array") -> np.ndarray[Any, np.dtype[Any]]:
        return np.asarray(array) if SIMULATED else xp.asnumpy(array)

    def peak_bytes(self) -> int:
        return 0 if SIMULATED else int(xp.get_default_memory_pool().total_bytes())


@cache
def _loop(body: Callable[..., None], room: int, stamp: int) -> Any:
    """The kernel as CUDA runs it. It takes one tuple, because a kernel of numba-cuda cannot take ``*arguments``."""
    import numba

    jit.prepare()

    def run(count: int, arguments: tuple[object, ...]) -> None:
        _ = stamp
        i = cuda.grid(1)
        if i < count:
            work = cuda.local.array(room, numba.int64)
            body(i, work, *arguments)

    return jit.compile_cached(cuda.jit, run)
