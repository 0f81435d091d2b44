"""Lemmas on Q3T, proved for all positions: the kernels of the rules run on states that are variables of z3.

A state is as in `qttt.fast.hybrid.rules`: masks, the turn, the box being measured, and two links of each box. What must
not be read is hidden: its use raises `Refuted`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial, reduce
from itertools import pairwise, product
from operator import eq
from typing import Any, NoReturn

import z3

from qttt.fast.batch import CHANCE, OVER
from qttt.fast.board import ALL, HAS_LINE, LINE_MASKS
from qttt.fast.hybrid import rules
from qttt.fast.hybrid.rules import MEASURED, NUMBERS, O_BOXES, ONE, SLOTS, TURN, TWO, X_BOXES
from qttt.fast.hybrid.setting import BOXES, SWITCHES
from qttt.fast.hybrid.setting import Setting as Switches
from qttt.verification import Refuted, expect
from qttt.verification.formal.symbols import Symbols
from qttt.verification.formal.terms import Partial, either, equal
from qttt.verification.hybrid.formal import PAGE
from qttt.verification.proof import Term, constant, every_path, number, prove

MARKS = "XO"
KERNELS: Any = rules
"""The rules, which run here on terms instead of ints."""
EFFECTS = SWITCHES["effect"]
State = tuple[Term, ...]
Masks = tuple[Term, Term]


class Lines:
    """The table of masks with a line, for look-up with variables. Rule: HYB-BOX-1"""

    def __getitem__(self, mask: Term) -> Term:
        return mask.satisfies(has_line)


def has_line(mask: Term) -> Term:
    return z3.Or(*(mask & line == line for line in LINE_MASKS))


def lines_are_looked_up() -> None:
    """Raise `Refuted` if the engine's own table of lines differs."""
    for mask, has_one in enumerate(HAS_LINE):
        expect(f"a line in {mask:#o}", bool(has_one), any(mask & line == line for line in LINE_MASKS))


def setting_of(**switches: str) -> Any:
    return KERNELS.setting_of(Switches(**switches))._replace(line=Lines())


# States of variables


def links_of(name: str) -> State:
    return tuple(number(f"{name}_{box}", 5) for box in range(BOXES))


BEFORE: State = (number("x", BOXES), number("o", BOXES), number("turn", 1), constant(0), *links_of("a"), *links_of("b"))
MASKS: Masks = (BEFORE[X_BOXES], BEFORE[O_BOXES])
APART = MASKS[0] & MASKS[1] == 0
EITHER = MASKS[0] | MASKS[1]


def bit(box: Term) -> Term:
    return constant(1) << box


def target(link: Term) -> Term:
    return (link - 1) >> 1


def leads(link: Term) -> Term:
    """Whether there is no link, or one to a measured box."""
    return z3.Or(link == 0, z3.And(z3.ULT(target(link), BOXES), EITHER & bit(target(link)) != 0))


def is_position(state: State) -> list[Term]:
    """No box has both marks; links lead from unmeasured boxes to measured ones, the larger of two first."""
    given = [APART]
    for one, two, control in zip(state[ONE:TWO], state[TWO:], map(constant, range(BOXES)), strict=True):
        given += [z3.UGE(one, two), leads(one), leads(two), z3.Or(one == 0, EITHER & bit(control) == 0)]
    return given


def play(state: State, action: int, take: int = 0, box: int | None = None) -> State:
    """The state after an action; `box` is the one that is being measured."""

    def kernel(*numbers: Term) -> Term:
        made = [*numbers]
        made[MEASURED] = 0 if box is None else box + 1
        KERNELS.play(made, None, action, setting_of(effect=EFFECTS[take]))
        return tuple(made)

    return tuple(every_path(kernel, *state))


def marks_after(mark: int, take: int, box: Term, links: Iterable[Term]) -> Masks:
    """The masks after a box was found to have a mark, 0 for X and 1 for O, and some links have acted in order."""

    def kernel(x: Term, o: Term, at: Term, *acting: Term) -> Masks:
        x, o = x | (1 - mark) << at, o | mark << at
        for link in acting:
            x, o = KERNELS.trigger(link, mark, take, x, o)
        return x, o

    x, o = every_path(kernel, *MASKS, constant(box) if isinstance(box, int) else box, *links)
    return x, o


