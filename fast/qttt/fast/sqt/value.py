"""The values of settled positions in every lane.

A mover who closes a cycle in a component gets, whoever moves, p max + q min of two of its roots: the two best ones are
best (lemma `sqt-two-roots`). With the shares of the mover exchanged for O this is one formula for both players, in the
mover's favour: ``first / d share + second / d (d - share)``. The divisions are exact, and in this order nothing exceeds
64 bits (claim `sqt-scaling`). At ply 6, where values have fewer factors d, there is nothing to divide."""

from typing import NamedTuple

from qttt.fast.answers import Ints
from qttt.fast.goff.board import SQUARES
from qttt.fast.goff.ends import find_ends
from qttt.fast.goff.index import CLOSES, JOINED, JOINS, OVER, SETTLED
from qttt.fast.goff.moves import Work
from qttt.fast.goff.outcome import FORBIDDEN, O_COMPLETE, UNFINISHED, X_DOUBLE
from qttt.fast.goff.three_trees import NUMBERS, SIZE, TREES, Layout, first_slot
from qttt.fast.jit import inlined, jitable
from qttt.fast.lanes import Rows, lanes_of, load, take
from qttt.fast.sqt.lanes import Lanes, Left
from qttt.fast.sqt.late import (
    CHOICE,
    FIRST_POOL,
    FRONT_BITS,
    FRONT_WITH,
    NONE,
    POOL_BITS,
    ROOTS,
    SECOND_POOL,
    find_choices,
    offer,
)

LOST = int(FRONT_WITH[NONE, offer(O_COMPLETE, O_COMPLETE)])
"""The front that is worth the least."""

BEST, FIRST, SECOND = range(3)
"""Rows of the room of an item: in each lane the best join so far, and the two best roots of a tree."""


class Following(NamedTuple):
    """The values of the next ply: the row of each index (see `qttt.fast.goff.index`), and the rows."""

    row_of: Ints
    rows: Ints


@inlined
def left_of(choice: int, lane: int, left: Left) -> int:
    """What O leaves of a choice in a lane."""
    one = left.pools[(choice >> FIRST_POOL) & POOL_BITS, lane]
    other = left.pools[(choice >> SECOND_POOL) & POOL_BITS, lane]
    least: int = min(left.fronts[choice & FRONT_BITS, lane], one, other)
    return least


@inlined
def rank(room: Ints, i: int, lane: int, here: int) -> None:
    """Let what a root is worth in a lane take its place among the two best."""
    first = room[i, FIRST, lane]
    room[i, SECOND, lane] = max(room[i, SECOND, lane], min(first, here))
    room[i, FIRST, lane] = max(first, here)


@jitable
def value_ply_6(
    i: int, work: Rows, layouts: Ints, shapes: Rows, xs: Rows, os: Rows, lanes: Lanes[Left], values: Ints, room: Ints
) -> None:
    """Kernel: the values of a position of ply 6 in every lane, ``[i, L]``; given as `qttt.fast.goff.value` has it.
    `room` is scratch, ``[i, 3, L]``.

    On a CPU item i is a batch, and its positions have one row after the other."""
    shape = take(shapes, i, 0)
    if shape < NUMBERS[0]:
        value_ended(i, work, shapes, lanes.scores, values)
        return
    layout = layouts[shape]
    find_ends(work, layout, (), load(xs, i), load(os, i))
    find_choices(work, layout, lanes.late.pool_with)
    for n in range(lanes_of(work)):
        value_choices(work, layout, n, lanes, room, i, values, lanes_of(work) * i + n)


@jitable
def value_ended(i: int, work: Rows, codes: Rows, scores: Ints, values: Ints) -> None:
    """Write the values of positions that are over, given by their outcome codes."""
    for n in range(lanes_of(work)):
        for lane in range(values.shape[1]):
            values[lanes_of(work) * i + n, lane] = scores[take(codes, i, n), lane]


