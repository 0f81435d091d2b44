"""The five solves on a GPU: compared with the CPU number by number, and timed, with each of their kernels.

A solve's time is the best of `RUNS` after a first one, which compiles. A kernel's time is that of all its launches in
one more solve, by CUDA's events. Its bytes are those of the arrays that its launches are given: it moves more where it
reads an array twice, and less where it reads a part. What a device has less after the solves is the memory that they
need: the arrays that CuPy keeps, and the scratch memory of the kernels.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, product
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from measuring import RUNS, Row, Text, best, mb, table, told

from qttt.fast.backend import Array, Cpu, Device, DeviceError, Kernel, device
from qttt.fast.goff import solve as goff
from qttt.fast.hybrid import solve as hybrid
from qttt.fast.hybrid.setting import Setting as HybridSetting
from qttt.fast.jit import converted
from qttt.fast.probabilistic import boards
from qttt.fast.probabilistic import solve as probabilistic
from qttt.fast.probabilistic.value import ERROR_BOUND
from qttt.fast.sqt import solve as sqt
from qttt.fast.sqt.setting import SCORES
from qttt.fast.sqt.setting import Setting as SqtSetting
from qttt.fast.tiqtaqtoe import solve as tiqtaqtoe
from qttt.fast.tiqtaqtoe.setting import Setting as TiqTaqToeSetting

BOARDS = 1 << 20
ENOUGH = 400
"""Seconds after which no further part begins."""
KERNEL = ("kernel", "launches", "threads a launch, mean", "all launches", "bytes of their arrays")


def grid() -> list[SqtSetting]:
    """The source's 21 probabilities in all four combinations of the options."""
    return [SqtSetting(Fraction(k, 20), *chosen) for k in range(21) for chosen in product(SCORES, (False, True))]


def on_boards(on: Device) -> Callable[[], Any]:
    """A solve of random boards that are already on the device."""
    return partial(probabilistic.solve, on, on.xp.asarray(boards.generate(2024, 0, BOARDS) / boards.STEPS))


SOLVES: dict[str, Callable[[Device], Callable[[], Any]]] = {
    "Goff's game, both rules": lambda on: partial(goff.solve, on),
    "SQT, 84 settings": lambda on: partial(sqt.solve, on, grid()),
    f"probabilistic tic-tac-toe, {BOARDS:,} boards": on_boards,
    "TiqTaqToe, level high": lambda on: partial(tiqtaqtoe.solve, on, TiqTaqToeSetting()),
    "the hybrid game, canonical reading": lambda on: partial(hybrid.solve, on, HybridSetting()),
}
"""What prepares a solve on a device, by its title."""


class Launch(NamedTuple):
    """The kernel's name, the number of items, the bytes of its arrays, and when it began and ended: CUDA's events, or
    seconds."""

    kernel: str
    items: int
    size: int
    began: Any
    ended: Any


class Watched:
    """A device that notes its launches."""

    def __init__(self, watched: Any) -> None:
        self._watched = watched
        self.launches: list[Launch] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._watched, name)

    def launch(self, kernel: Kernel, count: int, *arguments: object) -> None:
        if not count:
            return
        sizes: dict[int, int] = {}
        converted(arguments, lambda array: sizes.setdefault(id(array), array.nbytes), self._watched.xp.ndarray)
        began = self._now()
        self._watched.launch(kernel, count, *arguments)
        name = f"{kernel.body.__module__.removeprefix('qttt.fast.')}.{kernel.body.__name__}"
        self.launches.append(Launch(name, count, sum(sizes.values()), began, self._now()))

    def _now(self) -> Any:
        if isinstance(self._watched, Cpu):
            return perf_counter()
        event = self._watched.xp.cuda.Event()
        event.record()
        return event

    def seconds(self, launch: Launch) -> float:
        """How long a launch took, once all are done."""
        if isinstance(self._watched, Cpu):
            return float(launch.ended - launch.began)
        launch.ended.synchronize()
        return float(self._watched.xp.cuda.get_elapsed_time(launch.began, launch.ended)) / 1e3

    def rows(self) -> Iterator[Row]:
        """A row for each kernel."""
        launches: dict[str, list[Launch]] = defaultdict(list)
        for launch in self.launches:
            launches[launch.kernel].append(launch)
        for name, each in launches.items():
            took, size = sum(map(self.seconds, each)), sum(launch.size for launch in each)
            items = sum(launch.items for launch in each) / len(each)
            yield name, f"{len(each)}", f"{items:,.0f}", f"{took * 1e3:.2f} ms", f"{size / took / 1e9:,.0f} GB/s"


