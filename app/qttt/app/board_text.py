"""Boards of three by three squares as lines of text."""

from collections.abc import Callable, Sequence

from rich.text import Text

WIDTH = 19
"""Of a square, without its frame."""
LARGE = {"X": ("\\ /", " X ", "/ \\"), "O": ("╭─╮", "│ │", "╰─╯")}


def numbered(square: int) -> Text:
    """The upper edge of a square, with its number."""
    return Text(f"─{square}─")


def board(cell: Callable[[int], Sequence[Text]], edge: Callable[[int], Text] = numbered) -> Text:
    """A board without a last line break: of each square three lines, and how its upper edge begins."""
    shown = Text()
    for first, (left, middle, right) in ((1, "┌┬┐"), (4, "├┼┤"), (7, "├┼┤")):
        row = range(first, first + 3)
        for square, corner in zip(row, (left, middle, middle), strict=True):
            begun = edge(square)
            shown.append(corner).append_text(begun).append("─" * (WIDTH - len(begun)))
        shown.append(f"{right}\n")
        cells = [cell(square) for square in row]
        for line in range(3):
            for content in cells:
                centred = content[line].copy()
                centred.align("center", WIDTH)
                shown.append("│").append_text(centred)
            shown.append("│\n")
    return shown.append("└" + "┴".join(["─" * WIDTH] * 3) + "┘")