@jitable
def value_choices(
    work: Rows, layout: Layout, n: int, lanes: Lanes[Left], room: Ints, i: int, values: Ints, row: int
) -> None:
    """Write the values, in every lane, of the position with the choices number n side by side, into a row."""
    denominator, of_o, left = lanes.denominator, lanes.of_o, lanes.late
    for lane in range(values.shape[1]):
        room[i, BEST, lane] = left.fronts[LOST, lane]
    for t in range(TREES):
        for a in range(first_slot(layout, t), first_slot(layout, t) + layout[SIZE + t]):
            for b in range(first_slot(layout, t)):
                choice = take(work, CHOICE + ROOTS * a + b, n)
                for lane in range(values.shape[1]):
                    room[i, BEST, lane] = max(room[i, BEST, lane], left_of(choice, lane, left))
    for lane in range(values.shape[1]):
        values[row, lane] = room[i, BEST, lane] * denominator[lane] * denominator[lane]
    for t in range(TREES):
        if layout[SIZE + t] == 1:
            continue
        for lane in range(values.shape[1]):
            room[i, FIRST, lane] = left.fronts[LOST, lane]
            room[i, SECOND, lane] = left.fronts[LOST, lane]
        for a in range(first_slot(layout, t), first_slot(layout, t) + layout[SIZE + t]):
            choice = take(work, CHOICE + ROOTS * a + a, n)
            for lane in range(values.shape[1]):
                rank(room, i, lane, left_of(choice, lane, left))
        for lane in range(values.shape[1]):
            second = room[i, SECOND, lane] * denominator[lane]
            gain = (room[i, FIRST, lane] - room[i, SECOND, lane]) * (denominator[lane] - of_o[lane])
            values[row, lane] = max(values[row, lane], (second + gain) * denominator[lane])


@jitable
def value_early(
    i: int, work: Work, links: Ints, lanes: Lanes[Left], room: Ints, values: Ints, following: Following, x_moves: bool
) -> None:
    """Kernel: the values of a position of ply 0 to 5 in every lane, from its links.

    Where pairs are forbidden, a component offers each pair that closes a cycle instead of its two best roots."""
    denominator, of_o, scores, _, reading = lanes
    row_of, rows = following
    over = links[i, OVER]
    if over != UNFINISHED:
        for lane in range(values.shape[1]):
            values[i, lane] = scores[over, lane]
        return
    mover = 1 if x_moves else -1
    for lane in range(values.shape[1]):
        room[i, BEST, lane] = mover * scores[O_COMPLETE if x_moves else X_DOUBLE, lane]
    for n in range(links[i, JOINS]):
        row = row_of[links[i, JOINED + n]]
        for lane in range(values.shape[1]):
            room[i, BEST, lane] = max(room[i, BEST, lane], mover * rows[row, lane])
    for s in range(SQUARES):
        closes = links[i, CLOSES + s]
        if reading & FORBIDDEN:
            for r in range(s):
                if (closes >> r) & 1:
                    one = row_of[links[i, SETTLED + r]]
                    other = row_of[links[i, SETTLED + s]]
                    for lane in range(values.shape[1]):
                        room[i, FIRST, lane] = max(mover * rows[one, lane], mover * rows[other, lane])
                        room[i, SECOND, lane] = min(mover * rows[one, lane], mover * rows[other, lane])
                    close(room, i, x_moves, denominator, of_o)
            continue
        if closes == 0 or closes & ((1 << s) - 1):
            continue
        for lane in range(values.shape[1]):
            room[i, FIRST, lane] = mover * scores[O_COMPLETE if x_moves else X_DOUBLE, lane]
            room[i, SECOND, lane] = room[i, FIRST, lane]
        for r in range(s, SQUARES):
            if r == s or (closes >> r) & 1:
                row = row_of[links[i, SETTLED + r]]
                for lane in range(values.shape[1]):
                    rank(room, i, lane, mover * rows[row, lane])
        close(room, i, x_moves, denominator, of_o)
    for lane in range(values.shape[1]):
        values[i, lane] = mover * room[i, BEST, lane]


@inlined
def close(room: Ints, i: int, x_moves: bool, denominator: Ints, of_o: Ints) -> None:
    """Let the cycle of the two ranked roots be the best move in each lane where it is."""
    for lane in range(room.shape[2]):
        share = denominator[lane] - of_o[lane] if x_moves else of_o[lane]
        first = room[i, FIRST, lane] // denominator[lane] * share
        second = room[i, SECOND, lane] // denominator[lane] * (denominator[lane] - share)
        room[i, BEST, lane] = max(room[i, BEST, lane], first + second)
