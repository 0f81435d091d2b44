"""Every launch of every game on the strict device, on a simulated GPU, and on a GPU if there is one.

A function per game makes the game's launches on a device, on few items, and yields what they compute. It must launch
every kernel in the modules of the game; nobody lists the kernels. Compiling for CUDA needs the extra `cuda`, but not a
GPU."""

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import as_dtype

from qttt.fast import backend, jit, side_by_side
from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Device, DeviceError, Interpreter, Kernel
from qttt.fast.batch import Games, Rules, step_kernel
from qttt.fast.goff import graph
from qttt.fast.goff import solve as goff_solve
from qttt.fast.goff import tablebase as goff_tablebase
from qttt.fast.goff.answers import WorldAnswers
from qttt.fast.goff.board import ACTIONS
from qttt.fast.goff.graph import GoffGraph
from qttt.fast.goff.learning import learning
from qttt.fast.goff.outcome import DRAWN, FIRST_READING, FORBIDDEN, forbids, scores
from qttt.fast.goff.rules import OPPONENT, setting_of
from qttt.fast.graph import Graph
from qttt.fast.hybrid import solve as hybrid_solve
from qttt.fast.hybrid import value
from qttt.fast.hybrid.rules import O_BITS
from qttt.fast.hybrid.sets import value_set
from qttt.fast.hybrid.setting import Setting as HybridSetting
from qttt.fast.jit import converted
from qttt.fast.learning import pack_net, predictions
from qttt.fast.probabilistic import answers as probabilistic_answers
from qttt.fast.probabilistic import boards
from qttt.fast.probabilistic import solve as probabilistic_solve
from qttt.fast.sqt import answers as sqt_answers
from qttt.fast.sqt import solve as sqt_solve
from qttt.fast.sqt.lanes import Lanes
from qttt.fast.sqt.setting import Setting
from qttt.fast.sqt.system import Advantage
from qttt.fast.sqt.value import Following
from qttt.fast.td import Table
from qttt.fast.tiqtaqtoe import solve as tiqtaqtoe_solve
from qttt.fast.tiqtaqtoe.boards import code_of
from qttt.fast.tiqtaqtoe.enumerate import enumerate_graph, enumerate_levels
from qttt.fast.tiqtaqtoe.graph import ARRAYS
from qttt.fast.tiqtaqtoe.setting import Setting as TiqTaqToeSetting
from qttt.fast.tiqtaqtoe.setting import State
from qttt.oracle import game as make_game
from qttt.oracle.registry import entry_of
from qttt.verification.elsewhere import Solves

from .devices import StrictDevice
from .test_fast_gpu import CupyArray, Pair

ROOT = Path(__file__).resolve().parents[2]
PLY_6 = (0x8964A9999000000, 0x65646CAE9000000, 0x69342034C000000)
"""Keys of three settled positions of Goff's game after six plies."""
Results = Iterator[Any]


def quiet(_: Any) -> None:
    """Report nothing."""


def batched(device: Device, name: str, *, system: Any = None, **options: object) -> Results:
    """Some random turns of three games with each observation, chance drawn and by actions."""
    game = make_game(name, **options)
    for playing in entry_of(game).playing(game).values():
        for drawn in (True, False):
            some = Games(device, playing, 3, 1 - (1 << 63), 7, drawn=drawn)
            some.begin()
            for turn in range(20):
                actions = system.actions(some) if system and turn % 2 else some.sample(turn)
                yield from (np.array(device.to_host(found)) for found in (actions, *some.step(actions)))
                yield np.array(device.to_host(some.illegal(actions)))


class Even:
    """Answers that give all actions the same value, without a tablebase."""

    def action_values(self, keys: Ints) -> Ints:
        return np.zeros((len(keys), len(ACTIONS)), np.int64)


