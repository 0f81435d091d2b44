"""A board of probabilities with what its squares are worth, as a picture for the terminal; `svg` has the SVG."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rich.text import Text

from qttt.app import screen
from qttt.app.board_text import LARGE, board
from qttt.reference.probabilistic import Marks
from qttt.reference.probabilistic_board import SQUARES, Board

Colour = tuple[int, int, int]

SCALE: tuple[Colour, Colour, Colour] = ((210, 0, 0), (195, 140, 0), (0, 160, 0))
"""From bad over middling to good; where a terminal has 16 colours alone, these become red, yellow and green."""
BAR = 13
PARTS = "✓ success · neutral ✗ failure, in per cent"
LEGEND = f"{PARTS}\n★ best; bars and colours: from the worst square to the best"


@dataclass(frozen=True)
class Picture:
    """What a picture shows: the probabilities, the marks, what naming some squares is `worth` to a player, from 0 to 1,
    which of them are `best`, and the square that has been named, if chance is about to act."""

    board: Board
    marks: Marks
    worth: Mapping[int, float]
    best: Sequence[int] = ()
    named: int | None = None

    def goodness(self, square: int) -> float:
        """Where the worth of a square lies among all that are shown: 0 is the worst, 1 the best."""
        worst, best = min(self.worth.values()), max(self.worth.values())
        return (self.worth[square] - worst) / (best - worst) if best > worst else 1.0


def colour(goodness: float) -> Colour:
    """From bad to good.

    >>> colour(0), colour(0.25), colour(1)
    ((210, 0, 0), (202, 70, 0), (0, 160, 0))
    """
    low, high = SCALE[:2] if goodness < 1 / 2 else SCALE[1:]
    along = 2 * goodness % 1 if goodness < 1 else 1.0
    red, green, blue = (round(a + along * (b - a)) for a, b in zip(low, high, strict=True))
    return red, green, blue


def per_cent(probability: Fraction) -> str:
    """A probability in per cent, with a decimal where it is not whole.

    >>> [per_cent(Fraction(text)) for text in ("13/20", "1/3", "1/10000", "1", "9999/10000")]
    ['65', '33.3', '<0.1', '100', '>99.9']
    """
    number = 100 * probability
    if number.denominator == 1:
        return str(number)
    if number < Fraction(1, 10):
        return "<0.1"
    return ">99.9" if number > Fraction(999, 10) else screen.decimal(number, 1)


def text(picture: Picture) -> Text:
    """The picture as lines of text in colours, without a last line break; it can be read without colours."""
    return board(lambda square: _cell(picture, square))


def _cell(picture: Picture, square: int) -> list[Text]:
    """Three lines: a large mark, or the worth, a bar for it, and the probabilities."""
    mark = picture.marks[square - 1]
    if mark:
        return [Text(line, screen.STYLES[mark]) for line in LARGE[mark]]
    success, neutral, failure = map(per_cent, picture.board[square - 1])
    probabilities = Text(f"✓{success} ·{neutral} ✗{failure}", "dim")
    if square not in picture.worth:
        return [Text(), Text(), probabilities]
    goodness = picture.goodness(square)
    style = "bold rgb({},{},{})".format(*colour(goodness))
    star = "★ " if square in picture.best else ""
    worth = Text(f"{star}{picture.worth[square]:.4f}", style)
    if picture.named:
        return [worth, Text("chance is to act"), probabilities]
    filled = 1 + round(goodness * (BAR - 1))
    return [worth, Text("█" * filled + "░" * (BAR - filled), style), probabilities]


def in_words(picture: Picture) -> str:
    """Marks and worths in sentences, for readers who can't see the picture.

    >>> from qttt.reference.game import Actor
    >>> in_words(Picture(Board.of([("1", "0", "0")] * 9), (Actor.X, *[None] * 8), {2: 0.5, 3: 0.25}, (2,)))
    'Marks: X on 1. Naming 2 is worth 0.5000, 3 is worth 0.2500. Best: 2.'
    """
    marks = [f"{mark} on {square}" for square, mark in zip(SQUARES, picture.marks, strict=True) if mark]
    sentences = [f"Marks: {', '.join(marks) or 'none'}."]
    if picture.worth:
        worths = ", ".join(f"{square} is worth {worth:.4f}" for square, worth in picture.worth.items())
        sentences.append(f"Naming {worths}.")
    if picture.best:
        sentences.append(f"Best: {', '.join(map(str, picture.best))}.")
    return " ".join(sentences)
