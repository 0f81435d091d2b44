"""What `qttt solve` shows of a solve, for any game."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from rich.table import Table

from qttt.app import screen
from qttt.reference.picture import decimal


class Solution(Protocol):
    """The cost of a solve."""

    @property
    def device(self) -> str: ...
    @property
    def seconds(self) -> float: ...
    @property
    def peak_bytes(self) -> int: ...


def cost(solution: Solution) -> dict[str, Any]:
    """The cost of a solve, for a JSON object."""
    return {"device": solution.device, "seconds": round(solution.seconds, 3), "peak_bytes": solution.peak_bytes}


def cost_in_words(solution: Solution) -> str:
    """The cost of a solve, in words."""
    return f"{solution.seconds:.1f} s on {solution.device}, {solution.peak_bytes / 1e6:,.0f} MB at most"


def first_moves_table(classes: Iterable[tuple[Any, Sequence[Any]]], values: Mapping[Any, Fraction]) -> Table:
    """The value of one first move of each symmetry class, and the number of moves in the class."""
    table = screen.table("first", "equivalent", "value", "", right=("equivalent", "value", ""))
    for move, moves in classes:
        table.add_row(str(move), str(len(moves)), str(values[move]), decimal(values[move]))
    return table


def positions_table(undecided: Sequence[int], every: Sequence[int] = ()) -> Table:
    """The canonical positions of each ply in which a player is to move, and the number with ended ones."""
    columns = ("ply", "undecided", "including ended")[: 3 if every else 2]
    table = screen.table(*columns, right=columns)
    for ply, counts in enumerate(zip(undecided, every, strict=True) if every else zip(undecided, strict=True)):
        table.add_row(str(ply), *(f"{count:,}" for count in counts))
    return table
