"""The same solves, and games side by side, on a GPU and on all cores of the same machine, kernels compiled.

    python tests/benchmarks/gpu.py            # print the table
    python tests/benchmarks/gpu.py --write    # and put it into docs/benchmarks.md

Best of five, on the clock. Memory is what the device has less after the solves: the arrays that CuPy keeps, and the
scratch memory of the kernels.
"""

import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

import sqt
from learn_batch import PLAYED, of_batches
from measuring import RUNS, Row, best, mb, publish, table

from qttt.fast.backend import Cpu, Device, DeviceError, device
from qttt.fast.goff.solve import solve as solve_goff
from qttt.fast.hybrid.rules import Setting as HybridSetting
from qttt.fast.hybrid.solve import solve as solve_hybrid
from qttt.fast.probabilistic.boards import STEPS, generated
from qttt.fast.probabilistic.solve import solve as solve_probabilistic
from qttt.fast.sqt.solve import solve as solve_sqt
from qttt.fast.tiqtaqtoe.rules import Setting as TiqTaqToeSetting
from qttt.fast.tiqtaqtoe.solve import solve as solve_tiqtaqtoe

BOARDS = generated(2024, 0, 1 << 20) / STEPS
GAMES = 1 << 20

SOLVES: dict[str, Callable[[Device], Callable[[], Any]]] = {
    "Goff's game, both rules": lambda on: partial(solve_goff, on),
    "SQT, 84 settings": lambda on: partial(solve_sqt, on, sqt.grid()),
    "probabilistic tic-tac-toe, 1,048,576 boards": lambda on: partial(solve_probabilistic, on, on.xp.asarray(BOARDS)),
    "TiqTaqToe, level high": lambda on: partial(solve_tiqtaqtoe, on, TiqTaqToeSetting()),
    "the hybrid game, canonical reading": lambda on: partial(solve_hybrid, on, HybridSetting()),
}
"""What prepares a solve on a device, by its title."""


def in_use(gpu: Any) -> int:
    """Bytes of the device that are not free."""
    free, total = gpu.xp.cuda.runtime.memGetInfo()
    return int(total - free)


def main() -> None:
    try:
        gpu = device("gpu")
    except DeviceError as error:
        sys.exit(str(error))
    rows: list[Row] = []
    for title, prepared in SOLVES.items():
        before = in_use(gpu)
        on_gpu, on_cpu = (best(prepared(on), RUNS + 1) for on in (gpu, Cpu()))  # the first run compiles
        rows.append((title, f"{on_gpu:.3f} s", f"{on_cpu:.2f} s on the CPU; {mb(in_use(gpu) - before)}"))
        gpu.xp.get_default_memory_pool().free_all_blocks()
    for name, options in PLAYED:
        on_gpu = of_batches(name, options, "planes", "gpu", GAMES)[0]
        on_cpu = of_batches(name, options, "planes")[0]
        title = " ".join(["steps of", name, *(f"{option}={value}" for option, value in options.items())])
        rows.append((title, f"{on_gpu / 1e6:,.0f} million/s", f"{on_cpu / 1e6:,.1f} on the CPU"))
    name = gpu.xp.cuda.runtime.getDeviceProperties(0)["name"].decode()
    versions = ", ".join(f"{each} {version(each)}" for each in ("numba-cuda", "cupy-cuda13x"))
    publish("gpu", f"{name}, {versions}. {table(rows)}")


if __name__ == "__main__":
    main()
