"""Boards of probabilities, as a user names them: in a file, or drawn at random."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qttt.app.errors import BadInput, one_line, tell
from qttt.app.files import read_text, suffix_of
from qttt.app.games import Query
from qttt.reference.probabilistic.board import GENERATORS, Board, BoardError, random_board
from qttt.reference.probabilistic.file import Entry, read_csv, read_json

READERS: Mapping[str, Callable[[str], list[Entry]]] = {".json": read_json, ".csv": read_csv}

SHOWN = 8
"""Most numbers of boards that an error lists."""


@dataclass(frozen=True)
class Named:
    """A board, and how to find it again: its number in the file, or among those of a seed; the name that a file may
    give it; and a title with all of that."""

    board: Board
    number: int
    name: str | None
    title: str


def boards(query: Query, skip_bad: bool | None) -> tuple[list[Named], bool]:
    """The boards that are asked for, and whether they are a single board rather than a list.

    A file gives all its boards, or the one with `number`. Raises BadInput unless exactly one of a file and a seed is
    given, for a file that cannot be read, for an unknown generator, and for a bad board; with `skip_bad` bad boards are
    reported and skipped, as long as one is left. `skip_bad` is None for a command without this option."""
    file: Path | None = query.get("board")
    seed, number, generator = query.get("random"), query.get("number"), query.get("generator")
    if file is not None and seed is not None:
        raise BadInput("--board and --random: leave one out")
    if file is None and seed is None:
        raise BadInput("probabilistic needs a board: give --board FILE or --random SEED")
    if generator and seed is None:
        raise BadInput("--generator is only for --random; leave it out")
    if seed is not None and skip_bad:
        raise BadInput("--skip-bad is only for --board, because no random board is wrong; leave it out")
    try:
        if file is None:
            drawn = random_board(seed or 0, number or 0, generator or next(iter(GENERATORS)))
            title = f"board {number or 0} of seed {seed}{f', {generator}' if generator else ''}"
            return [Named(drawn, number or 0, None, title)], True
        entries = READERS[suffix_of(file, *READERS)](read_text(file))
    except BoardError as error:
        raise BadInput(f"{file}: {error}" if file else str(error)) from error
    errors = {entry.number: entry.board for entry in entries if isinstance(entry.board, BoardError)}
    good = _good(file, entries, errors, skip_bad)
    if number is not None and number not in [named.number for named in good]:
        raise BadInput(f"{file}: --number {number}: no board has this number; expected one of {_numbers(good)}")
    for wrong in errors.values():
        tell(f"{file}: skipped {wrong}")
    if errors:
        unit = _unit(file) + "s" * (len(errors) > 1)
        tell(f"{file}: skipped {len(errors)} of {len(entries)} boards: {unit} {', '.join(map(str, errors))}")
    return [named for named in good if number in (None, named.number)], number is not None or len(entries) == 1


def board(query: Query) -> Named:
    """The one board that is asked for. Raises what `boards` raises, and BadInput if there are several."""
    named, one = boards(query, skip_bad=None)
    if not one:
        raise BadInput(f"{query.get('board')}: has {len(named)} boards ({_numbers(named)}); choose one with --number")
    return named[0]


def _good(file: Path, entries: Sequence[Entry], errors: Mapping[int, BoardError], skip_bad: bool | None) -> list[Named]:
    """The valid boards of a file. A title has the number of its board only if the file has several."""
    more = len(errors) - 1
    others = f"; and {more} more {'board is' if more == 1 else 'boards are'} wrong" if more > 0 else ""
    told = f"{next(iter(errors.values()))}{others}" if errors else ""
    if errors and not skip_bad:
        skip = "; correct the file, or skip the wrong boards with --skip-bad"
        raise BadInput(f"{file}: {told}{skip if skip_bad is False and len(errors) < len(entries) else ''}")
    if len(errors) == len(entries):
        raise BadInput(f"{file}: no board is valid: {told}")
    good = []
    for entry in entries:
        if isinstance(entry.board, Board):
            number = f", {_unit(file)} {entry.number}" if len(entries) > 1 else ""
            name = f", {one_line(entry.name)}" if entry.name else ""
            good.append(Named(entry.board, entry.number, entry.name, f"{file}{number}{name}"))
    return good


def _unit(file: Path) -> str:
    """The unit in which the boards of a file are counted."""
    return "row" if suffix_of(file) == ".csv" else "board"


def _numbers(good: Sequence[Named]) -> str:
    """The numbers of some boards, the first few of them.

    >>> _numbers([Named(random_board(1), number, None, "") for number in (2, 3, 7)])
    '2, 3, 7'
    """
    numbers = [str(named.number) for named in good]
    return ", ".join(numbers[:SHOWN]) + ", ..." * (len(numbers) > SHOWN)