def goff(device: Device) -> Results:
    xp, host = device.xp, device.to_host
    levels = goff_solve.enumerate_levels(device, 2, quiet)
    yield from (host(level.keys) for level in levels)
    made_up = xp.arange(186) * 64 + xp.arange(186) % 6 * 9
    yield host(goff_solve.value_from_next(device, levels[1], levels[2], made_up, 1))
    for reading in (FORBIDDEN | DRAWN, FIRST_READING):  # the first is compiled for the strict device
        sixth, counts = xp.asarray(PLY_6), xp.full(3, 64, np.int64)
        device.launch(goff_solve.COUNT_6, 3, sixth, reading, forbids(reading), counts, 3)
        yield from (host(goff_solve.value_last(device, sixth, quiet, reading)), host(counts))
    yield from batched(device, "goff")


def sqt(device: Device) -> Results:
    levels = goff_solve.enumerate_levels(device, 2, quiet)
    last = replace(levels[2], ply=goff_solve.LAST, keys=device.xp.asarray(PLY_6[:2]))
    index = levels[2].index
    narrow = [Setting(Fraction(2, 7)), Setting(Fraction(3, 4), "draws-second")]
    for settings in (narrow, [Setting(Fraction(1, 64))], [Setting(Fraction(1, 64), pair="forbidden")]):
        lanes = converted(Lanes.of(settings), device.xp.asarray)
        found, rows, counts = sqt_solve._valued(device, lanes, last, None, quiet)
        row_of = device.xp.zeros(index.size, found.dtype)
        row_of[levels[2].indices] = (device.xp.arange(len(levels[2].keys)) % 2).astype(found.dtype)
        following = Following(row_of, rows)
        early, early_rows, early_counts = sqt_solve._valued(device, lanes, levels[1], following, quiet)
        numbers = [int(count[0]) for count in (counts, early_counts)]
        yield from map(device.to_host, (found, rows[: numbers[0]], early, early_rows[: numbers[1]]))
    yield from batched(device, "sqt", q="1/2", system=cast(Any, Advantage(cast(Any, Even()), Fraction(1, 2))))


def probabilistic(device: Device) -> Results:
    third, zero, one = Fraction(1, 3), Fraction(0), Fraction(1)
    passes = boards.rows_of([[(third, zero, 2 * third)] * 8 + [(zero, one, zero)]])
    drawn = boards.generate(4, 0, 3, device.xp) / boards.STEPS
    rows = device.xp.concatenate([drawn, device.xp.asarray(passes)])
    population = probabilistic_solve.solve(device, rows)
    yield from (population.values, population.squares)
    tables = probabilistic_solve.tables(device, rows)
    yield from (tables, probabilistic_solve.optimal(device, rows[:1], tables[:1]))
    yield from batched(device, "probabilistic", seed=1)


def tiqtaqtoe(device: Device) -> Results:
    table = tiqtaqtoe_solve.solve(device, TiqTaqToeSetting("classic", lines="full-board", both="X")).tablebase
    first = enumerate_graph(device, TiqTaqToeSetting("high", "unentangled", pair="legal"), plies=2)
    yield from (table.numbers, *(getattr(graph, name) for graph in (table.graph, first) for name in ARRAYS))
    yield tiqtaqtoe_solve.estimates(device, table.graph)
    minimal, start = TiqTaqToeSetting("minimal"), State((code_of("XOXXOO.X."),))  # a measurement is due after 7-9
    late = enumerate_levels(device, minimal, plies=2, start=start)
    yield from map(device.to_host, tiqtaqtoe_solve._value_backward(device, late, [minimal], quiet))
    for chances in ([0.3, 1.0, 0.9], [0.3, 0.0, 0.9]):
        yield side_by_side.chances_to_win_most(device, 4, np.array(chances), np.array([0, 3]))
    yield from batched(device, "tiqtaqtoe", pair="legal", target="unentangled")


def hybrid(device: Device) -> Results:
    for setting in (HybridSetting(both="X"), HybridSetting("two", both="X"), HybridSetting("two", targets="any")):
        for order in (value_set, None):
            yield from sum(hybrid_solve.solve(device, setting, least=8, value=order).tablebase.numbers, ())
    yield from batched(device, "hybrid", links="two")


