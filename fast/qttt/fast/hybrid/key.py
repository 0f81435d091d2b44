"""Positions of the hybrid game as 52-bit keys, under any switches.

From low to high: nine bits for the boxes that are X, nine for those that are O, a bit if O is to move, four for the box
that is being measured, from 1, and the pending links. What an unmeasured box carries as a control is one of the
`bundles`, and the links are a number in mixed radix: for each unmeasured box, the first one lowest, the number of its
bundle as the digit."""

from functools import cache
from typing import Any

from qttt.fast.hybrid.boxes import ALL, BOXES, members
from qttt.fast.hybrid.layer import Digits, all_digits
from qttt.fast.hybrid.rules import OTHER, State, written

O_BITS, TURN_BIT, MEASURING_BITS, LINK_BITS, KEY_BITS = 9, 18, 19, 23, 52
"""The lowest bit of each field of a key above the lowest one, and the size of a key."""
MEASURING = 15


@cache
def bundles(measured: int) -> dict[Digits, int]:
    """The numbers of all that a control may carry with `measured` boxes measured: at most two links, each
    ``2t + w`` for the t-th measured box as target and the owner w, 0 for X and 1 for O."""
    return {bundle: number for number, bundle in enumerate(all_digits(measured))}


def waiting(keys: Any) -> Any:
    """Whether a box is being measured in each position."""
    return (keys >> MEASURING_BITS & MEASURING) != 0


def key_of(state: State) -> int:
    """The key of a state. Raises KeyError if it has none, because it is not a position under any switches."""
    boxes = state.x | state.o
    measuring = 0 if state.measuring is None else state.measuring + 1
    if not (0 <= boxes <= ALL and state.turn in OTHER and measuring in range(state.measuring is not None, BOXES + 1)):
        raise KeyError(f"{written(state)} is not a position of this game")
    controls, targets = members(ALL & ~boxes), members(boxes)
    of_each: dict[int, list[int]] = {control: [] for control in controls}
    try:
        for control, target, owner in state.links:
            of_each[control].append(2 * targets.index(target) + "XO".index(owner))
        numbers = [bundles(len(targets))[tuple(sorted(some))] for some in of_each.values()]
    except (KeyError, ValueError):
        raise KeyError(f"{written(state)} is not a position of this game") from None
    base: int = len(bundles(len(targets)))
    links: int = sum(number * base**n for n, number in enumerate(numbers))
    turn = int(state.turn == "O") << TURN_BIT | measuring << MEASURING_BITS
    return state.x | state.o << O_BITS | turn | links << LINK_BITS
