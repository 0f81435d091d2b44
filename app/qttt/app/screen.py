"""What the commands share on a terminal: colours, pictures, layout."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from qttt.app.games import options_in_words
from qttt.reference.picture import Line, decimal

STYLES = {"X": "bright_blue", "O": "dark_orange", "SYSTEM": "magenta"}
MARKS = {"X": r"X ?[₁-₉]|\\ /|/ \\", "O": r"O[₁-₉]|╭─╮|│ │[₁-₉]|╰─╯"}
"""How to find the marks of a player in a text picture."""

KINDS = {"X": STYLES["X"], "O": STYLES["O"], "quiet": "dim", "strong": "bold"}
"""The styles of the pieces of a picture; a kind that is not here is a style itself."""

SHORT = 12
"""Characters of a fraction in a narrow column, at most."""

WIDEST = 1000
"""Columns: more than anything that is printed has."""


def console() -> Console:
    """Standard output; plain when it is no terminal."""
    return Console(highlight=False)


def marked(picture: str) -> Text:
    """A text picture, in the colours of the players."""
    drawn = Text(picture)
    for player, pattern in MARKS.items():
        drawn.highlight_regex(pattern, STYLES[player])
    return drawn


def coloured(lines: Iterable[Line], styles: Mapping[str, str] = MappingProxyType({})) -> Text:
    """The lines of a picture in the colours of their kinds; `styles` has those that only one game knows."""
    known = {**KINDS, **styles}
    return Text("\n").join(Text.assemble(*((text, known.get(kind, kind)) for text, kind in line)) for line in lines)


def outcome(name: str) -> Text:
    """An outcome in the colour of its winner."""
    return Text(name, STYLES.get(name[-1], ""))


def title(game: Any) -> Text:
    """The ruleset and the options, in one line."""
    options = options_in_words(game)
    return Text.assemble((game.ruleset, "bold"), ": " * bool(options), ", ".join(options))


def worth(value: Fraction) -> str:
    """A value for people: the fraction, and as a decimal if it is not a whole number.

    >>> worth(Fraction(5, 2)), worth(Fraction(1, 3)), worth(Fraction(20))
    ('5/2 = 2.5', '1/3 ≈ 0.3333', '20')
    """
    if value.denominator == 1:
        return str(value)
    rounded = decimal(value)
    return f"{value} = {rounded.rstrip('0')}" if Fraction(rounded) == value else f"{value} ≈ {rounded}"


def short(value: Fraction) -> str:
    """A value for a narrow column: the fraction, or a decimal in place of a long one.

    >>> short(Fraction(-17, 512)), short(Fraction(123456789, 987654321))
    ('-17/512', '≈ 0.1250')
    """
    written = str(value)
    return written if len(written) <= SHORT else f"≈ {decimal(value)}"


def many(number: int, what: str) -> str:
    """So many of something.

    >>> many(1, "row"), many(1000, "row")
    ('1 row', '1,000 rows')
    """
    return f"{number:,} {what}" + "s" * (number != 1)


def as_text(values: Mapping[Any, Fraction]) -> dict[str, str]:
    """Actions or other names, and their values, as text for JSON."""
    return {str(action): str(value) for action, value in values.items()}


def table(*columns: str, right: Sequence[str] = ()) -> Table:
    """An empty table; the columns named in `right` hold numbers. What is too wide for a cell is broken, never cut."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def print_variation(out: Console, variation: str) -> None:
    """Print a principal variation on a line of its own, unbroken."""
    out.print("best play", style="dim")
    out.print(variation, markup=False, soft_wrap=True)


def beside(left: RenderableType, right: RenderableType) -> Table:
    """Two things beside each other; where the terminal is too narrow for both, their lines are broken."""
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_row(left, right)
    return grid


def side_by_side(left: RenderableType, right: RenderableType) -> RenderableType:
    """Two things beside each other; where the terminal is too narrow for both, one below the other."""
    return _SideBySide(left, right)


@dataclass(frozen=True)
class _SideBySide:
    left: RenderableType
    right: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        grid = beside(self.left, self.right)
        width = Measurement.get(console, options.update(max_width=WIDEST), grid).maximum
        yield grid if width <= options.max_width else Group(self.left, "", self.right)
