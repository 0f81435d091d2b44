"""Q3T without quantum moves: what measuring alone is worth to the player who begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from qttt.reference.game import Actor
from qttt.reference.hybrid import Action, Hybrid, Measure, Position, Result
from qttt.verification import Refuted
from qttt.verification.certificate.canonical import SYMMETRIES

BEST = Fraction(3, 256)
"""X's chance less O's if both choose their boxes as well as they can, and X begins."""

ORDERS = tuple(tuple(box - 1 for box in table[1:]) for table in SYMMETRIES)

Choice = Callable[[Actor, list[Fraction]], Fraction]
"""What a position is worth whose moves, box by box, are worth so much."""


def measuring_alone_favours_who_begins(game_of: type[Hybrid] = Hybrid) -> str:
    """Exactly equal chances if boxes are measured in their order, or at random; 3/256 for X if they are chosen well."""
    game = game_of()
    even = Fraction(0)
    for how, choice, value in (("in order", _first, even), ("at random", _mean, even), ("well", _best, BEST)):
        known: dict[Position, Fraction] = {}
        found = _value(game, game.initial(), choice, known)
        if found != value:
            raise Refuted(f"if boxes are measured {how}, X's chance less O's is {found}, not {value}")
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
            raise Refuted(f"lines of both without a link, in '{position}'")
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


# Errors


class OBegins(Hybrid):
    """The first move is O's."""

    def initial(self) -> Position:
        return Position(turn=Actor.O)


class XIsLikelier(Hybrid):
    """A measurement finds X two times of three."""

    def chance(self, position: Position) -> dict[Action, Fraction]:
        return {Result.X: Fraction(2, 3), Result.O: Fraction(1, 3)} if super().chance(position) else {}
