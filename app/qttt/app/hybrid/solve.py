"""`qttt solve hybrid`: the value of every position, and what follows for the game."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from qttt.app import screen, stored
from qttt.app.commands.asked import Asked
from qttt.app.hybrid.reading import Reading
from qttt.app.solved import cost, cost_in_words, first_moves_table
from qttt.fast.backend import device as device_called
from qttt.fast.hybrid import solve
from qttt.fast.hybrid.reach import reachable
from qttt.fast.progress import Progress
from qttt.oracle.hybrid.entry import check_solvable
from qttt.oracle.hybrid.translate import setting_of
from qttt.oracle.progress import progress
from qttt.reference.game import Actor

POSITIONS = "undecided positions up to symmetry:\nreached by play, allowed by the switches"


@dataclass(frozen=True)
class Solved:
    """A solve, and what it shows about the game."""

    solution: solve.Solution
    reading: Reading

    @classmethod
    def on(cls, asked: Asked, device: str, store: bool) -> "Solved":
        """Solve the game, and store the tablebase in the named folder, or in the user's if `store`.

        Raises BadInput for a game that cannot be solved, DeviceError for a missing device, and what
        `stored.target` and `stored.keep` raise.
        """
        game = asked.game
        check_solvable(game)
        folder = stored.target(game, asked.out, store, asked.json_object)
        on, setting = device_called(device), setting_of(game)
        with progress("measured") as report:
            solution = solve.solve(on, setting, report)
            stored.keep(solution.tablebase, folder, asked.out)
            report(Progress("count", 0, 0, 1))
            return cls(solution, Reading.of(game, solution.tablebase, reachable(on, setting)))


def json_object(solved: Solved) -> dict[str, Any]:
    """The JSON object of a solve."""
    return {
        **solved.reading.json_object(),
        "undecided": list(solved.reading.positions),
        **cost(solved.solution),
    }


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
