"""Goff's game on keys, one action at a time.

An *action* is a number: the place of a move (1..45, see `qttt.fast.goff.board`; a loop is the special final
move), SEL_A or SEL_B. A rule of selection is called "opponent" (GOFF-SELECT-1) or "self" (GOFF-SELECT-2).

Every function of a key takes the reading (see `qttt.fast.goff.reading`). It raises TypeError unless the key is an
integer, and UnknownPosition unless it is made of ten places. Not checked: that a game reaches the position."""

from collections.abc import Iterator
from typing import Literal

import numpy as np

from qttt.fast.answers import UnknownPosition
from qttt.fast.goff import rules
from qttt.fast.goff.actions import ACTIONS, SEL_A, SEL_B
from qttt.fast.goff.board import PLACES
from qttt.fast.goff.forest import FOREST
from qttt.fast.goff.key import FIELD, LARGEST, PENDING, field, image
from qttt.fast.goff.moves import outcome_of
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.reading import FIRST_READING

Collapse = Literal["opponent", "self"]

INITIAL = 0


def outcome(key: int, reading: int = FIRST_READING) -> int:
    """The outcome code, UNFINISHED while play goes on."""
    return UNFINISHED if _checked(key) & FIELD else int(outcome_of(int(key), reading))


def actions(key: int, reading: int = FIRST_READING) -> tuple[int, ...]:
    """The legal actions, in the documented order; none when the game is over."""
    legal = [0] * len(ACTIONS)
    if outcome(key, reading) == UNFINISHED:
        rules.find_legal(int(key), legal, reading)
    return tuple(action for action, possible in zip(ACTIONS, legal, strict=True) if possible)


def play(key: int, action: int, reading: int = FIRST_READING) -> int:
    """The key after an action. Raises ValueError if it is not legal."""
    if action not in actions(key, reading):
        raise ValueError(f"action {action} is not legal in position {key:#017x}")
    state = [int(key), UNFINISHED]
    rules.play(state, [0] * FOREST, ACTIONS.index(action), rules.setting_of(rules.OPPONENT, (), reading))
    return int(image(state[rules.KEY], 0))


def settled(key: int, reading: int = FIRST_READING) -> tuple[int, int]:
    """The positions after selA and after selB of a pending position. Raises ValueError if no cycle waits to be
    settled."""
    if not key & FIELD:
        raise ValueError(f"position {key:#017x} has nothing to settle")
    return play(key, SEL_A, reading), play(key, SEL_B, reading)


def after_one_ply(key: int, reading: int = FIRST_READING) -> Iterator[int]:
    """The keys after each ply from a settled position, a closed cycle settled in both ways, with repetitions."""
    for action in actions(key, reading):
        after = play(key, action, reading)
        yield from settled(after, reading) if after & FIELD else (after,)


def _checked(key: object) -> int:
    """The key itself. Raises TypeError and UnknownPosition unless it is made of ten places."""
    if isinstance(key, bool) or not isinstance(key, int | np.integer):
        raise TypeError(f"{key!r} is not a key of goff-1.1: expected an integer")
    if not 0 <= key <= LARGEST or any(field(int(key), i) > PLACES for i in range(PENDING + 1)):
        raise UnknownPosition(
            f"{int(key):#x} is not a key of goff-1.1: expected ten fields of 6 bits, each 0 to {PLACES}"
        )
    return int(key)
