"""Values of the stochastic game's tablebases: they follow from the next ply, late ones from every game; they never rise
with q, stay in the range of the scores, and divide as the lemmas state."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from qttt.fast.goff.board import PLACE_SQUARES, SQUARES
from qttt.fast.goff.key import FIELD
from qttt.fast.goff.solve import LAST
from qttt.fast.sqt.setting import COLLAPSES, UNIT, Setting
from qttt.fast.sqt.tablebase import Tablebase
from qttt.oracle.goff.translate import position_of
from qttt.reference.goff import SWITCHES, Position
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt
from qttt.reference.sqt.dice import Dice, Thrown
from qttt.verification import Refuted
from qttt.verification.sqt import solved
from qttt.verification.sqt.solved import AWKWARD, GRID, SCORINGS, SMALL, Remembering
from qttt.verification.values import same_values, spoilt, values_follow_in_graph, values_to_the_end

SEED = 2027

Table = Callable[[], Any]
TABLES: tuple[Table, ...] = (solved.tablebase, solved.wide_tablebase)
"""Values in 32 bits, and in 64."""
spoilt_values, spoilt_wide_values = ((spoilt(table),) for table in TABLES)
spoilt_values_with = spoilt(solved.tablebase_with)


def some_of(keys: Any, most: int | None) -> Any:
    """All keys, or a sample of the seed if there are more."""
    if most is None or len(keys) <= most:
        return keys
    return np.sort(np.random.default_rng(SEED).choice(keys, most, replace=False))


def game_of(setting: Setting) -> Sqt:
    return Sqt(setting.q, setting.scoring, setting.double_win, setting.pair, setting.last, setting.both)


def early_values_follow_from_the_next_ply(tables: Iterable[Table] = TABLES, most: int | None = None) -> str:
    """Every position of plies 0 to 5, or at most so many of a ply; every division is exact."""
    count = settings = 0
    for found in (table() for table in tables):
        games = {game_of(setting): found for setting in found.settings}
        count += sum(values_follow_in_graph(games, some_of(keys, most)) for keys in found.keys[:LAST])
        settings += len(games)
    return f"{count:,} positions of plies 0 to {LAST - 1}, {settings} settings"


LATE = (*GRID[::5], GRID[1], *SMALL)


def late_values_are_those_of_every_game(tables: Iterable[Table] = TABLES[:1], sample: int = 10_000) -> str:
    """The values of a sample of ply 6 by every move, to the end."""
    count = 0
    for found in (table() for table in tables):
        games = {game_of(setting): found for setting in found.settings if setting.q in LATE}
        count += values_to_the_end(games, some_of(found.keys[LAST], sample))
    return f"{count:,} positions of ply {LAST}, {len(LATE)} values of q, seed {SEED}"


READINGS = tuple(product(SWITCHES["pair"], SWITCHES["last"]))
spoilt_values_of_readings = spoilt(solved.of_reading)


def values_of_readings_follow(
    table: Callable[[str, str], Any] = solved.of_reading,
    readings: Iterable[Sequence[str]] = READINGS,
    sample: int = 2_000,
) -> str:
    """At q = 1/2 with each pair of switches: a sample of each ply, by the next one, and of ply 6 to the end."""
    count = settings = 0
    for pair, last in readings:
        found = table(pair, last)
        games = {game_of(setting): found for setting in found.settings}
        count += sum(values_follow_in_graph(games, some_of(keys, sample)) for keys in found.keys[:LAST])
        count += values_to_the_end(games, some_of(found.keys[LAST], sample))
        settings += len(games)
    return f"{count:,} positions of plies 0 to {LAST}, {settings} settings, seed {SEED}"


# Small sub-games

PROBABILITIES = (GRID[0], GRID[1], SMALL[0], GRID[10], *AWKWARD, GRID[15], GRID[20])
"""0, 1/20, 2/7, 1/2, 71/113, 16383/32767, 3/4 and 1."""
GAMES = (
    "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.8-9 O6.8-9",
    "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8",
    "X1.1-2 O2.1-2 selA X3.3-6 O4.5-7 X5.6-9 O6.4-7",
    "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB",
    "X1.1-2 O2.1-6 X3.4-7 O4.4-7 selA X5.1-5",
    "X1.2-4 O2.2-4 selA X3.1-3 O4.3-7 X5.1-6",
)
"""Three of ply 6, one of ply 4, two of ply 5."""


def positions_after(games: Iterable[str]) -> Iterator[Position]:
    """Every position that follows the games, including the last position of each game, once."""
    rules = Sqt(GRID[0])
    waiting = [rules.position(game) for game in games]
    seen = set(waiting)
    while waiting:
        position = waiting.pop()
        yield position
        following = {rules.play(position, action) for action in rules.actions(position)} - seen
        seen |= following
        waiting += following


def sub_games_have_the_same_values(
    table_with: Callable[[Setting], Any] = solved.tablebase_with, first: int | None = None
) -> str:
    """Every position after the games, or the first few, in every setting of some values of q, by the solver of the
    reference."""
    games = GAMES[:first]
    positions = sorted(positions_after(games), key=lambda position: -position.ply)
    settings = solved.settings_of(PROBABILITIES)
    for setting in settings:
        game = Remembering(setting.q, setting.scoring, setting.double_win)
        same_values(game, table_with(setting), positions)
    return f"{len(positions):,} positions after {len(games)} games, {len(settings)} settings"


# The dice version

WITH_DICE = (Sqt(Fraction(0)), Sqt(Fraction(1)), Sqt(Fraction(1, 2)), Sqt(Fraction(27, 36), "draws-second", True))


def dice_give_the_same_values(games: int = 3) -> str:
    """Every position after some games has the same value and the same best moves with dice as with the System."""
    count = 0
    for game in WITH_DICE:
        dice = Dice(game)
        stochastic, thrown = Solver(game), Solver(dice)
        for position in positions_after(GAMES[:games]):
            with_dice = Thrown(position)
            values = stochastic.value(position), thrown.value(with_dice)
            if values[0] != values[1]:
                raise Refuted(f"'{position}', q = {game.q}: {values[0]} with the System, {values[1]} with dice")
            if bool(dice.chance(with_dice)) != position.pending:
                raise Refuted(f"'{position}': the dice have the chances {dice.chance(with_dice)}")
            if not position.pending and stochastic.best(position) != thrown.best(with_dice):
                raise Refuted(f"'{position}', q = {game.q}: other moves are best with dice")
            count += 1
    return f"{count:,} positions of {len(WITH_DICE)} settings"


# Every stored value

COMMON = 20
"""The grid in units of 1 / 20."""


def no_value_rises_with_q(table: Table = solved.tablebase) -> str:
    """Every row of every ply, and so every position, in each of the four games on the grid."""
    found = table()
    for scoring, double_win in product(SCORINGS, (False, True)):
        settings = sorted(
            s for s in found.settings if s.q in GRID and (s.scoring, s.double_win) == (scoring, double_win)
        )
        lanes = [found.settings.index(setting) for setting in settings]
        factors = np.array([(COMMON // setting.q.denominator) ** COLLAPSES for setting in settings], np.int64)
        for ply, rows in enumerate(found.rows):
            rising = np.argwhere(np.diff(rows[:, lanes] * factors, axis=1) > 0)
            rising[:, 1] = np.array(lanes)[rising[:, 1] + 1]
            _refute(found, ply, rising, "is more than with a smaller q")
    return f"{sum(found.positions):,} positions of plies 0 to 6, {len(GRID)} values of q, both scorings, both options"


def values_divide_and_stay_in_range(tables: Iterable[Table] = TABLES) -> str:
    """Every value at the scale d ** 4 is between the least and the largest score, and divisible by d once for each
    selection that the definite squares rule out: with n squares open, at least 4 - n // 2 times."""
    count = 0
    for table in (each() for each in tables):
        scales = np.array([setting.q.denominator for setting in table.settings], np.int64)
        scores = np.array([(min(setting.scores) // UNIT, max(setting.scores) // UNIT) for setting in table.settings])
        least, most = (scores[:, end] * scales**COLLAPSES for end in (0, 1))
        for ply, rows in enumerate(table.rows):
            lanes = rows[:, : len(scales)].astype(np.int64)
            _refute(table, ply, np.argwhere((lanes < least) | (lanes > most)), "is out of range")
            open_squares = np.full(len(rows), SQUARES)
            np.minimum.at(open_squares, table.classes[ply], SQUARES - definite_squares(table.keys[ply]))
            for left in range(COLLAPSES):
                some = np.flatnonzero(open_squares // 2 <= left)
                wrong = np.argwhere(lanes[some] % scales ** (COLLAPSES - left))
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


def with_p_and_q_exchanged() -> Tablebase:
    """The table with the settings of q and 1 - q exchanged."""
    table = solved.tablebase()
    return replace(table, settings=tuple(replace(setting, q=1 - setting.q) for setting in table.settings))


def _off_by_one() -> Tablebase:
    table = solved.tablebase()
    rows = table.rows[LAST - 1].copy()
    rows[len(rows) // 2, table.settings.index(Setting(SMALL[0]))] += 1
    return replace(table, rows=(*table.rows[: LAST - 1], rows, *table.rows[LAST:]))


with_one_value_off_by_one: tuple[Table, ...] = (_off_by_one,)
