"""How many integer operations and bytes a stage of the solver needs, counted, and how many the machine can do.

The kernels are plain Python, so they are run on integers that count the operations on them. Counted are arithmetic and
logical operations and comparisons, not loads, stores, loop counters or address arithmetic: a floor for the kernel as it
is written.
"""

import operator
import time
from collections import defaultdict
from typing import Any

import numba
import numpy as np

from qttt.fast.goff import games, index, late, links, moves, value
from qttt.fast.goff.key import plies
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.reading import FIRST_READING

SAMPLE = 150
NOWHERE: Any = {}
"""Takes what a kernel writes."""


class Counting(int):
    """An int that counts the operations on it and on their results."""

    operations = 0


def _counted(name: str) -> Any:
    plain = getattr(operator, name) if hasattr(operator, name) else getattr(operator, name + "_")

    def forward(self: int, other: int) -> int:
        Counting.operations += 1
        result = plain(int(self), int(other))
        return result if isinstance(result, bool) else Counting(result)

    return forward


for _name in ("and", "or", "xor", "add", "sub", "mul", "lshift", "rshift", "lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Counting, f"__{_name}__", _counted(_name))
for _name in ("and", "or", "xor", "add", "mul"):
    setattr(Counting, f"__r{_name}__", _counted(_name))
Counting.__rsub__ = lambda self, other: Counting(int(other)) - self  # type: ignore[method-assign]
Counting.__rlshift__ = lambda self, other: Counting(int(other)) << self  # type: ignore[method-assign]
Counting.__neg__ = lambda self: Counting(0) - self  # type: ignore[method-assign]
Counting.__invert__ = lambda self: Counting(-1) ^ self  # type: ignore[method-assign]
Counting.__hash__ = int.__hash__  # type: ignore[method-assign]


class Scratch(list[int]):
    """Scratch memory that gives back counting integers."""

    def __getitem__(self, i: Any) -> Any:
        return Counting(super().__getitem__(i))


def count_operations(stage: str, levels: Any) -> tuple[float, float]:
    """Operations, and bytes that must be read or written at least once, of a stage over all positions."""
    generator = np.random.default_rng(1)
    operations, size = 0.0, 0.0
    for ply in [6] if stage == "late" else range(6):
        keys = levels[ply]
        sample = generator.choice(keys, min(SAMPLE, len(keys)))
        Counting.operations = 0
        for key in sample:
            _run(stage, ply, Counting(int(key)))
        operations += Counting.operations / len(sample) * len(keys)
        dense = 0 if stage == "late" else index.level(ply + 1).size
        linked = 0 if stage == "late" else 4 * links.LINKS
        size += (16 + linked) * len(keys) + (dense if stage == "enumerate" else 4 * dense)
    return operations, size


def operations_of_a_game() -> float:
    """Operations of a random complete game, on average."""
    Counting.operations = 0
    for i in range(SAMPLE):
        work = Scratch([0] * games.WORK)
        games.play_randomly(
            Counting(i), work, Counting(0), Counting(1), FIRST_READING, NOWHERE, NOWHERE, np.zeros((1, 0))
        )
    return Counting.operations / SAMPLE


def _run(stage: str, ply: int, key: Any) -> None:
    work = Scratch([0] * value.WORK)
    if stage == "late":
        late.value_late(key, work, FIRST_READING, ())
        if moves.outcome_of(key, FIRST_READING) == UNFINISHED:
            value.count_late(work, work, ())
        return
    table = index.level(ply + 1)
    keys: Any = [key]
    found: Any = {}
    zeros: Any = defaultdict(int)
    before = Counting.operations
    links.link_successors(0, work, keys, FIRST_READING, table.tables, found, NOWHERE)
    if stage == "back":
        Counting.operations = before
        value.value_early(0, work, found, zeros, NOWHERE, 1, plies(int(key)) & 1 == 0)


def integer_rate() -> float:
    """Integer operations per second of a core, on eight independent chains of and, or, shift and add on each core."""
    rounds = 20_000_000

    @numba.njit(parallel=True)
    def chains(seeds):  # type: ignore[no-untyped-def]
        for core in numba.prange(len(seeds)):
            a = b = c = d = e = f = g = h = seeds[core]
            for i in range(rounds):
                a = ((a << 1) | i) & 0xFFFFF
                b = ((b >> 1) + i) & 0xFFFFF
                c = ((c << 1) | i) & 0xFFFFF
                d = ((d >> 1) + i) & 0xFFFFF
                e = ((e << 1) | i) & 0xFFFFF
                f = ((f >> 1) + i) & 0xFFFFF
                g = ((g << 1) | i) & 0xFFFFF
                h = ((h >> 1) + i) & 0xFFFFF
            seeds[core] = a + b + c + d + e + f + g + h

    seeds = np.arange(numba.get_num_threads())
    chains(seeds)
    began = time.process_time()
    chains(seeds)
    return 24.0 * rounds * len(seeds) / (time.process_time() - began)
