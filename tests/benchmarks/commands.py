"""Whole commands as a user types them, beside those of another version of qttt if one is given.

    python tests/benchmarks/commands.py [--before PYTHON] [--write]

PYTHON is the interpreter of an environment with the other version. Both take turns; the table has the least wall and
processor time of each (the second of all threads and processes), and the ratio of the processor times, which other
work on the machine disturbs least. Nothing is stored. *First*: no kernel is compiled. The floor is a process that
imports what every answer needs. PYTHONDONTWRITEBYTECODE is unset: it doubles each time.
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


def cost(python: str, command: str, kernels: str) -> Ran:
    """A process whose kernels are kept in this folder."""
    words = ["-c", command] if command == FLOOR else ["-m", "qttt.app", *command.split()]
    if python == sys.executable:
        words += ON_CPU.get(command, [])
    with tempfile.TemporaryDirectory() as scratch:
        homes = {f"XDG_{name}_HOME": f"{scratch}/{name}" for name in ("CACHE", "DATA", "CONFIG")}
        return ran([python, *words], NUMBA_CACHE_DIR=kernels, **homes)


def least(pythons: list[str], command: str, first: bool, runs: int) -> list[Ran]:
    """The least costs of a command of each version, in turns. The first ones of another version are measured once: they
    may compile for a minute."""
    found: dict[str, list[Ran]] = {python: [] for python in pythons}
    with tempfile.TemporaryDirectory() as scratch:
        for run in range(runs if first else runs + 1):
            for number, python in enumerate(pythons if run == 0 or not first else pythons[:1]):
                kernels = f"{scratch}/{number}-{run}" if first else f"{scratch}/{number}"
                found[python].append(cost(python, command, kernels))
    columns = (zip(*each, strict=True) for each in found.values())
    return [Ran(min(wall), min(spent), max(peak), "") for wall, spent, peak, _ in columns]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--before", metavar="PYTHON")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    own = 1.1 * Cpu().peak_bytes()  # a process counts the memory of the one that starts it
    rows = []
    for command, first in ROWS:
        runs = 2 if first else asked.runs
        (wall, spent, peak, _), *before = least([sys.executable, *filter(None, [asked.before])], command, first, runs)
        name = f"`{command}`" if command == FLOOR else f"`qttt {command}`"
        ratio = f"{before[0][1] / spent:.1f}" if before else "–"
        size = mb(peak) if peak > own else "–"
        rows.append((f"{name}{', first' * first}", f"{wall:.2f} s", f"{spent:.2f} s", size, ratio))
        print(*rows[-1], file=sys.stderr, flush=True)
    publish("commands", table(rows, ("command", "wall", "processor", "memory", "before / now")))


if __name__ == "__main__":
    main()
