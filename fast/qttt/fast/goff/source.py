"""Goff's game as Tang, Zhang, Zhou and Li (2020) play it: two boards, and 74 actions.

A turn is one action: it takes one of the two boards that the last move leaves, and makes a move on it. Actions 0 to 35
play the pairs of squares on the first board, in the documented order; 36 to 71 those on the second; 72 and 73 take the
first or the second board, and make the special final move if only one square is left. The state is that of
`qttt.fast.goff.rules`; the opponent selects. See `docs/learning.md`, RL-ACTION-1 and RL-BOARD-1."""

import numpy as np

from qttt.fast.batch import Rules, never
from qttt.fast.goff.actions import ACTIONS, SELECT_A, SELECT_B, SQUARES_OF
from qttt.fast.goff.board import BOARD, PLACE_SQUARES, SQUARES, place, size
from qttt.fast.goff.forest import FOREST, MARKS
from qttt.fast.goff.key import FIELD, field, load, plies
from qttt.fast.goff.moves import Work, collapsed, outcome_of, slot
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.rules import ENDED, KEY, NUMBERS, Row, Setting, State, actor, begin, open_squares, play, score
from qttt.fast.jit import jitable

PAIRS = np.flatnonzero(SQUARES_OF[:, 0] < SQUARES_OF[:, 1])
"""``[pair]``: the action of `qttt.fast.goff.rules`."""
LOOPS = np.array([ACTIONS.index(place(u, u)) for u in range(SQUARES)])
"""``[square]``: the special final move."""
TAKE = 2 * len(PAIRS)
"""``+ board``: take a board."""
TURNS = TAKE + 2
PLANES = 1 + MARKS
"""Of a board: the squares that are definite, and for each ply the squares of its mark."""


@jitable
def play_turn(state: State, work: Work, turn: int, setting: Setting) -> None:
    """A selection, if one is due, and a move."""
    board = turn - TAKE if turn >= TAKE else turn // len(PAIRS)
    if state[KEY] & FIELD:
        play(state, work, SELECT_B if board else SELECT_A, setting)
    if turn < TAKE:
        play(state, work, PAIRS[turn - board * len(PAIRS)], setting)
    elif state[ENDED] == UNFINISHED:
        free = open_squares(state[KEY])
        for s in range(SQUARES):
            if free == 1 << s:
                play(state, work, LOOPS[s], setting)


@jitable
def look_at_board(key: int, over: int, board: int, legal: Row, seen: Row) -> None:
    """Show one of the two boards, and what is legal on it."""
    free = open_squares(key)
    if over != UNFINISHED or size(free) == 1:
        legal[TAKE + board] = 1
    else:
        turn = board * len(PAIRS)
        for u in range(SQUARES):
            for v in range(u + 1, SQUARES):
                legal[turn] = (free >> u) & (free >> v) & 1
                turn += 1
    at = board * PLANES * SQUARES
    for s in range(SQUARES):
        seen[at + s] = ((BOARD & ~free) >> s) & 1
    for ply in range(1, plies(key) + 1):
        p = field(key, slot(ply))
        at += SQUARES
        seen[at + PLACE_SQUARES[p, 0]] = 1
        seen[at + PLACE_SQUARES[p, 1]] = 1


@jitable
def look(state: State, work: Work, setting: Setting, legal: Row, seen: Row) -> None:
    """See `RULES`."""
    pending = state[KEY] & FIELD
    key = state[KEY] ^ pending
    if pending:
        load(key, work)
        for board in range(2):
            after = collapsed(key, work, PLACE_SQUARES[pending, board], plies(key) + 1)
            look_at_board(after, outcome_of(after, setting.reading), board, legal, seen)
        return
    look_at_board(key, state[ENDED], 0, legal, seen)
    half = PLANES * SQUARES
    for k in range(half):
        seen[half + k] = seen[k]


RULES = Rules(NUMBERS, FOREST, TURNS, 0, (2, PLANES, SQUARES), np.uint8, begin, play_turn, actor, never, score, look)
"""Of the two boards that the player to act chooses from, equal if there is no choice: planes of the definite squares
and of the squares of each ply's mark."""
OBSERVED = {"seed-003": RULES}
"""See `qttt.fast.goff.rules`."""
