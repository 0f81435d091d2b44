"""Values on the grid of q never rise with q, stay in the range of the scores, and divide as the lemmas state."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from qttt.fast.goff.board import PLACE_SQUARES, SQUARES
from qttt.fast.goff.key import FIELD
from qttt.fast.sqt.setting import COLLAPSES, UNIT
from qttt.fast.sqt.tablebase import Tablebase
from qttt.oracle.goff.translate import position_of
from qttt.verification import Refuted
from qttt.verification.sqt import solved
from qttt.verification.sqt.solved import GRID, SCORINGS

Table = Callable[[], Tablebase]
COMMON = 20
"""The grid in units of 1 / 20."""


def no_value_rises_with_q(table: Table = solved.tablebase) -> str:
    """Every row of every ply, and so every position, in each of the four games on the grid."""
    tables = table()
    for scoring in SCORINGS:
        for double_win in (False, True):
            settings = [
                s for s in tables.settings if (s.scoring, s.double_win) == (scoring, double_win) and s.q in GRID
            ]
            settings.sort()
            lanes = [tables.settings.index(setting) for setting in settings]
            factors = np.array([(COMMON // setting.q.denominator) ** COLLAPSES for setting in settings], np.int64)
            for ply, rows in enumerate(tables.rows):
                rising = np.argwhere(np.diff(rows[:, lanes] * factors, axis=1) > 0)
                if len(rising):
                    row, lane = rising[0].tolist()
                    position = position_of(int(tables.keys[ply][tables.classes[ply] == row][0]))
                    raise Refuted(f"'{position}', {scoring}: more with q = {settings[lane + 1].q} than before")
    return f"{sum(tables.positions):,} positions of plies 0 to 6, {len(GRID)} values of q, both scorings, both options"


def values_divide_and_stay_in_range(tables: tuple[Table, ...] = (solved.tablebase, solved.wide_tablebase)) -> str:
    """Every value at the scale d ** 4 is between the least and the largest score, and divisible by d once for each
    selection that the definite squares rule out: with n squares open, at least 4 - n // 2 times."""
    count = 0
    for table in (each() for each in tables):
        scales = [setting.q.denominator for setting in table.settings]
        scores = np.array([(min(setting.scores) // UNIT, max(setting.scores) // UNIT) for setting in table.settings])
        least, most = (scores[:, end] * np.array(scales, np.int64) ** COLLAPSES for end in (0, 1))
        for ply, rows in enumerate(table.rows):
            lanes = rows[:, : len(scales)].astype(np.int64)
            _refute(table, ply, np.argwhere((lanes < least) | (lanes > most)), "is out of range")
            definite = definite_squares(table.keys[ply])
            open_squares = np.full(len(rows), SQUARES)
            np.minimum.at(open_squares, table.classes[ply], SQUARES - definite)
            for left in range(COLLAPSES):
                some = np.flatnonzero(open_squares // 2 <= left)
                powers = np.array(scales, np.int64) ** (COLLAPSES - left)
                wrong = np.argwhere(lanes[some] % powers)
                wrong[:, 0] = some[wrong[:, 0]]
                _refute(table, ply, wrong, f"is not a multiple of d ** {COLLAPSES - left}")
        count += sum(table.positions)
    return f"{count:,} positions of plies 0 to 6 in two tablebases"


def definite_squares(keys: Any) -> Any:
    """The number of definite squares of each settled position: the marks whose place is a loop."""
    loops = PLACE_SQUARES[:, 0] == PLACE_SQUARES[:, 1]
    loops[0] = False
    return sum(loops[(keys >> shift) & FIELD].astype(np.int64) for shift in range(6, 60, 6))


def _refute(table: Tablebase, ply: int, wrong: Any, what: str) -> None:
    if len(wrong):
        row, lane = wrong[0].tolist()
        position = position_of(int(table.keys[ply][table.classes[ply] == row][0]))
        raise Refuted(f"'{position}', {table.settings[lane]}: {table.rows[ply][row, lane]} {what}")


@cache
def with_one_value_too_large() -> Tablebase:
    """The table with one value at q = 1 changed by the least possible amount."""
    table = solved.tablebase()
    lane = next(lane for lane, setting in enumerate(table.settings) if setting.q == 1)
    rows = [*table.rows]
    rows[4] = rows[4].copy()
    equal = np.flatnonzero(rows[4][:, lane] == rows[4][:, lane].min())[0]
    rows[4][equal, lane] = rows[4][:, lane].max() + 1
    return replace(table, rows=tuple(rows))


@cache
def _off_by_one() -> Tablebase:
    table = solved.tablebase()
    rows = [*table.rows]
    rows[5] = rows[5].copy()
    rows[5][len(rows[5]) // 2, table.settings.index(solved.settings_of(solved.SMALL)[0])] += 1
    return replace(table, rows=tuple(rows))


def _scaled() -> Tablebase:
    table = solved.tablebase()
    return replace(table, rows=tuple(rows * 3 for rows in table.rows))


@cache
def with_p_and_q_exchanged() -> Tablebase:
    """The table with the settings of q and 1 - q exchanged."""
    table = solved.tablebase()
    return replace(table, settings=tuple(replace(setting, q=1 - setting.q) for setting in table.settings))


with_one_value_off_by_one: tuple[Table, ...] = (_off_by_one,)
with_values_three_times_as_large: tuple[Table, ...] = (_scaled,)
