"""The end of Goff's game by plain minimax, action by action.

From a history of ply 6 every pair of open squares is played. A pair of two components stays; a pair inside one closes a
cycle, and both its selections are tried: the player who selects takes the better one. Plies 7, 8 and 9 are nested
functions, without masks of roots or a second-best root. The only part shared with the fast engine is the entanglement
graph (`qttt.fast.goff.forest`), in which `histories.successors` finds components and settlements. Every mark keeps its
own ply, and `histories.outcome_of` gives the outcomes.
"""

from typing import Any

from qttt.fast.backend import Kernel
from qttt.fast.goff.board import PLACE_SQUARES, PLACES, SQUARES, place
from qttt.fast.goff.moves import SEL_A, Work
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.jit import jitable
from qttt.verification.goff.histories import PLY, outcome_of, successors
from qttt.verification.goff.histories import WORK as HISTORIES

LAST = 6

FACTS = 5
"""The facts of a position: its code pair, the numbers of sequences of one, two and three plies that follow, and the
number of games that end, now or later."""
BLOCK = HISTORIES
"""Room for the facts of successors, see `successor`."""
ANSWER = BLOCK + 3 * FACTS * (PLACES + 1)
WORK = ANSWER + FACTS


@jitable
def better(a: int, b: int, x_chooses: bool) -> int:
    """The outcome code that X, or O, prefers; -1 stands for a missing code."""
    if a < 0 or b < 0:
        return max(a, b)
    return max(a, b) if x_chooses else min(a, b)


@jitable
def best_pair(work: Work, at: int, step: int, x_to_move: bool) -> int:
    """The code pair of a position from those of its successors, ``work[at + step p]``, or -1 for a missing successor.

    Every pair of squares is a move. If it closes a cycle, each of its two squares is a selection. Rules: GOFF-SELECT-1,
    GOFF-SELECT-2
    """
    opponent_selects = -1
    mover_selects = -1
    for v in range(SQUARES):
        on_v = work[at + step * place(v, v)]
        for u in range(v):
            on_u = work[at + step * place(u, u)]
            joined = work[at + step * place(u, v)]
            if joined >= 0:
                opponent_selects = better(opponent_selects, joined & 7, x_to_move)
                mover_selects = better(mover_selects, joined >> 3, x_to_move)
            elif on_u >= 0 and on_v >= 0:
                selected = better(on_u & 7, on_v & 7, not x_to_move)
                opponent_selects = better(opponent_selects, selected, x_to_move)
                selected = better(on_u >> 3, on_v >> 3, x_to_move)
                mover_selects = better(mover_selects, selected, x_to_move)
    return opponent_selects | (mover_selects << 3)


@jitable
def add_up(work: Work, first: int, at: int) -> None:
    """Add the sequences and games of every move, and of both selections of one that closes a cycle."""
    for v in range(SQUARES):
        on_v = first + FACTS * place(v, v)
        for u in range(v):
            on_u = first + FACTS * place(u, u)
            joined = first + FACTS * place(u, v)
            if work[joined] >= 0:
                add(work, joined, at)
            elif work[on_u] >= 0 and work[on_v] >= 0:
                add(work, on_u, at)
                add(work, on_v, at)


@jitable
def add(work: Work, other: int, at: int) -> None:
    """Add the sequences and games of one successor."""
    work[at + 1] += 1
    work[at + 2] += work[other + 1]
    work[at + 3] += work[other + 2]
    work[at + 4] += work[other + 4]


@jitable
def write(work: Work, at: int, code_pair: int, games: int) -> None:
    """Facts of a position without sequences."""
    work[at] = code_pair
    work[at + 1] = 0
    work[at + 2] = 0
    work[at + 3] = 0
    work[at + 4] = games


@jitable
def successor(ply: int, p: int) -> int:
    """The index of the facts of a position's successor whose new mark is at place p; `ply` is that of the position."""
    return BLOCK + FACTS * ((PLACES + 1) * (ply - LAST) + p)


@jitable
def combine(work: Work, ply: int, at: int) -> None:
    """The facts of a position from those of its successors of the next ply."""
    first = successor(ply, 0)
    write(work, at, best_pair(work, first, FACTS, ply & 1 == 0), 0)
    add_up(work, first, at)


@jitable
def write_over(history: int, work: Work, at: int) -> None:
    """The facts of a position that is over."""
    code = outcome_of(history, work)
    write(work, at, code | (code << 3), 1)


@jitable
def last_square(work: Work) -> int:
    """The only open square, or -1: `histories.outcome_of` has just been called. Rule: GOFF-FINAL-1"""
    free = 0
    last = -1
    for s in range(SQUARES):
        if work[PLY + s] == 0:
            free += 1
            last = s
    return last if free == 1 else -1


@jitable
def at_ply_8(history: int, work: Work, rows: Any, row: int, at: int) -> None:
    """Write the facts of a history of ply 8; `rows` has room from this row on."""
    if not successors(history, 8, work, rows, row, True, False):
        write_over(history, work, at)
        return
    last = last_square(work)
    if last >= 0:
        write_over(history | place(last, last), work, at)
        work[at + 1] = 1
        return
    for p in range(1, PLACES + 1):
        work[successor(8, p)] = -1
        if rows[row, p] >= 0:
            write_over(rows[row, p], work, successor(8, p))
    combine(work, 8, at)


@jitable
def at_ply_7(history: int, work: Work, rows: Any, row: int, at: int) -> None:
    """Write the facts of a history of ply 7."""
    if not successors(history, 7, work, rows, row, True, False):
        write_over(history, work, at)
        return
    for p in range(1, PLACES + 1):
        work[successor(7, p)] = -1
        if rows[row, p] >= 0:
            at_ply_8(rows[row, p], work, rows, row + 1, successor(7, p))
    combine(work, 7, at)


@jitable
def at_ply_6(i: int, work: Work, histories: Any, rows: Any, facts: Any) -> None:
    """Kernel: the facts of a history of ply 6; `rows` has three rows for each."""
    if not successors(histories[i], LAST, work, rows, 3 * i, True, False):
        write_over(histories[i], work, ANSWER)
    else:
        for p in range(1, PLACES + 1):
            work[successor(LAST, p)] = -1
            if rows[3 * i, p] >= 0:
                at_ply_7(rows[3 * i, p], work, rows, 3 * i + 1, successor(LAST, p))
        combine(work, LAST, ANSWER)
    for n in range(FACTS):
        facts[i, n] = work[ANSWER + n]


@jitable
def follow(i: int, work: Work, actions: Any, rows: Any, histories: Any) -> None:
    """Kernel: the history after six plies of a recorded game, -1 if it is over by then."""
    history = 0
    made = 0
    for ply in range(LAST):
        if not successors(history, ply, work, rows, i, True, False):
            histories[i] = -1
            return
        played = actions[i, made]
        made += 1
        if rows[i, played] < 0:
            square = PLACE_SQUARES[played, 0 if actions[i, made] == SEL_A else 1]
            played = place(square, square)
            made += 1
        history = rows[i, played]
    histories[i] = history if outcome_of(history, work) == UNFINISHED else -1


PLAIN = Kernel(at_ply_6, WORK)
FOLLOW = Kernel(follow, WORK)
