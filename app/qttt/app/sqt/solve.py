"""`qttt solve sqt`: the value of every position of one stochastic game, and what follows for the game."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rich.console import Group
from rich.text import Text

from qttt.app import screen
from qttt.app.commands.asked import Asked
from qttt.app.goff.solve import classes_of_first_moves
from qttt.app.solved import cost, cost_in_words, first_moves_table, positions_table, solving
from qttt.app.sqt.settings import setting_of
from qttt.fast.backend import device as device_called
from qttt.fast.progress import Report
from qttt.fast.sqt import solve
from qttt.oracle.sqt.entry import PerfectSqt
from qttt.reference.goff import Action
from qttt.reference.sqt import Sqt


@dataclass(frozen=True)
class Solved:
    """A solve, and what it shows about the game."""

    game: Sqt
    solution: solve.Solution
    value: Fraction
    first_moves: dict[Action, Fraction]

    @classmethod
    def on(cls, asked: Asked, device: str, store: bool) -> "Solved":
        """Solve the game, and store the tablebase in the named folder, or in the user's if `store`.

        Raises DeviceError for a missing device, BadInput for a q with too large a denominator, and what `solving`
        raises.
        """
        game = asked.game
        setting = setting_of(game)

        def solution_of(report: Report) -> solve.Solution:
            return solve.solve(device_called(device), [setting], report)

        with solving(asked, store, {"ruleset": game.ruleset}, solution_of) as solution:
            fast = asked.by("fast").game
            play, start = PerfectSqt(fast, solution.tablebase), fast.initial()
            return cls(fast, solution, play.value(start), play.values(start))


def setting_object(game: Sqt, value: Fraction, first_moves: dict[Action, Fraction]) -> dict[str, Any]:
    """The JSON object of a setting and its values."""
    return {
        "ruleset": game.ruleset,
        "q": str(game.q),
        "scoring": game.scoring,
        "double_win": game.double_win,
        "value": str(value),
        "first_moves": screen.as_text(first_moves),
    }


def json_object(solved: Solved) -> dict[str, Any]:
    """The JSON object of a solve."""
    solution = solved.solution
    return {
        **setting_object(solved.game, solved.value, solved.first_moves),
        "positions": list(solution.tablebase.positions),
        "undecided": list(solution.tablebase.undecided),
        **cost(solution),
    }


def display(solved: Solved) -> None:
    """Print a solve: the value, the first moves, the positions."""
    solution = solved.solution
    positions = positions_table(solution.tablebase.undecided, solution.tablebase.positions)
    counts = Group(positions, Text(), Text(cost_in_words(solution)))
    table = first_moves_table(classes_of_first_moves(solved.game, solved.first_moves), solved.first_moves)
    out = screen.console()
    out.print(screen.title(solved.game))
    out.print()
    out.print(Text(f"value {screen.worth(solved.value)}", style="bold"))
    out.print()
    out.print(screen.side_by_side(table, counts))
