"""The formal text of the stochastic game's page, held against the vectors and the reference."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from qttt.reference.goff import Position, Selection
from qttt.reference.sqt import SCORINGS, Sqt
from qttt.verification.engines import Refused, SetUp
from qttt.verification.formal.page import Page, Text
from qttt.verification.goff import formal as of_goff
from qttt.verification.sqt.conformance import SUITE
from qttt.verification.sqt.engines import reference
from qttt.verification.sqt.formal_dice import FormalDice, FormalDiceEngine


def selections(formal: of_goff.Formal, position: Position) -> Mapping[Selection, Fraction]:
    chances = formal.text.selections(formal.formal_position(position))
    return {selection: chances[selection.value] for selection in Selection}


def dice(formal: of_goff.Formal) -> tuple[int, int] | None:
    found: tuple[int, int] | None = formal.text.dice
    return found


def holds(formal: of_goff.Formal, position: Position) -> bool:
    """SQT-CORNER-1."""
    text = formal.text
    favoured = {player for player, q in (("X", "0"), ("O", "1")) if formal.setting["q"] == q}
    return bool(favoured == text.FAVOURED and text.games_differ() and text.is_corner(formal.formal_position(position)))


QS = "0", "1/3", "3/4", "1"
TWO_MOVES = "X1@1 O2@2 X3@8 O4@7 X5@6 O6@5 X7.3-4"
"""A principal variation from here has two different moves."""


class StochasticPage(Page):
    """The page, whose probability p may be given in addition to q, and which has a dice version."""

    def engine(self, text: Text | None = None) -> SetUp:
        ordinary = super().engine(text)

        def set_up(options: Mapping[str, Any]) -> Any:
            self.refuse({name: value for name, value in options.items() if name != "dice"}, text)
            engine = ordinary({name: value for name, value in options.items() if name not in ("dice", "p")})
            return FormalDiceEngine(FormalDice(engine.game)) if "dice" in options else engine

        return set_up

    def refuse(self, options: Mapping[str, Any], text: Text | None = None) -> None:
        given = dict(options)
        p = given.pop("p", None)
        super().refuse(given, text)
        if p is not None and not self.names(self.setting(given), text).are_probabilities(p, given["q"]):
            raise Refused(f"p = {p} and q = {given['q']}", "SQT-PROBABILITY-1")


PAGE = StochasticPage(
    "sqt",
    SUITE,
    reference,
    [Sqt(Fraction(q), *options) for q, options in zip(QS, product(SCORINGS, (False, True)), strict=True)],
    of_goff.EVERY_ACTION,
    of_goff.term,
    lambda position: position.ply >= of_goff.LATE,
    own={**of_goff.OWN, "selections": selections, "dice": dice},
    holds=holds,
    telling=(*of_goff.TELLING, TWO_MOVES),
    several_rules=(
        {"q": "2", "scoring": "goals", "double_win": False},
        {"q": "1/2", "scoring": "goals", "double_win": "perhaps"},
        {"q": f"1/{10**196}"},
        {"q": f"1/{10**197}"},
        {"q": "1/2", "p": "1/3"},
        {"q": "1/2", "p": f"0.5{0:0120}"},
    ),
)


error = PAGE.with_error
p_and_q_are_exchanged = error("SQT-PROBABILITY-1", 'if P == "O"', 'if P == "X"')
a_probability_may_exceed_1 = error("SQT-PROBABILITY-1", "number(t) <= 1", "number(t) <= 2")
the_mover_selects = error("SQT-SELECT-1", '"SYSTEM"', "player(s.n)")
the_worse_settlement_is_advantageous = error("SQT-ADVANTAGE-1", "optimum(P,", "optimum(OPPONENT[P],")
equal_values_favour_the_other = error("SQT-EQUAL-1", 'P == "X"', 'P == "O"')
a_narrow_win_is_complete = error("SQT-SCORE-1", '"narrow": 10', '"narrow": 20')
a_draw_favours_x = error("SQT-SCORE-2", "-5", "5")
a_double_win_is_worth_30 = error("SQT-DOUBLE-1", "40", "30")
the_players_are_exchanged = error("SQT-VALUE-1", 'if P == "X"', 'if P == "O"')
a_die_has_seven_faces = error("SQT-DICE-1", "if 6**k", "if 7**k")
dice_have_their_chances_exchanged = error("SQT-DICE-1", "probability(named(a))", "1 - probability(named(a))")
a_throw_serves_the_whole_game = error("SQT-DICE-1", "(play(s, a), None)", '(play(s, a), "X")')
nothing_changes = error("SQT-SELECT-1", "if s.c == 1", "if 1 < 2 and s.c == 1")
"""Not an error: a condition that can be changed without notice."""
