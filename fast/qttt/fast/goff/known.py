"""What ships of Goff's game: the code pairs of plies 0 to 5 in every reading. Positions of ply 6 are valued when asked
for, by the kernel of the late plies.

A table is a part of that of a tablebase: a row for each orbit of X's sets of places, a column for each of O's sets of
at most two places (see `qttt.fast.goff.index.whole`)."""

from functools import partial
from typing import Any

import numpy as np

from qttt.fast import known
from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Interpreter
from qttt.fast.goff import late
from qttt.fast.goff.answers import STORED, WorldAnswers, answers, is_late
from qttt.fast.goff.board import LOOP, line_count, size
from qttt.fast.goff.graph import Collapse
from qttt.fast.goff.index import whole
from qttt.fast.goff.moves import Work
from qttt.fast.goff.outcome import BOTH, DRAWN, FORBIDDEN, OUTCOMES, READINGS, forbids, reading_of, scores, switches
from qttt.fast.goff.position import FIELD, X7, field, plies
from qttt.fast.goff.tablebase import RULESET, SCORING, Tablebase
from qttt.fast.jit import jitable
from qttt.fast.known.web import LATER, holds

PLIES = 5
"""The number of plies that ship to browsers, which search the others."""
SEARCHES = 4000
"""The positions of ply 6 that Python values, each in about a millisecond: less than the first solve takes."""


def name(reading: int) -> str:
    """The name of the table of a reading.

    >>> name(0)
    'goff-legal-move'
    """
    return "-".join(["goff", *switches(reading).values()])


def early(tablebase: Tablebase) -> Ints:
    """The part of a tablebase that ships."""
    at = whole()
    at_most_two = int(np.count_nonzero(at.packed_o & FIELD == 0))
    found: Ints = tablebase.table.reshape(-1, len(at.packed_o))[:, :at_most_two]
    return found


def table(tablebase: Tablebase) -> known.Table:
    """What ships of a tablebase; where the last square ends the game as a draw, what differs bit by bit from the table
    of the reading in which it does not."""
    reading = tablebase.reading
    description = {
        "ruleset": RULESET,
        "scoring": SCORING,
        "outcomes": list(OUTCOMES),
        "both": list(BOTH),
        "switches": switches(reading),
        "undecided": list(tablebase.undecided),
    }
    found = early(tablebase)
    return description, {"codes": found ^ codes(reading & ~DRAWN) if reading & DRAWN else found}


def solve_table(reading: int) -> known.Table:
    """The table of a reading, solved."""
    from qttt.fast.goff.solve import solve

    return table(solve(Cpu(), reading).tablebase)


legal_move, forbidden_move, legal_draw, forbidden_draw = (partial(solve_table, reading) for reading in READINGS)


def codes(reading: int) -> Ints:
    """uint8 ``[orbit, set]``: the code pairs of plies 0 to 5, as `early` returns them. Raises `known.Damaged`."""
    found: Ints = known.load(name(reading))[1]["codes"]
    return found ^ codes(reading & ~DRAWN) if reading & DRAWN else found


def web_table(name: str) -> known.Table:
    """The table for browsers: uint8 ``ply-N``, the part of a tablebase with the positions of that ply, row by row."""
    description, at = known.load(name.removesuffix(LATER))[0], whole()
    found = codes(reading_of(**description["switches"]))
    of_x, of_o = _sizes(at.first_of_orbit), _sizes(at.packed_o[: found.shape[1]])
    here = [ply for ply in range(PLIES) if holds(name, ply)]
    return description, {f"ply-{ply}": found[np.ix_(of_x == (ply + 1) // 2, of_o == ply // 2)].ravel() for ply in here}


def _sizes(packed: Ints) -> Ints:
    """How many places are in packed sets."""
    found: Ints = np.count_nonzero(packed[:, None] >> np.array([0, 6, 12]) & FIELD, 1)
    return found


def undecided(reading: int) -> tuple[int, ...]:
    """How many positions plies 0 to 6 have in which a player is to move. Raises `known.Damaged`."""
    return (*known.load(name(reading))[0]["undecided"],)


def known_answers(reading: int, collapse: Collapse, double_win: bool = False, both: str = "narrow") -> WorldAnswers:
    """The answers of a tablebase (see `Tablebase.answers`) about the first few positions that they are asked about, one
    by one, without a solve; about others they raise `known.NotKnown`. Raises `known.Damaged`."""
    return answers((), _Table(reading), collapse, scores(double_win, both), reading, device=Interpreter())


class _Table:
    """The `table` of a tablebase element by element: those of plies 0 to 5 as they ship; those of ply 6 are valued when
    asked for, and after `SEARCHES` of these `known.NotKnown` is raised."""

    def __init__(self, reading: int) -> None:
        self._codes, self._reading = codes(reading), reading
        self._searched: dict[int, int] = {}

    def __getitem__(self, place: int) -> int:
        orbit, found = divmod(place, len(whole().packed_o))
        if found < self._codes.shape[1]:
            return int(self._codes[orbit, found])
        if place not in self._searched:
            if len(self._searched) == SEARCHES:
                raise known.NotKnown
            self._searched[place] = self._search(int(whole().keys(np.int64(place))))
        return self._searched[place]

    def _search(self, key: int) -> int:
        reading = self._reading
        work: Any = np.zeros(late.WORK, np.int64).data
        reached = is_reached(key, work, whole().number, reading)
        return STORED | late.value_late(key, work, reading, forbids(reading)) if reached else 0


@jitable
def is_reached(key: int, work: Work, number: Ints, reading: int) -> bool:
    """Whether a key without late marks is a settled position of ply 6 that a game reaches (claim `goff-known-form`): it
    has the form of one (see `is_late`); each cycle has settled two marks or more, three where pairs are forbidden; and
    if X has a line, the game ended with ply 6, so that O has a definite mark."""
    x = LOOP[field(key, 0)] | LOOP[field(key, 1)] | LOOP[field(key, 2)]
    o = LOOP[field(key, 3)] | LOOP[field(key, 4)] | LOOP[field(key, 5)]
    if plies(key) != X7 or (o == 0 and line_count(x) > 0) or 0 < size(x | o) < (3 if reading & FORBIDDEN else 2):
        return False
    return is_late(key, work, number)