GAMES = {each.__name__: each for each in (goff, sqt, probabilistic, tiqtaqtoe, hybrid)}


def queries(table: goff_tablebase.Tablebase) -> None:
    """Ask for the positions of some games, one at a time, which launches kernels on the CPU."""
    sqt_answers.expand_all([graph.INITIAL, *PLY_6])
    for start in (graph.INITIAL, *PLY_6):
        at = start
        while actions := graph.actions(at):
            table.answers("self").values([at])
            table.answers("opponent").action_values([at])
            at = graph.play(at, actions[len(actions) // 3])
    for pair in ("legal", "forbidden"):  # after ply 6, no tablebase is read
        sqt_answers.answers(Setting(Fraction(3, 4), pair=pair)).values(np.array([at]))
    expanded_twice(GoffGraph(OPPONENT, FIRST_READING, table.answers("opponent")))
    learnt(table.answers("opponent"))
    batches()


def expanded_twice(graph: Graph) -> None:
    """Expand a start position and what follows from it."""
    keys = graph.expand(np.array([graph.start], np.int64)).children
    keys, _ = graph.canonical(graph.expand(keys).children)
    graph.rank(graph.image(keys, 1))
    graph.image_of_actions(keys, np.zeros_like(keys), 1)


def learnt(answers: WorldAnswers) -> None:
    """Ask what learners ask, but for the kernels that are made for a game's rules."""
    goff_for_learners, start = learning(setting_of(OPPONENT, scores(False), FIRST_READING)), np.zeros(1, np.int64)
    goff_for_learners.canonical(start)
    goff_for_learners.state(start)
    rules_of_one = goff_for_learners.rules["collapses"]
    Table(rules_of_one, goff_for_learners.setting(False), (20.0, 0.3, 0.9, 0.1)).fill(np.arange(3), np.zeros(3))
    seen = np.ones((1, 2), np.uint8)
    predictions(pack_net([(np.ones((2, 3)), np.zeros(3))]), seen, seen)


def batches() -> None:
    """Ask for batches of answers, which launches kernels on the CPU; the other games answer single positions so."""
    classic = tiqtaqtoe_solve.solve(Cpu(), TiqTaqToeSetting("classic")).tablebase.answers
    late_hybrid = hybrid_solve.solve(Cpu(), HybridSetting(both="X"), least=8).tablebase.answers
    side_by_side.chances_to_win_most(Cpu(), 2, np.array([0.5, 0.25]), np.array([0, 2]))
    expanded_twice(late_hybrid)
    eight_measured = 0b000001111 | 0b011110000 << O_BITS
    third = Fraction(1, 3)
    board = probabilistic_answers.Answers([(third, third, third)] * 9)
    for answers, key in (
        (classic, classic.positions(1)[0]),
        (late_hybrid, eight_measured),
        (board, probabilistic_answers.key_of(0)),
    ):
        answers.values([key]), answers.action_values([key]), answers.best([key])


class Carrying(StrictDevice):
    """The strict device for launches on the CPU: it carries their arrays to the device and the results back."""

    def launch(self, kernel: Kernel, count: int, *arguments: Any) -> None:
        carried = converted(arguments, self.xp.asarray)
        super().launch(kernel, count, *carried)
        self.fetch(arguments, carried)

    def fetch(self, arguments: tuple[Any, ...], carried: tuple[Any, ...]) -> None:
        for before, after in zip(arguments, carried, strict=True):
            if isinstance(before, tuple):
                self.fetch(before, after)
            elif isinstance(before, np.ndarray) and before.flags.writeable:
                before[...] = self.to_host(after)


class Alone(Interpreter):
    """Python runs all kernels, with numbers as a GPU has them: the kernels of vectors need not be compiled for both."""

    vectors = False


BY_PYTHON = ("goff", "sqt")
"""The games whose kernels compile for long: Python runs them here, and the slow layer compiles them for the strict
device. The claim `goff-side-by-side` compares vectors with numbers."""


def differences(device: Device, game: str) -> list[tuple[Any, Any]]:
    """What a game's launches on the CPU and on a device compute, where the results differ."""
    results = zip(GAMES[game](Alone() if game in BY_PYTHON else Cpu()), GAMES[game](device), strict=True)
    return [(expected, found) for expected, found in results if not same(expected, found)]


def same(expected: Any, found: Any) -> bool:
    """Whether results are equal; in double precision only up to roundings, because a GPU may fuse products and sums."""
    if not isinstance(expected, np.ndarray):
        return bool(expected == found)
    if expected.dtype.kind == "f":
        return expected.shape == found.shape and np.allclose(expected, found, rtol=1e-9, atol=1e-13)
    return expected.dtype == found.dtype and np.array_equal(expected, found)


@cache
def launched(game: str) -> dict[Kernel, set[tuple[Any, ...]]]:
    """The kernels that a game launches on the strict device, each with the types of its arguments."""
    device = StrictDevice(("qttt.fast.",) if game in BY_PYTHON else ())
    assert differences(device, game) == []
    return device.launched


DEFINES_KERNEL = re.compile(r"^[A-Z][\w, ]* = (?:Kernel|answer_kernel|Rules|rules_seen)\(", re.MULTILINE)
SHARED = ("batch", "learning", "side_by_side", "td")
"""The modules whose kernels belong to every game."""


ON_THE_CPU = {"every_q.py"}
"""The modules whose kernels make what ships, on the CPU alone."""


def belongs(name: str, game: str) -> bool:
    """Whether a kernel with this dotted name belongs to a game."""
    return name.split(".")[2] in (game, *SHARED)


def registered() -> dict[Kernel, str]:
    """Every kernel that a module of the fast engine defines, with its dotted name."""
    found: dict[Kernel, str] = {}
    for path in sorted(ROOT.glob("fast/qttt/fast/**/*.py")):
        if path.name not in ON_THE_CPU and DEFINES_KERNEL.search(path.read_text(encoding="utf-8")):
            module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts[1:]))
            for name, values in vars(module).items():
                for value in values if isinstance(values, tuple) else (values,):
                    if isinstance(value, Kernel | Rules):
                        found[value if isinstance(value, Kernel) else step_kernel(value)] = f"{module.__name__}.{name}"
    return found


