"""What `qttt solve` shows of a solve, for any game; and readings: games under switches, with what their values are."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, Generic, TypeVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

from qttt.app import screen, stored
from qttt.app.games import Query, symmetry_classes
from qttt.fast.backend import Cpu, Device, device
from qttt.fast.progress import Progress, Report, Solution
from qttt.oracle.perfect import A, P
from qttt.oracle.progress import progress
from qttt.reference.game import Game
from qttt.reference.picture import decimal

PRINTING = 16_000_000
"""More bytes than a process takes after the memory is read: to print it."""

GAME = "-"
"""What stands for the first move in the row of the game itself in a table. A text in the first row keeps readers from
guessing that the column has numbers."""

G = TypeVar("G", bound=Game[Any, Any])
S = TypeVar("S", bound=Solution[Any])
T = TypeVar("T")
V = TypeVar("V")


@dataclass(frozen=True)
class Reading(ABC, Generic[G, A]):
    """A game, its value, the values of its first moves in the documented order, and its numbers of positions."""

    game: G
    value: Fraction
    first_moves: Mapping[A, Fraction]
    positions: tuple[int, ...]

    @property
    def classes(self) -> list[tuple[A, list[A]]]:
        """The first move of each symmetry class with the whole class, in the documented order."""
        return [(moves[0], moves) for moves in symmetry_classes(self.game, self.first_moves)]

    @property
    def best(self) -> list[A]:
        """The first moves that keep the value, one of each symmetry class."""
        return [move for move, _ in self.classes if self.first_moves[move] == self.value]

    def rows(self) -> Iterator[dict[str, str]]:
        """What a table of readings has: a row for the game itself, with "-" as the first move, and one for each first
        move; each has the columns `first_move` and `value`."""
        yield {"first_move": GAME, "value": str(self.value)}
        for move, value in self.first_moves.items():
            yield {"first_move": str(move), "value": str(value)}

    @abstractmethod
    def json_object(self) -> dict[str, object]:
        """The reading as an object for JSON: the game, its value and all that is known of the start."""


def json_of_reading(reading: Reading[G, A], solution: Solution[T]) -> dict[str, object]:
    """The JSON object of a solve, and of the reading that follows from it."""
    return {**reading.json_object(), "undecided": list(reading.positions), **cost(solution)}


@contextmanager
def solving(
    query: Query,
    description: Mapping[str, object],
    kind: type[S],
    solve: Callable[[Device, V, Report], S],
    setting: V,
    *,
    on: Callable[[str], Device] = device,
    plies: str = "ply",
) -> Iterator[S]:
    """The solution of a game, while what it shows is found: the user's own, if there is one and no other is asked for,
    otherwise by the solver `solve` of its engine, on the device that `on` finds, with this setting.
    The tablebase is then stored in the named file, or in the user's. In the progress `plies` stands for the ply.

    Raises DeviceError for a missing device, what `solve` raises, and what `stored.target`, for this description, and
    `stored.keep` raise.
    """
    path = stored.target(query, description)
    shown = path and query.out is None and query.device == "auto" and not query.get("again")
    if shown and (kept := stored.open_kept(query.game, kind)):
        yield kept
        return
    with progress(plies) as report:
        solution = solve(on(query.device), setting, report)
        stored.keep(query, solution.tablebase, path, report, stored.about(solution))
        report(Progress("query", 0, 0, 1))
        yield solution


def print_head(game: Game[P, A], value: Fraction, *told: str | Text) -> Console:
    """Print a game, its value, and what is told of it, and an empty line; where more is printed."""
    out = screen.console()
    out.print(screen.title(game))
    out.print()
    out.print(Text(f"value {screen.worth(value)}", style="bold"))
    for line in told:
        out.print(line, soft_wrap=True)
    out.print()
    return out


def first_moves_table(classes: Iterable[tuple[A, Sequence[A]]], values: Mapping[A, Fraction]) -> Table:
    """The value of one first move of each symmetry class, and the number of moves in the class."""
    table = screen.table("first", "equivalent", "value", "", right=("equivalent", "value", ""))
    for move, moves in classes:
        table.add_row(str(move), str(len(moves)), str(values[move]), decimal(values[move]))
    return table


def cost(solution: Solution[T]) -> dict[str, object]:
    """The cost of a solve, for a JSON object."""
    said = {"device": solution.device, "seconds": round(solution.seconds, 3), "peak_bytes": peak_bytes(solution)}
    return said | ({"stored": solution.stored} if solution.stored else {})


def cost_in_words(solution: Solution[T]) -> str:
    """The cost of a solve, in words."""
    most = ceil((peak_bytes(solution) + PRINTING) / 1e6)
    stored = f"\nstored on {solution.stored}; --again solves anew" if solution.stored else ""
    return f"{solution.seconds:.1f} s on {solution.device}, {most:,} MB at most{stored}"


def peak_bytes(solution: Solution[T]) -> int:
    """The most memory so far: on a CPU that of the process, in which more may be found after the solve."""
    return max(solution.peak_bytes, Cpu().peak_bytes() if solution.device == Cpu.name else 0)


def positions_table(undecided: Sequence[int], every: Sequence[int] = ()) -> Table:
    """The canonical positions of each ply in which a player is to move, and the number with ended ones."""
    columns = ("ply", "undecided", "including ended")[: 3 if every else 2]
    table = screen.table(*columns, right=columns)
    for ply, counts in enumerate(zip(undecided, every, strict=True) if every else zip(undecided, strict=True)):
        table.add_row(str(ply), *(f"{count:,}" for count in counts))
    return table
