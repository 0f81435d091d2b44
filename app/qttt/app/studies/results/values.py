"""The values: of each game in each solved setting, and of its first moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qttt.app import readings
from qttt.app.first_moves import symmetry_classes
from qttt.app.studies.sqt import sweep
from qttt.fast.backend import device as device_called
from qttt.oracle import Oracle, entry_of, game, games
from qttt.oracle.progress import progress
from qttt.verification.probabilistic.equivalence_boards import PRINTED

GRID = 20
"""The probability q of the stochastic game goes from 0 to 1 in so many steps, as in the source."""


@dataclass(frozen=True)
class Result:
    """The value of a game in a setting, or after one of its first moves, which stands for all that are equivalent.

    `setting` holds the options that are not at their defaults, or must be given, as texts. `best` are the best first
    moves, one of each class of equivalent moves; it is empty for a first move.
    """

    name: str
    ruleset: str
    setting: Mapping[str, str]
    first_move: str
    value: Fraction
    best: tuple[str, ...] = ()
    equivalent: int = 1

    @property
    def id(self) -> str:
        """The permanent ID, such as `goff-1.0:collapse=self:1-9`."""
        options = ",".join(f"{option}={value}" for option, value in self.setting.items())
        return ":".join([self.ruleset, *filter(None, (options, self.first_move))])


def results(device: str) -> Iterator[Result]:
    """Every value, game by game. Takes about two minutes on two cores."""
    for name in games():
        yield from OF_GAMES[name](device)


def _goff(device: str) -> Iterator[Result]:
    """Both selection rules. No claim is about early values with the double win, so they are left out."""
    for collapse in ("opponent", "self"):
        played = game("goff", collapse=collapse)
        yield from of_game(played, *_solved(played, device))


def _solved(played: Any, device: str) -> tuple[Fraction, dict[Any, Fraction]]:
    """The value of a game and of its first moves, solved now."""
    entry, start = entry_of(played), played.initial()
    with progress() as report:
        truth = Oracle(played, entry.solve(played, device, report), entry)
    return truth.value(start), truth.values(start)


def _sqt(device: str) -> Iterator[Result]:
    points = [Fraction(step, GRID) for step in range(GRID + 1)]
    with progress() as report:
        for row in sweep.swept(sweep.games(points, None, None), device_called(device), report):
            yield from of_game(row.game, row.value, row.first_moves)


def _probabilistic(device: str) -> Iterator[Result]:
    """The board that the source prints. All other boards are studied, not listed."""
    played = game("probabilistic", board=PRINTED)
    for each in of_game(played, *_solved(played, device)):
        yield Result(each.name, each.ruleset, {"board": "printed"}, each.first_move, each.value, each.best, 1)


def _read(name: str, device: str) -> Iterator[Result]:
    for reading in readings.found(name, None, device):
        yield from of_game(reading.game, reading.value, reading.first_moves)


OF_GAMES: Mapping[str, Callable[[str], Iterator[Result]]] = {
    "goff": _goff,
    "sqt": _sqt,
    "probabilistic": _probabilistic,
    "tiqtaqtoe": lambda device: _read("tiqtaqtoe", device),
    "hybrid": lambda device: _read("hybrid", device),
}


def of_game(played: Any, value: Fraction, first_moves: Mapping[Any, Fraction]) -> Iterator[Result]:
    """The value of a game, and that of one of its first moves of each class of equivalent ones."""
    name = played.ruleset.rpartition("-")[0]
    setting = setting_of(played)
    classes = symmetry_classes(played, first_moves) if played.symmetries else [[move] for move in first_moves]
    best = max(first_moves.values())
    named = tuple(str(moves[0]) for moves in classes if first_moves[moves[0]] == best)
    yield Result(name, played.ruleset, setting, "", value, named)
    for moves in classes:
        yield Result(name, played.ruleset, setting, str(moves[0]), first_moves[moves[0]], (), len(moves))


def setting_of(played: Any) -> dict[str, str]:
    """The options of a game that are not at their defaults, as texts.

    >>> setting_of(game("goff", collapse="self")), setting_of(game("tiqtaqtoe"))
    ({'collapse': 'self'}, {})
    """
    return {
        option.written: played.setting[option.name]
        for option in played.options
        if option.name in played.setting and played.setting[option.name] != option.default
    }


def starts(found: Sequence[Result]) -> list[Result]:
    """The values of games, without those of first moves."""
    return [result for result in found if not result.first_move]