def same_terms(one: Iterable[Term], other: Iterable[Term]) -> Term:
    return z3.And(*map(eq, one, other))


RESULTS = tuple(product((0, 1), (0, 1), range(BOXES)))
"""Marks, whether links take, and boxes."""


def results_are_found() -> None:
    """Prove that a result marks its box, lets the links of the box act and removes them, and passes the turn; that it
    changes nothing else, and does not depend on who measures."""
    for mark, take, box in RESULTS:
        then = play(BEFORE, SLOTS + mark, take, box)
        masks = marks_after(mark, take, box, (BEFORE[ONE + box], BEFORE[TWO + box]))
        expected = [*masks, 1 - BEFORE[TURN], constant(0), *BEFORE[ONE:]]
        expected[ONE + box] = expected[TWO + box] = constant(0)
        prove(f"{MARKS[mark]} in box {box + 1}, {EFFECTS[take]}", is_position(BEFORE), same_terms(then, expected))


def moves_are_made() -> None:
    """Prove that naming a box changes nothing else, and that a quantum move adds the mover's link to its control, and
    passes the turn."""
    for box in range(BOXES):
        expected = [*BEFORE[:MEASURED], constant(box + 1), *BEFORE[ONE:]]
        prove(f"measure {box + 1}", is_position(BEFORE), same_terms(play(BEFORE, box), expected))
    for control, at in product(range(BOXES), repeat=2):
        then = play(BEFORE, BOXES + BOXES * control + at)
        made, kept = 2 * at + BEFORE[TURN] + 1, BEFORE[ONE + control]
        both = z3.If(made > kept, made, kept), z3.If(made > kept, kept, made)
        expected = [*BEFORE[:TURN], 1 - BEFORE[TURN], *BEFORE[MEASURED:]]
        expected[ONE + control], expected[TWO + control] = both
        given = [*is_position(BEFORE), BEFORE[TWO + control] == 0]
        prove(f"link {control + 1} to {at + 1}", given, same_terms(then, expected))


# Layers


def layer(boxes: Term, links: Term, measuring: Term) -> Term:
    """The number of a layer: those with fewer measured boxes come first, then those with fewer links."""
    return 64 * boxes + 2 * links + measuring


def every_action_leads_to_a_later_layer() -> None:
    """A result measures one more box, for any links; a quantum move adds a link and measures no box; naming a box
    changes nothing else. So with every action the number of the layer grows, for all numbers of boxes and links, at
    most two per box."""
    results_are_found()
    moves_are_made()
    links = number("link", 5), number("other_link", 5)
    box = number("box", 4)
    for mark, take in product((0, 1), repeat=2):
        x, o = marks_after(mark, take, box, links)
        given = [APART, z3.ULT(box, BOXES), EITHER & bit(box) == 0, *map(leads, links)]
        prove(f"{MARKS[mark]}, {EFFECTS[take]}: one box more", given, z3.And(x | o == EITHER | bit(box), x & o == 0))
    boxes, pending, kept = z3.Ints("boxes links kept")
    possible = [kept >= 0, kept <= pending, pending <= 2 * BOXES]
    prove("a quantum move", possible, layer(boxes, pending, 0) < layer(boxes, pending + 1, 0), "QF_LIA")
    prove("to name a box", possible, layer(boxes, pending, 0) < layer(boxes, pending, 1), "QF_LIA")
    prove("a result", possible, layer(boxes, pending, 1) < layer(boxes + 1, kept, 0), "QF_LIA")


# Double reversal


def marks_are_those_of_the_page() -> None:
    """Prove that a result with up to two links of its box makes the marks that HYB-TRIGGER-1 states."""
    box, links = number("box", 4), (number("link", 5), number("other_link", 5))
    boxes = range(1, BOXES + 1)
    holds = {at: EITHER & bit(constant(at - 1)) != 0 for at in boxes}
    marks = {at: (held, either(MASKS[0] & bit(constant(at - 1)) != 0, "X", "O")) for at, held in holds.items()}
    pending = tuple((box + 1, target(link) + 1, either((link - 1) & 1 == 0, "X", "O")) for link in links)
    for mark, take, some in product((0, 1), (0, 1), range(3)):
        page = Symbols(PAGE.text, effect=EFFECTS[take])
        position = page.Position(Partial(marks), pending[:some], "X", box + 1)
        made = marks_after(mark, take, box, links[:some])
        given = [APART, z3.ULT(box, BOXES), EITHER & bit(box) == 0]
        given += [z3.And(link != 0, leads(link)) for link in links[:some]]
        for at in boxes:
            held, measured = page.mark_after(position, MARKS[mark], at), z3.Or(holds[at], at - 1 == box)
            agree = [
                (mask & bit(constant(at - 1)) != 0) == z3.And(measured, equal(held, player))
                for mask, player in zip(made, MARKS, strict=True)
            ]
            prove(f"{MARKS[mark]}, {EFFECTS[take]}, {some} links: box {at}", given, z3.And(*agree))


