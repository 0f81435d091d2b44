"""Kernels behind a single query: the successors of one position, as canonical keys or valued through to the end."""

from typing import Any

from numba.extending import register_jitable

from qttt.fast.backend import Kernel
from qttt.fast.goff import value
from qttt.fast.goff.board import PLACES, SQUARES, place
from qttt.fast.goff.key import canonical, load, plies
from qttt.fast.goff.late import value_late, value_successor
from qttt.fast.goff.moves import NEXT, NO_SUCCESSOR, WORK, Work, current_outcome, expand


@register_jitable
def canonical_successors(i: int, work: Work, keys: Any, following: Any) -> None:
    """Kernel: the canonical key of each successor of a settled position that is not over, -1 for none."""
    expand(keys[i], work)
    for p in range(PLACES + 1):
        successor = work[NEXT + p]
        following[i, p] = canonical(successor) if successor != NO_SUCCESSOR else NO_SUCCESSOR


@register_jitable
def late_successors(i: int, work: Work, keys: Any, codes: Any) -> None:
    """Kernel: the code pair of each successor of a settled position of ply 6, 7 or 8 that is not over, -1 for
    none."""
    ply = plies(keys[i])
    if ply == 6:
        value_late(keys[i], work)
    expand(keys[i], work)
    for p in range(PLACES + 1):
        codes[i, p] = work[NEXT + p]
    for v in range(SQUARES):
        for u in range(v + 1):
            p = place(u, v)
            successor = codes[i, p]
            if successor == NO_SUCCESSOR:
                continue
            if ply == 6:
                codes[i, p] = value_successor(work, u, v)
            elif ply == 7:
                codes[i, p] = value.value_ply_8(successor, work)
            else:
                load(successor, work)
                codes[i, p] = value.both(current_outcome(work))


@register_jitable
def late_value(i: int, work: Work, keys: Any, codes: Any) -> None:
    """Kernel: the code pair of a settled position of ply 6 to 9."""
    ply = plies(keys[i])
    if ply == 6:
        codes[i] = value_late(keys[i], work)
    elif ply == 7:
        codes[i] = value.value_ply_7(keys[i], work)
    else:
        codes[i] = value.value_ply_8(keys[i], work)


CANONICAL_SUCCESSORS = Kernel(canonical_successors, WORK)
LATE_SUCCESSORS = Kernel(late_successors, value.WORK)
LATE_VALUE = Kernel(late_value, value.WORK)
