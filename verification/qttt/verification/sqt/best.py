"""Compares the best first moves found from the functions with the solved values."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from qttt.fast.sqt.best_moves import Best, best_moves
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import between, rational
from qttt.fast.sqt.setting import Scoring, Setting
from qttt.oracle.sqt.functions import FunctionsOfQ, key_after
from qttt.verification import Refuted
from qttt.verification.sqt.functions import POINTS, Find, of_game
from qttt.verification.sqt.solved import SCORINGS, tablebase_with

Finder = Callable[[Piecewise, Mapping[str, Piecewise]], tuple[Best, ...]]


def best_first_moves_are_known_for_every_q(finder: Finder = best_moves) -> str:
    """The parts follow one another without a gap, neighbours differ, each part's moves are best between its ends, and
    at the solved q the moves are those with the largest value."""
    told = []
    for scoring in SCORINGS:
        found = of_game(scoring)
        parts = finder(found.value, found.first_moves)
        joined = all(a.high == b.low and {*a.moves} != {*b.moves} for a, b in pairwise(parts))
        if not joined or (parts[0].low, parts[-1].high) != (rational(Fraction(0)), rational(Fraction(1))):
            raise Refuted(f"{scoring}: the parts do not make up the interval")
        for part in parts:
            if part.low < part.high:
                middle = between(part.low, part.high)
                values = {move: function(middle) for move, function in found.first_moves.items()}
                _same(f"{scoring}, q = {middle}", part.moves, values)
        for q in POINTS:
            setting = Setting(q, scoring)
            values = {move: tablebase_with(setting).value(key_after(move), setting) for move in found.first_moves}
            at = rational(q)
            here = {move for part in parts if not (at < part.low or part.high < at) for move in part.moves}
            _same(f"{scoring}, q = {q}", tuple(sorted(here)), values)
        told.append(f"{scoring}: {len(parts)} parts")
    return ", ".join(told)


def _same(where: str, found: tuple[str, ...], values: Mapping[str, Fraction]) -> None:
    best = tuple(sorted(move for move, value in values.items() if value == max(values.values())))
    if found != best:
        raise Refuted(f"{where}: the moves {best} are best, not {found}")


def one_three_is_always_best(find: Find = of_game) -> str:
    """For any q, 1-3 is among the best first moves; and the double win does not change the value of the game."""
    for scoring in SCORINGS:
        without, with_it = (find(scoring, double_win) for double_win in (False, True))
        for found in (without, with_it):
            if found.first_moves["1-3"] != found.value:
                raise Refuted(f"1-3 is not always best, {scoring}")
        if without.value != with_it.value:
            raise Refuted(f"the double win changes the value of the game, {scoring}")
    return f"{len(SCORINGS)} scorings, with and without the double win"


def one_nine_in_the_place_of_one_three(scoring: Scoring, double_win: bool) -> FunctionsOfQ:
    found = of_game(scoring, double_win)
    return replace(found, first_moves={**found.first_moves, "1-3": found.first_moves["1-9"]})


def the_double_win_with_draws_to_the_second(scoring: Scoring, double_win: bool) -> FunctionsOfQ:
    return of_game("draws-second" if double_win else scoring, False)


def the_first_of_equal_moves_alone(value: Piecewise, moves: Mapping[str, Piecewise]) -> tuple[Best, ...]:
    return tuple(replace(part, moves=part.moves[:1]) for part in best_moves(value, moves))


def the_last_part_goes_on_to_the_start(value: Piecewise, moves: Mapping[str, Piecewise]) -> tuple[Best, ...]:
    return (replace(best_moves(value, moves)[-1], low=value.ends[0]),)
