"""`qttt readings hybrid`: the hybrid game valued under every combination of its switches that is solved."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

from qttt.app.errors import tell
from qttt.app.hybrid.reading import Reading
from qttt.app.hybrid.readings_page import page
from qttt.app.hybrid.stored import solvable
from qttt.app.readings import kept, setting_columns
from qttt.app.tables import Column, fraction_columns
from qttt.fast.backend import device as device_called
from qttt.fast.hybrid.reach import reachable
from qttt.fast.hybrid.rules import Setting
from qttt.fast.hybrid.solve import solve
from qttt.reference.hybrid import Action, Hybrid, settings
from qttt.verification.hybrid.translate import setting_of

TOO_MANY = "links=two with targets=any"
"""The games that are not solved."""


def readings(device: str, out: Path | None) -> list[Reading]:
    """The readings of every game that is solved, the canonical one first; written to a file as well if one is named. It
    is told on standard error how many are not solved.

    Raises BadInput for a file that cannot be written, DeviceError for a device that is not there."""
    every = [*settings()]
    games = [*filter(solvable, every)]
    found = kept(out, found_in(games, device), len(games), page, columns)
    if left := len(every) - len(games):
        tell(f"{left} of the {len(every)} games are left out, for they have too many positions: {TOO_MANY}")
    return found


def found_in(games: Sequence[Hybrid], device: str) -> Iterator[Reading]:
    """The readings of some games, in their order."""
    on = device_called(device)

    @cache
    def reached(setting: Setting) -> tuple[int, ...]:
        return reachable(on, setting)

    for game in games:
        setting = setting_of(game)
        # Where both have a line the game is over, whoever wins: what play reaches is the same under all of `both`.
        yield Reading.of(game, solve(on, setting).tablebase, reached(setting._replace(both="draw")))


def columns(found: Sequence[Reading]) -> list[Column]:
    """A row for each reading, first move and result, with the best moves of the player who is to move then. The game
    itself has an empty first move, and a first move before its result an empty result and no best moves."""
    rows = [(reading, *row) for reading in found for row in _rows(reading)]
    return [
        *setting_columns([of.game for of, *_ in rows]),
        *(Column(name, [row[at] for row in rows]) for at, name in enumerate(("first_move", "result"), 1)),
        *fraction_columns("value", [value for *_, value, _ in rows]),
        Column("best", [best for *_, best in rows]),
    ]


def _rows(reading: Reading) -> Iterator[tuple[str, str, Fraction, str]]:
    best = [move for move, value in reading.first_moves.items() if value == reading.value]
    yield "", "", reading.value, _written(best)
    for move, value in reading.first_moves.items():
        yield str(move), "", value, ""
        for result, replies in reading.replies[move].items():
            yield str(move), str(result), replies.value, _written(replies.best)


def _written(moves: Iterable[Action]) -> str:
    return " ".join(map(str, moves))
