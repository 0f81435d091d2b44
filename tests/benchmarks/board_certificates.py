"""Certificates of boards: how large, how long to write, how long to check. Writes a table of docs/certificates.md.

    python tests/benchmarks/board_certificates.py            # print the table
    python tests/benchmarks/board_certificates.py --write    # and put it into docs/certificates.md

Each certificate is written and checked on one core; compiling the kernels is not counted.
"""

import random
import tempfile
import time
from pathlib import Path

from measuring import told, where

from qttt.oracle.probabilistic.entry import PerfectProbabilistic
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import SQUARES, Board, random_board
from qttt.verification.certificate.file import check, write
from qttt.verification.probabilistic.certificate_claims import CLASSIC, PASSING, PRINTED

PAGE = Path(__file__).parents[2] / "docs" / "certificates.md"
HEAD = ["| board | value of the game | file | written in | checked in |", "|---|---|---|---|---|"]
SEED = 1
DIGITS = 98
"""Decimals of the longest probabilities that a file of boards may have."""

MOST = 80
"""Characters of a value that is shown."""


def longest() -> Board:
    """A random board with probabilities as long as they may be."""
    source, one = random.Random(SEED), 10**DIGITS
    rows = []
    for _ in SQUARES:
        low, high = sorted(source.randrange(one) for _ in range(2))
        rows.append([f"0.{part:0{DIGITS}d}" for part in (low, high - low, one - high)])
    return Board.of(rows)


BOARDS = {
    "the printed one": PRINTED,
    "classic tic-tac-toe": CLASSIC,
    "two squares that always pass": PASSING,
    **{f"number {number} of seed {SEED}": random_board(SEED, number) for number in range(3)},
    f"probabilities of {DIGITS} digits": longest(),
}


def shown(value: str) -> str:
    """An exact number, or how long it is."""
    return value if len(value) <= MOST else f"a fraction of {len(value):,} characters"


def rows(folder: Path) -> list[str]:
    """A row of the table for each board."""
    path = folder / "certificate"
    write(Probabilistic(CLASSIC), PerfectProbabilistic(CLASSIC), path)  # compiled kernels for what follows
    table = []
    for name, board in BOARDS.items():
        began = time.perf_counter()
        certificate = write(Probabilistic(board), PerfectProbabilistic(board), path)
        written = time.perf_counter()
        check(path)
        checked = time.perf_counter()
        table.append(
            f"| {name} | {shown(str(certificate.value))} | {path.stat().st_size / 1e3:,.0f} kB "
            f"| {written - began:.1f} s | {checked - written:.1f} s |"
        )
    return table


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        told("board certificates", "\n".join([where(), "", *HEAD, *rows(Path(folder))]), PAGE)


if __name__ == "__main__":
    main()
