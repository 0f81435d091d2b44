"""Goff's game for learners: what a net sees of a position, and the images of states.

The state is that of `qttt.fast.goff.rules`."""

from functools import partial

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.goff.board import PLACE_SQUARES, SQUARES, SYMMETRIES
from qttt.fast.goff.forest import MARKS, A, B, U, V, settled
from qttt.fast.goff.graph import turned, turned_action
from qttt.fast.goff.key import FIELD, O8, X7, image, load, plies
from qttt.fast.goff.moves import Work, outcome_of, slot
from qttt.fast.goff.rules import ENDED, KEY, NUMBERS, PLANES, Row, Setting, State, find_legal, look_at_marks, rules_seen
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
    load(key ^ pending, work)
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
    return turned_action(state[KEY], g, action)


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
        lambda keys: turned(keys)[:2],
        turned_action,
        int(setting.scores.max()),
    )
