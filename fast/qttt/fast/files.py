"""Files written whole or not at all, and read only if they are plain.

Contents reach the disk before a rename makes them visible. Scratch names are random, and a scratch file that another
process made is never touched."""

import contextlib
import ctypes
import errno
import os
import secrets
import stat
import sys
from io import BufferedReader
from pathlib import Path

PathLike = str | os.PathLike[str]

SAFELY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags with which opening a link fails and opening a pipe does not wait."""

AT_WORKING_FOLDER, EXCHANGE, SWAP = -100, 2, 2
"""AT_FDCWD and RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS."""
UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM)


def open_plain(path: PathLike, folder: int | None = None) -> BufferedReader:
    """Open a plain file for reading; a relative path starts at the descriptor `folder`, if there is one.

    Raises OSError if the file cannot be opened, and at once if it is a link, a device, a pipe or a folder."""

    def opener(name: str, flags: int) -> int:
        _check_plain(path, os.lstat(name, dir_fd=folder))
        return os.open(name, flags | SAFELY, dir_fd=folder)

    with contextlib.ExitStack() as stack:
        file = stack.enter_context(open(path, "rb", opener=opener))
        _check_plain(path, os.fstat(file.fileno()))
        stack.pop_all()
        return file


def write_whole(path: PathLike, content: bytes) -> None:
    """Write a file, or replace it: after an error, an interrupt or a crash the old file is there, or none. A link stays
    a link.

    A process that is killed may leave a hidden scratch file. Raises OSError if the file cannot be written."""
    path = Path(os.path.realpath(path))
    scratch = path.with_name(f".qttt-{secrets.token_hex(8)}")
    made = scratch.open("xb")
    try:
        with made as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(scratch, path)
    except BaseException:
        with contextlib.suppress(OSError):
            scratch.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk, if the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def exchange(one: Path, other: Path) -> bool:
    """Exchange two files or folders in one step; False if the system or the file system cannot, with nothing changed.

    Raises OSError if the exchange fails, such as FileNotFoundError."""
    paths = os.fsencode(one), os.fsencode(other)
    try:
        if sys.platform == "linux":
            here = ctypes.c_int(AT_WORKING_FOLDER)
            failed = _libc().renameat2(here, paths[0], here, paths[1], ctypes.c_uint(EXCHANGE))
        elif sys.platform == "darwin":
            failed = _libc().renamex_np(*paths, ctypes.c_uint(SWAP))
        else:
            return False
    except AttributeError:  # an older C library
        return False
    if failed and (code := ctypes.get_errno()) not in UNSUPPORTED:
        raise OSError(code, os.strerror(code), str(one), None, str(other))
    return not failed


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check_plain(path: PathLike, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "not a plain file", os.fspath(path))
