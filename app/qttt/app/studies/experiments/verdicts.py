"""Verdicts on conclusions: the statements that make up a conclusion, and the verdict that follows from them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from qttt.reference.picture import listed

HOLDS, PARTLY, FAILS, NOISE, TIES = "holds", "holds in part", "does not hold", "noise", "hangs on ties"
VERDICTS = f"""\
Each conclusion is taken apart into statements about single numbers, for instance that at this level with this depth
fewer games are won than at the level before, and every statement is tested on the exact chances of these agents. A
conclusion *{HOLDS}* if all of them are true, it *{FAILS}* if none is, and it *{PARTLY}* if some are; the
text says which are not. That something need not be so holds if there is a case in which it is not so. It is *{NOISE}*
if not all are true, but no two of the chances are further apart than 1.96 standard deviations of the
difference between two samples of a hundred games.

Many moves look equally good to expecti-minimax, and which of them it makes is a matter of their order, which the source
does not give. So each conclusion about it is looked at twice: with the first of equally good moves, as in the figures
below, and with any of them, each as likely. It *{TIES}* if the two verdicts differ. An *expected result* is the
chance to win less that to lose.
"""


class Part(NamedTuple):
    """Statements that make up a conclusion: whether each is true, and what the page says of them."""

    true: Sequence[bool]
    told: str


class Finding(NamedTuple):
    """A conclusion of the source, the verdict, and why."""

    conclusion: str
    verdict: str
    why: str

    def __str__(self) -> str:
        return f"### {self.conclusion}: {self.verdict}\n\n{self.why}"


def every(statement: str, cases: Mapping[str, bool]) -> Part:
    """A statement that must be true in every case.

    >>> every("More wins more", {"here": True, "there": False}).told
    'More wins more: in 1 of 2 cases, not there.'
    """
    false = [case for case, true in cases.items() if not true]
    count = f"in {len(cases) - len(false) or 'none'} of {len(cases)} cases"
    where = f", not {listed(false, 'or')}" if false and len(false) < len(cases) else ""
    return Part([*cases.values()], f"{statement}: {count if false else f'in all {len(cases)} cases'}{where}.")


def some(statement: str, cases: Mapping[str, bool]) -> Part:
    """A statement that must be true in some case.

    >>> some("More does not win more", {"here": True, "there": False}).told
    'More does not win more: in 1 of 2 cases, here.'
    """
    true = [case for case, found in cases.items() if found]
    where = f", {listed(true)}" if true else ""
    return Part([bool(true)], f"{statement}: in {len(true) or 'none'} of {len(cases)} cases{where}.")


def judged(parts: Sequence[Part]) -> str:
    """The verdict on a conclusion that is made up of these statements."""
    true = [found for part in parts for found in part.true]
    return HOLDS if all(true) else PARTLY if any(true) else FAILS
