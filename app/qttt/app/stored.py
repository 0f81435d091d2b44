"""Where tablebases come from: a folder that is named, the user's own folder, or a solve on the spot."""

from pathlib import Path

from qttt.app.errors import BadInput, reason, tell
from qttt.fast.goff.tablebase import RULESET, Tablebase
from qttt.fast.store import MANIFEST, StoreError


def user_folder() -> Path:
    """The folder of the user's tablebase, which need not be there."""
    from platformdirs import user_cache_path

    return user_cache_path("qttt", appauthor=False) / RULESET


def tablebase(folder: Path | None) -> Tablebase:
    """The tablebase in a folder; if None, the user's, which is solved and stored first if there is none.

    Raises BadInput for a folder that holds something else or is damaged. If the user's folder cannot be written, that
    is told and does no other harm.
    """
    if folder is not None:
        return _opened(folder, "make one with: qttt solve goff --out DIR")
    own = user_folder()
    if _begun(own):
        return _opened(own, "delete the folder to have it solved again")
    solved = _solved()
    try:
        store(solved, own)
    except (BadInput, StoreError) as error:
        tell(f"the tablebase is not kept: {error}")
    return solved


def store(solved: Tablebase, folder: Path) -> None:
    """Save a tablebase. Raises BadInput if the folder cannot be written, StoreError if something else is there."""
    try:
        solved.save(folder)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written: {reason(error)}") from error


def _opened(folder: Path, remedy: str) -> Tablebase:
    try:
        return Tablebase.open(folder)
    except StoreError as error:
        raise BadInput(f"{error}; {remedy}") from error


def _begun(folder: Path) -> bool:
    try:
        return (folder / MANIFEST).exists()
    except OSError:
        return False


def _solved() -> Tablebase:
    from qttt.app.progress import progress
    from qttt.fast.backend import device
    from qttt.fast.goff.solve import solve

    with progress() as report:
        return solve(device("auto"), report=report).tablebase
