"""`qttt solve`: the value of every position, and what follows for the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.commands.asked import Asked
from qttt.app.errors import BadInput
from qttt.app.first_moves import symmetry_classes
from qttt.app.goff.names import outcome_name
from qttt.app.goff.parts import THROUGH
from qttt.app.goff.show import picture
from qttt.app.solved import cost_in_words, peak_bytes, positions_table, solving
from qttt.fast.backend import device as device_called
from qttt.fast.goff import solve
from qttt.fast.goff.solve import LAST
from qttt.fast.progress import Report
from qttt.oracle.goff.entry import PerfectGoff
from qttt.reference.goff import Action, Goff, Position
from qttt.reference.goff.notation import NOTATION
from qttt.reference.picture import listed
from qttt.reference.sqt import Sqt
from qttt.verification.goff.source import FIRST_MOVES


@dataclass(frozen=True)
class Solved:
    """A solve, and what it shows about the game."""

    asked: Asked
    solution: solve.Solution
    value: Fraction
    first_moves: dict[Action, Fraction]
    variation: tuple[Action, ...]
    end: Position
    """Where the principal variation ends."""

    @classmethod
    def on(cls, asked: Asked, device: str, store: bool) -> "Solved":
        """Solve the game, and store the tablebase in the named folder, or in the user's if `store`.

        Raises DeviceError for a missing device, and what `solving` raises.
        """
        asked, through = asked.by("fast"), asked.get("through") or LAST
        game = asked.game
        if through not in THROUGH:
            raise BadInput(f"--through {through}: expected {listed([*map(str, THROUGH)], 'or')}")

        def solution_of(report: Report) -> solve.Solution:
            return solve.solve(device_called(device), through, report)

        with solving(asked, store, {"ruleset": game.ruleset}, solution_of) as solution:
            play, start = PerfectGoff(game, solution.tablebase), game.initial()
            variation = play.line(start)
            end = reduce(game.play, variation, start)
            return cls(asked, solution, play.value(start), play.values(start), variation, end)


def json_object(solved: Solved) -> dict[str, Any]:
    """The JSON object of a solve."""
    solution = solved.solution
    return {
        **solved.asked.json_object,
        "device": solution.device,
        "value": str(solved.value),
        "outcome": outcome_name(solved.value),
        "first_moves": screen.as_text(solved.first_moves),
        "principal_variation": NOTATION.write(solved.variation),
        "positions": list(solution.tablebase.positions),
        "undecided": list(solution.tablebase.undecided),
        "games": solution.games,
        "seconds": round(solution.seconds, 3),
        "peak_bytes": peak_bytes(solution),
    }


def display(solved: Solved) -> None:
    """Print a solve: the value, the first moves, the positions, best play and where it ends."""
    solution = solved.solution
    value = Text.assemble(screen.outcome(outcome_name(solved.value)), f", value {solved.value}", style="bold")
    left = Group(
        value,
        Text(),
        _first_moves(solved),
        Text(),
        positions_table(solution.tablebase.undecided, solution.tablebase.positions),
    )
    right = Group(
        picture(solved.end), Text(), Text(f"{solution.games:,} complete games"), Text(cost_in_words(solution))
    )
    out = screen.console()
    out.print(screen.title(solved.asked.game))
    out.print()
    out.print(screen.side_by_side(left, right))
    out.print()
    screen.print_variation(out, NOTATION.write(solved.variation))


def classes_of_first_moves(
    game: Goff | Sqt, first_moves: Mapping[Action, Fraction]
) -> list[tuple[Action, list[Action]]]:
    """One first move of each symmetry class, the one that the source names, with the whole class; the best first."""
    classes = symmetry_classes(game, first_moves)
    named = [(next((move for move in moves if str(move) in FIRST_MOVES), moves[0]), moves) for moves in classes]
    return sorted(named, key=lambda row: (-first_moves[row[0]], str(row[0])))


def _first_moves(solved: Solved) -> Table:
    table = screen.table("first", "equivalent", "value", "outcome", right=("equivalent", "value"))
    for move, alike in classes_of_first_moves(solved.asked.game, solved.first_moves):
        value = solved.first_moves[move]
        table.add_row(str(move), str(len(alike)), str(value), screen.outcome(outcome_name(value)))
    return table
