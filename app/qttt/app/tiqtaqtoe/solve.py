"""`qttt solve tiqtaqtoe`: the value of every position, and what follows for the game."""

from typing import Self

from rich.console import Group
from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.commands.asked import Asked
from qttt.app.solved import SolvedReading, cost_in_words, first_moves_table, positions_table, solving
from qttt.app.tiqtaqtoe.reading import Reading, States
from qttt.app.tiqtaqtoe.show import chances_in_words
from qttt.fast.backend import device as device_called
from qttt.fast.progress import Report
from qttt.fast.tiqtaqtoe import solve
from qttt.oracle.tiqtaqtoe.translate import setting_of


class Solved(SolvedReading[Reading]):
    """A solve, and what it shows about the game."""

    @classmethod
    def on(cls, asked: Asked, device: str, store: bool) -> Self:
        """Solve the game, and store the tablebase in the named folder, or in the user's if `store`.

        Raises DeviceError for a missing device, and what `solving` raises.
        """

        def solution_of(report: Report) -> solve.Solution:
            return solve.solve(device_called(device), setting_of(asked.game), report)

        with solving(asked, store, asked.json_object, solution_of) as solution:
            return cls(solution, Reading.of(asked.by("fast").game, solution.tablebase))


def display(solved: Solved) -> None:
    """Print a solve: the value, how the game ends, the first moves, the positions."""
    solution, found = solved.solution, solved.reading
    out = screen.console()
    out.print(screen.title(found.game))
    out.print()
    out.print(Text(f"value {screen.worth(found.value)}", style="bold"))
    out.print(f"{chances_in_words(found.chances._asdict())}.", soft_wrap=True)
    out.print()
    counts = Group(
        positions_table(found.positions), Text(), _states(found.states), Text(), Text(cost_in_words(solution))
    )
    best_first = sorted(found.classes, key=lambda row: -found.first_moves[row[0]])
    out.print(screen.side_by_side(first_moves_table(best_first, found.first_moves), counts))


def _states(states: States) -> Table:
    table = screen.table("positions", "canonical", "total", right=("canonical", "total"))
    for kind, counts in states.items():
        table.add_row(kind, *(f"{counts[form]:,}" for form in ("canonical", "raw")))
    return table
