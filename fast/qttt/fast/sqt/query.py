"""What follows a position: its successors, and at ply 6 the choices after each of them."""

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.goff.board import PLACES, SQUARES, place
from qttt.fast.goff.key import canonical
from qttt.fast.goff.moves import NEXT, NO_SUCCESSOR, SPAN, Work, expand
from qttt.fast.goff.moves import WORK as MOVES
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.three_trees import SQUARES_OF, TREES
from qttt.fast.jit import jitable
from qttt.fast.sqt import late
from qttt.fast.sqt.offers import FLAT_POOL_WITH

CPU = Cpu()


@jitable
def successors(i: int, work: Work, keys: Ints, over: Ints, spans: Ints, following: Ints) -> None:
    """Kernel: the outcome code of a settled position; unless it is over, the mask of the component of each square (0 if
    it is definite) and the canonical key of each successor by place, -1 for none."""
    over[i] = expand(keys[i], work)
    if over[i] == UNFINISHED:
        for s in range(SQUARES):
            spans[i, s] = work[SPAN + s]
        for p in range(PLACES + 1):
            successor = work[NEXT + p]
            following[i, p] = canonical(successor) if successor != NO_SUCCESSOR else NO_SUCCESSOR


@jitable
def late_choices(i: int, work: Work, keys: Ints, table: Ints, over: Ints, spans: Ints, choices: Ints) -> None:
    """Kernel: the outcome code of a settled position of ply 6; unless it is over, the mask of the component of each
    square (0 if it is definite) and the choice after X7 at each place, -1 if X7 cannot be there.
    `table` is `offers.FLAT_POOL_WITH`."""
    for p in range(PLACES + 1):
        choices[i, p] = -1
    over[i] = late.choices(keys[i], work, table)
    if over[i] != UNFINISHED:
        return
    for s in range(SQUARES):
        spans[i, s] = 0
        for tree in range(TREES):
            squares = work[SQUARES_OF + tree]
            spans[i, s] |= squares if (squares >> s) & 1 else 0
    for v in range(SQUARES):
        for u in range(v + 1):
            if spans[i, u] and spans[i, v] and (u == v or not (spans[i, v] >> u) & 1):
                choices[i, place(u, v)] = late.choice_at(work, work, 0, u, v)


SUCCESSORS = Kernel(successors, MOVES)
LATE_CHOICES = Kernel(late_choices, late.WORK)


def expanded(keys: Ints) -> tuple[Ints, Ints, Ints]:
    """What `successors` writes for settled positions."""
    return _run(SUCCESSORS, keys)


def chosen(keys: Ints) -> tuple[Ints, Ints, Ints]:
    """What `late_choices` writes for settled positions of ply 6."""
    return _run(LATE_CHOICES, keys, FLAT_POOL_WITH)


def _run(kernel: Kernel, keys: Ints, *tables: Ints) -> tuple[Ints, Ints, Ints]:
    keys = np.asarray(keys, np.int64)
    over = np.empty(len(keys), np.int64)
    squares, places = np.empty((len(keys), SQUARES), np.int64), np.empty((len(keys), PLACES + 1), np.int64)
    CPU.launch(kernel, len(keys), keys, *tables, over, squares, places)
    return over, squares, places
