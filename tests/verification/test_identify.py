"""`qttt conform --identify`: engines of the reference in every reading, and with errors beside a reading; and what
engines that play some options with fixed values only are asked."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest

from qttt.reference.goff import Action, Goff, Position, Selection
from qttt.reference.picture import listed
from qttt.spec import rulesets, vectors
from qttt.verification.conform import truth_of
from qttt.verification.conform.diagnosis import Compared
from qttt.verification.conform.identify import (
    Identified,
    _known_errors,
    again,
    as_object,
    every_reading,
    expected,
    identify,
    in_lines,
)
from qttt.verification.conform.levels import run
from qttt.verification.conform.protocol import Declared, ProtocolError, implementation_of
from qttt.verification.conform.published import Plan, level_of
from qttt.verification.conform.results import Chosen, Status
from qttt.verification.conform.session import Session
from qttt.verification.engines import SetUp
from qttt.verification.goff.conformance import KNOWN_ERRORS
from qttt.verification.goff.engines import reference
from qttt.verification.questions import Answer, Kind, Question, with_values

from ..engines import wrong
from .test_diagnosis import FIELDS, InProcess, library

COIN = {"q": "1/2"}
ENGINES = pytest.mark.engines
BOTH = ["goff", pytest.param("sqt", marks=ENGINES)]


@pytest.fixture(autouse=True, scope="module")
def _fewer_random_games() -> Iterator[None]:
    """Some of the random games, since readings that differ in some differ in all of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("qttt.verification.conform.identify.GAMES", 8)
        expected.cache_clear()
        yield
    expected.cache_clear()


def planted(engine: SetUp, chosen: Mapping[str, Any], game: str = "goff", declared: str = "", **has: Any) -> InProcess:
    """A session with an engine in this process, which plays in its own options whatever it is asked."""
    suite = truth_of(game).suite
    return InProcess(lambda asked: suite.ask(engine, replace(asked, options=chosen)), declared or game, **has)


def found_in(engine: InProcess, game: str = "goff") -> Identified:
    return identify(engine.session, game)


def options_of(game: str, **chosen: str) -> dict[str, Any]:
    """Options as vectors have them."""
    ruleset = rulesets()[game]
    usual = {o.name: o.default for o in ruleset.options if o.default}
    return with_values(ruleset.id, COIN if game == "sqt" else {}, usual | chosen)


@pytest.mark.thorough
@pytest.mark.parametrize("game", BOTH)
def test_any_two_readings_differ_in_a_game_that_both_allow(game: str) -> None:
    for one, other in combinations(expected(game).values(), 2):
        both = ((a.due, b.due) for a, b in zip(one, other, strict=True))
        assert any(a != b for a, b in both if a["legal"] and b["legal"])


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["game", "played"])
@pytest.mark.parametrize("game", BOTH)
def test_every_reading_is_identified(game: str, form: str) -> None:
    for read in [*every_reading(rulesets()[game])][:: 5 if game == "goff" else 17]:
        engine = planted(truth_of(game).reference, options_of(game, **dict(read)), game, form=form)
        found = found_in(engine, game)
        untold = {"scoring": dict(read)["scoring"]} if game == "sqt" else {}  # it changes values alone
        assert (found.code, found.wrong) == (0, 0)
        assert [{**each, **untold} for each in found.readings] == [dict(read)] * (1 + len(untold))
        assert 50 <= found.asked <= 400
        assert all(question.options == {} for question in engine.asked)


@ENGINES
def test_values_tell_what_the_rules_do_not() -> None:
    chosen = options_of("sqt", scoring="draws-second", both="draw")
    found = found_in(planted(truth_of("sqt").reference, chosen, "sqt", fields=("value",)), "sqt")
    assert [(each["scoring"], each["both"]) for each in found.readings] == [("draws-second", "draw")]


@pytest.mark.thorough
def test_what_answers_do_not_tell_is_left_open() -> None:
    found = found_in(planted(reference, options_of("goff", last="draw"), fields=("actions",)))
    assert found.code == 0
    assert len(found.readings) == 2 * 2 * 3  # who selects, double wins and lines of both are not in a list of actions
    assert "The answers do not show the value of collapse, double-win and both." in [*in_lines(found)]
    assert again(found) == "qttt conform goff --switch last=draw -- ./my-engine"


@pytest.mark.parametrize(
    ("error", "chosen", "rule"),
    [
        ("largest-ply-of-all-marks", {"last": "draw"}, "GOFF-END-4"),
        ("foreign-collapse", {"pair": "forbidden", "collapse": "self", "double_win": "yes"}, "GOFF-COLLAPSE-2"),
    ],
)
def test_known_error_is_named_beside_the_reading(error: str, chosen: dict[str, str], rule: str) -> None:
    found = found_in(planted(KNOWN_ERRORS[error], options_of("goff", **chosen), fields=(*FIELDS, "spooky")))
    assert (found.code, found.known_errors, len(found.readings)) == (1, [error], 1)
    assert found.readings[0].items() >= chosen.items()
    assert any(rule in shown.vector["rules"] for shown in found.differences)


def test_error_of_the_settlement_is_shown_where_it_begins() -> None:
    (shown,) = found_in(library(wrong.BranchesStay, "definite")).differences
    assert shown.rules == ("GOFF-COLLAPSE-2",)
    assert shown.question["game"].split()[-1].startswith("sel")


