"""Goff's game on keys, for learners: what a net sees of a position, and its images.

The state is the key of the position and the outcome code. Until it is turned, a key here has the early marks of a
player in the order of their plies, and not the largest first; the game is the same. Actions are those of
`qttt.fast.goff.batch`."""

from typing import Any

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.batch import OVER, O, Rules, never
from qttt.fast.goff.actions import ACTIONS, SELECT_A, SELECT_B
from qttt.fast.goff.batch import OPPONENT, SQUARES_OF, find_moves
from qttt.fast.goff.board import BOARD, PLACE_IMAGE, PLACE_SQUARES, SQUARE_IMAGE, SQUARES, SYMMETRIES, place
from qttt.fast.goff.forest import FOREST, MARKS, A, B, U, V, component, settled
from qttt.fast.goff.key import FIELD, O8, X7, canonical, field, image, load, plies
from qttt.fast.goff.moves import Work, current_outcome, slot
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.jit import jitable
from qttt.fast.learning import Images

KEY, ENDED, NUMBERS = 0, 1, 2
ACTION_AT = np.zeros(len(PLACE_SQUARES), np.int64)
"""``[place]``: the action that makes a mark there."""
ACTION_AT[list(ACTIONS[:SELECT_A])] = range(SELECT_A)

X_AT, O_AT, X7_AT, O8_AT = range(0, 4 * SQUARES, SQUARES)
X7_SPOOKY, O8_SPOOKY = 4 * SQUARES, 5 * SQUARES
ROOTED = 6 * SQUARES
"""``+ 81 player + 9 root + square``: whether the square is the player's if the last mark settles on the root."""
MADE = ROOTED + 2 * SQUARES * SQUARES
"""``+ plies``: whether so many moves have been made."""
WAITS = MADE + MARKS + 1
"""Whether a move waits for its selection."""
FEATURES = WAITS + 1

SPOOKY = MARKS * SQUARES
FIRST = SPOOKY + SQUARES
PLANES = FIRST + 3 * SQUARES


@jitable
def begin(state: Any) -> None:
    """The start position."""
    state[KEY] = 0
    state[ENDED] = UNFINISHED


@jitable
def collapsed(key: int, forest: Work, root: int, new: int) -> int:
    """The key after the component of `root` collapses with the new mark, of slot `new`, on `root`; needs the forest of
    `key`. Rules: GOFF-COLLAPSE-2, GOFF-COLLAPSE-3"""
    found = place(root, root) << (54 - 6 * new)
    for i in range(MARKS):
        p = field(key, i)
        if ((forest[A + i] | forest[B + i]) >> root) & 1:
            square = settled(forest, i, root)
            p = place(square, square)
        found |= p << (54 - 6 * i)
    return found


@jitable
def play(state: Any, work: Work, action: int, setting: Any) -> None:
    """Make a move, or select. Rules: GOFF-CYCLE-1, GOFF-COLLAPSE-1, GOFF-FINAL-1"""
    key = state[KEY]
    pending = key & FIELD
    key ^= pending
    made = plies(key)
    load(key, work)
    if pending:
        key = collapsed(key, work, PLACE_SQUARES[pending, action - SELECT_A], slot(made + 1))
    else:
        u = SQUARES_OF[action, 0]
        v = SQUARES_OF[action, 1]
        if u == v:
            key = collapsed(key, work, u, slot(made + 1))
        elif (component(work, u) >> v) & 1:
            key |= place(u, v)
        else:
            key |= place(u, v) << (54 - 6 * slot(made + 1))
    settles = pending or key & FIELD == 0
    if setting[2]:
        key = canonical(image(key, 0))
    state[KEY] = key
    if settles:
        load(key, work)
        state[ENDED] = current_outcome(work)


@jitable
def actor(state: Any, setting: Any) -> int:
    """Who acts. Rules: GOFF-TURN-1, GOFF-SELECT-1, GOFF-SELECT-2"""
    if state[ENDED] != UNFINISHED:
        return OVER
    odd = plies(state[KEY]) & 1
    return int(odd if state[KEY] & FIELD == 0 or setting[0] == OPPONENT else 1 - odd)


@jitable
def score(state: Any, setting: Any) -> int:
    """What the outcome is worth to X. Rule: GOFF-SCORE-2"""
    return int(setting[1][state[ENDED]])


@jitable
def find_legal(key: int, filled: int, legal: Any) -> None:
    """The legal actions."""
    if key & FIELD:
        legal[SELECT_A] = 1
        legal[SELECT_B] = 1
    else:
        find_moves(BOARD & ~filled, legal)


