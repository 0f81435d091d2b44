"""`qttt readings`: the values of every reading of a game with switches, printed and written to a file.

A game has a module here with its `FAMILY`.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from qttt.app import screen
from qttt.app.errors import BadInput
from qttt.app.files import check_file, suffix_of, write_bytes
from qttt.app.reading import Reading
from qttt.app.studies.options import Level
from qttt.app.tables import SUFFIXES, Column, check_table, fraction_columns, table_bytes
from qttt.reference.picture import listed
from qttt.reference.written import WrittenGame

PAGE = ".md"

G = TypeVar("G", bound=WrittenGame[Any, Any])
R = TypeVar("R", bound=Reading[Any, Any])


class Row(NamedTuple):
    """A row of a table about one reading: the cells before the value, the value, and the cells after it."""

    before: tuple[str, ...]
    value: Fraction
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Family(Generic[G, R]):
    """The readings of one game, and everything about them that is specific to this game."""

    games: Callable[[], Iterable[G]]
    """The game under every combination of its options, the canonical one of each level first."""
    solve: Callable[[Sequence[G], str], Iterator[R]]
    """The readings of some games in their order, computed on the device of this name."""
    rows: Callable[[R], Iterable[Row]]
    """The rows about a reading, the one about the game itself first."""
    read: Callable[[Mapping[str, Any]], R]
    """The reading of which `json_object` has made an object."""
    together: Callable[[G], Hashable]
    """Consecutive games with the same key are solved together."""
    page: Callable[[Sequence[R]], str]
    """The page about readings."""
    before: tuple[str, ...]
    """The columns before the value."""
    after: tuple[str, ...] = ()
    """The columns after the value."""
    is_solved: Callable[[G], bool] = lambda _: True
    unsolved: str = ""
    """The switches of the games that are not solved."""


def family(ruleset: str) -> Family[Any, Any]:
    """The family of a game, by the game's name."""
    found: Family[Any, Any] = import_module(f"{__package__}.{ruleset}").FAMILY
    return found


def chosen(family: Family[G, R], level: Level | None) -> tuple[list[G], int]:
    """The games of a family that are solved, or those of one level; and how many others there are."""
    every = [game for game in family.games() if level in (None, game.setting.get("level"))]
    games = [*filter(family.is_solved, every)]
    return games, len(every) - len(games)


def write(family: Family[G, R], found: Sequence[R], out: Path) -> None:
    """Write readings to a page or a table. Raises BadInput if the file cannot be written."""
    suffix = suffix_of(out)
    content = family.page(found).encode() if suffix == PAGE else table_bytes(columns(family, found), suffix)
    write_bytes(out, content)


def check(out: Path, level: Level | None) -> None:
    """Raise BadInput for a file that readings cannot be written to."""
    suffix = suffix_of(out, PAGE, *SUFFIXES)
    if suffix == PAGE and level:
        raise BadInput(
            f"{out}: a page is about all levels; leave out --level, or write a table, {listed(SUFFIXES, 'or')}"
        )
    if suffix != PAGE:
        check_table(out)
    check_file(out)


def columns(family: Family[G, R], found: Sequence[R]) -> list[Column]:
    """The columns of a table of readings: the switches, what the row is about, the value, and what else is known."""
    rows = [(_setting(reading), row) for reading in found for row in family.rows(reading)]
    return [
        *(Column(name, [setting[name] for setting, _ in rows]) for name in rows[0][0]),
        *(Column(name, [row.before[at] for _, row in rows]) for at, name in enumerate(family.before)),
        *fraction_columns("value", [row.value for _, row in rows]),
        *(Column(name, [row.after[at] for _, row in rows]) for at, name in enumerate(family.after)),
    ]


def print_readings(found: Sequence[Reading[Any, Any]]) -> None:
    """Print readings, one per row."""
    table = screen.table(*_setting(found[0]), "value", "best first", right=("value",))
    for each in found:
        table.add_row(*_setting(each).values(), str(each.value), " ".join(map(str, each.best)))
    screen.console().print(table)


def _setting(reading: Reading[Any, Any]) -> dict[str, str]:
    """The options of a game; empty for a switch that the level does not have."""
    return {option.name: reading.game.setting.get(option.name, "") for option in reading.game.options}
