"""Conformance of an engine behind a pipe: seconds for vectors, random games, damaged texts and a planted error.

    python tests/benchmarks/conform.py [--write]

The engine is web/engine, and for the planted error the sample in C; node and a C compiler must be installed. A window
of one byte lets one request wait at a time: so asks a runner that does not send requests ahead of answers.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from measuring import Row, publish, table

from qttt.verification.conform.levels import run
from qttt.verification.conform.protocol import WINDOW
from qttt.verification.conform.results import Chosen, Report, Status
from qttt.verification.conform.session import Session

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ["node", str(ROOT / "web" / "engine" / "conform.js")]
GAMES = 10_000
FEW = 200


def timed(chosen: Chosen, engine: Sequence[str] = ENGINE, window: int = WINDOW) -> tuple[float, Report]:
    """Seconds of a run, the start of the engine included, and its report."""
    report = run(Session(engine, window=window), chosen)
    return report.seconds, report


def passed(report: Report) -> str:
    """How many cases passed, of how many."""
    levels = report.games[0].levels
    return (
        f"{sum(level.counts[Status.PASSED] for level in levels):,} of {sum(l.counts.total() for l in levels):,} cases"
    )


def rows() -> list[Row]:
    """All rows of the table."""
    every = Chosen(["goff"], ["notation", "rules"], number=0)
    found = []
    for what, target, window in (("ahead of answers", "2 s", WINDOW), ("one at a time", "–", 1)):
        seconds, report = timed(every, window=window)
        found.append((f"all vectors that need no search, requests {what}", target, f"{seconds:.2f} s", passed(report)))
    both = Chosen(["goff"], ["notation", "games"], number=GAMES)
    seconds, report = timed(both)
    found.append((f"{GAMES:,} random games and {GAMES:,} damaged texts", "30 s", f"{seconds:.1f} s", passed(report)))
    for what, window in (("ahead of answers", WINDOW), ("one at a time", 1)):
        seconds, report = timed(Chosen(["goff"], ["games"], number=FEW), window=window)
        found.append((f"{FEW} random games, requests {what}", "–", f"{seconds:.2f} s", passed(report)))
    with TemporaryDirectory() as folder:
        sample = str(Path(folder) / "goff")
        subprocess.run(["cc", "-std=c11", "-O2", "-o", sample, str(ROOT / "tests/engines/goff.c")], check=True)
        seconds, report = timed(Chosen(["goff"], ["games"], number=FEW), [sample, "--error", "foreign-collapse"])
    shortest = min((d.question["game"] for d in report.games[0].levels[0].differences), key=len)
    found.append(("a collapse of foreign components, found and shrunk", "5 s", f"{seconds:.1f} s", f"`{shortest}`"))
    return found


if __name__ == "__main__":
    publish("conform", table(rows()))
