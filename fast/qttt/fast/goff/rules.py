"""Goff's game, and the stochastic one, in batches.

The state is the key of the position, in which the early marks of a player are in the order of their plies, and the
outcome code. Actions are the indices of `qttt.fast.goff.board.ACTIONS`: 45 places, selA, selB."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.batch import OVER, SYSTEM, O, Rules, never
from qttt.fast.goff.board import (
    ACTION_AT,
    ACTIONS,
    BOARD,
    LOOP,
    PLACE_SQUARES,
    SELECT_A,
    SELECT_B,
    SQUARES,
    SQUARES_OF,
    place,
    size,
)
from qttt.fast.goff.moves import Work, collapse, outcome_of, shift, slot
from qttt.fast.goff.outcome import FORBIDDEN, UNFINISHED
from qttt.fast.goff.position import FIELD, FOREST, MARKS, canonical, component, field, image, load_key, plies
from qttt.fast.jit import jitable

State = Work
Row = Work
KEY, ENDED, NUMBERS = 0, 1, 2
OPPONENT, SELF, BY_SYSTEM = range(3)
"""Who selects."""


class Setting(NamedTuple):
    """Who selects; what each outcome code is worth to X; the reading; and 1 if play goes from canonical position to
    canonical position."""

    selector: int
    scores: Ints
    reading: int
    canonical: int


DEFINITE, FIRST, SECOND, ACTING = (SQUARES * plane for plane in range(MARKS, MARKS + 4))
PLANES = MARKS + 4


def setting_of(selector: int, scores: Sequence[int], reading: int) -> Setting:
    """The setting of a game that is played as it is."""
    return Setting(selector, np.array(scores, np.int64), reading, canonical=0)


@jitable
def begin(state: State, setting: Setting) -> None:
    """The start position."""
    state[KEY] = 0
    state[ENDED] = UNFINISHED


@jitable
def play(state: State, work: Work, action: int, setting: Setting) -> None:
    """Make a move, or select. Rules: GOFF-CYCLE-1, GOFF-COLLAPSE-1, GOFF-FINAL-1"""
    pending = state[KEY] & FIELD
    key = state[KEY] ^ pending
    ply = plies(key) + 1
    load_key(key, work)
    if pending:
        key = collapse(key, work, PLACE_SQUARES[pending, action - SELECT_A], ply)
    else:
        u = SQUARES_OF[action, 0]
        v = SQUARES_OF[action, 1]
        if u == v:
            key = collapse(key, work, u, ply)
        else:
            key |= place(u, v) << (0 if (component(work, u) >> v) & 1 else shift(ply))
    if key & FIELD == 0:
        state[ENDED] = outcome_of(key, setting.reading)
    state[KEY] = canonical(key) if setting.canonical else key


@jitable
def actor(state: State, setting: Setting) -> int:
    """Who acts. Rules: GOFF-TURN-1, GOFF-SELECT-1, GOFF-SELECT-2, SQT-SELECT-1"""
    if state[ENDED] != UNFINISHED:
        return OVER
    odd = plies(state[KEY]) & 1
    if state[KEY] & FIELD == 0 or setting.selector == OPPONENT:
        return odd
    return SYSTEM if setting.selector == BY_SYSTEM else 1 - odd


@jitable
def score(state: State, setting: Setting) -> int:
    """What the outcome is worth to X. Rules: GOFF-SCORE-2, SQT-SCORE-1, SQT-SCORE-2"""
    return int(setting.scores[state[ENDED]])


@jitable
def open_squares(key: int) -> int:
    """The mask of the squares without a definite mark."""
    taken = 0
    for i in range(MARKS):
        taken |= LOOP[field(key, i)]
    return BOARD & ~taken


@jitable
def find_legal(key: int, legal: Row, reading: int) -> None:
    """The legal actions of a position that is not over. Rules: GOFF-MOVE-1, GOFF-MOVE-2, GOFF-FINAL-1,
    GOFF-COLLAPSE-1, GOFF-PAIR-1"""
    if key & FIELD:
        legal[SELECT_A] = 1
        legal[SELECT_B] = 1
        return
    free = open_squares(key)
    last = size(free) == 1
    action = 0
    for u in range(SQUARES):
        if (free >> u) & 1:
            if last:
                legal[action] = 1
            for v in range(u + 1, SQUARES):
                legal[action + v - u] = (free >> v) & 1
        action += SQUARES - u
    if reading & FORBIDDEN:
        for i in range(MARKS):
            p = field(key, i)
            if p and LOOP[p] == 0:
                legal[ACTION_AT[p]] = 0


@jitable
def look_at_marks(state: State, setting: Setting, legal: Row, seen: Row, by_ply: bool) -> None:
    """Show planes of the nine squares: the squares of each mark, one plane for each ply or for each slot of the key,
    the first without and the second with a move that waits for its selection; the definite squares; the two squares of
    that move; and all 1 if O acts."""
    key = state[KEY]
    find_legal(key, legal, setting.reading)
    pending = key & FIELD
    made = plies(key)
    for ply in range(1, made + 1):
        waits = pending and ply == made
        p = pending if waits else field(key, slot(ply))
        u = PLACE_SQUARES[p, 0]
        v = PLACE_SQUARES[p, 1]
        if by_ply or not waits:
            at = SQUARES * (ply - 1 if by_ply else slot(ply))
            seen[at + u] = 1
            seen[at + v] = 1
        if u == v:
            seen[DEFINITE + u] = 1
    if pending:
        seen[FIRST + PLACE_SQUARES[pending, 0]] = 1
        seen[SECOND + PLACE_SQUARES[pending, 1]] = 1
    acts = actor(state, setting) == O
    for s in range(SQUARES):
        seen[ACTING + s] = acts


@jitable
def look_at_planes(state: State, work: Work, setting: Setting, legal: Row, seen: Row) -> None:
    """See `OBSERVED`."""
    look_at_marks(state, setting, legal, seen, True)


@jitable
def look_at_key(state: State, work: Work, setting: Setting, legal: Row, seen: Row) -> None:
    """See `OBSERVED`."""
    find_legal(state[KEY], legal, setting.reading)
    seen[0] = image(state[KEY], 0)


def rules_seen(shape: tuple[int, ...], dtype: type, look: Callable[..., None]) -> Rules:
    """The rules with an observation."""
    return Rules(NUMBERS, FOREST, len(ACTIONS), 0, shape, dtype, begin, play, actor, never, score, look)


PLANE_RULES = rules_seen((PLANES, SQUARES), np.uint8, look_at_planes)
KEY_RULES = rules_seen((1,), np.int64, look_at_key)
OBSERVED = {"planes": PLANE_RULES, "key": KEY_RULES}
"""The rules for each observation: planes for each ply (see `look_at_marks`); the key of the position
(see `qttt.fast.goff.position`), not canonical."""
