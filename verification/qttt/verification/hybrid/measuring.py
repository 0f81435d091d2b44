"""Q3T without quantum moves: the value of only measuring to the first player."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

import z3

from qttt.fast.hybrid import rules
from qttt.fast.hybrid.boxes import ALL, BOXES
from qttt.fast.hybrid.rules import State
from qttt.reference.board import SYMMETRIES
from qttt.reference.game import Actor
from qttt.reference.hybrid import Action, Hybrid, Measure, Position, Result
from qttt.verification import Refuted
from qttt.verification.hybrid import terms
from qttt.verification.proof import Term, constant, number, prove

BEST = Fraction(3, 256)
"""X's chance of winning minus O's if both choose their boxes optimally and X begins."""

ORDERS = tuple(tuple(box - 1 for box in symmetry) for symmetry in SYMMETRIES)

Choice = Callable[[Actor, list[Fraction]], Fraction]
"""A function from the actor and the values of moves, box by box, to the value of a position."""


def measuring_alone_favours_who_begins(game_of: type[Hybrid] = Hybrid) -> str:
    """Exactly equal chances if boxes are measured in order or at random; 3/256 for X if they are chosen optimally."""
    game = game_of()
    even = Fraction(0)
    for how, choice, value in (("in order", _first, even), ("at random", _mean, even), ("well", _best, BEST)):
        known: dict[Position, Fraction] = {}
        found = _value(game, game.initial(), choice, known)
        if found != value:
            raise Refuted(f"if boxes are measured {how}, X's chance minus O's is {found}, not {value}")
    return f"{len(known):,} positions up to symmetry"


def _first(_: Actor, values: list[Fraction]) -> Fraction:
    return values[0]


def _mean(_: Actor, values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _best(mover: Actor, values: list[Fraction]) -> Fraction:
    return max(values) if mover is Actor.X else min(values)


def _value(game: Hybrid, position: Position, choice: Choice, known: dict[Position, Fraction]) -> Fraction:
    if choice is not _first:
        position = _turned_to_the_first(position)
    if position not in known:
        known[position] = _new_value(game, position, choice, known)
    return known[position]


def _turned_to_the_first(position: Position) -> Position:
    """The first of the eight images of a position without links (LEMMA symmetry)."""
    return replace(position, marks=min("".join(position.marks[at] for at in order) for order in ORDERS))


def _new_value(game: Hybrid, position: Position, choice: Choice, known: dict[Position, Fraction]) -> Fraction:
    if game.actor(position) is None:
        score = game.score(position)
        if score.outcome.rule == "HYB-END-2":
            raise Refuted(f"both players have a line without a link, in '{position}'")
        return score.value
    boxes = [game.play(position, Measure(box)) for box in position.unmeasured]
    if choice is _first:
        boxes = boxes[:1]
    values = [_mean_of_results(game, box, choice, known) for box in boxes]
    return choice(position.turn, values)


def _mean_of_results(game: Hybrid, position: Position, choice: Choice, known: dict[Position, Fraction]) -> Fraction:
    values = (
        chance * _value(game, game.play(position, result), choice, known)
        for result, chance in game.chance(position).items()
    )
    return sum(values, Fraction(0))


# In an order that does not depend on results


class Course(NamedTuple):
    """The rules, and the number of boxes measured at a time."""

    text: terms.Text = terms.THE_TEXT
    at_a_time: int = 1


def measuring_in_order_is_fair(subject: Course = Course()) -> str:  # noqa: B008
    """For any order of the boxes that does not depend on results: exchanging all results exchanges the winner, and a
    draw stays a draw. All results are equally likely, so X wins as often as O. Both players never have a line."""
    terms.lines_are_looked_up()
    marks = number("marks", BOXES)
    boxes = [number(f"box_{at}", 4) for at in range(BOXES)]
    known = [*(z3.ULT(box, BOXES) for box in boxes), z3.Distinct(*boxes)]
    ends: list[list[Term]] = []
    for found in (marks, marks ^ ALL):
        measured, each = constant(0), []
        for at in range(0, BOXES, subject.at_a_time):
            measured = reduce(lambda some, box: some | terms.bit(box), boxes[at : at + subject.at_a_time], measured)
            each.append(terms.ended(subject.text, terms.Masks(found & measured, (found ^ ALL) & measured)))
        ends.append(each)
    for at, (before, then) in enumerate(pairwise([constant(terms.NOT_ENDED), *ends[0]])):
        prove(f"lines of both, measurement {at + 1}", [*known, before == terms.NOT_ENDED], then != terms.BOTH)
    here, there = (_first_end(each) for each in ends)
    prove("exchanged results", known, there == terms.both_players(here))
    return "all orders of the boxes, all results"


def _first_end(ends: list[Term]) -> Term:
    return reduce(lambda later, end: z3.If(end == terms.NOT_ENDED, later, end), reversed(ends))


# Errors


class OBegins(Hybrid):
    """The first move is O's."""

    def initial(self) -> Position:
        return Position(turn=Actor.O)


class XIsLikelier(Hybrid):
    """A measurement finds X with probability 2/3."""

    def chance(self, position: Position) -> dict[Action, Fraction]:
        return {Result.X: Fraction(2, 3), Result.O: Fraction(1, 3)} if super().chance(position) else {}


def _o_has_no_lines(state: State) -> str | None:
    end = terms.THE_TEXT.outcome(state)
    return None if end == rules.WIN["O"] else end


boxes_are_measured_in_pairs = Course(at_a_time=2)
lines_of_o_do_not_count = Course(terms.THE_TEXT._replace(outcome=_o_has_no_lines))
