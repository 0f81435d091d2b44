"""Writes the published counts of games and their page, `docs/perft.md`: `python -m qttt.verification.perft_tables`.

The files in `spec/qttt/spec/perft` say what is counted: the options, the game that leads to the position, and how deep,
by the number of `counts`; `checked` says how many plies the reference counts too. To publish another table, add one
whose counts are zeros, with an empty `divide`. Tests say whether the files and the page are fresh.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of
from qttt.reference import perft
from qttt.reference.game import Game
from qttt.spec import PerftTable, games, perft_tables, rulesets
from qttt.verification import expect
from qttt.verification.conform import truth_of

ROOT = Path(__file__).resolve().parents[3]
FOLDER, PAGE = ROOT / "spec/qttt/spec/perft", ROOT / "docs/perft.md"

Divided = Mapping[str, tuple[int, ...]]
"""Counts by the first action."""


def by_reference(game: Any, depth: int, position: object) -> Divided:
    return _named(perft.divide(game, depth, position))


def by_fast_engine(game: Game[P, A], depth: int, position: P) -> Divided:
    return _named(entry_of(game).divide(game, depth, position, "cpu"))


def _named(divided: Mapping[Any, tuple[int, ...]]) -> Divided:
    return {str(action): counts for action, counts in divided.items()}


def game_of(name: str, table: PerftTable) -> Any:
    return truth_of(name).reference(table.options).game


def recounted(name: str, table: PerftTable) -> PerftTable:
    """The table, counted by the fast engine and checked by the reference. Raises `Refuted`."""
    game, depth = game_of(name, table), len(table.counts)
    position = game.position(table.game)
    counts = entry_of(game).perft(game, depth, position, "cpu")
    found = replace(table, counts=counts, divide=by_fast_engine(game, depth, position))
    check(found, by_reference(game, table.checked, position))
    return found


def check(table: PerftTable, divided: Divided) -> None:
    """Compare a table with other counts by the first action, as far as these go. Raises `Refuted`."""
    where = f"{dict(table.options)} '{table.game}'"
    added = tuple(map(sum, zip(*table.divide.values(), strict=True))) or (0,) * len(table.counts)
    expect(f"{where}: the sums of counts by the first action", added, table.counts)
    expect(f"{where}: the first actions", [*divided], [*table.divide])
    for action, counts in divided.items():
        expect(f"{where}, first {action}", counts, table.divide[action][: len(counts)])


# Files


def file_text(name: str, tables: Iterable[PerftTable]) -> str:
    head = f'{{"ruleset": {json.dumps(rulesets()[name].id)}, "source": "generated", "tables": [\n'
    return head + ",\n".join(map(_entry, tables)) + "\n]}\n"


def _entry(table: PerftTable) -> str:
    head = {name: getattr(table, name) for name in ("comment", "options", "game", "checked", "counts")}
    rows = (f"\n    {json.dumps(action)}: {json.dumps(counts)}" for action, counts in table.divide.items())
    return f'  {json.dumps(head, ensure_ascii=False)[:-1]}, "divide": {{{",".join(rows)}}}}}'


def page(tables: Mapping[str, Sequence[PerftTable]]) -> str:
    """The page, whose text before the table stays: the first table of each game, which counts from its start."""
    head, *_ = PAGE.read_text(encoding="utf-8").partition("\n| game | ")
    rows = "".join(f"| {name} {_row(tables[name][0])}" for name in rulesets())
    return f"{head}\n| game | options | sequences of 1, 2, … plies |\n|---|---|---|\n{rows}"


def _row(table: PerftTable) -> str:
    counts = [f"{count:,}" for count in table.counts]
    counts[: table.checked] = [f"**{count}**" for count in counts[: table.checked]]
    return f"| {_code(_options(table.options)) or 'defaults'} | {'; '.join(counts)} |\n"


def _code(text: str) -> str:
    return text and f"`{text}`"


def _options(options: Mapping[str, object]) -> str:
    """Options on one line; equal squares in a row are written once, with their number."""
    written = []
    for name, value in options.items():
        match value:
            case dict():
                written.append(_options(value))
            case list():
                squares = ((len([*equal]), ",".join(square)) for square, equal in groupby(value))
                written.append(f"{name}={'; '.join(f'{number} × {square}' for number, square in squares)}")
            case _:
                written.append(f"{name}={'yes' if value is True else value}")
    return " ".join(written)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files of some games, or of all, and the page. Exit codes: 0 written, 2 there is no source tree."""
    parser = argparse.ArgumentParser(prog="python -m qttt.verification.perft_tables", description="Count games.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="count only these games; the others stay as they are")
    options = parser.parse_args(arguments)
    if not PAGE.parent.is_dir():
        print(f"no folder {PAGE.parent}: this needs the source tree, not an installed package", file=sys.stderr)
        return 2
    tables = {name: perft_tables(name) for name in games()}
    for name in options.games or tables:
        began = time.perf_counter()
        tables[name] = tuple(recounted(name, table) for table in tables[name])
        (FOLDER / f"{name}.json").write_text(file_text(name, tables[name]), encoding="utf-8")
        print(f"{name}: {len(tables[name])} tables in {time.perf_counter() - began:.0f} s", flush=True)
    PAGE.write_text(page(tables), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
