"""The canonical form of a position of TiqTaqToe.

Two positions have the same canonical form if and only if one of the eight symmetries of the board takes one to the
other. Then they have the same value, and the symmetry takes the best moves of one to those of the other (LEMMA
symmetry).
"""

from __future__ import annotations

from functools import cache

from qttt.reference.tiqtaqtoe_notation import Pair, Single
from qttt.reference.tiqtaqtoe_position import Board, Position
from qttt.verification.certificate.canonical import INVERSES, SYMMETRIES
from qttt.verification.certificate.moves import Canonical, Symmetry


@cache
def images(board: Board) -> tuple[Board, ...]:
    """What the eight symmetries make of a board.

    >>> images("XO.......")[:2]
    ('XO.......', '..X..O...')
    """
    return tuple("".join(board[inverse[square] - 1] for square in range(1, 10)) for inverse in INVERSES)


def canonical(position: Position) -> Canonical:
    """The canonical form of a position: of its eight images the one whose boards, in ascending order, come first.

    Which symmetry leads there is not guaranteed where several do.

    >>> canonical(Position.of("........X")).text
    '........X'
    """
    at, boards = min(
        enumerate(sorted(image) for image in zip(*map(images, position.boards), strict=True)),
        key=lambda image: image[1],
    )
    return Canonical(str(Position(tuple(boards), position.measured)), SYMMETRIES[at], INVERSES[at])


def turned(move: Single | Pair, table: Symmetry) -> Single | Pair:
    """The move on a board that a symmetry has turned.

    >>> turned(Pair(1, 2), SYMMETRIES[2]), turned(Single(3), SYMMETRIES[2])
    (Pair(first=8, second=9), Single(square=7))
    """
    if isinstance(move, Single):
        return Single(table[move.square])
    first, second = sorted((table[move.first], table[move.second]))
    return Pair(first, second)
