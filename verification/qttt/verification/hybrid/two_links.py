"""Compares Q3T's tablebases with two links per control and any number per target with the reference's solver."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from qttt.fast.hybrid.rules import Setting, State
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.oracle.hybrid.translate import setting_of, state_of
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.ending import outcome
from qttt.reference.hybrid.position import BOXES, PendingLink, Position
from qttt.reference.solver import Solver
from qttt.verification import Refuted
from qttt.verification.hybrid.engines import late_tablebase
from qttt.verification.hybrid.late import Solved

GAMES = (Hybrid("two"), Hybrid("two", both="X"), Hybrid("two", effect="take"))
SEED = 2019
MOST_FREE = 2
"""The largest number of further links that a position's controls may carry; with more the solver takes long."""


def values_with_seven_boxes(solved: Solved = late_tablebase) -> str:
    """Sixty positions with seven boxes measured in three of the games."""
    return _told(solved, 7, 60)


def values_with_six_boxes(solved: Solved = late_tablebase) -> str:
    """Thirty positions with six boxes measured in three of the games."""
    return _told(solved, 6, 30)


def _told(solved: Solved, measured: int, number: int) -> str:
    count = 0
    for game in GAMES:
        random, solver, tablebase = Random(SEED), Solver(game), solved(setting_of(game), measured)
        for position in some_positions(random, measured, number):
            value, other = solver.value(position), tablebase.value(state_of(position))
            if value != other:
                raise Refuted(f"{game.switches}, '{position}': {value}, the tablebase has {other}")
            count += 1
    return f"{count:,} positions with {measured} boxes measured"


def some_positions(random: Random, measured: int, number: int) -> Iterator[Position]:
    """Random undecided positions, whether or not play reaches them."""
    while number:
        order = random.sample(BOXES, len(BOXES))
        targets, controls = sorted(order[:measured]), sorted(order[measured:])
        marks = "".join(random.choice("XO") if box in targets else "." for box in BOXES)
        links = [link for control in controls for link in _some_links(random, control, targets)]
        if outcome(bare := Position(marks)) is None and 2 * len(controls) - len(links) <= MOST_FREE:
            yield Position(bare.marks, tuple(sorted(links)), random.choice((Actor.X, Actor.O)))
            number -= 1


def _some_links(random: Random, control: int, targets: list[int]) -> list[PendingLink]:
    """Zero, one or two links; half of the pairs cancel."""
    one, other = (PendingLink(control, random.choice(targets), random.choice((Actor.X, Actor.O))) for _ in range(2))
    return [one, random.choice((one, other))][: random.randrange(3)]


# Errors


class OneOfTwo(Tablebase):
    """The solver counts two equal links as one."""

    def value(self, state: State) -> Fraction:
        return super().value(state._replace(links=tuple(sorted(set(state.links)))))


def equal_links_are_one(setting: Setting, least: int) -> Tablebase:
    return OneOfTwo(setting, late_tablebase(setting, least).numbers)


class OfX(Tablebase):
    """All links are X's."""

    def value(self, state: State) -> Fraction:
        return super().value(state._replace(links=tuple(sorted(link._replace(owner="X") for link in state.links))))


def links_are_xs(setting: Setting, least: int) -> Tablebase:
    return OfX(setting, late_tablebase(setting, least).numbers)
