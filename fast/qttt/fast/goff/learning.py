"""Goff's game for learners: what a net sees of a position, the images of states, and the turns of Tang, Zhang, Zhou and
Li (2020).

The state is that of `qttt.fast.goff.rules`. A turn of Tang et al. is one of 74 actions: it takes one of the two boards
that the last move leaves, and makes a move on it. Actions 0 to 35 play the pairs of squares on the first board, in the
documented order; 36 to 71 those on the second; 72 and 73 take the first or the second board, and make the special final
move if only one square is left. The opponent selects. See `docs/learning.md`, RL-ACTION-1 and RL-BOARD-1."""

from functools import partial

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.batch import Rules, never
from qttt.fast.goff.board import (
    ACTIONS,
    BOARD,
    PLACE_SQUARES,
    SELECT_A,
    SELECT_B,
    SQUARES,
    SQUARES_OF,
    SYMMETRIES,
    place,
    size,
)
from qttt.fast.goff.graph import turn_action, turn_all
from qttt.fast.goff.moves import Work, collapse, outcome_of, slot
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.position import (
    FIELD,
    FOREST,
    MARKS,
    O8,
    X7,
    A,
    B,
    U,
    V,
    field,
    image,
    load_key,
    plies,
    settling_square,
)
from qttt.fast.goff.rules import (
    ENDED,
    KEY,
    NUMBERS,
    PLANES,
    Row,
    Setting,
    State,
    actor,
    begin,
    find_legal,
    look_at_marks,
    open_squares,
    play,
    rules_seen,
    score,
)
from qttt.fast.jit import jitable
from qttt.fast.learning import Images, Learning

X_AT, O_AT, X7_AT, O8_AT = range(0, 4 * SQUARES, SQUARES)
X7_SPOOKY, O8_SPOOKY = 4 * SQUARES, 5 * SQUARES
ROOTED = 6 * SQUARES
"""``+ 81 player + 9 root + square``: whether the square is the player's if the last mark settles on the root."""
MADE = ROOTED + 2 * SQUARES * SQUARES
"""``+ plies``: whether `plies` moves have been made."""
WAITS = MADE + MARKS + 1
"""Whether a move waits for its selection."""
FEATURES = WAITS + 1


@jitable
def owner(i: int) -> int:
    """0 if the mark of slot i is X's, 1 if it is O's."""
    return 1 if i in (3, 4, 5, O8) else 0


@jitable
def look_at_collapses(state: State, work: Work, setting: Setting, legal: Row, seen: Row) -> None:
    """See `RULES`."""
    key = state[KEY]
    pending = key & FIELD
    load_key(key ^ pending, work)
    find_legal(key, legal, setting.reading)
    made = plies(key)
    for i in range(MARKS):
        u = work[U + i]
        v = work[V + i]
        if u == v and u < SQUARES:
            seen[(O_AT if owner(i) else X_AT) + u] = 1
            if i == X7:
                seen[X7_AT + u] = 1
            elif i == O8:
                seen[O8_AT + u] = 1
        elif u != v:
            span = work[A + i] | work[B + i]
            at = ROOTED + owner(i) * SQUARES * SQUARES
            for root in range(SQUARES):
                open_root = not pending or root == PLACE_SQUARES[pending, 0] or root == PLACE_SQUARES[pending, 1]
                if (span >> root) & 1 and open_root:
                    seen[at + SQUARES * root + settling_square(work, i, root)] = 1
            if i == X7:
                seen[X7_SPOOKY + u] = 1
                seen[X7_SPOOKY + v] = 1
            elif i == O8:
                seen[O8_SPOOKY + u] = 1
                seen[O8_SPOOKY + v] = 1
    seen[MADE + made] = 1
    if pending:
        seen[WAITS] = 1
        for n in range(2):
            root = PLACE_SQUARES[pending, n]
            seen[ROOTED + owner(slot(made)) * SQUARES * SQUARES + SQUARES * root + root] = 1


@jitable
def look_at_slots(state: State, work: Work, setting: Setting, legal: Row, seen: Row) -> None:
    """See `RULES`."""
    look_at_marks(state, setting, legal, seen, False)


