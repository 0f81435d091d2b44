"""A folder that keeps the finished parts of a job, in use by one process at a time.

::

    job.json     the job
    lock         who uses the folder, locked while it is in use
    0.part       a line of JSON (part, digest of its identity, size and digest of its content), then the content
    …

A part is written whole or not at all, and read only if its digests are right. Nothing is unpickled."""

import contextlib
import getpass
import json
import os
import platform
import shutil
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from qttt.app.errors import BadInput, reason
from qttt.app.files import write_bytes, write_text
from qttt.app.jobs.job import Job, digest, is_description, job_of

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]

DESCRIPTION, LOCK, SUFFIX = "job.json", "lock", ".part"
MOST_NAMED, LONGEST = 3, 60
"""The most differences between jobs that a message names, and the most characters of each value."""
HEADER = 4096
"""Most bytes of the first line of a part."""


class Folder:
    """The parts of a job in a folder."""

    def __init__(self, path: Path, job: Job) -> None:
        self.path, self.job = path, job

    @classmethod
    @contextlib.contextmanager
    def begun(cls, path: Path, job: Job) -> Iterator["Folder"]:
        """A folder for the parts of a job, new or with parts of the same job, which no other process uses meanwhile.

        Raises BadInput for a folder with anything else, for one in use, and for one that cannot be written."""
        if path.exists() and not path.is_dir():
            raise BadInput(f"{path}: is a file; name a folder")
        if not path.parent.is_dir():
            raise BadInput(f"{path}: the folder {path.parent} does not exist; create it first")
        try:
            path.mkdir(exist_ok=True)
            own = {DESCRIPTION, LOCK}
            others = sorted(
                file.name
                for file in path.iterdir()
                if file.name not in own and file.suffix != SUFFIX and not file.name.startswith(".")
            )
        except OSError as error:
            raise BadInput(f"{path}: cannot be used as a folder for parts: {reason(error)}") from error
        if others:
            raise BadInput(f"{path}: is not a folder with the parts of a job: holds {others[0]}; name another folder")
        with locked(path):
            description = path / DESCRIPTION
            if description.exists():
                found = _read(description)
                if not job.is_same(found) and (any(path.glob(f"*{SUFFIX}")) or not is_description(found)):
                    raise BadInput(
                        f"{path}: holds parts of another job, {differing(job, found)}; finish that job, delete the "
                        "folder or name another"
                    )
            elif any(path.glob(f"*{SUFFIX}")):
                raise BadInput(f"{path}: holds parts without {DESCRIPTION}; delete the folder or name another")
            write_text(description, json.dumps(job.description, sort_keys=True) + "\n")
            yield cls(path, job)

    @classmethod
    def opened(cls, path: Path) -> "Folder":
        """A folder that a process has begun. Raises BadInput for anything else."""
        if not path.is_dir():
            raise BadInput(f"{path}: is not a folder with the parts of a job")
        if not (path / DESCRIPTION).exists():
            raise BadInput(f"{path}: is not a folder with the parts of a job: it has no {DESCRIPTION}")
        try:
            return cls(path, job_of(_read(path / DESCRIPTION)))
        except BadInput as error:
            raise BadInput(f"{path}: cannot be gathered: {error}") from error

    def write(self, number: int, content: bytes) -> None:
        """Keep a part. Raises BadInput if it cannot be written."""
        header = {
            "part": number,
            "identity": digest(self.job.identity(number)),
            "bytes": len(content),
            "sha256": digest(content),
        }
        write_bytes(self._file(number), json.dumps(header).encode() + b"\n" + content)

    def read(self, number: int) -> bytes:
        """The content of a part. Raises BadInput if the part is missing, damaged, or one of another job."""
        file = self._file(number)
        try:
            with file.open("rb") as stream:
                header, content = json.loads(stream.readline(HEADER)), stream.read()
        except OSError as error:
            raise BadInput(f"{file}: cannot be read: {reason(error)}") from error
        except ValueError as error:
            raise BadInput(f"{file}: is damaged; delete it and run the job again") from error
        if not isinstance(header, dict) or header.get("part") != number:
            raise BadInput(f"{file}: is not part {number}; delete it and run the job again")
        if header.get("identity") != digest(self.job.identity(number)):
            raise BadInput(f"{file}: is a part of another job; delete it and run the job again")
        if header.get("bytes") != len(content) or header.get("sha256") != digest(content):
            raise BadInput(f"{file}: is damaged; delete it and run the job again")
        return content

    def has(self, number: int) -> bool:
        """Whether the folder has a part, complete and undamaged."""
        try:
            self.read(number)
        except BadInput:
            return False
        return True

    def numbers(self) -> list[int]:
        """The numbers of all files that are named as parts."""
        return sorted(int(file.stem) for file in self.path.glob(f"*{SUFFIX}") if file.stem.isdecimal())

    def delete(self) -> None:
        """Delete the folder. Raises BadInput if that fails."""
        try:
            gone = self.path.with_name(f".{self.path.name}.{os.getpid()}")
            self.path.replace(gone)
            shutil.rmtree(gone)
        except OSError as error:
            raise BadInput(f"{self.path}: cannot be deleted: {reason(error)}") from error

    def _file(self, number: int) -> Path:
        return self.path / f"{number}{SUFFIX}"


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes out of a folder while the block runs. Raises BadInput, which says who uses it."""
    path = folder / LOCK
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | (0 if fcntl else os.O_EXCL), 0o644)
    except FileExistsError:
        raise BadInput(f"{folder}: is in use by {_owner(path)}; delete {path} if that process has ended") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {reason(error)}") from error
    with contextlib.ExitStack() as stack:
        stack.callback(os.close, file)
        if fcntl:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadInput(f"{folder}: is in use by {_owner(path)}; wait for it, or name another folder") from None
        else:
            stack.callback(path.unlink, missing_ok=True)
        os.truncate(file, 0)
        os.write(file, f"{_me()}\n".encode())
        yield


def _me() -> str:
    with contextlib.suppress(OSError, KeyError):  # a user without a name
        return f"process {os.getpid()} of {getpass.getuser()} on {platform.node()} since {time.strftime('%F %T %z')}"
    return f"process {os.getpid()} on {platform.node()} since {time.strftime('%F %T %z')}"


def _owner(path: Path) -> str:
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return path.read_text(encoding="utf-8").strip() or "another process"
    return "another process"


def _read(description: Path) -> Any:
    try:
        return json.loads(description.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        told = reason(error) if isinstance(error, OSError) else "it is damaged"
        raise BadInput(f"{description}: cannot be read: {told}") from error


def differing(job: Job, found: Any) -> str:
    """What distinguishes another job from this one, as it is typed.

    A value that is itself a JSON object is compared key by key."""
    own = _flat(json.loads(json.dumps(job.description)), job)
    there = _flat(found, job) if isinstance(found, Mapping) else {}
    names = [name for name in {**there, **own} if own.get(name) != there.get(name)]
    told = [f"{name} {_short(there.get(name))}, not {_short(own.get(name))}" for name in names[:MOST_NAMED]]
    return f"with {' and '.join(told)}"


def _flat(description: Mapping[str, Any], job: Job) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in description.items():
        if name in job.grows:
            continue
        inner = value if isinstance(value, Mapping) else {}
        found |= {f"--{option.replace('_', '-')}": its for option, its in inner.items()}
        if not isinstance(value, Mapping):
            found[job.as_typed(name)] = value
    return found


def _short(value: Any) -> str:
    """A value as it is typed, not too long."""
    if value is None or value == []:
        return "left out"
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
