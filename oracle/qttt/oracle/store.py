"""The user's store: one tablebase per game and setting, solved once and opened from then on."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from qttt.fast.files import PathLike
from qttt.fast.store import NotStored, StoreError
from qttt.oracle.registry import entry_of


class Unusable(StoreError):
    """A tablebase that cannot be opened; the message says why, and how to get another."""


def user_folder() -> Path:
    """The folder of all the user's tablebases, with a subfolder per ruleset; it need not exist."""
    from platformdirs import user_cache_path

    return user_cache_path("qttt", appauthor=False)


def folder_of(game: Any) -> Path:
    """The folder of the user's tablebase of a game.

    >>> from qttt.reference.goff import Goff
    >>> folder_of(Goff(collapse="self")).name
    'goff-1.0'
    """
    return user_folder() / entry_of(game).folder(game)


def open_stored(game: Any, folder: PathLike) -> Any:
    """The tablebase of a game in a folder. Raises `Unusable`."""
    entry = entry_of(game)
    if not entry.stored:
        raise Unusable(f"{folder}: tablebases of {entry.name} are not stored; omit the folder")
    try:
        return entry.open(game, Path(folder))
    except StoreError as error:
        raise Unusable(f"{error}; make one with: {command(game)}") from error


def found(
    game: Any,
    folder: PathLike | None,
    device: str,
    report: Callable[[], Any],
    note: Callable[[str], None] | None = None,
) -> Any:
    """The tablebase of a game: from `folder` if given, else the user's own. If the user has none, or one of an older
    format, the game is solved and stored first.

    `report()` is a context manager that returns a progress reporter. Raises `Unusable` for a folder that
    holds something else or is damaged, and `NotSolvable`. If the user's folder cannot be written, `note` says so,
    and nothing is stored.
    """
    entry = entry_of(game)
    if folder is not None:
        return open_stored(game, folder)
    if not entry.stored:
        with report() as progress:
            return entry.solve(game, device, progress)
    return opened_or_solved(
        folder_of(game),
        lambda own: entry.open(game, own),
        lambda progress: entry.solve(game, device, progress),
        report,
        note,
    )


def opened_or_solved(
    own: Path,
    opened: Callable[[Path], Any],
    solved: Callable[[Any], Any],
    report: Callable[[], Any],
    note: Callable[[str], None] | None = None,
) -> Any:
    """The tablebase that `opened` finds in a folder of the user's; if none is there, or one of an older format, what
    `solved` returns, which is stored first. `report`, `note` and what is raised are as in `found`."""
    try:
        return opened(own)
    except StoreError as error:
        if not isinstance(error, NotStored):
            raise Unusable(f"{error}; delete the folder to have it solved again") from error
    with report() as progress:
        tablebase = solved(progress)
    try:
        keep(tablebase, own)
    except (OSError, StoreError) as error:
        (note or _note)(f"the tablebase is not stored: {error}")
    return tablebase


def keep(tablebase: Any, folder: Path) -> None:
    """Store a tablebase in a folder, if it can be stored. Raises `OSError` and `StoreError`."""
    if hasattr(tablebase, "save"):
        folder.parent.mkdir(parents=True, exist_ok=True)
        tablebase.save(folder)


def command(game: Any) -> str:
    """The command that stores the tablebase of a game.

    >>> from qttt.reference.tiqtaqtoe import TiqTaqToe
    >>> command(TiqTaqToe(pair="legal"))
    'qttt solve tiqtaqtoe --switch pair=legal --out DIR'
    """
    words = ["qttt solve", entry_of(game).name]
    for option in game.options:
        value = game.setting.get(option.name, option.default)
        if value == option.default:
            continue
        if option.switch:
            words.append(f"--switch {option.written}={value}")
        else:
            words.append(f"--{option.written}" if option.flag else f"--{option.written} {value}")
    return " ".join([*words, "--out DIR"])


def _note(message: str) -> None:
    print(f"qttt: {message}", file=sys.stderr)
