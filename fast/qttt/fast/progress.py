"""What the solver of any game reports, and what it returns."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Progress:
    """What a solve has done so far: `done` of `positions` positions of `ply` in a `task`."""

    task: str
    ply: int
    done: int
    positions: int


Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Solution(Generic[T]):
    """The tablebase, the device, the time in seconds and the most memory in bytes."""

    tablebase: T
    device: str
    seconds: float
    peak_bytes: int

    stored: str = field(default="", kw_only=True)
    """The day of the solve, as YYYY-MM-DD, if it was read from a file."""

    @classmethod
    def numbers(cls) -> dict[str, type]:
        """The names and types of what else a solve found, and what it cost."""
        there = ((each.name, each.type) for each in fields(cls) if each.name not in ("tablebase", "stored"))
        return {name: kind for name, kind in there if isinstance(kind, type)}
