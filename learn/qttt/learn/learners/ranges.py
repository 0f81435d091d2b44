"""The values that a setting of a learner may have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import Field, field
from typing import Any, TypeVar

T = TypeVar("T", int, float, tuple[int, ...])

RANGE, CHOICES = "range", "choices"


def within(default: T, least: float, most: float) -> T:
    """A field of a dataclass whose value, or each of whose values, is in a range."""
    found: T = field(default=default, metadata={RANGE: (least, most)})
    return found


def one_of(*choices: str) -> str:
    """A field of a dataclass that is one of these texts, by default the first."""
    found: str = field(default=choices[0], metadata={CHOICES: choices})
    return found


def expected(of: Field[Any], value: object) -> str:
    """What a field of a dataclass may be, in words; "" if the value is one of these.

    >>> expected(field(default=0.3, metadata={RANGE: (0, 1)}), float("nan"))
    'a number from 0 to 1'
    """
    choices: Sequence[str] = of.metadata.get(CHOICES, ())
    if choices:
        return "" if value in choices else " or ".join(choices)
    if RANGE not in of.metadata:
        return ""
    least, most = of.metadata[RANGE]
    values: Sequence[Any] = value if isinstance(value, tuple) else (value,)
    if all(least <= each <= most for each in values):
        return ""
    what = {int: "an integer", float: "a number", tuple: "sizes"}[type(of.default)]
    return f"{what} from {least:,} to {most:,}"
