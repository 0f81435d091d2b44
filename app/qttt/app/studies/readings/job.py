"""Readings as a job, whose parts are games that are solved together."""

import json
from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from qttt.app.commands.asked import Answer
from qttt.app.errors import tell
from qttt.app.jobs.job import Job, JsonObject, Ran, Report, unreported
from qttt.app.studies.options import Level
from qttt.app.studies.readings import family as families


class ReadingsJob(Job):
    """The readings of a game, at one level or at all."""

    kind, unit = "readings", "readings"

    def __init__(self, ruleset: str, level: Level | None) -> None:
        self.ruleset, self.level = ruleset, level
        self.family = families.family(ruleset)

    @classmethod
    def of(cls, asked: JsonObject) -> "ReadingsJob":
        return cls(asked["ruleset"], asked["level"])

    @property
    def asked(self) -> JsonObject:
        return {"ruleset": self.ruleset, "level": self.level}

    @cached_property
    def groups(self) -> list[list[Any]]:
        """The games of each part."""
        games, _ = families.chosen(self.family, self.level)
        return [[*together] for _, together in groupby(games, self.family.together)]

    @property
    def count(self) -> int:
        return len(self.groups)

    def size(self, number: int) -> int:
        return len(self.groups[number])

    def solve(self, number: int, device: str, report: Report = unreported) -> bytes:
        found = []
        for reading in self.family.solve(self.groups[number], device):
            found.append(reading.json_object())
            report(len(found))
        return json.dumps(found).encode()

    def check(self, out: Path | None, plot: Path | None) -> None:
        super().check(None, plot)
        if out:
            families.check(out, self.level)

    def finish(self, parts: Iterator[bytes], ran: Ran, out: Path | None, plot: Path | None) -> Answer:
        found = [self.family.read(content) for part in parts for content in json.loads(part)]
        if out:
            families.write(self.family, found, out)
        _, left = families.chosen(self.family, self.level)
        if left:
            every = left + len(found)
            tell(f"skipped {left} of the {every} games, because they have too many positions: {self.family.unsolved}")
        return Answer.of(found, lambda them: [each.json_object() for each in them], families.print_readings)


JOB = ReadingsJob
