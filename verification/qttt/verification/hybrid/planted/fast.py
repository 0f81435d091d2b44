"""The fast engine's rules of Q3T with one error each, and engines that follow them."""

from functools import partial

from qttt.fast.hybrid import rules
from qttt.fast.hybrid.rules import Setting, State
from qttt.verification.hybrid.engines import THE_RULES, fast


def _o_first(setting: Setting, state: State) -> tuple[State, ...]:
    return rules.results(setting, state)[::-1]


def _x_first(state: State) -> str | None:
    ended = rules.outcome(state)
    return rules.WIN["X"] if ended == rules.BOTH else ended


def _of_the_other_player(setting: Setting, state: State) -> int:
    return -rules.score(setting, state)


def _drawn(setting: Setting, state: State) -> int:
    return rules.score(setting._replace(both="draw"), state)


O_COMES_FIRST = THE_RULES._replace(results=_o_first)
LINES_OF_X_COME_FIRST = THE_RULES._replace(outcome=_x_first)
WINS_ARE_LOSSES = THE_RULES._replace(score=_of_the_other_player)
BOTH_IGNORED = THE_RULES._replace(score=_drawn)

o_comes_first = partial(fast, rules=O_COMES_FIRST)
lines_of_x_come_first = partial(fast, rules=LINES_OF_X_COME_FIRST)
wins_are_losses = partial(fast, rules=WINS_ARE_LOSSES)
both_is_ignored = partial(fast, rules=BOTH_IGNORED)
