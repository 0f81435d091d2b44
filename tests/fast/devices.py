"""A stand-in for a GPU that rejects what numba-cuda with CuPy rejects, and counts what takes a GPU's time. Compiled CPU
code, or Python, runs its kernels.

The stand-in is stricter than a GPU: it has only the functions and methods of CuPy that are listed here. It differs from
NumPy in the ways that CuPy does, and turns what CuPy leaves undefined into an error:

* A device array becomes a NumPy array only through `Device.to_host` or `get`, and arithmetic never mixes the two.
* Moving an array to the device or back copies it, so that writes on one side do not show on the other.
* A new array made by `empty` holds numbers that no kernel expects.
* An index out of range, or several values for one place of an assignment, raises an error."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
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
    *("count_nonzero", "cumsum", "empty", "flatnonzero", "full", "maximum", "ones", "repeat", "stack", "zeros"),
)
"""The functions of the array module; each is also a function of CuPy 14."""
FROM_HOST = ("array", "asarray")
"""The functions that take arrays and sequences of the host."""
WAITING = {"flatnonzero": 1, "bincount": 2}
"""How often a function of CuPy reads a number of the device before it returns."""
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
READING = ("__int__", "__float__", "__bool__")
"""The methods that read a number of the device."""
IN_PLACE = tuple(name for name in METHODS if name.startswith("__i") and name.replace("__i", "__", 1) in METHODS)
SIDE_BY_SIDE = 128
run_on_cpu = Cpu.launch


@dataclass
class Counts:
    """What a device has done.

    - array_calls: functions, methods, operators and indices with which CuPy starts a kernel, or fills or copies memory
      of the device. Views and `empty` are none of these, nor are copies to the host.
    - waits: how often the host waited for the device: copies to the host, numbers that Python reads, and arrays whose
      length depends on what the device has computed (`flatnonzero`, masks as indices)
    - copies, copied_bytes: arrays copied to the host
    - items: the numbers of items of each kernel's launches"""

    array_calls: int = 0
    waits: int = 0
    copies: int = 0
    copied_bytes: int = 0
    items: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    @property
    def launches(self) -> int:
        return sum(map(len, self.items.values()))

    def threads(self) -> dict[str, int]:
        """How many items of a kernel run side by side: the mean over its launches, weighted by their items. A launch
        with few items counts little beside one with many of the same kernel. Kernels with less than a hundredth of all
        items are left out."""
        total = sum(map(sum, self.items.values()))
        return {
            name: round(sum(count * count for count in counts) / sum(counts))
            for name, counts in self.items.items()
            if 100 * sum(counts) >= total
        }


class DeviceArray:
    """An array in the memory of the stand-in. Raises TypeError where NumPy or Python would read the memory, other than
    by `get`, `int`, `float` and `bool`."""

    __array_ufunc__ = __iter__ = __contains__ = __hash__ = None  # type: ignore[assignment]

    def __init__(self, memory: np.ndarray[Any, Any], counts: Counts) -> None:
        if memory.dtype.name not in {np.dtype(name).name for name in TYPES}:
            raise TypeError(f"dtype {memory.dtype} on the device: expected one of {', '.join(TYPES)}")
        self.memory = memory
        self.counts = counts

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
        self.counts.waits += 1
        self.counts.copies += 1
        self.counts.copied_bytes += self.memory.nbytes
        return self.memory.copy()

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("a device array does not become a NumPy array by itself: use Device.to_host")

    def __array_function__(self, function: Any, *_: Any) -> Any:
        raise TypeError(f"numpy.{function.__name__} of a device array: use the function of Device.xp")

    def __getitem__(self, index: Any) -> "DeviceArray":
        self.counts.array_calls += bool(arrays_of(index))
        self.counts.waits += has_mask(index)
        found: DeviceArray = on_device(self.memory[index_of(index)], self.counts)
        return found

    def __setitem__(self, index: Any, value: Any) -> None:
        at, new = index_of(index), operand(value)
        if same_memory(new, self.memory[at]):
            return
        self.memory[at] = new
        self.counts.array_calls += 1
        self.counts.waits += has_mask(index)
        if arrays_of(index):
            wanted = np.broadcast_to(new, self.memory[at].shape).astype(self.dtype)
            if not np.array_equal(self.memory[at], wanted, equal_nan=self.dtype.kind == "f"):
                raise ValueError("an assignment has several values for one place: the result is undefined on a GPU")


def arrays_of(index: Any) -> list[DeviceArray]:
    """The device arrays of an index."""
    return [part for part in (index if isinstance(index, tuple) else (index,)) if isinstance(part, DeviceArray)]


def has_mask(index: Any) -> bool:
    """Whether the shape that an index has depends on what the device has computed."""
    return any(part.dtype.kind == "b" for part in arrays_of(index))