THREE = {
    wrong.ThreeErrors: {"settled-by-a-fixed-order", "o-wins-ties", "no-final-move"},
    wrong.NoPairThreeErrors: {"first-line-in-reading-order", "no-move-is-no-end", "no-final-move"},
}
"""Libraries with three known errors each: those of TextArena, and those of angeli-13."""


@pytest.mark.parametrize("kind", THREE, ids=lambda kind: kind.__name__)
def test_known_errors_are_named_together(kind: type[wrong.Right]) -> None:
    found = found_in(library(kind))
    assert (found.code, {*found.known_errors}) == (1, THREE[kind])
    told = f"With the known errors {listed(found.known_errors)} in this reading, every answer is explained."
    assert told in [*in_lines(found)]
    assert as_object(found)["known_errors"] == found.known_errors


def test_program_is_named_that_has_the_errors() -> None:
    found = found_in(library(wrong.ThreeErrors))
    assert "Public programs with this reading and these errors: TextArena." in [*in_lines(found)]
    assert as_object(found)["programs"] == ["TextArena"]


def test_error_that_leaves_nothing_to_compare_hides_no_other() -> None:
    """Neither error contradicts an answer, and only the second gives the wrong ones."""
    truth = SimpleNamespace(reference="right", errors={"silent": ["A"], "true": ["B"]}, together=None)
    diagnosis: Any = SimpleNamespace(
        truth=truth,
        unexplained=lambda engine, options, most: 0,
        explains=lambda engine, options, planted: Compared(9, 1) if engine == "B" else None,
    )
    read = (("collapse", "self"),)
    assert _known_errors(diagnosis, [read], 1) == (["true"], [read])


def test_first_of_several_errors_counts_in_one_function() -> None:
    errors: list[Any] = [KNOWN_ERRORS[name] for name in ("largest-ply-of-all-marks", "largest-line-of-player")]
    assert GOFF.together
    for first, second in (errors, errors[::-1]):
        found: Any = GOFF.together(KNOWN_ERRORS["x-wins-ties"], first, second)
        assert found.keywords["ply_of_player"] is first.keywords["ply_of_player"]


class _SelectsOneWayOnly(Goff):
    """There is no selB."""

    def actions(self, position: Position) -> tuple[Action, ...]:
        return tuple(action for action in super().actions(position) if action is not Selection.B)


@pytest.mark.thorough
def test_error_outside_the_switches_is_named_with_a_game() -> None:
    chosen = options_of("goff", both="first", last="draw")
    found = found_in(planted(partial(reference, game=_SelectsOneWayOnly), chosen))
    assert (found.code, found.known_errors) == (1, [])
    assert {(each["both"], each["last"], each["pair"]) for each in found.readings} == {("first", "draw", "legal")}
    [shown] = found.differences
    assert shown.rules == ("GOFF-COLLAPSE-1",)
    assert shown.question["game"] == "X1.1-2 O2.1-2"


def test_word_of_one_reading_tells_it_where_every_answer_is_wrong() -> None:
    """The later line wins and the game goes on: no known error, and wrong in every reading of `both`."""

    swapped = {f"narrow win of {one}": f"narrow win of {other}" for one, other in ("XO", "OX")}
    engine = planted(reference, options_of("goff"))

    def goes_on(asked: Question) -> Answer:
        said = engine.answer(asked)
        wrong = swapped.get(str(said.content.get("outcome")))
        return replace(said, content=said.content | {"outcome": wrong, "actor": "X"}) if wrong else said

    found = found_in(InProcess(goes_on))
    assert (found.code, found.known_errors) == (1, [])
    assert {each["both"] for each in found.readings} == {"narrow"}


def test_coin_is_another_game() -> None:
    sqt = truth_of("sqt").reference
    found = found_in(planted(sqt, options_of("sqt", both="first"), "sqt", "goff"))
    assert found.code == 1
    assert "Chance selects, which is another game (SQT-SELECT-1): qttt conform sqt --identify." in [*in_lines(found)]
    assert {each["both"] for each in found.readings} == {"first"}


def test_engine_that_answers_nothing_has_no_reading() -> None:
    found = found_in(InProcess(lambda _: Answer(Kind.SKIPPED, "not now")))
    assert (found.code, found.asked) == (1, 0)
    assert next(in_lines(found)) == "Nothing was answered."


def test_engine_of_another_game_is_lost() -> None:
    found = found_in(planted(reference, {}), "hybrid")
    assert found.code == 3
    assert "does not play hybrid-1.0" in next(in_lines(found))


# Engines that play some options with fixed values only


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
    for given in ("collapse", [1], {"collapse": "self"}, {"collapse": None}):
        with pytest.raises(ProtocolError, match=r"^options needs a list of names"):
            declared(given)


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


@pytest.mark.thorough
def test_engine_with_a_fixed_value_is_asked_nothing_else() -> None:
    levels = ["notation", "rules", "perft", "games"]
    report = run(Session([sys.executable, "-c", FIXED]), Chosen(["goff"], levels, number=10))
    assert report.code == 0
    for level in report.games[0].levels:
        assert level.counts[Status.PASSED] > 0
        assert not level.bad