@jitable
def owner(i: int) -> int:
    """0 if the mark of slot i is X's, 1 if it is O's."""
    return 1 if i in (3, 4, 5, O8) else 0


@jitable
def look_at_collapses(state: Any, work: Work, setting: Any, legal: Any, seen: Any) -> None:
    """See `RULES`."""
    key = state[KEY]
    pending = key & FIELD
    filled = load(key ^ pending, work)
    find_legal(key, filled, legal)
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
                    seen[at + SQUARES * root + settled(work, i, root)] = 1
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
def look_at_marks(state: Any, work: Work, setting: Any, legal: Any, seen: Any) -> None:
    """See `RULES`."""
    key = state[KEY]
    pending = key & FIELD
    definite = 0
    for i in range(MARKS):
        p = field(key, i)
        if p:
            u = PLACE_SQUARES[p, 0]
            v = PLACE_SQUARES[p, 1]
            seen[SQUARES * i + u] = 1
            seen[SQUARES * i + v] = 1
            if u == v:
                definite |= 1 << u
                seen[SPOOKY + u] = 1
    find_legal(key, definite, legal)
    for s in range(SQUARES):
        seen[FIRST + 2 * SQUARES + s] = actor(state, setting) == O
    if pending:
        seen[FIRST + PLACE_SQUARES[pending, 0]] = 1
        seen[FIRST + SQUARES + PLACE_SQUARES[pending, 1]] = 1


@jitable
def turn(state: Any, g: int, turned: Any) -> None:
    """Write the image of a state under symmetry g."""
    turned[KEY] = image(state[KEY], g)
    turned[ENDED] = state[ENDED]


@jitable
def turned_action(state: Any, g: int, action: int) -> int:
    """The action of the image under symmetry g; selA and selB change places if g reverses the order of the two squares
    of the last move. Rule: RL-SYMMETRY-1"""
    if action < SELECT_A:
        p = place(SQUARES_OF[action, 0], SQUARES_OF[action, 1])
        return int(ACTION_AT[PLACE_IMAGE[g, p]])
    pending = state[KEY] & FIELD
    swapped = SQUARE_IMAGE[g, PLACE_SQUARES[pending, 0]] > SQUARE_IMAGE[g, PLACE_SQUARES[pending, 1]]
    return SELECT_A + SELECT_B - action if swapped else action


RULES = {
    "collapses": Rules(
        NUMBERS, FOREST, len(ACTIONS), 0, (FEATURES,), np.uint8, begin, play, actor, never, score, look_at_collapses
    ),
    "marks": Rules(
        NUMBERS, FOREST, len(ACTIONS), 0, (PLANES,), np.uint8, begin, play, actor, never, score, look_at_marks
    ),
}
"""*collapses*: the definite marks of X and of O, and where X7 and O8 are; for each square r and each player which
squares become that player's if the last mark settles on r, for the two possible r only if a selection is due; how many
moves have been made; and whether a selection is due. *marks*: for each mark its squares, the definite squares, the two
squares of a move that waits for its selection, and all 1 if O acts."""
IMAGES = Images(SYMMETRIES, turn, turned_action)


@jitable
def look_at_outcome(i: int, work: Work, keys: Any, states: Any) -> None:
    """Kernel: write the state of a position."""
    states[i, KEY] = keys[i]
    load(keys[i] & ~FIELD, work)
    states[i, ENDED] = current_outcome(work)


@jitable
def find_canonical(i: int, work: Work, keys: Any, found: Any, by: Any) -> None:
    """Kernel: the canonical key of a position, and the first symmetry that leads to it."""
    found[i] = canonical(image(keys[i], 0))
    for g in range(SYMMETRIES):
        if image(keys[i], g) == found[i]:
            by[i] = g
            return


LOOK_AT_OUTCOME, FIND_CANONICAL = Kernel(look_at_outcome, FOREST), Kernel(find_canonical, 1)


def states_of(keys: Ints) -> Ints:
    """See `Learning`."""
    states = np.empty((len(keys), NUMBERS + 1), np.int64)
    states[:, NUMBERS] = 0
    Cpu().launch(LOOK_AT_OUTCOME, len(keys), np.ascontiguousarray(keys), states)
    return states


def canonical_of(keys: Ints) -> tuple[Ints, Ints]:
    """See `Learning`."""
    found, by = np.empty(len(keys), np.int64), np.zeros(len(keys), np.int64)
    Cpu().launch(FIND_CANONICAL, len(keys), np.ascontiguousarray(keys), found, by)
    return found, by


def action_of_image(key: int, g: int, action: int) -> int:
    """See `Learning`."""
    return turned_action([key, UNFINISHED], g, action)
