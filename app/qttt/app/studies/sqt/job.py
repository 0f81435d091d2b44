"""A sweep as a job, whose parts are settings that are valued in one pass."""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from qttt.app.commands.asked import Answer
from qttt.app.jobs.job import Job, JsonObject, Ran, Report, unreported
from qttt.app.reading import valued
from qttt.app.studies.sqt import sweep
from qttt.app.studies.sqt.sweep import Row
from qttt.fast.backend import device as device_called
from qttt.reference.goff import Position
from qttt.reference.sqt import Sqt


class SweepJob(Job):
    """The values of some games and of their first moves."""

    kind, unit = "sweep", "settings"

    def __init__(self, games: Sequence[Sqt], part: int | None = None) -> None:
        self.games, self.part = games, part or sweep.MOST

    @classmethod
    def of(cls, asked: JsonObject) -> "SweepJob":
        games = (Sqt(Fraction(q), scoring, double_win) for q, scoring, double_win in asked["settings"])
        return cls([*games], asked["part"])

    @property
    def asked(self) -> JsonObject:
        return {"part": self.part, "settings": [[str(game.q), game.scoring, game.double_win] for game in self.games]}

    @property
    def count(self) -> int:
        return -(-len(self.games) // self.part)

    def size(self, number: int) -> int:
        return len(self._games(number))

    def solve(self, number: int, device: str, report: Report = unreported) -> bytes:
        rows = sweep.swept(self._games(number), device_called(device))
        values = [[str(row.value), {str(move): str(value) for move, value in row.first_moves.items()}] for row in rows]
        return json.dumps(values).encode()

    def check(self, out: Path | None, plot: Path | None) -> None:
        sweep.check(out, plot)

    def finish(self, parts: Iterator[bytes], ran: Ran, out: Path | None, plot: Path | None) -> Answer:
        contents: list[Any] = [content for part in parts for content in json.loads(part)]
        rows = [
            Row(game, Fraction(value), valued(game, Position(), first_moves))
            for game, (value, first_moves) in zip(self.games, contents, strict=True)
        ]
        sweep.write(rows, out, plot)
        return Answer.of(rows, sweep.json_list, sweep.print_rows)

    def _games(self, number: int) -> Sequence[Sqt]:
        return self.games[number * self.part : (number + 1) * self.part]


JOB = SweepJob
