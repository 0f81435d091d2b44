"""TiqTaqToe in batches.

Actions are the slots of `qttt.fast.tiqtaqtoe.boards`; the results of chance, after them, are the boards of a
measurement in the documented order. The state is a set of codes, ascending, how many they are, how many marks each has,
whether a measurement has just left a line, and the squares of each move since the last measurement as a mask."""

from typing import Any, NamedTuple

import numpy as np

from qttt.fast.batch import CHANCE, OVER, Rules, stepping
from qttt.fast.jit import jitable
from qttt.fast.tiqtaqtoe.boards import ALL, DIGITS, HAS_LINE, LABELS, MASKS, SLOTS, SQUARES, O, X
from qttt.fast.tiqtaqtoe.moves import (
    CERTAIN,
    CLASSIC,
    DOUBLED,
    IMAGES,
    POSSIBLE,
    Work,
    alone,
    board_after,
    certainly_empty,
    is_pair,
    squares_of,
    survey,
    targets,
)
from qttt.fast.tiqtaqtoe.moves import WORK as FOR_MOVES
from qttt.fast.tiqtaqtoe.rules import LEVELS, score_of_both
from qttt.fast.tiqtaqtoe.rules import Setting as Chosen

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

(
    CERTAIN_X_PLANE,
    CERTAIN_O_PLANE,
    POSSIBLE_X_PLANE,
    POSSIBLE_O_PLANE,
    TURN_PLANE,
    MOVED_PLANE,
) = range(6)
PLANES = MOVED_PLANE + SQUARES


class Setting(NamedTuple):
    """The level and its switches as the kernels take them; what lines of both players are worth to X if X, and if O,
    has made the last move; and the tables `MASKS`, `ORDER` and `LABELS`."""

    level: int
    free: int
    pairs: int
    every_move: int
    both_after_x: int
    both_after_o: int
    masks: Any
    order: Any
    labels: Any


def setting_of(chosen: Chosen) -> Setting:
    """The setting of a game as the kernels take it. Rules: TIQ-LEVEL-1, TIQ-SWITCH-1"""
    return Setting(
        LEVELS.index(chosen.level),
        chosen.target == "unentangled",
        chosen.pair == "legal",
        chosen.lines == "every-move",
        score_of_both(chosen, 1),
        score_of_both(chosen, 2),
        MASKS,
        ORDER,
        LABELS,
    )


@jitable
def begin(state: Any) -> None:
    """The start position."""
    for k in range(CODE + 1):
        state[k] = 0
    state[COUNT] = 1


@jitable
def play(state: Any, work: Work, action: int, setting: Any) -> None:
    """Make a move, or find one of the boards. Rules: TIQ-MOVE-1, TIQ-SUPER-1, TIQ-PAIR-1, TIQ-MEASURE-1"""
    if action >= SLOTS:
        found = nth(state, action - SLOTS, setting[7])
        for k in range(MOVED, CODE):
            state[k] = 0
        state[COUNT] = 1
        state[CODE] = found
        mask = setting[6][found]
        line = HAS_LINE[mask & ALL] | HAS_LINE[mask >> SQUARES]
        state[LINE_LEFT] = 0 if setting[3] else int(line)
        return
    row = state[CODE : CODE + state[COUNT]]
    survey(row, setting[6], work)
    empty = certainly_empty(work)
    a, b = squares_of(action, empty)
    mark = O if state[MARKS] & 1 else X
    doubled = a != b and ((empty >> a) & 1 or (empty >> b) & 1)
    count = state[COUNT]
    for half in range(1, -1, -1):
        if half == 0 or doubled:
            for n in range(count):
                code = state[CODE + n]
                at = CODE + half * count + n
                state[at] = board_after(code, setting[6][code], a, b, mark, DOUBLED if doubled else 0, half)
    state[COUNT] = 2 * count if doubled else count
    ascend(state)
    state[MOVED + state[MARKS]] = 1 << a | 1 << b
    state[MARKS] += 1
    state[LINE_LEFT] = 0


@jitable
def ascend(state: Any) -> None:
    """Order the codes."""
    for n in range(CODE + 1, CODE + state[COUNT]):
        code = state[n]
        at = n
        while at > CODE and state[at - 1] > code:
            state[at] = state[at - 1]
            at -= 1
        state[at] = code


@jitable
def nth(state: Any, n: int, order: Any) -> int:
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
def lines(state: Any, masks: Any) -> tuple[int, int]:
    """Whether X has a line, and whether O has. Rules: TIQ-END-1, TIQ-END-2, TIQ-END-3"""
    certain = (1 << 2 * SQUARES) - 1
    for k in range(CODE, CODE + state[COUNT]):
        certain &= masks[state[k]]
    return HAS_LINE[certain & ALL], HAS_LINE[certain >> SQUARES]


@jitable
def any_empty(state: Any, masks: Any) -> bool:
    """Whether a square is empty in all boards."""
    possible = 0
    for k in range(CODE, CODE + state[COUNT]):
        possible |= masks[state[k]]
    return (possible | possible >> SQUARES) & ALL != ALL


