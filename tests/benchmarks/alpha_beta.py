"""The natural alternative to valuing every position: alpha-beta for the root only, on the same kernels.

Fail-hard, with a transposition table of canonical positions up to ply 7 and the kernel's value at ply 8; moves in the
documented order; outcome codes as values, a double win taken as a complete one.
"""

from typing import Any

import numba
import numpy as np

from qttt.fast.goff.answers import worth_last
from qttt.fast.goff.board import SQUARES, place, size
from qttt.fast.goff.moves import NEXT, SPAN, WORK, expand
from qttt.fast.goff.outcome import FIRST_READING, O_COMPLETE, UNFINISHED, X_COMPLETE
from qttt.fast.goff.position import canonical

SLOTS = 1 << 23
DEEPEST_STORED = 7
LAST_VALUED = 8
OFFERED = np.array([[min(code, X_COMPLETE) for code in codes] for codes in (np.arange(64) >> 3, np.arange(64) & 7)])
"""The code that counts of a code pair, if the mover selects, if the opponent does."""


@numba.njit(cache=True)
def search(key: int, ply: int, low: int, high: int, second: bool, work: Any, table: Any, nodes: Any) -> int:
    """The value of a settled position within [low, high]; `second`: the opponent selects.

    A row of the table is key + 1, lower bound, upper bound; a newer position replaces an older one.
    """
    slot = -1
    stored_low, stored_high = O_COMPLETE, X_COMPLETE
    if ply <= DEEPEST_STORED:
        key = canonical(key)
        slot = ((key ^ (key >> 29)) * 0x1E3779B97F4A7C15 >> 17) & (SLOTS - 1)
        if table[slot, 0] == key + 1:
            stored_low, stored_high = table[slot, 1], table[slot, 2]
            if max(low, stored_low) >= min(high, stored_high):
                return int(min(max(low, stored_low), high))
            low, high = max(low, stored_low), min(high, stored_high)
    nodes[0] += 1
    here = work[ply]
    if ply == LAST_VALUED:
        return min(max(worth_last(key, here, OFFERED[int(second)], FIRST_READING), low), high)
    over = expand(key, here, FIRST_READING)
    if over != UNFINISHED:
        return min(max(min(over, X_COMPLETE), low), high)
    x_to_move = ply & 1 == 0
    alpha, beta = low, high
    for u in range(SQUARES):
        for v in range(u, SQUARES):
            if alpha >= beta or here[SPAN + u] == 0 or here[SPAN + v] == 0:
                continue
            if u == v and (size(here[SPAN + u]) > 1 or here[NEXT + place(u, u)] < 0):
                continue
            if u == v or (here[SPAN + u] >> v) & 1 == 0:
                value = search(here[NEXT + place(u, v)], ply + 1, alpha, beta, second, work, table, nodes)
            else:
                # the selector's choice of two; `second` means the mover's opponent, so X selects O's collapses
                x_selects = x_to_move != second
                value = search(here[NEXT + place(u, u)], ply + 1, alpha, beta, second, work, table, nodes)
                least, most = (value, beta) if x_selects else (alpha, value)
                if least < most:
                    value = search(here[NEXT + place(v, v)], ply + 1, least, most, second, work, table, nodes)
            if x_to_move:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
    value = alpha if x_to_move else beta
    if slot >= 0:
        table[slot, 0] = key + 1
        table[slot, 1] = value if value > low else stored_low
        table[slot, 2] = value if value < high else stored_high
    return value


def solve_root(collapse: str) -> tuple[int, int]:
    """The outcome code of the start position and the number of nodes searched, on one core."""
    work = np.empty((9, WORK + SQUARES), np.int64)
    table = np.zeros((SLOTS, 3), np.int64)
    nodes = np.zeros(1, np.int64)
    value = search(0, 0, O_COMPLETE, X_COMPLETE, collapse == "opponent", work, table, nodes)
    return int(value), int(nodes[0])
