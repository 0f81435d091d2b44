"""Whole commands as a user types them.

    python tests/benchmarks/commands.py [--write]

The table has the least wall and processor time of each command (the second of all threads and processes). Nothing is
stored. *First*: no kernel is compiled. The floor is a process that imports what every answer needs.
PYTHONDONTWRITEBYTECODE is unset: it doubles each time.
"""

import argparse
import os
import sys
import tempfile

from measuring import Ran, mb, publish, ran, table

from qttt.fast.backend import Cpu

FLOOR = "import numpy, typer, rich.console, rich.table"
FIRST = ("best goff X1.1-9", "best sqt --q 0.7353", "best tiqtaqtoe", "best hybrid", "readings goff")
WARM = ("solve goff", "solve sqt --q 3/4", "solve hybrid", "solve tiqtaqtoe", "--help", "--version", FLOOR)
ROWS = (*((command, True) for command in (*FIRST, "solve goff")), *((command, False) for command in WARM))
ON_CPU = {"solve sqt --q 3/4": ["--device", "cpu"]}
"""What makes the present version solve what it would look up."""
RUNS = 5


def cost(command: str, kernels: str) -> Ran:
    """A process whose kernels are kept in this folder."""
    words = ["-c", command] if command == FLOOR else ["-m", "qttt.app", *command.split(), *ON_CPU.get(command, [])]
    with tempfile.TemporaryDirectory() as scratch:
        homes = {f"XDG_{name}_HOME": f"{scratch}/{name}" for name in ("CACHE", "DATA", "CONFIG")}
        return ran([sys.executable, *words], NUMBA_CACHE_DIR=kernels, **homes)


def least(command: str, first: bool, runs: int) -> Ran:
    """The least costs of a command."""
    with tempfile.TemporaryDirectory() as scratch:
        found = [cost(command, f"{scratch}/{run}" if first else scratch) for run in range(runs + (not first))]
    return Ran(min(each[0] for each in found), min(each[1] for each in found), max(each[2] for each in found), "")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    own = 1.1 * Cpu().peak_bytes()  # a process counts the memory of the one that starts it
    rows = []
    for command, first in ROWS:
        wall, spent, peak, _ = least(command, first, 2 if first else asked.runs)
        name = f"`{command}`" if command == FLOOR else f"`qttt {command}`"
        size = mb(peak) if peak > own else "–"
        rows.append((f"{name}{', first' * first}", f"{wall:.2f} s", f"{spent:.2f} s", size))
        print(*rows[-1], file=sys.stderr, flush=True)
    publish("commands", table(rows, ("command", "wall", "processor", "memory")))


if __name__ == "__main__":
    main()
