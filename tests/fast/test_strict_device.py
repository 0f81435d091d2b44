"""A stand-in for a GPU that rejects what numba-cuda with CuPy rejects, and its tests. Compiled CPU code, or Python,
runs its kernels.  The stand-in is stricter than a GPU: it has only the functions and methods of CuPy that are listed
here. It differs from NumPy in the ways that CuPy does, and turns what CuPy leaves undefined into an error:  * A device
array becomes a NumPy array only through `Device.to_host` or `get`, and arithmetic never mixes the two. * Moving an
array to the device or back copies it, so that writes on one side do not show on the other. * A new array made by
`empty` holds numbers that no kernel expects. * An index out of range, or several values for one place of an assignment,
raises an error."""

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from types import ModuleType
from typing import Any, cast

import numba
import numpy as np
import pytest

from qttt.fast.answers import UNCOMPILED
from qttt.fast.backend import Cpu, Kernel, interpret
from qttt.fast.hybrid import solve as hybrid_solve
from qttt.fast.hybrid.setting import Setting
from qttt.fast.jit import check_arguments, converted
from qttt.fast.probabilistic import boards, solve
from qttt.fast.probabilistic.positions import CODES, EXCHANGED, ORDER
from qttt.fast.probabilistic.value import DOUBT
from qttt.fast.tiqtaqtoe.solve import EVALUATE
from qttt.verification import Refuted
from qttt.verification.elsewhere import Solves, one_number_off

