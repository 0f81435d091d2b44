"""How much each game's solve asks of a GPU, counted on the strict device with as many threads as an H200 runs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from qttt.fast.backend import Array, Device
from qttt.fast.goff import solve as goff
from qttt.fast.hybrid import solve as hybrid
from qttt.fast.hybrid import value
from qttt.fast.hybrid.setting import Setting as HybridSetting
from qttt.fast.probabilistic import boards
from qttt.fast.probabilistic import solve as probabilistic
from qttt.fast.probabilistic.positions import ROWS
from qttt.fast.probabilistic.value import ROOM
from qttt.fast.sqt import solve as sqt
from qttt.fast.tiqtaqtoe import levels
from qttt.fast.tiqtaqtoe import solve as tiqtaqtoe
from qttt.fast.tiqtaqtoe.setting import Setting as TiqTaqToeSetting
from qttt.verification.sqt.solved import GRID, settings_of

from .devices import Counts, StrictDevice

SIDE_BY_SIDE = 132 * 2 * 128
BOARDS = 1 << 12


class Bounds(NamedTuple):
    """What a solve may need: launches and array calls together, waits, and arrays copied to the host, each at most, and
    at least so many threads of every kernel, as `Counts.threads` has them."""

    calls: int
    waits: int
    copies: int
    threads: int


def drawn(device: Device) -> Array:
    """Random boards, fewer than a batch has."""
    return device.xp.asarray(boards.generate(1, 0, BOARDS) / boards.STEPS)


SOLVES: dict[str, Callable[[Device], Any]] = {
    "goff": goff.solve,
    "sqt": lambda device: sqt.solve(device, settings_of(GRID)),
    "probabilistic": lambda device: probabilistic.solve(device, drawn(device)),
    "tiqtaqtoe": lambda device: tiqtaqtoe.solve(device, TiqTaqToeSetting()),
    "hybrid": lambda device: hybrid.solve(device, HybridSetting()),
}
"""Canonical games, under both selection rules; SQT with the probabilities of the source and every scoring."""

BOUNDS = {
    "goff": Bounds(calls=63, waits=8, copies=1, threads=31_224),
    "sqt": Bounds(calls=140, waits=9, copies=3, threads=31_224),
    "probabilistic": Bounds(calls=14, waits=1, copies=1, threads=9 * BOARDS),
    "tiqtaqtoe": Bounds(calls=116, waits=12, copies=12, threads=13_816),
    "hybrid": Bounds(calls=136, waits=10, copies=10, threads=6_687_109),
}
"""What each solve needs now."""


def exceeded(counts: Counts, bounds: Bounds) -> list[str]:
    """What a solve needs beyond its bounds, and the kernels with too few threads."""
    needed = Bounds(counts.launches + counts.array_calls, counts.waits, counts.copies, 0)
    more = [
        f"{name}: {needs}, expected at most {most}"
        for name, needs, most in zip(Bounds._fields, needed, bounds, strict=True)
        if name != "threads" and needs > most
    ]
    return more + [
        f"{name}: {threads} threads, expected at least {bounds.threads}"
        for name, threads in counts.threads().items()
        if threads < bounds.threads
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("game", BOUNDS)
def test_solve_keeps_a_gpu_busy(game: str) -> None:
    device = StrictDevice(side_by_side=SIDE_BY_SIDE)
    SOLVES[game](device)
    assert exceeded(device.counts, BOUNDS[game]) == []


def test_exceeded_bounds_are_named() -> None:
    counts = Counts(array_calls=2, waits=1, copies=1, items={"carry": [300, 100], "value": [4, 4], "few": [1]})
    assert exceeded(counts, Bounds(calls=7, waits=1, copies=1, threads=4)) == []
    assert exceeded(counts, Bounds(calls=6, waits=0, copies=1, threads=250)) == [
        "calls: 7, expected at most 6",
        "waits: 1, expected at most 0",
        "value: 4 threads, expected at least 250",
    ]


def test_page_states_the_memory_of_kernels() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "gpu.md").read_text(encoding="utf-8")
    kernels = (goff.PLY_6, sqt.PLY_6, levels.JOIN, value.CARRY)
    rows = [line.split("|") for line in page.partition("scratch memory per thread")[2].splitlines()[2:6]]
    scratch = [int(cells[3].split()[0].replace(",", "")) for cells in rows]
    assert scratch == [kernel.work * kernel.dtype.itemsize for kernel in kernels]
    piece = probabilistic.PIECE
    assert f"{piece:,} at a time in {8 * (ROOM + ROWS) * piece / 1e9:.2f} GB" in " ".join(page.split())