def reversals_cancel_and_commute() -> None:
    """Two links make the same marks in either order. The same link twice changes nothing, or as much as once under
    `effect=take`. A triggered link reverses its target or makes it the owner's, any other does nothing. The text of the
    page states the same for the links of a box."""
    results_are_found()
    one, other, box = number("link", 5), number("other_link", 5), number("box", 4)
    given = [APART, z3.ULT(box, BOXES), EITHER & bit(box) == 0, leads(one), leads(other)]
    for mark, take in product((0, 1), repeat=2):
        name, after = f"{MARKS[mark]}, {EFFECTS[take]}", partial(marks_after, mark, take, box)
        bare, once, twice = after([]), after([one]), after([one, one])
        prove(f"{name}: in either order", given, same_terms(after([one, other]), after([other, one])))
        prove(f"{name}: twice", given, same_terms(twice, once if take else bare))
        triggered = z3.And(one != 0, (one - 1) & 1 == mark)
        changed = z3.And(triggered, bare[mark] & bit(target(one)) == 0) if take else triggered
        expected = (z3.If(changed, mask ^ bit(target(one)), mask) for mask in bare)
        prove(f"{name}: once", given, same_terms(once, expected))
    marks_are_those_of_the_page()


# Colours


def exchange(state: State) -> State:
    """The state with X and O exchanged: marks, turn and owners, the larger link of a control first."""
    x, o, turn, measured, *links = state
    flipped = [z3.If(link == 0, link, ((link - 1) ^ 1) + 1) for link in links]
    pairs = [*zip(flipped[:BOXES], flipped[BOXES:], strict=True)]
    ones, twos = ([z3.If((a >= b) == larger, a, b) for a, b in pairs] for larger in (True, False))
    return (o, x, 1 - turn, measured, *ones, *twos)