FUNCTIONS = (
    *("arange", "argsort", "array", "asarray", "ascontiguousarray", "asfortranarray", "bincount", "concatenate"),
    *("count_nonzero", "cumsum", "empty", "flatnonzero", "full", "ones", "repeat", "stack", "zeros"),
)
"""The functions of the array module; each is also a function of CuPy 14."""
FROM_HOST = ("array", "asarray")
"""The functions that take arrays and sequences of the host."""
TYPES = ("bool_", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")
METHODS = (
    *("all", "any", "astype", "copy", "max", "min", "ravel", "reshape", "sort", "sum", "swapaxes"),
    *("__len__", "__int__", "__float__", "__bool__", "__neg__", "__invert__"),
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__divmod__"),
    *(
        f"__{prefix}{name}__"
        for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift")
        for prefix in ("", "r", "i")
    ),
)
SIDE_BY_SIDE = 128
run_on_cpu = Cpu.launch


class DeviceArray:
    """An array in the memory of the stand-in. Raises TypeError where NumPy or Python would read the memory, other than
    by `get`, `int`, `float` and `bool`."""

    __array_ufunc__ = __iter__ = __contains__ = __hash__ = None  # type: ignore[assignment]

    def __init__(self, memory: np.ndarray[Any, Any]) -> None:
        if memory.dtype.name not in {np.dtype(name).name for name in TYPES}:
            raise TypeError(f"dtype {memory.dtype} on the device: expected one of {', '.join(TYPES)}")
        self.memory = memory

    @property
    def shape(self) -> Any:
        return self.memory.shape

    @property
    def ndim(self) -> int:
        return self.memory.ndim

    @property
    def dtype(self) -> Any:
        return self.memory.dtype

    def get(self) -> np.ndarray[Any, Any]:
        return self.memory.copy()

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("a device array does not become a NumPy array by itself: use Device.to_host")

    def __array_function__(self, function: Any, *_: Any) -> Any:
        raise TypeError(f"numpy.{function.__name__} of a device array: use the function of Device.xp")

    def __getitem__(self, index: Any) -> "DeviceArray":
        found: DeviceArray = on_device(self.memory[index_of(index)])
        return found

    def __setitem__(self, index: Any, value: Any) -> None:
        at, new = index_of(index), operand(value)
        self.memory[at] = new
        if any(isinstance(part, DeviceArray) for part in (index if isinstance(index, tuple) else (index,))):
            wanted = np.broadcast_to(new, self.memory[at].shape).astype(self.dtype)
            if not np.array_equal(self.memory[at], wanted, equal_nan=self.dtype.kind == "f"):
                raise ValueError("an assignment has several values for one place: the result is undefined on a GPU")


def on_device(result: Any) -> Any:
    """The result of a function of NumPy as CuPy would return it: numbers stay on the device, as arrays."""
    if isinstance(result, tuple):
        return tuple(map(on_device, result))
    return DeviceArray(np.asarray(result)) if isinstance(result, np.ndarray | np.generic) else result


def operand(value: Any) -> Any:
    """A device array's memory, or a number. Raises TypeError for anything else, such as a NumPy array."""
    if isinstance(value, DeviceArray):
        return value.memory
    if not isinstance(value, int | float | np.generic):
        raise TypeError(f"{type(value).__name__} beside a device array: expected a device array or a number")
    return value


def argument(value: Any) -> Any:
    """An argument of a function or method: an operand, a shape, a type, or a sequence of operands."""
    if isinstance(value, list | tuple):
        return tuple(map(operand, value))
    return value if value is None or isinstance(value, type | np.dtype | str) else operand(value)


def index_of(index: Any) -> Any:
    """An index for the memory. Raises TypeError for arrays of the host, and IndexError for two masks."""
    if isinstance(index, tuple):
        if sum(isinstance(part, DeviceArray) and part.dtype.kind == "b" for part in index) > 1:
            raise IndexError("two masks in one index: CuPy takes one")
        return tuple(map(index_of, index))
    return index if index is None or index is ... or isinstance(index, slice) else operand(index)


def method(name: str) -> Callable[..., Any]:
    """A method of NumPy's arrays as a method of device arrays."""

    def call(self: DeviceArray, *arguments: Any, **options: Any) -> Any:
        named = {key: argument(value) for key, value in options.items()}
        return on_device(getattr(self.memory, name)(*map(argument, arguments), **named))

    return call


for _name in METHODS:
    setattr(DeviceArray, _name, method(_name))


class Module(ModuleType):
    """The array module of the stand-in. Raises AttributeError for a function or type that is not listed."""

    def __getattr__(self, name: str) -> Any:
        if name in TYPES:
            return getattr(np, name)
        if name not in FUNCTIONS:
            raise AttributeError(f"the strict device has no {name}: if CuPy has it, list it in {__name__}")
        return (
            self.from_host if name in FROM_HOST else lambda *arguments, **options: self.called(name, arguments, options)
        )

    def from_host(self, values: Any, dtype: Any = None) -> DeviceArray:
        """A copy of a NumPy array, or of a sequence of numbers, on the device."""
        if isinstance(values, DeviceArray):
            return values if dtype is None else DeviceArray(values.memory.astype(dtype))
        return DeviceArray(np.array(values, dtype))

    def called(self, name: str, arguments: Any, options: Any) -> Any:
        """The result of a function that takes nothing from the host but numbers, shapes and types."""
        named = {key: argument(value) for key, value in options.items()}
        result = on_device(getattr(np, name)(*map(argument, arguments), **named))
        if name == "empty":
            kind = result.dtype.kind
            result.memory.fill(np.nan if kind == "f" else True if kind == "b" else np.iinfo(result.dtype).max - 90)
        return result


class StrictDevice:
    """The stand-in as a device. `launched` holds the types of the arguments, as numba names them, of every launch.

    Only a GPU computes without vectors. So a kernel that takes them on a CPU is compiled for single numbers once only:
    Python runs few items of other types. Python also runs the kernels below the packages `by_python`."""

    name = "strict"
    vectors = False
    side_by_side = SIDE_BY_SIDE

    def __init__(self, by_python: tuple[str, ...] = ()) -> None:
        self.by_python = by_python
        self.xp = Module("strict")
        self.launched: dict[Kernel, set[tuple[Any, ...]]] = {}

    def launch(self, kernel: Kernel, count: int, *arguments: Any) -> None:
        if type(count) is not int:
            raise TypeError(f"{type(count).__name__} as the number of items: expected int")
        if kernel.work < 1:
            raise ValueError(f"{kernel.work} numbers of scratch memory: a local array of CUDA has at least one")
        check_arguments(arguments, DeviceArray)
        if count:
            of_host = converted(arguments, attrgetter("memory"), DeviceArray)
            known, types = self.launched.setdefault(kernel, set()), tuple(map(numba.typeof, of_host))
            interpreted = UNCOMPILED if kernel.lanes and count <= UNCOMPILED and known - {types} else kernel.interpreted
            known.add(types)
            if kernel.body.__module__.startswith(self.by_python):
                return interpret(kernel, count, *of_host)
            run_on_cpu(Cpu(), replace(kernel, lanes=False, interpreted=interpreted), count, *of_host)

    def to_host(self, array: Any) -> np.ndarray[Any, Any]:
        if not isinstance(array, DeviceArray):
            raise TypeError(f"{type(array).__name__}: expected a device array")
        return array.get()

    def peak_bytes(self) -> int:
        return 0


GPU = StrictDevice()
xp = GPU.xp
HOST = np.arange(4)
ON_GPU = xp.asarray(HOST)
MASK = ON_GPU > 1
ROWS, TABLE, VALUES = xp.zeros((1, 1), np.uint16), xp.ones(1, np.int32), xp.zeros((1, 1), np.int32)


def optimal_squares_with_a_float() -> None:
    """The launch of the probabilistic game before this device existed."""
    rows, tables = boards.generate(1, 0, 1, xp) / boards.STEPS, xp.zeros((1, CODES), np.float64)
    order, exchanged, masks = xp.asarray(ORDER), xp.asarray(EXCHANGED), xp.zeros((1, CODES), xp.uint16)
    GPU.launch(solve.KERNEL, 1, order, exchanged, rows, tables, DOUBT, masks)


REJECTED: dict[str, tuple[type[Exception], Callable[[], Any]]] = {
    "optimal squares with a float": (TypeError, optimal_squares_with_a_float),
    "float argument": (TypeError, lambda: GPU.launch(EVALUATE, 1, ROWS, TABLE, 0.5)),
    "NumPy scalar argument": (TypeError, lambda: GPU.launch(EVALUATE, 1, ROWS, TABLE, HOST[0])),
    "host array argument": (TypeError, lambda: GPU.launch(EVALUATE, 1, ROWS, np.ones(1, np.int32), VALUES)),
    "host array in a tuple": (TypeError, lambda: GPU.launch(EVALUATE, 1, ROWS, (TABLE, HOST), VALUES)),
    "list argument": (TypeError, lambda: GPU.launch(EVALUATE, 1, ROWS, [1], VALUES)),
    "int beyond 64 bits": (OverflowError, lambda: GPU.launch(EVALUATE, 1, ROWS, TABLE, 1 << 63)),
    "NumPy scalar as count": (TypeError, lambda: GPU.launch(EVALUATE, cast(Any, np.int64(1)), ROWS, TABLE, VALUES)),
    "no scratch memory": (ValueError, lambda: GPU.launch(replace(EVALUATE, work=0), 1, ROWS, TABLE, VALUES)),
    "device array as count": (TypeError, lambda: GPU.launch(EVALUATE, ON_GPU[1], ROWS, TABLE, VALUES)),
    "host array to host": (TypeError, lambda: GPU.to_host(HOST)),
    "conversion": (TypeError, lambda: np.asarray(ON_GPU)),
    "conversion of a list of arrays": (TypeError, lambda: np.array([ON_GPU, ON_GPU])),
    "function of NumPy": (TypeError, lambda: np.concatenate([ON_GPU, ON_GPU])),
    "ufunc of NumPy": (TypeError, lambda: np.add(ON_GPU, 1)),
    "iteration": (TypeError, lambda: [*ON_GPU]),
    "membership": (TypeError, lambda: 1 in ON_GPU),
    "slice of a host array": (TypeError, lambda: HOST[ON_GPU[1] :]),
    "range": (TypeError, lambda: range(ON_GPU[1])),
    "sum with a host array": (TypeError, lambda: ON_GPU + HOST),
    "sum of a host array": (TypeError, lambda: HOST + ON_GPU),
    "sum in place of a host array": (TypeError, lambda: HOST.__iadd__(ON_GPU)),
    "comparison with a host array": (TypeError, lambda: ON_GPU == HOST),
    "index that is a host array": (TypeError, lambda: ON_GPU[HOST]),
    "index that is a list": (TypeError, lambda: ON_GPU[[0, 1]]),
    "host array at a device index": (TypeError, lambda: HOST[ON_GPU]),
    "assignment from the host": (TypeError, lambda: ON_GPU.__setitem__(slice(None), HOST)),
    "assignment to the host": (TypeError, lambda: HOST.__setitem__(slice(None), ON_GPU)),
    "concatenation with a host array": (TypeError, lambda: xp.concatenate([ON_GPU, HOST])),
    "copy of a host array other than by asarray": (TypeError, lambda: xp.ascontiguousarray(HOST)),
    "function that CuPy lacks": (AttributeError, lambda: xp.frompyfunc(int, 1, 1)),
    "method that is not listed": (AttributeError, lambda: ON_GPU.tofile("none")),
    "dtype that CuPy lacks": (TypeError, lambda: xp.asarray(["x"])),
    "dtype of Python objects": (TypeError, lambda: ON_GPU.astype(object)),
    "two masks in an index": (IndexError, lambda: xp.ones((4, 4))[MASK, MASK]),
    "index out of range": (IndexError, lambda: ON_GPU[ON_GPU + 1]),
    "two values for one place": (ValueError, lambda: xp.zeros(2).__setitem__(ON_GPU * 0, ON_GPU)),
    "key of a dictionary": (TypeError, lambda: {ON_GPU: 1}),
}


@pytest.mark.parametrize("misuse", REJECTED)
def test_misuse_is_rejected(misuse: str) -> None:
    error, call = REJECTED[misuse]
    with pytest.raises(error):
        call()
    assert GPU.to_host(ON_GPU).tolist() == HOST.tolist() == [0, 1, 2, 3]


def test_arrays_compute_on_the_device() -> None:
    assert int(ON_GPU[1]) == 1
    assert bool((ON_GPU >= 0).all())
    assert len(ON_GPU[MASK]) == 2
    assert GPU.to_host(1 - ON_GPU * np.int64(2)).tolist() == [1, -1, -3, -5]
    assert [GPU.to_host(part).tolist() for part in divmod(ON_GPU, 2)] == [[0, 0, 1, 1], [0, 1, 0, 1]]
    assert GPU.to_host(xp.concatenate([ON_GPU, xp.flatnonzero(MASK)])).tolist() == [0, 1, 2, 3, 2, 3]
    sums = xp.zeros(3, np.int64)
    sums[1:] += ON_GPU[xp.asarray([3, 3])]
    sums[xp.asarray([0, 0])] = 7
    assert GPU.to_host(sums).tolist() == [7, 3, 3]
    GPU.launch(EVALUATE, 1, ROWS, TABLE, VALUES)
    assert GPU.to_host(VALUES).tolist() == [[1]]


def test_host_and_device_share_no_memory() -> None:
    host = np.zeros(2)
    there = xp.asarray(host)
    host[0] = 1
    back = GPU.to_host(there)
    back[1] = 1
    assert GPU.to_host(there).tolist() == [0, 0]


def test_new_memory_holds_no_zeros() -> None:
    assert all(GPU.to_host(xp.empty(3, kind)).all() for kind in TYPES)
    assert xp.empty((2, 3), order="F").memory.flags.f_contiguous


def test_functions_are_those_of_numpy() -> None:
    assert all(callable(getattr(np, name)) and callable(getattr(xp, name)) for name in FUNCTIONS)


def test_devices_agree_until_a_number_is_altered() -> None:
    """The check of the claims about a GPU, on a small solve."""
    solves = Solves(lambda device: sum(hybrid_solve.solve(device, Setting("single"), least=8).tablebase.numbers, ()))
    assert solves.agree(device=GPU) == "13,568 numbers in 2 arrays on strict"
    with pytest.raises(Refuted, match=r"array 0 at \(\d+,\): .* on strict, .* on the CPU"):
        solves.agree(one_number_off, GPU)
