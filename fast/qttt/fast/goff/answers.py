"""The worth of positions and of all their actions, and the best actions: kernels for batches, shared with SQT.

A *worth* is an integer, the value for X in units that the caller chooses. A table has the worths of settled positions
of plies 0 to 6. Those of plies 7 to 9 follow from the outcomes of roots, that of a closed cycle from its two collapses:
``(most (d - j) + least j) / d``. Where a player selects, d = 1 and j is 1 if that player is O, 0 if X.

What follows from positions (`graph`) and their worths give the same, but the environments for other libraries ask for
the best actions of one position at a time, tens of thousands per second: so one kernel has all of it. The games differ
in what the successors of a position of ply 6 are worth; `answering` takes a function for this.

A *world* is a tuple of all that the kernels of a game need besides keys: see `World`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from qttt.fast.answers import ILLEGAL, NOT_A_POSITION, UNCOMPILED, Ints, check_known, normalise_keys
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.brief import brief
from qttt.fast.goff.board import ACTIONS, PLACE_SQUARES, PLACES, SELECT_A, SELECT_B, SQUARES, SQUARES_OF, place
from qttt.fast.goff.graph import Collapse
from qttt.fast.goff.index import PACKED, Tables, dense, whole
from qttt.fast.goff.late import WORK as LATE_WORK
from qttt.fast.goff.late import value_late, value_successor
from qttt.fast.goff.moves import CLOSING, NEXT, NO_SUCCESSOR, WORK, Work, expand, outcome_of
from qttt.fast.goff.outcome import UNFINISHED, Forbids, forbids
from qttt.fast.goff.position import FIELD, LATE, X7, A, B, component, entangle, field, plies
from qttt.fast.goff.value import pair_of
from qttt.fast.jit import inlined, jitable

L = TypeVar("L")
NO_POSITION = -2
"""Stands for the outcome code of a key that is not a position."""
ACTS = PLACES + 1
"""The scratch memory of a position begins with the worth of the successor at each place, then that of each action; what
is left serves the kernels of the rules."""
REST = ACTS + len(ACTIONS)
CPU = Cpu()


class Table(Protocol):
    """What stands at each place of `index.whole`."""

    def __getitem__(self, place: int, /) -> int: ...


class World(NamedTuple, Generic[L]):
    """The worth of a settled position of plies 0 to 6 is ``levels[table[p]]`` (int64) with its place p in
    `index.whole`, whose tables are `places`; a table has 0 where no position is. `offered` (int64): the worth of a
    position of ply 8 or 9 by its code pair. `lanes`: what successors of ply 6 are valued with in the stochastic game.
    `j_of_x`, `j_of_o`: j where X, where O closed the cycle. `players_select`: 1 if a player selects. `reading`,
    `forbids`: see `qttt.fast.goff.outcome`."""

    table: Table
    levels: Ints
    places: Tables
    offered: Ints
    lanes: L
    j_of_x: int
    j_of_o: int
    d: int
    players_select: int
    reading: int
    forbids: Forbids


class Found(NamedTuple):
    """What the kernel of a game writes for each position: its worth, that of each of its actions, and the mask of the
    best; arrays without rows are left unchanged."""

    values: Ints = np.empty(0, np.int64)
    action_values: Ints = np.empty((0, len(ACTIONS)), np.int64)
    best: Ints = np.empty(0, np.int64)


@inlined
def stored(key: int, world: World[L]) -> int:
    """The worth of a settled position of plies 0 to 6, ILLEGAL if the key is not one."""
    number = world.places.number
    if key >> 60 or key & LATE or number[key >> 42] < 0 or number[(key >> 24) & (PACKED - 1)] < 0:
        return ILLEGAL
    return int(world.levels[world.table[dense(key, world.places)]])


@jitable
def look_up(i: int, work: Work, keys: Ints, world: World[L], values: Ints) -> None:
    """Kernel: the worth of position i if it is a settled position of plies 0 to 6, else ILLEGAL. By itself it is five
    times as fast as a part of `answer`."""
    values[i] = stored(keys[i], world)


LOOK_UP = Kernel(look_up, 1, interpreted=UNCOMPILED)


@jitable
def is_late(key: int, work: Work, number: Ints) -> bool:
    """Whether a key has the form of a settled position of ply 7, 8 or 9: its marks fill up in order, no two definite
    marks share a square, no spooky mark is on the square of a definite one, and no cycle is closed."""
    if key >> 60 or number[key >> 42] < 0 or number[(key >> 24) & (PACKED - 1)] < 0:
        return False
    definite = 0
    spooky = 0
    for i in range(plies(key)):
        p = field(key, i)
        if p == 0 or p > PLACES:
            return False
        u = PLACE_SQUARES[p, 0]
        v = PLACE_SQUARES[p, 1]
        work[A + i] = 0
        work[B + i] = 0
        if u == v and not (definite >> u) & 1:
            definite |= 1 << u
        elif (component(work, u, i) >> v) & 1:
            return False
        else:
            entangle(work, i, u, v)
            spooky |= (1 << u) | (1 << v)
    return definite & spooky == 0


@jitable
def worth_last(key: int, work: Work, offered: Ints, reading: int) -> int:
    """The worth of a settled position of ply 8, whose squares without a definite mark form one tree, or 9.

    X takes the best pair of roots: `offered` has their worth by the code pair of the two outcomes."""
    over = expand(key, work, reading)
    if over != UNFINISHED:
        return int(offered[pair_of(over)])
    best = ILLEGAL
    for v in range(SQUARES):
        if work[CLOSING + v]:
            work[WORK + v] = outcome_of(work[NEXT + place(v, v)], reading)
            for u in range(v + 1):
                if (work[CLOSING + v] >> u) & 1:
                    a = work[WORK + u]
                    b = work[WORK + v]
                    best = max(best, offered[min(a, b) | (max(a, b) << 3)])
    return int(best)


@inlined
def collapse_worth(a: int, b: int, j: int, d: int) -> int:
    """The worth of a closed cycle whose collapses are worth a and b. Rules: GOFF-SELECT-1, GOFF-SELECT-2, SQT-VALUE-1

    The divisions are exact, and in this order nothing exceeds 64 bits: see `qttt.fast.sqt.value`."""
    return max(a, b) // d * (d - j) + min(a, b) // d * j


@jitable
def value_actions(pending: int, work: Work, worths: Work, acts: Work, j: int, d: int) -> None:
    """Write what each action is worth, ILLEGAL where it is not legal, from the worths of the successors of the settled
    position and from what `expand` writes."""
    for n in range(SELECT_A):
        u = SQUARES_OF[n, 0]
        v = SQUARES_OF[n, 1]
        closes = (work[CLOSING + u] >> v) & 1
        if pending or (u == v and not closes):
            acts[n] = ILLEGAL
        elif u < v and closes:
            acts[n] = collapse_worth(worths[place(u, u)], worths[place(v, v)], j, d)
        else:
            acts[n] = worths[place(u, v)]
    for n in range(2):
        root = PLACE_SQUARES[pending, n]
        acts[SELECT_A + n] = worths[place(root, root)] if pending else ILLEGAL


@inlined
def value_after(key: int, work: Work, late: bool, world: World[L]) -> int:
    """The worth of a successor of ply 8 or 9 if it is `late`, else of one up to ply 6, ILLEGAL if it is not one."""
    return worth_last(key, work, world.offered, world.reading) if late else stored(key, world)


@inlined
def closes(pending: int, over: int, work: Work) -> bool:
    """Whether a move that waits for its selection closes a cycle, after the settled position with this outcome code, by
    what `expand` has written."""
    u = PLACE_SQUARES[min(pending, PLACES), 0]
    v = PLACE_SQUARES[min(pending, PLACES), 1]
    return over == UNFINISHED and pending <= PLACES and u != v and (work[CLOSING + u] >> v) & 1 != 0


@inlined
def best_worth(acts: Work, x_acts: bool) -> int:
    """The best of the actions for X or for O."""
    best = ILLEGAL
    for n in range(len(ACTIONS)):
        worth = acts[n]
        if worth != ILLEGAL and (best == ILLEGAL or (worth > best if x_acts else worth < best)):
            best = worth
    return best


@jitable
def write_answers(i: int, over: int, worth: int, acts: Work, player_acts: bool, found: Found) -> None:
    """Write what a position and its actions are worth, and the best of them if a player acts."""
    if len(found.values):
        found.values[i] = worth
    if len(found.action_values):
        for n in range(len(ACTIONS)):
            found.action_values[i, n] = acts[n] if over == UNFINISHED else ILLEGAL
        if over == NO_POSITION:
            found.action_values[i, 0] = NOT_A_POSITION
    if len(found.best):
        mask = -1 if over == NO_POSITION else 0
        if over == UNFINISHED and player_acts:
            for n in range(len(ACTIONS)):
                mask |= (1 if acts[n] == worth else 0) << n
        found.best[i] = mask


def answer_kernel(value_successors_of_ply_6: Callable[[int, Work, Work, World[L]], None], room: int) -> Kernel:
    """The kernel of a game. `value_successors_of_ply_6(key, work, worths, world)` writes what the successor at each
    place is worth, with `room` numbers as scratch memory, in which the successors are."""

    @jitable
    def value_successors(key: int, work: Work, worths: Work, world: World[L]) -> int:
        """Write what each successor of a settled position is worth, ILLEGAL if none; return the outcome code."""
        if not is_late(key, work, world.places.number) if key & LATE else stored(key, world) == ILLEGAL:
            return NO_POSITION
        for p in range(PLACES + 1):
            worths[p] = ILLEGAL
        over = expand(key, work, world.reading)
        if over == UNFINISHED:
            made = plies(key)
            if made == X7:
                value_successors_of_ply_6(key, work, worths, world)
            else:
                for p in range(1, PLACES + 1):
                    after = work[NEXT + p]
                    if after != NO_SUCCESSOR:
                        worths[p] = value_after(after, work[WORK:], made >= X7, world)
        return over

    @jitable
    def answer(i: int, work: Work, keys: Ints, world: World[L], found: Found) -> None:
        """Kernel: the answers about position i. If there is no such position, its worth and that of its actions are
        ILLEGAL, and the mask is -1."""
        key = keys[i]
        pending = key & FIELD
        acts = work[ACTS:REST]
        rest = work[REST:]
        over = value_successors(key ^ pending, rest, work[:ACTS], world)
        if pending and over != NO_POSITION and not closes(pending, over, rest):
            over = NO_POSITION
        worth = ILLEGAL
        if over == UNFINISHED:
            x_moves = plies(key ^ pending) & 1 == 0
            j = world.j_of_x if x_moves else world.j_of_o
            value_actions(pending, rest, work[:ACTS], acts, j, world.d)
            closed = collapse_worth(acts[SELECT_A], acts[SELECT_B], j, world.d)
            worth = closed if pending else best_worth(acts, x_moves)
        elif over != NO_POSITION:
            worth = world.offered[pair_of(over)]
        write_answers(i, over, worth, acts, world.players_select != 0 or pending == 0, found)

    return Kernel(answer, REST + max(room, 2 * WORK + SQUARES), interpreted=UNCOMPILED)


@dataclass(frozen=True, eq=False)
class WorldAnswers:
    """Answers about the positions of a game from its kernel and its world: see `qttt.fast.answers.Answers`. `keys` are
    those of the stored plies; `device` runs the kernel."""

    ruleset: str
    kernel: Kernel
    world: World[Any]
    keys: tuple[Ints, ...]
    scale: Fraction = Fraction(1)
    device: Cpu = CPU

    actions = ACTIONS
    error = 0.0
    __repr__ = brief

    def values(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Answers`: int64. Keys are not positions, up to ply 6, if no game reaches them, and
        after it, if they do not have the form of a position."""
        wanted = normalise_keys(keys)
        found = np.empty(len(wanted), np.int64)
        self.device.launch(LOOK_UP, len(wanted), wanted, self.world, found)
        others = np.flatnonzero(found == ILLEGAL)
        if len(others):
            values = np.empty(len(others), np.int64)
            self._write(wanted[others], Found(values=values))
            found[others] = values
        return self._known(found, found == ILLEGAL, wanted)

    def action_values(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Answers`: int64."""
        wanted = normalise_keys(keys)
        found = np.empty((len(wanted), len(ACTIONS)), np.int64)
        self._write(wanted, Found(action_values=found))
        return self._known(found, found[:, 0] == NOT_A_POSITION, wanted)

    def best(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Answers`."""
        wanted = normalise_keys(keys)
        found = np.empty(len(wanted), np.int64)
        self._write(wanted, Found(best=found))
        return self._known(found, found < 0, wanted)

    def launcher(self, keys: Ints, action_values: Ints, best: Ints) -> Callable[[], None]:
        """A function that does what `action_values` and `best` do, with the keys that the array holds at each call,
        into arrays with a row for each key or none. Not guaranteed for keys that are not positions."""
        found = Found(action_values=action_values, best=best)
        return self.device.launcher(self.kernel, len(keys), keys, self.world, found)

    def positions(self, ply: int) -> Ints:
        """See `qttt.fast.answers.Answers`: int64, ascending."""
        if not 0 <= ply < len(self.keys):
            raise ValueError(f"ply {ply}: expected 0 to {len(self.keys) - 1}")
        return np.array(self.keys[ply], np.int64)

    def _write(self, keys: Ints, found: Found) -> None:
        self.device.launch(self.kernel, len(keys), keys, self.world, found)

    def _known(self, found: Ints, unknown: Ints, keys: Ints) -> Ints:
        return check_known(found, unknown, keys, f"no game reaches this position of {self.ruleset}")


# Goff's game

SHIFT: dict[Collapse, int] = {"opponent": 0, "self": 3}
"""Where in a code pair the outcome code under each rule of selection is."""
STORED = 1 << 6
"""Set in the byte of a stored position, above its code pair."""


@jitable
def value_successors_of_ply_6(key: int, work: Work, worths: Work, world: World[L]) -> None:
    """Write what each successor of a settled position of ply 6 is worth."""
    value_late(key, work, world.reading, world.forbids)
    for p in range(1, PLACES + 1):
        if work[NEXT + p] != NO_SUCCESSOR:
            worths[p] = world.offered[value_successor(work, PLACE_SQUARES[p, 0], PLACE_SQUARES[p, 1])]


KERNEL = answer_kernel(value_successors_of_ply_6, LATE_WORK)


def answers(
    keys: tuple[Ints, ...], table: Table, collapse: Collapse, worth: Sequence[int], reading: int, device: Cpu = CPU
) -> WorldAnswers:
    """Answers in a reading, under a rule of selection. `worth`: what each outcome code is worth to X, in the order of
    the codes, never less than that of the code before.

    `keys` are those of the stored plies, and `table` has for each place of `index.whole` the code pair with `STORED`
    added, 0 where no position is. Raises ValueError for an unknown rule."""
    if collapse not in SHIFT:
        raise ValueError(f"collapse {collapse!r}: expected {' or '.join(SHIFT)}")
    at = whole()
    offered = np.array([*worth, 0, 0], np.int64)[(np.arange(STORED) >> SHIFT[collapse]) & 7]
    levels = np.concatenate([np.full(STORED, ILLEGAL), offered])
    of_x, of_o = (1, 0) if collapse == "opponent" else (0, 1)
    world = World(table, levels, at.tables, offered, (), of_x, of_o, 1, 1, reading, forbids(reading))
    return WorldAnswers("goff-1.1", KERNEL, world, keys, device=device)
