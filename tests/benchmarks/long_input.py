"""Long input: seconds for games and files of boards, and what twice the input costs. Prints a table.

    python tests/benchmarks/long_input.py

A ratio near 2 says that the work grows as the input does.
"""

import tempfile
from pathlib import Path

from measuring import best, table

from qttt.app.probabilistic.boards import boards
from qttt.app.probabilistic.solve import answers
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import random_board

PLIES, BOARDS = 200_000, 50_000


def read_game(plies: int) -> float:
    """Seconds to read a game in which nothing happens."""
    text = " ".join(f"{'OX'[ply % 2]}{ply}.5 neutral" for ply in range(1, plies + 1))
    return best(lambda: Probabilistic(random_board(1)).read(text), 2)


def solve_boards(many: int) -> float:
    """Seconds to read and value the boards of a CSV file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boards.csv"
        lines = (",".join(f"{100 * part}%" for square in random_board(1, at) for part in square) for at in range(many))
        path.write_text("\n".join(lines))
        return best(lambda: answers(boards(path, None, None, False)[0], "cpu", False), 2)


def main() -> None:
    found = []
    for what, size, run in (("game, plies", PLIES, read_game), ("boards", BOARDS, solve_boards)):
        once, twice = run(size), run(2 * size)
        found.append((f"{what}: {2 * size:,}", "–", f"{twice:.1f} s", f"{twice / once:.2f} times the time of half"))
    print(table(found))


if __name__ == "__main__":
    main()
