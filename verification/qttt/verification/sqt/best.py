"""Compares the best first moves found from the functions with the solved values."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import pairwise

from qttt.fast.goff.board import place
from qttt.fast.sqt.best_moves import Best, best_moves
from qttt.fast.sqt.curve import Curves, first_moves
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import between, rational
from qttt.fast.sqt.setting import Scoring, Setting
from qttt.verification import Refuted
from qttt.verification.sqt.curves import CELLS, PARTS, POINTS, on_cell, whole
from qttt.verification.sqt.solved import SCORINGS, tablebase_with

Finder = Callable[[Piecewise, Mapping[int, Piecewise]], tuple[Best, ...]]


def best_first_moves_are_those_of_the_solved_values(finder: Finder = best_moves) -> str:
    """On five cells: the parts follow one another without a gap, neighbours differ, each part's moves are best between
    its ends, and at the solved q the moves are those with the largest value."""
    count = 0
    for scoring in SCORINGS:
        for low in CELLS:
            moves = dict(zip(first_moves(), on_cell(scoring, low).values(), strict=True))
            ends = Fraction(low, PARTS), Fraction(low + 1, PARTS)
            count += len(_checked(finder, scoring, reduce(Piecewise.max, moves.values()), moves, *ends))
    return f"{len(CELLS)} cells of 1/{PARTS}, both scorings: {count} parts"


def best_first_moves_are_known_for_every_q(finder: Finder = best_moves) -> str:
    """The same on the whole of [0, 1]: every q at which the best first moves change."""
    told = []
    for scoring in SCORINGS:
        found = whole(scoring)
        parts = _checked(finder, scoring, found.value, found.first_moves, Fraction(0), Fraction(1))
        told.append(f"{scoring}: {len(parts)} parts")
    return ", ".join(told)


def _checked(
    finder: Finder, scoring: Scoring, value: Piecewise, moves: Mapping[int, Piecewise], low: Fraction, high: Fraction
) -> tuple[Best, ...]:
    """The parts found from low to high. Raises `Refuted` if they are wrong."""
    parts = finder(value, moves)
    where = f"{scoring}, from {low} to {high}"
    joined = all(a.high == b.low and set(a.moves) != set(b.moves) for a, b in pairwise(parts))
    if not joined or (parts[0].low, parts[-1].high) != (rational(low), rational(high)):
        raise Refuted(f"{where}: the parts do not make up the interval")
    for part in parts:
        if part.low < part.high:
            middle = between(part.low, part.high)
            _same(f"{where}, q = {middle}", part.moves, {move: f(middle) for move, f in moves.items()})
    for q in (q for q in POINTS if low <= q <= high):
        setting = Setting(q, scoring)
        values = {move: tablebase_with(setting).value(key, setting) for move, key in first_moves().items()}
        here = [set(part.moves) for part in parts if not rational(q) < part.low and not part.high < rational(q)]
        _same(f"{where}, q = {q}", tuple(sorted(set[int]().union(*here))), values)
    return parts


def _same(where: str, found: tuple[int, ...], values: Mapping[int, Fraction]) -> None:
    best = tuple(sorted(move for move, value in values.items() if value == max(values.values())))
    if found != best:
        raise Refuted(f"{where}: the moves at the places {best} are best, not {found}")


def one_three_is_always_best(found: Callable[[Scoring, bool], Curves] = whole) -> str:
    """For any q, 1-3 is among the best first moves; and the double win does not change the value of the game."""
    for scoring in SCORINGS:
        without, with_it = (found(scoring, double_win) for double_win in (False, True))
        for curves in (without, with_it):
            if curves.first_moves[place(0, 2)] != curves.value:
                raise Refuted(f"1-3 is not always best, {scoring}, double win {curves.double_win}")
        if without.value != with_it.value:
            raise Refuted(f"the double win changes the value of the game, {scoring}")
    return f"{len(SCORINGS)} scorings, with and without the double win"


def one_nine_in_the_place_of_one_three(scoring: Scoring, double_win: bool) -> Curves:
    found = whole(scoring, double_win)
    three_seven = found.first_moves[place(2, 6)]  # equivalent by symmetry to 1-9
    return replace(found, first_moves={**found.first_moves, place(0, 2): three_seven})


def the_double_win_with_draws_to_the_second(scoring: Scoring, double_win: bool) -> Curves:
    return whole("draws-second" if double_win else scoring, False)


def the_first_of_equal_moves_alone(value: Piecewise, moves: Mapping[int, Piecewise]) -> tuple[Best, ...]:
    return tuple(replace(part, moves=part.moves[:1]) for part in best_moves(value, moves))


def the_last_part_goes_on_to_the_start(value: Piecewise, moves: Mapping[int, Piecewise]) -> tuple[Best, ...]:
    return (replace(best_moves(value, moves)[-1], low=value.ends[0]),)
