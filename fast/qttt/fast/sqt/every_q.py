"""Every position of plies 0 to 6 valued as a function of q: one pass backward, with numbers of functions in place of
values, for four games at once: both scorings, without and with the double win.

A *class* is a function in each game. Equal functions have one number, and so have equal classes; what the game makes of
two functions is found once. So a pass is a few operations on arrays of classes.

Exactness. Every polynomial has integer coefficients. Two pieces are compared by the roots of their difference, which
are found exactly; `Algebra` knows each root by its first digits, and has made sure that different ones differ in
them. No sample of q decides anything."""

from bisect import bisect, bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.goff.board import SQUARES
from qttt.fast.goff.ends import find_ends
from qttt.fast.goff.graph import INITIAL
from qttt.fast.goff.index import CLOSES, JOINED, JOINS, OVER, SETTLED
from qttt.fast.goff.outcome import FIRST_READING, OUTCOMES, UNFINISHED, codes_counted
from qttt.fast.goff.solve import BATCHES, LAST, Level, enumerate_levels, sort_by_shape
from qttt.fast.goff.tablebase import undecided
from qttt.fast.goff.three_trees import NUMBERS, SIZE, TREES, Layout, first_slot
from qttt.fast.goff.three_trees import layouts as layouts_of
from qttt.fast.jit import jitable
from qttt.fast.lanes import Rows, lanes_of, load, take
from qttt.fast.progress import Progress, Report
from qttt.fast.sqt.functions import GAMES, PLIES, SHORTEST, ZERO, Arithmetic, best
from qttt.fast.sqt.lanes import FRONT_MEMBERS, POOL_MEMBERS
from qttt.fast.sqt.late import (
    CHOICE,
    FIRST_POOL,
    FLAT_POOL_WITH,
    FRONT_BITS,
    OFFERS,
    POOL_BITS,
    ROOTS,
    SECOND_POOL,
    find_choices,
)
from qttt.fast.sqt.late import WORK as CHOICES
from qttt.fast.sqt.polynomial import BITS, Polynomial, Root, changes, difference, mix, polynomial, roots
from qttt.fast.sqt.setting import COLLAPSES, SCORES, UNIT

T = TypeVar("T")

PIECE = 1 << 14
"""Batches of positions of ply 6, or positions of an earlier ply, that are valued together."""
ONE = 1 << BITS
"""The end of all functions, in digits."""
CHOICE_BITS = 28
"""Of a choice: see `qttt.fast.sqt.late`."""
NO_CLASS = 0
"""The class in place of no function: worse than all others."""

Function = tuple[tuple[int, ...], tuple[int, ...]]
"""Where the pieces of a function start, in digits, the first at 0, and the numbers of their polynomials. Neighbours
differ, so equal functions are equal tuples."""


class Numbered(Generic[T]):
    """Things, numbered as they are found."""

    def __init__(self) -> None:
        self.all: list[T] = []
        self._numbers: dict[T, int] = {}

    def number(self, thing: T) -> int:
        """The number of a thing."""
        if (number := self._numbers.setdefault(thing, len(self.all))) == len(self.all):
            self.all.append(thing)
        return number


