"""Compares values of the fast engine with the plain recursion of the page."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from qttt.fast.goff.index import PACKED
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.solve import LAST
from qttt.fast.goff.three_trees import NUMBERS, find_shape, layouts
from qttt.fast.sqt import late, offers, value
from qttt.fast.sqt.lanes import Lanes
from qttt.fast.sqt.query import expanded
from qttt.fast.sqt.setting import COLLAPSES, Setting
from qttt.fast.sqt.tablebase import Tablebase
from qttt.oracle.goff.translate import position_of
from qttt.verification import Refuted
from qttt.verification.mutation import with_globals
from qttt.verification.sqt import solved
from qttt.verification.sqt.plain import Plain

SEED = 2027
SAMPLE = 60_000
LATE_SAMPLE, MANY_LATE = 500, 10_000
SOME = 100
CHUNK = 1 << 12

Table = Callable[[], Tablebase]


def early_values_follow_from_the_next_ply(table: Table = solved.tablebase) -> str:
    """Every position of plies 0 to 4 and some of ply 5, without a division."""
    return _follow(table(), SAMPLE, divides=False)


def all_early_values_follow_from_the_next_ply(table: Table = solved.tablebase) -> str:
    """Every position of plies 0 to 5, without a division."""
    return _follow(table(), None, divides=False)


def wide_values_follow_from_the_next_ply(table: Table = solved.wide_tablebase) -> str:
    """Every position of plies 0 to 5, in 64 bits; every division is exact."""
    return _follow(table(), None, divides=True)


def _follow(table: Tablebase, most: int | None, divides: bool) -> str:
    """Whether each value is the best of the values of all moves."""
    plain, lanes = Plain(table.settings, divides), len(table.settings)
    count = 0
    for ply in reversed(range(LAST)):
        keys = some_of(table.keys[ply], most)
        later = table.rows[ply + 1][:, :lanes].astype(np.int64)
        for start in range(0, len(keys), CHUNK):
            part = keys[start : start + CHUNK]
            over, _, following = expanded(part)
            there = (over == UNFINISHED)[:, None] & (following >= 0)
            at = np.full(following.shape, -1)
            at[there] = table.classes[ply + 1][np.searchsorted(table.keys[ply + 1], following[there])]
            found = table.rows_of(part, ply)[:, :lanes] * plain.factor
            follows = plain.step(ply, over, at, later, COLLAPSES + (not divides))
            _compare(part, found, follows, table.settings)
        count += len(keys)
    return f"{count:,} positions of plies 0 to {LAST - 1}, {lanes} settings"


def _compare(keys: Any, found: Any, follows: Any, settings: Sequence[Setting]) -> None:
    """Raises `Refuted` with the first position and setting at which two arrays of values differ."""
    wrong = np.argwhere(found != follows)
    if len(wrong):
        position, lane = position_of(int(keys[wrong[0][0]])), wrong[0][1]
        numbers = found[*wrong[0]], follows[*wrong[0]]
        raise Refuted(f"'{position}', {settings[lane]}: {numbers[0]} and, by every move, {numbers[1]}")


def some_of(keys: Any, most: int | None) -> Any:
    """All keys, or a sample of the seed if there are more."""
    if most is None or len(keys) <= most:
        return keys
    return np.sort(np.random.default_rng(SEED).choice(keys, most, replace=False))


@cache
def with_one_wrong_value(ply: int = 2) -> Tablebase:
    """The table with one value in the last setting changed by the least possible amount."""
    return _changed(solved.tablebase(), ply)


@cache
def with_one_wrong_wide_value(ply: int = 5) -> Tablebase:
    return _changed(solved.wide_tablebase(), ply)


def with_values_of_32_bits() -> Tablebase:
    """The table of settings that need 64 bits, with values that wrap at 32."""
    table = solved.wide_tablebase()
    return replace(table, rows=tuple(rows.astype(np.int32).astype(np.int64) for rows in table.rows))


def _changed(table: Tablebase, ply: int) -> Tablebase:
    rows = [*table.rows]
    rows[ply] = rows[ply].copy()
    rows[ply][len(rows[ply]) // 2, len(table.settings) - 1] += 1
    return replace(table, rows=tuple(rows))


@cache
def with_q_for_p() -> Tablebase:
    """The table with the settings of q and 1 - q exchanged."""
    table = solved.tablebase()
    return replace(table, settings=tuple(replace(setting, q=1 - setting.q) for setting in table.settings))


# Ply 6

LATE_SETTINGS = solved.settings_of((*solved.GRID[::5], solved.GRID[1], *solved.SMALL))

Engine = Callable[[Any], Any]
"""A function from keys of ply 6 to the values of the first few, ``[positions, LATE_SETTINGS]``, times their scale."""


def the_tablebase(keys: Any) -> Any:
    """The values of all keys."""
    table = solved.tablebase()
    lanes = [table.settings.index(setting) for setting in LATE_SETTINGS]
    return table.rows_of(keys, LAST)[:, lanes].astype(np.int64)


def late_values_are_those_of_every_game(engine: Engine = the_tablebase, sample: int = LATE_SAMPLE) -> str:
    """The values of a sample of ply 6 by every move, to the end. The mutants run as plain Python on the first ones."""
    keys, plain = _late(sample)
    values = engine(keys)
    _compare(keys, values, plain[: len(values)], LATE_SETTINGS)
    return f"{sample:,} positions of ply {LAST}, {len(LATE_SETTINGS)} settings, seed {SEED}"


def many_late_values_are_those_of_every_game(engine: Engine = the_tablebase) -> str:
    return late_values_are_those_of_every_game(engine, MANY_LATE)


@cache
def _late(sample: int) -> tuple[Any, Any]:
    """The keys of a sample of ply 6, in a random order, and their values at the scale of the tablebase."""
    keys = np.random.default_rng(SEED).permutation(some_of(solved.tablebase().keys[LAST], sample))
    plain = Plain(LATE_SETTINGS)
    values = [plain.to_the_end(keys[start : start + SOME], LAST) for start in range(0, len(keys), SOME)]
    return keys, np.concatenate(values) * plain.d


def in_python(kernel: Callable[..., None]) -> Engine:
    """The kernel of ply 6 or a mutant of it, as plain Python on the first few keys."""

    def engine(keys: Any) -> Any:
        lanes = Lanes.of(LATE_SETTINGS)
        some, work = keys[:SOME].tolist(), [0] * late.WORK
        room, values = (np.empty((len(some), *shape), np.int64) for shape in ((3, lanes.count), (lanes.count,)))
        arrays = tuple(array.astype(np.int64) for array in lanes.arrays)
        with np.errstate(over="ignore"):
            for i in range(len(some)):
                x, o = [some[i] >> 42], [some[i] >> 24 & (PACKED - 1)]
                find_shape(0, work, x, o, shape := [0])
                if shape[0] < NUMBERS[0]:
                    values[i] = arrays[2][shape[0]]
                    continue
                kernel(0, work, layouts(vectors=False)[shape[0]].tolist(), x, o, arrays, room, values[i : i + 1])
        return values[:, : len(LATE_SETTINGS)]

    return engine


def _with_choices(**meanings: Any) -> Engine:
    return in_python(with_globals(value.value_ply_6, find_choices=with_globals(late.find_choices, **meanings)))


x9_may_not_fill_the_joined_tree = _with_choices(choice_joined=with_globals(late.choice_joined, crossed=offers.merged))
o8_takes_any_root_after_a_join = _with_choices(choice_joined=with_globals(late.choice_joined, joined_offer=min))
o8_closes_no_cycle = _with_choices(
    find_offers=with_globals(late.find_offers, pool_with=lambda table, pool, offer: offers.NONE)
)
x7_needs_one_good_root = in_python(
    with_globals(
        value.value_ply_6,
        value_choices=with_globals(
            value.value_choices, rank_choice=with_globals(value.rank_choice, SECOND=value.FIRST)
        ),
    )
)