@jitable
def actor(state: Any, setting: Any) -> int:
    """Who acts. Rules: TIQ-TURN-1, TIQ-MEASURE-1, TIQ-END-1, TIQ-END-2, TIQ-END-3"""
    empty = any_empty(state, setting[6])
    full = state[COUNT] == 1 and not empty
    if setting[3] or full or state[LINE_LEFT]:
        x, o = lines(state, setting[6])
        if x or o:
            return OVER
    if full:
        return OVER
    return int(state[MARKS] & 1) if empty else CHANCE


@jitable
def draw(state: Any, setting: Any, bits: int) -> int:
    """All boards are equally likely. Rule: TIQ-MEASURE-1"""
    return SLOTS + int(((bits & 0xFFFFFFFF) * state[COUNT]) >> 32)


@jitable
def score(state: Any, setting: Any) -> int:
    """What the ended game is worth to X. Rule: TIQ-SCORE-1"""
    x, o = lines(state, setting[6])
    if x and o:
        return int(setting[4] if state[MARKS] & 1 else setting[5])
    return 1 if x else -1 if o else 0


@jitable
def find_legal(state: Any, work: Work, setting: Any, legal: Any) -> None:
    """The legal actions. Rules: TIQ-MOVE-1, TIQ-SUPER-1, TIQ-TARGET-1, TIQ-TARGET-2, TIQ-PAIR-1, TIQ-MEASURE-1"""
    row = state[CODE : CODE + state[COUNT]]
    survey(row, setting[6], work)
    empty = certainly_empty(work)
    if empty == 0:
        for n in range(min(state[COUNT], legal.shape[0] - SLOTS)):  # a full board that has ended may lack the room
            legal[SLOTS + n] = 1
        return
    mark = O if state[MARKS] & 1 else X
    others = targets(row, setting[6], work, mark, setting[0], setting[1])
    fillable = alone(work, 3 - mark) if setting[2] else 0
    slot = SQUARES
    for a in range(SQUARES):
        legal[a] = (empty >> a) & 1
        for b in range(a + 1, SQUARES):
            here = (empty >> a) & 1
            there = (empty >> b) & 1
            if here and there:
                legal[slot] = setting[0] > CLASSIC
            elif here or there:
                legal[slot] = (others >> (b if here else a)) & 1
            elif (fillable >> a) & (fillable >> b) & 1:
                legal[slot] = is_pair(row, setting[6], a, b, 3 - mark, setting[1])
            slot += 1


@jitable
def look_at_planes(state: Any, work: Work, setting: Any, legal: Any, seen: Any) -> None:
    """See `PLANE_RULES`."""
    find_legal(state, work, setting, legal)
    certain = work[CERTAIN]
    possible = work[POSSIBLE]
    for s in range(SQUARES):
        seen[SQUARES * CERTAIN_X_PLANE + s] = (certain >> s) & 1
        seen[SQUARES * CERTAIN_O_PLANE + s] = (certain >> (SQUARES + s)) & 1
        seen[SQUARES * POSSIBLE_X_PLANE + s] = (possible >> s) & 1
        seen[SQUARES * POSSIBLE_O_PLANE + s] = (possible >> (SQUARES + s)) & 1
        seen[SQUARES * TURN_PLANE + s] = state[MARKS] & 1
        for ply in range(SQUARES):
            seen[SQUARES * (MOVED_PLANE + ply) + s] = (state[MOVED + ply] >> s) & 1


@jitable
def look_at_key(state: Any, work: Work, setting: Any, legal: Any, seen: Any) -> None:
    """See `KEY_RULES`."""
    find_legal(state, work, setting, legal)
    for image in range(IMAGES):
        label = 0
        for k in range(CODE, CODE + state[COUNT]):
            label += setting[8][state[k], image]
        if image == 0 or label < seen[0]:
            seen[0] = label
    seen[0] = seen[0] << 1 | state[LINE_LEFT]


PLANE_RULES = Rules(
    NUMBERS, FOR_MOVES, SLOTS, MOST, (PLANES, SQUARES), np.uint8, begin, play, actor, draw, score, look_at_planes
)
"""Planes of the nine squares: where X, and where O, is in all boards; where X, and where O, is in some; all 1 if the
number of marks is odd; and of each ply since the last measurement its squares."""
KEY_RULES = Rules(NUMBERS, FOR_MOVES, SLOTS, MOST, (1,), np.int64, begin, play, actor, draw, score, look_at_key)
"""Twice the label of the set (see `qttt.fast.tiqtaqtoe.moves`), and 1 more if a measurement has just left a line: the
same for positions that are equal up to symmetry, and different for all others that the solved games have."""
STEP_WITH_PLANES, STEP_WITH_KEY = stepping(PLANE_RULES), stepping(KEY_RULES)
OBSERVED = {"planes": (PLANE_RULES, STEP_WITH_PLANES), "key": (KEY_RULES, STEP_WITH_KEY)}
"""The rules and their kernel for each observation."""
