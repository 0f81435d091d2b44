"""The user's store: one tablebase per game and setting, solved once and opened from then on."""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from itertools import count
from pathlib import Path
from typing import Protocol, runtime_checkable

from qttt.fast.store import NotStored, StoreError
from qttt.oracle.entry import Report
from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of
from qttt.reference.game import Game
from qttt.spec.disk import PathLike


def user_folder() -> Path:
    """The folder of all the user's tablebases, with a subfolder per ruleset; it need not exist."""
    from platformdirs import user_cache_path

    return user_cache_path("qttt", appauthor=False)


def file_of(game: Game[P, A]) -> Path:
    """The file of the user's tablebase of a game.

    >>> from qttt.reference.goff import Goff
    >>> file_of(Goff(collapse="self")).name
    'pair-legal-last-move.tablebase'
    """
    stem = entry_of(game).stem(game)
    return user_folder() / stem.with_name(f"{stem.name}.tablebase")


def find_tablebase(
    game: Game[P, A],
    path: PathLike | None,
    device: str,
    report: Callable[[], AbstractContextManager[Report]],
    note: Callable[[str], None] | None = None,
) -> object:
    """The tablebase of a game: from the file `path` if given, else the user's own. If the user has none, or one of an
    older format, the game is solved and stored first.

    `report()` is a context manager that returns a progress reporter. Raises `StoreError`, which says how to get
    another, for a named file that holds something else or is damaged, `NotSolvable`, and `DeviceError`, also for a GPU
    that fails. `note` is told if the user's own file is damaged, or cannot be written.
    """
    entry = entry_of(game)
    if path is not None:
        if not entry.stored:
            raise StoreError(f"{path}: tablebases of {entry.name} are not stored; omit the file")
        try:
            return entry.open(game, Path(path))
        except StoreError as error:
            raise StoreError(f"{error}; make one with: {command(game)}") from error
    own = file_of(game) if entry.stored else None
    try:
        if own:
            return entry.open(game, own)
    except NotStored:
        pass
    except StoreError as error:
        (note or print_note)(f"{error}; the game is solved again")
    try:
        with report() as progress:
            tablebase = entry.solve(game, device, progress)
    except Exception as error:
        from qttt.fast.backend import gpu_error, is_of_gpu

        if is_of_gpu(error):
            raise gpu_error(error) from error
        raise
    if own:
        keep_own(tablebase, own, note)
    return tablebase


def keep_own(
    tablebase: object, own: Path, note: Callable[[str], None] | None = None, about: Mapping[str, object] | None = None
) -> None:
    """Store a tablebase in a file of the user's, as `keep` does.

    Anything but a tablebase in its place is renamed, to a name that is free, never deleted. If the file cannot be
    written, `note` says so, and nothing is stored."""
    try:
        try:
            keep(tablebase, own, about)
        except StoreError:
            names = (own.with_name(f"{own.name}.damaged{number or ''}") for number in count())
            os.replace(own, next(each for each in names if not os.path.lexists(each)))
            keep(tablebase, own, about)
    except (OSError, StoreError) as error:
        (note or print_note)(f"the tablebase is not stored: {error}")


@runtime_checkable
class Savable(Protocol):
    """A tablebase that can be stored, with what is known about its solve."""

    def save(self, path: Path, about: Mapping[str, object] | None = None) -> None:
        """Write the file. Raises `OSError` and `StoreError`."""


def keep(tablebase: object, path: Path, about: Mapping[str, object] | None = None) -> None:
    """Store a tablebase in a file, if it can be stored, with what is known about its solve; its folder is made. Raises
    `OSError` and `StoreError`."""
    if isinstance(tablebase, Savable):
        path.parent.mkdir(parents=True, exist_ok=True)
        tablebase.save(path, about)


def command(game: Game[P, A]) -> str:
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
