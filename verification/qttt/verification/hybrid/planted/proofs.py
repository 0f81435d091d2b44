"""The fast engine's rules and the order of layers with one error each, for the proofs about Q3T to refute."""

from collections.abc import Iterable
from itertools import pairwise

import z3

from qttt.fast.hybrid import rules
from qttt.fast.hybrid.boxes import BOXES
from qttt.fast.hybrid.rules import OTHER, Link, Setting, State, actor, outcome, slots
from qttt.verification.hybrid.proofs import Layer, Layers, later
from qttt.verification.hybrid.terms import THE_TEXT
from qttt.verification.mutation import with_globals
from qttt.verification.proof import Term


def _acting(setting: Setting, state: State, mark: str, links: Iterable[Link]) -> State:
    """Let these links act; the remaining links stay as they are."""
    then = rules._measured(setting, state._replace(links=tuple(links)), mark)
    return then._replace(links=tuple(link for link in state.links if link.control != state.measuring))


def _of_x(setting: Setting, state: State, mark: str) -> State:
    return _acting(setting, state, mark, [link._replace(owner="X") for link in state.links])


def _one_acts(setting: Setting, state: State, mark: str) -> State:
    return _acting(setting, state, mark, state.links[:1])


def _two_act(setting: Setting, state: State, mark: str) -> State:
    return _acting(setting, state, mark, state.links[:2])


def _for_the_measurer(setting: Setting, state: State, mark: str) -> State:
    return _acting(setting, state, mark, state.links if state.turn == mark else ())


def _x_moves_next(setting: Setting, state: State, mark: str) -> State:
    return rules._measured(setting, state, mark)._replace(turn="X")


def _left_to_x(setting: Setting, state: State, mark: str) -> State:
    then = rules._measured(setting, state, mark)
    return then._replace(links=tuple(link._replace(owner="X") for link in then.links))


def _taking(setting: Setting, state: State, mark: str) -> State:
    return rules._measured(Setting(effect="take"), state, mark)


def _open_again(setting: Setting, state: State, mark: str) -> State:
    then = rules._measured(setting, state, mark)
    return then._replace(x=then.x & ~(state.o & then.x))


def _replacing(setting: Setting, state: State, slot: int) -> State:
    then = with_globals(rules.play, slots=slots)(setting, state, slot)
    return then._replace(links=then.links[-1:])


def _keeping_three(setting: Setting, state: State, slot: int) -> State:
    then = with_globals(rules.play, slots=slots)(setting, state, slot)
    return then._replace(links=then.links[:3])


def _playing_for_x(setting: Setting, state: State, slot: int) -> State:
    then = with_globals(rules.play, slots=slots)(setting, state._replace(turn="X"), slot)
    return then._replace(turn=state.turn if slot < BOXES else OTHER[state.turn])


def _x_first(state: State) -> str | None:
    end = THE_TEXT.outcome(state)
    return rules.WIN["X"] if end == rules.BOTH else end


def _worth_of_x(setting: Setting, state: State) -> int:
    return with_globals(rules.score, outcome=outcome)(Setting(both="X"), state)


def _to_own_marks(setting: Setting, state: State) -> tuple[int, ...]:
    legal = with_globals(rules.slots, actor=actor)(setting, state)
    return tuple(slot for slot in legal if slot < BOXES or state.x >> slot % BOXES & 1)


def _own_links_alone(setting: Setting, state: State) -> tuple[int, ...]:
    own = tuple(link for link in state.links if link.owner == state.turn)
    return with_globals(rules.slots, actor=actor)(setting, state._replace(links=own))


def _not_the_middle_for_o(setting: Setting, state: State) -> tuple[int, ...]:
    legal = with_globals(rules.slots, actor=actor)(setting, state)
    return tuple(slot for slot in legal if slot != 4 or state.turn == "X")


def _not_the_last_if_alike(setting: Setting, state: State) -> tuple[int, ...]:
    legal = with_globals(rules.slots, actor=actor)(setting, state)
    alike = any(a.control == b.control and a.owner == b.owner for a, b in pairwise(state.links))
    return legal[: len(legal) - alike]


def _x_measures(state: State) -> str | None:
    acts = with_globals(rules.actor, outcome=outcome)(state)
    return "CHANCE" if acts == "CHANCE" and state.turn == "X" else acts and state.turn


def _links_first(one: Layer, other: Layer) -> Term:
    return later((one[1], one[0], one[2]), (other[1], other[0], other[2]))


def _or_the_same(one: Layer, other: Layer) -> Term:
    return z3.Or(later(one, other), z3.And(*(a == b for a, b in zip(one, other, strict=True))))


links_are_xs = THE_TEXT._replace(measured=_of_x)
two_links_act = THE_TEXT._replace(measured=_two_act)
links_act_for_the_measurer = THE_TEXT._replace(measured=_for_the_measurer)
x_moves_after_each_result = THE_TEXT._replace(measured=_x_moves_next)
links_that_stay_become_xs = THE_TEXT._replace(measured=_left_to_x)
x_makes_all_links = THE_TEXT._replace(play=_playing_for_x)
o_may_not_measure_the_middle = THE_TEXT._replace(slots=_not_the_middle_for_o)
owners_on_one_control_are_asked_for = THE_TEXT._replace(slots=_not_the_last_if_alike)
measurements_of_o_have_no_result = THE_TEXT._replace(actor=_x_measures)
one_link_acts = THE_TEXT._replace(measured=_one_acts)
links_take = THE_TEXT._replace(measured=_taking)
lines_of_x_are_looked_for_first = THE_TEXT._replace(outcome=_x_first)
lines_of_both_are_xs = THE_TEXT._replace(score=_worth_of_x)
own_marks_alone_are_targets = THE_TEXT._replace(slots=_to_own_marks)
own_links_alone_count = THE_TEXT._replace(slots=_own_links_alone)
reversed_boxes_are_open_again = Layers(THE_TEXT._replace(measured=_open_again))
links_replace_each_other = Layers(THE_TEXT._replace(play=_replacing))
three_links_are_kept = Layers(THE_TEXT._replace(play=_keeping_three))
links_come_before_boxes = Layers(later=_links_first)
a_layer_may_stay = Layers(later=_or_the_same)
