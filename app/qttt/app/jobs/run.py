"""Jobs run here or on a cluster, and the parts of several folders gathered."""

import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from qttt.app import screen
from qttt.app.commands.asked import Answer
from qttt.app.errors import BadInput, tell
from qttt.app.jobs.folder import Folder, differing
from qttt.app.jobs.job import MOST_PARTS, Job, Ran, Report, Shard, unreported
from qttt.fast.backend import device as device_called
from qttt.oracle.progress import counting


@dataclass(frozen=True)
class Spread:
    """How a job is spread: which of its parts are solved, by whom, and the folder that keeps them.

    No shard: all parts, and the job is finished. No scheduler: this process solves them. No folder: beside the file
    that the job writes; without a file a temporary one."""

    shard: Shard | None = None
    scheduler: str | None = None
    folder: Path | None = None

    @classmethod
    def of(cls, shard: str | None, scheduler: str | None, folder: Path | None) -> "Spread":
        """The same from what was typed. Raises BadInput."""
        if scheduler:
            from qttt.app.jobs.cluster import check_address, check_installed

            check_installed()
            check_address(scheduler)
        return cls(Shard.read(shard) if shard else None, scheduler, folder)

    @property
    def asked(self) -> bool:
        """Whether anything was typed."""
        return any((self.shard, self.scheduler, self.folder))

    def place(self, out: Path | None) -> Path | None:
        """The folder of the parts; None for a temporary one. Raises BadInput for a shard that has none."""
        if self.folder:
            return self.folder
        if out is None and self.shard:
            raise BadInput("--shard needs --parts, the folder that keeps the parts, such as --parts shard-3")
        if out is None:
            return None
        return out.with_name(
            f"{out.name}.shard-{self.shard.number}-of-{self.shard.of}" if self.shard else f"{out.name}.parts"
        )


def run(job: Job, spread: Spread, device: str, out: Path | None = None, plot: Path | None = None) -> Answer:
    """Solve the missing parts of a job, or of a shard; without a shard finish the job and delete its parts.

    Parts that are solved stay when this ends early, whatever the reason, and the same call resumes. Raises BadInput,
    before any work, for files and folders that cannot be written, and what the job raises."""
    job.check(out, plot)
    if job.count > MOST_PARTS:
        raise BadInput(f"{job.count:,} parts are more than {MOST_PARTS:,}; ask for less at once")
    place = spread.place(out)
    if place is None:
        with tempfile.TemporaryDirectory(prefix="qttt-") as scratch:
            return _run(job, spread, device, Path(scratch) / "parts", out, plot)
    try:
        return _run(job, spread, device, place, out, plot)
    except KeyboardInterrupt:
        tell(f"interrupted; {place} keeps the completed parts; run the same command to resume")
        raise


def _run(job: Job, spread: Spread, device: str, place: Path, out: Path | None, plot: Path | None) -> Answer:
    on, began = device_called(device).name, time.perf_counter()
    with Folder.begun(place, job) as folder:
        numbers = (spread.shard or Shard()).parts(job.count)
        found = complete(folder, numbers, spread.scheduler, device)
        if spread.shard:
            return _told(job, spread.shard, place, len(numbers), found)
        ran = Ran("cluster" if spread.scheduler else on, time.perf_counter() - began, found)
        answer = job.finish(map(folder.read, range(job.count)), ran, out, plot)
        folder.delete()
        return answer


def complete(folder: Folder, numbers: Sequence[int], scheduler: str | None, device: str) -> int:
    """Solve those of some parts that a folder lacks; returns how many units were there already."""
    job = folder.job
    missing = [number for number in numbers if not folder.has(number)]
    left = sum(map(job.size, missing))
    every = sum(map(job.size, numbers))
    done = found = every - left
    with counting(job.unit) as report:
        report(done, every)
        for number, content in solved(job, missing, scheduler, device, lambda more: report(done + more, every)):  # noqa: B023
            folder.write(number, content)
            done += job.size(number)
            report(done, every)
    return found


def solved(
    job: Job, numbers: Iterable[int], scheduler: str | None, device: str, report: Report = unreported
) -> Iterator[tuple[int, bytes]]:
    """The numbers and contents of parts as they come; `report` hears of a part that this process solves."""
    if scheduler:
        from qttt.app.jobs.cluster import solved as by_cluster

        return by_cluster(scheduler, job, numbers, device)
    return ((number, job.solve(number, device, report)) for number in numbers)


def gathered(paths: Sequence[Path], out: Path | None, plot: Path | None) -> Answer:
    """Finish a job from the folders of its shards, which stay as they are.

    Raises BadInput for a part that is missing, in two folders, damaged, or of another job."""
    for number, path in enumerate(paths):
        if path.resolve() in [other.resolve() for other in paths[:number]]:
            raise BadInput(f"{path} is named twice; leave one out")
    folders = [Folder.opened(path) for path in paths]
    job = folders[0].job
    for folder in folders:
        if folder.job.description != job.description:
            other = differing(job, folder.job.description)
            raise BadInput(
                f"{folder.path}: has parts of another job than {folders[0].path}, {other}; gather them apart"
            )
    where: dict[int, Folder] = {}
    for folder in folders:
        for number in folder.numbers():
            if number >= job.count:
                raise BadInput(f"{folder.path}: has part {number}, and the job has only parts 0 to {job.count - 1}")
            if number in where:
                raise BadInput(f"part {number} is in {where[number].path} and in {folder.path}; leave one of them out")
            where[number] = folder
    if missing := [number for number in range(job.count) if number not in where]:
        raise BadInput(
            f"{screen.many(len(missing), 'part')} of {job.count:,} missing, the first is part {missing[0]}: "
            f"finish every shard, and name the folders of all of them"
        )
    job.check(out, plot)
    ran = Ran("shards", 0.0, sum(map(job.size, range(job.count))))
    return job.finish((where[number].read(number) for number in range(job.count)), ran, out, plot)


def _told(job: Job, shard: Shard, place: Path, count: int, found: int) -> Answer:
    """That a shard is complete."""
    said = {"job": job.kind, "shard": str(shard), "parts": count, "of": job.count, "folder": str(place)}
    text = f"shard {shard} is complete: {screen.many(count, 'part')} of {job.count:,} in {place}"
    return Answer(lambda: said, lambda: screen.console().print(text, soft_wrap=True))
