"""Certificates of the hybrid game: how large, how long to write and to check. Writes a table of docs/certificates.md.

    python tests/benchmarks/hybrid_certificates.py                    # print the table
    python tests/benchmarks/hybrid_certificates.py --write            # and put it into docs/certificates.md
    python tests/benchmarks/hybrid_certificates.py --whole --write    # with the canonical game as well: longer

Each certificate is written once, from a solved tablebase, and checked once. Times are those of the processor.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from measuring import told, where

from qttt.oracle.hybrid.entry import PerfectHybrid
from qttt.oracle.hybrid.translate import setting_of
from qttt.oracle.perfect import PLAYERS
from qttt.reference.hybrid import SWITCHES, Hybrid
from qttt.verification.certificate.file import check, write
from qttt.verification.hybrid.certificate_claims import CANONICAL, FIVE_BOXES, SINGLE, TWO_BOXES
from qttt.verification.hybrid.engines import late_tablebase

PAGE = Path(__file__).parents[2] / "docs" / "certificates.md"
HEAD = [
    "| game | after | player | value | rows | positions | file | written in | checked in |",
    "|---|---|---|---|---|---|---|---|---|",
]


def certified() -> Iterator[tuple[Hybrid, str]]:
    """The games and the positions that the table is about."""
    yield CANONICAL, FIVE_BOXES
    yield CANONICAL, TWO_BOXES
    yield SINGLE, ""
    if "--whole" in sys.argv:
        yield CANONICAL, ""


def named(game: Hybrid) -> str:
    """The switches that are not in their canonical position."""
    changed = [f"`{name}={value}`" for name, value in game.switches.items() if value != SWITCHES[name][0]]
    return ", ".join(changed) or "canonical"


def rows(folder: Path) -> Iterator[str]:
    """A row of the table for each game, position and player."""
    path = folder / "certificate"
    for game, start in certified():
        oracle = PerfectHybrid(game, late_tablebase(setting_of(game), 0))
        for player in PLAYERS:
            began = time.process_time()
            certificate = write(game, oracle, path, player, start)
            written = time.process_time()
            positions = check(path).positions
            checked = time.process_time()
            yield (
                f"| {named(game)} | {f'`{start}`' if start else 'the start'} | {player} | {certificate.value} "
                f"| {len(certificate.rows):,} | {positions:,} | {path.stat().st_size / 1e3:,.0f} kB "
                f"| {written - began:.1f} s | {checked - written:.1f} s |"
            )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        told("hybrid certificates", "\n".join([where(), "", *HEAD, *rows(Path(folder))]), PAGE)


if __name__ == "__main__":
    main()
