"""Every position of plies 0 to 6 valued as a function of q: one pass backward, with functions in place of numbers.

A position's options are numbers of functions of the next ply, and its own function is found by kernels (see `pieces`),
once for four games: both scorings, without and with the double win. Functions are numbered as they are found; equal
ones, by their pieces, have one number.

Exactness. Every polynomial has integer coefficients. Two pieces are compared by the roots of their difference, which
are found exactly; `Algebra` knows each root by its first digits, and has made sure that different ones differ in
them. No sample of q decides anything."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Kernel, Work
from qttt.fast.goff.board import SQUARES, place
from qttt.fast.goff.ends import find_ends
from qttt.fast.goff.index import Tables, dense
from qttt.fast.goff.moves import NEXT, NO_SUCCESSOR, SPAN, expand
from qttt.fast.goff.moves import WORK as MOVES
from qttt.fast.goff.outcome import OUTCOMES, UNFINISHED, counted
from qttt.fast.goff.reading import reading_of
from qttt.fast.goff.solve import BATCHES, LAST, Buckets, Level, enumerate_levels
from qttt.fast.goff.tablebase import undecided
from qttt.fast.goff.three_trees import SIZE, TREES, Layout, first_slot
from qttt.fast.jit import jitable
from qttt.fast.lanes import Rows, lanes_of, load, take
from qttt.fast.progress import Progress, Report
from qttt.fast.sqt.functions import GAMES, PLIES, SHORTEST, ZERO
from qttt.fast.sqt.lanes import FRONT_MEMBERS, POOL_MEMBERS
from qttt.fast.sqt.late import CHOICE, FIRST_POOL, FRONT_BITS, POOL_BITS, ROOTS, SECOND_POOL, find_choices
from qttt.fast.sqt.late import WORK as CHOICES
from qttt.fast.sqt.offers import FLAT_POOL_WITH, OFFERS
from qttt.fast.sqt.pieces import (
    CHOOSING,
    CROSSINGS,
    FOUND,
    MEETING,
    MOST,
    NAME_BITS,
    NEVER,
    OPTIONS,
    POLYNOMIAL_BITS,
    POLYNOMIALS,
    ROOM,
    UNKNOWN,
    Classes,
    Known,
    Room,
    add_option,
    append,
    entry,
    hash_of,
    settle,
    slot_of,
)
from qttt.fast.sqt.polynomial import BITS, Polynomial, Root, changes, difference, mixed, polynomial, roots
from qttt.fast.sqt.setting import COLLAPSES, SCORES, UNIT, Scoring

PIECE, FIRST = 1 << 14, 1 << 12
"""Positions of a launch, and of the first of ply 6, from which most functions are learnt."""


@jitable
def value_ply_6(
    i: int,
    work: Rows,
    layout: Layout,
    xs: Rows,
    os: Rows,
    table: Ints,
    rooms: Ints,
    games: int,
    classes: Classes,
    known: Known,
    found: Ints,
    lacking: Ints,
    out: Ints,
) -> None:
    """Kernel: the functions of a batch of positions of ply 6 that are not over, of those without one."""
    first = lanes_of(work) * i
    stop = min(first + lanes_of(work), len(found))
    left = 0
    for row in range(first, stop):
        left += 1 if found[row] == UNKNOWN else 0
    if left == 0:
        return
    find_ends(work, layout, (), load(xs, i), load(os, i))
    find_choices(work, layout, table)
    room = rooms[i]
    for row in range(first, stop):
        if found[row] == UNKNOWN:
            lacking[row] = offer_choices(room, work, layout, row - first, known)
            if lacking[row] == FOUND:
                settle(room, 1, games, classes, known, row, found, lacking, out)


@jitable
def offer_choices(room: Room, work: Rows, layout: Layout, lane: int, known: Known) -> int:
    """Write the options of the position in a lane. FOUND, or what is missing."""
    room[OPTIONS] = 0
    for t in range(TREES):
        for a in range(first_slot(layout, t), first_slot(layout, t) + layout[SIZE + t]):
            for b in range(first_slot(layout, t)):
                choice = take(work, CHOICE + ROOTS * a + b, lane)
                number = entry((CHOOSING << NAME_BITS) | choice, known)
                if number == UNKNOWN:
                    return (CHOOSING << NAME_BITS) | choice
                add_option(room, number)
    for t in range(TREES):
        if layout[SIZE + t] > 1:
            add_option(room, -int(layout[SIZE + t]))
            for a in range(first_slot(layout, t), first_slot(layout, t) + layout[SIZE + t]):
                choice = take(work, CHOICE + ROOTS * a + a, lane)
                number = entry((CHOOSING << NAME_BITS) | choice, known)
                if number == UNKNOWN:
                    return (CHOOSING << NAME_BITS) | choice
                add_option(room, number)
    return FOUND


@jitable
def value_choice(
    i: int,
    work: Work,
    asked: Ints,
    offers: Ints,
    fronts: Ints,
    pools: Ints,
    games: int,
    classes: Classes,
    known: Known,
    found: Ints,
    lacking: Ints,
    out: Ints,
) -> None:
    """Kernel: the function of what O leaves of a choice at ply 8 (see `qttt.fast.sqt.late`)."""
    work[OPTIONS] = 0
    front = asked[i] & FRONT_BITS
    for k in range(fronts.shape[1]):
        if fronts[front, k] < len(offers):
            add_option(work, offers[fronts[front, k]])
    for shift in (FIRST_POOL, SECOND_POOL):
        pool = (asked[i] >> shift) & POOL_BITS
        count = 0
        for k in range(pools.shape[1]):
            count += 1 if pools[pool, k] < len(offers) else 0
        if count > 0:
            add_option(work, -count)
        for k in range(count):
            add_option(work, offers[pools[pool, k]])
    settle(work, -1, games, classes, known, i, found, lacking, out)


@jitable
def value_early(
    i: int,
    work: Work,
    keys: Ints,
    reading: int,
    sign: int,
    ended: Ints,
    tables: Tables,
    class_at: Ints,
    games: int,
    classes: Classes,
    known: Known,
    found: Ints,
    lacking: Ints,
    out: Ints,
) -> None:
    """Kernel: the function of a position of ply 0 to 5, unless it is found already. ``class_at[index]``: the numbers of
    the functions of the next ply."""
    if found[i] != UNKNOWN:
        return
    room = work[MOVES:]
    room[OPTIONS] = 0
    over = expand(keys[i], work, reading)
    if over != UNFINISHED:
        add_option(room, ended[over])
    else:
        for v in range(SQUARES):
            for u in range(v):
                successor = work[NEXT + place(u, v)]
                if successor != NO_SUCCESSOR:
                    add_option(room, class_at[dense(successor, tables)])
        for s in range(SQUARES):
            span = work[SPAN + s]
            if span and not span & ((1 << s) - 1) and work[NEXT + place(s, s)] != NO_SUCCESSOR:
                count = 0
                for r in range(s, SQUARES):
                    count += (span >> r) & 1
                add_option(room, -count)
                for r in range(s, SQUARES):
                    if (span >> r) & 1:
                        add_option(room, class_at[dense(work[NEXT + place(r, r)], tables)])
    settle(room, sign, games, classes, known, i, found, lacking, out)


PLY_6 = Kernel(value_ply_6, CHOICES, BATCHES, lanes=True)
CHOICE_8 = Kernel(value_choice, ROOM)
EARLY = Kernel(value_early, MOVES + ROOM)


class Algebra:
    """The polynomials, where they meet, what they mix to; and the functions made of them, numbered as they are found.

    `functions` says how many there are. `roots` are the points at which two polynomials were compared, by their
    digits."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.polynomials: list[Polynomial] = []
        self.functions = 0
        self.known: Known = (
            np.zeros(1 << 20, np.int64),
            np.zeros(1 << 20, np.int32),
            np.zeros((1 << 17, 1 + CROSSINGS), np.int64),
        )
        self.classes: Classes = np.zeros(1 << 17, np.int64), np.zeros(1 << 21, np.int64), np.zeros(1 << 18, np.int32)
        self._numbers: dict[Polynomial, int] = {}
        self._crossings: dict[tuple[int, ...], int] = {}
        self.roots: dict[int, Root] = {0: ZERO}

    def number(self, made: Polynomial) -> int:
        """The number of a polynomial."""
        if made not in self._numbers:
            self._numbers[made] = len(self.polynomials)
            self.polynomials.append(made)
            if len(self.polynomials) > POLYNOMIALS:
                raise OverflowError(f"more than {POLYNOMIALS} polynomials")
        return self._numbers[made]

    def enter(self, name: int, number: int) -> None:
        """Make an entry."""
        slot = slot_of(name, self.known[0])
        self.known[0][slot], self.known[1][slot] = name, number

    def meet(self, a: Polynomial, b: Polynomial) -> int:
        """The number of the row that says where two polynomials meet."""
        excess = difference(a, b)
        found = changes(excess)
        for root in found:
            if self.roots.setdefault(root.digits, root) != root or not 0 < root.digits < NEVER:
                raise AssertionError(f"{BITS} digits do not tell {float(root)} from another root")
        sign = 1 if next(filter(None, excess)) > 0 else -1
        row = (sign, *(root.digits for root in found), *[NEVER] * (CROSSINGS - len(found)))
        if row not in self._crossings:
            self.known[2][len(self._crossings)] = row
        return self._crossings.setdefault(row, len(self._crossings))

    def constants(self, pieces: Sequence[Polynomial]) -> int:
        """The number of the function that is one polynomial in each game."""
        room = [0] * MOST
        for game, piece in enumerate(pieces):
            append(room, 0, game << BITS, self.number(piece))
        return self.learn(np.array(room, np.int64))

    def learn(self, region: Ints) -> int:
        """The number of the function in a region."""
        count = int(region[0])
        if count >= MOST - 2:
            raise OverflowError(f"a function of more than {MOST - 2} pieces")
        first, pieces, table = self.classes
        slot = hash_of(region.tolist(), 0) & (len(table) - 1)
        while table[slot]:
            number = int(table[slot]) - 1
            if np.array_equal(pieces[first[number] : first[number + 1]], region[1 : 1 + count]):
                return number
            slot = (slot + 1) & (len(table) - 1)
        number, start = self.functions, first[self.functions]
        pieces[start : start + count] = region[1 : 1 + count]
        first[number + 1], table[slot] = start + count, number + 1
        self.functions += 1
        return number

    def settled(self, count: int, launch: Callable[[tuple[Any, ...]], None], choose: Callable[[Ints], None]) -> Ints:
        """The numbers of the functions of some items, found by launches of a kernel that takes a tuple of arguments as
        its last. `choose` enters choices."""
        found, out = np.full(count, UNKNOWN, np.int32), np.empty((count, MOST), np.int64)
        while True:
            lacking = np.full(count, FOUND, np.int64)
            launch((self.games, self.classes, self.known, found, lacking, out))
            for row in np.flatnonzero((found == UNKNOWN) & (lacking == FOUND)):
                found[row] = self.learn(out[row])
            names = {*lacking.tolist()} - {FOUND}
            if not names:
                return found
            choices = [name for name in names if name >> NAME_BITS == CHOOSING]
            for name in names.difference(choices):
                self.supply(name)
            if choices:
                choose(np.array(sorted(choices)) & ((1 << NAME_BITS) - 1))

    def supply(self, name: int) -> None:
        """Make the entry about two polynomials that a kernel lacks."""
        a, b = (self.polynomials[each] for each in divmod(name & ((1 << NAME_BITS) - 1), POLYNOMIALS))
        self.enter(name, self.meet(a, b) if name >> NAME_BITS == MEETING else self.number(mixed(a, b)))

    def rows(self, number: int) -> Iterator[tuple[list[int], list[Polynomial]]]:
        """A function in each game: the digits of where its pieces start, and their polynomials."""
        first, pieces, _ = self.classes
        row = pieces[first[number] : first[number + 1]]
        starts, polynomials = row >> POLYNOMIAL_BITS, row & (POLYNOMIALS - 1)
        for game in range(self.games):
            here = starts >> BITS == game
            yield (starts[here] & (NEVER - 1)).tolist(), [self.polynomials[at] for at in polynomials[here].tolist()]


