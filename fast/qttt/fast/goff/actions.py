"""The worth of every action of a position: kernels for batches, shared by Goff's game and SQT.

A *worth* is an integer, the value for X in units that the caller chooses. A table has the worths of settled positions
of plies 0 to 6. Those of plies 7 to 9 follow from the outcomes of roots, that of a closed cycle from its two collapses:
``(most (d - j) + least j) / d``. Where a player selects, d = 1 and j is 1 if that player is O, 0 if X.

The games differ in what the successors of a position of ply 6 are worth; `answering` takes a function for this.

A *world* is a tuple of all that the kernels of a game need besides keys: see `World`."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.answers import FEW, ILLEGAL, NOTHING, Ints, check_known, normalised
from qttt.fast.backend import Cpu, Deferred, Kernel
from qttt.fast.brief import brief
from qttt.fast.goff.board import PLACE_SQUARES, PLACES, SQUARES, place, size
from qttt.fast.goff.forest import A, B, component, entangle
from qttt.fast.goff.index import PACKED, dense
from qttt.fast.goff.key import FIELD, O8, X7, X9, field, load, plies
from qttt.fast.goff.last import WORK as LAST
from qttt.fast.goff.last import hold, value_last_successors
from qttt.fast.goff.moves import NEXT, NO_SUCCESSOR, SPAN, Work, current_outcome, expand, find_spans
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.rules import MOVES, SEL_A, SEL_B
from qttt.fast.goff.value import CODE, both
from qttt.fast.jit import jitable

ACTIONS = (*MOVES, SEL_A, SEL_B)
"""All actions in the documented order: the 45 places by ascending first and second square, then selA and selB.

