"""Values of the stochastic game's tablebases: they follow from the next ply, and late ones from every game."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from qttt.fast.goff.solve import LAST
from qttt.fast.sqt.setting import Setting
from qttt.reference.sqt import Sqt
from qttt.verification.sqt import solved
from qttt.verification.sqt.dice import positions_after
from qttt.verification.sqt.solved import AWKWARD, GRID, SMALL, Remembering
from qttt.verification.values import same_values, spoilt, values_follow_in_graph, values_to_the_end

SEED = 2027

Table = Callable[[], Any]
spoilt_values, spoilt_wide_values = spoilt(solved.tablebase), spoilt(solved.wide_tablebase)
spoilt_values_with = spoilt(solved.tablebase_with)


def some_of(keys: Any, most: int | None) -> Any:
    """All keys, or a sample of the seed if there are more."""
    if most is None or len(keys) <= most:
        return keys
    return np.sort(np.random.default_rng(SEED).choice(keys, most, replace=False))


def game_of(setting: Setting) -> Sqt:
    return Sqt(setting.q, setting.scoring, setting.double_win)


def early_values_follow_from_the_next_ply(table: Table = solved.tablebase, most: int | None = 60_000) -> str:
    """Every position of plies 0 to 5, or at most so many of a ply; every division is exact."""
    found = table()
    games = {game_of(setting): found for setting in found.settings}
    count = sum(values_follow_in_graph(games, some_of(keys, most)) for keys in found.keys[:LAST])
    return f"{count:,} positions of plies 0 to {LAST - 1}, {len(games)} settings"


def all_early_values_follow_from_the_next_ply(table: Table = solved.tablebase) -> str:
    return early_values_follow_from_the_next_ply(table, None)


def wide_values_follow_from_the_next_ply(table: Table = solved.wide_tablebase, most: int | None = None) -> str:
    """The same in 64 bits."""
    return early_values_follow_from_the_next_ply(table, most)


LATE_SETTINGS = solved.settings_of((*GRID[::5], GRID[1], *SMALL))


def late_values_are_those_of_every_game(table: Table = solved.tablebase, sample: int = 500) -> str:
    """The values of a sample of ply 6 by every move, to the end."""
    found = table()
    count = values_to_the_end({game_of(s): found for s in LATE_SETTINGS}, some_of(found.keys[LAST], sample))
    return f"{count:,} positions of ply {LAST}, {len(LATE_SETTINGS)} settings, seed {SEED}"


def many_late_values_are_those_of_every_game(table: Table = solved.tablebase) -> str:
    return late_values_are_those_of_every_game(table, 10_000)


# Small sub-games

PROBABILITIES = (GRID[0], GRID[1], SMALL[0], GRID[10], *AWKWARD, GRID[15], GRID[20])
"""0, 1/20, 2/7, 1/2, 71/113, 16383/32767, 3/4 and 1."""
GAMES = (
    "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.8-9 O6.8-9",
    "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8",
    "X1.1-2 O2.1-2 selA X3.3-6 O4.5-7 X5.6-9 O6.4-7",
)
MORE_GAMES = (
    "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB",
    "X1.1-2 O2.1-6 X3.4-7 O4.4-7 selA X5.1-5",
    "X1.2-4 O2.2-4 selA X3.1-3 O4.3-7 X5.1-6",
)
"""The first of ply 4, the others of ply 5."""


def small_sub_games_have_the_same_values(
    table_with: Callable[[Setting], Any] = solved.tablebase_with,
    games: tuple[str, ...] = GAMES,
    probabilities: Iterable[Fraction] = PROBABILITIES,
    first: int | None = None,
) -> str:
    """Every position after the games, or the first few, in every setting of some values of q, by the solver of the
    reference."""
    games = games[:first]
    positions = sorted(positions_after(games), key=lambda position: -position.ply)
    settings = solved.settings_of(probabilities)
    for setting in settings:
        game = Remembering(setting.q, setting.scoring, setting.double_win)
        same_values(game, table_with(setting), positions)
    return f"{len(positions):,} positions after {len(games)} games, {len(settings)} settings"


def larger_sub_games_have_the_same_values(table_with: Callable[[Setting], Any] = solved.tablebase_with) -> str:
    return small_sub_games_have_the_same_values(table_with, MORE_GAMES)
