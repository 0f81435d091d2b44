"""Files that a user names: read only if they are plain and not too large, and written whole or not at all; and tables
of exact values as files, CSV, or Parquet with the extra `sweep`, and in Markdown, on pages."""

import contextlib
import csv
import io
import os
import secrets
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from errno import EACCES, ENOTDIR
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from qttt.app.errors import BadInput, reason
from qttt.reference.picture import any_of
from qttt.spec import disk

SUFFIXES = (".csv", ".parquet")


def suffix_of(path: Path, *expected: str) -> str:
    """The suffix of a file's name in small letters. Raises BadInput unless it is one of `expected`, if any are given.

    >>> suffix_of(Path("board.SVG"), ".svg", ".png")
    '.svg'
    """
    suffix = path.suffix.lower()
    if expected and suffix not in expected:
        raise BadInput(f"{path}: expected a name that ends in {any_of(expected)}")
    return suffix


def read_text(path: Path) -> str:
    """The text of a file, as `qttt.spec.disk` reads it. Raises BadInput if it cannot be read."""
    try:
        return disk.read_text(path)
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: is not UTF-8 at byte {error.start + 1}; save it as UTF-8") from error
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {reason(error)}") from error


def check_file(path: Path) -> None:
    """Raise BadInput if `write_bytes` would reject the path: it is not a plain file, or its folder is missing
    or does not let files be written, or it is write-protected."""
    target = _target(path)
    if not target.parent.is_dir():
        told = os.strerror(ENOTDIR) if target.parent.exists() else "the folder does not exist; create it first"
        raise BadInput(f"{path}: cannot be written: {told}")
    check_unprotected(path)


def check_unprotected(path: Path) -> None:
    """Raise BadInput for a file that is write-protected, whoever the user is, and for one whose folder, or the one in
    which that would be made, does not let files be written."""
    if not os.access(next(each for each in _target(path).parents if each.exists()), os.W_OK):
        raise BadInput(f"{path}: cannot be written: {os.strerror(EACCES)}")
    try:
        disk.mode_of(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {reason(error)}") from error


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file, or replace it, as `qttt.spec.disk.write_whole` does.

    Raises BadInput if the file cannot be written, or if the path exists and is not a plain file."""
    path = _target(path)
    try:
        disk.write_whole(path, content)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {reason(error)}") from error


def writing(path: Path | None, content: Callable[[str], bytes]) -> Callable[[], None]:
    """What writes a file, see `write_bytes`, if one is named; `content` makes its content by the suffix of its name."""
    return lambda: write_bytes(path, content(suffix_of(path))) if path else None


def write_files(contents: Mapping[Path, bytes]) -> None:
    """Write files, see `write_bytes`, each though another one cannot be written, for which it raises BadInput."""
    failed: dict[Path, BadInput] = {}
    for path, content in contents.items():
        try:
            write_bytes(path, content)
        except BadInput as error:
            failed[path] = error
    if failed:
        first, *others = failed
        raise BadInput(f"{failed[first]}" + (f"; also not written: {', '.join(map(str, others))}" if others else ""))


def write_folder(folder: Path, sources: Mapping[str, Path | bytes]) -> None:
    """Copy files, or write their contents, by their names there, into a new or an empty folder: all of them, or after
    an error or an interrupt none. A process that is killed may leave a hidden folder beside or in it.

    Raises BadInput for another folder, and if it cannot be written."""
    target = Path(os.path.realpath(folder))
    ours: list[Path] = []
    try:
        if ((empty := target.is_dir()) and any(target.iterdir())) or target.exists() != empty:
            raise BadInput(f"{folder}: expected a new or an empty folder; name another one")
        missing = next(each for each in (target, *target.parents) if each.parent.exists())
        scratch = (target if empty else missing.parent) / f".qttt-{secrets.token_hex(8)}"
        ours.append(scratch)
        for name, source in sources.items():
            file = scratch / target.relative_to(missing) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(source if isinstance(source, bytes) else source.read_bytes())
        if empty:
            for each in [*scratch.iterdir()]:
                ours.append(each.rename(target / each.name))
            scratch.rmdir()
        else:
            scratch.rename(missing)
    except BaseException as error:
        for each in ours:
            with contextlib.suppress(OSError):
                shutil.rmtree(each, ignore_errors=True) if each.is_dir() else each.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise BadInput(f"{folder}: cannot be written: {reason(error)}") from error
        raise


def _target(path: Path) -> Path:
    path = Path(os.path.realpath(path))
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file")
    if path.exists() and not path.is_file():
        raise BadInput(f"{path}: is not a plain file; name another file")
    return path


class Column(NamedTuple):
    """A column: text, bool, int or float."""

    name: str
    cells: Sequence[object]


def columns_of(head: Sequence[str], rows: Sequence[Sequence[object]]) -> list[Column]:
    """The columns of a table, of which there is at least one row.

    >>> columns_of(["q"], [[1], [2]])
    [Column(name='q', cells=(1, 2))]
    """
    return [Column(*column) for column in zip(head, zip(*rows, strict=True), strict=True)]


def fraction_columns(name: str, values: Sequence[Fraction]) -> tuple[Column, Column, Column]:
    """Exact fractions as numerators and denominators, behind the nearest doubles. No reader guesses a number from the
    first rows of a column where text follows.

    >>> [column.cells for column in fraction_columns("q", [Fraction(3, 4)])]
    [[0.75], [3], [4]]
    """
    return (
        Column(name, [float(value) for value in values]),
        Column(f"{name}_numerator", [value.numerator for value in values]),
        Column(f"{name}_denominator", [value.denominator for value in values]),
    )


def check_table(path: Path) -> None:
    """Raise BadInput unless a table can be written in the format that the file's name says."""
    if suffix_of(path, *SUFFIXES) == ".parquet":
        from qttt.app.installed import need

        need("a Parquet file", "sweep", "pyarrow")


def table_bytes(columns: Sequence[Column], suffix: str) -> bytes:
    """The table as the content of a file with this suffix.

    Raises BadInput for a number with more than 64 bits in a Parquet file.
    """
    return _csv(columns) if suffix == ".csv" else _parquet(columns)


def _csv(columns: Sequence[Column]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.name for column in columns)
    cells = (map(_plain, column.cells) for column in columns)
    writer.writerows(zip(*cells, strict=True))
    return text.getvalue().encode()


def _plain(cell: object) -> object:
    return str(cell).lower() if isinstance(cell, bool) else cell


def _parquet(columns: Sequence[Column]) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        table = pa.table({column.name: list(column.cells) for column in columns})
    except (OverflowError, pa.ArrowInvalid) as error:
        raise BadInput("a value has more than 64 bits, which Parquet cannot hold; write a .csv file") from error
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink)
    return bytes(sink.getvalue())


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown.

    >>> print(markdown(["q", "value"], [["1/2", 5]]), end="")
    | q | value |
    |---|---|
    | 1/2 | 5 |
    """
    lines = [f"| {' | '.join(map(str, line))} |\n" for line in (head, *rows)]
    return "".join([lines[0], f"|{'---|' * len(head)}\n", *lines[1:]])


def between(page: str, name: str, text: str) -> str:
    """A page with another text between the marks of this name. Raises ValueError for a page without them.

    >>> between("<!-- a: begin -->\\n1\\n<!-- a: end -->", "a", "2\\n")
    '<!-- a: begin -->\\n2\\n<!-- a: end -->'
    """
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the page has no place {begin.strip()} … {end}")
    return f"{before}{begin}{text}{end}{after}"
