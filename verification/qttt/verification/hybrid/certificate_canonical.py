"""The canonical form of a position of the hybrid game.

Two positions have the same canonical form if and only if one of the eight symmetries of the board takes one to the
other. Then they have the same value, and the symmetry takes the best moves of one to those of the other (LEMMA
symmetry).
"""

from __future__ import annotations

from functools import cache

from qttt.reference.hybrid_notation import Link, Measure, Move
from qttt.reference.hybrid_position import BOXES, PendingLink, Position
from qttt.verification.certificate.canonical import INVERSES, SYMMETRIES
from qttt.verification.certificate.moves import Canonical, Symmetry


@cache
def least(marks: str) -> tuple[str, tuple[int, ...]]:
    """The image of marks that comes first, and the symmetries, by number, that lead there.

    >>> least("X........")
    ('........X', (2, 6))
    """
    images = ["".join(marks[inverse[box] - 1] for box in BOXES) for inverse in INVERSES]
    return min(images), tuple(at for at, image in enumerate(images) if image == min(images))


def canonical(position: Position) -> Canonical:
    """The canonical form of a position where nothing is being measured: of its eight images the one whose marks come
    first, and of those with the same marks the one whose links do.

    Which symmetry leads there is not guaranteed where several do.

    >>> canonical(Position.of("X........, 3>1 O, X to move")).text
    '........X, 3>9 O, X to move'
    """
    marks, symmetries = least(position.marks)
    links, at = min((_turned_links(position, SYMMETRIES[at]), at) for at in symmetries)
    return Canonical(str(Position(marks, links, position.turn)), SYMMETRIES[at], INVERSES[at])


def _turned_links(position: Position, table: Symmetry) -> tuple[PendingLink, ...]:
    return tuple(sorted(PendingLink(table[control], table[target], owner) for control, target, owner in position.links))


def turned(move: Move, table: Symmetry) -> Move:
    """The move on a board that a symmetry has turned.

    >>> turned(Link(1, 2), SYMMETRIES[2]), turned(Measure(3), SYMMETRIES[2])
    (Link(control=9, target=8), Measure(box=7))
    """
    if isinstance(move, Measure):
        return Measure(table[move.box])
    return Link(table[move.control], table[move.target])