def unlaunched(game: str, launches: set[Kernel]) -> list[str]:
    """The kernels of a game that were not launched, and the launched ones that no module defines."""
    kernels = registered()
    missing = {kernel for kernel, name in kernels.items() if belongs(name, game)} - launches
    return sorted(map(str, [kernels[kernel] for kernel in missing] + [*(launches - kernels.keys())]))


@pytest.fixture(scope="module")
def queried(solution: goff_solve.Solution) -> dict[Kernel, set[tuple[Any, ...]]]:
    """The kernels that queries of single positions launch, each with the types of its arguments."""
    device = Carrying(tuple(f"qttt.fast.{game}." for game in BY_PYTHON))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Cpu, "launch", lambda _, *arguments: device.launch(*arguments))
        queries(replace(solution.tablebase))  # a copy that has answered nothing yet
    return device.launched


WHOLE: dict[str, Callable[[Device], Any]] = {
    "goff": lambda device: (found := goff_solve.solve(device).tablebase).keys + found.codes,
    "sqt": lambda device: sqt_solve.solve(device, [Setting(Fraction(2, 7)), Setting(Fraction(1))]).tablebase.rows,
    "tiqtaqtoe": lambda device: tiqtaqtoe_solve.solve(device, TiqTaqToeSetting("minimal")).tablebase.numbers[None],
    "hybrid": lambda device: sum(hybrid_solve.solve(device, HybridSetting("single")).tablebase.numbers, ()),
}
"""All numbers of a game that is solved as a whole."""


@pytest.mark.slow
@pytest.mark.parametrize("game", WHOLE)
def test_strict_device_solves_the_whole_game(game: str) -> None:
    Solves(WHOLE[game]).agree(device=StrictDevice())


