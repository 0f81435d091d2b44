"""The System's knowledge: what both settlements of a collapse are worth, at any q, without a tablebase.

Alpha-beta over settled positions up to ply 6, where `qttt.fast.sqt.late` values the rest of the game at once, with a
table of the positions met, up to symmetry. Roots of a cycle are searched with an open window: the value of a collapse
needs the two best of them, whatever they are. They come first, as little of the game is left after them. Values are
those of the player to move, in d**4 to a unit of points."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu, Kernel
from qttt.fast.goff.board import PLACE_SQUARES, PLACES, SQUARES, place
from qttt.fast.goff.key import FIELD, canonical, plies
from qttt.fast.goff.moves import NEXT, NO_SUCCESSOR, SPAN, Work, expand
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.rules import expanded
from qttt.fast.goff.solve import LAST
from qttt.fast.goff.three_trees import SIZE, TREES, first_slot
from qttt.fast.jit import jitable
from qttt.fast.sqt.answers import answers
from qttt.fast.sqt.lanes import Lanes
from qttt.fast.sqt.late import CHOICE, FIRST_POOL, FRONT_BITS, POOL_BITS, ROOTS, SECOND_POOL, choices
from qttt.fast.sqt.late import WORK as LATE_WORK
from qttt.fast.sqt.setting import Setting

SLOT_BITS = 17
INFINITE = (1 << 63) - 1
"""More than any value: with the largest denominator and a double win one reaches 8 d**4, which is over 2**62."""

NODE, LOW, HIGH, BEST, FIRST, SECOND, DONE, COUNT, CHILD = range(9)
"""A frame of the stack: the position, its window and its best value so far; the two best roots of the component that is
being searched; how many of its successors are done, and how many there are. ``CHILD + n``: their canonical keys."""
GROUP = CHILD + PLACES
"""``+ n``: which component a successor is a root of, from 1; 0 if its mark is still spooky; -1 behind the last one."""
FRAME = GROUP + PLACES + 1
STACK = LATE_WORK
WORK = STACK + LAST * FRAME


@jitable
def left_of(choice: int, fronts: Any, pools: Any) -> int:
    """What O leaves of a choice, in d**2 to a unit."""
    one = pools[(choice >> FIRST_POOL) & POOL_BITS, 0]
    return int(min(fronts[choice & FRONT_BITS, 0], one, pools[(choice >> SECOND_POOL) & POOL_BITS, 0]))


@jitable
def value_last(key: int, work: Work, lanes: Any) -> int:
    """The value of a settled position of ply 6, where X is to move. Rule: SQT-VALUE-1"""
    denominator, of_o, scores, fronts, pools, table = lanes
    over = choices(key, work, table)
    if over != UNFINISHED:
        return int(scores[over, 0])
    d = denominator[0]
    best = -INFINITE
    for t in range(TREES):
        for a in range(first_slot(work, t), first_slot(work, t) + work[SIZE + t]):
            for b in range(first_slot(work, t)):
                best = max(best, left_of(work[CHOICE + ROOTS * a + b], fronts, pools) * d)
        if work[SIZE + t] > 1:
            first = -INFINITE
            second = -INFINITE
            for p in range(work[SIZE + t]):
                a = first_slot(work, t) + p
                here = left_of(work[CHOICE + ROOTS * a + a], fronts, pools)
                second = max(second, min(first, here))
                first = max(first, here)
            best = max(best, second * d + (first - second) * (d - of_o[0]))
    return int(best * d)


@jitable
def slot(key: int) -> int:
    """Where in the table a position is kept."""
    return ((key ^ (key >> 29)) * 0x1E3779B97F4A7C15 >> (64 - 2 - SLOT_BITS)) & ((1 << SLOT_BITS) - 1)


@jitable
def enter(work: Work, frame: int, key: int, low: int, high: int) -> int:
    """Begin to search a position; return its outcome code."""
    over = expand(key, work)
    if over != UNFINISHED:
        return over
    count = 0
    for s in range(SQUARES):
        if work[SPAN + s] & ((1 << s) - 1) == 0:
            for r in range(s, SQUARES):
                if (work[SPAN + s] >> r) & 1 and work[NEXT + place(r, r)] != NO_SUCCESSOR:
                    work[frame + CHILD + count] = canonical(work[NEXT + place(r, r)])
                    work[frame + GROUP + count] = s + 1
                    count += 1
    for v in range(SQUARES):
        for u in range(v):
            if work[NEXT + place(u, v)] != NO_SUCCESSOR:
                work[frame + CHILD + count] = canonical(work[NEXT + place(u, v)])
                work[frame + GROUP + count] = 0
                count += 1
    work[frame + GROUP + count] = -1
    work[frame + NODE] = key
    work[frame + LOW] = low
    work[frame + HIGH] = high
    work[frame + BEST] = -INFINITE
    work[frame + DONE] = 0
    work[frame + COUNT] = count
    return over


@jitable
def deliver(work: Work, frame: int, value: int, share: int, denominator: int) -> None:
    """Give a position the value of its next successor for its mover, who is favoured with share / denominator."""
    n = work[frame + DONE]
    group = work[frame + GROUP + n]
    if group == 0:
        work[frame + BEST] = max(work[frame + BEST], value)
    else:
        if n == 0 or work[frame + GROUP + n - 1] != group:
            work[frame + FIRST] = -INFINITE
            work[frame + SECOND] = -INFINITE
        work[frame + SECOND] = max(work[frame + SECOND], min(work[frame + FIRST], value))
        work[frame + FIRST] = max(work[frame + FIRST], value)
        if work[frame + GROUP + n + 1] != group:
            first = work[frame + FIRST] // denominator * share
            second = work[frame + SECOND] // denominator * (denominator - share)
            work[frame + BEST] = max(work[frame + BEST], first + second)
    work[frame + DONE] = n + 1


@jitable
def value_position(root: int, work: Work, lanes: Any, table: Any) -> int:
    """The value of a canonical settled position of at most ply 6, for its mover.

    A row of the table is a key + 1 and bounds of its value; a newer position replaces an older one."""
    denominator, of_o, scores, _, _, _ = lanes
    d = denominator[0]
    ply = plies(root)
    if ply == LAST:
        return value_last(root, work, lanes)
    over = enter(work, STACK + FRAME * ply, root, -INFINITE, INFINITE)
    if over != UNFINISHED:
        return int(scores[over, 0] if ply & 1 == 0 else -scores[over, 0])
    bottom = ply
    while True:
        frame = STACK + FRAME * ply
        x_moves = ply & 1 == 0
        share = d - of_o[0] if x_moves else of_o[0]
        best = work[frame + BEST]
        if work[frame + DONE] == work[frame + COUNT] or best >= work[frame + HIGH]:
            at = slot(work[frame + NODE])
            table[at, 0] = work[frame + NODE] + 1
            table[at, 1] = best if best > work[frame + LOW] else -INFINITE
            table[at, 2] = best if best < work[frame + HIGH] else INFINITE
            if ply == bottom:
                return best
            ply -= 1
            deliver(work, STACK + FRAME * ply, -best, d - share, d)
            continue
        key = work[frame + CHILD + work[frame + DONE]]
        low = -INFINITE
        high = INFINITE
        if work[frame + GROUP + work[frame + DONE]] == 0:
            low = max(work[frame + LOW], best)
            high = work[frame + HIGH]
        at = slot(key)
        if table[at, 0] == key + 1:
            least = -table[at, 2]
            most = -table[at, 1]
            if least == most or least >= high or most <= low:
                deliver(work, frame, most if most <= low else least, share, d)
                continue
        if ply + 1 == LAST:
            value = value_last(key, work, lanes)
            table[at, 0] = key + 1
            table[at, 1] = value
            table[at, 2] = value
            deliver(work, frame, -value, share, d)
            continue
        over = enter(work, frame + FRAME, key, -high, -low)
        if over == UNFINISHED:
            ply += 1
        else:
            deliver(work, frame, scores[over, 0] if x_moves else -scores[over, 0], share, d)


@jitable
def value_settlements(i: int, work: Work, keys: Any, lanes: Any, tables: Any, values: Any) -> None:
    """Kernel: the values for X of canonical settled positions, ``[i, n]``; ``tables[i]`` holds the positions met."""
    for n in range(keys.shape[1]):
        value = value_position(keys[i, n], work, lanes, tables[i])
        values[i, n] = value if plies(keys[i, n]) & 1 == 0 else -value


SETTLEMENTS = Kernel(value_settlements, WORK)


def settled(key: int) -> tuple[int, int]:
    """The positions after selA and after selB of a pending position. Raises ValueError if no cycle waits to be
    settled."""
    if not key & FIELD:
        raise ValueError(f"position {key:#017x} has nothing to settle")
    following = expanded(key & ~FIELD)[1]
    first, second = (int(following[place(s, s)]) for s in PLACE_SQUARES[key & FIELD].tolist())
    return first, second


def settlements(key: int, setting: Setting) -> tuple[Fraction, Fraction]:
    """What a pending position is worth after selA and after selB, for X, exactly.

    Raises ValueError if no cycle waits to be settled."""
    after = settled(key)
    if plies(key) > LAST:
        a, b = (value * setting.scale for value in answers(setting).values(after).tolist())
        return a, b
    values = np.empty((1, 2), np.int64)
    tables = np.zeros((1, 1 << SLOT_BITS, 3), np.int64)
    keys = np.array([[canonical(position) for position in after]], np.int64)
    Cpu().launch(SETTLEMENTS, 1, keys, _lanes(setting), tables, values)
    a, b = (int(value) * setting.scale for value in values[0])
    return a, b


@lru_cache(maxsize=64)
def _lanes(setting: Setting) -> tuple[Any, ...]:
    """The tables of one setting, all of 64 bits, so that one compiled kernel serves every q."""
    return tuple(array.astype(np.int64) for array in Lanes.of([setting]).arrays)