def colours_can_be_exchanged() -> None:
    """Results and moves commute with the exchange; legal moves depend neither on owners nor on who has a mark; the same
    positions have ended, with the opposite score, except if both players have a line under `both=X`; so values have the
    opposite sign if the values of all positions after the actions do."""
    legal_moves_do_not_depend_on_colours()
    _endings_are_exchanged()
    steps: list[tuple[int, int, int, int | None]] = [(SLOTS + x, SLOTS + 1 - x, take, box) for x, take, box in RESULTS]
    steps += [(action, action, 0, None) for action in range(SLOTS)]
    for action, image, take, box in steps:
        given = [*is_position(BEFORE)]
        if BOXES <= action < SLOTS:
            given.append(BEFORE[TWO + (action - BOXES) // BOXES] == 0)
        here, there = play(BEFORE, action, take, box), play(exchange(BEFORE), image, take, box)
        prove(f"action {action}, box {box}: exchanged", given, same_terms(exchange(here), there))
    a, b = z3.Ints("a b")
    prove("the better one", [], -z3.If(a > b, a, b) == z3.If(-a < -b, -a, -b), "QF_LIA")
    prove("the mean", [], -(a + b) == -a + -b, "QF_LIA")


def _endings_are_exchanged() -> None:
    lines_are_looked_up()
    for both, turn in product(SWITCHES["both"], (0, 1)):
        setting = setting_of(both=both)

        def of(kernel: Callable[..., int], x: Term, o: Term, turn: int, setting: Any = setting) -> Term:
            return every_path(lambda x, o: kernel([x, o, turn, 0], setting), x, o)

        x, o = MASKS
        acts, score = of(rules.actor, x, o, turn), of(rules.score, x, o, turn)
        prove("who acts", [APART], z3.Or(acts == OVER, acts == turn))
        prove("endings", [APART], (acts == OVER) == (of(rules.actor, o, x, 1 - turn) == OVER))
        exception = z3.And(has_line(x), has_line(o), both == "X")
        image = z3.If(exception, constant(1), -score)
        prove(f"scores, both={both}", [APART, acts == OVER], of(rules.score, o, x, 1 - turn) == image)


class Hidden:
    """A part of a state that a rule must not read."""

    def _asked(self, *_: object) -> NoReturn:
        raise Refuted("who acts and what is legal depend on owners, on the turn, or on who has a mark")

    __eq__ = __lt__ = __gt__ = __bool__ = __hash__ = __and__ = __rshift__ = __int__ = __index__ = __str__ = _asked


def hide(**allowed: Callable[..., object]) -> Term:
    """A part of a state of which a rule may use only some operations."""
    return type("Hidden", (Hidden,), allowed)()


def link_without_owner(at: int) -> Term:
    """A link, of which a rule may ask only whether it is there and where it leads: half of its number without 1."""
    code = hide(__rshift__=lambda *_: at)
    return hide(__bool__=lambda _: True, __sub__=lambda *_: code)


def legal_moves_do_not_depend_on_colours() -> None:
    """Run the kernels that list moves and say who acts with a turn, owners and masks that they must not read: with no
    link, one link, two links of one control or of two, to the same target or not, and as many as controls can carry."""
    for measured, links, targets in product(range(ALL + 1), SWITCHES["links"], SWITCHES["targets"]):
        setting = setting_of(links=links, targets=targets)
        masks = hide(__or__=lambda *_, either=measured: either)
        free, held = ([box for box in range(BOXES) if measured >> box & 1 == there] for there in (0, 1))
        for ones, twos in (((), ()), (free[:1], ()), (free[:1], free[:1]), (free[:2], ()), (free, free)):
            for at in ((0, 0), (0, -1)):
                links_of_boxes = [
                    link_without_owner((held or [0])[to]) if box in some else 0
                    for some, to in zip((ones, twos), at, strict=True)
                    for box in range(BOXES)
                ]
                KERNELS.find_legal([masks, masks, Hidden(), 0, *links_of_boxes], setting, [0] * (SLOTS + 2))
    for box in range(BOXES):
        state = [Hidden(), Hidden(), Hidden(), box + 1, *[Hidden()] * (NUMBERS - ONE)]
        expect(f"who acts while box {box + 1} is measured", KERNELS.actor(state, None), CHANCE)


# Measuring in an order that does not depend on results


AT_A_TIME = 1
"""The number of boxes measured at a time."""
BOTH, NOT_ENDED = 2, 3
"""Lines of both, and no end yet, among scores."""


def measuring_in_order_is_fair() -> None:
    """For any order of the boxes that does not depend on results: exchanging all results exchanges the winner, and a
    draw stays a draw. All results are equally likely, so X wins as often as O. Both players never have a line."""
    lines_are_looked_up()
    setting = setting_of()._replace(both_by_x=BOTH, both_by_o=BOTH)

    def ended(x: Term, o: Term) -> int:
        state = [x, o, 0, 0]
        return rules.score(state, setting) if rules.actor(state, setting) == OVER else NOT_ENDED

    marks = number("marks", BOXES)
    boxes = [number(f"box_{at}", 4) for at in range(BOXES)]
    known = [*(z3.ULT(box, BOXES) for box in boxes), z3.Distinct(*boxes)]
    ends: list[list[Term]] = []
    for results in (marks, marks ^ ALL):
        measured, each = constant(0), []
        for at in range(0, BOXES, AT_A_TIME):
            measured = reduce(lambda some, box: some | bit(box), boxes[at : at + AT_A_TIME], measured)
            each.append(every_path(ended, results & measured, (results ^ ALL) & measured))
        ends.append(each)
    for at, (before, then) in enumerate(pairwise([constant(NOT_ENDED), *ends[0]])):
        prove(f"lines of both, measurement {at + 1}", [*known, before == NOT_ENDED], then != BOTH)
    here, there = (reduce(lambda later, end: z3.If(end == NOT_ENDED, later, end), each[::-1]) for each in ends)
    prove("exchanged results", known, there == -here)
