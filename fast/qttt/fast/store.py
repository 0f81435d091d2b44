"""Tablebases in files: written all or nothing, checked and mapped into memory when read (see `container`)."""

import contextlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from qttt.fast import container
from qttt.fast.brief import brief
from qttt.fast.container import Array
from qttt.spec.disk import PathLike

FORMAT = "qttt-tablebase-1"
ABOUT = "solved"
"""The entry of a description that says how and when the tablebase was solved; a file may lack it."""


class StoreError(ValueError):
    """A file that is not the tablebase that is wanted. The message names the file and what is wrong with it."""


class NotStored(StoreError):
    """There is no tablebase, or one of an older format: solve the game to get one."""


@dataclass(frozen=True)
class Stored:
    """What an intact file holds: the description, and the arrays (mapped, read-only) by their names."""

    path: Path
    description: dict[str, Any]
    arrays: dict[str, Array]

    __repr__ = brief

    def take(
        self,
        name: str,
        dtype: DTypeLike,
        shape: tuple[int | None, ...],
        least: ArrayLike | None = None,
        most: ArrayLike | None = None,
        ascending: bool = False,
    ) -> Array:
        """An array, which no longer belongs to `arrays`: of this type and shape (None for any length), with values from
        `least` to `most` (numbers, or an array of them per column), and strictly ascending if asked for.

        Raises StoreError if there is no such array."""
        self.check(name in self.arrays, f"{name} is missing")
        array = self.arrays.pop(name)
        lengths = zip(array.shape, shape, strict=False)
        fits = array.ndim == len(shape) and all(wanted in (None, found) for found, wanted in lengths)
        expected = f"{np.dtype(dtype)} ({', '.join('any' if n is None else str(n) for n in shape)})"
        self.check(fits and array.dtype == dtype, f"{name} is {array.dtype} {array.shape}, expected {expected}")
        self.check(not ascending or bool((array[1:] > array[:-1]).all()), f"{name} is not in ascending order")
        if least is not None and most is not None and array.size:
            least, most = np.asarray(least), np.asarray(most)
            axis = 0 if least.ndim else None
            low, high = (array[0], array[-1]) if ascending else (array.min(axis), array.max(axis))
            words = (
                f"{name} has values from {np.min(low)} to {np.max(high)}, expected {np.min(least)} to {np.max(most)}"
            )
            self.check(bool(np.all(low >= least) and np.all(high <= most)), words)
        return array

    def check(self, holds: bool, wrong: str) -> None:
        """Raise StoreError, which says what is `wrong` with the tablebase, unless `holds`."""
        if not holds:
            raise StoreError(f"{self.path}: is not a tablebase of {self.description.get('ruleset')}: {wrong}")


def save(
    path: PathLike,
    description: Mapping[str, object],
    arrays: Mapping[str, Array],
    about: Mapping[str, object] | None = None,
) -> None:
    """Write a tablebase, or replace the one that is there, and perhaps what is known about its solve. A link stays a
    link.

    The file changes only when everything is on the disk: after an error, an interrupt, a crash or on a full disk it is
    as it was. Of several processes that save at once the last one wins.
    Raises StoreError if anything but a tablebase is there, OSError if the file cannot be written.
    """
    check_target(path)
    container.write(
        path, {"format": FORMAT, **description, **({ABOUT: about} if about else {})}, arrays, lambda: check_target(path)
    )


def check_target(path: PathLike, description: Mapping[str, object] | None = None) -> None:
    """Raise StoreError unless nothing is there or a tablebase, damaged or not: one with this description, if any is
    given."""
    found = description_of(path)
    if found is None:
        if os.path.lexists(path):
            kind = "a folder" if os.path.isdir(path) else "not a tablebase"
            raise StoreError(f"{path}: exists and is {kind}; name another file")
    elif description and any(found.get(name) != value for name, value in description.items()):
        there = [str(found.get("ruleset"))]
        if level := found.get("level"):
            there.append(f"level {level}")
        if isinstance(switches := found.get("switches"), dict):
            there += [f"{name}={value}" for name, value in switches.items()]
        raise StoreError(f"{path}: holds a tablebase of another game, {', '.join(there)}; name another file")


def description_of(path: PathLike) -> dict[str, Any] | None:
    """The description of the tablebase in a file, altered or not; None if there is no tablebase."""
    try:
        found = container.description_of(path)
    except (OSError, container.OtherFile):
        return None
    return found if found["format"].startswith("qttt-tablebase-") else None


@contextlib.contextmanager
def reading(path: PathLike, description: Mapping[str, object]) -> Iterator[Stored]:
    """What a file holds whose description has all entries of this one. The block must take every array.

    Raises NotStored if there is no file or one of an older format; StoreError for a file that is of another kind, made
    for another description, truncated, altered, or rejected by the block: by `Stored`, a KeyError, TypeError or
    ValueError.
    """
    found = load(path, description)
    try:
        yield found
    except StoreError:
        raise
    except KeyError as error:
        found.check(False, f"{error.args[0]} is missing")
    except ValueError as error:
        found.check(False, str(error))
    except (TypeError, ArithmeticError):
        found.check(False, "entries of another type")
    found.check(not found.arrays, f"expected no {', '.join(found.arrays)}")


def load(path: PathLike, description: Mapping[str, object]) -> Stored:
    """What `reading` yields, with arrays that have not been checked."""
    path = Path(path)
    try:
        found, arrays = container.read(path, FORMAT)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotStored(f"{path}: there is no tablebase") from error
    except OSError as error:
        if os.path.isdir(path):
            raise StoreError(f"{path}: is a folder; name a file") from error
        raise StoreError(f"{path}: cannot be read: {error.strerror}") from error
    except container.OtherFormat as error:
        old = description_of(path) is not None
        raise (NotStored if old else StoreError)(f"{path}: {error}; solve the game again") from error
    except container.NotRead as error:
        raise StoreError(f"{path}: {error}") from error
    for name, expected in description.items():
        if (entry := found.get(name)) != expected:
            verb = "are" if isinstance(expected, dict) else "is"
            raise StoreError(f"{path}: {name} {verb} {_unlike(entry, expected)}, expected {_unlike(expected, entry)}")
    return Stored(path, found, arrays)


def _unlike(entry: object, other: object) -> str:
    """An entry as a text; of several switches, only those that differ from the other entry."""
    if isinstance(entry, dict) and isinstance(other, dict):
        return ", ".join(f"{name}={value}" for name, value in entry.items() if other.get(name) != value)
    return repr(entry)
