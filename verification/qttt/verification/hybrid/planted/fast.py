"""The fast engine's rules of Q3T with one error each, and engines that follow them."""

from functools import partial

from qttt.fast.hybrid import rules
from qttt.fast.hybrid.rules import Setting, State
from qttt.verification.hybrid.engines import THE_RULES, fast


def _without_turn(setting: Setting, state: State, slot: int) -> State:
    after = rules.play(setting, state, slot)
    return after if slot < 9 else after._replace(turn=state.turn)


def _taking(setting: Setting, state: State) -> tuple[State, ...]:
    return rules.results(setting._replace(effect="take"), state)


def _o_first(setting: Setting, state: State) -> tuple[State, ...]:
    return rules.results(setting, state)[::-1]


def _x_first(state: State) -> str | None:
    ended = rules.outcome(state)
    return rules.WIN["X"] if ended == rules.BOTH else ended


def _of_the_other_player(setting: Setting, state: State) -> int:
    return -rules.score(setting, state)


def _drawn(setting: Setting, state: State) -> int:
    return rules.score(setting._replace(both="draw"), state)


LINKS_KEEP_THE_TURN = THE_RULES._replace(play=_without_turn)
LINKS_TAKE = THE_RULES._replace(results=_taking)
O_COMES_FIRST = THE_RULES._replace(results=_o_first)
LINES_OF_X_COME_FIRST = THE_RULES._replace(outcome=_x_first)
WINS_ARE_LOSSES = THE_RULES._replace(score=_of_the_other_player)
BOTH_IGNORED = THE_RULES._replace(score=_drawn)

links_take = partial(fast, rules=LINKS_TAKE)
o_comes_first = partial(fast, rules=O_COMES_FIRST)
lines_of_x_come_first = partial(fast, rules=LINES_OF_X_COME_FIRST)
wins_are_losses = partial(fast, rules=WINS_ARE_LOSSES)
both_is_ignored = partial(fast, rules=BOTH_IGNORED)