class Algebra:
    """Functions of q, and the number of what the game makes of two: `larger`, `smaller`, and `mix`, that is
    (1 - q) times the one and q times the other.

    `roots` are the points at which two polynomials were compared, by their digits."""

    def __init__(self) -> None:
        self.polynomials, self.functions = Numbered[Polynomial](), Numbered[Function]()
        self.roots: dict[int, Root] = {0: ZERO}
        self.larger, self.smaller = (cache(partial(self._chosen, sign)) for sign in (1, -1))
        self.mix = cache(self._mix_functions)
        self._meeting, self._mixture = cache(self._meet), cache(self._mix)

    def constant(self, piece: Polynomial) -> int:
        """The number of the function that is one polynomial."""
        return self.functions.number(((0,), (self.polynomials.number(piece),)))

    def _chosen(self, sign: int, a: int, b: int) -> int:
        """The number of the larger of two functions, the smaller if sign = -1."""
        return a if a == b else self._joined(self._better(sign, a, b))

    def _better(self, sign: int, a: int, b: int) -> Iterator[tuple[int, int]]:
        for start, stop, p, r in self._parts(a, b):
            first, turns = self._meeting(p, r)
            ahead, begin = first == sign, start
            for turn in turns[: bisect_left(turns, stop)]:
                if turn > start:
                    yield begin, p if ahead else r
                    begin = turn
                ahead = not ahead
            yield begin, p if ahead else r

    def _mix_functions(self, best: int, worst: int) -> int:
        return self._joined((start, self._mixture(p, r)) for start, _, p, r in self._parts(best, worst))

    def _parts(self, a: int, b: int) -> Iterator[tuple[int, int, int, int]]:
        """Where two functions are one polynomial each, from start to stop, and the numbers of the two."""
        (starts, pieces), (others, of_others) = self.functions.all[a], self.functions.all[b]
        for start, stop in pairwise(sorted({*starts, *others, ONE})):
            yield start, stop, pieces[bisect(starts, start) - 1], of_others[bisect(others, start) - 1]

    def _joined(self, parts: Iterable[tuple[int, int]]) -> int:
        """The number of the function of adjoining parts, each given by its start."""
        starts, pieces = list[int](), list[int]()
        for start, piece in parts:
            if not pieces or piece != pieces[-1]:
                starts.append(start)
                pieces.append(piece)
        return self.functions.number((tuple(starts), tuple(pieces)))

    def _meet(self, p: int, r: int) -> tuple[int, tuple[int, ...]]:
        """The sign of the difference of two polynomials next to 0, and the digits of where it changes."""
        excess = difference(self.polynomials.all[p], self.polynomials.all[r])
        found = changes(excess)
        for root in found:
            if self.roots.setdefault(root.digits, root) != root:
                raise AssertionError(f"{BITS} digits do not tell {float(root)} from another root")
        return 1 if next(filter(None, excess), 1) > 0 else -1, tuple(root.digits for root in found)

    def _mix(self, best: int, worst: int) -> int:
        return self.polynomials.number(mix(self.polynomials.all[best], self.polynomials.all[worst]))


class Classes:
    """The classes of functions, as arrays of their numbers (int32); a class is the numbers of its functions, game by
    game, in `rows`."""

    def __init__(self) -> None:
        self.algebra, self.rows = Algebra(), Numbered[tuple[int, ...]]()
        self.rows.number(())
        operations = self.algebra.larger, self.algebra.smaller, self.algebra.mix
        self.by = Arithmetic(self.constants, *(cache(partial(self._paired, each)) for each in operations))

    def constants(self, pieces: Iterable[Polynomial]) -> int:
        """The class of functions that are one polynomial in each game."""
        return self.rows.number(tuple(map(self.algebra.constant, pieces)))

    def _paired(self, operation: Callable[[int, int], int], a: int, b: int) -> int:
        """The class of what an operation makes of two functions, game by game."""
        return self.rows.number(tuple(map(operation, self.rows.all[a], self.rows.all[b])))

    def best(self, sign: int, joins: Ints, cycles: Sequence[Ints]) -> Ints:
        """What the best option of each item is worth: for X, and for O if sign = -1. `joins`, ``[item, n]``: the
        classes of positions that a move leads to; `cycles`: for each component, in the same way, the classes of its
        roots. Rule: SQT-VALUE-1"""
        rows, which = distinct(np.hstack([once(joins), *map(np.sort, cycles)]))
        ends = np.cumsum([joins.shape[1], *(roots.shape[1] for roots in cycles)]).tolist()
        found = []
        for row in rows.tolist():
            parts = [[each for each in row[low:high] if each] for low, high in pairwise(ends)]
            going = [each for each in row[: ends[0]] if each]
            found.append(best(sign, going, filter(None, parts), self.by))
        return np.array(found, np.int32)[which]

    def functions(self, number: int) -> Iterator[tuple[list[Root], list[Polynomial]]]:
        """Where the pieces of a class start in each game, and their polynomials."""
        for function in self.rows.all[number]:
            starts, pieces = self.algebra.functions.all[function]
            yield [self.algebra.roots[start] for start in starts], [self.algebra.polynomials.all[p] for p in pieces]


def distinct(rows: Ints) -> tuple[Ints, Ints]:
    """The different ones of some rows, and which of them each row is; by hashes, which are checked."""
    odd = np.random.default_rng(0).integers(1 << 62, size=rows.shape[1]) * 2 + 1
    _, first, which = np.unique(rows @ odd, return_index=True, return_inverse=True)
    if (rows[first][which] != rows).any():
        raise AssertionError("two rows with one hash")
    return rows[first], which


