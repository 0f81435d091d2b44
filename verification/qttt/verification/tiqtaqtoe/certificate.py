"""Certificates of TiqTaqToe: their canonical form."""

from fractions import Fraction
from functools import cache
from typing import Any

from qttt.reference.board import SYMMETRIES, inverse, moved
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.notation import Action
from qttt.reference.tiqtaqtoe.position import Board, Position
from qttt.verification.certificate.bounds import Bounds, Canonical
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


class TiqTaqToeBounds(Bounds[Position, Action]):
    """The bounds of a strategy; a single board that measurements leave is played through once."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._found_boards: dict[Action, Fraction] = {}

    def _mean(self, position: Position) -> Fraction:
        chances = self.game.chance(position)
        for board in chances:
            if board not in self._found_boards:
                self._found_boards[board] = self._after(position, board)
        return sum((chance * self._found_boards[board] for board, chance in chances.items()), Fraction(0))


class OfTiqTaqToe(Form[Position, Action]):
    """How certificates of TiqTaqToe are written."""

    header, row = "header", "boards"
    bounds = TiqTaqToeBounds

    def canonical(self, position: Position) -> Canonical:
        return canonical(position)

    def size(self, position: Position) -> int:
        return len(position.boards)


GAME, FORM = TiqTaqToe, OfTiqTaqToe
