"""A dense index of the canonical positions of plies 0 to 6.

Up to ply 6 a settled position is two sets of at most three places, X's and O's. The sets that can occur (no
spooky mark on a definite square, no cycle) are numbered in the order of their packed values. The index of a
position is made of the orbit of X's set under the symmetries and of the number of O's set after the symmetry that
takes X's set to the first one of its orbit; where several do, the smallest number counts. This picks the
canonical form of `qttt.fast.goff.position`, and the order of the indices is the order of the canonical keys.

So nothing is hashed or sorted: dropping duplicates sets a byte, looking up a successor reads an array.

The *links* of a position of ply 0 to 5 are found once: forward they are the positions of the next ply, backward what
the position is valued from. They are a row of ints: its outcome code; and, if play goes on, how many moves close no
cycle, the index of the successor of each of them, per square the index of the successor in which the new mark settles
there, if there is one, and per square the squares that close a cycle with it (`moves.CLOSING`)."""

from collections.abc import Iterable
from functools import cache
from itertools import accumulate, combinations, permutations
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Array
from qttt.fast.goff.board import PLACE_IMAGE, PLACE_SQUARES, PLACES, SQUARES, SYMMETRIES, place
from qttt.fast.goff.moves import CLOSING, NEXT, NO_SUCCESSOR, Work, expand
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.jit import jitable


class Tables(NamedTuple):
    """The arrays of a `Level` that kernels take."""

    number: Ints
    orbit: Ints
    turned: Ints


PACKED = 1 << 18
TURN, ORBIT = 8, 11
"""An orbit word: below bit 8 the symmetries that keep the first set of the orbit, then the one that leads to it,
then the number of the orbit."""
KEEPING = (1 << SYMMETRIES) - 2
"""The symmetries but the identity, which keep few sets."""


@jitable
def dense(key: int, tables: Tables) -> int:
    """The index of the canonical form of a settled position of at most ply 6, by the tables of its `Level`."""
    orbit, best = orbit_and_set(key, tables)
    return int(orbit * tables.turned.shape[1] + best)


@jitable
def orbit_and_set(key: int, tables: Tables) -> tuple[int, int]:
    """The numbers of X's orbit and of O's set in that form."""
    number, turned = tables.number, tables.turned
    word = tables.orbit[number[key >> 42]]
    first = turned[(word >> TURN) & 7, number[(key >> 24) & (PACKED - 1)]]
    best = first
    if word & KEEPING:
        for g in range(1, SYMMETRIES):
            if (word >> g) & 1:
                best = min(best, turned[g, first])
    return int(word >> ORBIT), int(best)


@jitable
def key_at(index: Array, first_of_orbit: Ints, packed_o: Ints) -> Array:
    """The canonical key (int64) of an index, or of each of an array of indices, by the arrays of its `Level`."""
    orbit = index // len(packed_o)  # much quicker than divmod
    return (first_of_orbit[orbit] << 42) | (packed_o[index - orbit * len(packed_o)] << 24)


