"""A stand-in for a GPU that rejects what numba-cuda with CuPy rejects. Compiled CPU code, or Python, runs its kernels.

The stand-in is stricter than a GPU: it has only the functions and methods of CuPy that are listed here. It differs from
NumPy in the ways that CuPy does, and turns what CuPy leaves undefined into an error:

* A device array becomes a NumPy array only through `Device.to_host` or `get`, and arithmetic never mixes the two.
* Moving an array to the device or back copies it, so that writes on one side do not show on the other.
* A new array made by `empty` holds numbers that no kernel expects.
* An index out of range, or several values for one place of an assignment, raises an error."""

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from types import ModuleType
from typing import Any

import numba
import numpy as np

from qttt.fast.answers import UNCOMPILED
from qttt.fast.backend import Cpu, Kernel, interpret
from qttt.fast.jit import check_arguments, converted

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
