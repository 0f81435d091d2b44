"""Engines that play some options with fixed values only: what they are asked."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from qttt.spec import vectors
from qttt.verification.conform import truth_of
from qttt.verification.conform.levels import run
from qttt.verification.conform.protocol import Declared, ProtocolError, implementation_of
from qttt.verification.conform.published import Plan, level_of
from qttt.verification.conform.results import Chosen, Status
from qttt.verification.conform.session import Session
from qttt.verification.questions import Question

GOFF = truth_of("goff")
FIXED = """
import sys
from qttt.verification.conform.server import Server

class Fixed(Server):
    def _declared(self):
        yield from ((id, has | {"options": {"double_win": ["yes"]}}) for id, has in super()._declared() if "goff" in id)

    def _answer(self, request):
        if request["cmd"] != "start" and dict(request["options"]) != {"double_win": "yes"}:
            return {"seq": request["seq"], "errored": f"options {request['options']}"}
        return super()._answer(request)

Fixed("reference", "test").serve(sys.stdin.buffer, sys.stdout.buffer)
"""
"""The reference with double win only, which fails at any other options."""


def declared(options: Any) -> Declared:
    """What an engine has that declares these options."""
    started = {"version": 1, "implementation": {"name": "x"}, "rulesets": {"goff-1.1": {"options": options}}}
    return implementation_of(json.dumps(started).encode()).rulesets["goff-1.1"]


def test_options_are_a_list_of_names_or_have_values() -> None:
    assert declared(["collapse"]).options == declared({"collapse": []}).options == {"collapse": []}
    assert declared({"double_win": [True]}).options == {"double_win": [True]}
    for wrong in ("collapse", [1], {"collapse": "self"}, {"collapse": None}):
        with pytest.raises(ProtocolError, match=r"^options needs a list of names"):
            declared(wrong)


def asked(options: Any) -> dict[str, Question]:
    """What is asked for each vector of Goff's game, by its ID."""
    fields = frozenset(GOFF.suite.answers)
    has = Declared(declared(options).options, fields, frozenset({"game", "marks", "position"}))
    plans = [Plan.of(vector, has, GOFF) for vector in vectors("goff")]
    return {plan.vector.id: plan.asked[0].question for plan in plans if plan.asked}


@pytest.mark.parametrize("value", [True, "yes"])
def test_vector_with_the_same_answer_is_asked_under_the_fixed_value(value: Any) -> None:
    found = asked({"double_win": [value]})
    assert {question.options["double_win"] for question in found.values()} == {value}
    assert {"goff-end-0032", "goff-end-0033", "goff-move-0001"} <= found.keys()  # a double win, one line, an early move
    assert found["goff-end-0031"].fields == ("definite",)  # a complete win by default
    assert "goff-end-0036" not in found  # no such value
    rules = [v.id for v in vectors("goff") if level_of(v) == "rules" and "switches" not in v.options]
    assert len({*rules} & {*found}) > 0.9 * len(rules)


def test_engine_with_a_fixed_value_is_asked_nothing_else() -> None:
    levels = ["notation", "rules", "perft", "games"]
    report = run(Session([sys.executable, "-c", FIXED]), Chosen(["goff"], levels, number=10))
    assert report.code == 0
    for level in report.games[0].levels:
        assert level.counts[Status.PASSED] > 0
        assert not level.bad
