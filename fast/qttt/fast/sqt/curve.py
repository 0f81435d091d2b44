"""The value of the game and of each first move as a function of q, exactly, on the whole of [0, 1].

No value rises with q (lemma `sqt-non-increasing`). So in a *cell*, an interval of q, the values at its two ends bound
those of a position in between (`qttt.fast.sqt.cell`), and positions ruled out by them are left out: some thousand
positions per cell remain, and are valued with functions of q in place of numbers.

At the edges of [0, 1] too much ties for that, but there are no breaks: every value is made of polynomials with integer
coefficients (in units) of at most COEFFICIENT, in q and in 1 - q, so that no two of them cross closer to 0 or 1 than an
edge is wide (claim `sqt-edges`). There the function is found from as many values as it takes."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import pairwise, repeat
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from qttt.fast.backend import Device
from qttt.fast.brief import brief
from qttt.fast.goff.board import PLACES
from qttt.fast.progress import Progress, Report
from qttt.fast.sqt.answers import expanded
from qttt.fast.sqt.cell import Cell
from qttt.fast.sqt.piecewise import Piecewise, concatenated
from qttt.fast.sqt.polynomial import Polynomial, polynomial
from qttt.fast.sqt.setting import COLLAPSES, UNIT, Scoring, Setting
from qttt.fast.sqt.solve import solve
from qttt.fast.sqt.tablebase import Tablebase

COEFFICIENT = 8 * 3**COLLAPSES
"""A score is at most 8 units, and no coefficient of (1 - q) a + q b is over three times those of a and b."""
PARTS = 26_000
EDGE = 20
"""Cells end at multiples of 1 / PARTS. EDGE / PARTS is less than 1 / (1 + 2 COEFFICIENT), and no root of a difference
of two values, except 0 itself, is closer to 0 than the latter."""
EDGE_STEP = 5
"""COLLAPSES steps make an edge: a value there is a polynomial of that degree at most."""
GRID = 20
"""Between the edges cells are 1 / GRID wide, towards the edges narrower and narrower."""


@dataclass(frozen=True)
class Curves:
    """In units of points: the value of the game on [0, 1], and that of each first move, one per symmetry class, by its
    place. Multiply by UNIT for points."""

    scoring: Scoring
    double_win: bool
    value: Piecewise
    first_moves: Mapping[int, Piecewise]

    __repr__ = brief


def curves(
    device: Device, scoring: Scoring = "draws-even", double_win: bool = False, report: Report = lambda _: None
) -> Curves:
    """The exact functions of one scoring. Raises ValueError for an unknown scoring."""
    ends = cell_ends()
    tablebase = solve(device, settings(scoring, double_win), report).tablebase
    moves = first_moves()
    parts: dict[int, list[Piecewise]] = {move: [edge(tablebase, key, 0)] for move, key in moves.items()}
    for functions in on_cells(tablebase, [*pairwise(ends)], [*moves.values()], report):
        for function, move in zip(functions, moves, strict=True):
            parts[move].append(function)
    for move, key in moves.items():
        parts[move].append(edge(tablebase, key, PARTS - EDGE))
    whole = {move: concatenated(functions) for move, functions in parts.items()}
    return Curves(scoring, double_win, reduce(Piecewise.max, whole.values()), whole)


def settings(scoring: Scoring = "draws-even", double_win: bool = False) -> list[Setting]:
    """What a tablebase must have for functions on the whole of [0, 1]: q = 0, 0.05, ... 1, and narrower steps towards
    both ends."""
    points = sorted({*cell_ends(), *(at for k in range(0, EDGE, EDGE_STEP) for at in (k, PARTS - k))})
    return [Setting(Fraction(at, PARTS), scoring, double_win) for at in points]


def on_cells(
    tablebase: Tablebase,
    cells: Sequence[tuple[int, int]],
    keys: Sequence[int],
    report: Report = lambda _: None,
    processes: int | None = None,
) -> list[list[Piecewise]]:
    """The functions of positions of ply 1 on each cell, given by its ends, by their canonical keys.

    Each core has a process that does one cell after another; `processes` stands for another number of them."""
    most = min(processes or cores(), len(cells))
    found: list[list[Piecewise]] = []
    report(Progress("functions", 0, 0, len(cells)))
    with ExitStack() as stack:
        results: Iterable[list[Piecewise]]
        if most > 1:
            path = Path(stack.enter_context(TemporaryDirectory()), "table")
            tablebase.save(path)
            pool = stack.enter_context(ProcessPoolExecutor(most, get_context("spawn")))
            results = pool.map(_on_cell_of_stored, repeat(path), cells, repeat(keys))
        else:
            results = (_on_cell(tablebase, cell, keys) for cell in cells)
        for functions in results:
            found.append(functions)
            report(Progress("functions", 0, len(found), len(cells)))
    return found


def _on_cell(tablebase: Tablebase, cell: tuple[int, int], keys: Sequence[int]) -> list[Piecewise]:
    return Cell(tablebase, *cell, PARTS).functions(keys)


def _on_cell_of_stored(path: Path, cell: tuple[int, int], keys: Sequence[int]) -> list[Piecewise]:
    return _on_cell(_opened(path), cell, keys)


_opened = cache(Tablebase.open)
"""The tablebase in a folder, opened once in a process."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def first_moves() -> dict[int, int]:
    """The first moves, one per symmetry class: the smallest place of the class, and the canonical key after it."""
    _, _, following = expanded([0])
    moves: dict[int, int] = {}
    for move in range(1, PLACES + 1):
        key = int(following[0, move])
        if key >= 0 and key not in moves.values():
            moves[move] = key
    return moves