def once(rows: Ints) -> Ints:
    """Rows of classes, sorted, with each class once."""
    found = np.sort(rows)
    found[:, 1:][found[:, 1:] == found[:, :-1]] = NO_CLASS
    return np.sort(found)


@jitable
def write_choices(i: int, work: Rows, layout: Layout, xs: Rows, os: Rows, table: Ints, rows: Ints) -> None:
    """Kernel: the choices of a batch of positions of ply 6 that are not over, ``[position, 9 a + b]`` (see
    `qttt.fast.sqt.late`; `table` is `FLAT_POOL_WITH`)."""
    find_ends(work, layout, (), load(xs, i), load(os, i))
    find_choices(work, layout, table)
    for n in range(lanes_of(work)):
        for k in range(ROOTS * ROOTS):
            rows[lanes_of(work) * i + n, k] = take(work, CHOICE + k, n)


PLY_6 = Kernel(write_choices, CHOICES, BATCHES, lanes=True)


class Solved(NamedTuple):
    """The classes of all positions: the classes, and per ply up to 6 the positions, and the class of each."""

    classes: Classes
    levels: list[Level]
    numbers: list[Ints]


def solve(report: Report = lambda _: None, start: int = INITIAL) -> Solved:
    """The functions of the positions up to ply 6 that can follow a settled one, of the first reading."""
    device, classes = Cpu(), Classes()
    levels = enumerate_levels(device, LAST, report, start=start)
    scores = [
        [polynomial(SCORES[scoring][code] // UNIT) for code in codes_counted(double_win)]
        for scoring, double_win in GAMES
    ]
    ended = np.array([classes.constants(row[code] for row in scores) for code in range(len(OUTCOMES))], np.int32)
    offers = [classes.constants(mix(row[best], row[second]) for row in scores) for best, second in OFFERS]
    found = np.empty(len(levels[-1].keys), np.int32)
    for at, here in _last(device, levels[-1], classes, ended, np.array([*offers, NO_CLASS], np.int32)):
        found[at] = here
        report(Progress("functions", LAST, int(np.count_nonzero(found)), len(found)))
    numbers = [found]
    for level, following in zip(levels[-2::-1], levels[:0:-1], strict=True):
        class_at = np.zeros(following.index.size + 1, np.int32)
        class_at[following.indices] = numbers[-1]
        found = np.empty(len(level.keys), np.int32)
        for first in range(0, len(found), PIECE):
            links, here = level.links[first : first + PIECE], found[first : first + PIECE]
            going = links[:, OVER] == UNFINISHED
            here[~going] = ended[links[~going, OVER]]
            here[going] = classes.best(-1 if level.ply & 1 else 1, *options(links[going], class_at))
            report(Progress("functions", level.ply, first + len(links), len(found)))
        numbers.append(found)
    return Solved(classes, levels, numbers[::-1])


def _last(device: Cpu, level: Level, classes: Classes, ended: Ints, offers: Ints) -> Iterator[tuple[Ints, Ints]]:
    """The classes of the positions of ply 6, some at a time: which, and the class of each."""
    every, layouts = sort_by_shape(device, level.keys), layouts_of(FIRST_READING)
    left = np.zeros(1 << CHOICE_BITS, np.int32)  # by choice, as far as they are known
    shape_of = every.shapes.reshape(len(every.xs), -1)[:, 0]
    ends = np.searchsorted(shape_of, range(NUMBERS[0] - 1, len(layouts)), "right").tolist()
    parts = [slice(at, min(at + PIECE, end)) for start, end in pairwise([0, *ends]) for at in range(start, end, PIECE)]
    for part in parts:
        shapes, xs, os = every.shapes[part].ravel(), every.xs[part], every.os[part]
        at, layout = every.at.reshape(every.xs.shape)[part].ravel(), layouts[shapes[0]]
        if shapes[0] < NUMBERS[0]:
            yield at, ended[shapes]
            continue
        rows = np.empty((len(at), ROOTS * ROOTS), np.int32)
        device.launch(PLY_6, len(xs), layout, xs, os, FLAT_POOL_WITH, rows)
        trees = [range(first_slot(layout, t), first_slot(layout, t) + layout[SIZE + t]) for t in range(TREES)]
        joins = rows[:, [ROOTS * a + b for tree in trees for a in tree for b in range(tree.start)]]
        cycles = [rows[:, [(ROOTS + 1) * a for a in tree]] for tree in trees if len(tree) > 1]
        for choices in (joins, *cycles):
            new = np.unique(choices[left[choices] == NO_CLASS])
            pools = [offers[POOL_MEMBERS[(new >> shift) & POOL_BITS]] for shift in (FIRST_POOL, SECOND_POOL)]
            left[new] = classes.best(-1, offers[FRONT_MEMBERS[new & FRONT_BITS]], pools)
        yield at, classes.best(1, left[joins], [left[cycle] for cycle in cycles])


def options(links: Ints, class_at: Ints) -> tuple[Ints, list[Ints]]:
    """The options of positions of plies 0 to 5 that are not over, from their `qttt.fast.goff.index` and the class at
    each index of the next ply, NO_CLASS at its end: see `Classes.best`."""
    squares, closes = np.arange(SQUARES), links[:, CLOSES:]
    joins = np.where(np.arange(SETTLED - JOINED) < links[:, JOINS, None], links[:, JOINED:SETTLED], -1)
    cycles = []
    for s in range(SQUARES):
        first = (closes[:, s] != 0) & (closes[:, s] & ((1 << s) - 1) == 0)
        roots = (closes[:, s, None] >> squares & 1 | (squares == s)) & first[:, None]
        cycles.append(class_at[np.where(roots, links[:, SETTLED:CLOSES], -1)])
    return class_at[joins], cycles


def table(solved: Solved | None = None) -> tuple[dict[str, Any], dict[str, Ints]]:
    """The table that ships, as `qttt.fast.known` takes it (see `qttt.fast.sqt.functions`). Classes and polynomials are
    in ascending order of coefficients, so that the table depends on the functions alone."""
    classes, levels, numbers = solved or solve()
    used = np.flatnonzero(np.bincount(np.concatenate([numbers[ply] for ply in PLIES])))
    rows = {number: [*classes.functions(number)] for number in used.tolist()}
    ordered = sorted(
        rows, key=lambda number: [(pieces, [start.digits for start in starts]) for starts, pieces in rows[number]]
    )
    polynomials = sorted({each for row in rows.values() for _, pieces in row for each in pieces})
    at = {each: n for n, each in enumerate(polynomials)}
    lengths = np.zeros((len(ordered), len(GAMES)), np.uint8)
    pieces, passed = list[int](), list[int]()
    for n, number in enumerate(ordered):
        for game, each in enumerate(rows[number]):
            lengths[n, game] = rows[number].index(each)
            if lengths[n, game] == game:
                lengths[n, game] = len(each[1]) + SHORTEST
                pieces += [at[polynomial] for polynomial in each[1]]
                passed += _passed(*each)
    arrays: dict[str, Ints] = {
        "polynomials": np.array([each + (0,) * (COLLAPSES + 1 - len(each)) for each in polynomials], np.int16),
        "lengths": lengths,
        "pieces": np.array(pieces, np.uint16),
        "passed": np.array(passed, np.uint8),
    }
    class_of = np.zeros(len(classes.rows.all), np.uint16)
    class_of[ordered] = range(len(ordered))
    for ply in PLIES:
        there = np.zeros(levels[ply].index.size, np.bool_)
        there[levels[ply].indices] = True
        arrays |= {f"ply-{ply}.there": np.packbits(there), f"ply-{ply}.classes": class_of[numbers[ply]]}
    keys = [level.keys for level in levels]
    counts = {"positions": [*map(len, keys)], "undecided": [*undecided(tuple(keys))]}
    return {"ruleset": "sqt-1.1", "games": [*map(list, GAMES)], **counts}, arrays


def _passed(starts: Sequence[Root], pieces: Sequence[Polynomial]) -> Iterator[int]:
    """How many zeros of the difference of a piece from the one before are passed until it starts."""
    yield 0
    for (start, a), (stop, b) in pairwise(zip(starts, pieces, strict=True)):
        yield [root for root in roots(difference(a, b)) if start < root].index(stop)
