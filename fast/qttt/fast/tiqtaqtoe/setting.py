"""The settings of TiqTaqToe, and its states; `rules.single` plays on them.

A state is a set of equally likely boards, ascending codes."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.tiqtaqtoe.boards import ALL, MARKS, MASKS, SQUARES, text

RULESET = "tiqtaqtoe-1.1"
LEVELS = ("classic", "minimal", "moderate", "high")
SWITCHES = {
    "target": ("entangled", "unentangled"),
    "pair": ("illegal", "legal"),
    "lines": ("every-move", "full-board"),
    "both": ("even", "X", "O", "last-mover", "other"),
}
"""The values of each switch, the canonical one first. Rule: TIQ-SWITCH-1"""
SCALE = 1 << SQUARES
"""What exact values are multiplied by to be integers (lemma `denominators`)."""
ONLY_HIGH = ("target", "pair")


KINDS = 6
X_WON, O_WON, BOTH, NEITHER, MEASUREMENT, DECISION = range(KINDS)
"""What a set of boards is: an end, a measurement that is due, or a player's decision."""
END_KINDS = (X_WON, O_WON, BOTH, NEITHER)


class Setting(NamedTuple):
    """A level and its switches. Not checked when made: see `check`."""

    level: str = "high"
    target: str = "entangled"
    pair: str = "illegal"
    lines: str = "every-move"
    both: str = "even"


class State(NamedTuple):
    """A set of equally likely boards, and whether a measurement has just left a line there (`lines` = full-board)."""

    codes: tuple[int, ...]
    measured: bool = False


START = State((0,))


def check(setting: Setting) -> Setting:
    """The setting itself. Raises ValueError for an unknown level or value, or one that this level lacks."""
    if setting.level not in LEVELS:
        raise ValueError(f"level {setting.level!r}: expected {', '.join(LEVELS)}")
    for name, values in SWITCHES.items():
        value = getattr(setting, name)
        if value not in values:
            raise ValueError(f"switch {name}={value}: expected {', '.join(values)}")
        if name in ONLY_HIGH and setting.level != "high" and value != values[0]:
            raise ValueError(f"switch {name}={value}: only the level high has it, this is {setting.level}")
    return setting


def switches(setting: Setting) -> tuple[int, int, int]:
    """The level, and the switches `target` and `pair`, as kernels take them. Rules: TIQ-LEVEL-1, TIQ-SWITCH-1"""
    return LEVELS.index(setting.level), int(setting.target == "unentangled"), int(setting.pair == "legal")


def marks(state: State) -> int:
    """How many marks every board has, which is the number of moves made."""
    return int(MARKS[state.codes[0]])


def score_of_both(setting: Setting, moves: int) -> int:
    """What lines of both players are worth to X after `moves` moves. Rule: TIQ-SCORE-1"""
    last = 1 if moves % 2 else -1
    return {"even": 0, "X": 1, "O": -1, "last-mover": last, "other": -last}[setting.both]


def worth_of_ends(settings: Sequence[Setting], made: int) -> Ints:
    """``[kind, setting]``: the value of an ended game after `made` moves, 0 for all else. Rule: TIQ-SCORE-1"""
    worth = np.zeros((KINDS, len(settings)), np.int32)
    worth[X_WON], worth[O_WON] = SCALE, -SCALE
    worth[BOTH] = [SCALE * score_of_both(setting, made) for setting in settings]
    return worth


def certainly_empty(state: State) -> int:
    """The mask of squares that are empty on every board."""
    possible: int = reduce(or_, (int(MASKS[code]) for code in state.codes))
    return ALL & ~(possible | possible >> SQUARES)


def written(state: State) -> str:
    """A state as a text."""
    return " | ".join(sorted(map(text, state.codes))) + " measured" * state.measured
