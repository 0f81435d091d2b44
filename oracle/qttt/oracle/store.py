"""The user's store: one tablebase per game and setting, solved once and opened from then on."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from qttt.fast.store import NotStored, StoreError
from qttt.oracle.registry import entry_of
from qttt.spec.disk import PathLike

SUFFIX = ".tablebase"


class Unusable(StoreError):
    """A tablebase that cannot be opened; the message says why, and how to get another."""


def user_folder() -> Path:
    """The folder of all the user's tablebases, with a subfolder per ruleset; it need not exist."""
    from platformdirs import user_cache_path

    return user_cache_path("qttt", appauthor=False)


def file_of(game: Any) -> Path:
    """The file of the user's tablebase of a game.

    >>> from qttt.reference.goff import Goff
    >>> file_of(Goff(collapse="self")).name
    'pair-legal-last-move.tablebase'
    """
    return own_file(entry_of(game).stem(game))


def own_file(stem: Path) -> Path:
    """The file of a tablebase of the user's, by its name below the user's folder without the suffix."""
    return user_folder() / stem.with_name(f"{stem.name}{SUFFIX}")


def open_stored(game: Any, path: PathLike) -> Any:
    """The tablebase of a game in a file. Raises `Unusable`."""
    entry = entry_of(game)
    if not entry.stored:
        raise Unusable(f"{path}: tablebases of {entry.name} are not stored; omit the file")
    try:
        return entry.open(game, Path(path))
    except StoreError as error:
        raise Unusable(f"{error}; make one with: {command(game)}") from error


def found(
    game: Any, path: PathLike | None, device: str, report: Callable[[], Any], note: Callable[[str], None] | None = None
) -> Any:
    """The tablebase of a game: from the file `path` if given, else the user's own. If the user has none, or one of an
    older format, the game is solved and stored first.

    `report()` is a context manager that returns a progress reporter. Raises `Unusable` for a named file that
    holds something else or is damaged, and `NotSolvable`. `note` is told if the user's own file is damaged, or
    cannot be written.
    """
    entry = entry_of(game)
    if path is not None:
        return open_stored(game, path)
    if not entry.stored:
        with report() as progress:
            return entry.solve(game, device, progress)
    return opened_or_solved(
        file_of(game),
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
    """The tablebase that `opened` finds in a file of the user's; otherwise what `solved` returns, which is stored
    first, as by `keep_own`. `report`, `note` and what is raised are as in `found`."""
    try:
        return opened(own)
    except NotStored:
        pass
    except StoreError as error:
        (note or print_note)(f"{error}; the game is solved again")
    with report() as progress:
        tablebase = solved(progress)
    keep_own(tablebase, own, note)
    return tablebase


def keep_own(tablebase: Any, own: Path, note: Callable[[str], None] | None = None) -> None:
    """Store a tablebase in a file of the user's. Anything but a tablebase in its place is renamed, never deleted.

    If the file cannot be written, `note` says so, and nothing is stored."""
    try:
        try:
            keep(tablebase, own)
        except StoreError:
            os.replace(own, own.with_name(f"{own.name}.damaged"))
            keep(tablebase, own)
    except (OSError, StoreError) as error:
        (note or print_note)(f"the tablebase is not stored: {error}")


def keep(tablebase: Any, path: Path) -> None:
    """Store a tablebase in a file, if it can be stored; its folder is made. Raises `OSError` and `StoreError`."""
    if hasattr(tablebase, "save"):
        path.parent.mkdir(parents=True, exist_ok=True)
        tablebase.save(path)


def command(game: Any) -> str:
    """The command that stores the tablebase of a game.

    >>> from qttt.reference.tiqtaqtoe import TiqTaqToe
    >>> command(TiqTaqToe(pair="legal"))
    'qttt solve tiqtaqtoe --switch pair=legal --out FILE'
    """
    words = ["qttt solve", entry_of(game).name]
    for option in game.options:
        value = game.setting.get(option.name, option.default)
        if value == option.default:
            continue
        words.append(f"--switch {option.written}={value}" if option.values else f"--{option.written} {value}")
    return " ".join([*words, "--out FILE"])


def print_note(message: str) -> None:
    """Print a message on standard error."""
    print(f"qttt: {message}", file=sys.stderr)
