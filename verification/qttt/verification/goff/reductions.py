"""Compares the fast engine's values with the game solved without the engine's reductions."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from qttt.fast.goff.tablebase import Tablebase
from qttt.verification import Refuted
from qttt.verification.goff import solved
from qttt.verification.goff.levels import Level
from qttt.verification.goff.unreduced import LAST, Solved, first_difference, solve, successors_of

SEED = 2010
STARTS, STARTS_PLY = 300, 4
SOME = 61

Table = Callable[[], Tablebase]


@cache
def _without(labelled: bool, symmetric: bool) -> Solved:
    return solve(labelled=labelled, symmetric=symmetric)


def _agreed(found: Solved, table: Table) -> str:
    difference = first_difference(found, table().keys, table().codes)
    if difference:
        ply, history, codes = difference
        raise Refuted(f"history {history:#x} of ply {ply}: codes {codes:#o}, not those of its key in the table")
    return ", ".join(f"{level.count:,}" for level in found.levels) + " positions of the plies in turn"


def values_are_the_same_without_ply_labels(table: Table = solved.tablebase) -> str:
    """Every mark keeps its own ply, and plies rank the lines; images are merged."""
    return _agreed(_without(True, True), table)


def values_are_the_same_without_symmetries(table: Table = solved.tablebase) -> str:
    """Every image is a position of its own; early plies of a player are merged."""
    return _agreed(_without(False, False), table)


def values_are_the_same_without_any_reduction(table: Table = solved.tablebase) -> str:
    """Every image is a position of its own, and every mark keeps its ply."""
    return _agreed(_without(True, False), table)


@cache
def _below_some() -> Solved:
    """All positions that follow from random histories, without reductions."""
    generator = np.random.default_rng(SEED)
    starts: Any = np.zeros(1, np.int64)
    for ply in range(STARTS_PLY):
        rows = np.concatenate([*successors_of(Level.of(ply, [starts]), labelled=True, symmetric=False)])
        following = np.unique(rows[rows >= 0])
        starts = generator.choice(following, min(STARTS, len(following)), replace=False)
    return solve(labelled=True, symmetric=False, starts=starts.tolist(), first_ply=STARTS_PLY)


def values_below_some_histories_are_the_same(table: Table = solved.tablebase) -> str:
    """The same without any reduction, for all positions that follow from random histories of ply 4."""
    return _agreed(_below_some(), table)


@cache
def with_some_wrong_values() -> Tablebase:
    """The table with another outcome under one rule of selection for one in 61 positions of ply 6."""
    table = solved.tablebase()
    codes = table.codes[LAST].copy()
    codes[::SOME] ^= 1
    return replace(table, codes=(*table.codes[:LAST], codes))