RULES = {
    "collapses": rules_seen((FEATURES,), np.uint8, look_at_collapses),
    "marks": rules_seen((PLANES * SQUARES,), np.uint8, look_at_slots),
}
"""*collapses*: the definite marks of X and of O, and where X7 and O8 are; for each square r and each player which
squares become that player's if the last mark settles on r, for the two possible r only if a selection is due; how many
moves have been made; and whether a selection is due. *marks*: planes for each slot of the key (see
`qttt.fast.goff.rules.look_at_marks`)."""


@jitable
def turn(state: State, g: int, turned: State) -> None:
    """Write the image of a state under symmetry g."""
    turned[KEY] = image(state[KEY], g)
    turned[ENDED] = state[ENDED]


@jitable
def action_of_image(state: State, g: int, action: int) -> int:
    """The action of the image under symmetry g."""
    return turn_action(state[KEY], g, action)


@jitable
def look_at_outcome(i: int, work: Work, keys: Ints, reading: int, states: Ints) -> None:
    """Kernel: write the state of a position."""
    states[i, KEY] = keys[i]
    states[i, ENDED] = outcome_of(keys[i], reading)


LOOK_AT_OUTCOME = Kernel(look_at_outcome, 1)


def states_of(reading: int, keys: Ints) -> Ints:
    """See `Learning`."""
    states = np.zeros((len(keys), NUMBERS + 1), np.int64)
    Cpu().launch(LOOK_AT_OUTCOME, len(keys), np.ascontiguousarray(keys), reading, states)
    return states


def learning(setting: Setting) -> Learning:
    """The game with its options for learners."""
    return Learning(
        RULES,
        Images(SYMMETRIES, turn, action_of_image),
        lambda canonical: setting._replace(canonical=int(canonical)),
        partial(states_of, setting.reading),
        lambda keys: turn_all(keys)[:2],
        turn_action,
        int(setting.scores.max()),
    )


PAIRS = np.flatnonzero(SQUARES_OF[:, 0] < SQUARES_OF[:, 1])
"""``[pair]``: the action of `qttt.fast.goff.rules`."""
LOOPS = np.array([ACTIONS.index(place(u, u)) for u in range(SQUARES)])
"""``[square]``: the special final move."""
TAKE = 2 * len(PAIRS)
"""``+ board``: take a board."""
TURNS = TAKE + 2
BOARD_PLANES = 1 + MARKS
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
    at = board * BOARD_PLANES * SQUARES
    for s in range(SQUARES):
        seen[at + s] = ((BOARD & ~free) >> s) & 1
    for ply in range(1, plies(key) + 1):
        p = field(key, slot(ply))
        at += SQUARES
        seen[at + PLACE_SQUARES[p, 0]] = 1
        seen[at + PLACE_SQUARES[p, 1]] = 1


@jitable
def look_at_boards(state: State, work: Work, setting: Setting, legal: Row, seen: Row) -> None:
    """See `BOARD_RULES`."""
    pending = state[KEY] & FIELD
    key = state[KEY] ^ pending
    if pending:
        load_key(key, work)
        for board in range(2):
            after = collapse(key, work, PLACE_SQUARES[pending, board], plies(key) + 1)
            look_at_board(after, outcome_of(after, setting.reading), board, legal, seen)
        return
    look_at_board(key, state[ENDED], 0, legal, seen)
    half = BOARD_PLANES * SQUARES
    for k in range(half):
        seen[half + k] = seen[k]


BOARD_RULES = Rules(
    NUMBERS,
    FOREST,
    TURNS,
    0,
    (2, BOARD_PLANES, SQUARES),
    np.uint8,
    begin,
    play_turn,
    actor,
    never,
    score,
    look_at_boards,
)
"""Of the two boards that the player to act chooses from, equal if there is no choice: planes of the definite squares
and of the squares of each ply's mark."""
OF_SOURCE = {"seed-003": BOARD_RULES}
"""See `qttt.fast.goff.rules`."""
