"""Functions of q in kernels: the values of a position in several games at once, for every q.

The functions of the games stand one after the other: that of game g is shifted to [g, g + 1], and the whole is one row
of *pieces*, each where it starts, times 2**BITS and rounded down, and the number of its polynomial. A game's first
piece starts at its 0, and neighbours within a game differ, so equal functions have equal rows. Starts are numbers with
all their digits as far as `qttt.fast.sqt.every_q` knows them, which sees to it that different ones have different
digits: so comparing digits is exact, and a kernel computes with ints alone.

What it needs to know of polynomials is in a table that is filled while it runs: where two polynomials meet, and what
two of them are mixed. A kernel that lacks an entry names it and leaves its item; the host makes the entry."""

from typing import Any

from qttt.fast.answers import Ints
from qttt.fast.jit import jitable
from qttt.fast.sqt.polynomial import BITS

Room = Any
"""The scratch memory of an item: regions with a function each, the number of its pieces first."""

POLYNOMIAL_BITS = 14
POLYNOMIALS = 1 << POLYNOMIAL_BITS
MOST = 1 << 7
"""A region of so many numbers holds a function."""
CROSSINGS = 4
"""A row of `crossings` has the sign of a difference next to 0, and where it changes, NEVER at the end."""
NEVER = 1 << BITS

MEETING, MIXING, CHOOSING = range(1, 4)
"""Kinds of entries: the row of `crossings` of one polynomial minus another; the polynomial that two of them mix to; the
number of the function of a choice."""
NAME_BITS = 28
"""An entry's name is its kind, above this many bits, and two polynomials or a choice."""
UNKNOWN = -1
FOUND = 0
"""Stands for the name of a missing entry where none is missing."""

Known = tuple[Ints, Ints, Ints]
"""The entries, in a table with open addressing: names, 0 where none is, and what they have; and `crossings`."""


@jitable
def slot_of(name: int, names: Ints) -> int:
    """Where an entry is, or would be."""
    slot = ((name * 0x9E3779B1) >> 12) & (len(names) - 1)
    while names[slot] != 0 and names[slot] != name:
        slot = (slot + 1) & (len(names) - 1)
    return slot


@jitable
def entry(name: int, known: Known) -> int:
    """What is entered under a name, UNKNOWN if nothing is."""
    slot = slot_of(name, known[0])
    return int(known[1][slot]) if known[0][slot] == name else UNKNOWN


@jitable
def named(kind: int, a: int, b: int) -> int:
    """The name of an entry about two polynomials."""
    return (kind << NAME_BITS) | (a << POLYNOMIAL_BITS) | b


@jitable
def append(room: Room, to: int, start: int, polynomial: int) -> None:
    """Add a piece to the function of a region; one that continues the last is no new one."""
    count = room[to]
    if count > 0 and start & (NEVER - 1) and room[to + count] & (POLYNOMIALS - 1) == polynomial:
        return
    if count < MOST - 2:
        room[to + count + 1] = (start << POLYNOMIAL_BITS) | polynomial
        room[to] = count + 1


@jitable
def start_of(room: Room, at: int, piece: int, end: int) -> int:
    """Where a piece starts; after the last one the end of all."""
    return int(room[at + piece] >> POLYNOMIAL_BITS) if piece <= room[at] else end


@jitable
def choose(room: Room, a: int, b: int, to: int, sign: int, games: int, known: Known) -> int:
    """Write the larger of the functions in two regions to a third, the smaller if sign = -1. FOUND, or what is
    missing."""
    crossings = known[2]
    end = games << BITS
    room[to] = 0
    i = 1
    j = 1
    start = 0
    while start < end:
        p = int(room[a + i] & (POLYNOMIALS - 1))
        r = int(room[b + j] & (POLYNOMIALS - 1))
        end_a = start_of(room, a, i + 1, end)
        end_b = start_of(room, b, j + 1, end)
        stop = min(end_a, end_b)
        if p != r:
            row = entry(named(MEETING, min(p, r), max(p, r)), known)
            if row == UNKNOWN:
                return named(MEETING, min(p, r), max(p, r))
            seen = sign * crossings[row, 0] * (1 if p < r else -1)
            here = start & ~(NEVER - 1)
            for k in range(1, CROSSINGS + 1):
                if crossings[row, k] == NEVER or here + crossings[row, k] >= stop:
                    break
                if here + crossings[row, k] > start:
                    append(room, to, start, p if seen > 0 else r)
                    start = here + crossings[row, k]
                seen = -seen
            append(room, to, start, p if seen > 0 else r)
        else:
            append(room, to, start, p)
        i += 1 if end_a == stop else 0
        j += 1 if end_b == stop else 0
        start = stop
    return FOUND


@jitable
def mix(room: Room, best: int, worst: int, so_far: int, better: int, to: int, games: int, known: Known) -> int:
    """Write (1 - q) best + q worst, of the functions in two regions, to a third; FOUND, or what is missing.

    Where the functions of `so_far` and `better` have one polynomial, write that instead."""
    end = games << BITS
    room[to] = 0
    i = 1
    j = 1
    k = 1
    m = 1
    start = 0
    while start < end:
        same = int(room[so_far + k] & (POLYNOMIALS - 1)) if room[so_far] > 0 else -1
        if same == room[better + m] & (POLYNOMIALS - 1):
            append(room, to, start, same)
        else:
            p = int(room[best + i] & (POLYNOMIALS - 1))
            r = int(room[worst + j] & (POLYNOMIALS - 1))
            mixed = entry(named(MIXING, p, r), known)
            if mixed == UNKNOWN:
                return named(MIXING, p, r)
            append(room, to, start, mixed)
        end_i = start_of(room, best, i + 1, end)
        end_j = start_of(room, worst, j + 1, end)
        end_k = start_of(room, so_far, k + 1, end)
        end_m = start_of(room, better, m + 1, end)
        start = min(end_i, end_j, end_k, end_m)
        i += 1 if end_i == start else 0
        j += 1 if end_j == start else 0
        k += 1 if end_k == start else 0
        m += 1 if end_m == start else 0
    return FOUND


