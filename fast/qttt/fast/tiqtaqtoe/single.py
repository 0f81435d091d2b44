"""TiqTaqToe one action at a time: the rules of `batch`, run by Python on states of `rules`.

Play is as described in the rules, and a measurement is one of `measurements`."""

from functools import cache
from typing import Any

import numpy as np

from qttt.fast.backend import in_python
from qttt.fast.batch import CHANCE, OVER, Playing, Single
from qttt.fast.tiqtaqtoe import batch, moves
from qttt.fast.tiqtaqtoe.batch import CODE, COUNT, LINE_LEFT, MARKS
from qttt.fast.tiqtaqtoe.boards import SLOTS, O, X
from qttt.fast.tiqtaqtoe.rules import BOTH, NONE, WIN, Setting, State, marks, written

OUTCOMES = {moves.X_WON: WIN[X], moves.O_WON: WIN[O], moves.BOTH: BOTH, moves.NEITHER: NONE}
"""How a game ends, by the kind of its end."""


def outcome(setting: Setting, state: State) -> str | None:
    """How the game has ended: "win of X", "win of O", "lines of both" or "no line"; None while it goes on.

    Rules: TIQ-END-1, TIQ-END-2, TIQ-END-3"""
    return OUTCOMES.get(batch.kind(*in_python((_row(state), batch.setting_of(setting)))))


def score(setting: Setting, state: State) -> int:
    """What an ended game is worth to X: 1, 0 or -1. Rule: TIQ-SCORE-1

    Raises ValueError if it has not ended."""
    if outcome(setting, state) is None:
        raise ValueError(f"the game is not over in {written(state)}")
    return batch.score(*in_python((_row(state), batch.setting_of(setting))))


def actor(setting: Setting, state: State) -> str | None:
    """Whose node the state is: "X", "O", "CHANCE", or None at the end. Rules: TIQ-TURN-1, TIQ-MEASURE-1"""
    return {0: "X", 1: "O", CHANCE: "CHANCE", OVER: None}[_single(setting).actor(_row(state))]


def slots(setting: Setting, state: State) -> tuple[int, ...]:
    """The legal moves, in the documented order; none at the end and when a measurement is due."""
    return () if actor(setting, state) == "CHANCE" else tuple(_single(setting).legal(_row(state)))


def play(setting: Setting, state: State, slot: int) -> State:
    """The state after a move. Raises ValueError if it is not legal. Rules: TIQ-MOVE-1, TIQ-SUPER-1, TIQ-PAIR-1"""
    if slot not in slots(setting, state):
        raise ValueError(f"slot {slot} is not legal in {written(state)}")
    return _state(_single(setting).play(_row(state), slot))


def measurements(setting: Setting, state: State) -> tuple[State, ...]:
    """The equally likely results of a measurement in the documented order; none where none is due.

    Rule: TIQ-MEASURE-1"""
    if actor(setting, state) != "CHANCE":
        return ()
    single, ordered = _single(setting), sorted(state.codes, key=batch.ORDER.__getitem__)
    return tuple(_state(single.play(_row(State((code,))), SLOTS)) for code in ordered)


@cache
def _single(setting: Setting) -> Single:
    return Single(Playing(*batch.OBSERVED["planes"], batch.setting_of(setting)))


def _row(state: State) -> Any:
    """A state as `batch` has it, without the moves since the last measurement."""
    row = np.zeros(batch.NUMBERS + 1, np.int64)
    row[COUNT], row[MARKS], row[LINE_LEFT] = len(state.codes), marks(state), state.measured
    row[CODE : CODE + len(state.codes)] = state.codes
    return row


def _state(row: Any) -> State:
    return State(tuple(row[CODE : CODE + row[COUNT]].tolist()), bool(row[LINE_LEFT]))
