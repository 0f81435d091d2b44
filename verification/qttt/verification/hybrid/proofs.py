"""Lemmas on Q3T, proved for all marks, links and owners.

The text of the fast engine's rules is run on masks, links and boxes that are variables of z3. A result lets the links
act in a loop that carries nothing but the two masks: so it is enough to prove what one link does to any masks, and that
two act one behind the other. For more of them it follows by induction.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import z3

from qttt.fast.hybrid import rules
from qttt.fast.hybrid.boxes import ALL, BOXES
from qttt.fast.hybrid.rules import OTHER, SWITCHES, Link, Setting, State, actor, outcome, slots
from qttt.verification import Refuted
from qttt.verification.hybrid.terms import (
    APART,
    BOTH,
    BOX,
    FIRST,
    MASKS,
    SECOND,
    THE_TEXT,
    Half,
    Hidden,
    Masks,
    Text,
    after,
    bit,
    both_players,
    ended,
    left,
    lines_are_looked_up,
    scored,
    under_way,
)
from qttt.verification.mutation import with_globals
from qttt.verification.proof import Term, constant, count, prove

EFFECTS = tuple(Setting(effect=effect) for effect in SWITCHES["effect"])
RESULTS = tuple(product(EFFECTS, OTHER))
LIMITS = tuple(Setting(links, targets) for links, targets in product(SWITCHES["links"], SWITCHES["targets"]))


@cache
def links_act_one_behind_the_other(measured: Callable[[Setting, State, str], State]) -> None:
    """Prove it of two links; that the measured boxes are those before and the new one, whose mark stays; and that links
    of the box, and no others, are gone."""
    text = THE_TEXT._replace(measured=measured)
    for setting, mark in RESULTS:
        name, given = f"{setting.effect}, {mark} found", under_way(mark)
        once = after(text, setting, mark, [FIRST])
        twice = after(text, setting, mark, [FIRST, SECOND])
        prove(f"{name}: two links", given, after(text, setting, mark, [SECOND], once).same(twice))
        kept = [once.x & once.o == 0, once.of(OTHER[mark]) & bit(BOX) == 0, once.either == MASKS.either | bit(BOX)]
        prove(f"{name}: still under way", given, z3.And(*kept))
        stays = z3.If(FIRST.control == BOX, constant(0), constant(1))
        prove(f"{name}: links that stay", given, left(text, setting, mark, [FIRST]) == stays)


# Layers

Layer = tuple[Term, Term, Term]


def later(one: Layer, other: Layer) -> Term:
    """Whether the layer `other` comes after `one`: in lexicographic order."""
    (boxes, links, measuring), (then_boxes, then_links, then_measuring) = one, other
    of_the_same_boxes = z3.Or(links < then_links, z3.And(links == then_links, measuring < then_measuring))
    return z3.Or(boxes < then_boxes, z3.And(boxes == then_boxes, of_the_same_boxes))


class Layers(NamedTuple):
    """The rules, and the order of the layers."""

    text: Text = THE_TEXT
    later: Callable[[Layer, Layer], Term] = later


def every_action_leads_to_a_later_layer(subject: Layers = Layers()) -> str:  # noqa: B008
    """A result measures one box more, whatever links there are; a quantum move adds a link and measures none; to name a
    box changes nothing else. These are steps to a later layer, for all numbers of boxes and links; and no chain of such
    steps comes back."""
    links_act_one_behind_the_other(subject.text.measured)
    for setting, mark in RESULTS:
        measured = after(subject.text, setting, mark, [FIRST]).either
        given = [*under_way(mark), MASKS.either & bit(BOX) == 0]
        prove(f"{setting.effect}, {mark} found: one box more", given, _size(measured) == _size(MASKS.either) + 1)
    _moves_measure_nothing(subject.text)
    boxes, links, kept, *others = z3.Ints("boxes links kept b l m b2 l2 m2 b3 l3 m3")
    steps = {
        "a quantum move": ((boxes, links, 0), (boxes, links + 1, 0)),
        "to name a box": ((boxes, links, 0), (boxes, links, 1)),
        "a result": ((boxes, links, 1), (boxes + 1, kept, 0)),
    }
    for name, (one, other) in steps.items():
        prove(name, [kept >= 0, kept <= links], subject.later(one, other), "QF_LIA")
    one, other, third = (tuple(others[at : at + 3]) for at in range(0, 9, 3))
    prove("never back", [], z3.Not(subject.later(one, one)), "QF_LIA")
    chain = [subject.later(one, other), subject.later(other, third)]
    prove("step by step", chain, subject.later(one, third), "QF_LIA")
    return "all marks, boxes, links and owners, both effects and results; all numbers of boxes and links"


def _size(mask: Term) -> Term:
    return count(mask & 1 << box != 0 for box in range(BOXES))


def _moves_measure_nothing(text: Text) -> None:
    """Run the text of moves with masks that it must leave as they are, with up to two links before it."""
    x, o = object(), object()
    play = with_globals(text.play, slots=lambda setting, state: range(BOXES + BOXES * BOXES))
    for slot, number_of in product(range(BOXES + BOXES * BOXES), range(3)):
        links = (Link(0, 1, "O"),) * number_of
        before: Any = State(x, o, links)  # type: ignore[arg-type]
        then = play(Setting(), before, slot)
        expected = (number_of, slot) if slot < BOXES else (number_of + 1, None)
        if then.x is not x or then.o is not o or (len(then.links), then.measuring) != expected:
            raise Refuted(f"the move with slot {slot} and {number_of} links before it does something else")


# Double reversal


def reversals_cancel_and_commute(text: Text = THE_TEXT) -> str:
    """Two links make the same marks in either order. The same link twice changes nothing, or as much as once under
    `effect=take`. So a target is reversed if an odd number of links to it is triggered, or is the owner's if any is."""
    links_act_one_behind_the_other(text.measured)
    for setting, mark in RESULTS:
        name, given = f"{setting.effect}, {mark} found", under_way(mark)
        one, other = (after(text, setting, mark, links) for links in ((FIRST, SECOND), (SECOND, FIRST)))
        prove(f"{name}: in either order", given, one.same(other))
        bare, once, twice = (after(text, setting, mark, [FIRST] * times) for times in range(3))
        prove(f"{name}: twice", given, twice.same(bare if setting.effect == "reverse" else once))
        triggered = z3.And(FIRST.control == BOX, FIRST.is_x == int(mark == "X"))
        own = bare.of(mark) & bit(FIRST.target) != 0
        changed = triggered if setting.effect == "reverse" else z3.And(triggered, z3.Not(own))
        turned = Masks(*(z3.If(changed, mask ^ bit(FIRST.target), mask) for mask in bare))
        prove(f"{name}: once", given, once.same(turned))
    return "all marks, boxes, links and owners, both effects and results"


