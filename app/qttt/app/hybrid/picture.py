"""A position of the hybrid game as a picture for the terminal; `svg` has the SVG."""

from rich.text import Text

from qttt.app import screen
from qttt.app.board_text import LARGE, board
from qttt.reference.hybrid import Position
from qttt.reference.hybrid_position import UNMEASURED

UNKNOWN, LOOKED_AT = "?", "being measured"


def text(position: Position) -> Text:
    """The picture as lines of text in colours, without a last line break; it can be read without colours. A measured
    box has its mark; another a question mark, and the targets and owners of the links that it controls."""
    return board(lambda box: _cell(position, box))


def _cell(position: Position, box: int) -> list[Text]:
    mark = position.marks[box - 1]
    if mark != UNMEASURED:
        return [Text(line, screen.STYLES[mark]) for line in LARGE[mark]]
    middle = Text(LOOKED_AT, "bold") if box == position.measuring else Text(UNKNOWN, "dim")
    links = [
        Text(f"> {link.target} of {link.owner}", screen.STYLES[link.owner])
        for link in position.links
        if link.control == box
    ]
    return [Text(), middle, Text("  ").join(links)]


def in_words(position: Position) -> str:
    """The position in sentences, for readers who can't see the picture.

    >>> in_words(Position.of("..X...O.., 5>7 O, X to move"))
    'Box 3: X. Box 7: O. The others are unmeasured. A link of O from 5 to 7.'
    >>> in_words(Position())
    'No box is measured.'
    """
    if not position.measured:
        return "No box is measured."
    sentences = [f"Box {box}: {position.marks[box - 1]}." for box in position.measured]
    if position.unmeasured:
        sentences.append("The others are unmeasured.")
    sentences += [f"A link of {link.owner} from {link.control} to {link.target}." for link in position.links]
    return " ".join(sentences)
