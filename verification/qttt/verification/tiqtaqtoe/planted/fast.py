"""Typical human errors, planted in the fast engine of TiqTaqToe. The vectors must find them."""

from functools import partial
from types import SimpleNamespace
from typing import Any

from qttt.fast.tiqtaqtoe import single
from qttt.fast.tiqtaqtoe.rules import Setting, State
from qttt.verification.engines import SetUp
from qttt.verification.tiqtaqtoe.engines import fast, tablebase


def _with_rules(**changed: Any) -> SetUp:
    return partial(fast, rules=SimpleNamespace(**{**vars(single), **changed}))


def _by_code(setting: Setting, state: State) -> list[State]:
    return sorted(single.measurements(setting, state))


def _without_the_exchange(setting: Setting, state: State, slot: int) -> State:
    after = single.play(setting, state, slot)
    return State(after.codes[: len(state.codes)])


def _of_the_other(setting: Setting, state: State) -> int:
    both = {"last-mover": "other", "other": "last-mover"}.get(setting.both, setting.both)
    return single.score(setting._replace(both=both), state)


boards_come_by_their_codes = _with_rules(measurements=_by_code)
half_of_the_boards_are_lost = _with_rules(play=_without_the_exchange)
the_last_mover_is_mistaken = _with_rules(score=_of_the_other)
values_are_of_both_even = partial(fast, solved=lambda setting: tablebase(setting._replace(both="even")))
