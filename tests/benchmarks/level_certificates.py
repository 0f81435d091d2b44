"""Certificates of TiqTaqToe: how large, how long to write, how long to check. Writes a table of docs/certificates.md.

    python tests/benchmarks/level_certificates.py            # print the table
    python tests/benchmarks/level_certificates.py --write    # and put it into docs/certificates.md

Each certificate is written once, from a solved tablebase, and checked once, on one core.
"""

import tempfile
import time
from pathlib import Path

from measuring import told, where

from qttt.oracle.perfect import PLAYERS
from qttt.oracle.tiqtaqtoe.entry import PerfectTiqTaqToe
from qttt.reference.tiqtaqtoe import SWITCHES, TiqTaqToe, settings
from qttt.verification.certificate.file import check, write
from qttt.verification.tiqtaqtoe.solved import tablebase

PAGE = Path(__file__).parents[2] / "docs" / "certificates.md"
HEAD = [
    "| level | player | value | rows | positions | file | written in | checked in |",
    "|---|---|---|---|---|---|---|---|",
]


def changed(game: TiqTaqToe) -> list[str]:
    """The switches that are not in their canonical position."""
    return [f"`{name}={value}`" for name, value in game.switches.items() if value != SWITCHES[name][0]]


def rows(folder: Path) -> list[str]:
    """A row of the table for each game and player."""
    path = folder / "certificate"
    table = []
    for game in settings(both="even"):
        if len(changed(game)) > 1:
            continue
        oracle = PerfectTiqTaqToe(game, tablebase(game))
        oracle.best(game.initial())  # compiled kernels for what follows
        for player in PLAYERS:
            began = time.perf_counter()
            certificate = write(game, oracle, path, player)
            written = time.perf_counter()
            positions = check(path).positions
            checked = time.perf_counter()
            name = ", ".join([game.level, *changed(game)])
            table.append(
                f"| {name} | {player} | {certificate.value} | {len(certificate.rows):,} | {positions:,} "
                f"| {path.stat().st_size / 1e3:,.1f} kB | {written - began:.1f} s | {checked - written:.1f} s |"
            )
    return table


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        told("level certificates", "\n".join([where(), "", *HEAD, *rows(Path(folder))]), PAGE)


if __name__ == "__main__":
    main()