Rule: GOFF-MOVE-3"""

SELECT_A, SELECT_B = len(MOVES), len(MOVES) + 1
NO_POSITION = -2
"""Stands for the outcome code of a key that is not a position."""
LATE = (1 << 24) - 1
"""The bits of X7, O8, X9 and the pending pair; a settled position of plies 0 to 6 has none of them."""
CPU = Cpu()


class World(NamedTuple):
    """The worth of a settled position of plies 0 to 6 is ``levels[table[p]]`` (int64) with its place p in
    `index.whole`, whose arrays are `number`, `orbit` and `turned`; a table has 0 where no position is. `offered`
    (int64): the worth of a position of ply 8 or 9 by its code pair. `late`: the tables that successors of ply 6 are
    valued with. `j_of_x`, `j_of_o`: j where X, where O closed the cycle. `players_select`: 1 if a player selects."""

    table: Ints | Deferred
    levels: Ints
    number: Ints
    orbit: Ints
    turned: Ints
    offered: Ints
    late: tuple[Any, ...]
    j_of_x: int
    j_of_o: int
    d: int
    players_select: int


@jitable(forceinline=True)
def early_place(key: int, number: Any, orbit: Any, turned: Any) -> int:
    """The place of a settled position of plies 0 to 6 in the index, -1 if the key does not have the form of one."""
    if key >> 60 or key & LATE:
        return -1
    if number[key >> 42] < 0 or number[(key >> 24) & (PACKED - 1)] < 0:
        return -1
    return dense(key, number, orbit, turned)


@jitable(forceinline=True)
def stored(key: int, world: Any) -> int:
    """The worth of a settled position of plies 0 to 6, ILLEGAL if the key is not one."""
    at = early_place(key, world[2], world[3], world[4])
    return world[1][world[0][at]] if at >= 0 else ILLEGAL


@jitable
def look_up(
    i: int, work: Work, keys: Any, table: Any, levels: Any, number: Any, orbit: Any, turned: Any, out: Any
) -> None:
    """Kernel: the worth of position i if it is a settled position of plies 0 to 6, else ILLEGAL."""
    at = early_place(keys[i], number, orbit, turned)
    out[i] = levels[table[at]] if at >= 0 else ILLEGAL


LOOK_UP = Kernel(look_up, 1, interpreted=FEW)


@jitable
def is_late(key: int, work: Work, number: Any) -> bool:
    """Whether a key has the form of a settled position of ply 7, 8 or 9: its marks fill up in order, no two definite
    marks share a square, no spooky mark is on the square of a definite one, and no cycle is closed."""
    if key >> 60 or number[key >> 42] < 0 or number[(key >> 24) & (PACKED - 1)] < 0:
        return False
    for i in range(X7 + 1):
        if field(key, i) == 0:
            return False
    if field(key, X9) and field(key, O8) == 0:
        return False
    definite = 0
    spooky = 0
    for i in range(X9 + 1):
        p = field(key, i)
        if p > PLACES:
            return False
        u = PLACE_SQUARES[p, 0]
        v = PLACE_SQUARES[p, 1]
        work[A + i] = 0
        work[B + i] = 0
        if p and u == v:
            if (definite >> u) & 1:
                return False
            definite |= 1 << u
        elif p:
            if (component(work, u, i) >> v) & 1:
                return False
            entangle(work, i, u, v)
            spooky |= (1 << u) | (1 << v)
    return definite & spooky == 0


@jitable(forceinline=True)
def collapse_worth(a: int, b: int, j: int, d: int) -> int:
    """The worth of a closed cycle whose collapses are worth a and b. Rules: GOFF-SELECT-1, GOFF-SELECT-2, SQT-VALUE-1

    The divisions are exact, and in this order nothing exceeds 64 bits: see `qttt.fast.sqt.value`."""
    return max(a, b) // d * (d - j) + min(a, b) // d * j


def answering(value_successors_of_ply_6: Callable[..., None], room: int) -> Kernel:
    """The kernel of a game. `value_successors_of_ply_6(key, work, at, world)` writes what each successor is worth to
    ``work[at + p]``, with the first `room` numbers as scratch memory; the forest and the spans are there."""
    successor = max(room, LAST)
    action = successor + PLACES + 1
    work_size = action + len(ACTIONS)

    @jitable
    def value_successors(key: int, work: Work, world: Any) -> int:
        """Write what each successor of a settled position is worth, ILLEGAL if none; return the outcome code."""
        made = plies(key)
        if key & LATE == 0:
            if stored(key, world) == ILLEGAL:
                return NO_POSITION
        elif not is_late(key, work, world[2]):
            return NO_POSITION
        for p in range(1, PLACES + 1):
            work[successor + p] = ILLEGAL
        if made < X7:
            over = expand(key, work)
            if over == UNFINISHED:
                for p in range(1, PLACES + 1):
                    if work[NEXT + p] != NO_SUCCESSOR:
                        work[successor + p] = world[1][world[0][dense(work[NEXT + p], world[2], world[3], world[4])]]
            return over
        filled = load(key, work)
        over = current_outcome(work)
        if over == UNFINISHED:
            find_spans(work, filled)
            if made == X7:
                value_successors_of_ply_6(key, work, successor, world)
            else:
                hold(work)
                value_last_successors(work, made)
                for p in range(1, PLACES + 1):
                    if work[CODE + p] >= 0:
                        work[successor + p] = world[5][work[CODE + p]]
        return over

    @jitable
    def value_actions(key: int, work: Work, world: Any) -> int:
        """Write what each action of a position is worth, ILLEGAL where it is not legal; return the outcome code."""
        pending = key & FIELD
        settled = key ^ pending
        over = value_successors(settled, work, world)
        for n in range(len(ACTIONS)):
            work[action + n] = ILLEGAL
        if pending:
            u = PLACE_SQUARES[min(pending, PLACES), 0]
            v = PLACE_SQUARES[min(pending, PLACES), 1]
            if over != UNFINISHED or pending > PLACES or u == v or (work[SPAN + u] >> v) & 1 == 0:
                return NO_POSITION
            work[action + SELECT_A] = work[successor + place(u, u)]
            work[action + SELECT_B] = work[successor + place(v, v)]
        elif over == UNFINISHED:
            j = world[8] if plies(settled) & 1 else world[7]
            n = action
            for u in range(SQUARES):
                span = work[SPAN + u]
                if size(span) == 1:
                    work[n] = work[successor + place(u, u)]
                for v in range(u + 1, SQUARES):
                    n += 1
                    work[n] = work[successor + place(u, v)]
                    if (span >> v) & 1:
                        a = work[successor + place(u, u)]
                        b = work[successor + place(v, v)]
                        work[n] = collapse_worth(a, b, j, world[9])
                n += 1
        return over

    @jitable(forceinline=True)
    def best_worth(work: Work, x_acts: bool) -> int:
        """The best of the actions for X or for O."""
        found = ILLEGAL
        for n in range(len(ACTIONS)):
            worth = work[action + n]
            if worth != ILLEGAL and (found == ILLEGAL or (worth > found if x_acts else worth < found)):
                found = worth
        return found

    @jitable
    def answer(i: int, work: Work, keys: Any, world: Any, values: Any, action_values: Any, best: Any) -> None:
        """Kernel: the worth of position i, the worth of each of its actions, and the mask of the best; arrays without
        rows are left unchanged. If there is no such position, the first two have ILLEGAL and the mask is
        -1."""
        key = keys[i]
        over = value_actions(key, work, world)
        x_acts = plies(key) & 1 == 0
        j = world[7] if x_acts else world[8]
        if key & FIELD:
            # the players have moved, and O selects where j = d
            j = world[8] if x_acts else world[7]
            x_acts = j == 0
        worth = ILLEGAL
        if over == UNFINISHED and key & FIELD:
            worth = collapse_worth(work[action + SELECT_A], work[action + SELECT_B], j, world[9])
        elif over == UNFINISHED:
            worth = best_worth(work, x_acts)
        elif over != NO_POSITION:
            worth = world[5][both(over)]
        if len(values):
            values[i] = worth
        if len(action_values):
            for n in range(len(ACTIONS)):
                action_values[i, n] = work[action + n]
            if over == NO_POSITION:
                action_values[i, 0] = NOTHING
        if len(best):
            mask = -1 if over == NO_POSITION else 0
            if over == UNFINISHED and (world[10] or key & FIELD == 0):
                for n in range(len(ACTIONS)):
                    mask |= (1 if work[action + n] == worth else 0) << n
            best[i] = mask

    return Kernel(answer, work_size, interpreted=FEW)


@dataclass(frozen=True, eq=False)
class WorldAnswers:
    """Answers about the positions of a game from its kernel and its world: see `qttt.fast.answers.Answers`. `keys` are
    those of the stored plies."""

    ruleset: str
    kernel: Kernel
    world: World
    keys: tuple[Ints, ...]
    scale: Fraction = Fraction(1)

    actions = ACTIONS
    error = 0.0
    __repr__ = brief

    def values(self, keys: Any) -> Ints:
        """int64 ``[position]``: the value of each position for X, divided by the scale.

        Raises TypeError for keys that are not integers, ValueError for another shape, and UnknownPosition, naming the
        first of them, for keys that are not positions: up to ply 6 those that no game reaches, after it those without
        the form of a position."""
        wanted = normalised(keys)
        found = np.empty(len(wanted), np.int64)
        table, levels, number, orbit, turned = self.world[:5]
        CPU.launch(LOOK_UP, len(wanted), wanted, table, levels, number, orbit, turned, found)
        others = np.flatnonzero(found == ILLEGAL)
        if len(others):
            found[others] = self._answered(wanted[others], values=1)
        return check_known(found, found == ILLEGAL, wanted, f"no game reaches this position of {self.ruleset}")

    def action_values(self, keys: Any) -> Ints:
        """int64 ``[position, action]``: the value for X of each legal action, divided by the scale, `ILLEGAL` for all
        others. Raises what `values` raises."""
        wanted = normalised(keys)
        found = self._answered(wanted, action_values=1)
        return check_known(found, found[:, 0] == NOTHING, wanted, f"no game reaches this position of {self.ruleset}")

    def best(self, keys: Any) -> Ints:
        """int64 ``[position]``: the mask of the optimal actions of the player to act, bit i for ``actions[i]``;
        0 when the game is over and where the System selects. Raises what `values` raises."""
        wanted = normalised(keys)
        found = self._answered(wanted, best=1)
        return check_known(found, found < 0, wanted, f"no game reaches this position of {self.ruleset}")

    def launcher(self, keys: Ints, action_values: Ints, best: Ints) -> Callable[[], None]:
        """A function that does what `action_values` and `best` do, with the keys that the array holds at each call,
        into arrays with a row for each key or none. Not guaranteed for keys that are not positions."""
        return CPU.launcher(self.kernel, len(keys), keys, tuple(self.world), np.empty(0, np.int64), action_values, best)

    def positions(self, ply: int) -> Ints:
        """int64: the canonical keys of a stored ply, ascending, ended positions included. Raises ValueError for a ply
        that is not stored."""
        if not 0 <= ply < len(self.keys):
            raise ValueError(f"ply {ply}: expected 0 to {len(self.keys) - 1}")
        return np.array(self.keys[ply], np.int64)

    def _answered(self, keys: Ints, values: int = 0, action_values: int = 0, best: int = 0) -> Ints:
        """What the kernel writes to the requested array."""
        count = len(keys)
        arrays = [
            np.empty(shape, np.int64) for shape in (values * count, (action_values * count, len(ACTIONS)), best * count)
        ]
        CPU.launch(self.kernel, count, keys, tuple(self.world), *arrays)
        return next(array for array, asked in zip(arrays, (values, action_values, best), strict=True) if asked)
