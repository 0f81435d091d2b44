"""The games that the suite asks for, solved once before its workers start: `python tests/solved.py FOLDER GAME…`.

Solving also compiles the kernels, so that the workers load them from the disk.
"""

import sys
from pathlib import Path
from typing import Any

from qttt.oracle import Oracle, game, solve, store

OPTIONS: dict[str, dict[str, Any]] = {
    "sqt": {"q": "3/4"},
    "probabilistic": {"seed": 1},
    "tiqtaqtoe": {"level": "minimal"},
    "hybrid": {"links": "single"},
}
"""Options with which a game is solved quickly; a game that is not named here has its defaults."""
PROCESSES = (("goff", "sqt"), ("tiqtaqtoe", "hybrid", "probabilistic"))
"""Games that share kernels are solved by one process."""
MANY = 100
"""More positions than are valued without a compiler."""


def fill(folder: Path, names: list[str]) -> None:
    """Solve these games into a user's folder."""
    store.user_folder = lambda: folder
    for name in names:
        played = game(name, **OPTIONS.get(name, {}))
        Oracle(played, solve(played, progress=False).tablebase).many([""] * MANY)  # not by what ships


if __name__ == "__main__":
    fill(Path(sys.argv[1]), sys.argv[2:])
