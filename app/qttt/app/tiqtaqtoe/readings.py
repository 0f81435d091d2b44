"""`qttt readings tiqtaqtoe`: TiqTaqToe valued at every level and under every combination of its switches."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from qttt.app.errors import BadInput
from qttt.app.games import Level, listed
from qttt.app.readings import PAGE, kept, setting_columns
from qttt.app.tables import SUFFIXES, Column, fraction_columns
from qttt.app.tiqtaqtoe.reading import Reading
from qttt.app.tiqtaqtoe.readings_page import page
from qttt.fast.backend import device as device_called
from qttt.fast.tiqtaqtoe.solve import solve_all
from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.verification.tiqtaqtoe.translate import setting_of


def readings(level: Level | None, device: str, out: Path | None) -> list[Reading]:
    """The readings of a level, or of all; written to a file as well if one is named.

    Raises BadInput for a file that cannot be written, DeviceError for a device that is not there."""
    if out and out.suffix == PAGE and level:
        raise BadInput(
            f"{out}: a page is about every level: leave out --level, or write a table, {listed(SUFFIXES, 'or')}"
        )
    games = [game for game in settings() if level in (None, game.level)]
    return kept(out, found_in(games, device), len(games), page, columns)


def found_in(games: Sequence[TiqTaqToe], device: str) -> Iterator[Reading]:
    """The readings of some games, in their order."""
    for game, solution in zip(games, solve_all(device_called(device), [*map(setting_of, games)]), strict=True):
        yield Reading.of(game, solution.tablebase)


def columns(found: Sequence[Reading]) -> list[Column]:
    """A row for each reading and first move, with an empty first move for the game itself."""
    rows = [
        (reading, *row)
        for reading in found
        for row in [("", reading.value), *((str(m), v) for m, v in reading.first_moves.items())]
    ]
    return [
        *setting_columns([of.game for of, _, _ in rows]),
        Column("first_move", [move for _, move, _ in rows]),
        *fraction_columns("value", [value for _, _, value in rows]),
    ]
