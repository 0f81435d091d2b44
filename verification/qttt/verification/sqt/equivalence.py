"""The stochastic game by the fast engine, held against the reference: values follow from the next ply, late ones from
every game, and with dice they are the same; games in batches, and how the System selects."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Device
from qttt.fast.batch import LEAVE, SYSTEM, Games
from qttt.fast.goff.board import SELECT_A, SELECT_B
from qttt.fast.goff.rules import NUMBERS
from qttt.fast.goff.solve import LAST
from qttt.fast.sqt.setting import Setting
from qttt.fast.sqt.solve import solve
from qttt.fast.sqt.system import BITS, Advantage, favour
from qttt.fast.sqt.tablebase import Tablebase
from qttt.oracle.registry import entry_of
from qttt.reference.goff import SWITCHES, Position, Selection
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt, selection_probabilities
from qttt.reference.sqt.variants import Dice, Thrown
from qttt.verification import Refuted, batch_comparison, expect
from qttt.verification.batch_comparison import Case, drawn
from qttt.verification.elsewhere import Solves, WebEngine
from qttt.verification.engines import solver_of
from qttt.verification.goff.equivalence import views
from qttt.verification.measures import Measured
from qttt.verification.mutation import with_globals
from qttt.verification.sqt.solved import (
    AWKWARD,
    GRID,
    SCORINGS,
    SMALL,
    Remembering,
    of_reading,
    settings_of,
    tablebase,
    tablebase_with,
    wide_tablebase,
)
from qttt.verification.stored_values import same_values, spoil, values_follow_in_graph, values_to_the_end

SEED = 2027

Solved = Callable[[], Tablebase]
TABLES: tuple[Solved, ...] = (tablebase, wide_tablebase)
"""Values in 32 bits, and in 64."""
spoilt_values, spoilt_wide_values = ((spoil(table),) for table in TABLES)
spoilt_values_with = spoil(tablebase_with)


def some_of(keys: Ints, most: int | None) -> Ints:
    """All keys, or a sample of the seed if there are more."""
    if most is None or len(keys) <= most:
        return keys
    return np.sort(np.random.default_rng(SEED).choice(keys, most, replace=False))


def games_of(table: Tablebase) -> dict[Sqt, Tablebase]:
    """The games that a tablebase solves, each with it."""
    return {Sqt(**vars(setting)): table for setting in table.settings}


def early_values_follow_from_the_next_ply(tables: Iterable[Solved] = TABLES, most: int | None = None) -> str:
    """Every position of plies 0 to 5, or at most so many of a ply; every division is exact."""
    count = settings = 0
    for found in (table() for table in tables):
        count += sum(values_follow_in_graph(games_of(found), some_of(keys, most)) for keys in found.keys[:LAST])
        settings += len(found.settings)
    return f"{count:,} positions of plies 0 to {LAST - 1}, {settings} settings"


LATE = (*GRID[::5], GRID[1], *SMALL)


def late_values_are_those_of_every_game(tables: Iterable[Solved] = TABLES[:1], sample: int = 10_000) -> str:
    """The values of a sample of ply 6 by every move, to the end: of 500 positions at once, which bounds the memory."""
    count = 0
    for found in (table() for table in tables):
        games = {game: found for game in games_of(found) if game.q in LATE}
        keys = some_of(found.keys[LAST], sample)
        count += sum(values_to_the_end(games, keys[first : first + 500]) for first in range(0, len(keys), 500))
    return f"{count:,} positions of ply {LAST}, {len(LATE)} values of q, seed {SEED}"


READINGS = tuple(product(SWITCHES["pair"], SWITCHES["last"]))
spoilt_values_of_readings = spoil(of_reading)


def values_of_readings_follow(
    table: Callable[[str, str], Tablebase] = of_reading,
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
    table_with: Callable[[Setting], Tablebase] = tablebase_with, first: int | None = None
) -> str:
    """Every position after the games, or the first few, in every setting of some values of q, by the solver of the
    reference."""
    games = GAMES[:first]
    positions = sorted(positions_after(games), key=lambda position: -position.ply)
    settings = settings_of(PROBABILITIES)
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


def solve_on(device: Device) -> tuple[Ints, ...]:
    """What a solve of the source's probabilities finds on a device, with every scoring and double win."""
    found = solve(device, settings_of(GRID)).tablebase
    return (*found.keys, *found.classes, *found.rows)


