"""Launches on a GPU, with stand-ins for CuPy, numba-cuda and cuda.core that note what they are asked."""

import importlib.util
import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from qttt.fast import backend
from qttt.fast.backend import DeviceError, Kernel, gpu_error, is_of_gpu

STREAM = 4096


def add(i: int, work: Any, numbers: Any, more: int) -> None:
    """Kernel: add to a number."""
    numbers[i] += more


class Pair(NamedTuple):
    """Two arguments."""

    first: Any
    second: Any


class CupyArray:
    """What the launch reads of an array of CuPy."""

    def __init__(self, memory: np.ndarray[Any, Any]) -> None:
        self.data = SimpleNamespace(ptr=memory.ctypes.data)
        for name in ("dtype", "flags", "itemsize", "ndim", "shape", "size", "strides"):
            setattr(self, name, getattr(memory, name))


class Stubs:
    """The modules. `compiled` and `launched` hold what numba-cuda and cuda.core are given."""

    def __init__(self) -> None:
        self.compiled: list[Any] = []
        self.launched: list[Any] = []
        self.versions = SimpleNamespace(driverGetVersion=lambda: 13_010, runtimeGetVersion=lambda: 13_020)
        self.available = True
        stream = SimpleNamespace(ptr=STREAM)
        cuda = SimpleNamespace(
            is_available=lambda: self.available, runtime=self.versions, get_current_stream=lambda: stream
        )
        self.modules: dict[str, dict[str, Any]] = {
            "cupy": {"ndarray": CupyArray, "cuda": cuda},
            "numba.cuda": {
                "jit": self.jit,
                "as_cuda_array": lambda array, sync: ("view", sync),
                "current_context": lambda: None,
                "is_available": lambda: True,
            },
            "numba.cuda.core.config": {},
            "cuda.core": {
                "launch": lambda *given: self.launched.append(given),
                "LaunchConfig": lambda grid, block: (grid, block),
                "Stream": SimpleNamespace(from_handle=lambda handle: handle),
            },
        }

    def jit(self, **_: object) -> Callable[[Any], Any]:
        def dispatcher(run: Any) -> Any:
            loop: Any = ModuleType("dispatcher")  # of a type with weak references, as numba's
            loop.typeof_pyval, loop.compile = lambda value: value, self.compile
            return loop

        return dispatcher

    def compile(self, types: Any) -> Any:
        self.compiled.append(types)
        kernel = f"kernel {len(self.compiled)}"
        return SimpleNamespace(library=SimpleNamespace(get_cufunc=lambda: SimpleNamespace(kernel=kernel)))


@pytest.fixture
def stubs(monkeypatch: pytest.MonkeyPatch) -> Stubs:
    """The stand-ins, which the module of the GPU has imported."""
    monkeypatch.delenv("NUMBA_ENABLE_CUDASIM", raising=False)
    stubs = Stubs()
    for name, content in stubs.modules.items():
        module = ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
    spec = importlib.util.find_spec("qttt.fast.gpu")
    assert spec
    assert spec.loader
    gpu = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, gpu)
    spec.loader.exec_module(gpu)
    return stubs


def test_launch_waits_for_nothing_and_compiles_once_for_each_type(stubs: Stubs) -> None:
    device, kernel = backend.device("gpu"), Kernel(add, 1)
    wide = np.zeros((2, 3), np.int32)
    array, across = CupyArray(wide), CupyArray(wide.T)
    for count, *arguments in ((300, Pair(array, 7), True), (0, array, 1), (5, Pair(array, 8), False), (1, across, 7)):
        device.launch(kernel, count, *arguments)
    of_array, of_across = (0, 0, 6, 4, wide.ctypes.data, 2, 3, 12, 4), (0, 0, 6, 4, wide.ctypes.data, 3, 2, 4, 12)
    assert stubs.compiled == [(0, (Pair(("view", False), 7), True)), (0, (("view", False), 7))]
    assert stubs.launched == [
        (STREAM, (3, 128), "kernel 1", 300, *of_array, 7, True),
        (STREAM, (1, 128), "kernel 1", 5, *of_array, 8, False),
        (STREAM, (1, 128), "kernel 2", 1, *of_across, 7),
    ]


def test_kernel_that_cannot_be_compiled_is_one_line(stubs: Stubs, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Any) -> None:
        raise ValueError("Failed in cuda mode pipeline:\nthe rest")

    monkeypatch.setattr(stubs, "compile", fail)
    with pytest.raises(RuntimeError) as raised:
        backend.device("gpu").launch(Kernel(add, 2), 1, CupyArray(np.zeros(1)), 1)
    message = "the GPU cannot go on: a kernel cannot be compiled: Failed in cuda mode pipeline; use " + backend.ON_CPU
    assert (is_of_gpu(raised.value), str(gpu_error(raised.value))) == (True, message)


@pytest.mark.parametrize(
    ("driver", "reason"),
    [(12_080, "the driver is for CUDA 12, expected 13"), (0, "CUDA finds none"), (13_000, "CUDA finds none")],
)
def test_driver_that_is_too_old_is_named(stubs: Stubs, driver: int, reason: str) -> None:
    stubs.available, stubs.versions.driverGetVersion = False, lambda: driver
    message = f"no GPU can be used: {reason}; install the driver of an NVIDIA GPU, or use {backend.ON_CPU}"
    with pytest.raises(DeviceError, match=f"^{message}$"):
        backend.device("gpu")
    assert backend.device("auto").name == "cpu"
