"""The late kernels of the fast engine against plain minimax, on sampled positions of ply 6."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu, Kernel
from qttt.fast.goff import count, late
from qttt.fast.goff.board import PLACES
from qttt.fast.goff.games import playouts
from qttt.fast.goff.moves import Work
from qttt.fast.jit import jitable
from qttt.verification import Refuted
from qttt.verification.goff.histories import key_of, reduced
from qttt.verification.goff.plain import FACTS, FOLLOW, PLAIN

SEED = 2018
POSITIONS, MANY_POSITIONS = 2_000, 100_000
CHUNK = 10_000


@jitable
def late_facts(i: int, work: Work, keys: Any, facts: Any) -> None:
    """Kernel: the facts, as in `plain`, of an undecided position of ply 6, from the late kernels."""
    facts[i, 0] = late.value_late(keys[i], work)
    count.count_late(work, work)
    for n in range(1, FACTS):
        facts[i, n] = work[count.PLY_7 + n - 1]


LATE = Kernel(late_facts, count.WORK)


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
    first, games = 0, min(CHUNK, 2 * positions)
    while len(found) < positions:
        actions = playouts(cpu, games, SEED, first, record=True).actions
        histories = np.empty(games, np.int64)
        cpu.launch(FOLLOW, games, actions, np.empty((games, PLACES + 1), np.int64), histories)
        found = np.concatenate([found, histories[histories >= 0]])
        found = found[np.sort(np.unique(found, return_index=True)[1])]
        first += games
    found = found[:positions]
    facts = np.empty((positions, FACTS), np.int64)
    for start in range(0, positions, CHUNK):
        part = found[start : start + CHUNK]
        rows = np.empty((3 * len(part), PLACES + 1), np.int64)
        cpu.launch(PLAIN, len(part), part, rows, facts[start : start + CHUNK])
    return Sample(found, facts)


def some_keys(positions: int) -> Any:
    """The canonical keys of a sample, ascending."""
    return np.unique([reduced(history) for history in sample(positions).histories.tolist()])


def the_late_kernels(keys: Any) -> Any:
    """The facts of all keys."""
    facts = np.empty((len(keys), FACTS), np.int64)
    Cpu().launch(LATE, len(keys), keys, facts)
    return facts


def late_kernels_are_plain_minimax(positions: int = POSITIONS) -> str:
    """The code pair of every sampled position, and its counts of sequences and games, by plain minimax and counting."""
    known = sample(positions)
    facts = the_late_kernels(np.array([key_of(history) for history in known.histories.tolist()], np.int64))
    wrong = np.flatnonzero((facts != known.facts).any(axis=1))
    if len(wrong):
        history, plain, found = (array[wrong[0]].tolist() for array in (known.histories, known.facts, facts))
        raise Refuted(f"history {history:#x}: codes, sequences and games {plain} by plain minimax, not {found}")
    return f"{positions:,} positions of ply 6, seed {SEED}"


def late_kernels_are_plain_minimax_many_times() -> str:
    return late_kernels_are_plain_minimax(MANY_POSITIONS)
