"""Conformance of an engine behind a pipe: seconds for vectors, random games, damaged texts and a planted error.

    python tests/benchmarks/conform.py [--write]

The engine is web/engine, and for the planted error the sample in C; node and a C compiler must be installed. A window
of one byte lets one request wait at a time: so asks a runner that does not send requests ahead of answers.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from measuring import Row, publish, table

from qttt.verification.conform.levels import run
from qttt.verification.conform.protocol import WINDOW
from qttt.verification.conform.results import Chosen, Status
from qttt.verification.conform.session import Session

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ["node", str(ROOT / "web" / "engine" / "conform.js")]
GAMES = 10_000
FEW = 200


def row(what: str, levels: list[str], number: int, window: int = WINDOW) -> Row:
    """A row for these levels with `number` games: seconds, the start of the engine included, and how many cases passed,
    of how many."""
    report = run(Session(ENGINE, window=window), Chosen(["goff"], levels, number=number))
    counts = [level.counts for level in report.games[0].levels]
    cases = f"{sum(each[Status.PASSED] for each in counts):,} of {sum(each.total() for each in counts):,} cases"
    return what, f"{report.seconds:.2f} s", cases


def rows() -> list[Row]:
    """All rows of the table."""
    vectors, few = "all vectors that need no search, requests", f"{FEW} random games, requests"
    found = [
        row(f"{vectors} ahead of answers", ["notation", "rules"], 0),
        row(f"{vectors} one at a time", ["notation", "rules"], 0, window=1),
        row(f"{GAMES:,} random games and {GAMES:,} damaged texts", ["notation", "games"], GAMES),
        row(f"{few} ahead of answers", ["games"], FEW),
        row(f"{few} one at a time", ["games"], FEW, window=1),
    ]
    with TemporaryDirectory() as folder:
        sample = str(Path(folder) / "goff")
        subprocess.run(["cc", "-std=c11", "-O2", "-o", sample, str(ROOT / "tests/engines/goff.c")], check=True)
        report = run(Session([sample, "--error", "foreign-collapse"]), Chosen(["goff"], ["games"], number=FEW))
    shortest = min((d.question["game"] for d in report.games[0].levels[0].differences), key=len)
    found.append(("a collapse of foreign components, found and shrunk", f"{report.seconds:.1f} s", f"`{shortest}`"))
    return found


if __name__ == "__main__":
    publish("conform", table(rows()))
