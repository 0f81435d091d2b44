"""`qttt solve hybrid`: the value of every position, and what follows for the game."""

from fractions import Fraction
from typing import Self

from rich.console import Group
from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.commands.asked import Asked
from qttt.app.hybrid.reading import Reading
from qttt.app.solved import SolvedReading, cost_in_words, first_moves_table, solving
from qttt.fast.backend import device as device_called
from qttt.fast.hybrid import solve
from qttt.fast.hybrid.reach import reachable
from qttt.fast.progress import Report
from qttt.oracle.hybrid.entry import check_solvable
from qttt.oracle.hybrid.translate import setting_of
from qttt.reference.game import Actor

POSITIONS = "undecided positions up to symmetry:\nreached by play, allowed by the switches"


class Solved(SolvedReading[Reading]):
    """A solve, and what it shows about the game."""

    @classmethod
    def on(cls, asked: Asked, device: str, store: bool) -> Self:
        """Solve the game, and store the tablebase in the named folder, or in the user's if `store`.

        Raises BadInput for a game that cannot be solved, DeviceError for a missing device, and what `solving` raises.
        """
        game = asked.game
        check_solvable(game)
        setting = setting_of(game)

        def solution_of(report: Report) -> solve.Solution:
            return solve.solve(device_called(device), setting, report)

        with solving(asked, store, asked.json_object, solution_of, plies="measured", then="count") as solution:
            return cls(solution, Reading.of(game, solution.tablebase, reachable(device_called(device), setting)))


def display(solved: Solved) -> None:
    """Print a solve: the value and who is ahead, the first moves and O's best replies, the positions."""
    solution, found = solved.solution, solved.reading
    out = screen.console()
    out.print(screen.title(found.game))
    out.print()
    out.print(Text(f"value {screen.worth(found.value)}", style="bold"))
    out.print(ahead(found.value), soft_wrap=True)
    out.print()
    counts = Group(Text(POSITIONS, "dim"), _positions(found), Text(), Text(cost_in_words(solution)))
    first_moves = first_moves_table(found.classes, found.first_moves)
    out.print(screen.side_by_side(Group(first_moves, Text(), _replies(found)), counts))


def ahead(value: Fraction) -> Text:
    """Which player is ahead at a value, in words.

    >>> ahead(Fraction(-1, 32)).plain
    'O, who moves second, is ahead: moving first is a disadvantage.'
    """
    if not value:
        return Text("Neither player is ahead: moving first is neither an advantage nor a disadvantage.")
    player, which, what = (Actor.X, "first", "an advantage") if value > 0 else (Actor.O, "second", "a disadvantage")
    return Text.assemble((player, screen.STYLES[player]), f", who moves {which}, is ahead: moving first is {what}.")


def _replies(found: Reading) -> Table:
    table = screen.table("found", "value", "O's best replies", right=("value",))
    for move, _ in found.classes:
        for result, replies in found.replies[move].items():
            table.add_row(f"{move} {result}", str(replies.value), " ".join(map(str, replies.best)))
    return table


def _positions(found: Reading) -> Table:
    columns = ("measured", "reached", "allowed")
    table = screen.table(*columns, right=columns)
    for measured, counts in enumerate(zip(found.positions, found.positions_within_switches, strict=True)):
        table.add_row(str(measured), *(f"{count:,}" for count in counts))
    return table