WEB = WebEngine("sqt", ("sqt/solve.js", "mixed(larger(a, b), smaller(a, b))", "mixed(smaller(a, b), larger(a, b))"))
solves = Solves(solve_on)


# Batches


QS = ("3/4", "0", "1/2", "1")
CASES = [
    Case("sqt", {"q": q, "scoring": scoring, "double_win": win}, views)
    for q, (scoring, win) in zip(QS, product(SCORINGS[::-1], (True, False)), strict=True)
]
CASES.append(Case("sqt", {"q": "1/2", "pair": "forbidden", "last": "draw", "both": "first"}, views))
batches_agree = partial(batch_comparison.batches_agree, CASES)

MEASURED = Measured("sqt", {"q": "3/4"})


# How the System selects

POSITIONS = 100
"""In each setting, at least."""
SIDE_BY_SIDE = 40
LEAST = 7
"""The marks on a position at least, so that the reference solves it."""
SETTINGS = tuple(Setting(Fraction(q), scoring, win) for q, scoring, win in product((0, 1), SCORINGS, (False, True)))
"""With q of 0 or 1 the System always favours the same player."""
CHANCES_OF_FAVOUR = (Fraction(0), Fraction(1, 20), Fraction(1, 3), Fraction(16383, 32767), Fraction(3, 4), Fraction(1))

SELECTED = {SELECT_A: Selection.A, SELECT_B: Selection.B}

Selector = Callable[[Any, Fraction], Advantage]
"""A System, from answers and q."""


def the_system_selects_as_the_rule_says(selector: Selector = Advantage, positions: int = POSITIONS) -> str:
    """Compare the selections at random closed cycles with those of the reference, for either player whom the System
    favours, and compute the probability of each favour from the kernel's threshold. Raises `Refuted`."""
    ties = sum(_compare_selections(selector, setting, number, positions) for number, setting in enumerate(SETTINGS))
    if not ties:
        raise Refuted("no closed cycle has equal values")
    for q in CHANCES_OF_FAVOUR:
        share = _share_of_o(selector(None, q))
        if abs(share - q) > Fraction(1, 1 << BITS):
            raise Refuted(f"q = {q}: O is favoured with probability {share}")
    count = positions * len(SETTINGS)
    return f"{count:,} closed cycles at least, {ties} with equal values, {len(SETTINGS)} settings, seed {SEED}"


def _share_of_o(system: Advantage) -> Fraction:
    """The probability that O is favoured, if all numbers of 60 bits are equally likely. Raises `Refuted` unless the
    kernel favours O exactly for the numbers on one side of the threshold."""

    def favours_o(number: int) -> int:
        kernel: Callable[..., None] = with_globals(favour, random_bits=lambda *_: number)
        keys, of_o = [0], [False]
        kernel(0, None, [[0] * (NUMBERS + 1)], [SYSTEM], 0, 0, system.limit, keys, of_o)
        return int(of_o[0])

    return drawn(favours_o, [0, system.limit, 1 << BITS], BITS).get(1, Fraction(0))


def _compare_selections(selector: Selector, setting: Setting, number: int, least: int) -> int:
    """How many of the closed cycles have equal values. Raises `Refuted`."""
    game = Sqt(**vars(setting))
    entry, system = entry_of(game), selector(tablebase_with(setting).answers(setting), setting.q)
    games = Games(Cpu(), entry.playing(game)["key"], SIDE_BY_SIDE, SEED + number, drawn=False)
    games.begin()
    seen = ties = turn = 0
    while seen < least:
        for state, action in zip(games.states.tolist(), system.actions(games).tolist(), strict=True):
            position = entry.shown(game, state)
            if (action != LEAVE) != position.pending:
                raise Refuted(f"{game!r}, {position}: the System's action is {action}")
            if position.pending and position.ply >= LEAST:
                values = solver_of(game).values(position)
                if selection_probabilities(values, game.p)[SELECTED[action]] != 1:
                    raise Refuted(f"{game!r}, {position}: the System takes {SELECTED[action]}, of the values {values}")
                seen, ties = seen + 1, ties + (len({*values.values()}) == 1)
        turn += 1
        games.step(games.sample(turn))
    return ties


class _Disadvantage(Advantage):
    """Selects what is worse for the player whom the System favours."""

    def actions(self, games: Games) -> Ints:
        found: Ints = super().actions(games)
        return np.where(found == LEAVE, found, SELECT_A + SELECT_B - found)


selections_are_disadvantageous: Selector = _Disadvantage
