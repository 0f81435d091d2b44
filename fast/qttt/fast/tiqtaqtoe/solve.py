"""TiqTaqToe solved: every position valued exactly, for one setting or for several that share their positions; the
heuristic of Wong (2023, Section 3.4) of all positions; and how many sequences of plies there are.

The positions are enumerated forward, level by level, then valued backward. Values are ``[lane, node]``."""

import time
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

import numpy as np

from qttt.fast import progress
from qttt.fast.answers import Ints
from qttt.fast.backend import Array, Device, Kernel, Work
from qttt.fast.batch import CHANCE
from qttt.fast.graph import add_counts, check_depth
from qttt.fast.jit import jitable
from qttt.fast.progress import Progress, Report
from qttt.fast.tiqtaqtoe.boards import LINE_MASKS, O_MASK, SQUARES, X_MASK
from qttt.fast.tiqtaqtoe.enumerate import Found, enumerate_graph, enumerate_levels, to_host
from qttt.fast.tiqtaqtoe.graph import GROUPS, MEASURED, WIDTHS, Graph, Level
from qttt.fast.tiqtaqtoe.levels import ABOUT, KIND_AT, ONE_KIND, SLOT_BITS, Game, Sets, places_of
from qttt.fast.tiqtaqtoe.moves import Rows
from qttt.fast.tiqtaqtoe.rules import row_of, single, state_of
from qttt.fast.tiqtaqtoe.setting import (
    DECISION,
    MEASUREMENT,
    SCALE,
    START,
    Setting,
    State,
    check,
    marks,
    worth_of_ends,
)
from qttt.fast.tiqtaqtoe.tablebase import Tablebase

LEAST, MOST = range(2)
"""What a decision is worth: the least or the most of what its moves lead to."""


@jitable
def value_node(
    i: int, work: Work, about: Rows, first: Rows, links: Rows, worth: Rows, how: int, begin: int, values: Rows
) -> None:
    """Kernel: the value of node i unless a measurement is due: of a decision from those of the next level.
    Rule: TIQ-VALUE-1"""
    kind = about[i] >> KIND_AT & ONE_KIND
    following = begin + about.shape[0]
    for lane in range(values.shape[0]):
        value = int(worth[kind, lane])
        if kind == DECISION:
            value = -SCALE if how == MOST else SCALE
            for move in range(first[i], first[i + 1]):
                other = int(values[lane, following + (links[move] >> SLOT_BITS)])
                value = max(value, other) if how == MOST else min(value, other)
        values[lane, begin + i] = value


@jitable
def value_measurement(i: int, work: Work, game: Game, sets: Sets, about: Rows, begin: int, values: Rows) -> None:
    """Kernel: the value of node i if a measurement is due: the mean of those of what it finds."""
    if about[i] >> KIND_AT & ONE_KIND != MEASUREMENT:
        return
    start, stop = places_of(i, sets)
    for lane in range(values.shape[0]):
        total = 0
        for board in range(start, stop):
            total += values[lane, begin + game.found[1, game.ranks[sets.boards[board]]]]
        values[lane, begin + i] = total // (stop - start)


VALUE_NODE = Kernel(value_node, 1)
VALUE_MEASUREMENT = Kernel(value_measurement, 1)


Solution = progress.Solution[Tablebase]


def solve(device: Device, setting: Setting, report: Report = lambda _: None) -> Solution:
    """Value every position of a game. `report` is called before and after each piece of work.

    Raises ValueError for a setting that does not exist."""
    return next(solve_all(device, [setting], report))


def solve_all(device: Device, settings: Sequence[Setting], report: Report = lambda _: None) -> Iterator[Solution]:
    """The solutions of settings, in their order. Neighbours that differ only in `both` share their positions and are
    valued together, when the first of them is requested; its seconds are those of all of them.

    Raises ValueError for a setting that does not exist, when it is its turn."""
    for _, alike in groupby(settings, lambda setting: setting._replace(both="even")):
        began = time.perf_counter()
        together = tuple(alike)
        found = enumerate_levels(device, together[0], report)
        graph, values = to_host(device, together[0], found, *_value_backward(device, found, together, report))
        for setting, numbers in zip(together, values.astype(np.int16), strict=True):
            ended = time.perf_counter()
            yield Solution(Tablebase(setting, graph, numbers), device.name, ended - began, device.peak_bytes())
            began = time.perf_counter()


