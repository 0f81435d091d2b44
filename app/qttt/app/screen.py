"""What the commands share on a terminal: colours, pictures, layout."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from types import FrameType
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from qttt.app.games import options_in_words
from qttt.oracle.perfect import A, P
from qttt.reference.game import Game, Outcome
from qttt.reference.picture import NARROW, WIDTH, Line, decimal

STYLES = {"X": "bright_blue", "O": "dark_orange", "SYSTEM": "magenta"}
MARKS = {"X": r"X ?[₁-₉]|\\ /|/ \\", "O": r"O[₁-₉]|╭─╮|│ │[₁-₉]|╰─╯"}
"""Patterns that find the marks of a player in a text picture."""

KINDS = {"X": STYLES["X"], "O": STYLES["O"], "quiet": "dim", "strong": "bold"}
"""The styles of the pieces of a picture; a kind that is not here is a style itself."""

SHORT = 12
"""Most characters of a fraction in a table."""

GAP, BETWEEN = 2, 3
"""Columns between the columns of a table, and between things side by side."""

WIDEST = 1000
"""Columns: wider than anything that is printed."""

_INTERRUPTS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class _Output(Console):
    """Standard output. A terminal wraps all lines at spaces; elsewhere a line that asks for it stays whole."""

    def print(self, *objects: object, soft_wrap: bool | None = None, **options: Any) -> None:
        with _hold_interrupts():
            super().print(*objects, soft_wrap=soft_wrap and not self.is_terminal, **options)


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Raise the first interrupt in the block at its end: a console that was left in the middle of a line prints the
    line again, or nothing from then on."""
    raising = signal.default_int_handler
    came: list[int] = []

    def hold(number: int, frame: FrameType | None) -> None:
        if came:
            raising(number, frame)
        came.append(number)

    in_main = threading.current_thread() is threading.main_thread()  # in no other may a handler be changed
    held = [number for number in _INTERRUPTS if in_main and signal.getsignal(number) is raising]
    for number in held:
        signal.signal(number, hold)
    try:
        yield
    finally:
        for number in held:
            signal.signal(number, raising)
    if came:
        raise KeyboardInterrupt


def console() -> Console:
    """Standard output; plain when it is not a terminal."""
    return _Output(highlight=False)


def colour_marks(picture: str) -> Text:
    """A text picture, in the colours of the players."""
    drawn = Text(picture)
    for player, pattern in MARKS.items():
        drawn.highlight_regex(pattern, STYLES[player])
    return drawn


def colour_lines(lines: Iterable[Line], styles: Mapping[str, str] = KINDS) -> Text:
    """The lines of a picture in the colours of their kinds."""
    drawn = Text("\n").join(Text.assemble(*((text, styles.get(kind, kind)) for text, kind in line)) for line in lines)
    drawn.no_wrap, drawn.overflow = True, "ignore"
    return drawn


@dataclass(frozen=True)
class Drawing:
    """A board that `draw` draws with squares of width WIDTH, or NARROW where the terminal is too narrow."""

    draw: Callable[[int], Iterable[Line]]
    styles: Mapping[str, str] = field(default_factory=dict)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = options.max_width >= 3 * WIDTH + 4  # with the lines of the frame
        yield colour_lines(self.draw(WIDTH if wide else NARROW), {**KINDS, **self.styles})


def outcome(name: str) -> Text:
    """An outcome in the colour of its winner."""
    return Text(name, STYLES.get(name[-1], ""))


def game_over(ended: Outcome) -> Text:
    """How a game ended, and the rule that says so, as a line."""
    return Text.assemble("Game over: ", outcome(str(ended)), f" ({ended.rule})")


def title(game: Game[P, A]) -> Text:
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
    """A value for a table: like `worth`, but a long fraction as a decimal only.

    >>> short(Fraction(-17, 512)), short(Fraction(123456789, 987654321))
    ('-17/512 ≈ -0.0332', '≈ 0.1250')
    """
    return worth(value) if len(str(value)) <= SHORT else f"≈ {decimal(value)}"


def choice(actions: Sequence[object]) -> str:
    """What a player chooses from, for people: two actions by name, more by their number."""
    return " or ".join(map(str, actions)) if len(actions) <= 2 else f"{len(actions)} moves"


def many(number: int, what: str) -> str:
    """A count with its noun.

    >>> many(1, "row"), many(1000, "row")
    ('1 row', '1,000 rows')
    """
    return f"{number:,} {what}" + "s" * (number != 1)


def as_text(values: Mapping[A, Fraction]) -> dict[str, str]:
    """Actions or other names, and their values, as text for JSON."""
    return {str(action): str(value) for action, value in values.items()}


class _Table(Table):
    """A table that breaks lines at spaces only; where the terminal is too narrow for that, each row is a list."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        texts = [[*map(_plain, (column.header, *column.cells))] for column in self.columns]
        natural = [max(cell_len(line) for text in column for line in text.split("\n")) for column in texts]
        least = [max(cell_len(word) for text in column for word in text.split() or [""]) for column in texts]
        space = options.max_width - GAP * (len(texts) - 1)
        if sum(least) > space:
            yield from self._lists()
            return
        extra = space - sum(least)
        for at in sorted(range(len(texts)), key=lambda at: natural[at] - least[at]):
            more = min(natural[at] - least[at], extra)
            self.columns[at].width, extra = least[at] + more, extra - more
        yield from super().__rich_console__(console, options)

    def _lists(self) -> Iterable[RenderableType]:
        """Each row as lines, one line per cell after its heading."""
        for row in zip(*(column.cells for column in self.columns), strict=True):
            for column, cell in zip(self.columns, row, strict=True):
                yield Text.assemble((f"{_plain(column.header)} ", "dim"), cell if isinstance(cell, Text) else str(cell))
            yield ""


def _plain(cell: RenderableType) -> str:
    return cell.plain if isinstance(cell, Text) else str(cell)


def table(*columns: str, right: Sequence[str] = ()) -> Table:
    """An empty table; the columns named in `right` hold numbers. A cell is broken at spaces, never inside a word."""
    table = _Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def by_value(actions: Mapping[A, Fraction], best: Fraction, named: str) -> Table:
    """A table of actions, with the best ones first."""
    shown = table("value", named, right=("value",))
    for value in sorted({*actions.values()}, key=lambda value: abs(value - best)):
        names = " ".join(str(action) for action, its in actions.items() if its == value)
        shown.add_row(short(value), Text(names, "bold" if value == best else ""))
    return shown


def print_variation(out: Console, variation: str) -> None:
    """Print a principal variation on a line of its own, unbroken."""
    out.print("best play", style="dim")
    out.print(variation, markup=False, soft_wrap=True)


@dataclass(frozen=True)
class SideBySide:
    """Two things beside each other; where the terminal is too narrow for both, one below the other.

    The right one needs the width that it has without broken lines, or `enough` columns."""

    left: RenderableType
    right: RenderableType
    enough: int = 0

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        unbroken = options.update(max_width=WIDEST)
        left, right = (Measurement.get(console, unbroken, each).maximum for each in (self.left, self.right))
        if left + BETWEEN + (self.enough or right) > options.max_width:
            yield Group(self.left, "", self.right)
            return
        grid = Table.grid(padding=(0, BETWEEN, 0, 0))
        grid.add_column(width=left)
        grid.add_row(self.left, self.right)
        yield grid
