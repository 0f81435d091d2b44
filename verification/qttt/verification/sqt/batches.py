"""The stochastic game in batches against the reference: all of it, and how the System selects."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.batch import LEAVE, SYSTEM, Games
from qttt.fast.goff.board import SELECT_A, SELECT_B
from qttt.fast.goff.rules import NUMBERS
from qttt.fast.sqt.setting import Setting
from qttt.fast.sqt.system import BITS, Advantage, favour
from qttt.oracle.registry import entry_of
from qttt.reference.goff import Selection
from qttt.reference.sqt import Sqt, selection_probabilities
from qttt.verification import Refuted, batch_comparison
from qttt.verification.batch_comparison import Case, drawn
from qttt.verification.engines import solver_of
from qttt.verification.goff.batches import views
from qttt.verification.measures import Measured
from qttt.verification.mutation import with_globals
from qttt.verification.sqt.solved import SCORINGS, tablebase_with

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
SEED = 2021
SETTINGS = tuple(Setting(Fraction(q), scoring, win) for q, scoring, win in product((0, 1), SCORINGS, (False, True)))
"""With q of 0 or 1 the System always favours the same player."""
PROBABILITIES = (Fraction(0), Fraction(1, 20), Fraction(1, 3), Fraction(16383, 32767), Fraction(3, 4), Fraction(1))

SELECTED = {SELECT_A: Selection.A, SELECT_B: Selection.B}

Selector = Callable[[Any, Fraction], Any]
"""A System, from answers and q."""


def the_system_selects_as_the_rule_says(selector: Selector = Advantage, positions: int = POSITIONS) -> str:
    """Compare the selections at random closed cycles with those of the reference, for either player whom the System
    favours, and compute the probability of each favour from the kernel's threshold. Raises `Refuted`."""
    ties = sum(_compare(selector, setting, number, positions) for number, setting in enumerate(SETTINGS))
    if not ties:
        raise Refuted("no closed cycle has equal values")
    for q in PROBABILITIES:
        share = _share_of_o(selector(None, q))
        if abs(share - q) > Fraction(1, 1 << BITS):
            raise Refuted(f"q = {q}: O is favoured with probability {share}")
    count = positions * len(SETTINGS)
    return f"{count:,} closed cycles at least, {ties} with equal values, {len(SETTINGS)} settings, seed {SEED}"


def _share_of_o(system: Any) -> Fraction:
    """The probability that O is favoured, if all numbers of 60 bits are equally likely. Raises `Refuted` unless the
    kernel favours O exactly for the numbers on one side of the threshold."""

    def favours_o(number: int) -> int:
        kernel: Any = with_globals(favour, random_bits=lambda *_: number)
        keys, of_o = [0], [False]
        kernel(0, None, [[0] * (NUMBERS + 1)], [SYSTEM], 0, 0, system.limit, keys, of_o)
        return int(of_o[0])

    return drawn(favours_o, [0, system.limit, 1 << BITS], BITS).get(1, Fraction(0))


def _compare(selector: Selector, setting: Setting, number: int, least: int) -> int:
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
                values: dict[Any, Fraction] = solver_of(game).values(position)
                if selection_probabilities(values, game.p)[SELECTED[action]] != 1:
                    raise Refuted(f"{game!r}, {position}: the System takes {SELECTED[action]}, of the values {values}")
                seen, ties = seen + 1, ties + (len({*values.values()}) == 1)
        turn += 1
        games.step(games.sample(turn))
    return ties


class _Disadvantage(Advantage):
    """Selects what is worse for the player whom the System favours."""

    def actions(self, games: Games) -> Any:
        found = super().actions(games)
        return np.where(found == LEAVE, found, SELECT_A + SELECT_B - found)


selections_are_disadvantageous: Selector = _Disadvantage
