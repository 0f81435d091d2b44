"""Goff's game solved again without the reductions of the fast engine.

The real plies of its marks rank a line. This module has its own positions and successors, outcomes up to ply 6, ranks
of lines after ply 6, and values of plies 0 to 5, by minimax over every pair of squares and both selections. It shares
with the fast engine:

* the entanglement graph: components, and where each mark settles (`qttt.fast.goff.forest`);
* the game after ply 6 on masks of combinations: which combinations hold which lines and where the game is then over
  (`qttt.fast.goff.ends`, all but the ranks), and the game on these ends (`late.value_ends`).

The claim `goff-plain-minimax` compares the second part with plain minimax, on a sample. A table is looked up by the key
of a history, whose canonical form applies the reductions.

All 1.1 billion histories of ply 6 fit into less than 3 GB: a ply takes a set of bits (`qttt.verification.goff.levels`)
and one byte per history, its code pair.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu, Kernel
from qttt.fast.goff import ends, three_trees, value
from qttt.fast.goff.board import PLACE_SQUARES, PLACES, SQUARES
from qttt.fast.goff.ends import END, END_7
from qttt.fast.goff.forest import ABSENT, MARKS, U, V
from qttt.fast.goff.late import value_ends
from qttt.fast.goff.moves import Work
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.three_trees import BUT, EVERY, NONE, ONLY, TREES
from qttt.fast.jit import jitable
from qttt.verification.goff.histories import PLY, mark, outcome_of, put, reduced, successors
from qttt.verification.goff.histories import WORK as HISTORIES
from qttt.verification.goff.levels import Level, history_of, number_of, rank
from qttt.verification.goff.plain import best_pair

RANKED = HISTORIES
"""``+ 16 stage + 8 player + inside``: where a player has a line of marks up to ply 2, 4, 6 (stage 0, 1, 2)."""
CODES = RANKED + 48
"""``+ p``: the code pair of the successor whose new mark is at place p, -1 without a successor."""
WORK = CODES + PLACES + 1
LAST = 6


@jitable
def write_ranked_ends(history: int, work: Work) -> int:
    """Do the work of `ends.write_ends`, with lines ranked by real ply; return the outcome code if the game is over."""
    over = outcome_of(history, work)
    if over != UNFINISHED:
        return over
    filled = 0
    for s in range(SQUARES):
        filled |= (1 if work[PLY + s] else 0) << s
    for i in range(MARKS):
        put(work, i, mark(history, ply_of(i)) if i < LAST else 0)
    three_trees.grow_trees(work, filled)
    for stage in range(3):
        for i in range(LAST):
            p = mark(history, ply_of(i))
            work[U + i] = PLACE_SQUARES[p, 0] if i % 3 <= stage else ABSENT
            work[V + i] = PLACE_SQUARES[p, 1] if i % 3 <= stage else ABSENT
        three_trees.place_early_marks(work, work)
        ends.find_lines(work, work, 0, 1)
        ends.find_lines(work, work, 1, 1)
        for inside in range(1, 8):
            work[RANKED + 16 * stage + inside] = ends.x_lines(work, work, NONE, inside)
            work[RANKED + 16 * stage + 8 + inside] = ends.o_lines(work, work, NONE, inside)
    ends.find_lines(work, work, 0, BUT + TREES)
    ends.find_lines(work, work, 1, ONLY + TREES)
    write_ends(work)
    return UNFINISHED


@jitable
def ply_of(i: int) -> int:
    """The ply of early mark i in the order of `three_trees`: 1, 3, 5 of X, then 2, 4, 6 of O."""
    return 2 * i + 1 if i < TREES else 2 * i - 4


@jitable
def x_first(work: Work, inside: int, x7: int, o8: int, x9: int) -> int:
    """Where X has a line of some ply and O has no line of a smaller ply, given their lines up to plies 7, 8 and 9."""
    at = RANKED + inside
    early = work[at] | (work[at + 16] & ~work[at + 8]) | (work[at + 32] & ~work[at + 24])
    return early | (x7 & ~work[at + 40]) | (x9 & ~o8)


@jitable
def write_ends(work: Work) -> None:
    """The threshold words of all ends, from the ranked lines."""
    for i in range(TREES):
        own = 1 << i
        x = ends.x_lines(work, work, ONLY + i, own)
        o = ends.o_lines(work, work, NONE, own)
        work[ends.OVER_7 + i] = (x | o) * work[three_trees.REPEAT]
        ends.write_end(work, work, END_7 + i, 3, x, x_first(work, own, x, o, x), 0, 0, o, 0)
    for j in range(TREES):
        own = 1 << j
        o = ends.o_lines(work, work, ONLY + j, EVERY)
        x = ends.x_lines(work, work, BUT + j, EVERY)
        xx = ends.two_lines(work, work, BUT + j)
        spooky_x = ends.x_lines(work, work, NONE, own)
        spooky_o = ends.o_lines(work, work, ONLY + j, own)
        for i in range(TREES):
            if i != j:
                at = END + 3 * i + j
                both = (1 << i) | own
                x7 = ends.x_lines(work, work, ONLY + i, EVERY)
                ends.write_end(work, work, at, 27, x, x_first(work, EVERY, x7, o, x), 0, xx, o, 0)
                x8 = ends.x_lines(work, work, ONLY + i, both)
                o8 = ends.o_lines(work, work, ONLY + j, both)
                first = x_first(work, both, x8, o8, x8)
                ends.write_end_if_over(work, work, at, 9, x8 | o8, x8, first, 0, o8, 0)
                first = x_first(work, own, spooky_x, spooky_o, spooky_x)
                ends.write_end_if_over(work, work, at, 18, spooky_x | spooky_o, spooky_x, first, 0, spooky_o, 0)


@jitable
def expand_level(i: int, work: Work, numbers: Any, rows: Any, ply: int, labelled: bool, symmetric: bool) -> None:
    """Kernel: the numbers of the successors of a history, -1 for a missing one, in row i."""
    successors(history_of(numbers[i], ply), ply, work, rows, i, labelled, symmetric)
    for p in range(PLACES + 1):
        if rows[i, p] >= 0:
            rows[i, p] = number_of(rows[i, p], ply + 1)


@jitable
def value_last(i: int, work: Work, numbers: Any, codes: Any) -> None:
    """Kernel: the code pair of a history of ply 6."""
    over = write_ranked_ends(history_of(numbers[i], LAST), work)
    codes[i] = value_ends(work, work) if over == UNFINISHED else value.both(over)


@jitable
def value_from_next(
    i: int,
    work: Work,
    numbers: Any,
    bits: Any,
    before: Any,
    next_codes: Any,
    codes: Any,
    rows: Any,
    ply: int,
    labelled: bool,
    symmetric: bool,
) -> None:
    """Kernel: the code pair of a history from those of the next ply, in the order of its `Level`."""
    history = history_of(numbers[i], ply)
    if not successors(history, ply, work, rows, i, labelled, symmetric):
        codes[i] = value.both(outcome_of(history, work))
        return
    for p in range(PLACES + 1):
        successor = rows[i, p]
        work[CODES + p] = next_codes[rank(number_of(successor, ply + 1), bits, before)] if successor >= 0 else -1
    codes[i] = best_pair(work, CODES, 1, ply & 1 == 0)


@jitable
def compare(i: int, work: Work, numbers: Any, codes: Any, keys: Any, expected: Any, wrong: Any, ply: int) -> None:
    """Kernel: whether a history's code pair differs from that of its key in a table of sorted keys."""
    wanted = reduced(history_of(numbers[i], ply))
    low = 0
    high = len(keys)
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    found = low < len(keys) and keys[low] == wanted
    wrong[i] = not (found and expected[low] == codes[i])


