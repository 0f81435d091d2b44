"""The formal text of the stochastic game's page, held against the vectors and the reference."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from qttt.reference.goff import Position, Selection
from qttt.reference.sqt import SCORINGS, Sqt
from qttt.verification.formal.changes import every_change_is_noticed
from qttt.verification.formal.page import Page, Text, written_options
from qttt.verification.goff import formal as of_goff
from qttt.verification.sqt.conformance import SUITE
from qttt.verification.sqt.engines import reference


def selections(formal: of_goff.Formal, position: Position) -> Mapping[Selection, Fraction]:
    chances = formal.text.selections(formal.formal_position(position))
    return {selection: chances[selection.value] for selection in Selection}


def dice(formal: of_goff.Formal) -> tuple[int, int] | None:
    found: tuple[int, int] | None = formal.text.dice
    return found


PAGE = Page(
    "sqt",
    SUITE,
    reference,
    [Sqt(Fraction(q), *rest) for q, rest in zip(("0", "1/3", "3/4", "1"), product(SCORINGS, (False, True)), strict=True)],
    of_goff.EVERY_ACTION,
    of_goff.term,
    lambda position: position.ply >= of_goff.LATE,
    setting=written_options,
    own={**of_goff.OWN, "selections": selections, "dice": dice},
)
