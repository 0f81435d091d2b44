"""What `qttt readings` does for every game that has switches: each of its readings valued, told, and kept in a file."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol, TypeVar

from qttt.app import screen
from qttt.app.errors import BadInput
from qttt.app.files import check_file, write_bytes
from qttt.app.games import listed
from qttt.app.progress import counting
from qttt.app.tables import SUFFIXES, Column, check_table, table_bytes
from qttt.reference.hybrid import Hybrid
from qttt.reference.tiqtaqtoe import TiqTaqToe

PAGE = ".md"

Switched = TiqTaqToe | Hybrid


class Reading(Protocol):
    """A game under its switches, its value, and its best first moves, one of each symmetry class."""

    @property
    def game(self) -> Switched: ...
    @property
    def value(self) -> Fraction: ...
    @property
    def best(self) -> Sequence[Any]: ...


R = TypeVar("R", bound=Reading)


def kept(
    out: Path | None,
    found: Iterable[R],
    number: int,
    page: Callable[[Sequence[R]], str],
    columns: Callable[[Sequence[R]], list[Column]],
) -> list[R]:
    """The readings, a known number of them, counted as they come; written to a page or a table if a file is named.

    Raises BadInput for a file that cannot be written, before any reading is worked out."""
    if out:
        _check(out)
    readings: list[R] = []
    with counting("readings") as report:
        report(0, number)
        for reading in found:
            readings.append(reading)
            report(len(readings), number)
    if out:
        content = page(readings).encode() if out.suffix == PAGE else table_bytes(columns(readings), out.suffix)
        write_bytes(out, content)
    return readings


def _check(out: Path) -> None:
    if out.suffix not in (PAGE, *SUFFIXES):
        raise BadInput(f"{out}: expected a name that ends in {listed([PAGE, *SUFFIXES], 'or')}")
    if out.suffix != PAGE:
        check_table(out)
    check_file(out)


def setting_columns(games: Sequence[Switched]) -> list[Column]:
    """The columns that say which reading a row is about."""
    settings = [*map(_setting, games)]
    return [Column(name, [setting[name] for setting in settings]) for name in settings[0]]


def printed(found: Sequence[Reading]) -> None:
    """Print readings, a row each."""
    table = screen.table(*_setting(found[0].game), "value", "best first", right=("value",))
    for each in found:
        table.add_row(*_setting(each.game).values(), str(each.value), " ".join(map(str, each.best)))
    screen.console().print(table)


def _setting(game: Switched) -> dict[str, str]:
    """The level, if the game has levels, and its switches; a switch that the level does not have is blank."""
    level = {"level": game.level} if isinstance(game, TiqTaqToe) else {}
    return {**level, **{name: game.switches.get(name, "") for name in screen.SWITCHES[game.ruleset]}}
