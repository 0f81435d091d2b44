"""Conformance of an engine behind a pipe: seconds for vectors, random games, damaged texts and a planted error.

The engine is web/engine, and for the planted error the sample in C; node and a C compiler must be installed. A window
of one byte lets one request wait at a time: so asks a runner that does not send requests ahead of answers.
"""

import subprocess
from collections.abc import Iterator
from tempfile import TemporaryDirectory

from measuring import DOCS, Row

from qttt.verification.conform.levels import run
from qttt.verification.conform.protocol import WINDOW
from qttt.verification.conform.results import Chosen, Status
from qttt.verification.conform.session import Session

ROOT = DOCS.parent
GAMES, FEW = 10_000, 200
VECTORS, RANDOM = "all vectors that need no search, requests", f"{FEW} random games, requests"
CASES = (
    (f"{VECTORS} ahead of answers", ["notation", "rules"], 0, WINDOW),
    (f"{VECTORS} one at a time", ["notation", "rules"], 0, 1),
    (f"{GAMES:,} random games and {GAMES:,} damaged texts", ["notation", "games"], GAMES, WINDOW),
    (f"{RANDOM} ahead of answers", ["games"], FEW, WINDOW),
    (f"{RANDOM} one at a time", ["games"], FEW, 1),
)
"""What is asked, its levels, the number of games, and the window."""


def conform() -> Iterator[Row]:
    """A row for each case: seconds, the start of the engine included, and how many cases passed, of how many."""
    for what, levels, number, window in CASES:
        engine = Session(["node", str(ROOT / "web/engine/conform.js")], window=window)
        report = run(engine, Chosen(["goff"], levels, number=number))
        counts = [level.counts for level in report.games[0].levels]
        passed, asked = sum(each[Status.PASSED] for each in counts), sum(each.total() for each in counts)
        yield what, f"{report.seconds:.2f} s", f"{passed:,} of {asked:,} cases"
    with TemporaryDirectory() as folder:
        sample = f"{folder}/goff"
        subprocess.run(["cc", "-std=c11", "-O2", "-o", sample, str(ROOT / "tests/engines/goff.c")], check=True)
        report = run(Session([sample, "--error", "foreign-collapse"]), Chosen(["goff"], ["games"], number=FEW))
    shortest = min((d.question["game"] for d in report.games[0].levels[0].differences), key=len)
    yield "a collapse of foreign components, found and shrunk", f"{report.seconds:.1f} s", f"`{shortest}`"
