"""The hybrid game in batches.

Actions are the slots of `qttt.fast.hybrid.rules`; the results of chance, after them, are X and O. The state has the
boxes that are X and those that are O as masks, 0 if it is X's turn and 1 if it is O's, the box that is being measured,
from 1, and for each box the links that it carries as a control, each ``2 target + owner + 1``, 0 for none, the larger
first."""

from typing import Any, NamedTuple

import numpy as np

from qttt.fast.batch import CHANCE, OVER, Rules, stepping
from qttt.fast.hybrid.answers import LINE, NUMBER, changed
from qttt.fast.hybrid.boxes import ALL, BOXES
from qttt.fast.hybrid.key import LINK_BITS, MEASURING_BITS, O_BITS, TURN_BIT, bundles
from qttt.fast.hybrid.rules import Setting as Switches
from qttt.fast.hybrid.rules import link_slot
from qttt.fast.jit import jitable

X_BOXES, O_BOXES, TURN, MEASURED = range(4)
ONE = 4
TWO = ONE + BOXES
NUMBERS = TWO + BOXES
SLOTS = link_slot(BOXES - 1, BOXES - 1) + 1
RESULTS = 2

X_PLANE, O_PLANE, MEASURED_PLANE, TURN_PLANE = range(4)
LINK_PLANES = 4
"""``+ 9 owner + control``: the targets of the links."""
PLANES = LINK_PLANES + 2 * BOXES


class Setting(NamedTuple):
    """The switches as the kernels take them: how many links a control may carry, whether there may be one link only,
    whether a target may have one link only, whether a link takes, and what lines of both players are worth to X if X,
    and if O, has measured last; and the tables `LINE`, `NUMBER` and `BUNDLE`."""

    most: int
    single: int
    one_a_target: int
    take: int
    both_by_x: int
    both_by_o: int
    line: Any
    number: Any
    bundle: Any


def setting_of(switches: Switches) -> Setting:
    """The switches of a game as the kernels take them. Rule: HYB-SWITCH-1"""
    by_x = {"draw": 0, "X": 1, "measurer": 1, "other": -1}[switches.both]
    by_o = {"draw": 0, "X": 1, "measurer": -1, "other": 1}[switches.both]
    most = 2 if switches.links == "two" else 1
    single, one_a_target = switches.links == "single", switches.targets == "one"
    take = switches.effect == "take"
    return Setting(most, single, one_a_target, take, by_x, by_o, LINE, NUMBER, BUNDLE)


def _bundle_numbers() -> Any:
    """int64 ``[measured, link, link]``: the number of a bundle (see `qttt.fast.hybrid.key.bundles`) whose links are
    ``2t + w + 1`` for the t-th measured box, the larger first, or 0; -1 where there is none."""
    numbers = np.full((BOXES + 1, 2 * BOXES + 1, 2 * BOXES + 1), -1)
    for measured in range(BOXES + 1):
        for bundle, number in bundles(measured).items():
            one, two = (*sorted((digit + 1 for digit in bundle), reverse=True), 0, 0)[:2]
            numbers[measured, one, two] = number
    return numbers


BUNDLE = _bundle_numbers()
BUNDLES = np.array([len(bundles(measured)) for measured in range(BOXES + 1)])


@jitable
def begin(state: Any) -> None:
    """The start position."""
    for k in range(NUMBERS):
        state[k] = 0


@jitable
def play(state: Any, work: Any, action: int, setting: Any) -> None:
    """Choose a box to measure, link, or find a result. Rules: HYB-MEASURE-1, HYB-LINK-1, HYB-RESULT-1, HYB-TRIGGER-1"""
    turn = state[TURN]
    if action < BOXES:
        state[MEASURED] = action + 1
        return
    if action < SLOTS:
        control = (action - BOXES) // BOXES
        link = 2 * ((action - BOXES) % BOXES) + turn + 1
        other = state[ONE + control]
        state[ONE + control] = max(link, other)
        state[TWO + control] = min(link, other)
    else:
        mark = action - SLOTS
        box = state[MEASURED] - 1
        x = state[X_BOXES] | (1 - mark) << box
        o = state[O_BOXES] | mark << box
        x, o = changed(state[ONE + box], mark, setting[3], x, o)
        x, o = changed(state[TWO + box], mark, setting[3], x, o)
        state[X_BOXES] = x
        state[O_BOXES] = o
        state[ONE + box] = 0
        state[TWO + box] = 0
        state[MEASURED] = 0
    state[TURN] = 1 - turn


@jitable
def actor(state: Any, setting: Any) -> int:
    """Who acts. Rules: HYB-TURN-1, HYB-RESULT-1, HYB-END-1, HYB-END-2, HYB-END-3"""
    if state[MEASURED]:
        return CHANCE
    x = state[X_BOXES]
    o = state[O_BOXES]
    if setting[6][x] or setting[6][o] or x | o == ALL:
        return OVER
    return int(state[TURN])