# Colours


def colours_can_be_exchanged(text: Text = THE_TEXT) -> str:
    """Results and links commute with the exchange; legal moves ask neither for owners nor for who has a mark; the same
    positions have ended, with the other winner and the score of the opposite sign, but that lines of both are X's under
    `both=X`; and so values have the opposite sign if those of all positions after the actions have."""
    moves_do_not_depend_on_colours(text)
    links_act_one_behind_the_other(text.measured)
    for setting, mark in RESULTS:
        here = after(text, setting, mark, [FIRST])
        there = after(text, setting, OTHER[mark], [FIRST.exchanged], MASKS.exchanged)
        prove(f"{setting.effect}, {mark} found: exchanged", under_way(mark), here.exchanged.same(there))
    _endings_are_exchanged(text)
    a, b = z3.Ints("a b")
    prove("the better one", [], -z3.If(a > b, a, b) == z3.If(-a < -b, -a, -b), "QF_LIA")
    prove("the mean", [], -(a + b) == -a + -b, "QF_LIA")
    return (
        "all marks, boxes, links and owners, both effects and results; all sets of measured boxes; each worth of both"
    )


def _endings_are_exchanged(text: Text) -> None:
    lines_are_looked_up()
    end = ended(text, MASKS)
    prove("endings", [APART], ended(text, MASKS.exchanged) == both_players(end))
    for both_are, turn in product(SWITCHES["both"], OTHER):
        setting = Setting(both=both_are)
        score = scored(text, setting, turn, MASKS)
        other = scored(text, setting, OTHER[turn], MASKS.exchanged)
        exception = z3.And(end == BOTH, both_are == "X")
        prove(f"scores, both={both_are}", [APART], other == z3.If(exception, constant(1), -score))


def moves_do_not_depend_on_colours(text: Text) -> None:
    """Run the text that lists the moves with owners and masks that it must not look at."""
    listed = with_globals(text.slots, actor=lambda _: "X")
    for either, setting in product(range(ALL + 1), LIMITS):
        measured = [box for box in range(BOXES) if either >> box & 1]
        unmeasured = [box for box in range(BOXES) if not either >> box & 1]
        owner: Any = Hidden()
        links = [Link(control, target, owner) for control in unmeasured[:2] for target in measured[:2]]
        masks: Any = Half(either)
        for pending in (links[:1], links[1:3]):
            listed(setting, State(masks, masks, tuple(pending)))


# Errors


def _of_x(setting: Setting, state: State, mark: str) -> State:
    links = tuple(link._replace(owner="X") for link in state.links)
    return rules._measured(setting, state._replace(links=links), mark)


def _one_acts(setting: Setting, state: State, mark: str) -> State:
    return rules._measured(setting, state._replace(links=state.links[:1]), mark)


def _taking(setting: Setting, state: State, mark: str) -> State:
    return rules._measured(Setting(effect="take"), state, mark)


def _open_again(setting: Setting, state: State, mark: str) -> State:
    then = rules._measured(setting, state, mark)
    return then._replace(x=then.x & ~(state.o & then.x))


def _replacing(setting: Setting, state: State, slot: int) -> State:
    then = with_globals(rules.play, slots=slots)(setting, state, slot)
    return then._replace(links=then.links[-1:])


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


def _links_first(one: Layer, other: Layer) -> Term:
    return later((one[1], one[0], one[2]), (other[1], other[0], other[2]))


def _or_the_same(one: Layer, other: Layer) -> Term:
    return z3.Or(later(one, other), z3.And(*(a == b for a, b in zip(one, other, strict=True))))


links_are_xs = THE_TEXT._replace(measured=_of_x)
one_link_acts = THE_TEXT._replace(measured=_one_acts)
links_take = THE_TEXT._replace(measured=_taking)
lines_of_x_are_looked_for_first = THE_TEXT._replace(outcome=_x_first)
lines_of_both_are_xs = THE_TEXT._replace(score=_worth_of_x)
own_marks_alone_are_targets = THE_TEXT._replace(slots=_to_own_marks)
own_links_alone_count = THE_TEXT._replace(slots=_own_links_alone)
reversed_boxes_are_open_again = Layers(THE_TEXT._replace(measured=_open_again))
links_replace_each_other = Layers(THE_TEXT._replace(play=_replacing))
links_come_before_boxes = Layers(later=_links_first)
a_layer_may_stay = Layers(later=_or_the_same)