def cell_ends() -> list[int]:
    """The ends of the cells between the edges, in units of 1 / PARTS."""
    step = PARTS // GRID
    narrow = [EDGE]
    while narrow[-1] * 3 // 2 < step:
        narrow.append(narrow[-1] * 3 // 2)
    return sorted({*narrow, *range(step, PARTS, step), *(PARTS - end for end in narrow)})


def edge(tablebase: Tablebase, key: int, start: int) -> Piecewise:
    """The function of a position on the edge that begins at `start` / PARTS, through COLLAPSES + 1 of its values."""
    at = [Fraction(start + k * EDGE_STEP, PARTS) for k in range(COLLAPSES + 1)]
    values = [tablebase.value(key, setting) / UNIT for setting in _settings_at(tablebase, at)]
    piece = interpolated(at, values)
    if max(map(abs, piece), default=0) > COEFFICIENT:
        raise AssertionError(f"{piece} is not a value of the game")
    return Piecewise.of(at[0], at[-1], piece)


def _settings_at(tablebase: Tablebase, points: Sequence[Fraction]) -> Iterator[Setting]:
    by_q = {setting.q: setting for setting in tablebase.settings}
    return (by_q[q] for q in points)


def interpolated(points: Sequence[Fraction], values: Sequence[Fraction]) -> Polynomial:
    """The polynomial with integer coefficients of least degree through these points.

    Raises ValueError if the polynomial of least degree has other coefficients.

    >>> interpolated([Fraction(0), Fraction(1), Fraction(2)], [Fraction(1), Fraction(2), Fraction(5)])
    (1, 0, 1)
    """
    total = [Fraction(0)] * len(points)
    for i, value in enumerate(values):
        basis = [value]
        for k, point in enumerate(points):
            if k != i:
                shifted, scaled = [Fraction(0), *basis], [*(-point * c for c in basis), Fraction(0)]
                basis = [(a + b) / (points[i] - point) for a, b in zip(shifted, scaled, strict=True)]
        total = [a + b for a, b in zip(total, basis, strict=True)]
    if any(coefficient.denominator != 1 for coefficient in total):
        raise ValueError(f"not a polynomial with integer coefficients: {', '.join(map(str, total))}")
    return polynomial(*map(int, total))
