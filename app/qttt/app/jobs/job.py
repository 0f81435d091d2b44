"""A job: work in parts, each of which depends only on the job and on its number.

So parts can be solved anywhere and in any order, and the same job gives the same bytes."""

import hashlib
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeGuard

from qttt.app.commands.asked import Answer
from qttt.app.errors import BadInput
from qttt.app.version import version_line

KINDS = {
    "study": "qttt.app.studies.boards.job",
    "sweep": "qttt.app.studies.sqt.job",
    "readings": "qttt.app.studies.readings.job",
    "evaluate": "qttt.app.evaluate.job",
    "conform": "qttt.app.conform_job",
}
"""The module of each kind of job; it has the class as `JOB`."""
IN_WORDS = {
    "job": "the command",
    "version": "the version",
    "settings": "the settings",
    "part": "the size of a part",
    "parts": "the number of parts",
    "generator": "the generator",
}
"""The keys of descriptions that are not typed."""
MOST_PARTS = 10**7
"""Most parts of a job: each is a file."""

JsonObject = Mapping[str, Any]
Report = Callable[[int], None]
"""Takes how many units of a part are done."""


def unreported(done: int) -> None:
    """Report nothing."""


class Ran(NamedTuple):
    """How a job was solved: on which device, in how many seconds, and how many units were there already."""

    device: str
    seconds: float
    found: int


class Job(ABC):
    """Work in `count` parts.

    `kind` is one of `KINDS`, `unit` what is counted in progress, and `grows` names the keys of `asked` that may change
    without making the parts those of another job. `typed` says how a key of `asked` is typed. Default: --KEY.
    """

    kind: ClassVar[str]
    unit: ClassVar[str] = "parts"
    grows: ClassVar[Sequence[str]] = ()
    typed: ClassVar[Mapping[str, str]] = {}

    @classmethod
    @abstractmethod
    def of(cls, asked: JsonObject) -> "Job":
        """The job that is asked for. Raises BadInput for anything that `asked` of no job is."""

    @property
    @abstractmethod
    def asked(self) -> JsonObject:
        """What the job consists of, as JSON; `of` makes an equal job."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many parts there are."""

    @abstractmethod
    def solve(self, number: int, device: str, report: Report = unreported) -> bytes:
        """The content of a part: equal for equal jobs, on every machine and device that gives equal values."""

    @abstractmethod
    def finish(self, parts: Iterator[bytes], ran: "Ran", out: Path | None, plot: Path | None) -> Answer:
        """What the whole job has found, from all parts in their order; written to files if they are named."""

    def check(self, out: Path | None, plot: Path | None) -> None:
        """Raise BadInput for files that `finish` cannot write. Default: no files."""
        if out or plot:
            raise BadInput(f"{out or plot}: {self.kind} writes no such file; leave it out")

    def size(self, number: int) -> int:
        """How many units a part has. Default: 1."""
        return 1

    def identity(self, number: int) -> JsonObject:
        """All that determines the content of a part. Default: the job and the number of the part."""
        return {**self.description, "part": number}

    @property
    def description(self) -> JsonObject:
        """The job as the manifest of a folder states it."""
        return {"job": self.kind, "version": version_line(), **self.asked}

    def as_typed(self, name: str) -> str:
        """A key of the description as it is typed, or in words."""
        return {**IN_WORDS, **self.typed}.get(name, f"--{name}")

    def is_same(self, description: object) -> bool:
        """Whether a description is that of this job, however far the job has grown."""

        def fixed(given: JsonObject) -> JsonObject:
            return {name: value for name, value in given.items() if name not in self.grows}

        own = json.loads(json.dumps(self.description))
        return isinstance(description, Mapping) and fixed(description) == fixed(own)


def is_description(found: object) -> TypeGuard[JsonObject]:
    """Whether a JSON value says that it describes a job."""
    return isinstance(found, Mapping) and isinstance(found.get("job"), str) and found["job"] in KINDS


def job_of(description: object) -> Job:
    """The job of a description. Raises BadInput for anything else, and for one of another version."""
    if not is_description(description):
        raise BadInput("its description is not that of a job")
    if description.get("version") != version_line():
        raise BadInput(f"it belongs to {description.get('version')}, and this is {version_line()}")
    asked = {name: value for name, value in description.items() if name not in ("job", "version")}
    kind: type[Job] = import_module(KINDS[description["job"]]).JOB
    try:
        job = kind.of(asked)
        same = job.is_same(description) and job.count >= 0
    except BadInput:
        raise
    except (KeyError, TypeError, ValueError, AttributeError):
        same = False
    if not same:
        raise BadInput("its description is damaged")
    return job


def digest(content: JsonObject | bytes) -> str:
    """SHA-256 of bytes, or of JSON in its canonical form.

    >>> digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    True
    """
    data = content if isinstance(content, bytes) else json.dumps(content, sort_keys=True).encode()
    return hashlib.sha256(data).hexdigest()


class Shard(NamedTuple):
    """Every `of`-th part, from part `number` - 1 on.

    >>> [*Shard(2, 3).parts(8)]
    [1, 4, 7]
    """

    number: int = 1
    of: int = 1

    def parts(self, count: int) -> range:
        """The numbers of the parts of a shard."""
        return range(self.number - 1, count, self.of)

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @classmethod
    def read(cls, text: str) -> "Shard":
        """The shard that is written `K/N`. Raises BadInput.

        >>> Shard.read("3/16")
        Shard(number=3, of=16)
        """
        found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
        shard = cls(int(found[1]), int(found[2])) if found else cls(0, 0)
        if not 1 <= shard.number <= shard.of:
            raise BadInput(f"--shard {text}: expected K/N with K from 1 to N, such as 3/16")
        return shard
