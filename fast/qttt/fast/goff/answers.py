"""Goff's game in batches: the values of positions, of all their actions, and the best actions."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from qttt.fast.answers import ILLEGAL, Ints
from qttt.fast.backend import Deferred
from qttt.fast.goff.actions import World, WorldAnswers, answering
from qttt.fast.goff.board import SQUARES, place, size
from qttt.fast.goff.index import whole
from qttt.fast.goff.late import WORK as LATE
from qttt.fast.goff.late import value_late, value_successor
from qttt.fast.goff.moves import SPAN, Work
from qttt.fast.goff.rules import Collapse
from qttt.fast.jit import jitable

SHIFT: dict[Collapse, int] = {"opponent": 0, "self": 3}
"""Where in a code pair the outcome code under each rule of selection is."""
STORED = 1 << 6
"""Set in the byte of a stored position, above its code pair."""


@jitable
def value_successors_of_ply_6(key: int, work: Work, at: int, world: Any) -> None:
    """Write what each successor of a settled position of ply 6 is worth."""
    value_late(key, work)
    for v in range(SQUARES):
        for u in range(v):
            if work[SPAN + u] and work[SPAN + v] and not (work[SPAN + v] >> u) & 1:
                work[at + place(u, v)] = world[5][value_successor(work, work, 0, u, v)]
        if size(work[SPAN + v]) > 1:
            work[at + place(v, v)] = world[5][value_successor(work, work, 0, v, v)]


KERNEL = answering(value_successors_of_ply_6, LATE)


def answers(keys: tuple[Any, ...], table: Ints | Deferred, collapse: Collapse, worth: Sequence[int]) -> WorldAnswers:
    """Answers under a rule of selection. `worth`: what each outcome code is worth to X, in the order of the codes.

    `keys` are those of the stored plies, and `table` has for each place of `index.whole` the code pair with `STORED`
    added, 0 where no position is. Raises ValueError for an unknown rule."""
    if collapse not in SHIFT:
        raise ValueError(f"collapse {collapse!r}: expected {' or '.join(SHIFT)}")
    at = whole()
    offered = np.array([*worth, 0, 0], np.int64)[(np.arange(STORED) >> SHIFT[collapse]) & 7]
    levels = np.concatenate([np.full(STORED, ILLEGAL), offered])
    of_x, of_o = (1, 0) if collapse == "opponent" else (0, 1)
    world = World(table, levels, *at.tables, offered, (), of_x, of_o, d=1, players_select=1)
    return WorldAnswers("goff-1.0", KERNEL, world, keys)
