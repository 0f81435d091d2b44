"""`qttt conform --identify`: engines of the reference in every reading, and with errors beside a reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from qttt.reference.goff import Action, Goff, Position, Selection
from qttt.spec import rulesets
from qttt.verification.conform import truth_of
from qttt.verification.conform.identify import again, every_reading, expected, identify, in_lines
from qttt.verification.conform.protocol import Declared, Implementation
from qttt.verification.engines import SetUp
from qttt.verification.goff.conformance import KNOWN_ERRORS
from qttt.verification.goff.engines import reference
from qttt.verification.options import with_values
from qttt.verification.questions import Answer, Kind, Question

FIELDS = ("actor", "actions", "outcome")
COIN = {"q": "1/2"}


@pytest.fixture(autouse=True, scope="module")
def few_games() -> Iterator[None]:
    """Some of the random games, since readings that differ in some differ in all of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("qttt.verification.conform.identify.GAMES", 8)
        expected.cache_clear()
        yield
    expected.cache_clear()


@dataclass
class Planted:
    """A session with an engine in this process, which plays in its own `options` whatever it is asked."""

    engine: SetUp
    options: Mapping[str, Any]
    game: str = "goff"
    fields: tuple[str, ...] = FIELDS
    form: str = "game"
    failures: list[str] = field(default_factory=list)
    asked: list[Question] = field(default_factory=list)
    command: tuple[str, ...] = ("./my-engine",)

    @property
    def implementation(self) -> Implementation:
        declared = Declared(fields=frozenset(self.fields), forms=frozenset({self.form}))
        return Implementation("planted", rulesets={rulesets()["goff"].id: declared, rulesets()["sqt"].id: declared})

    def __enter__(self) -> Planted:
        return self

    def __exit__(self, *_: object) -> None: ...

    def ask(self, requests: Iterable[Question]) -> Iterator[Answer]:
        for each in requests:
            self.asked.append(each)
            yield truth_of(self.game).suite.ask(self.engine, replace(each, options=self.options))


def options_of(game: str, **chosen: str) -> dict[str, Any]:
    """Options as vectors have them."""
    ruleset = rulesets()[game]
    usual = {o.name: o.default for o in ruleset.options if o.default}
    return with_values(ruleset.id, COIN if game == "sqt" else {}, usual | chosen)


@pytest.mark.parametrize("game", ["goff", "sqt"])
def test_any_two_readings_differ_in_a_game_that_both_allow(game: str) -> None:
    for one, other in combinations(expected(game).values(), 2):
        both = ((a.due, b.due) for a, b in zip(one, other, strict=True))
        assert any(a != b for a, b in both if a["legal"] and b["legal"])


@pytest.mark.parametrize("form", ["game", "played"])
@pytest.mark.parametrize("game", ["goff", "sqt"])
def test_every_reading_is_identified(game: str, form: str) -> None:
    for read in [*every_reading(rulesets()[game])][:: 5 if game == "goff" else 17]:
        engine = Planted(truth_of(game).reference, options_of(game, **dict(read)), game, form=form)
        found = identify(engine, game)  # type: ignore[arg-type]
        untold = {"scoring": dict(read)["scoring"]} if game == "sqt" else {}  # it changes values alone
        assert (found.code, found.wrong) == (0, 0)
        assert [{**each, **untold} for each in found.readings] == [dict(read)] * (1 + len(untold))
        assert 50 <= found.asked <= 400
        assert all(question.options == {} for question in engine.asked)


def test_values_tell_what_the_rules_do_not() -> None:
    chosen = options_of("sqt", scoring="draws-second", both="draw")
    found = identify(Planted(truth_of("sqt").reference, chosen, "sqt", ("value",)), "sqt")  # type: ignore[arg-type]
    assert [(each["scoring"], each["both"]) for each in found.readings] == [("draws-second", "draw")]


def test_what_answers_do_not_tell_is_left_open() -> None:
    found = identify(Planted(reference, options_of("goff", last="draw"), fields=("actions",)), "goff")  # type: ignore[arg-type]
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
    planted = Planted(KNOWN_ERRORS[error], options_of("goff", **chosen), fields=(*FIELDS, "spooky"))
    found = identify(planted, "goff")  # type: ignore[arg-type]
    assert (found.code, found.known_error, len(found.readings)) == (1, error, 1)
    assert found.readings[0].items() >= chosen.items()
    assert rule in [shown.rules[0] for shown in found.differences]


class _SelectsOneWayOnly(Goff):
    """There is no selB."""

    def actions(self, position: Position) -> tuple[Action, ...]:
        return tuple(action for action in super().actions(position) if action is not Selection.B)


def test_error_outside_the_switches_is_named_with_a_game() -> None:
    chosen = options_of("goff", both="first", last="draw")
    found = identify(Planted(partial(reference, game=_SelectsOneWayOnly), chosen), "goff")  # type: ignore[arg-type]
    assert (found.code, found.known_error) == (1, "")
    assert {(each["both"], each["last"], each["pair"]) for each in found.readings} == {("first", "draw", "legal")}
    [shown] = found.differences
    assert shown.rules == ("GOFF-COLLAPSE-1",)
    assert shown.question["game"] == "X1.1-2 O2.1-2"


def test_word_of_one_reading_tells_it_where_every_answer_is_wrong() -> None:
    """The later line wins and the game goes on: no known error, and wrong in every reading of `both`."""

    class GoesOn(Planted):
        def ask(self, requests: Iterable[Question]) -> Iterator[Answer]:
            swapped = {f"narrow win of {one}": f"narrow win of {other}" for one, other in ("XO", "OX")}
            for said in super().ask(requests):
                wrong = swapped.get(str(said.content.get("outcome")))
                yield replace(said, content=said.content | {"outcome": wrong, "actor": "X"}) if wrong else said

    found = identify(GoesOn(reference, options_of("goff")), "goff")  # type: ignore[arg-type]
    assert (found.code, found.known_error) == (1, "")
    assert {each["both"] for each in found.readings} == {"narrow"}


def test_coin_is_another_game() -> None:
    sqt = truth_of("sqt").reference
    found = identify(Planted(sqt, options_of("sqt", both="first"), "sqt"), "goff")  # type: ignore[arg-type]
    assert found.code == 1
    assert "Chance selects, which is another game (SQT-SELECT-1): qttt conform sqt --identify." in [*in_lines(found)]
    assert {each["both"] for each in found.readings} == {"first"}


def test_engine_that_answers_nothing_has_no_reading() -> None:
    class Silent(Planted):
        def ask(self, requests: Iterable[Question]) -> Iterator[Answer]:
            return (Answer(Kind.SKIPPED, "not now") for _ in requests)

    found = identify(Silent(reference, {}), "goff")  # type: ignore[arg-type]
    assert (found.code, found.asked) == (1, 0)
    assert next(in_lines(found)) == "Nothing was answered."


def test_engine_of_another_game_is_lost() -> None:
    found = identify(Planted(reference, {}), "hybrid")  # type: ignore[arg-type]
    assert found.code == 3
    assert "does not play hybrid-1.0" in next(in_lines(found))
