"""A study as a job, whose parts are boards in Parquet."""

from collections.abc import Iterator
from pathlib import Path

from qttt.app.commands.asked import Answer
from qttt.app.errors import BadInput
from qttt.app.extras import need
from qttt.app.files import check_file
from qttt.app.jobs.job import Job, JsonObject, Ran, Report, unreported
from qttt.app.studies.boards import parts, study
from qttt.app.studies.boards.parts import GENERATOR, Sample
from qttt.fast.backend import device as device_called

MOST = 10**12
"""Most boards of a study: they take a quarter of a year on two cores."""


class StudyJob(Job):
    """The boards of a sample."""

    kind, unit, grows = "study", "boards", ("boards",)

    def __init__(self, boards: int, seed: int, part: int | None = None) -> None:
        if not 1 <= boards <= MOST:
            raise BadInput(f"--boards: {boards} is out of range: expected 1 to {MOST:,}")
        self.sample = Sample(boards, seed, part or parts.PART)

    @classmethod
    def of(cls, asked: JsonObject) -> "StudyJob":
        return cls(asked["boards"], asked["seed"], asked["part"])

    @property
    def asked(self) -> JsonObject:
        sample = self.sample
        return {
            "ruleset": "probabilistic-1.0",
            "generator": GENERATOR,
            "seed": sample.seed,
            "part": sample.part,
            "boards": sample.boards,
        }

    @property
    def count(self) -> int:
        return -(-self.sample.boards // self.sample.part)

    def size(self, number: int) -> int:
        return self.sample.of_part(number)[1]

    def identity(self, number: int) -> JsonObject:
        """The seed and the boards of the part, so that a larger study finds the parts of a smaller one."""
        first, count = self.sample.of_part(number)
        return {**self.description, "first": first, "boards": count}

    def solve(self, number: int, device: str, report: Report = unreported) -> bytes:
        return parts.solved(self.sample, number, device_called(device), report)

    def check(self, out: Path | None, plot: Path | None) -> None:
        if out is None:
            raise BadInput("a study needs --out, the Parquet file to write")
        parts.check_out(out)
        need("a study", "sweep", "pyarrow")
        if plot:
            from qttt.app.plots import check_plot

            check_file(plot)
            check_plot(plot)

    def finish(self, parts: Iterator[bytes], ran: Ran, out: Path | None, plot: Path | None) -> Answer:
        assert out
        return Answer.of(study.studied(self.sample, parts, ran, out, plot), study.json_object, study.print_study)


JOB = StudyJob
