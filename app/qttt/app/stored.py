"""Where tablebases of all games are kept: a folder that is named, or the user's own."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

from qttt.app.errors import BadInput, reason, tell
from qttt.fast.store import MANIFEST, StoreError, check_target, stored


class Storable(Protocol):
    """What can be saved in a folder."""

    def save(self, folder: Path) -> None: ...


T = TypeVar("T", bound=Storable)


def user_folder() -> Path:
    """The folder of all tablebases of the user, a folder a ruleset, which need not be there."""
    from platformdirs import user_cache_path

    return user_cache_path("qttt", appauthor=False)


def check_out(folder: Path, game: Mapping[str, object]) -> None:
    """Raise StoreError for a folder with something else than a tablebase, BadInput for one with a tablebase of another
    game: `game` is what the manifest has to say of it."""
    check_target(folder)
    manifest = stored(folder)
    if manifest and any(manifest.get(name) != value for name, value in game.items()):
        there = [str(manifest.get("ruleset"))]
        if level := manifest.get("level"):
            there.append(f"level {level}")
        if isinstance(switches := manifest.get("switches"), dict):
            there += [f"{name}={value}" for name, value in switches.items()]
        raise BadInput(f"{folder}: has a tablebase of another game, {', '.join(there)}; name another folder")


def store(solved: Storable, folder: Path) -> None:
    """Save a tablebase. Raises BadInput if the folder cannot be written, StoreError if something else is there."""
    try:
        solved.save(folder)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written: {reason(error)}") from error


def found_in(folder: Path | None, own: Path, open_: Callable[[Path], T], solve: Callable[[], T], command: str) -> T:
    """A tablebase that is opened from a folder; if None, from the user's `own`, where it is solved and stored first if
    there is none. `command` makes one.

    Raises BadInput for a folder that holds something else or is damaged. If the user's folder cannot be written, that
    is told and does no other harm.
    """
    if folder is not None:
        return _opened(open_, folder, f"make one with: {command}")
    if _begun(own):
        return _opened(open_, own, "delete the folder to have it solved again")
    solved = solve()
    try:
        store(solved, own)
    except (BadInput, StoreError) as error:
        tell(f"the tablebase is not kept: {error}")
    return solved


def _opened(open_: Callable[[Path], T], folder: Path, remedy: str) -> T:
    try:
        return open_(folder)
    except StoreError as error:
        raise BadInput(f"{error}; {remedy}") from error


def _begun(folder: Path) -> bool:
    try:
        return (folder / MANIFEST).exists()
    except OSError:
        return False
