"""Positions of Q3T made of z3 variables, and the text of the fast engine's rules run on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import z3

from qttt.fast.hybrid import rules
from qttt.fast.hybrid.boxes import BOXES, HAS_LINE, LINE_MASKS
from qttt.fast.hybrid.rules import OTHER, Link, Setting, State
from qttt.verification import Refuted
from qttt.verification.mutation import with_globals
from qttt.verification.proof import Term, constant, every_path, number

ENDS = (None, rules.WIN["X"], rules.WIN["O"], rules.BOTH, rules.NONE)
"""The endings, by the number that represents each here."""
NOT_ENDED, WIN_OF_X, WIN_OF_O, BOTH, _ = range(len(ENDS))


class Lines:
    """The table of masks with a line, for look-up with variables. Rule: HYB-BOX-1"""

    def __getitem__(self, mask: Any) -> Any:
        return mask.satisfies(lambda term: z3.Or(*(term & line == line for line in LINE_MASKS)))


def lines_are_looked_up() -> None:
    """Raise `Refuted` if the engine's own table of lines differs."""
    for mask, found in enumerate(HAS_LINE):
        if found != any(mask & line == line for line in LINE_MASKS):
            raise Refuted(f"the engine says of the boxes {mask:#o} that they have {'a' if found else 'no'} line")


class Text(NamedTuple):
    """The rules of the fast engine. Each can be replaced by one with an error."""

    measured: Callable[[Setting, State, str], State] = rules._measured
    outcome: Callable[[State], str | None] = with_globals(rules.outcome, HAS_LINE=Lines())
    score: Callable[[Setting, State], int] = rules.score
    slots: Callable[[Setting, State], tuple[int, ...]] = rules.slots
    play: Callable[[Setting, State, int], State] = rules.play
    actor: Callable[[State], str | None] = rules.actor


THE_TEXT = Text()


# Positions of variables


class Owner:
    """The owner of a link: X where a number is 1."""

    def __init__(self, is_x: Any) -> None:
        self.is_x = is_x

    def __eq__(self, mark: object) -> Any:
        return self.is_x == int(mark == "X")

    __hash__ = None  # type: ignore[assignment]


class Arrow(NamedTuple):
    """A link, each part a variable."""

    control: Term
    target: Term
    is_x: Term

    @property
    def exchanged(self) -> Arrow:
        return self._replace(is_x=1 - self.is_x)


class Masks(NamedTuple):
    """The boxes with X and those with O."""

    x: Term
    o: Term

    @property
    def exchanged(self) -> Masks:
        return Masks(self.o, self.x)

    @property
    def either(self) -> Term:
        return self.x | self.o

    def same(self, other: Masks) -> Term:
        return z3.And(self.x == other.x, self.o == other.o)

    def of(self, mark: str) -> Term:
        return self.x if mark == "X" else self.o


def arrow(name: str) -> Arrow:
    """A link of either player from any box to any other."""
    return Arrow(number(f"control_{name}", 4), number(f"target_{name}", 4), number(f"of_x_{name}", 1))


MASKS = Masks(number("x", BOXES), number("o", BOXES))
BOX = number("box", 4)
"""The box being measured."""
LINKS = FIRST, SECOND, THIRD = arrow("first"), arrow("second"), arrow("third")
APART = MASKS.x & MASKS.o == 0


def bit(box: Term) -> Term:
    return constant(1) << box


def under_way(mark: str) -> list[Term]:
    """A box is found to have the mark, and the links to other boxes act: perhaps some links have acted already, and the
    box already has its mark."""
    boxes = [z3.ULT(box, BOXES) for box in (BOX, *(one.control for one in LINKS))]
    to_others = [one.target != BOX for one in LINKS]
    measured = [MASKS.either & bit(one.target) != 0 for one in LINKS]
    return [APART, MASKS.of(OTHER[mark]) & bit(BOX) == 0, *boxes, *to_others, *measured]


def after(text: Text, setting: Setting, mark: str, links: Iterable[Arrow], masks: Masks = MASKS) -> Masks:
    """The masks after the box was found to have the mark, with these pending links acting in order."""
    given = text, setting, mark, tuple(links), masks
    return Masks(_found(*given, lambda _, then: then.x), _found(*given, lambda _, then: then.o))


def left(text: Text, setting: Setting, mark: str, links: Iterable[Arrow]) -> Term:
    """The links that remain after the result, as a mask of their places. Raises `Refuted` unless they are unchanged and
    in the same order."""

    def places(pending: tuple[Link, ...], then: State) -> int:
        kept = [place for place, link in enumerate(pending) if any(link is one for one in then.links)]
        if [id(pending[place]) for place in kept] != [*map(id, then.links)]:
            raise Refuted("a link that stays is another one after a result")
        return sum(1 << place for place in kept)

    return _found(text, setting, mark, tuple(links), MASKS, places)


def _found(
    text: Text,
    setting: Setting,
    mark: str,
    links: tuple[Arrow, ...],
    masks: Masks,
    said: Callable[[tuple[Link, ...], State], Any],
) -> Term:
    """`said` of the links before a result and the state after it. Raises `Refuted` if it depends on who measures, and
    if the turn does not pass to the other player."""

    def by(turn: str) -> Term:
        def kernel(x: Any, o: Any, box: Any, *parts: Any) -> Any:
            owners: Any = map(Owner, parts[2::3])
            pending = tuple(map(Link, parts[::3], parts[1::3], owners))
            then = text.measured(setting, State(x, o, pending, turn, box), mark)
            if (then.turn, then.measuring) != (OTHER[turn], None):
                raise Refuted(f"{setting.effect}, {mark} found: the turn is not the other player's")
            return said(pending, then)

        return every_path(kernel, *masks, BOX, *(term for link in links for term in link))

    of_x, of_o = map(by, OTHER)
    if not of_x.eq(of_o):
        raise Refuted(f"{setting.effect}, {mark} found: what a result does depends on who measures")
    return of_x


def ended(text: Text, masks: Masks) -> Term:
    """The ending of marks, as a place in `ENDS`."""
    return every_path(lambda x, o: ENDS.index(text.outcome(State(x, o))), *masks)


def both_players(end: Term) -> Term:
    """The ending with X and O exchanged."""
    return z3.If(end == WIN_OF_X, constant(WIN_OF_O), z3.If(end == WIN_OF_O, constant(WIN_OF_X), end))


def scored(text: Text, setting: Setting, turn: str, masks: Masks) -> Term:
    """The score of marks that have ended, otherwise 0; the measurer is the player who is not to move."""

    def kernel(x: Any, o: Any) -> int:
        state = State(x, o, (), turn)
        ending = text.outcome(state)
        score = with_globals(text.score, outcome=lambda _: ending)
        return 0 if ending is None else score(setting, state)

    return every_path(kernel, *masks)


# Hidden parts


class Hidden:
    """A part of a state that a rule must not read."""

    def _asked(self, *_: object) -> Any:
        raise Refuted("moves are listed or made in a way that depends on owners, on the turn, or on who has a mark")

    __eq__ = __lt__ = __gt__ = __bool__ = __hash__ = __and__ = __rshift__ = __int__ = __index__ = __str__ = _asked


class Half(Hidden):
    """The boxes of one player; a rule may only form their union with the other player's boxes."""

    def __init__(self, either: int) -> None:
        self.either = either

    def __or__(self, _: object) -> int:
        return self.either
