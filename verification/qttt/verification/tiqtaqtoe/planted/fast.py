"""Typical human errors, planted in the fast engine of TiqTaqToe. The vectors must find them."""

from collections.abc import Iterable
from functools import partial
from types import SimpleNamespace
from typing import Any

from qttt.fast.tiqtaqtoe import rules as fast_rules
from qttt.fast.tiqtaqtoe.rules import Setting, State, marks
from qttt.verification.engines import SetUp
from qttt.verification.mutation import with_globals
from qttt.verification.tiqtaqtoe.engines import fast, tablebase


def _with_rules(**changed: Any) -> SetUp:
    rules = SimpleNamespace(**{**vars(fast_rules), **changed})
    return partial(fast, rules=rules)


def _by_code(items: Iterable[Any], key: Any = None) -> list[Any]:
    return sorted(items)


def _without_the_exchange(setting: Setting, state: State, slot: int) -> State:
    after = fast_rules.play(setting, state, slot)
    return State(after.codes[: len(state.codes)])


boards_come_by_their_codes = _with_rules(measurements=with_globals(fast_rules.measurements, sorted=_by_code))
half_of_the_boards_are_lost = _with_rules(play=_without_the_exchange)
the_last_mover_is_mistaken = _with_rules(score=with_globals(fast_rules.score, marks=lambda state: marks(state) + 1))
values_are_of_both_even = partial(fast, solved=lambda setting: tablebase(setting._replace(both="even")))