def same_memory(a: Any, b: Any) -> bool:
    """Whether two arrays are the same view, as after ``a[index] += 1``, where CuPy copies nothing."""
    both = isinstance(a, np.ndarray) and isinstance(b, np.ndarray)
    return both and bool(a.__array_interface__ == b.__array_interface__)


def on_device(result: Any, counts: Counts) -> Any:
    """The result of a function of NumPy as CuPy would return it: numbers stay on the device, as arrays."""
    if isinstance(result, tuple):
        return tuple(on_device(part, counts) for part in result)
    return DeviceArray(np.asarray(result), counts) if isinstance(result, np.ndarray | np.generic) else result


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
        if sum(part.dtype.kind == "b" for part in arrays_of(index)) > 1:
            raise IndexError("two masks in one index: CuPy takes one")
        return tuple(map(index_of, index))
    return index if index is None or index is ... or isinstance(index, slice) else operand(index)


def computed(result: Any, *given: Any) -> bool:
    """Whether a result of NumPy, or None for one in place, is more than a view of what was given, or a number."""
    if isinstance(result, np.ndarray):
        return not any(np.may_share_memory(result, memory) for memory in given if isinstance(memory, np.ndarray))
    return not isinstance(result, bool | int | float)


def method(name: str) -> Callable[..., Any]:
    """A method of NumPy's arrays as a method of device arrays."""

    def call(self: DeviceArray, *arguments: Any, **options: Any) -> Any:
        named = {key: argument(value) for key, value in options.items()}
        result = getattr(self.memory, name)(*map(argument, arguments), **named)
        self.counts.waits += name in READING
        self.counts.array_calls += name in IN_PLACE or computed(result, self.memory)
        return on_device(result, self.counts)

    return call


for _name in METHODS:
    setattr(DeviceArray, _name, method(_name))


class Module(ModuleType):
    """The array module of the stand-in. Raises AttributeError for a function or type that is not listed."""

    def __init__(self, counts: Counts) -> None:
        super().__init__("strict")
        self.counts = counts

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
            given: DeviceArray = values if dtype is None else method("astype")(values, dtype, copy=False)
            return given
        self.counts.array_calls += 1
        return DeviceArray(np.array(values, dtype), self.counts)

    def called(self, name: str, arguments: Any, options: Any) -> Any:
        """The result of a function that takes nothing from the host but numbers, shapes and types."""
        named = {key: argument(value) for key, value in options.items()}
        given = [argument(value) for value in arguments]
        result = getattr(np, name)(*given, **named)
        if name == "empty":
            kind = result.dtype.kind
            result.fill(np.nan if kind == "f" else True if kind == "b" else np.iinfo(result.dtype).max - 90)
        else:
            self.counts.array_calls += computed(result, *given)
            self.counts.waits += WAITING.get(name, 0)
        return on_device(result, self.counts)


class OneByOne(Cpu):
    """The CPU with scratch memory as on a GPU: an item is a position also where a batch of them is one on a CPU."""

    vectors = False

    def scratch(self, kernel: Kernel) -> Any:
        return np.empty(kernel.work, kernel.dtype)


class StrictDevice:
    """The stand-in as a device, which runs `side_by_side` items at once. `launched` holds the types of the arguments of
    every launch, as numba names them, and `counts` what the device has done.

    Only a GPU computes without vectors. So a kernel that takes them on a CPU is compiled for single numbers once only:
    Python runs few items of other types. Python also runs the kernels below the packages `by_python`."""

    name = "strict"
    vectors = False

    def __init__(self, by_python: tuple[str, ...] = (), side_by_side: int = SIDE_BY_SIDE) -> None:
        self.by_python = by_python
        self.side_by_side = side_by_side
        self.counts = Counts()
        self.xp = Module(self.counts)
        self.launched: dict[Kernel, set[tuple[Any, ...]]] = {}

    def launch(self, kernel: Kernel, count: int, *arguments: Any) -> None:
        if type(count) is not int:
            raise TypeError(f"{type(count).__name__} as the number of items: expected int")
        if kernel.work < 1:
            raise ValueError(f"{kernel.work} numbers of scratch memory: a local array of CUDA has at least one")
        check_arguments(arguments, DeviceArray)
        if count:
            self.counts.items[kernel.body.__name__].append(count)
            of_host = converted(arguments, attrgetter("memory"), DeviceArray)
            known, types = self.launched.setdefault(kernel, set()), tuple(map(numba.typeof, of_host))
            interpreted = UNCOMPILED if kernel.lanes and count <= UNCOMPILED and known - {types} else kernel.interpreted
            known.add(types)
            if kernel.body.__module__.startswith(self.by_python):
                return interpret(kernel, count, *of_host)
            run_on_cpu(OneByOne(), replace(kernel, interpreted=interpreted), count, *of_host)

    def to_host(self, array: Any) -> np.ndarray[Any, Any]:
        if not isinstance(array, DeviceArray):
            raise TypeError(f"{type(array).__name__}: expected a device array")
        return array.get()

    def peak_bytes(self) -> int:
        return 0