class Level(NamedTuple):
    """The index of one ply, or of all: `number` of a packed set (int32, shared by X and O), `orbit` word of X's set
    number (int32), `turned` number of O's set under each symmetry (int32, [8, sets of O])."""

    number: Ints
    orbit: Ints
    turned: Ints
    first_of_orbit: Ints
    packed_o: Ints

    @property
    def size(self) -> int:
        """How many indices there are; not every one is a position."""
        return len(self.first_of_orbit) * len(self.packed_o)

    @property
    def tables(self) -> Tables:
        """What `dense` takes."""
        return Tables(self.number, self.orbit, self.turned)

    def part(self, ply: int) -> tuple["Level", tuple[int, int, int]]:
        """The part of `whole` that has the positions of a ply, with its first orbit, first set and number of sets. Its
        indices are those of `level`, but not its tables."""
        (first, end), (first_o, end_o) = (
            at[n : n + 2] for at, n in zip(firsts(), ((ply + 1) // 2, ply // 2), strict=True)
        )
        part = self._replace(first_of_orbit=self.first_of_orbit[first:end], packed_o=self.packed_o[first_o:end_o])
        return part, (first, first_o, end_o - first_o)

    def places(self, keys: Array) -> Array:
        """The indices of canonical keys, in their order."""
        orbits = self.orbit[self.number[keys >> 42]] >> ORBIT
        return orbits * np.int64(len(self.packed_o)) + self.number[(keys >> 24) & (PACKED - 1)]

    def keys(self, indices: Array) -> Array:
        """The canonical keys (int64) of indices, in their order."""
        return key_at(indices, self.first_of_orbit, self.packed_o)


@cache
def level(ply: int) -> Level:
    """The index of the settled positions of `ply`, 0 to 6."""
    x, o = _sets((ply + 1) // 2), _sets(ply // 2)
    return Level(_numbers((0,) * 4), x.orbit, o.turned, x.packed[x.firsts], o.packed)


@cache
def firsts() -> tuple[list[int], list[int]]:
    """The numbers in `whole` of the first orbit and of the first set of each size, 0 to 3, and of the end."""
    orbits, sets = ([len(getattr(_sets(count), name)) for count in range(4)] for name in ("firsts", "packed"))
    return [0, *accumulate(orbits)], [0, *accumulate(sets)]


@cache
def whole() -> Level:
    """One index of the settled positions of all plies 0 to 6: sets of every size are numbered together, the smaller
    sizes first. Within a ply the order is that of `level`."""
    sizes = [_sets(count) for count in range(4)]
    first_orbit, first = firsts()
    return Level(
        _numbers(tuple(first[:-1])),
        np.concatenate(
            [sets.orbit + (at << ORBIT) for at, sets in zip(first_orbit, sizes, strict=False)], dtype=np.int32
        ),
        np.concatenate([sets.turned + at for at, sets in zip(first, sizes, strict=False)], axis=1, dtype=np.int32),
        np.concatenate([sets.packed[sets.firsts] for sets in sizes]),
        np.concatenate([sets.packed for sets in sizes]),
    )


def by_place(plies: Iterable[tuple[Ints, Ints, int]], dtype: type) -> Ints:
    """``[place]``: for each place of `whole` the value of the position there, 0 where no position is, from the keys of
    each ply, their values, and what is added to these."""
    at = whole()
    found: Ints = np.zeros(at.size, dtype)
    for keys, values, added in plies:
        found[at.places(keys)] = values + dtype(added)
    return found


class _Sets(NamedTuple):
    packed: Ints
    turned: Ints
    orbit: Ints
    firsts: Ints


@cache
def _sets(count: int) -> _Sets:
    """All sets of `count` places that can occur, in the order of their packed values."""
    places = np.array([*combinations(range(1, PLACES + 1), count)], np.int64)
    padded = np.zeros((len(places), 3), np.int64)
    padded[:, 3 - count :] = places
    padded = padded[_can_occur(padded)]
    images = np.sort(PLACE_IMAGE[:, padded], axis=2)[:, :, ::-1]
    packed = (images[:, :, 0] << 12) | (images[:, :, 1] << 6) | images[:, :, 2]
    order = np.argsort(packed[0])
    packed = packed[:, order]
    turned = np.searchsorted(packed[0], packed)
    first = turned.min(axis=0)
    firsts = np.flatnonzero(np.bincount(first))
    kept = (turned[:, first] == first) << np.arange(SYMMETRIES)[:, None]
    orbit = (np.searchsorted(firsts, first) << ORBIT) | (turned.argmin(axis=0) << TURN) | kept.sum(axis=0)
    return _Sets(packed[0], turned.astype(np.int32), orbit.astype(np.int32), firsts)


def _can_occur(places: Ints) -> Ints:
    """Whether one player's marks can be at the places of each row: no spooky mark on a definite square, no cycle."""
    squares = PLACE_SQUARES[places]
    spooky = squares[..., 0] != squares[..., 1]
    masks = np.where(places > 0, (1 << squares[..., 0]) | (1 << squares[..., 1]), 0)
    definite = np.bitwise_or.reduce(np.where(spooky, 0, masks), axis=1)
    covered = np.bitwise_or.reduce(np.where(spooky, masks, 0), axis=1)
    cycle = spooky.all(axis=1) & (np.bitwise_count(covered) <= 3)
    possible: Ints = (definite & covered == 0) & ~cycle
    return possible


@cache
def _numbers(first: tuple[int, ...]) -> Ints:
    """The number of each set, its places packed in any order, the absent ones last, counted from the `first` of its
    size; -1 for any other value."""
    numbers = np.full(PACKED, -1, np.int32)
    for count, start in enumerate(first):
        packed = _sets(count).packed
        places = [(packed >> 12) & 63, (packed >> 6) & 63, packed & 63]
        for order in permutations(range(count)):
            a, b, c = (places[i] for i in (*order, *range(count, 3)))
            numbers[(a << 12) | (b << 6) | c] = np.arange(start, start + len(packed))
    return numbers


OVER, JOINS, JOINED = range(3)
SETTLED = JOINED + SQUARES * (SQUARES - 1) // 2
CLOSES = SETTLED + SQUARES
LINKS = CLOSES + SQUARES


@jitable
def write_keys(i: int, work: Work, indices: Ints, first_of_orbit: Ints, packed_o: Ints, keys: Ints) -> None:
    """Kernel: the key of a position, given by its index."""
    keys[i] = key_at(indices[i], first_of_orbit, packed_o)


@jitable
def link_successors(
    i: int, work: Work, keys: Ints, reading: int, tables: Tables, first: tuple[int, int, int], links: Ints, seen: Array
) -> None:
    """Kernel: the links of a position of ply 0 to 5; and mark each successor as seen, at its index. By the tables of
    `whole`, and the first orbit, the first set and the number of sets of the next ply."""
    links[i, OVER] = expand(keys[i], work, reading)
    if links[i, OVER] != UNFINISHED:
        return
    joins = 0
    for v in range(SQUARES):
        links[i, CLOSES + v] = work[CLOSING + v]
        for u in range(v + 1):
            successor = work[NEXT + place(u, v)]
            if successor != NO_SUCCESSOR:
                orbit, o = orbit_and_set(successor, tables)
                found = (orbit - first[0]) * first[2] + o - first[1]
                seen[found] = True
                if u == v:
                    links[i, SETTLED + v] = found
                else:
                    links[i, JOINED + joins] = found
                    joins += 1
    links[i, JOINS] = joins
