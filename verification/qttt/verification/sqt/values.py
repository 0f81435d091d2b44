"""Values of the stochastic game's tablebases: they follow from the next ply, late ones from every game; and with dice
they are the same."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Device
from qttt.fast.goff.solve import LAST
from qttt.fast.sqt.setting import Setting
from qttt.fast.sqt.solve import solve
from qttt.reference.goff import SWITCHES, Position
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt
from qttt.reference.sqt.variants import Dice, Thrown
from qttt.verification import expect
from qttt.verification.elsewhere import Solves, WebEngine
from qttt.verification.sqt import solved
from qttt.verification.sqt.solved import AWKWARD, GRID, SMALL, Remembering, settings_of
from qttt.verification.stored_values import same_values, spoil, values_follow_in_graph, values_to_the_end

SEED = 2027

Table = Callable[[], Any]
TABLES: tuple[Table, ...] = (solved.tablebase, solved.wide_tablebase)
"""Values in 32 bits, and in 64."""
spoilt_values, spoilt_wide_values = ((spoil(table),) for table in TABLES)
spoilt_values_with = spoil(solved.tablebase_with)


def some_of(keys: Any, most: int | None) -> Any:
    """All keys, or a sample of the seed if there are more."""
    if most is None or len(keys) <= most:
        return keys
    return np.sort(np.random.default_rng(SEED).choice(keys, most, replace=False))


def games_of(table: Any) -> dict[Sqt, Any]:
    """The games that a tablebase solves, each with it."""
    return {Sqt(**vars(setting)): table for setting in table.settings}


def early_values_follow_from_the_next_ply(tables: Iterable[Table] = TABLES, most: int | None = None) -> str:
    """Every position of plies 0 to 5, or at most so many of a ply; every division is exact."""
    count = settings = 0
    for found in (table() for table in tables):
        count += sum(values_follow_in_graph(games_of(found), some_of(keys, most)) for keys in found.keys[:LAST])
        settings += len(found.settings)
    return f"{count:,} positions of plies 0 to {LAST - 1}, {settings} settings"


LATE = (*GRID[::5], GRID[1], *SMALL)


def late_values_are_those_of_every_game(tables: Iterable[Table] = TABLES[:1], sample: int = 10_000) -> str:
    """The values of a sample of ply 6 by every move, to the end."""
    count = 0
    for found in (table() for table in tables):
        games = {game: found for game in games_of(found) if game.q in LATE}
        count += values_to_the_end(games, some_of(found.keys[LAST], sample))
    return f"{count:,} positions of ply {LAST}, {len(LATE)} values of q, seed {SEED}"


READINGS = tuple(product(SWITCHES["pair"], SWITCHES["last"]))
spoilt_values_of_readings = spoil(solved.of_reading)


def values_of_readings_follow(
    table: Callable[[str, str], Any] = solved.of_reading,
    readings: Iterable[Sequence[str]] = READINGS,
    sample: int = 2_000,
) -> str:
    """At q = 1/2 with each pair of switches: a sample of each ply, by the next one, and of ply 6 to the end."""
    count = settings = 0
    for found in (table(*reading) for reading in readings):
        games, (*early, last) = games_of(found), (some_of(keys, sample) for keys in found.keys)
        count += sum(values_follow_in_graph(games, keys) for keys in early) + values_to_the_end(games, last)
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
        same_values(Remembering(**vars(setting)), table_with(setting), positions)
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
            there = Thrown(position)
            found = stochastic.value(position), stochastic.best(position), position.pending
            with_dice = thrown.value(there), thrown.best(there), bool(dice.chance(there))
            expect(f"'{position}', q = {game.q}, with dice", with_dice, found)
            count += 1
    return f"{count:,} positions of {len(WITH_DICE)} settings"


def solved_on(device: Device) -> tuple[Ints, ...]:
    """What a solve of the source's probabilities finds on a device, with every scoring and double win."""
    found = solve(device, settings_of(GRID)).tablebase
    return (*found.keys, *found.classes, *found.rows)


WEB = WebEngine("sqt", ("sqt/solve.js", "mixed(larger(a, b), smaller(a, b))", "mixed(smaller(a, b), larger(a, b))"))
solves = Solves(solved_on)
