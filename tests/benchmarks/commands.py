"""Whole commands as a user types them.

A row has the least wall and processor time of a command (the second of all threads and processes). Nothing is stored.
*First*: no kernel is compiled. The floor is a process that imports what every answer needs.
"""

from collections.abc import Iterator

from measuring import RUNS, Row, mb, processes

from qttt.fast.backend import Cpu

FLOOR = "import numpy, typer, rich.console, rich.table"
FIRST = ("best goff X1.1-9", "best sqt --q 0.7353", "best tiqtaqtoe", "best hybrid", "readings goff", "solve goff")
WARM = ("solve goff", "solve sqt --q 3/4", "solve hybrid", "solve tiqtaqtoe", "--help", "--version", FLOOR)
ON_CPU = ["--device", "cpu"]
"""What makes the present version solve what it would look up, or show as it is stored."""


def commands(runs: str = f"{RUNS}") -> Iterator[Row]:
    """The least costs of each command: of two first ones, or of `runs` with compiled kernels."""
    own = 1.1 * Cpu().peak_bytes()  # a process counts the memory of the one that starts it
    for command, first in [*((each, True) for each in FIRST), *((each, False) for each in WARM)]:
        words = ["-m", "qttt.app", *command.split(), *(ON_CPU if command.startswith("solve") else [])]
        words = ["-c", FLOOR] if command == FLOOR else words
        found = [processes(words, 1)[0] for _ in range(2)] if first else processes(words, int(runs) + 1)
        walls, processors, peaks, _ = zip(*found, strict=True)
        name = f"`{'qttt ' * (command != FLOOR)}{command}`{', first' * first}"
        yield name, f"{min(walls):.2f} s", f"{min(processors):.2f} s", mb(max(peaks)) if max(peaks) > own else "–"
