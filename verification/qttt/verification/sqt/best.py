"""Which first moves are best, as found from the functions, against the solved values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import pairwise

from qttt.fast.sqt.best_moves import Best, best_moves
from qttt.fast.sqt.curve import first_moves
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import between, rational
from qttt.fast.sqt.setting import Setting
from qttt.verification import Refuted
from qttt.verification.sqt.curves import CELLS, PARTS, on_cell
from qttt.verification.sqt.solved import AWKWARD, GRID, SCORINGS, SMALL, tablebase_with

Finder = Callable[[Piecewise, Mapping[int, Piecewise]], tuple[Best, ...]]


def best_first_moves_are_those_of_the_solved_values(finder: Finder = best_moves) -> str:
    """On five cells: the parts follow one another without a gap, neighbours differ, each is best between its ends, and
    at the solved q the moves are those of the largest value."""
    count = 0
    for scoring in SCORINGS:
        for low in CELLS:
            functions = on_cell(scoring, low)
            moves = dict(zip(first_moves(), functions.values(), strict=True))
            parts = finder(reduce(Piecewise.max, moves.values()), moves)
            ends = Fraction(low, PARTS), Fraction(low + 1, PARTS)
            where = f"{scoring}, from {ends[0]} to {ends[1]}"
            joined = all(a.high == b.low and set(a.moves) != set(b.moves) for a, b in pairwise(parts))
            if not joined or (parts[0].low, parts[-1].high) != (rational(ends[0]), rational(ends[1])):
                raise Refuted(f"{where}: the parts do not make up the cell")
            for part in parts:
                if part.low < part.high:
                    middle = between(part.low, part.high)
                    _same(f"{where}, q = {middle}", part.moves, {move: f(middle) for move, f in moves.items()})
            for q in (q for q in (*GRID, *SMALL, *AWKWARD) if ends[0] <= q <= ends[1]):
                setting = Setting(q, scoring)
                table = tablebase_with(setting)
                values = {move: table.value(key, setting) for move, key in first_moves().items()}
                here = [set(part.moves) for part in parts if not rational(q) < part.low and not part.high < rational(q)]
                _same(f"{where}, q = {q}", tuple(sorted(set[int]().union(*here))), values)
            count += len(parts)
    return f"{len(CELLS)} cells of 1/{PARTS}, both scorings: {count} parts"


def _same(where: str, found: tuple[int, ...], values: Mapping[int, Fraction]) -> None:
    best = tuple(sorted(move for move, value in values.items() if value == max(values.values())))
    if found != best:
        raise Refuted(f"{where}: the moves at the places {best} are best, not {found}")


def the_first_of_equal_moves_alone(value: Piecewise, moves: Mapping[int, Piecewise]) -> tuple[Best, ...]:
    return tuple(replace(part, moves=part.moves[:1]) for part in best_moves(value, moves))


def the_last_part_goes_on_to_the_start(value: Piecewise, moves: Mapping[int, Piecewise]) -> tuple[Best, ...]:
    return (replace(best_moves(value, moves)[-1], low=value.ends[0]),)
