"""The hybrid game in batches, and its positions as 52-bit keys, under any switches.

A player's action is a *slot*: 0 to 8 measures a box; 9 + 9c + t links control c to target t. Ascending slots are the
documented order; the results of chance, after them, are X and O. The state has the boxes that are X and those that are
O as masks, 0 if it is X's turn and 1 if it is O's, the box that is being measured, from 1, and for each box the links
that it carries as a control, each ``2 target + owner + 1``, 0 for none, the larger first.

A key has, from low to high, nine bits for the boxes that are X, nine for those that are O, a bit if O is to move, four
for the box that is being measured, from 1, and the pending links. What an unmeasured box carries as a control, its
*bundle*, is one of `qttt.fast.hybrid.layer.all_digits`, and the links are a number in mixed radix: for each unmeasured
box, the first one lowest, the number of its bundle as the digit."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Work
from qttt.fast.batch import CHANCE, OVER, Rules
from qttt.fast.board import ALL, members
from qttt.fast.hybrid.layer import LINE, all_digits
from qttt.fast.hybrid.setting import BOXES, Setting
from qttt.fast.jit import jitable

X_BOXES, O_BOXES, TURN, MEASURED = range(4)
ONE = 4
TWO = ONE + BOXES
NUMBERS = TWO + BOXES
SLOTS = BOXES + BOXES * BOXES
RESULTS = 2

O_BITS, TURN_BIT, MEASURING_BITS, LINK_BITS, KEY_BITS = 9, 18, 19, 23, 52
"""The lowest bit of each field of a key above the lowest one, and the size of a key."""
MEASURING = 15

X_PLANE, O_PLANE, MEASURED_PLANE, TURN_PLANE = range(4)
LINK_PLANES = 4
"""``+ 9 owner + control``: the targets of the links."""
PLANES = LINK_PLANES + 2 * BOXES

COUNT = np.array([mask.bit_count() for mask in range(ALL + 1)])
"""``[mask]``: how many boxes it has."""
MEMBERS = np.array([(*members(mask), *[0] * (BOXES - mask.bit_count())) for mask in range(ALL + 1)])
"""``[mask, number]``: its boxes, ascending."""


class Switches(NamedTuple):
    """The switches as the kernels take them: how many links a control may carry, whether there may be one link only,
    whether a target may have one link only, whether a link takes, and what lines of both players are worth to X if X,
    and if O, has measured last; and the tables `LINE` and `BUNDLE`."""

    most: int
    single: int
    one_a_target: int
    takes: int
    both_by_x: int
    both_by_o: int
    line: Ints
    bundle: Ints


def setting_of(switches: Setting) -> Switches:
    """The switches of a game as the kernels take them. Rule: HYB-SWITCH-1"""
    by_x = {"draw": 0, "X": 1, "measurer": 1, "other": -1}[switches.both]
    by_o = {"draw": 0, "X": 1, "measurer": -1, "other": 1}[switches.both]
    most = 2 if switches.links == "two" else 1
    single, one_a_target = int(switches.links == "single"), int(switches.targets == "one")
    take = int(switches.effect == "take")
    return Switches(most, single, one_a_target, take, by_x, by_o, LINE, BUNDLE)


BUNDLES = np.array([len(all_digits(measured)) for measured in range(BOXES + 1)])
"""``[measured]``: how many bundles there are."""
BUNDLE = np.full((BOXES + 1, 2 * BOXES + 1, 2 * BOXES + 1), -1)
"""``[measured, link, link]``: the number of a bundle whose links are ``2t + w + 1``
for the t-th measured box, the larger first, or 0; -1 where there is none."""
BUNDLE_LINKS = np.zeros((BOXES + 1, int(BUNDLES.max()), 2), np.int64)
"""``[measured, bundle, 2]``: the links of each bundle."""
for _measured in range(BOXES + 1):
    for _number, _bundle in enumerate(all_digits(_measured)):
        _links = (*sorted((digit + 1 for digit in _bundle), reverse=True), 0, 0)[:2]
        BUNDLE[_measured, _links[0], _links[1]] = _number
        BUNDLE_LINKS[_measured, _number] = _links


@jitable
def begin(state: Work, setting: Switches) -> None:
    """The start position."""
    for k in range(NUMBERS):
        state[k] = 0


@jitable
def play(state: Work, work: Work, action: int, setting: Switches) -> None:
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
        x, o = trigger(state[ONE + box], mark, setting.takes, x, o)
        x, o = trigger(state[TWO + box], mark, setting.takes, x, o)
        state[X_BOXES] = x
        state[O_BOXES] = o
        state[ONE + box] = 0
        state[TWO + box] = 0
        state[MEASURED] = 0
    state[TURN] = 1 - turn


@jitable
def trigger(link: int, mark: int, take: int, x: int, o: int) -> tuple[int, int]:
    """The marks after a link has acted, if it belongs to the player whose mark was found, 0 for X and 1 for O.

    Rule: HYB-TRIGGER-1"""
    if link == 0 or (link - 1) & 1 != mark:
        return x, o
    bit = 1 << ((link - 1) >> 1)
    becomes_o = mark if take else (x & bit) != 0
    if becomes_o:
        return x & ~bit, o | bit
    return x | bit, o & ~bit


@jitable
def actor(state: Work, setting: Switches) -> int:
    """Who acts. Rules: HYB-TURN-1, HYB-RESULT-1, HYB-END-1, HYB-END-2, HYB-END-3"""
    if state[MEASURED]:
        return CHANCE
    x = state[X_BOXES]
    o = state[O_BOXES]
    if setting.line[x] or setting.line[o] or x | o == ALL:
        return OVER
    return int(state[TURN])


@jitable
def draw(state: Work, setting: Switches, bits: int) -> int:
    """X and O are equally likely. Rule: HYB-RESULT-1"""
    return SLOTS + (bits & 1)


@jitable
def score(state: Work, setting: Switches) -> int:
    """What the ended game is worth to X. Rules: HYB-SCORE-1, HYB-END-2"""
    x = setting.line[state[X_BOXES]]
    o = setting.line[state[O_BOXES]]
    if x and o:
        return int(setting.both_by_x if state[TURN] == 1 else setting.both_by_o)
    return 1 if x else -1 if o else 0


@jitable
def find_legal(state: Work, setting: Switches, legal: Work) -> None:
    """The legal actions. Rules: HYB-MEASURE-1, HYB-LINK-1, HYB-CONTROL-1, HYB-TARGET-1"""
    if state[MEASURED]:
        legal[SLOTS] = 1
        legal[SLOTS + 1] = 1
        return
    measured = state[X_BOXES] | state[O_BOXES]
    links, targeted, _ = count_pending(state)
    targets = measured & ~targeted if setting.one_a_target else measured
    for control in range(BOXES):
        if (measured >> control) & 1 == 0:
            legal[control] = 1
            carried = (1 if state[ONE + control] else 0) + (1 if state[TWO + control] else 0)
            if (links == 0) if setting.single else (carried < setting.most):
                for target in range(BOXES):
                    legal[BOXES + BOXES * control + target] = (targets >> target) & 1


@jitable
def count_pending(state: Work) -> tuple[int, int, int]:
    """How many links are pending, the mask of their targets, and that of the targets of several."""
    links = 0
    targeted = 0
    several = 0
    for k in range(ONE, NUMBERS):
        if state[k]:
            bit = 1 << ((state[k] - 1) >> 1)
            links += 1
            several |= targeted & bit
            targeted |= bit
    return links, targeted, several


@jitable
def look_at_planes(state: Work, work: Work, setting: Switches, legal: Work, seen: Work) -> None:
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
def look_at_key(state: Work, work: Work, setting: Switches, legal: Work, seen: Work) -> None:
    """See `KEY_RULES`."""
    find_legal(state, setting, legal)
    seen[0] = key_of(state, setting)


@jitable
def key_of(state: Work, setting: Switches) -> int:
    """The key of the position."""
    measured = state[X_BOXES] | state[O_BOXES]
    links = 0
    base = 1
    for box in range(BOXES):
        if (measured >> box) & 1 == 0:
            links += bundle_of(state, box, setting) * base
            base *= BUNDLES[COUNT[measured]]
    return int(
        state[X_BOXES]
        | state[O_BOXES] << O_BITS
        | state[TURN] << TURN_BIT
        | state[MEASURED] << MEASURING_BITS
        | links << LINK_BITS
    )


@jitable
def bundle_of(state: Work, control: int, setting: Switches) -> int:
    """The number of what an unmeasured box carries as a control; -1 for what none may carry."""
    measured = state[X_BOXES] | state[O_BOXES]
    one = renumber(state[ONE + control], measured)
    two = renumber(state[TWO + control], measured)
    return int(setting.bundle[COUNT[measured], max(one, two), min(one, two)])


@jitable
def renumber(link: int, measured: int) -> int:
    """A link with the number of its target among the measured boxes."""
    return int(2 * COUNT[measured & ((1 << ((link - 1) >> 1)) - 1)] + 2 - (link & 1)) if link else 0


@jitable
def read(key: int, state: Work) -> int:
    """Write the position with a key as a state; return 0 unless more links are in the key than it can have."""
    x = key & ALL
    o = (key >> O_BITS) & ALL
    state[X_BOXES] = x
    state[O_BOXES] = o
    state[TURN] = (key >> TURN_BIT) & 1
    state[MEASURED] = (key >> MEASURING_BITS) & MEASURING
    measured = COUNT[x | o]
    links = key >> LINK_BITS
    for box in range(BOXES):
        for n in range(2):
            state[(TWO if n else ONE) + box] = 0
        if ((x | o) >> box) & 1 == 0:
            for n in range(2):
                link = BUNDLE_LINKS[measured, links % BUNDLES[measured], n]
                if link:
                    target = MEMBERS[x | o, (link - 1) >> 1]
                    state[(TWO if n else ONE) + box] = 2 * target + ((link - 1) & 1) + 1
            links //= BUNDLES[measured]
    return int(links)


def waiting(keys: Ints) -> Ints:
    """Whether a box is being measured in each position."""
    waits: Ints = keys >> MEASURING_BITS & MEASURING != 0
    return waits


@jitable
def turn(state: Work, to: Ints, image: Work) -> None:
    """Write the image of a state; `to` says where each box goes."""
    x = 0
    o = 0
    for box in range(BOXES):
        x |= ((state[X_BOXES] >> box) & 1) << to[box]
        o |= ((state[O_BOXES] >> box) & 1) << to[box]
        for first in (ONE, TWO):
            link = state[first + box]
            if link:
                link = 2 * to[(link - 1) >> 1] + ((link - 1) & 1) + 1
            image[first + to[box]] = link
    image[X_BOXES] = x
    image[O_BOXES] = o
    image[TURN] = state[TURN]
    image[MEASURED] = to[state[MEASURED] - 1] + 1 if state[MEASURED] else 0


PLANE_RULES = Rules(
    NUMBERS, 1, SLOTS, RESULTS, (PLANES, BOXES), np.uint8, begin, play, actor, draw, score, look_at_planes
)
"""Planes of the nine boxes: those that are X, those that are O, the one that is being measured, all 1 if it is O's
turn; then for each control the targets of X's links, and for each control those of O's, 2 for two equal links."""
KEY_RULES = replace(PLANE_RULES, shape=(1,), dtype=np.int64, look=look_at_key)
"""The key of the position."""
OBSERVED = {"planes": PLANE_RULES, "key": KEY_RULES}
"""The rules for each observation."""
