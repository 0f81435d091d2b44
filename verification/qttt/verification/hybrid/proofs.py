"""Lemmas on Q3T, proved for all marks, links and owners.

The text of the fast engine's rules runs on masks, links and boxes that are variables of z3. z3 proves the effect of one
link on any masks, and that two and three links act one after the other. For more links this follows by induction: a
result lets the links act in a loop that carries only the two masks, as the text shows; this is not proved.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache, reduce
from itertools import pairwise, product
from operator import eq
from typing import Any, NamedTuple

import z3

from qttt.fast.hybrid import rules
from qttt.fast.hybrid.boxes import ALL, BOXES
from qttt.fast.hybrid.rules import OTHER, SWITCHES, Link, Setting, State
from qttt.verification import Refuted
from qttt.verification.formal.page import Text as PageText
from qttt.verification.formal.symbols import Symbols
from qttt.verification.formal.terms import Partial, either, equal
from qttt.verification.hybrid.formal import PAGE
from qttt.verification.hybrid.terms import (
    APART,
    BOTH,
    BOX,
    ENDS,
    FIRST,
    LINKS,
    MASKS,
    NOT_ENDED,
    SECOND,
    THE_TEXT,
    THIRD,
    Half,
    Hidden,
    Lines,
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
from qttt.verification.mutation import edited, with_globals
from qttt.verification.proof import Term, constant, count, number, prove

EFFECTS = tuple(Setting(effect=effect) for effect in SWITCHES["effect"])
RESULTS = tuple(product(EFFECTS, OTHER))
SLOTS = range(BOXES + BOXES * BOXES)
MOST_LINKS = 16
"""The largest number of pending links: two on each of eight boxes."""
HIDDEN: Any = Hidden()
LIMITS = tuple(Setting(links, targets) for links, targets in product(SWITCHES["links"], SWITCHES["targets"]))


@cache
def links_act_one_behind_the_other(measured: Callable[[Setting, State, str], State]) -> None:
    """Prove it for two links and for three; that the measured boxes are the previous ones and the new one, whose mark
    stays; that exactly the links of the box are removed; and that all this does not depend on who measures."""
    text = THE_TEXT._replace(measured=measured)
    for setting, mark in RESULTS:
        name, given = f"{setting.effect}, {mark} found", under_way(mark)
        once, twice, thrice = (after(text, setting, mark, LINKS[:number]) for number in (1, 2, 3))
        prove(f"{name}: two links", given, after(text, setting, mark, [SECOND], once).same(twice))
        prove(f"{name}: three links", given, after(text, setting, mark, [THIRD], twice).same(thrice))
        kept = [once.x & once.o == 0, once.of(OTHER[mark]) & bit(BOX) == 0, once.either == MASKS.either | bit(BOX)]
        prove(f"{name}: still under way", given, z3.And(*kept))
        for some in (LINKS[:1], LINKS[:2], LINKS):
            stay = [z3.If(one.control == BOX, 0, constant(1 << at)) for at, one in enumerate(some)]
            prove(f"{name}: links that stay of {len(some)}", given, left(text, setting, mark, some) == sum(stay))


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
    """A result measures one more box, for any links; a quantum move adds a link and measures no box; naming a box
    changes nothing else. These are steps to a later layer, for all numbers of boxes and links; and no chain of such
    steps returns."""
    links_act_one_behind_the_other(subject.text.measured)
    for setting, mark in RESULTS:
        measured = after(subject.text, setting, mark, [FIRST]).either
        given = [*under_way(mark), MASKS.either & bit(BOX) == 0]
        prove(f"{setting.effect}, {mark} found: one box more", given, _size(measured) == _size(MASKS.either) + 1)
    moves_do_what_they_say(subject.text)
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


def moves_do_what_they_say(text: Text) -> None:
    """Run the text of moves with masks and owners that it must not read: naming a box changes nothing else; a quantum
    move adds the mover's link, and passes the turn. Up to sixteen links precede it, with and without a link of X and
    one of O between the same boxes."""
    x, o = object(), object()
    play = with_globals(text.play, slots=lambda setting, state: SLOTS)
    for slot, turn, owners in product(SLOTS, OTHER, ("", "X", "O", "XO")):
        control, target = divmod(slot - BOXES, BOXES)
        alike = [Link(control, target, each) for each in owners]
        others: Any = [Link(control + 1, at, HIDDEN) for at in range(MOST_LINKS - len(alike))]
        for more in range(len(others) + 1):
            before: Any = State(x, o, (*alike, *others[:more]), turn)  # type: ignore[arg-type]
            then = play(Setting(), before, slot)
            named = before._replace(measuring=slot)
            linked = before._replace(links=(*before.links, Link(control, target, turn)), turn=OTHER[turn])
            if _unordered(then) != _unordered(named if slot < BOXES else linked):
                raise Refuted(
                    f"the move with slot {slot} of {turn}, {len(before.links)} links before it, acts differently"
                )


def _unordered(state: State) -> Any:
    """A state for comparison: its links in any order, hidden parts by object identity."""
    links = Counter((*link[:2], id(HIDDEN) if link.owner is HIDDEN else link.owner) for link in state.links)
    return id(state.x), id(state.o), links, state.turn, state.measuring


# Double reversal


def marks_are_those_of_the_page(text: Text, blocks: PageText) -> None:
    """Prove that a result with up to three links makes the marks that HYB-TRIGGER-1 states."""
    boxes = range(1, BOXES + 1)
    holds = {box: (MASKS.either & bit(constant(box - 1)) != 0) for box in boxes}
    marks = {box: (held, either(MASKS.x & bit(constant(box - 1)) != 0, "X", "O")) for box, held in holds.items()}
    pending = [(one.control + 1, one.target + 1, either(one.is_x == 1, "X", "O")) for one in LINKS]
    for (setting, mark), most in product(RESULTS, range(len(LINKS) + 1)):
        page = Symbols(blocks, effect=setting.effect)
        position = page.Position(Partial(marks), tuple(pending[:most]), "X", BOX + 1)
        made = after(text, setting, mark, LINKS[:most])
        for box in boxes:
            held, measured = page.mark_after(position, mark, box), z3.Or(holds[box], box - 1 == BOX)
            same = [
                (made.of(player) & bit(constant(box - 1)) != 0) == z3.And(measured, equal(held, player))
                for player in OTHER
            ]
            prove(f"{setting.effect}, {mark} found, {most} links: box {box}", under_way(mark), z3.And(*same))


def reversals_cancel_and_commute(subject: Text | PageText = THE_TEXT) -> str:
    """Two links make the same marks in either order. The same link twice changes nothing, or as much as once under
    `effect=take`. So a target is reversed if an odd number of links to it is triggered, or the owner's if any is, as
    the page states for up to three links. The subject is the text of the kernels, or of the page."""
    text, blocks = (subject, PAGE.text) if isinstance(subject, Text) else (THE_TEXT, subject)
    marks_are_those_of_the_page(text, blocks)
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


the_page_reverses_once_only = PAGE.with_error("HYB-TRIGGER-1", "triggered % 2 == 1", "triggered == 1")


# Colours


def colours_can_be_exchanged(text: Text = THE_TEXT) -> str:
    """Results and links commute with the exchange; legal moves depend neither on owners nor on who has a mark; the same
    positions have ended, with the other winner and the opposite score, except if both players have a line under
    `both=X`; so values have the opposite sign if the values of all positions after the actions do."""
    moves_do_not_depend_on_colours(text)
    moves_do_what_they_say(text)
    the_turn_is_whose_it_is(text)
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
    """Run the text that lists the moves with a turn, owners and masks that it must not read: with no link, one link,
    two links of one control or of two, to the same target or not, and with as many links as controls can carry."""
    listed = with_globals(text.slots, actor=lambda _: "X")
    for measured_boxes, setting in product(range(ALL + 1), LIMITS):
        measured = [box for box in range(BOXES) if measured_boxes >> box & 1]
        unmeasured = [box for box in range(BOXES) if not measured_boxes >> box & 1]
        links = [Link(control, target, HIDDEN) for control in unmeasured for target in measured[:2]]
        masks: Any = Half(measured_boxes)
        one_control, two_controls, twice = links[:2], links[::2][:2], links[:1] * 2
        for pending in ((), links[:1], one_control, two_controls, [*links[:1], *links[3:4]], twice, links):
            listed(setting, State(masks, masks, tuple(pending), HIDDEN))


def the_turn_is_whose_it_is(text: Text) -> None:
    """Run the text that decides who acts, with either turn, and masks and links that it must not read."""
    for turn, measuring, over in product(OTHER, (None, *range(BOXES)), (None, *ENDS[1:])):
        acts = with_globals(text.actor, outcome=lambda _, over=over: over)
        expected = None if over else turn if measuring is None else "CHANCE"
        if acts(State(HIDDEN, HIDDEN, HIDDEN, turn, measuring)) != expected:
            raise Refuted(f"with the turn of {turn}, measuring {measuring}, ended as {over}, another player acts")


# In an order that does not depend on results


class Course(NamedTuple):
    """The rules, and the number of boxes measured at a time."""

    text: Text = THE_TEXT
    at_a_time: int = 1


def measuring_in_order_is_fair(subject: Course = Course()) -> str:  # noqa: B008
    """For any order of the boxes that does not depend on results: exchanging all results exchanges the winner, and a
    draw stays a draw. All results are equally likely, so X wins as often as O. Both players never have a line."""
    lines_are_looked_up()
    marks = number("marks", BOXES)
    boxes = [number(f"box_{at}", 4) for at in range(BOXES)]
    known = [*(z3.ULT(box, BOXES) for box in boxes), z3.Distinct(*boxes)]
    ends: list[list[Term]] = []
    for found in (marks, marks ^ ALL):
        measured, each = constant(0), []
        for at in range(0, BOXES, subject.at_a_time):
            measured = reduce(lambda some, box: some | bit(box), boxes[at : at + subject.at_a_time], measured)
            each.append(ended(subject.text, Masks(found & measured, (found ^ ALL) & measured)))
        ends.append(each)
    for at, (before, then) in enumerate(pairwise([constant(NOT_ENDED), *ends[0]])):
        prove(f"lines of both, measurement {at + 1}", [*known, before == NOT_ENDED], then != BOTH)
    here, there = (reduce(lambda later, end: z3.If(end == NOT_ENDED, later, end), each[::-1]) for each in ends)
    prove("exchanged results", known, there == both_players(here))
    return "all orders of the boxes, all results"


# Errors


def _with_error(rule: str, old: str, new: str) -> Text:
    """The text with an error in one of the rules."""
    right = getattr(rules, "_measured" if rule == "measured" else rule)
    return THE_TEXT._replace(**{rule: edited(right, old, new, **({"HAS_LINE": Lines()} if rule == "outcome" else {}))})


links_are_xs = _with_error("measured", "link.owner == mark", '"X" == mark')
one_link_acts = _with_error("measured", "in state.links:", "in state.links[:1]:")
two_links_act = _with_error("measured", "in state.links:", "in state.links[:2]:")
links_act_for_the_measurer = _with_error("measured", "link.owner == mark", "link.owner == mark == state.turn")
x_moves_after_each_result = _with_error("measured", "OTHER[state.turn]", '"X"')
links_that_stay_become_xs = _with_error("measured", "tuple(link for", 'tuple(link._replace(owner="X") for')
links_take = _with_error("measured", 'setting.effect == "take"', "True")
lines_of_x_are_looked_for_first = _with_error("outcome", "return BOTH", 'return WIN["X"]')
lines_of_both_are_xs = _with_error("score", "[setting.both]", '["X"]')
own_marks_alone_are_targets = _with_error("slots", "members(measured)", "members(state.x)")
own_links_alone_count = _with_error(
    "slots",
    "_may_control(setting, state, box)",
    "_may_control(setting, state._replace(links=[a for a in state.links if a.owner == state.turn]), box)",
)
owners_on_one_control_are_asked_for = _with_error(
    "slots",
    "_may_control(setting, state, box)",
    "not any(a.control == b.control and a.owner == b.owner for a, b in zip(state.links, state.links[1:]))",
)
o_may_not_measure_the_middle = _with_error(
    "slots", "(*unmeasured,", '(*(box for box in unmeasured if box != 4 or state.turn == "X"),'
)
x_makes_all_links = _with_error("play", "BOXES), state.turn)", 'BOXES), "X")')
measurements_of_o_have_no_result = _with_error("actor", "measuring is None", 'measuring is None or state.turn == "O"')
lines_of_o_do_not_count = Course(_with_error("outcome", "HAS_LINE[state.o]", "False"))
boxes_are_measured_in_pairs = Course(at_a_time=2)
reversed_boxes_are_open_again = Layers(_with_error("measured", 'State(masks["X"],', 'State(masks["X"] & ~state.o,'))
links_replace_each_other = Layers(_with_error("play", "(*state.links, link)", "(link,)"))
three_links_are_kept = Layers(_with_error("play", "sorted((*state.links, link))", "sorted((*state.links, link))[:3]"))
links_come_before_boxes = Layers(later=lambda a, b: later((a[1], a[0], a[2]), (b[1], b[0], b[2])))
a_layer_may_stay = Layers(later=lambda a, b: z3.Or(later(a, b), z3.And(*map(eq, a, b))))
