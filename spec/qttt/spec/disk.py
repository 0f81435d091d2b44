"""Files that a user names: read only if they are plain and not too large, and written whole or not at all.

A link counts as what it leads to, because large files are often kept elsewhere. JSON is read to a bounded depth."""

import contextlib
import errno
import json
import os
import re
import secrets
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader, BufferedWriter
from pathlib import Path
from typing import Any

PathLike = str | os.PathLike[str]
Part = bytes | memoryview

LARGEST_TEXT = 1 << 26
"""The most bytes of a file of text that is read."""
DEEPEST = 64
"""How many brackets may be open at once in a text of JSON."""
SCRATCH = re.compile(r"\.qttt-[0-9a-f]{16}")
ABANDONED = 24 * 60 * 60
"""After so many seconds a scratch file is one of a process that was killed, where files have no locks."""
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|([\[{])|([\]}])', re.DOTALL)


def open_plain(path: PathLike, most: int) -> BufferedReader:
    """Open a plain file of at most `most` bytes for reading.

    Raises OSError, at once, for a folder, a pipe, a device, a socket, a larger file, and one that cannot be opened."""
    _check_plain(path, os.stat(path), most)
    descriptor = os.open(path, os.O_RDONLY | _AT_ONCE)
    try:
        _check_plain(path, os.fstat(descriptor), most)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def read_bytes(path: PathLike, most: int = LARGEST_TEXT) -> bytes:
    """The content of a plain file. Raises what `open_plain` raises."""
    with open_plain(path, most) as file:
        return file.read(most)


def read_text(path: PathLike, most: int = LARGEST_TEXT) -> str:
    """The text of a plain file in UTF-8. Raises what `open_plain` raises, and UnicodeDecodeError."""
    return read_bytes(path, most).decode()


def read_json(text: str, **hooks: Any) -> Any:
    """The value of a text of JSON; `hooks` are those of `json.loads`.

    Raises ValueError for a text that is not JSON, and for more than `DEEPEST` brackets in each other.

    >>> read_json('{"q": "3/4"}')
    {'q': '3/4'}
    """
    depth = 0
    if text.count("[") + text.count("{") > DEEPEST:
        for bracket in _BRACKET.finditer(text):
            depth += bool(bracket[1]) - bool(bracket[2])
            if depth > DEEPEST:
                raise ValueError("brackets are nested too deeply")
    return json.loads(text, **hooks)


def fields(value: object, kinds: Mapping[str, type], optional: Mapping[str, type] | None = None) -> dict[str, Any]:
    """An object of JSON itself: with all keys of `kinds`, perhaps some of `optional`, and no others; each of its type.

    Raises ValueError for anything else. True is not an int, and 1 is not a float.

    >>> fields({"part": 100.0}, {"part": int})
    Traceback (most recent call last):
    ValueError: part: expected int, found 100.0
    """
    if not isinstance(value, dict):
        raise ValueError(f"expected an object, found {_short(value)}")
    known = {**kinds, **(optional or {})}
    if missing := [name for name in kinds if name not in value]:
        raise ValueError(f"{missing[0]} is missing")
    for name, each in value.items():
        if name not in known:
            raise ValueError(f"unknown key {_short(name)}: expected {', '.join(known)}")
        if type(each) is not known[name]:
            raise ValueError(f"{name}: expected {known[name].__name__}, found {_short(each)}")
    return value


def write_whole(path: PathLike, *parts: Part, check: Callable[[], None] = lambda: None) -> None:
    """Write a file, or replace it: after an error, an interrupt or a crash the old file is there, or none. A link stays
    a link, and the new file has the old one's mode. `check` is called at the last moment, and whatever it raises leaves
    the old file in its place.

    A process that is killed may leave a hidden scratch file, which the next call removes; a day later, where files have
    no locks. Of several writers at once the last one wins. Raises OSError if the file cannot be written, and as
    `mode_of` does."""
    with written_whole(path, check) as file:
        for part in parts:
            file.write(part)


@contextlib.contextmanager
def written_whole(path: PathLike, check: Callable[[], None] = lambda: None) -> Iterator[BufferedWriter]:
    """A file whose content is written in the block, which takes the place of the old file at its end: see
    `write_whole`."""
    path = Path(os.path.realpath(path))
    mode = mode_of(path)
    _remove_abandoned(path.parent)
    scratch, made, lock = _make_scratch(path.parent, 0o666 if mode is None else mode)
    try:
        with os.fdopen(made, "wb") as file:
            if mode is not None and stat.S_IMODE(os.fstat(made).st_mode) != mode:
                os.chmod(scratch, mode)
            yield file
            file.flush()
            os.fsync(file.fileno())
        check()
        os.replace(scratch, path)
    except BaseException:
        with contextlib.suppress(OSError):
            scratch.unlink()
        raise
    finally:
        _close(lock)
    with contextlib.suppress(OSError):  # not every system can
        descriptor = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def mode_of(path: PathLike) -> int | None:
    """The permissions of a file that may be replaced; None if there is no file.

    Raises PermissionError for a plain file that is write-protected, also if the user is root: by its mode then."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISREG(mode) and not (mode & 0o222 and os.access(path, os.W_OK)):
        raise PermissionError(errno.EACCES, "the file is write-protected", os.fspath(path))
    return stat.S_IMODE(mode) & 0o777


def _make_scratch(folder: Path, mode: int) -> tuple[Path, int, int | None]:
    """A new scratch file, open for writing, and a descriptor that holds its lock; None where files have no locks.

    A process that looks for abandoned files may have found it before it was locked; another one is made then."""
    while True:
        scratch = folder / f".qttt-{secrets.token_hex(8)}"
        made = os.open(scratch, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        locked = _lock(made)
        if locked is None:
            return scratch, made, None
        if locked and os.fstat(made).st_nlink:
            return scratch, made, os.dup(made)
        os.close(made)


def _lock(descriptor: int) -> bool | None:
    """Lock a file until all its descriptors are closed, or the process ends: whether nobody else has locked it; None
    where files have no locks."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):  # Windows; a file system without locks
        return None
    return True


def _close(descriptor: int | None) -> None:
    if descriptor is not None:
        with contextlib.suppress(OSError):
            os.close(descriptor)


def _remove_abandoned(folder: Path) -> None:
    """Remove the scratch files of killed processes: plain files with the names of `write_whole`, not links to any, that
    no process has locked."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if SCRATCH.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    _remove_unlocked(entry.path)


def _remove_unlocked(scratch: str) -> None:
    descriptor = os.open(scratch, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | _AT_ONCE)
    try:
        if unlocked := _lock(descriptor):
            os.unlink(scratch)
        old = time.time() - os.fstat(descriptor).st_mtime > ABANDONED
    finally:
        _close(descriptor)
    if unlocked is None and old:
        os.unlink(scratch)


def _check_plain(path: PathLike, status: os.stat_result, most: int) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "not a plain file", os.fspath(path))
    if status.st_size > most:
        raise OSError(errno.EFBIG, f"has {status.st_size} bytes, expected at most {most}", os.fspath(path))


def _short(value: object) -> str:
    text = repr(value) if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"
    return text if len(text) <= 40 else f"{text[:40]}…"
