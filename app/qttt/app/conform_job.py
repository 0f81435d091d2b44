"""A test of an engine as a job, whose parts are shares of the random games."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from qttt.app.commands.asked import Answer
from qttt.app.conform import Asked, answered, tested
from qttt.app.errors import EngineFailed
from qttt.app.jobs.job import Job, JsonObject, Ran, Report, unreported
from qttt.verification.conform.report import as_object, from_object, merged

PART = 1_000
"""Random games of a part."""
FIELDS = ("command", "games", "levels", "options", "number", "seed", "skip", "seconds")


class ConformJob(Job):
    """A run of `qttt conform`; its reports are written when all parts are there."""

    kind = "conform"
    typed: ClassVar[Mapping[str, str]] = {
        "command": "the engine",
        "games": "GAME",
        "levels": "--level",
        "number": "--games",
        "seconds": "--timeout",
        "reports": "--report",
    }

    def __init__(self, run: Asked) -> None:
        self.run = run

    @classmethod
    def of(cls, asked: JsonObject) -> "ConformJob":
        return cls(Asked(**{name: asked[name] for name in FIELDS}, reports=[*map(Path, asked["reports"])]))

    @property
    def asked(self) -> JsonObject:
        fields: dict[str, Any] = {name: getattr(self.run, name) for name in FIELDS}
        lists = {name: [*fields[name]] for name in ("command", "games", "levels", "skip")}
        return {**fields, **lists, "options": {**self.run.options}, "reports": [*map(str, self.run.reports)]}

    @property
    def count(self) -> int:
        return max(1, -(-self.run.number // PART))

    def solve(self, number: int, device: str, report: Report = unreported) -> bytes:
        """See `Job`. Raises `EngineFailed` if the engine does not start."""
        found = tested(self.run, (number, self.count), lambda done, every: None)
        if not found.implementation:
            raise EngineFailed(found.lost)
        return json.dumps({**as_object(found), "seconds": 0.0}).encode()

    def finish(self, parts: Iterator[bytes], ran: Ran, out: Path | None, plot: Path | None) -> Answer:
        report = merged(from_object(json.loads(part)) for part in parts)
        report.seconds = ran.seconds
        return answered(report, self.run.reports)


JOB = ConformJob
