"""Verdicts on conclusions: the statements that make up a conclusion, and the verdict that follows from them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from qttt.reference.picture import listed

HOLDS, PARTLY, FAILS, READING = "holds", "holds in part", "does not hold", "depends on a reading"
ANSWERED, OPEN = "answered", "open"
"""What becomes of a question that a source leaves open."""


class Part(NamedTuple):
    """Statements that make up a conclusion: whether each is true, and what the page says of them."""

    true: Sequence[bool]
    text: str


def every(statement: str, cases: Mapping[str, bool]) -> Part:
    """A statement that must be true in every case.

    >>> every("More wins more", {"here": True, "there": False}).text
    'More wins more: true in 1 of 2 cases, false there.'
    """
    false = [case for case, true in cases.items() if not true]
    count = f"in {len(cases) - len(false) or 'none'} of {len(cases)} cases"
    where = f", false {listed(false)}" if false and len(false) < len(cases) else ""
    return Part([*cases.values()], f"{statement}: true {count if false else f'in all {len(cases)} cases'}{where}.")


def some(statement: str, cases: Mapping[str, bool]) -> Part:
    """A statement that must be true in some case.

    >>> some("More does not win more", {"here": True, "there": False}).text
    'More does not win more: true in 1 of 2 cases, here.'
    """
    true = [case for case, found in cases.items() if found]
    where = f", {listed(true)}" if true else ""
    return Part([bool(true)], f"{statement}: true in {len(true) or 'none'} of {len(cases)} cases{where}.")


def judged(parts: Sequence[Part]) -> str:
    """The verdict on a conclusion that is made up of these statements."""
    true = [found for part in parts for found in part.true]
    return HOLDS if all(true) else PARTLY if any(true) else FAILS
