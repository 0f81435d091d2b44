"""Certificates of the hybrid game: their canonical form, and the bound where a strategy has no decision."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import ClassVar

from qttt.reference.board import SYMMETRIES, Symmetry, inverse, moved
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.notation import Action
from qttt.reference.hybrid.position import PendingLink, Position
from qttt.verification.certificate.bounds import Canonical
from qttt.verification.certificate.strategy import Form
from qttt.verification.hybrid.certificate_writer import GoodEnough


@cache
def least(marks: str) -> tuple[str, tuple[Symmetry, ...]]:
    """The first image of marks, and the symmetries that lead to it.

    >>> least("X........")
    ('........X', ((9, 8, 7, 6, 5, 4, 3, 2, 1), (9, 6, 3, 8, 5, 2, 7, 4, 1)))
    """
    images = ["".join(map(str, moved(symmetry, tuple(marks)))) for symmetry in SYMMETRIES]
    pairs = zip(SYMMETRIES, images, strict=True)
    return min(images), tuple(symmetry for symmetry, image in pairs if image == min(images))


def canonical(position: Position) -> Canonical:
    """The canonical form of a position: the one of its eight images whose marks come first, and among those with these
    marks, the one whose links come first.

    Like `Form.canonical`, but it remembers the images of marks.

    >>> canonical(Position.of("X........, 3>1 O, X to move")).key
    '........X, 3>9 O, X to move'
    """
    marks, symmetries = least(position.marks)
    images = [_turned_links(position, symmetry) for symmetry in symmetries]
    links = min(images)
    there = symmetries[images.index(links)]
    return Canonical(str(Position(marks, links, position.turn)), there, inverse(there))


def _turned_links(position: Position, there: Symmetry) -> tuple[PendingLink, ...]:
    links = (PendingLink(there[control - 1], there[target - 1], owner) for control, target, owner in position.links)
    return tuple(sorted(links))


class OfHybrid(Form[Position, Action]):
    """How certificates of the hybrid game are written.

    Only positions where a player is to move are remembered: a measurement is found again by the position before it, and
    an ending is scored at once.
    """

    header, row = "header", "links"
    lost: ClassVar[Mapping[Actor, Fraction]] = {Actor.X: Fraction(-1), Actor.O: Fraction(1)}
    best_play = GoodEnough

    def canonical(self, position: Position) -> Canonical | None:
        """The canonical form of a position where a player is to move: see `canonical`."""
        return None if position.measuring or self.game.actor(position) is None else canonical(position)


GAME, FORM = Hybrid, OfHybrid
