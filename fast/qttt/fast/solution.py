"""What the solver of a game returns."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Solution(Generic[T]):
    """The tablebase, the device, the time in seconds and the most memory in bytes."""

    tablebase: T
    device: str
    seconds: float
    peak_bytes: int
