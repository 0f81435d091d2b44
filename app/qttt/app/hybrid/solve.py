"""`qttt solve hybrid`: every position of the game valued, and what that says about it."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from qttt.app import screen, stored
from qttt.app.hybrid import reading
from qttt.app.hybrid.reading import Reading, classes_of_first_moves
from qttt.app.hybrid.show import described_game
from qttt.app.hybrid.stored import check_solvable
from qttt.app.progress import progress
from qttt.app.solved import cost, cost_in_words
from qttt.fast.backend import device as device_called
from qttt.fast.hybrid import solve
from qttt.fast.hybrid.reach import reachable
from qttt.fast.progress import Progress
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.verification.hybrid.translate import setting_of

POSITIONS = "undecided positions, alike ones once:\nreached by play, allowed by the switches"


@dataclass(frozen=True)
class Solved:
    """A solve, and what a person wants to know of it."""

    solution: solve.Solution
    reading: Reading

    @classmethod
    def on(cls, game: Hybrid, device: str, folder: Path | None) -> "Solved":
        """Solve the game, and store the tablebase if a folder is named.

        Raises BadInput for a game that cannot be solved, DeviceError for a device that is not there, and what
        `stored.check_out` and `stored.store` raise.
        """
        check_solvable(game)
        if folder:
            stored.check_out(folder, described_game(game))
        on, setting = device_called(device), setting_of(game)
        with progress("measured") as report:
            solution = solve.solve(on, setting, report)
            if folder:
                stored.store(solution.tablebase, folder)
            report(Progress("count", 0, 0, 1))
            return cls(solution, Reading.of(game, solution.tablebase, reachable(on, setting)))


def described(solved: Solved) -> dict[str, Any]:
    """The JSON object of a solve."""
    return {**reading.described(solved.reading), **cost(solved.solution)}


def printed(solved: Solved) -> None:
    """Print a solve: the value and who is ahead, the first moves and O's best replies, the positions."""
    solution, found = solved.solution, solved.reading
    out = screen.console()
    out.print(screen.title(found.game))
    out.print()
    out.print(Text(f"value {screen.worth(found.value)}", style="bold"))
    out.print(ahead(found.value), soft_wrap=True)
    out.print()
    counts = Group(Text(POSITIONS, "dim"), _positions(found), Text(), Text(cost_in_words(solution)))
    out.print(screen.side_by_side(Group(_first_moves(found), Text(), _replies(found)), counts))


def ahead(value: Fraction) -> Text:
    """What a value says of the players.

    >>> ahead(Fraction(-1, 32)).plain
    'O, who moves second, is ahead: moving first is a disadvantage.'
    """
    if not value:
        return Text("Nobody is ahead: moving first is neither an advantage nor a disadvantage.")
    player, which, what = (Actor.X, "first", "an advantage") if value > 0 else (Actor.O, "second", "a disadvantage")
    return Text.assemble((player, screen.STYLES[player]), f", who moves {which}, is ahead: moving first is {what}.")


def _first_moves(found: Reading) -> Table:
    table = screen.table("first", "alike", "value", "", right=("alike", "value", ""))
    for move, alike in classes_of_first_moves(found):
        value = found.first_moves[move]
        table.add_row(str(move), str(len(alike)), str(value), screen.decimal(value))
    return table


def _replies(found: Reading) -> Table:
    table = screen.table("found", "value", "O's best replies", right=("value",))
    for move, _ in classes_of_first_moves(found):
        for result, replies in found.replies[move].items():
            table.add_row(f"{move} {result}", str(replies.value), " ".join(map(str, replies.best)))
    return table


def _positions(found: Reading) -> Table:
    columns = ("measured", "reached", "allowed")
    table = screen.table(*columns, right=columns)
    for measured, counts in enumerate(zip(found.positions, found.positions_within_switches, strict=True)):
        table.add_row(str(measured), *(f"{count:,}" for count in counts))
    return table
