"""Goff's game, and the stochastic one, in batches.

The state is a forest whose marks are in the order of the plies (see `qttt.fast.goff.games`), the plies made, the
pending pair and the outcome. Actions are the indices of `qttt.fast.goff.actions.ACTIONS`: 45 places, selA, selB."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from qttt.fast import batch
from qttt.fast.batch import OVER, SYSTEM, Rules, never, stepping
from qttt.fast.goff.actions import ACTIONS, SELECT_A, SELECT_B
from qttt.fast.goff.board import BOARD, PLACE_SQUARES, SQUARES, place, size
from qttt.fast.goff.forest import FOREST, MARKS, U, V
from qttt.fast.goff.games import WORK as FOREST_AND_MARKS
from qttt.fast.goff.games import filled, move, position_key, settle
from qttt.fast.goff.moves import Work
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.jit import jitable

PLIES = FOREST_AND_MARKS
"""How many moves have been made."""
PENDING = PLIES + 1
"""The place of the move that waits for its selection, 0 if there is none."""
ENDED = PENDING + 1
"""The outcome code."""
NUMBERS = ENDED + 1

OPPONENT, SELF, BY_SYSTEM = range(3)
"""Who selects: the first number of a setting; the second is an array, what each outcome code is worth to X."""


def setting_of(selector: int, scores: Sequence[int]) -> tuple[int, Any]:
    """A setting: who selects, and what each outcome code is worth to X."""
    return selector, np.array(scores, np.int64)


SQUARES_OF = np.array([PLACE_SQUARES[p] for p in ACTIONS[:SELECT_A]])
"""``[action]``: the two squares of a move."""

DEFINITE_PLANE, FIRST_PLANE, SECOND_PLANE, O_PLANE, PLANES = MARKS, MARKS + 1, MARKS + 2, MARKS + 3, MARKS + 4


@jitable
def begin(state: Any) -> None:
    """The start position."""
    for k in range(ENDED):
        state[k] = 0
    state[ENDED] = UNFINISHED


@jitable
def play(state: Any, work: Work, action: int, setting: Any) -> None:
    """Make a move, or select. Rules: GOFF-CYCLE-1, GOFF-COLLAPSE-1, GOFF-FINAL-1"""
    made = state[PLIES]
    if action >= SELECT_A:
        root = PLACE_SQUARES[state[PENDING], action - SELECT_A]
        state[PENDING] = 0
        state[ENDED] = settle(state, made - 1, root)
        return
    state[PLIES] = made + 1
    u = SQUARES_OF[action, 0]
    v = SQUARES_OF[action, 1]
    if u == v:
        state[ENDED] = settle(state, made, u)
    elif move(state, made, u, v):
        state[PENDING] = place(u, v)


@jitable
def actor(state: Any, setting: Any) -> int:
    """Who acts. Rules: GOFF-TURN-1, GOFF-SELECT-1, GOFF-SELECT-2, SQT-SELECT-1"""
    if state[ENDED] != UNFINISHED:
        return OVER
    if state[PENDING] == 0 or setting[0] == OPPONENT:
        return int(state[PLIES] & 1)
    return SYSTEM if setting[0] == BY_SYSTEM else int(1 - (state[PLIES] & 1))


@jitable
def score(state: Any, setting: Any) -> int:
    """What the outcome is worth to X. Rules: GOFF-SCORE-2, SQT-SCORE-1, SQT-SCORE-2"""
    return int(setting[1][state[ENDED]])


@jitable
def find_legal(state: Any, legal: Any) -> None:
    """The legal actions. Rules: GOFF-MOVE-1, GOFF-MOVE-2, GOFF-FINAL-1, GOFF-COLLAPSE-1"""
    if state[PENDING]:
        legal[SELECT_A] = 1
        legal[SELECT_B] = 1
        return
    find_moves(BOARD & ~filled(state), legal)


@jitable
def find_moves(free: int, legal: Any) -> None:
    """The legal moves on a set of open squares. Rules: GOFF-MOVE-1, GOFF-MOVE-2, GOFF-FINAL-1"""
    last = size(free) == 1
    action = 0
    for u in range(SQUARES):
        if (free >> u) & 1:
            if last:
                legal[action] = 1
            for v in range(u + 1, SQUARES):
                legal[action + v - u] = (free >> v) & 1
        action += SQUARES - u


@jitable
def look_at_planes(state: Any, work: Work, setting: Any, legal: Any, seen: Any) -> None:
    """See `PLANE_RULES`."""
    find_legal(state, legal)
    for i in range(state[PLIES]):
        seen[SQUARES * i + state[U + i]] = 1
        seen[SQUARES * i + state[V + i]] = 1
    definite = filled(state)
    acts = actor(state, setting) == batch.O
    for s in range(SQUARES):
        seen[SQUARES * DEFINITE_PLANE + s] = (definite >> s) & 1
        seen[SQUARES * O_PLANE + s] = acts
    pending = state[PENDING]
    if pending:
        seen[SQUARES * FIRST_PLANE + PLACE_SQUARES[pending, 0]] = 1
        seen[SQUARES * SECOND_PLANE + PLACE_SQUARES[pending, 1]] = 1


@jitable
def look_at_key(state: Any, work: Work, setting: Any, legal: Any, seen: Any) -> None:
    """See `KEY_RULES`."""
    find_legal(state, legal)
    seen[0] = key_of(state, work)


@jitable
def key_of(state: Any, work: Work) -> int:
    """The key of the position; `work` is scratch memory for a forest."""
    for k in range(FOREST):
        work[k] = state[k]
    pending = state[PENDING]
    return position_key(work, state[PLIES] - (1 if pending else 0), pending)


PLANE_RULES = Rules(
    NUMBERS, 1, len(ACTIONS), 0, (PLANES, SQUARES), np.uint8, begin, play, actor, never, score, look_at_planes
)
"""Planes of the nine squares: of each ply the squares of its mark, two while it is spooky; the definite marks; the
square that selA settles the last mark on, and that of selB, if a selection is due; and all 1 if O acts."""
KEY_RULES = Rules(NUMBERS, FOREST, len(ACTIONS), 0, (1,), np.int64, begin, play, actor, never, score, look_at_key)
"""The key of the position (see `qttt.fast.goff.key`), not canonical."""

STEP_WITH_PLANES, STEP_WITH_KEY = stepping(PLANE_RULES), stepping(KEY_RULES)
OBSERVED = {"planes": (PLANE_RULES, STEP_WITH_PLANES), "key": (KEY_RULES, STEP_WITH_KEY)}
"""The rules and their kernel for each observation."""