@jitable
def draw(state: Any, setting: Any, bits: int) -> int:
    """X and O are equally likely. Rule: HYB-RESULT-1"""
    return SLOTS + (bits & 1)


@jitable
def score(state: Any, setting: Any) -> int:
    """What the ended game is worth to X. Rules: HYB-SCORE-1, HYB-END-2"""
    x = setting[6][state[X_BOXES]]
    o = setting[6][state[O_BOXES]]
    if x and o:
        return int(setting[4] if state[TURN] == 1 else setting[5])
    return 1 if x else -1 if o else 0


@jitable
def find_legal(state: Any, setting: Any, legal: Any) -> None:
    """The legal actions. Rules: HYB-MEASURE-1, HYB-LINK-1, HYB-CONTROL-1, HYB-TARGET-1"""
    if state[MEASURED]:
        legal[SLOTS] = 1
        legal[SLOTS + 1] = 1
        return
    measured = state[X_BOXES] | state[O_BOXES]
    links = 0
    targeted = 0
    for k in range(ONE, NUMBERS):
        if state[k]:
            links += 1
            targeted |= 1 << ((state[k] - 1) >> 1)
    targets = measured & ~targeted if setting[2] else measured
    for control in range(BOXES):
        if (measured >> control) & 1 == 0:
            legal[control] = 1
            carried = (1 if state[ONE + control] else 0) + (1 if state[TWO + control] else 0)
            if (links == 0) if setting[1] else (carried < setting[0]):
                for target in range(BOXES):
                    legal[BOXES + BOXES * control + target] = (targets >> target) & 1


@jitable
def look_at_planes(state: Any, work: Any, setting: Any, legal: Any, seen: Any) -> None:
    """See `PLANE_RULES`."""
    find_legal(state, setting, legal)
    for box in range(BOXES):
        seen[BOXES * X_PLANE + box] = (state[X_BOXES] >> box) & 1
        seen[BOXES * O_PLANE + box] = (state[O_BOXES] >> box) & 1
        seen[BOXES * MEASURED_PLANE + box] = state[MEASURED] == box + 1
        seen[BOXES * TURN_PLANE + box] = state[TURN]
        for k in range(2):
            link = state[ONE + BOXES * k + box] - 1
            if link >= 0:
                seen[BOXES * (LINK_PLANES + BOXES * (link & 1) + box) + (link >> 1)] += 1


@jitable
def look_at_key(state: Any, work: Any, setting: Any, legal: Any, seen: Any) -> None:
    """See `KEY_RULES`."""
    find_legal(state, setting, legal)
    seen[0] = key_of(state, setting)


@jitable
def key_of(state: Any, setting: Any) -> int:
    """The key of the position."""
    measured = state[X_BOXES] | state[O_BOXES]
    count = 0
    for box in range(BOXES):
        count += (measured >> box) & 1
    links = 0
    base = 1
    for box in range(BOXES):
        if (measured >> box) & 1 == 0:
            one = numbered(state[ONE + box], measured, setting)
            two = numbered(state[TWO + box], measured, setting)
            links += setting[8][count, max(one, two), min(one, two)] * base
            base *= BUNDLES[count]
    return int(
        state[X_BOXES]
        | state[O_BOXES] << O_BITS
        | state[TURN] << TURN_BIT
        | state[MEASURED] << MEASURING_BITS
        | links << LINK_BITS
    )


@jitable
def numbered(link: int, measured: int, setting: Any) -> int:
    """A link with the number of its target among the measured boxes."""
    return 2 * setting[7][measured, (link - 1) >> 1] + ((link - 1) & 1) + 1 if link else 0


PLANE_RULES = Rules(
    NUMBERS, 1, SLOTS, RESULTS, (PLANES, BOXES), np.uint8, begin, play, actor, draw, score, look_at_planes
)
"""Planes of the nine boxes: those that are X, those that are O, the one that is being measured, all 1 if it is O's
turn; then for each control the targets of X's links, and for each control those of O's, 2 for two equal links."""
KEY_RULES = Rules(NUMBERS, 1, SLOTS, RESULTS, (1,), np.int64, begin, play, actor, draw, score, look_at_key)
"""The key of the position (see `qttt.fast.hybrid.key`)."""
STEP_WITH_PLANES, STEP_WITH_KEY = stepping(PLANE_RULES), stepping(KEY_RULES)
OBSERVED = {"planes": (PLANE_RULES, STEP_WITH_PLANES), "key": (KEY_RULES, STEP_WITH_KEY)}
"""The rules and their kernel for each observation."""
