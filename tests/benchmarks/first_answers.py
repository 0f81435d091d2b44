"""How long a first answer takes: whole processes on a machine without store and compiled kernels.

    uv run --extra dev python tests/benchmarks/first_answers.py [PYTHON_BEFORE]

PYTHON_BEFORE is the interpreter of an environment with another version of qttt, which takes turns with this one. The
floor is a process that imports what every answer needs. PYTHONDONTWRITEBYTECODE is unset: it doubles each time.
"""

import os
import sys
import tempfile
from functools import partial

from measuring import best, process

COMMANDS = (
    "best goff X1.1-9",
    "best goff",
    "best goff X1.1-2_O2.2-3_X3.3-4_O4.4-5",
    "best goff X1.1-2_O2.2-3_X3.3-4_O4.4-5_X5.5-6",
    "best goff --switch pair=forbidden",
    "readings goff",
    "best tiqtaqtoe",
    "best hybrid",
    "best sqt --q 0.7353",
)
FLOOR = "import numpy, typer, rich.console, rich.table"
RUNS = 5


def seconds(python: str, command: str, runs: int) -> tuple[float, float]:
    """The time of the very first process, before its modules are compiled, and of the best of the next ones, each
    without a store."""
    words = [python, "-c", command[1:]] if command.startswith("!") else [python, "-m", "qttt.app", *command.split()]
    words = [word.replace("_", " ") for word in words]
    with tempfile.TemporaryDirectory() as scratch:

        def run(number: int = 0) -> None:
            own = {f"XDG_{name}_HOME": f"{scratch}/{number}/{name}" for name in ("CACHE", "DATA", "CONFIG")}
            own |= {"NUMBA_CACHE_DIR": f"{scratch}/{number}/kernels", "PYTHONPYCACHEPREFIX": f"{scratch}/modules"}
            process(words, **own)

        numbers = iter(range(1, runs + 1))
        return best(partial(run, 0), 1), best(lambda: run(next(numbers)), runs)


def main(before: list[str]) -> None:
    """Print the table."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    print("| command | before | now | now, modules not compiled |\n|---|---|---|---|")
    for command in (*COMMANDS, f"!{FLOOR}"):
        was = [f"{seconds(python, command, 1)[1]:.2f} s" for python in before] or ["–"]
        first, now = seconds(sys.executable, command, RUNS)
        name = f"`{FLOOR}`" if command.startswith("!") else f"`qttt {command.replace('_', ' ')}`"
        print(f"| {name} | {was[0]} | {now:.2f} s | {first:.2f} s |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
