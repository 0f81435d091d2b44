"""The values of the fast engine against the game solved without its reductions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from qttt.fast.backend import device
from qttt.fast.goff.board import PLACES
from qttt.fast.goff.tablebase import Tablebase
from qttt.verification import Refuted
from qttt.verification.goff import solved
from qttt.verification.goff.histories import reduced
from qttt.verification.goff.unreduced import EXPAND, Solved, first_difference, solve

SEED = 2010
STARTS, STARTS_PLY = 300, 4
WRONG_PLY = 5

Table = Callable[[], Tablebase]


@cache
def _without(device_name: str, labelled: bool, symmetric: bool) -> Solved:
    return solve(device(device_name), labelled=labelled, symmetric=symmetric)


def _agreed(found: Solved, table: Table, device_name: str = "cpu") -> str:
    difference = first_difference(device(device_name), found, table().keys, table().codes)
    if difference:
        ply, history, codes = difference
        raise Refuted(f"history {history:#x} of ply {ply}: codes {codes:#o}, not those of its key in the table")
    return ", ".join(f"{len(level):,}" for level in found.histories) + " positions of the plies in turn"


def values_are_the_same_without_ply_labels(table: Table = solved.tablebase) -> str:
    """Every mark keeps its own ply, and lines are ranked by them; images are taken as one."""
    return _agreed(_without("cpu", True, True), table)


def values_are_the_same_without_symmetries(table: Table = solved.tablebase) -> str:
    """Every image is a position of its own; early plies of a player are merged."""
    return _agreed(_without("cpu", False, False), table)


def values_are_the_same_without_any_reduction(table: Table = solved.tablebase) -> str:
    """Every image is a position of its own, and every mark keeps its ply."""
    return _agreed(_without("gpu", True, False), table, "gpu")


@cache
def _below_some() -> Solved:
    """Everything that follows from random histories, nothing reduced."""
    cpu, generator = device("cpu"), np.random.default_rng(SEED)
    starts: Any = np.zeros(1, np.int64)
    for ply in range(STARTS_PLY):
        rows = np.empty((len(starts), PLACES + 1), np.int64)
        cpu.launch(EXPAND, len(starts), starts, rows, ply, True, False)
        following = np.unique(rows[rows >= 0])
        starts = generator.choice(following, min(STARTS, len(following)), replace=False)
    return solve(cpu, labelled=True, symmetric=False, starts=starts.tolist(), first_ply=STARTS_PLY)


def values_below_some_histories_are_the_same(table: Table = solved.tablebase) -> str:
    """The same without any reduction, for all that follows from random histories of ply 4."""
    return _agreed(_below_some(), table)


@cache
def with_one_wrong_value() -> Tablebase:
    """The table with the value of one position of ply 5 changed, one that the small check looks at."""
    table = solved.tablebase()
    keys, codes = table.keys[WRONG_PLY], [*table.codes]
    seen = _below_some().histories[WRONG_PLY - STARTS_PLY][0]
    codes[WRONG_PLY] = np.where(keys == reduced(int(seen)), codes[WRONG_PLY] ^ 1, codes[WRONG_PLY])
    return Tablebase(table.keys, tuple(codes))
