"""The games that the suite asks for. Those whose values do not ship with these options are solved once, before its
workers start: `python tests/solved.py FOLDER GAME`. The workers load the kernels from the disk, too."""

import sys
from pathlib import Path
from typing import Any

from qttt.oracle import game, solve, store

OPTIONS: dict[str, dict[str, Any]] = {
    "sqt": {"q": "3/4"},
    "probabilistic": {"seed": 1},
    "tiqtaqtoe": {"level": "minimal"},
    "hybrid": {"links": "single"},
}
"""Options with which a game is solved quickly; a game that is not named here has its defaults."""
SOLVED = ("hybrid", "probabilistic")
"""The games whose values do not ship with these options, each solved by a process of its own."""


def fill(folder: Path, name: str) -> None:
    """Solve a game into a user's folder."""
    store.user_folder = lambda: folder
    solve(game(name, **OPTIONS[name]), progress=False)


if __name__ == "__main__":
    fill(Path(sys.argv[1]), sys.argv[2])
