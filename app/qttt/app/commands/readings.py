"""`qttt readings`: the values of a game with switches under every combination of its switches.

A game with switches has a module `qttt.app.<name>.reading`, with its `Reading` and with `solve_readings`.
"""

from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal

import typer

from qttt.app import screen
from qttt.app.command import Command
from qttt.app.errors import BadInput, tell
from qttt.app.files import Column, check_file, check_table, fraction_columns, suffix_of, table_bytes, writing
from qttt.app.games import Answer, only
from qttt.app.options import Device, Json
from qttt.app.solved import G, Reading
from qttt.oracle.perfect import A
from qttt.oracle.progress import counting
from qttt.oracle.registry import entry_of, options
from qttt.reference.picture import listed

Readings = Sequence[Reading[Any, Any]]
SWITCHED = ("goff", "tiqtaqtoe", "hybrid")
"""The games that their switches determine; named, since to ask them takes longer than to start."""


def readings(
    ruleset: Annotated[
        str,
        typer.Argument(
            callback=only("readings", *SWITCHED), metavar="GAME", help=f"The game: {listed(SWITCHED, 'or')}."
        ),
    ] = "tiqtaqtoe",
    level: Annotated[
        Literal["classic", "minimal", "moderate", "high", "full"] | None,
        typer.Option(help="tiqtaqtoe: use only this level. Default: all levels."),
    ] = None,
    device: Device = "auto",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a table (.csv or .parquet).")] = None,
    as_json: Json = False,
) -> None:
    """Value a game and its first moves under every combination of switches; tiqtaqtoe at one level or at all levels.

    Takes some seconds for goff, half a minute for tiqtaqtoe, a minute for hybrid. A table has a row for each
    reading and first move, with - as the first move for the game itself; for hybrid also a row for each result,
    with the best moves after the result. JSON is a list, each object like that of `solve`. The eight games of
    hybrid with links=two and targets=any are not solved anew: what ships of them is shown. The 20 games of
    tiqtaqtoe with level=full have too many positions to be solved: they are skipped, with a note on standard
    error.
    """
    if level and all(option.name != "level" for option in options(ruleset)):
        raise BadInput(f"{ruleset} has no --level, which is only for tiqtaqtoe; leave it out")
    if out:
        if suffix_of(out) == ".md":
            raise BadInput(f"{out}: pages are made by docs/build.py; write a table, .csv or .parquet")
        check_table(out)
        check_file(out)
    every = _solve(ruleset, level, device)
    write = writing(out, lambda suffix: table_bytes(_columns(every), suffix))
    Answer(lambda: [each.json_object() for each in every], lambda: _display(every), write=write).show(as_json)


def _module(name: str) -> ModuleType:
    return import_module(f"qttt.app.{name}.reading")


def games_of(name: str, level: str | None = None) -> tuple[list[Any], int]:
    """The game under every combination of its options, or of those of one level, the canonical one of each level first:
    those that are solved; and how many others there are."""
    every = [
        game
        for game in import_module(f"qttt.reference.{name}").settings()
        if level in (None, game.setting.get("level"))
    ]
    solved = [game for game in every if entry_of(game).playing(game)]
    return solved, len(every) - len(solved)


def _solve(name: str, level: str | None, device: str) -> Readings:
    """The readings of a game at one level or at all levels, with the progress on standard error.

    Games that have too many positions to be solved are skipped, with a note on standard error."""
    games, skipped = games_of(name, level)
    if not games:
        unsolved = f"{_module(name).UNSOLVED} is not solved, because it has too many positions"
        raise BadInput(f"{name} at {unsolved}; choose another level, or leave out --level")
    readings: list[Reading[Any, Any]] = []
    with counting("readings") as report:
        for reading in _module(name).solve_readings(games, device):
            readings.append(reading)
            report(len(readings), len(games))
    if skipped:
        every = skipped + len(games)
        tell(f"skipped {skipped} of the {every} games, because they have too many positions: {_module(name).UNSOLVED}")
    return readings


def _columns(readings: Readings) -> list[Column]:
    """The columns of a table of readings: the switches, then those of `Reading.rows`."""
    rows = [{**_setting(reading), **row} for reading in readings for row in reading.rows()]
    columns: list[Column] = []
    for name in rows[0]:
        cells = [row[name] for row in rows]
        columns += fraction_columns(name, [*map(Fraction, cells)]) if name == "value" else [Column(name, cells)]
    return columns


def _display(readings: Readings) -> None:
    """Print readings, one per row."""
    table = screen.table(*_setting(readings[0]), "value", "best first", right=("value",))
    for each in readings:
        table.add_row(*_setting(each).values(), str(each.value), " ".join(map(str, each.best)))
    screen.console().print(table)


def _setting(reading: Reading[G, A]) -> dict[str, str]:
    """The options of a game; empty for a switch that the level does not have."""
    return {option.name: reading.game.setting.get(option.name, "") for option in reading.game.options}


COMMANDS = {"readings": Command(readings)}