def _value_backward(device: Device, found: Found, settings: Sequence[Setting], report: Report) -> list[Array]:
    """The values of all nodes, times `SCALE`: per setting int32 ``[node]``."""
    xp = device.xp
    worth = xp.asarray(np.array([worth_of_ends(settings, made) for made in range(len(found.levels))]))
    begin = sum(map(len, found.levels))
    values = xp.empty((len(settings), begin), np.int32)
    for made, level in reversed([*enumerate(found.levels)]):
        report(Progress("value", made, 0, len(level)))
        begin -= len(level)
        about, how = level.nodes[ABOUT], LEAST if made % 2 else MOST
        device.launch(VALUE_NODE, len(level), about, level.first, found.links[made], worth[made], how, begin, values)
        device.launch(VALUE_MEASUREMENT, len(level), found.game, level.sets, about, begin, values)
        report(Progress("value", made, len(level), len(level)))
    return [values[lane] for lane in range(len(settings))]


def perft(device: Device, setting: Setting, depth: int, start: State = START) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` plies follow a state; a measurement, also one that is due at the start,
    counts once for each board that it can find, and a game that is over is not continued.

    Raises ValueError unless 1 <= depth <= 9, for a setting that does not exist, and for a start that no game reaches
    (not guaranteed)."""
    check_depth(depth)
    rules, row = single(check(setting)), row_of(start)
    if rules.actor(row) == CHANCE:
        results = (state_of(rules.play(row, action)) for action in rules.legal(row))
        return add_counts(perft(device, setting, depth, found) for found in results)
    plies = min(depth, SQUARES - marks(start))
    levels = enumerate_graph(device, setting, plies=plies, start=start).levels
    ways = np.ones(1, np.uint64)
    counts = []
    for level, following in pairwise(levels):
        before = np.repeat(ways, np.diff(level.first))
        ways = np.zeros(len(following.kinds), np.uint64)
        np.add.at(ways, level.links, before)
        results = following.results(np)
        for group in range(1, MEASURED):
            span = following.span(group)
            due = following.kinds[span] == MEASUREMENT
            found = results[following.rows(group)[due]]
            np.add.at(ways, found, ways[span][due, None])
            ways[span][due] = 0
        counts.append(int(ways.sum()))
    return (*counts, *[0] * (depth - plies))


MOST_PROMISED = 8 * 50
"""As much as the heuristic can promise on no board: eight complete lines. So a won game that is worth this is worth
more than any promise."""


def estimates(device: Device, graph: Graph) -> Ints:
    """int32 ``[node]``: what each position promises, times `SCALE`; ended games are evaluated like any other."""
    levels = [level.on(device.xp.asarray) for level in graph.levels]
    return np.concatenate([device.to_host(_evaluated(device, level))[:, 0] for level in levels])


def heuristic(x: int, o: int) -> int:
    """What a line with `x` marks of X and `o` marks of O adds to the evaluation of a board."""
    match x, o:
        case 2, 0:
            return 25
        case 0, 2:
            return -25
        case 2, _:
            return 5
        case _, 2:
            return -5
    return 50 * (x // 3 - o // 3)


def _evaluations() -> Ints:
    worth = np.zeros(len(X_MASK), np.int32)
    table = np.array([[heuristic(x, o) for o in range(4)] for x in range(4)])
    for line in LINE_MASKS:
        worth += table[np.bitwise_count(X_MASK & line), np.bitwise_count(O_MASK & line)]
    return worth


EVALUATIONS = _evaluations()
"""``[code]``: the evaluation of a board."""


@jitable
def evaluate(i: int, work: Work, rows: Rows, evaluations: Rows, values: Rows) -> None:
    """Kernel: the sum of the evaluations of the boards of row i."""
    total = 0
    for j in range(rows.shape[1]):
        total += evaluations[rows[i, j]]
    values[i, 0] = total


EVALUATE = Kernel(evaluate, 1)


def _evaluated(device: Device, level: Level) -> Array:
    """The mean evaluation of every node of a level, times `SCALE`."""
    xp = device.xp
    values = xp.empty((len(level.kinds), 1), np.int32)
    evaluations = xp.asarray(EVALUATIONS)
    for group in range(GROUPS):
        sums = values[level.span(group)]
        device.launch(EVALUATE, len(sums), level.rows(group), evaluations, sums)
        sums *= int(SCALE // WIDTHS[group])
    return values
