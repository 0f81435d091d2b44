"""A position of TiqTaqToe as a picture for the terminal: the chances of each square, and which squares are entangled;
`svg` has the SVG."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rich.text import Text

from qttt.app import screen
from qttt.app.board_text import LARGE, WIDTH, board, numbered
from qttt.app.games import listed
from qttt.app.probabilistic.picture import per_cent
from qttt.reference.tiqtaqtoe_position import Position, groups, probabilities

SQUARES = range(1, 10)
CONTENTS = ("X", "O", ".")
NAMES = {"X": "X", "O": "O", ".": "empty"}
SIGNS = {"X": "X", "O": "O", ".": "·"}
STYLES = screen.STYLES | {".": "dim"}
GROUP_STYLES = ("green", "magenta", "yellow", "cyan")
"""Of the entangled groups: nine squares make four of them at most."""
BAR = 8
LEGEND = "In per cent: X, O, · empty. Squares with the same letter are entangled."


@dataclass(frozen=True)
class Picture:
    """What a picture shows: of each square the chances of its contents X, O and '.', and the entangled groups."""

    chances: Mapping[int, Mapping[str, Fraction]]
    groups: Sequence[Sequence[int]]

    @classmethod
    def of(cls, position: Position) -> "Picture":
        """The picture of a position. Rules: TIQ-STATE-1, TIQ-GROUP-1"""
        return cls(probabilities(position), groups(position))

    def certain(self, square: int) -> str | None:
        """What is certainly on a square, or None."""
        return next((content for content, chance in self.chances[square].items() if chance == 1), None)

    def group(self, square: int) -> int | None:
        """The number of the group that a square is in, from 0; None if it is certain."""
        return next((number for number, group in enumerate(self.groups) if square in group), None)


def letter(group: int) -> str:
    """What a group is called in a picture."""
    return "abcd"[group]


def text(picture: Picture) -> Text:
    """The picture as lines of text in colours, without a last line break; it can be read without colours."""
    return board(lambda square: _cell(picture, square), lambda square: _edge(picture, square))


def _edge(picture: Picture, square: int) -> Text:
    group, edge = picture.group(square), numbered(square)
    if group is not None:
        edge.append(letter(group), f"bold {GROUP_STYLES[group]}")
    return edge


def _cell(picture: Picture, square: int) -> list[Text]:
    """Three lines: a large mark, nothing, or a bar for each chance between edges in the colour of the group."""
    certain, group = picture.certain(square), picture.group(square)
    if certain == ".":
        lines = [Text()] * 3
    elif certain:
        lines = [Text(line, STYLES[certain]) for line in LARGE[certain]]
    else:
        lines = [_bar(content, picture.chances[square][content]) for content in CONTENTS]
    style = "" if group is None else GROUP_STYLES[group]
    edges = ("▌", "▐") if style else (" ", " ")
    cell = []
    for line in lines:
        inside = line.copy()
        inside.align("center", WIDTH - 2)
        cell.append(Text.assemble((edges[0], style), inside, (edges[1], style)))
    return cell


def _bar(content: str, chance: Fraction) -> Text:
    if not chance:
        return Text()
    filled = max(1, round(BAR * chance))
    return Text(f"{SIGNS[content]} {'█' * filled + '░' * (BAR - filled)} {per_cent(chance):>4}", STYLES[content])


def in_words(picture: Picture) -> str:
    """The position in sentences, for readers who can't see the picture.

    >>> half = {"X": Fraction(1, 2), "O": Fraction(0), ".": Fraction(1, 2)}
    >>> none = {"X": Fraction(0), "O": Fraction(0), ".": Fraction(1)}
    >>> in_words(Picture({1: half, 2: half} | {square: none for square in range(3, 10)}, ((1, 2),)))
    'Square 1: X 50, empty 50 per cent. Square 2: X 50, empty 50 per cent. Entangled: 1 and 2.'
    """
    sentences = []
    for square in SQUARES:
        chances = picture.chances[square]
        if picture.certain(square) in ("X", "O"):
            sentences.append(f"Square {square}: {picture.certain(square)}.")
        elif picture.certain(square) is None:
            told = ", ".join(f"{NAMES[c]} {per_cent(chances[c])}" for c in CONTENTS if chances[c])
            sentences.append(f"Square {square}: {told} per cent.")
    if picture.groups:
        sentences.append(f"Entangled: {'; '.join(listed([*map(str, group)]) for group in picture.groups)}.")
    return " ".join(sentences) or "The empty board."