def arrays_of(found: object) -> list[Array]:
    """The arrays of a solution, in their order."""
    if isinstance(found, np.ndarray):
        return [found]
    if is_dataclass(found):
        found = [getattr(found, each.name) for each in fields(found)]
    return [array for part in found for array in arrays_of(part)] if isinstance(found, tuple | list) else []


def compared(found: object, expected: object) -> str:
    """How many numbers of two solutions are equal; doubles may be as far apart as their error bounds allow."""
    pairs = [*zip(arrays_of(found), arrays_of(expected), strict=True)]
    total = sum(array.size for _, array in pairs)
    different = sum(differing(*pair) for pair in pairs)
    return f"{different:,} of {total:,} numbers differ" if different else f"{total:,} numbers equal"


def differing(one: Array, other: Array) -> int:
    """How many numbers of two arrays differ."""
    if one.shape != other.shape:
        return int(max(one.size, other.size))
    return int((abs(one - other) > 2 * ERROR_BOUND).sum() if one.dtype.kind == "f" else (one != other).sum())


def free(on: Any) -> int:
    """The free memory of a device, in bytes."""
    return 0 if isinstance(on, Cpu) else int(on.xp.cuda.runtime.memGetInfo()[0])


def solves(on: Any, of_kernels: list[Row], began: float) -> Iterator[Row]:
    """A row for each solve; the rows of its kernels are appended to a list."""
    for title, prepare in SOLVES.items():
        if perf_counter() - began > ENOUGH:
            yield title, "left out", f"{ENOUGH} seconds had passed"
            continue
        before, run, of_cpu = free(on), prepare(on), prepare(Cpu())
        started = perf_counter()
        found = run()
        first, equal = perf_counter() - started, compared(found, of_cpu())
        figures = f"{first:.0f} s at first; CPU {best(of_cpu, 2):.2f} s; {mb(before - free(on))}; {equal}"
        yield title, f"{best(run):.4f} s", figures
        watched: Any = Watched(on)
        prepare(watched)()
        of_kernels += watched.rows()
        if not isinstance(on, Cpu):
            on.xp.get_default_memory_pool().free_all_blocks()


def copies(on: Any) -> Iterator[Row]:
    """A row for the speed of the device's memory."""
    array = on.xp.zeros(1 << 27, np.int64)

    def copy() -> None:
        on.to_host(array.copy()[:1])

    copy()
    yield "copying an array of 1 GiB", f"{2 * array.nbytes / best(copy, RUNS) / 1e9:,.0f} GB/s", "read and written"


def games(on: Any, began: float) -> Iterator[Row]:
    """A row for each kind of game: steps side by side."""
    try:
        from environments import PLAYED, named, of_batches
    except ImportError as error:
        yield "games side by side", "left out", str(error)
        return
    count = 1 << (17 if isinstance(on, Cpu) else 20)
    for name, options in PLAYED:
        if perf_counter() - began > ENOUGH:
            yield f"steps of {named(name, options)}", "left out", f"{ENOUGH} seconds had passed"
            continue
        steps, beside = (of_batches(name, options, "planes", *each)[0] / 1e6 for each in ((on.name, count), ("cpu",)))
        yield f"steps of {named(name, options)}", f"{steps:,.0f} million/s", f"CPU {beside:,.1f}"


def gpu(name: str = "gpu") -> Text:
    """The tables, with the device's name. `name` is the device's: with "cpu" the CPU takes the GPU's part, which shows
    that this runs. Exits with 1, after the tables are printed, if a number differs."""
    try:
        on: Any = device(name)
    except DeviceError as error:
        sys.exit(str(error))
    chip = "the CPU" if name == "cpu" else on.xp.cuda.runtime.getDeviceProperties(0)["name"].decode()
    of_kernels: list[Row] = []
    began = perf_counter()
    whole = table(told(chain(solves(on, of_kernels, began), copies(on), games(on, began))))
    _, _, kernels = table(of_kernels, KERNEL).partition("\n\n")
    text = f"{', '.join([chip, *versions()])}. {whole}\n\n{kernels}"
    if "differ" in whole:
        print(text)
        sys.exit("numbers differ")
    return Text(text)


def versions() -> Iterator[str]:
    """The versions of what runs kernels on a GPU, as far as they are installed."""
    for each in ("numba-cuda", "cupy-cuda13x", "cupy-cuda12x", "cupy"):
        try:
            yield f"{each} {version(each)}"
        except PackageNotFoundError:
            continue