OPTIONS = 0
"""What a mover can do: how many numbers follow; then the functions of all positions that a join leads to; and for each
component its number of roots, times -1, and the functions of these."""
BEST, OTHER, FIRST, SECOND, LEFT, LESS, HERE = (64 + k * MOST for k in range(7))
ROOM = 64 + 7 * MOST
"""The regions of an item."""


@jitable
def add_option(room: Room, number: int) -> None:
    """Add a number to the options."""
    room[OPTIONS] += 1
    room[OPTIONS + room[OPTIONS]] = number


@jitable
def put(room: Room, to: int, first: Ints, pieces: Ints, number: int) -> None:
    """Write the function of a number to a region."""
    start = first[number]
    room[to] = first[number + 1] - start
    for k in range(room[to]):
        room[to + 1 + k] = pieces[start + k]


@jitable
def best_option(room: Room, sign: int, games: int, first: Ints, pieces: Ints, known: Known) -> int:
    """Write what the best of the options is worth to BEST: for X, and for O if sign = -1. FOUND, or what is missing.
    Rule: SQT-VALUE-1"""
    best = BEST
    other = OTHER
    room[BEST] = 0
    at = OPTIONS + 1
    last = OPTIONS + room[OPTIONS]
    while at <= last:
        here = HERE
        number = room[at]
        if number >= 0:
            again = False
            for k in range(OPTIONS + 1, at):
                again |= room[k] == number
            at += 1
            if again:
                continue
            put(room, HERE, first, pieces, number)
        else:
            lacking = two_best(room, at + 1, -number, best, sign, games, first, pieces, known)
            if lacking != FOUND:
                return lacking
            at += 1 - number
        if room[best] == 0:
            copy(room, here, best)
            continue
        lacking = choose(room, best, here, other, sign, games, known)
        if lacking != FOUND:
            return lacking
        best, other = other, best
    copy(room, best, BEST)
    return FOUND


@jitable
def two_best(
    room: Room, at: int, count: int, so_far: int, sign: int, games: int, first: Ints, pieces: Ints, known: Known
) -> int:
    """Write to HERE what a cycle is worth that the mover closes through the best two of some roots, whose functions
    are the numbers from `at` on; or what is in the region `so_far`, where the best of them is no better: so is the
    cycle then. FOUND, or what is missing. Lemma `sqt-two-roots`"""
    best = FIRST
    second = SECOND
    left = LEFT
    less = LESS
    put(room, best, first, pieces, room[at])
    room[second] = 0
    for k in range(1, count):
        put(room, HERE, first, pieces, room[at + k])
        lacking = choose(room, best, HERE, less, -sign, games, known)
        if lacking == FOUND:
            lacking = choose(room, best, HERE, left, sign, games, known)
        if lacking != FOUND:
            return lacking
        best, left = left, best
        if room[second] == 0:
            second, less = less, second
            continue
        lacking = choose(room, second, less, left, sign, games, known)
        if lacking != FOUND:
            return lacking
        second, left = left, second
    if room[so_far] > 0:
        lacking = choose(room, so_far, best, less, sign, games, known)
        if lacking != FOUND:
            return lacking
    else:
        copy(room, best, less)
    return mix(room, best if sign > 0 else second, second if sign > 0 else best, so_far, less, HERE, games, known)


@jitable
def copy(room: Room, source: int, to: int) -> None:
    """Write the function of a region to another."""
    if source != to:
        for k in range(room[source] + 1):
            room[to + k] = room[source + k]


Classes = tuple[Ints, Ints, Ints]
"""The functions known so far: where in `pieces` each starts, and `pieces`; and a table with open addressing, by their
hashes, of their numbers counted from 1, 0 where none is."""


@jitable
def hash_of(room: Room, at: int) -> int:
    """A number that differs for most functions."""
    total = 0
    for k in range(room[at] + 1):
        mixed = total ^ int(room[at + k]) ^ int(room[at + k] >> 29)
        total = ((mixed * 0x9E3779B1) >> 7) & 0xFFFFFFFF
    return total


@jitable
def class_of(room: Room, at: int, classes: Classes) -> int:
    """The number of the function in a region, UNKNOWN if it is not known."""
    first, pieces, table = classes
    slot = hash_of(room, at) & (len(table) - 1)
    while table[slot] != 0:
        number = table[slot] - 1
        same = first[number + 1] - first[number] == room[at]
        for k in range(room[at] if same else 0):
            same &= pieces[first[number] + k] == room[at + 1 + k]
        if same:
            return int(number)
        slot = (slot + 1) & (len(table) - 1)
    return UNKNOWN


@jitable
def settle(
    room: Room, sign: int, games: int, classes: Classes, known: Known, row: int, found: Ints, lacking: Ints, out: Ints
) -> None:
    """Write the number of the function of the best option to ``found[row]``; or, if it is UNKNOWN, the function to
    ``out[row]``, or what is missing to ``lacking[row]``."""
    lacking[row] = best_option(room, sign, games, classes[0], classes[1], known)
    if lacking[row] == FOUND:
        found[row] = class_of(room, BEST, classes)
        if found[row] == UNKNOWN:
            for k in range(MOST):
                out[row, k] = room[BEST + k]
