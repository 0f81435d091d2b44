"""The late kernels of the fast engine against plain minimax, on sampled positions of ply 6."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu, Kernel
from qttt.fast.goff import count, late
from qttt.fast.goff.board import PLACES
from qttt.fast.goff.games import playouts
from qttt.fast.goff.moves import Work
from qttt.fast.jit import jitable
from qttt.verification import Refuted
from qttt.verification.goff.histories import key_of
from qttt.verification.goff.plain import FACTS, FOLLOW, PLAIN
from qttt.verification.mutation import with_globals

SEED = 2018
POSITIONS, MANY_POSITIONS = 2_000, 100_000
PART = 1_000
CHUNK = 10_000


@jitable
def late_facts(i: int, work: Work, keys: Any, facts: Any) -> None:
    """Kernel: the facts, as in `plain`, of an undecided position of ply 6, from the late kernels."""
    facts[i, 0] = late.value_late(keys[i], work)
    count.count_late(work, work)
    for n in range(1, FACTS):
        facts[i, n] = work[count.PLY_7 + n - 1]


LATE = Kernel(late_facts, count.WORK)

Engine = Callable[[Any], Any]
"""A function from an array of keys to the facts of its first few keys, an array ``[positions, FACTS]``."""


@dataclass(frozen=True)
class Sample:
    """Different positions of ply 6 as histories, and their facts by plain minimax."""

    histories: Any
    facts: Any


@cache
def sample(positions: int) -> Sample:
    """The first undecided positions of ply 6 in the random games of the seed, each once.

    A larger sample begins with every smaller one.
    """
    cpu, found = Cpu(), np.empty(0, np.int64)
    first = 0
    while len(found) < positions:
        actions = playouts(cpu, CHUNK, SEED, first, record=True).actions
        histories = np.empty(CHUNK, np.int64)
        cpu.launch(FOLLOW, CHUNK, actions, np.empty((CHUNK, PLACES + 1), np.int64), histories)
        found = np.concatenate([found, histories[histories >= 0]])
        found = found[np.sort(np.unique(found, return_index=True)[1])]
        first += CHUNK
    found = found[:positions]
    facts = np.empty((positions, FACTS), np.int64)
    for start in range(0, positions, CHUNK):
        part = found[start : start + CHUNK]
        rows = np.empty((3 * len(part), PLACES + 1), np.int64)
        cpu.launch(PLAIN, len(part), part, rows, facts[start : start + CHUNK])
    return Sample(found, facts)


def the_late_kernels(keys: Any) -> Any:
    """The facts of all keys."""
    facts = np.empty((len(keys), FACTS), np.int64)
    Cpu().launch(LATE, len(keys), keys, facts)
    return facts


def late_kernels_are_plain_minimax(engine: Engine = the_late_kernels, positions: int = POSITIONS) -> str:
    """The code pair of every sampled position, and its counts of sequences and games, by plain minimax and counting.

    The mutants run as plain Python, on the first 1,000 positions of the same sample: each is caught there.
    """
    known = sample(positions)
    facts = engine(np.array([key_of(history) for history in known.histories.tolist()], np.int64))
    wrong = np.flatnonzero((facts != known.facts[: len(facts)]).any(axis=1))
    if len(wrong):
        history, plain, found = (array[wrong[0]].tolist() for array in (known.histories, known.facts, facts))
        raise Refuted(f"history {history:#x}: codes, sequences and games {plain} by plain minimax, not {found}")
    return f"{positions:,} positions of ply 6, seed {SEED}"


def late_kernels_are_plain_minimax_many_times(engine: Engine = the_late_kernels) -> str:
    return late_kernels_are_plain_minimax(engine, MANY_POSITIONS)


def in_python(body: Callable[..., None] = late_facts) -> Engine:
    """The late kernels, or their mutants, as plain Python on the first few keys."""

    def engine(keys: Any) -> Any:
        some = keys[:PART].tolist()
        facts, work = np.empty((len(some), FACTS), np.int64), [0] * count.WORK
        for i in range(len(some)):
            body(i, work, some, facts)
        return facts

    return engine


def _with_value_ends(**meanings: Any) -> Engine:
    value_late = with_globals(late.value_late, value_ends=with_globals(late.value_ends, **meanings))
    return in_python(with_globals(late_facts, late=SimpleNamespace(value_late=value_late)))


def _nowhere(layout: Work, mask: int, tree: int) -> int:
    return 0


one_root_decides_where_all_must_after_a_join = _with_value_ends(
    join_x7=with_globals(late.join_x7, always=late.once, everywhere=with_globals(late.everywhere, always=late.once))
)
one_root_decides_where_all_must_after_x7_settled = _with_value_ends(
    settle_x7=with_globals(late.settle_x7, always=late.once)
)
x7_closes_no_cycle = _with_value_ends(once=_nowhere, twice=_nowhere)
a_square_is_paired_with_itself = in_python(
    with_globals(
        late_facts,
        count=SimpleNamespace(
            PLY_7=count.PLY_7, count_late=with_globals(count.count_late, cycles=lambda squares: squares * squares)
        ),
    )
)
