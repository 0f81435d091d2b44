"""`qttt readings`: TiqTaqToe valued at every level and under every combination of its switches."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from qttt.app import screen
from qttt.app.errors import BadInput
from qttt.app.files import check_file, write_bytes
from qttt.app.games import Level, listed
from qttt.app.progress import counting
from qttt.app.tables import SUFFIXES, Column, check_table, fraction_columns, table_bytes
from qttt.app.tiqtaqtoe import reading
from qttt.app.tiqtaqtoe.reading import Reading
from qttt.app.tiqtaqtoe.readings_page import page
from qttt.fast.backend import device as device_called
from qttt.fast.tiqtaqtoe.solve import solve_all
from qttt.reference.tiqtaqtoe import SWITCHES, TiqTaqToe, settings
from qttt.verification.tiqtaqtoe.translate import setting_of

PAGE = ".md"


def readings(level: Level | None, device: str, out: Path | None) -> list[Reading]:
    """The readings of a level, or of all; written to a file as well if one is named.

    Raises BadInput for a file that cannot be written, DeviceError for a device that is not there."""
    if out:
        _check(out, level)
    games = [game for game in settings() if level in (None, game.level)]
    with counting("readings") as report:
        found = found_in(games, device, lambda done: report(done, len(games)))
    if out:
        write_bytes(out, page(found).encode() if out.suffix == PAGE else table_bytes(columns(found), out.suffix))
    return found


def found_in(games: Sequence[TiqTaqToe], device: str, report: Callable[[int], None] = lambda _: None) -> list[Reading]:
    """The readings of some games, in their order."""
    found: list[Reading] = []
    report(0)
    for game, solution in zip(games, solve_all(device_called(device), [*map(setting_of, games)]), strict=True):
        found.append(Reading.of(game, solution.tablebase))
        report(len(found))
    return found


def _check(out: Path, level: Level | None) -> None:
    if out.suffix not in (PAGE, *SUFFIXES):
        raise BadInput(f"{out}: expected a name that ends in {listed([PAGE, *SUFFIXES], 'or')}")
    if out.suffix == PAGE and level:
        raise BadInput(
            f"{out}: a page is about every level: leave out --level, or write a table, {listed(SUFFIXES, 'or')}"
        )
    if out.suffix != PAGE:
        check_table(out)
    check_file(out)


def columns(found: Sequence[Reading]) -> list[Column]:
    """A row for each reading and first move, with an empty first move for the game itself."""
    rows = [
        (reading, *row)
        for reading in found
        for row in [("", reading.value), *((str(m), v) for m, v in reading.first_moves.items())]
    ]
    return [
        Column("level", [of.game.level for of, _, _ in rows]),
        *(Column(name, [of.game.switches.get(name, "") for of, _, _ in rows]) for name in SWITCHES),
        Column("first_move", [move for _, move, _ in rows]),
        *fraction_columns("value", [value for _, _, value in rows]),
    ]


def described(found: Sequence[Reading]) -> list[dict[str, Any]]:
    """The JSON objects of readings."""
    return [*map(reading.described, found)]


def printed(found: Sequence[Reading]) -> None:
    """Print readings, a row each."""
    table = screen.table("level", *SWITCHES, "value", "best first", right=("value",))
    for each in found:
        game, best = each.game, " ".join(map(str, each.best))
        switches = (game.switches.get(name, "") for name in SWITCHES)
        table.add_row(game.level, *switches, str(each.value), best)
    screen.console().print(table)
