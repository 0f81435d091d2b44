"""Certificates: how large, how long to write, how long to check. Writes the table of docs/certificates.md.

    python tests/benchmarks/certificates.py            # print the table
    python tests/benchmarks/certificates.py --write    # and put it into docs/certificates.md

Each certificate is written once, from solved tablebases, and checked once. Only the tablebases use more than one core.
"""

import tempfile
import time
from pathlib import Path

from measuring import told, where

from qttt.oracle.perfect import PLAYERS
from qttt.reference.goff import Goff
from qttt.reference.sqt import Sqt
from qttt.verification.certificate.file import check, write
from qttt.verification.goff.certificate_claims import GAMES, oracle_of

PAGE = Path(__file__).parents[2] / "docs" / "certificates.md"
HEAD = [
    "| game | player | value | rows | positions | file | written in | checked in |",
    "|---|---|---|---|---|---|---|---|",
]


def name(game: Goff | Sqt) -> str:
    """A game and its options in a few words."""
    options = f"q = {game.q}, {game.scoring}" if isinstance(game, Sqt) else f"{game.collapse} selects"
    return f"`{game.ruleset}`, {options}{', double win' if game.double_win else ''}"


def rows(folder: Path) -> list[str]:
    """A row of the table for each game and player."""
    path = folder / "certificate"
    table = []
    for game in GAMES:
        oracle = oracle_of(game)
        oracle.best(game.initial())  # compiled kernels and a tablebase for what follows
        for player in PLAYERS:
            began = time.perf_counter()
            certificate = write(game, oracle, path, player)
            written = time.perf_counter()
            positions = check(path).positions
            checked = time.perf_counter()
            table.append(
                f"| {name(game)} | {player} | {certificate.value} | {len(certificate.rows):,} | {positions:,} "
                f"| {path.stat().st_size / 1e3:,.0f} kB | {written - began:.1f} s | {checked - written:.1f} s |"
            )
    return table


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        told("certificates", "\n".join([where(), "", *HEAD, *rows(Path(folder))]), PAGE)


if __name__ == "__main__":
    main()
