"""What a checker has that remembers too little of positions: for the mutants of claims."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction


class Merging(dict[str, Fraction]):
    """What is known of a canonical form counts for all that are merged with it."""

    def __init__(self, merged: Callable[[str], str]) -> None:
        super().__init__()
        self._merged = merged

    def __contains__(self, text: object) -> bool:
        return super().__contains__(self._merged(str(text)))

    def __getitem__(self, text: str) -> Fraction:
        return super().__getitem__(self._merged(text))

    def __setitem__(self, text: str, bound: Fraction) -> None:
        super().__setitem__(self._merged(text), bound)
