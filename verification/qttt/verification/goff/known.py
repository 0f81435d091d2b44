"""What ships of Goff's game: the tables, and the form by which positions of ply 6 are known without one."""

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Kernel, Work
from qttt.fast.goff.board import place
from qttt.fast.goff.index import Tables, dense, level
from qttt.fast.goff.known import is_reached
from qttt.fast.goff.outcome import FORBIDDEN, READINGS
from qttt.fast.goff.position import FOREST, pack
from qttt.fast.goff.solve import LAST
from qttt.fast.jit import jitable
from qttt.verification import Refuted, expect
from qttt.verification.goff.engines import tablebase

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


@jitable
def compare_form(i: int, work: Work, keys: Ints, reading: int, tables: Tables, stored: Ints, wrong: Ints) -> None:
    """Kernel: whether key i has the form of a position of ply 6, but is none of the `stored` ones, or the reverse."""
    wrong[i] = is_reached(keys[i], work, tables.number, reading) != (stored[dense(keys[i], tables)] != 0)


COMPARE = Kernel(compare_form, FOREST)


def positions_of_ply_6_have_their_form(step: int = 1) -> str:
    """Some known keys, and every n-th index of ply 6, canonical or not; with `step` 0 only the known keys."""
    at = level(LAST)
    for squares, reached in FORMS.items():
        for reading in READINGS:
            found = is_reached(key(*squares), [0] * FOREST, at.number, reading)
            expect(f"whether {squares} is reached in reading {reading}", found, reached[reading & FORBIDDEN])
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