class Solved(NamedTuple):
    """The functions of all positions: the algebra, and per ply 0 to 6 the positions, and the number of the function of
    each."""

    algebra: Algebra
    levels: list[Level]
    numbers: list[Ints]


def solve(
    report: Report = lambda _: None,
    games: Sequence[tuple[Scoring, bool]] = GAMES,
    last: str = "move",
    both: str = "narrow",
) -> Solved:
    """The functions of all positions of plies 0 to 6, in some games at once, at most four; with `pair=legal`."""
    device, algebra, reading = Cpu(), Algebra(len(games)), reading_of("legal", last)
    levels = enumerate_levels(device, LAST, report, reading)
    scores = [
        [polynomial(SCORES[scoring][code] // UNIT) for code in counted(double_win, both)]
        for scoring, double_win in games
    ]
    ended = np.array([algebra.constants([row[code] for row in scores]) for code in range(len(OUTCOMES))])
    offers = np.array([algebra.constants([mixed(row[best], row[second]) for row in scores]) for best, second in OFFERS])

    def valued(kernel: Kernel, count: int, launched: int, *arguments: Any) -> Ints:
        return algebra.settled(count, lambda rest: device.launch(kernel, launched, *arguments, *rest), choose)

    def choose(choices: Ints) -> None:
        numbers = valued(CHOICE_8, len(choices), len(choices), choices, offers, FRONT_MEMBERS, POOL_MEMBERS)
        for choice, number in zip(choices.tolist(), numbers.tolist(), strict=True):
            algebra.enter((CHOOSING << NAME_BITS) | choice, number)

    keys = levels[LAST].keys
    buckets, rooms = Buckets(device, keys, reading), np.empty((PIECE, ROOM), np.int64)
    found = np.empty(len(keys), np.int32)
    found[buckets.ended] = ended[buckets.codes]
    done = len(buckets.ended)
    for at, layout, xs, os in buckets.pieces(PIECE, FIRST):
        found[at] = valued(PLY_6, len(at), len(xs), layout, xs, os, FLAT_POOL_WITH, rooms)
        done += len(at)
        report(Progress("functions", LAST, done, len(keys)))
    numbers = [found]
    for level, following in zip(levels[-2::-1], levels[:0:-1], strict=True):
        class_at = np.zeros(following.index.size, np.int32)
        class_at[following.indices] = numbers[-1]
        sign, count = -1 if level.ply & 1 else 1, len(level.keys)
        found = np.empty(count, np.int32)
        for start in range(0, count, PIECE):
            keys = level.keys[start : start + PIECE]
            found[start : start + PIECE] = valued(
                EARLY, len(keys), len(keys), keys, reading, sign, ended, following.index.tables, class_at
            )
            report(Progress("functions", level.ply, start + len(keys), count))
        numbers.append(found)
    return Solved(algebra, levels, numbers[::-1])


def table(solved: Solved | None = None) -> tuple[dict[str, Any], dict[str, Ints]]:
    """The table that ships, as `qttt.fast.known` takes it (see `qttt.fast.sqt.functions`). Classes and polynomials are
    in ascending order of coefficients, so that the table depends on the functions alone."""
    algebra, levels, numbers = solved or solve()
    used = np.flatnonzero(np.bincount(np.concatenate([numbers[ply] for ply in PLIES])))
    rows = {number: [*algebra.rows(number)] for number in used.tolist()}
    ordered = sorted(rows, key=lambda number: [polynomials for _, polynomials in rows[number]])
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
                passed += _passed([algebra.roots[start] for start in each[0]], each[1])
    arrays: dict[str, Any] = {
        "polynomials": np.array([each + (0,) * (COLLAPSES + 1 - len(each)) for each in polynomials], np.int16),
        "lengths": lengths,
        "pieces": np.array(pieces, np.uint16),
        "passed": np.array(passed, np.uint8),
    }
    class_of = np.zeros(algebra.functions, np.uint16)
    class_of[ordered] = range(len(ordered))
    for ply in PLIES:
        there = np.zeros(levels[ply].index.size, np.bool_)
        there[levels[ply].indices] = True
        arrays |= {f"ply-{ply}.there": np.packbits(there), f"ply-{ply}.classes": class_of[numbers[ply]]}
    keys = [level.keys for level in levels]
    counts = {"positions": [*map(len, keys)], "undecided": [*undecided(tuple(keys))]}
    return {"ruleset": "sqt-1.1", "games": [*map(list, GAMES)], **counts}, arrays


def _passed(starts: list[Root], pieces: list[Polynomial]) -> Iterator[int]:
    """How many zeros of the difference of a piece from the one before are passed until it starts."""
    yield 0
    for (start, a), (stop, b) in pairwise(zip(starts, pieces, strict=True)):
        yield [root for root in roots(difference(a, b)) if start < root].index(stop)
