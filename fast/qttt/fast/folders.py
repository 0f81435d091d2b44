"""Folders replaced in one step, without losing files that others have put there.

A new folder is made in a hidden scratch folder beside the old one. The two are exchanged atomically where the system
can. Elsewhere two renames replace one by the other, and `restore` puts the old one back if a process was killed between
them. A process locks its scratch folder, so that others leave the folder alone until the process has ended.

::

    .qttt-<digest of the folder's name>-<random>/
        lock
        new/    in the making; after an atomic exchange, the old folder
        old/    the old folder, after the first of two renames"""

import contextlib
import errno
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from qttt.fast.files import exchange, sync_folder

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]

LOCK, NEW, OLD = "lock", "new", "old"
ATTEMPTS = 20
"""How often a process tries to replace a folder while others replace it, too."""

Own = Callable[[Path], frozenset[str] | None]
"""The names of the files that may be deleted with a folder; None if the folder is of another kind."""


class StoreError(ValueError):
    """A folder with unexpected contents. The message names the file and what is wrong with it."""


def check_replaceable(folder: Path, own: Own, shown: Path | None = None) -> None:
    """Raise StoreError unless the folder is missing, is empty, or holds only plain files of its own.

    The message names the folder as `shown`, and the files in the way. Raises OSError if the folder cannot be read."""
    shown = shown or folder
    try:
        with os.scandir(folder) as entries:
            plain = {entry.name: entry.is_file(follow_symlinks=False) for entry in entries}
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise StoreError(f"{shown}: is a file; name a folder") from None
    mine = own(folder)
    if plain and mine is None:
        raise StoreError(f"{shown}: exists and is not a tablebase; name another folder")
    others = sorted(name for name, is_plain in plain.items() if not is_plain or name not in (mine or ()))
    if others:
        names = ", ".join(others)
        raise StoreError(f"{shown}: holds other files beside the tablebase: {names}; move them or name another folder")


@contextlib.contextmanager
def replacing(folder: Path, own: Own) -> Iterator[Path]:
    """A new, empty folder that takes the place of `folder` when the block ends without an error.

    The old folder or the new one is always in its place, on some systems only after a next run (see `restore`).
    Leftovers of killed processes beside the folder are deleted. Of several processes the last one wins.
    Raises StoreError if the folder must not be replaced (see `check_replaceable`), OSError if it cannot be."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    restore(folder)
    for abandoned in left_behind(folder):
        with _locked(abandoned / LOCK) as locked:
            if locked:
                _put_back(abandoned, folder)
                _delete_scratch(abandoned, own)
        with contextlib.suppress(OSError):  # killed before there was a lock
            abandoned.rmdir()
    with _scratch(folder, own) as scratch:
        yield scratch / NEW
        sync_folder(scratch / NEW)
        _replace(scratch, folder, own)
        sync_folder(folder.parent)


def left_behind(folder: Path) -> list[Path]:
    """The scratch folders beside a folder, of processes that are replacing the folder or were killed while they did."""
    try:
        return sorted(path for path in folder.parent.iterdir() if path.name.startswith(_prefix(folder)))
    except OSError:
        return []


def restore(folder: Path) -> None:
    """Put the old folder back in its place if a process was killed while it replaced the folder.

    Only needed where the system cannot exchange folders atomically."""
    if not os.path.lexists(folder):
        for scratch in left_behind(folder):
            with _locked(scratch / LOCK) as locked:
                if locked is not False:
                    _put_back(scratch, folder)


def _replace(scratch: Path, folder: Path, own: Own) -> None:
    """Put the new folder in the place of `folder`, whatever is there by now."""
    new, old = scratch / NEW, scratch / OLD
    for _ in range(ATTEMPTS):
        if _moved(new, folder):
            return
        with contextlib.suppress(FileNotFoundError):  # another process has just moved the folder away
            if exchange(new, folder):
                try:
                    check_replaceable(new, own, folder)
                except BaseException:
                    exchange(new, folder)
                    raise
                return
            os.rename(folder, old)
            check_replaceable(old, own, folder)
            if _moved(new, folder):
                return
            _delete(old, own)
    raise StoreError(f"{folder}: other processes keep replacing it; try again")


def _moved(source: Path, target: Path) -> bool:
    """Rename a folder; False, with nothing changed, if the target is a folder that is not empty."""
    try:
        os.rename(source, target)
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise
        return False
    return True


def _put_back(scratch: Path, folder: Path) -> None:
    if not os.path.lexists(folder):
        with contextlib.suppress(OSError):  # nothing was moved away, or another process has put its own there
            os.rename(scratch / OLD, folder)


@contextlib.contextmanager
def _scratch(folder: Path, own: Own) -> Iterator[Path]:
    """A new scratch folder with an empty folder `new` in it, locked while the block runs, then deleted."""
    while True:
        scratch = Path(tempfile.mkdtemp(prefix=_prefix(folder), dir=folder.parent))
        with _locked(scratch / LOCK, make=True):
            try:
                try:
                    (scratch / NEW).mkdir()
                except FileNotFoundError:  # another process has deleted the scratch folder before it was locked
                    continue
                yield scratch
                return
            finally:
                _put_back(scratch, folder)
                _delete_scratch(scratch, own)


@contextlib.contextmanager
def _locked(path: Path, make: bool = False) -> Iterator[bool | None]:
    """Lock a file while the block runs or the process lives: an existing one that nobody has locked, or one to `make`.

    False if another process has the lock; None if there is no such file or the system has no locks."""
    locked: bool | None = None
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            if fcntl:
                file = stack.enter_context(path.open("ab" if make else "rb+"))
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | (0 if make else fcntl.LOCK_NB))
                    locked = True
                except BlockingIOError:
                    locked = False
        yield locked


def _delete_scratch(scratch: Path, own: Own) -> None:
    for folder in (scratch / NEW, scratch / OLD):
        _delete(folder, own)
    with contextlib.suppress(OSError):
        if not {*os.listdir(scratch)} - {LOCK}:  # else a later process needs the lock
            (scratch / LOCK).unlink(missing_ok=True)
            scratch.rmdir()


def _delete(folder: Path, own: Own) -> None:
    """Delete a folder without the files that are not its own, which stay where they are."""
    with contextlib.suppress(OSError):
        mine = own(folder)
        with os.scandir(folder) as entries:
            names = [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
        for name in names:
            if name in mine if mine is not None else folder.name == NEW:  # one in the making does not know its files
                (folder / name).unlink()
        folder.rmdir()


def _prefix(folder: Path) -> str:
    return f".qttt-{hashlib.sha256(os.fsencode(folder.name)).hexdigest()[:12]}-"