EXPAND = Kernel(expand_level, WORK)
VALUE_LAST = Kernel(value_last, WORK)
VALUE_FROM_NEXT = Kernel(value_from_next, WORK)
COMPARE = Kernel(compare, WORK)
CPU = Cpu()


@dataclass(frozen=True)
class Solved:
    """The plies from that of the starts to 6: the histories, and their code pairs (uint8) in the same order."""

    levels: list[Level]
    codes: list[Any]


def solve(*, labelled: bool, symmetric: bool, starts: Iterable[int] = (0,), first_ply: int = 0) -> Solved:
    """Value every history up to ply 6 that follows from some histories of a ply, given by their numbers.

    `labelled`: early plies of a player are distinguished; `symmetric`: images are merged. At ply 6 there are about
    139 million labelled histories up to symmetry, 31 million others without symmetry, and 1.1 billion labelled ones
    without, for which this takes less than 3 GB of memory.
    """
    levels = [Level.of(first_ply, [np.fromiter(starts, np.int64)])]
    for ply in range(first_ply, LAST):
        levels.append(Level.of(ply + 1, successors_of(levels[-1], labelled, symmetric)))
    last = np.empty(levels[-1].count, np.uint8)
    for at, numbers in levels[-1].pieces():
        CPU.launch(VALUE_LAST, len(numbers), numbers, last[at : at + len(numbers)])
    codes = [last]
    for level, following in zip(levels[-2::-1], levels[:0:-1], strict=True):
        found = np.empty(level.count, np.uint8)
        for at, numbers in level.pieces():
            arrays = numbers, following.bits, following.before, codes[-1], found[at : at + len(numbers)]
            CPU.launch(VALUE_FROM_NEXT, len(numbers), *arrays, _rows(numbers), level.ply, labelled, symmetric)
        codes.append(found)
    return Solved(levels, codes[::-1])


def first_difference(solved: Solved, keys: Any, codes: Any) -> tuple[int, int, int] | None:
    """The first ply, history and code pair that a table (per ply: sorted keys, code pairs) contradicts, or None."""
    for level, found in zip(solved.levels, solved.codes, strict=True):
        ply = level.ply
        for at, numbers in level.pieces():
            wrong = np.zeros(len(numbers), np.bool_)
            CPU.launch(COMPARE, len(numbers), numbers, found[at:], keys[ply], codes[ply], wrong, ply)
            bad = np.flatnonzero(wrong)
            if len(bad):
                return ply, history_of(int(numbers[bad[0]]), ply), int(found[at + bad[0]])
    return None


def successors_of(level: Level, labelled: bool, symmetric: bool) -> Iterator[Any]:
    """The numbers of all successors of a level, a part at a time, with repetitions."""
    for _, numbers in level.pieces():
        rows = _rows(numbers)
        CPU.launch(EXPAND, len(numbers), numbers, rows, level.ply, labelled, symmetric)
        yield rows


def _rows(numbers: Any) -> Any:
    return np.empty((len(numbers), PLACES + 1), np.int64)
