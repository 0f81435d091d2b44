"""Certificates of TiqTaqToe: their canonical form."""

from functools import cache

from qttt.reference.board import SYMMETRIES, inverse, moved
from qttt.reference.tiqtaqtoe import Action, TiqTaqToe
from qttt.reference.tiqtaqtoe.position import Board, Position
from qttt.verification.certificate.bounds import Canonical
from qttt.verification.certificate.strategy import Form


@cache
def images(board: Board) -> tuple[Board, ...]:
    """The images of a board under the eight symmetries.

    >>> images("XO.......")[:2]
    ('XO.......', '..X..O...')
    """
    return tuple("".join(map(str, moved(symmetry, tuple(board)))) for symmetry in SYMMETRIES)


def canonical(position: Position) -> Canonical:
    """The canonical form of a position: the one of its eight images whose boards, in ascending order, come first.

    Like `Form.canonical`, but it remembers the images of boards.

    >>> canonical(Position.of("........X")).key
    '........X'
    """
    boards = [sorted(image) for image in zip(*map(images, position.boards), strict=True)]
    first = min(boards)
    there = SYMMETRIES[boards.index(first)]
    return Canonical(str(Position(tuple(first), position.measured)), there, inverse(there))


class OfTiqTaqToe(Form[Position, Action]):
    """How certificates of TiqTaqToe are written."""

    header, row = "header", "boards"

    def canonical(self, position: Position) -> Canonical:
        return canonical(position)

    def size(self, position: Position) -> int:
        return len(position.boards)


GAME, FORM = TiqTaqToe, OfTiqTaqToe
