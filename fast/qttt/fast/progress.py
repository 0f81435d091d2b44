"""The progress of a solve, for any game."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """What a solve has done so far: `done` of `positions` positions of `ply` in a `task`."""

    task: str
    ply: int
    done: int
    positions: int


Report = Callable[[Progress], None]
