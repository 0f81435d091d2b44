"""What `qttt solve` tells of a solve, whatever the game."""

from collections.abc import Sequence
from typing import Any, Protocol

from rich.table import Table

from qttt.app import screen


class Solution(Protocol):
    """What a solve took."""

    @property
    def device(self) -> str: ...
    @property
    def seconds(self) -> float: ...
    @property
    def peak_bytes(self) -> int: ...


def cost(solution: Solution) -> dict[str, Any]:
    """What a solve took, for a JSON object."""
    return {"device": solution.device, "seconds": round(solution.seconds, 3), "peak_bytes": solution.peak_bytes}


def cost_in_words(solution: Solution) -> str:
    """What a solve took, in words."""
    return f"{solution.seconds:.1f} s on {solution.device}, {solution.peak_bytes / 1e6:,.0f} MB at most"


def positions_table(positions: Sequence[int]) -> Table:
    """How many positions each ply has."""
    table = screen.table("ply", "canonical positions", right=("ply", "canonical positions"))
    for ply, count in enumerate(positions):
        table.add_row(str(ply), f"{count:,}")
    return table
