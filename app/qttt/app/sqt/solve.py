"""`qttt solve sqt`: every position of one stochastic game valued, and what that says about the game."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.console import Group
from rich.text import Text

from qttt.app import screen, stored
from qttt.app.goff.solve import classes_of_first_moves
from qttt.app.progress import progress
from qttt.app.solved import cost, cost_in_words, positions_table
from qttt.app.sqt.settings import setting_of
from qttt.fast.backend import device as device_called
from qttt.fast.progress import Progress
from qttt.fast.sqt import solve
from qttt.reference.goff import Action
from qttt.reference.sqt import Sqt
from qttt.verification.sqt.perfect import PerfectSqt


@dataclass(frozen=True)
class Solved:
    """A solve, and what a person wants to know of it."""

    game: Sqt
    solution: solve.Solution
    value: Fraction
    first_moves: dict[Action, Fraction]

    @classmethod
    def on(cls, game: Sqt, device: str, folder: Path | None) -> "Solved":
        """Solve the game, and store the tablebase if a folder is named.

        Raises DeviceError for a device that is not there, BadInput for a q of too large a denominator, and what
        `stored.check_out` and `stored.store` raise.
        """
        setting = setting_of(game)
        if folder:
            stored.check_out(folder, {"ruleset": game.ruleset})
        with progress() as report:
            solution = solve.solve(device_called(device), [setting], report)
            if folder:
                stored.store(solution.tablebase, folder)
            report(Progress("query", 0, 0, 1))
            play, start = PerfectSqt(game, solution.tablebase), game.initial()
            return cls(game, solution, play.value(start), play.actions(start))


def described_game(game: Sqt, value: Fraction, first_moves: dict[Action, Fraction]) -> dict[str, Any]:
    """The JSON object of a setting and its values."""
    return {
        "q": str(game.q),
        "scoring": game.scoring,
        "double_win": game.double_win,
        "value": str(value),
        "first_moves": screen.as_text(first_moves),
    }


def described(solved: Solved) -> dict[str, Any]:
    """The JSON object of a solve."""
    solution = solved.solution
    return {
        "ruleset": solved.game.ruleset,
        **described_game(solved.game, solved.value, solved.first_moves),
        "positions": list(solution.tablebase.positions),
        **cost(solution),
    }


def printed(solved: Solved) -> None:
    """Print a solve: the value, the first moves, the positions."""
    solution = solved.solution
    counts = Group(positions_table(solution.tablebase.positions), Text(), Text(cost_in_words(solution)))
    table = screen.table("first", "alike", "value", "", right=("alike", "value", ""))
    for move, alike in classes_of_first_moves(solved.game, solved.first_moves):
        value = solved.first_moves[move]
        table.add_row(str(move), str(len(alike)), str(value), screen.decimal(value))
    out = screen.console()
    out.print(screen.title(solved.game))
    out.print()
    out.print(Text(f"value {screen.worth(solved.value)}", style="bold"))
    out.print()
    out.print(screen.side_by_side(table, counts))
