"""Where the tablebases of all games are kept: a named folder, or the user's own."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from qttt.app.errors import BadInput, reason, tell
from qttt.fast.store import StoreError, check_target, manifest_of
from qttt.oracle import store as stores
from qttt.oracle.perfect import PerfectPlay
from qttt.oracle.progress import progress
from qttt.oracle.registry import entry_of


def perfect(game: Any, folder: Path | None = None) -> PerfectPlay[Any, Any]:
    """Perfect play of a game, by the tablebase that `tablebase` finds."""
    return entry_of(game).perfect(game, tablebase(game, folder))


def truth(game: Any, folder: Path | None, players: Mapping[str, bool]) -> Callable[[], PerfectPlay[Any, Any]]:
    """A function that returns perfect play of a game, found by `perfect` on the first call.

    If a folder is named or a player is perfect, it is found at once. Raises what `tablebase` raises, and `NotSolvable`.
    """
    found = cache(lambda: perfect(game, folder))
    if folder or any(players.values()):
        found().value(game.initial())
    return found


def tablebase(game: Any, folder: Path | None = None) -> Any:
    """The tablebase in a folder; if None, the user's, solved and stored first if there is none.

    Raises BadInput for a folder that holds something else or is damaged. If the user's folder cannot be written,
    standard error says so, and nothing is stored.
    """
    try:
        return stores.found(game, folder, "auto", progress, tell)
    except stores.Unusable as error:
        raise BadInput(str(error)) from error


def target(game: Any, out: Path | None, store: bool, json_object: Mapping[str, object]) -> Path | None:
    """The folder in which to store a solve: the named one, otherwise the user's; None if nothing is to be stored.

    Raises StoreError for a named folder that holds anything but a tablebase, BadInput for one with a tablebase of
    another game: the manifest must agree with `json_object`.
    """
    if out is None:
        return stores.folder_of(game) if store and entry_of(game).stored else None
    check_target(out)
    manifest = manifest_of(out)
    if manifest and any(manifest.get(name) != value for name, value in json_object.items()):
        there = [str(manifest.get("ruleset"))]
        if level := manifest.get("level"):
            there.append(f"level {level}")
        if isinstance(switches := manifest.get("switches"), dict):
            there += [f"{name}={value}" for name, value in switches.items()]
        raise BadInput(f"{out}: holds a tablebase of another game, {', '.join(there)}; name another folder")
    return out


def keep(solved: Any, folder: Path | None, named: Path | None) -> None:
    """Store a tablebase in the folder of `target`.

    Raises BadInput if a named folder cannot be written, StoreError if it holds something else. For the user's folder
    standard error says so, and nothing is stored.
    """
    if folder is None:
        return
    try:
        stores.keep(solved, folder)
    except OSError as error:
        problem = BadInput(f"{folder}: cannot be written: {reason(error)}")
        if named:
            raise problem from error
        tell(f"the tablebase is not stored: {problem}")
    except StoreError as error:
        if named:
            raise
        tell(f"the tablebase is not stored: {error}")
