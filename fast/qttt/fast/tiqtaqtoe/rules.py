"""TiqTaqToe in batches.

Actions are the slots of `qttt.fast.tiqtaqtoe.boards`; the results of chance, after them, are the boards of a
measurement in the documented order. The state is a set of codes, ascending, how many they are, how many marks each has,
whether a measurement has just left a line, and the squares of each move since the last measurement as a mask."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Work
from qttt.fast.batch import CHANCE, OVER, Playing, Rules, Single
from qttt.fast.jit import jitable
from qttt.fast.tiqtaqtoe import setting
from qttt.fast.tiqtaqtoe.boards import DIGITS, LABELS, MASKS, SLOTS, SQUARES, O, X
from qttt.fast.tiqtaqtoe.moves import DOUBLED, certainly_empty, find_moves, kind_of, nth_after, squares_of, survey
from qttt.fast.tiqtaqtoe.setting import BOTH, DECISION, MEASUREMENT, NEITHER, O_WON, X_WON, State, marks

MOST = 256
"""Each doubling takes a square that was empty in all boards, and the first one two of the nine: 2**8."""
COUNT, MARKS, LINE_LEFT = range(3)
MOVED = 3
"""``+ ply``: the mask of the squares of a move since the last measurement, else 0."""
CODE = MOVED + SQUARES
"""``+ n``: the n-th code."""
NUMBERS = CODE + MOST

ORDER = np.array([0, 2, 1])[DIGITS] @ 3 ** np.arange(SQUARES)[::-1]
"""``[code]``: its place in the documented order of measurements."""

CERTAIN_X_PLANE, CERTAIN_O_PLANE, POSSIBLE_X_PLANE, POSSIBLE_O_PLANE, TURN_PLANE, MOVED_PLANE = range(6)
PLANES = MOVED_PLANE + SQUARES


class Switches(NamedTuple):
    """The level and its switches as the kernels take them; what lines of both players are worth to X if X, and if O,
    has made the last move; and the tables `MASKS`, `ORDER` and `LABELS`."""

    level: int
    free: int
    pairs: int
    every_move: int
    both_after_x: int
    both_after_o: int
    masks: Ints
    order: Ints
    labels: Ints


def setting_of(chosen: setting.Setting) -> Switches:
    """The setting of a game as the kernels take it. Rules: TIQ-LEVEL-1, TIQ-SWITCH-1"""
    every_move = int(chosen.lines == "every-move")
    both = (setting.score_of_both(chosen, 1), setting.score_of_both(chosen, 2))
    return Switches(*setting.switches(chosen), every_move, *both, MASKS, ORDER, LABELS)


@jitable
def begin(state: Ints, setting: Switches) -> None:
    """The start position."""
    for k in range(CODE + 1):
        state[k] = 0
    state[COUNT] = 1


@jitable
def play(state: Ints, work: Work, action: int, setting: Switches) -> None:
    """Make a move, or find one of the boards. Rules: TIQ-MOVE-1, TIQ-SUPER-1, TIQ-PAIR-1, TIQ-MEASURE-1"""
    masks = setting.masks
    if action >= SLOTS:
        found = nth(state, action - SLOTS, setting.order)
        for k in range(MOVED, CODE):
            state[k] = 0
        state[COUNT] = 1
        state[CODE] = found
        state[LINE_LEFT] = setting.every_move == 0 and kind_of(masks[found], masks[found], 1, 1) < NEITHER
        return
    row = state[CODE : CODE + state[COUNT]]
    _, possible = survey(row, masks)
    a, b = squares_of(action, certainly_empty(possible))
    mark = O if state[MARKS] & 1 else X
    doubled = a != b and certainly_empty(possible) >> b & 1 == 1
    if doubled:
        state[COUNT] *= 2
    for n in range(state[COUNT] - 1, -1, -1):
        state[CODE + n] = nth_after(row, masks, a, b, mark, DOUBLED if doubled else 0, n)
    ascend(state)
    state[MOVED + state[MARKS]] = 1 << a | 1 << b
    state[MARKS] += 1
    state[LINE_LEFT] = 0


@jitable
def ascend(state: Ints) -> None:
    """Order the codes."""
    for n in range(CODE + 1, CODE + state[COUNT]):
        code = state[n]
        at = n
        while at > CODE and state[at - 1] > code:
            state[at] = state[at - 1]
            at -= 1
        state[at] = code


@jitable
def nth(state: Ints, n: int, order: Ints) -> int:
    """The n-th board, from 0, of a measurement."""
    found = -1
    for _ in range(n + 1):
        least = -1
        for k in range(CODE, CODE + state[COUNT]):
            code = state[k]
            later = found < 0 or order[code] > order[found]
            if later and (least < 0 or order[code] < order[least]):
                least = code
        found = least
    return found


@jitable
def kind(state: Ints, setting: Switches) -> int:
    """What the position is, see `moves.kind_of`. Rules: TIQ-END-1, TIQ-END-2, TIQ-END-3"""
    certain, possible = survey(state[CODE : CODE + state[COUNT]], setting.masks)
    return kind_of(certain, possible, state[COUNT], setting.every_move or state[LINE_LEFT])


@jitable
def actor(state: Ints, setting: Switches) -> int:
    """Who acts. Rules: TIQ-TURN-1, TIQ-MEASURE-1, TIQ-END-1, TIQ-END-2, TIQ-END-3"""
    found = kind(state, setting)
    if found == DECISION:
        return int(state[MARKS] & 1)
    return CHANCE if found == MEASUREMENT else OVER


@jitable
def draw(state: Ints, setting: Switches, bits: int) -> int:
    """All boards are equally likely. Rule: TIQ-MEASURE-1"""
    return SLOTS + int(((bits & 0xFFFFFFFF) * state[COUNT]) >> 32)


@jitable
def score(state: Ints, setting: Switches) -> int:
    """What the ended game is worth to X. Rule: TIQ-SCORE-1"""
    found = kind(state, setting)
    if found == BOTH:
        return int(setting.both_after_x if state[MARKS] & 1 else setting.both_after_o)
    return 1 if found == X_WON else -1 if found == O_WON else 0


@jitable
def find_legal(state: Ints, setting: Switches, legal: Work) -> tuple[int, int]:
    """Mark the legal actions; the marks that are on all boards, and those on some. Rules: TIQ-MOVE-1, TIQ-SUPER-1,
    TIQ-TARGET-1, TIQ-TARGET-2, TIQ-PAIR-1, TIQ-MEASURE-1"""
    row = state[CODE : CODE + state[COUNT]]
    certain, possible = survey(row, setting.masks)
    if certainly_empty(possible) == 0:
        for n in range(min(state[COUNT], len(legal) - SLOTS)):  # a full board that has ended may lack the room
            legal[SLOTS + n] = True
    else:
        mark = O if state[MARKS] & 1 else X
        switches = setting.level, setting.free, setting.pairs
        find_moves(row, setting.masks, certain, possible, mark, *switches, legal)
    return certain, possible


@jitable
def look_at_planes(state: Ints, work: Work, setting: Switches, legal: Work, seen: Work) -> None:
    """See `PLANE_RULES`."""
    certain, possible = find_legal(state, setting, legal)
    for s in range(SQUARES):
        seen[SQUARES * CERTAIN_X_PLANE + s] = (certain >> s) & 1
        seen[SQUARES * CERTAIN_O_PLANE + s] = (certain >> (SQUARES + s)) & 1
        seen[SQUARES * POSSIBLE_X_PLANE + s] = (possible >> s) & 1
        seen[SQUARES * POSSIBLE_O_PLANE + s] = (possible >> (SQUARES + s)) & 1
        seen[SQUARES * TURN_PLANE + s] = state[MARKS] & 1
        for ply in range(SQUARES):
            seen[SQUARES * (MOVED_PLANE + ply) + s] = (state[MOVED + ply] >> s) & 1


@jitable
def look_at_key(state: Ints, work: Work, setting: Switches, legal: Work, seen: Work) -> None:
    """See `KEY_RULES`."""
    find_legal(state, setting, legal)
    for image in range(setting.labels.shape[1]):
        label = 0
        for k in range(CODE, CODE + state[COUNT]):
            label += setting.labels[state[k], image]
        if image == 0 or label < seen[0]:
            seen[0] = label
    seen[0] = seen[0] << 1 | state[LINE_LEFT]


PLANE_RULES = Rules(
    NUMBERS, 1, SLOTS, MOST, (PLANES, SQUARES), np.uint8, begin, play, actor, draw, score, look_at_planes
)
"""Planes of the nine squares: where X, and where O, is in all boards; where X, and where O, is in some; all 1 if the
number of marks is odd; and of each ply since the last measurement its squares."""
KEY_RULES = replace(PLANE_RULES, shape=(1,), dtype=np.int64, look=look_at_key)
"""Twice the label of the set (see `qttt.fast.tiqtaqtoe.moves`), and 1 more if a measurement has just left a line: the
same for positions that are equal up to symmetry, and different for all others that the solved games have."""
OBSERVED = {"planes": PLANE_RULES, "key": KEY_RULES}
"""The rules for each observation."""


@cache
def single(chosen: setting.Setting) -> Single:
    """The rules of a game for a few steps."""
    return Single(Playing(PLANE_RULES, setting_of(chosen)))


def row_of(state: State) -> Ints:
    """A state of `qttt.fast.tiqtaqtoe.setting` as one of batches, without the moves since the last measurement."""
    row = np.zeros(NUMBERS + 1, np.int64)
    row[COUNT], row[MARKS], row[LINE_LEFT] = len(state.codes), marks(state), state.measured
    row[CODE : CODE + len(state.codes)] = state.codes
    return row


def state_of(row: Sequence[int] | Ints) -> State:
    """The reverse."""
    return State(tuple(map(int, row[CODE : CODE + row[COUNT]])), bool(row[LINE_LEFT]))