def test_every_kernel_belongs_to_a_game() -> None:
    assert {name.split(".")[2] for name in registered().values()} == {*GAMES, *SHARED}


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_strict_device_runs_every_kernel(game: str, queried: dict[Kernel, Any]) -> None:
    assert unlaunched(game, launched(game).keys() | queried.keys()) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", BY_PYTHON)
def test_strict_device_computes_the_same_when_compiled(game: str) -> None:
    assert differences(StrictDevice(), game) == []


@pytest.mark.thorough
def test_kernel_without_a_launch_is_found(queried: dict[Kernel, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value, "NEW", Kernel(value.carry, 1), raising=False)
    assert unlaunched("hybrid", launched("hybrid").keys() | queried.keys()) == ["qttt.fast.hybrid.value.NEW"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_simulated_gpu_computes_the_same(game: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.fast.test_fast_launches", game],
        cwd=ROOT,
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "gpu: []\n", run.stderr


@pytest.fixture
def real_gpu() -> Device:
    """The GPU of this machine."""
    try:
        return backend.device("gpu")
    except DeviceError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("game", GAMES)
def test_gpu_computes_the_same(game: str, real_gpu: Device) -> None:
    assert differences(real_gpu, game) == []


# Compiling for CUDA


CAPABILITIES = {"sm_80": (8, 0), "sm_90a": (9, 0, "a"), "sm_100a": (10, 0, "a")}
"""The GPUs that kernels are compiled for, and their compute capabilities, as numba-cuda gives both."""
FIGURES = ("registers", "bytes stack frame", "bytes spill stores", "bytes spill loads")
"""What the link log says of a kernel and of each function that it calls."""


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the GPU, for a device of compute capability 9.0 that is not there. CuPy may be missing, too."""
    pytest.importorskip("numba_cuda", reason="needs the extra cuda")
    if "qttt.fast.gpu" not in sys.modules:
        monkeypatch.setitem(sys.modules, "cupy", ModuleType("cupy"))
    absent = SimpleNamespace(compute_capability=(9, 0), id=0)
    dispatcher, codegen = (importlib.import_module(f"numba.cuda.{name}") for name in ("dispatcher", "codegen"))
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: absent)
    monkeypatch.setattr(codegen, "devices", SimpleNamespace(get_context=lambda: SimpleNamespace(device=absent)))
    monkeypatch.setattr(dispatcher._Kernel, "bind", lambda self: None)
    return importlib.import_module("qttt.fast.gpu")


def compiled(gpu: Any, kernel: Kernel, arguments: tuple[Any, ...], edit: int = 0) -> Any:
    """The dispatcher of a kernel, compiled for some types, or loaded from disk. Each `edit` stands for other source."""
    stamp = jit.source_stamp(kernel.body.__code__.co_filename) + edit
    loop = gpu._loop.__wrapped__(kernel.body, kernel.work, kernel.dtype, stamp)
    loop.compile((types.int64, types.Tuple(arguments)))  # type: ignore[no-untyped-call]
    return loop


def link_log(gpu: Any, library: Any, name: str) -> str:
    """What nvJitLink says of a compiled kernel when it makes a cubin for a GPU. It finds what PTX does not show, such
    as more constants than a GPU has room for."""
    core = gpu.core
    code = [core.ObjectCode.from_ptx(ptx.encode()) for ptx in library.get_asm_strs(CAPABILITIES[name])]
    linker = core.Linker(*code, options=core.LinkerOptions(arch=name, verbose=True))
    linker.link("cubin")
    return str(linker.get_info_log())


@pytest.mark.cuda
@pytest.mark.parametrize("game", GAMES)
def test_every_kernel_compiles_for_cuda(game: str, gpu: Any) -> None:
    """All that the game launches on a device; what queries launch runs on the CPU only."""
    kernels = registered()
    for kernel, every in launched(game).items():
        for arguments in every:
            [made] = compiled(gpu, kernel, arguments).overloads.values()
            for target in CAPABILITIES:
                log = link_log(gpu, made.library, target)
                most = [max(map(int, re.findall(rf"(\d+) {figure}", log))) for figure in FIGURES]
                print(
                    target, kernels[kernel], *(f"{each} {figure}" for each, figure in zip(most, FIGURES, strict=True))
                )


@pytest.mark.cuda
def test_cuda_kernel_is_loaded_from_disk(gpu: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for config in ("numba.core.config", "numba.cuda.core.config"):
        monkeypatch.setattr(importlib.import_module(config), "CACHE_DIR", str(tmp_path))
    signature = next(iter(launched("tiqtaqtoe")[tiqtaqtoe_solve.EVALUATE]))
    loops = [compiled(gpu, tiqtaqtoe_solve.EVALUATE, signature, edit) for edit in (1, 1, 2)]
    assert [sum(loop.stats.cache_hits.values()) for loop in loops] == [0, 1, 0]
    (index,) = tmp_path.glob("*/gpu.*.nbi*")
    index.write_bytes(b"")
    assert compiled(gpu, tiqtaqtoe_solve.EVALUATE, signature, 2).stats.cache_hits.total() == 0
    assert compiled(gpu, tiqtaqtoe_solve.EVALUATE, signature, 2).stats.cache_hits.total() == 1


def numba_array(array: np.ndarray[Any, Any]) -> Any:
    """What numba-cuda's launch reads of an array of the device."""
    layout = SimpleNamespace(strides_in_bytes=array.strides)
    return SimpleNamespace(size=array.size, dtype=array.dtype, ptr=array.ctypes.data, shape=array.shape, _layout=layout)


@pytest.mark.cuda
def test_numba_cuda_lays_arguments_out_the_same(gpu: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The device's part in numba-cuda's launch is left out: it would copy no array of the device."""
    dispatcher = importlib.import_module("numba.cuda.dispatcher")
    monkeypatch.setattr(gpu.xp, "ndarray", CupyArray, raising=False)
    monkeypatch.setattr(dispatcher, "wrap_arg", lambda array: SimpleNamespace(to_device=lambda *_: array))
    wide, large = np.zeros((4, 3), np.int32), np.zeros((2, 3, 4), np.float64, "F")
    arguments: Any = (Pair(wide, -7), True, large, (wide[::2], np.zeros(0, np.uint8)), (1 << 63) - 1)
    ours: list[Any] = []
    theirs: list[Any] = []
    gpu.flattened(converted(arguments, CupyArray), ours)
    kernel = object.__new__(dispatcher._Kernel)
    kernel.extensions = []
    kind = dispatcher.typeof(arguments, dispatcher.Purpose.argument)
    kernel._prepare_args(kind, converted(arguments, numba_array), 0, [], theirs)
    assert [(type(each), each) for each in ours] == [
        (type(each), each) for each in (getattr(given, "value", given) for given in theirs)
    ]


class Simulated(np.ndarray[Any, Any]):
    """An array in the simulator. As on a GPU, it takes the low bits of a number, and its short ints widen when they are
    computed with; those of NumPy do neither."""

    def __setitem__(self, at: Any, number: Any) -> None:
        super().__setitem__(at, np.asarray(number).astype(self.dtype))

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        return np.int64(found) if isinstance(found, np.integer) and found.itemsize < 8 else found


def simulated_scratch(_: object, shape: int, kind: Any) -> Simulated:
    return np.empty(shape, as_dtype(kind)).view(Simulated)


if __name__ == "__main__":
    importlib.import_module("numba.cuda.simulator.kernelapi").FakeCUDALocal.array = simulated_scratch
    gpu_ = backend.device("gpu")
    launch = gpu_.launch
    gpu_.launch = lambda kernel, count, *arguments: launch(  # type: ignore[method-assign]
        kernel, count, *converted(arguments, lambda array: array.view(Simulated), np.ndarray)
    )
    print(f"{gpu_.name}: {differences(gpu_, sys.argv[1])}")
