"""What ships of Goff's game: the tables, and the form by which positions of ply 6 are known without one."""

from functools import cache
from itertools import chain, combinations

import numpy as np

from qttt.fast import known
from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Kernel, Work
from qttt.fast.goff.board import place
from qttt.fast.goff.forest import FOREST
from qttt.fast.goff.index import Tables, dense, level, whole
from qttt.fast.goff.key import pack
from qttt.fast.goff.known import PLIES, codes, is_reached, name, table
from qttt.fast.goff.reading import FORBIDDEN, READINGS
from qttt.fast.goff.solve import LAST
from qttt.fast.jit import jitable
from qttt.fast.known import web
from qttt.reference.board import SYMMETRIES, image
from qttt.verification import Refuted
from qttt.verification.goff.engines import tablebase
from qttt.verification.known import Load, compare, compare_web

SQUARES = {j * (j - 1) // 2 + i: (i, j) for j in range(1, 10) for i in range(1, j + 1)}
"""The squares of each place by its number, as `web/data/README.md` counts them."""
NUMBERS: dict[tuple[int, ...], int] = {squares: number for number, squares in SQUARES.items()}
FORMS = {
    ("12 34 56", "23 45 67"): (True, True),
    ("11 34 56", "22 45 67"): (True, False),  # a cycle of two marks
    ("11 22 56", "33 45 67"): (True, True),
    ("11 34 56", "23 45 67"): (False, False),  # a cycle of one mark
    ("11 22 33", "44 56 67"): (True, True),
    ("11 22 33", "45 56 67"): (False, False),  # a move after the end
    ("45 56 67", "11 22 33"): (True, True),
    ("12 34 56", "44 55 67"): (False, False),  # marks on settled squares
    ("12 13 56", "23 45 67"): (False, False),  # a cycle that is not settled
    ("12 34 56", "23 45"): (False, False),  # ply 5
}
"""The squares of marks of X and of O, and whether games reach the position of ply 6 with these marks where pairs are
legal, and where they are forbidden."""


def key(x: str, o: str) -> int:
    """The key of the marks on some squares."""
    places = [place(int(mark[0]) - 1, int(mark[1]) - 1) for mark in f"{x} {o}".split()]
    p1, p3, p5, p2, p4, p6 = (*places, 0)[:6]
    return pack(p1, p3, p5, p2, p4, p6, 0, 0, 0, 0)


@cache
def made(reading: int) -> known.Table:
    """The table of a reading, made anew."""
    return table(tablebase(reading))


def tables_are_solved_anew(load: Load = known.load) -> str:
    """Every entry of every table."""
    entries = sum(compare(name(reading), made(reading), load) for reading in READINGS)
    return f"{entries:,} entries of {len(READINGS)} tables"


def web_tables_agree(load: Load = web.load) -> str:
    """Every entry of every table for browsers, at the place that `web/data/README.md` describes."""
    entries = 0
    for reading in READINGS:
        packed, expected, at = codes(reading), dict[str, Ints](), whole()
        for ply in range(PLIES):
            orbits, found = np.divmod(at.places(web_keys(ply)), len(at.packed_o))
            expected[f"ply-{ply}"] = packed[orbits, found]
        entries += compare_web(name(reading), load(name(reading)), expected)
    return f"{entries:,} entries of {len(READINGS)} tables"


def web_keys(ply: int) -> Ints:
    """The keys of the positions of a ply, whether or not a game reaches them, in the order of a table for browsers."""
    of_x, of_o = sets((ply + 1) // 2), sets(ply // 2)
    rows = np.array([_packed(places) for places in of_x if places == first_image(places)])
    columns = np.array([*map(_packed, of_o)])
    found: Ints = (rows[:, None] << 42 | columns << 24).ravel()
    return found


@cache
def sets(count: int) -> list[tuple[int, ...]]:
    """The sets of so many places that occur, in order; the largest place of each first."""
    return sorted(places for places in combinations(sorted(SQUARES, reverse=True), count) if _occurs(places))


def first_image(places: tuple[int, ...]) -> tuple[int, ...]:
    """The first in order of the images of a set."""
    turned = ([NUMBERS[image(symmetry, *SQUARES[place])] for place in places] for symmetry in SYMMETRIES)
    return min(tuple(sorted(numbers, reverse=True)) for numbers in turned)


def _occurs(places: tuple[int, ...]) -> bool:
    marks = [SQUARES[place] for place in places]
    shared = any(i == j and i in other for i, j in marks for other in marks if other != (i, j))
    cycle = len(marks) == 3 and all(i < j for i, j in marks) and len({*chain(*marks)}) == 3
    return not shared and not cycle


def _packed(places: tuple[int, ...]) -> int:
    return sum(place << 12 - 6 * at for at, place in enumerate(places))


@jitable
def compare_form(i: int, work: Work, keys: Ints, reading: int, tables: Tables, stored: Ints, wrong: Ints) -> None:
    """Kernel: whether key i has the form of a position of ply 6, but is none of the `stored` ones, or the reverse."""
    wrong[i] = is_reached(keys[i], work, tables[0], reading) != (stored[dense(keys[i], tables)] != 0)


COMPARE = Kernel(compare_form, FOREST)


def positions_of_ply_6_have_their_form(step: int = 1) -> str:
    """Some known keys, and every n-th index of ply 6, canonical or not; with `step` 0 only the known keys."""
    at = level(LAST)
    for squares, reached in FORMS.items():
        for reading in READINGS:
            found = is_reached(key(*squares), [0] * FOREST, at.number, reading)
            if found != reached[reading & FORBIDDEN]:
                raise Refuted(
                    f"reading {reading}: X {squares[0]}, O {squares[1]} is {'reached' * found or 'not reached'}"
                )
    keys = at.keys(np.arange(0, at.size, step)) if step else np.empty(0, np.int64)
    for reading in READINGS if step else ():
        stored, wrong = np.zeros(at.size, np.uint8), np.empty(len(keys), np.uint8)
        stored[at.places(tablebase(reading).keys[LAST])] = 1
        Cpu().launch(COMPARE, len(keys), keys, reading, at.tables, stored, wrong)
        if wrong.any():
            raise Refuted(
                f"reading {reading}: {hex(keys[wrong.argmax()])} has the form of a position and is none, or not"
            )
    return f"{len(FORMS)} known keys, {len(keys):,} of each of {len(READINGS)} readings"
