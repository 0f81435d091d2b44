"""What the commands share on a terminal: colours, pictures, layout."""

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from qttt.reference.goff import Goff, Position
from qttt.reference.picture import text

STYLES = {"X": "bright_blue", "O": "dark_orange"}
MARKS = {"X": r"X ?[₁-₉]|\\ /|/ \\", "O": r"O[₁-₉]|╭─╮|│ │[₁-₉]|╰─╯"}
"""How to find the marks of a player in a text picture."""

SELECTING = {"opponent": "the opponent selects the collapse", "self": "the mover selects the collapse"}


def console() -> Console:
    """Standard output; plain when it is no terminal."""
    return Console(highlight=False)


def picture(position: Position) -> Text:
    """The text picture, in the colours of the players."""
    picture = Text(text(position))
    for player, pattern in MARKS.items():
        picture.highlight_regex(pattern, STYLES[player])
    return picture


def outcome(name: str) -> Text:
    """An outcome in the colour of its winner."""
    return Text(name, STYLES.get(name[-1], ""))


def title(game: Goff) -> Text:
    """The ruleset and the options, in one line."""
    options = [SELECTING[game.collapse]] + ["double wins count"] * game.double_win
    return Text.assemble((game.ruleset, "bold"), ": ", ", ".join(options))


def table(*columns: str, right: Sequence[str] = ()) -> Table:
    """An empty table; the columns named in `right` hold numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    return table


def print_variation(out: Console, variation: str) -> None:
    """Print a principal variation on a line of its own, unbroken."""
    out.print("best play", style="dim")
    out.print(variation, markup=False, soft_wrap=True)


def side_by_side(left: RenderableType, right: RenderableType) -> Table:
    """Two things beside each other."""
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_row(left, right)
    return grid
