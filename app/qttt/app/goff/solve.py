"""`qttt solve`: every position valued, and what that says about the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from qttt.app import screen, stored
from qttt.app.first_moves import symmetry_classes
from qttt.app.goff.names import outcome_name
from qttt.app.progress import progress
from qttt.app.solved import cost_in_words, positions_table
from qttt.fast.backend import device as device_called
from qttt.fast.goff import solve
from qttt.fast.goff.key import canonical
from qttt.fast.progress import Progress
from qttt.reference.goff import Action, Goff, Position
from qttt.reference.notation import write
from qttt.reference.sqt import Sqt
from qttt.verification.goff.perfect import PerfectPlay
from qttt.verification.goff.source import FIRST_MOVES
from qttt.verification.goff.translate import key_of


@dataclass(frozen=True)
class Solved:
    """A solve, and what a person wants to know of it."""

    game: Goff
    solution: solve.Solution
    value: Fraction
    first_moves: dict[Action, Fraction]
    variation: tuple[Action, ...]
    end: Position
    """Where the principal variation ends."""

    @classmethod
    def on(cls, game: Goff, device: str, through: int, folder: Path | None) -> "Solved":
        """Solve the game, and store the tablebase if a folder is named.

        Raises DeviceError for a device that is not there, and what `stored.check_out` and `stored.store` raise.
        """
        if folder:
            stored.check_out(folder, {"ruleset": game.ruleset})
        with progress() as report:
            solution = solve.solve(device_called(device), through, report)
            if folder:
                stored.store(solution.tablebase, folder)
            report(Progress("query", 0, 0, 1))
            play, start = PerfectPlay(game, solution.tablebase), game.initial()
            variation, end = play.variation(start)
            return cls(game, solution, play.value(start), play.actions(start), variation, end)


def described(solved: Solved) -> dict[str, Any]:
    """The JSON object of a solve."""
    solution = solved.solution
    return {
        "ruleset": solved.game.ruleset,
        "collapse": solved.game.collapse,
        "device": solution.device,
        "value": str(solved.value),
        "outcome": outcome_name(solved.value),
        "first_moves": screen.as_text(solved.first_moves),
        "principal_variation": write(solved.variation),
        "positions": list(solution.tablebase.positions),
        "games": solution.games,
        "seconds": round(solution.seconds, 3),
        "peak_bytes": solution.peak_bytes,
    }


def printed(solved: Solved) -> None:
    """Print a solve: the value, the first moves, the positions, best play and where it ends."""
    solution = solved.solution
    value = Text.assemble(screen.outcome(outcome_name(solved.value)), f", value {solved.value}", style="bold")
    left = Group(value, Text(), _first_moves(solved), Text(), positions_table(solution.tablebase.positions))
    right = Group(
        screen.picture(solved.end), Text(), Text(f"{solution.games:,} complete games"), Text(cost_in_words(solution))
    )
    out = screen.console()
    out.print(screen.title(solved.game))
    out.print()
    out.print(screen.side_by_side(left, right))
    out.print()
    screen.print_variation(out, write(solved.variation))


def classes_of_first_moves(
    game: Goff | Sqt, first_moves: Mapping[Action, Fraction]
) -> list[tuple[Action, list[Action]]]:
    """One first move of each symmetry class, the one that the source names, with all that are alike; the best first."""
    classes = symmetry_classes(game, first_moves, lambda position: canonical(key_of(position)))
    named = [(next((move for move in moves if str(move) in FIRST_MOVES), moves[0]), moves) for moves in classes]
    return sorted(named, key=lambda row: (-first_moves[row[0]], str(row[0])))


def _first_moves(solved: Solved) -> Table:
    table = screen.table("first", "alike", "value", "outcome", right=("alike", "value"))
    for move, alike in classes_of_first_moves(solved.game, solved.first_moves):
        value = solved.first_moves[move]
        table.add_row(str(move), str(len(alike)), str(value), screen.outcome(outcome_name(value)))
    return table
