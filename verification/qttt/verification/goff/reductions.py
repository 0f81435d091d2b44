"""Compares the fast engine's values with the game solved without the engine's reductions."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from qttt.fast.goff import ends, late, value
from qttt.fast.goff.board import SYMMETRIES
from qttt.fast.goff.key import FIELD, canonical, image
from qttt.fast.goff.moves import Work
from qttt.fast.goff.tablebase import Tablebase
from qttt.verification import Refuted
from qttt.verification.goff import solved
from qttt.verification.goff.histories import reduced
from qttt.verification.goff.levels import Level, history_of
from qttt.verification.goff.unreduced import LAST, Solved, first_difference, solve, successors_of
from qttt.verification.mutation import with_globals

SEED = 2010
STARTS, STARTS_PLY = 300, 4

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


# Errors planted in the kernels, whose text plain Python runs on some positions of the sample

SOME = 300
Values = Callable[[list[int]], list[int]]
"""A function from canonical keys to the code pairs that an erroneous solver gives them."""


def _solved_with(values: Values, ply: int) -> Tablebase:
    """The table with the code pairs of an erroneous solver at positions of one ply."""
    table = solved.tablebase()
    numbers = np.concatenate([part for _, part in _below_some().levels[ply - STARTS_PLY].pieces()])
    keys = sorted({reduced(history_of(number, ply)) for number in numbers[:: len(numbers) // SOME].tolist()})
    codes = table.codes[ply].copy()
    codes[np.searchsorted(table.keys[ply], keys)] = values(keys)
    return replace(table, codes=(*table.codes[:ply], codes, *table.codes[ply + 1 :]))


def _code(key: int, ply: int, otherwise: int = -1) -> int:
    """The code pair of a canonical key in the table; `otherwise` if no game reaches the key."""
    table = solved.tablebase()
    at = np.searchsorted(table.keys[ply], key)
    return int(table.codes[ply][at]) if at < len(table.keys[ply]) and table.keys[ply][at] == key else otherwise


def _x7_as_an_early_mark(work: Work, layout: Work, at: int, step: int, x: int, x5: int, x7: int, *others: int) -> None:
    ends.write_end(work, layout, at, step, x, x7, x7, *others)


_late_value = with_globals(
    late.value_late,
    write_ends=with_globals(
        ends.write_ends,
        write_end=_x7_as_an_early_mark,
        write_end_if_over=with_globals(ends.write_end_if_over, write_end=_x7_as_an_early_mark),
    ),
)


@cache
def ply_7_is_interchangeable_too() -> Tablebase:
    """X7 counts as an early mark of X, so a line with X7 comes before any line of O."""
    return _solved_with(lambda keys: [_late_value(key, [0] * late.WORK) for key in keys], LAST)


class _NextPly:
    """The code pairs of ply 6 by canonical key, in place of an array by dense index."""

    def __getitem__(self, key: int) -> int:
        return _code(key, LAST)


_early_value = with_globals(
    value.value_early,
    choose=with_globals(value.choose, size=lambda span: 1),
    dense=lambda key, number, orbit, turned: canonical(key),
)


@cache
def the_best_root_is_enough() -> Tablebase:
    """The player who closes a cycle gets the best root of the component even if the opponent selects."""

    def values(keys: list[int]) -> list[int]:
        records = [0] * len(keys)
        for i in range(len(keys)):
            _early_value(i, [0] * value.WORK, keys, None, None, None, _NextPly(), records, 0)
        return records

    return _solved_with(values, LAST - 1)


def _smallest_marks(key: int, fields: tuple[int, ...]) -> int:
    """The smallest image of some fields of a key, with the other fields empty."""
    mask = sum(FIELD << (54 - 6 * i) for i in fields)
    return min(image(key & mask, g) for g in range(SYMMETRIES))


@cache
def players_are_turned_apart() -> Tablebase:
    """The canonical form uses one symmetry for the marks of X and another one for those of O."""

    def values(keys: list[int]) -> list[int]:
        turned = [_smallest_marks(key, (0, 1, 2)) | _smallest_marks(key, (3, 4, 5)) for key in keys]
        return [_code(canonical(other), LAST, _code(key, LAST)) for key, other in zip(keys, turned, strict=True)]

    return _solved_with(values, LAST)
