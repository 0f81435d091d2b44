"""The diagnosis of engines with one error each: no error and no reading is named that an engine does not have, and
those that the pages know are named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self, cast

import jsonschema
import pytest

from qttt.reference.probabilistic import MoveOutcome, Position, Probabilistic
from qttt.spec import Vector, rulesets, schema
from qttt.verification.conform import truth_of
from qttt.verification.conform.diagnosis import MOST_SEARCHED, Diagnosis, Said
from qttt.verification.conform.differences import Difference, difference, differing
from qttt.verification.conform.identify import identify
from qttt.verification.conform.levels import run
from qttt.verification.conform.protocol import Declared, Implementation, ProtocolError, implementation_of
from qttt.verification.conform.report import diagnosis, in_lines
from qttt.verification.conform.results import Chosen, Report
from qttt.verification.conform.session import Session, Silent
from qttt.verification.conform.truth import Setting
from qttt.verification.engines import game_with
from qttt.verification.probabilistic.engines import Implementation as Boards
from qttt.verification.probabilistic.engines import ReferenceEngine
from qttt.verification.questions import Answer, Expected, Kind, Question
from qttt.verification.random_games import random_choices

from ..engines import wrong

FIELDS = ("actor", "actions", "outcome")
GAMES = 24


@dataclass
class InProcess:
    """A session with an engine in this process, which answers a question."""

    answer: Callable[[Question], Answer]
    game: str = "goff"
    fields: tuple[str, ...] = FIELDS
    form: str = "game"
    options: Mapping[str, Any] = field(default_factory=dict)
    stated: Mapping[str, str] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    command: tuple[str, ...] = ("./my-engine",)
    seconds: float = 10.0
    asked: list[Question] = field(default_factory=list)

    @property
    def session(self) -> Session:
        return cast(Session, self)

    @property
    def implementation(self) -> Implementation:
        ruleset = rulesets()[self.game]
        has = Declared(self.options, frozenset(self.fields), frozenset({self.form}))
        return Implementation("in process", rulesets={ruleset.id: has.stating(ruleset, self.stated)})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def ask(self, requests: Iterable[Question]) -> Iterator[Answer]:
        for each in requests:
            self.asked.append(each)
            yield self.answer(each)

    def one(self, request: Question) -> Answer:
        return self.answer(request)


def library(kind: type[wrong.Right], *more: str) -> InProcess:
    """An engine of `tests/engines/wrong.py` as behind the front of the kit, with more fields than usual."""

    def answer(question: Question) -> Answer:
        game = kind()
        try:
            for action in map(str, truth_of("goff").reference(question.options).parse(question.text)):
                if not kind.settles or not action.startswith("sel") or action in game.actions():
                    game.play(action)
            return Answer(Kind.ANSWERS, {name: getattr(game, name)() for name in question.fields})
        except (LookupError, ValueError, TypeError) as error:
            return Answer(Kind.ERRORED, str(error))

    return InProcess(answer, fields=(*FIELDS, *more), form="played")


def planted(game: str, error: str, fields: tuple[str, ...] = FIELDS) -> InProcess:
    """The reference with a known error."""
    truth = truth_of(game)
    options: dict[str, list[Any]] = {option.name: [] for option in rulesets()[game].options if not option.switch} | {
        "switches": []
    }

    def answer(question: Question) -> Answer:
        try:
            return truth.suite.ask(truth.known_errors[error], question)
        except Exception as failed:  # an error that is planted may not play every position
            return Answer(Kind.ERRORED, str(failed))

    return InProcess(answer, game, fields, options=options)


def report_of(engine: InProcess, *levels: str, number: int = GAMES, **options: str) -> Report:
    return run(engine.session, Chosen([engine.game], levels or ["rules", "games"], options, number=number))


def named(report: Report) -> list[str]:
    """The errors and readings that a report names."""
    found = report.games[0].explained
    return [" ".join((*(f"{k}={v}" for k, v in each.options.items()), each.error)).strip() for each in found]


LAST, FIXED, READS = "eight-squares-end", "settled-by-a-fixed-order", "first-line-in-reading-order"
LATER = "later-line-wins"
KNOWN: dict[type[wrong.Right], str] = {
    wrong.NoFinalMove: "no-final-move",
    wrong.EightSquares: LAST,
    wrong.AutomaticLastMark: "automatic-last-mark",
    wrong.OwnPair: "own-pair-forbidden",
    wrong.FixedOrder: FIXED,
    wrong.FixedOrderB: FIXED,
    wrong.OwnCycle: "own-cycle-settles-itself",
    wrong.OwnCycleB: "own-cycle-settles-itself",
    wrong.ForeignCollapse: "foreign-collapse",
    wrong.LargestPly: "largest-ply-of-all-marks",
    wrong.LaterLine: "later-line-wins",
    wrong.LaterLineComplete: "later-line-wins",
    wrong.ReadingOrder: READS,
    wrong.ReadingOrderNarrow: READS,
    wrong.CycleAlone: FIXED,
    wrong.NarrowToX: "x-wins-ties",
    wrong.CompleteToO: "o-wins-ties",
    wrong.LostFinalMark: "final-mark-is-lost",
    wrong.NoLines: "lines-are-not-seen",
    wrong.NoPairNoEnd: "pair=forbidden no-move-is-no-end",
    wrong.SelfSelects: "collapse=self",
    wrong.DoubleWin: "double_win=yes",
    wrong.NoPair: "pair=forbidden",
    wrong.BothDraw: "both=draw",
    wrong.BothFirst: "both=first",
    wrong.LastDrawBothFirst: "last=draw both=first",
    wrong.SelfNoPair: "collapse=self pair=forbidden",
    wrong.LastDrawBothDraw: "last=draw both=draw",
    wrong.SelfLaterLine: "collapse=self later-line-wins",
    wrong.SelfLargestPly: "collapse=self largest-ply-of-all-marks",
    wrong.LastDrawLargestPly: "last=draw largest-ply-of-all-marks",
    wrong.SelfForeignCollapse: "collapse=self foreign-collapse",
    wrong.DoubleWinNoFinalMove: "double_win=yes no-final-move",
}
"""Libraries with what is to be named of each."""
ALSO = {
    LAST: {"last=draw"},
    "last=draw both=first": {f"both=first {LAST}"},
    "last=draw both=draw": {f"both=draw {LAST}"},
}
"""Other names of the same."""
PLANTED = {
    "tiqtaqtoe": (
        "superposed-line",
        "measurement-is-a-ply",
        "own-mark-as-target",
        "ends-without-a-line",
        "line-of-x-first",
        "pair-of-two-marks",
    ),
    "hybrid": (
        "link-is-no-ply",
        "untriggered-link-stays",
        "nine-plies-end",
        "line-of-x-first",
        "trigger-for-the-measurer",
        "lines-before-reversals",
        "control-and-target-exchanged",
    ),
}
UNKNOWN = (
    wrong.NoOutcome,
    wrong.AlwaysX,
    wrong.AlwaysDraw,
    wrong.NoCentre,
    wrong.Exchanged,
    wrong.NoRising,
    wrong.LastMoverWins,
    wrong.OutcomeIsText,
    wrong.AfterCycleSameMoves,
    wrong.TreesStay,
    wrong.EndsAtSeven,
    wrong.LineOfSpooky,
)
"""Libraries with errors that no page knows."""


def check_known(engine: InProcess, error: str) -> None:
    found = named(report_of(engine))
    assert error in found
    assert {*found} <= {error, *ALSO.get(error, ())}


def check_unknown(engine: InProcess) -> None:
    report = report_of(engine)
    assert named(report) == []
    assert diagnosis(report.games[0]) == ["goff-1.1: no known error explains these answers."]


FEW = (wrong.NoFinalMove, wrong.LaterLine, wrong.SelfSelects)


def test_right_library_conforms() -> None:
    report = report_of(library(wrong.Right, "definite"))
    assert report.conforms
    assert diagnosis(report.games[0]) == []


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=() if kind in FEW else pytest.mark.engines) for kind in KNOWN],
    ids=lambda kind: kind.__name__,
)
def test_true_error_of_a_library_is_named(kind: type[wrong.Right]) -> None:
    check_known(library(kind), KNOWN[kind])


@pytest.mark.engines
@pytest.mark.parametrize(("game", "error"), [(game, error) for game, errors in PLANTED.items() for error in errors])
def test_true_error_of_another_game_is_named(game: str, error: str) -> None:
    check_known(planted(game, error), error)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=() if kind is wrong.NoOutcome else pytest.mark.engines) for kind in UNKNOWN],
    ids=lambda kind: kind.__name__,
)
def test_unknown_error_is_not_accused_of_another(kind: type[wrong.Right]) -> None:
    check_unknown(library(kind))


@pytest.mark.thorough
def test_engine_that_counts_too_far_is_not_accused() -> None:
    asked = Question("goff-1.1", {}, "game", "", depth=1)
    said = Said.to(Expected(asked, {"counts": [36]}), Answer(Kind.COUNTS, [36, 1332]))
    assert said.wrong
    assert [*Diagnosis(truth_of("goff"), [said]).found()] == []


@pytest.mark.thorough
def test_answers_that_cannot_be_compared_do_not_count() -> None:
    """An engine that only gets actions goes on where the planted error rejects one."""
    (game,) = report_of(library(wrong.OwnPair), "games").games
    (found,) = (each for each in game.explained if each.error == "own-pair-forbidden")
    asked = game.levels[0].answers
    assert 0 < found.wrong <= found.answers < asked
    told = (
        f"explains {found.answers:,} of {asked:,} answers (the others were not compared), {found.wrong:,} of them wrong"
    )
    assert any(told in sentence for sentence in diagnosis(game))


@pytest.mark.thorough
def test_failures_after_the_first_cases_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.verification.conform.results.MOST_KEPT", 3)
    report = report_of(library(wrong.LaterLine), "games")
    assert LATER in named(report)
    assert "answers (the others were not compared), " in diagnosis(report.games[0])[0]


def test_engines_are_forty_and_more() -> None:
    assert len(KNOWN) + sum(map(len, PLANTED.values())) >= 40
    assert len(UNKNOWN) >= 12


# Readings that are stated, options that are declared


def test_reading_that_explains_all_is_run_again_without_a_failure() -> None:
    report = report_of(library(wrong.SelfSelects))
    assert diagnosis(report.games[0]) == [
        "goff-1.1: every answer fits collapse=self: run again with --switch collapse=self"
    ]
    again = report_of(library(wrong.SelfSelects), collapse="self")
    assert again.conforms
    assert again.games[0].levels[0].counts.total() > 3


def test_reading_that_was_asked_too_is_not_run_again() -> None:
    """The engine has both rules of selection, and always keeps to one."""
    truth = truth_of("goff")
    has = {"collapse": ["opponent", "self"]}

    def answer(question: Question) -> Answer:
        return truth.suite.ask(truth.reference, replace(question, options={**question.options, "collapse": "self"}))

    (sentence,) = diagnosis(report_of(InProcess(answer, options=has)).games[0])
    assert sentence == "goff-1.1: every answer fits collapse=self, also where something else is asked"


OPTIONS = {"pair": ["legal"], "last": ["move"], "double-win": [False]}


def declared(options: Any) -> Declared:
    started = {"version": 1, "implementation": {"name": "x"}, "rulesets": {"goff-1.1": {"options": options}}}
    return implementation_of(json.dumps(started).encode()).rulesets["goff-1.1"]


def test_switches_are_declared_by_their_plain_names() -> None:
    has = declared(OPTIONS)
    chosen = {"switches": {"pair": "legal", "last": "move"}, "double_win": False}
    assert has.readings({}) == [chosen]
    assert has.lacks({"collapse": "self", "switches": {"pair": "forbidden", "both": "draw"}}) == ["collapse", "both"]
    assert declared(["pair"]).readings({"switches": {"pair": "forbidden"}}) == [{"switches": {"pair": "forbidden"}}]
    assert declared({"switches": [{"pair": "legal"}]}).readings({}) == [{"switches": {"pair": "legal"}}]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"piar": ["legal"]}, "goff-1.1 has no option 'piar'; did you mean pair?"),
        (["colapse"], "goff-1.1 has no option 'colapse'; did you mean collapse?"),
        ({"pair": ["ilegal"]}, "pair has no value 'ilegal', expected legal or forbidden"),
        ({"switches": [{"last": "win"}]}, "last has no value 'win', expected move or draw"),
        ({"switches": [{"lost": "draw"}]}, "there is no switch 'lost'"),
    ],
)
def test_option_that_does_not_exist_is_explained(options: Any, why: str) -> None:
    with pytest.raises(ProtocolError, match=re.escape(why)):
        declared(options)


@pytest.mark.parametrize("game", ["goff", "tiqtaqtoe", "hybrid"])
def test_every_action_can_be_picked(game: str) -> None:
    truth = truth_of(game)
    for options in truth.settings()[::7]:
        legal = truth.reference(options).actions(truth.reference(options).initial())
        assert {truth.pick(legal, choice) for choice in range(40 * len(legal))} == {*legal}


# What is shown of an engine


def shown(report: Report) -> list[Difference]:
    return [each for _, level in report.levels for each in level.differences]


HIDDEN = "declare `definite` and the rule can be named"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "more", "rule"),
    [
        (wrong.ForeignCollapse, (), ""),
        (wrong.ForeignCollapse, ("definite",), "GOFF-COLLAPSE-2"),
        (wrong.Exchanged, (), ""),
        (wrong.Exchanged, ("definite",), "GOFF-COLLAPSE-3"),
        (wrong.BranchesStay, (), ""),
        (wrong.BranchesStay, ("definite",), "GOFF-COLLAPSE-2"),
    ],
)
def test_one_error_of_the_settlement_has_one_heading(kind: type[wrong.Right], more: tuple[str, ...], rule: str) -> None:
    (found,) = shown(report_of(library(kind, *more), "rules", "games", "perft", "values"))
    assert [*found.rules] == [rule] * bool(rule)
    assert found.why.endswith(HIDDEN) == (not more)
    heading, asked, *_ = in_lines(found).splitlines()
    assert heading.startswith(rule or "A rule not known yet, perhaps GOFF-COLLAPSE-2, GOFF-COLLAPSE-3 or GOFF-")
    assert rule or found.vector["rules"][:2] == ["GOFF-COLLAPSE-2", "GOFF-COLLAPSE-3"]
    assert asked.startswith("goff-1.1: '")


class _StaysAfterNeutral(Probabilistic):
    """A neutral outcome leaves the turn where it is."""

    def _with_outcome(self, position: Position, action: MoveOutcome) -> Position:
        after = super()._with_outcome(position, action)
        return replace(after, turn=position.turn) if action is MoveOutcome.NEUTRAL else after


@pytest.mark.parametrize("levels", [("distributions",), ("games", "distributions")])
def test_chance_that_follows_from_an_earlier_error_has_no_heading(levels: tuple[str, ...]) -> None:
    truth = truth_of("probabilistic")
    engine = Boards(
        lambda board, switches: ReferenceEngine(game_with(_StaysAfterNeutral, {"board": board, "switches": switches}))
    )
    options: dict[str, list[Any]] = {"board": [], "switches": []}
    fields = ("actor", "actions", "chance", "marks")
    asked = InProcess(lambda each: truth.suite.ask(engine, each), "probabilistic", fields, options=options)
    (found,) = shown(report_of(asked, *levels))
    assert (found.rules, found.field) == (("PROB-TURN-1",), "actor")
    assert "declare" not in found.why


@pytest.mark.engines
def test_exported_vectors_fit_the_schema_and_take_the_side_of_the_rules() -> None:
    """Those of random games, of damaged texts, of counts and of readings, in every game and many settings."""
    for game, error in [*((game, errors[0]) for game, errors in PLANTED.items()), ("goff", FIXED), ("goff", LATER)]:
        engine = planted(game, error)
        reports = [shown(report_of(engine, "notation", "games", number=12))]
        if game == "goff":
            reports.append(identify(engine.session, game).differences)
        for found in reports:
            assert found
            assert_exported(game, [dict(each.vector) for each in found])


@pytest.mark.thorough
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.engines) if game == "tiqtaqtoe" else game for game in rulesets()]
)
def test_vector_of_any_difference_fits_the_schema(game: str) -> None:
    """Every answer about some games and damaged texts is wrong, in any setting, also where it follows from another."""
    truth = truth_of(game)
    exported = list[Difference]()
    for number, options in enumerate([truth.settings()[0], truth.settings()[-1]]):
        setting = Setting(rulesets()[game].id, options)
        for ask in (truth.games, truth.texts, truth.values):
            asked = [*ask(setting, random_choices(f"{number}", truth.longest), truth.fields)][-4:]
            wrong_ones = [Answer(Kind.ANSWERS, dict.fromkeys(each.question.fields, "?")) for each in asked]
            wrong_ones += [Answer(Kind.ILLEGAL, {"error": "GOFF-MOVE-1", "token": 1})] * len(asked)
            for found in differing(truth, asked * 2, wrong_ones, one_game=False):
                exported.append(difference(truth, found, len(exported) + 1))
    assert len(exported) > 20
    assert_exported(game, [dict(each.vector) for each in exported])


def assert_exported(game: str, found: list[dict[str, Any]]) -> None:
    ruleset = rulesets()[game].id
    file = {"ruleset": ruleset, "page": f"{game}.md", "section": "Found", "vectors": found}
    jsonschema.validate(file, schema("vector"))
    truth = truth_of(game)
    for each in found:
        stated = {key: value for key, value in each.items() if key not in ("rules", "flags")}
        vector = Vector(**stated, rules=tuple(each["rules"]), flags=(), ruleset=ruleset, section="Found")
        assert not truth.suite.run(truth.reference, vector).wrong, each


def test_case_names_the_game_and_its_options() -> None:
    truth = truth_of("goff")

    def answer(question: Question) -> Answer:
        said = truth.suite.ask(truth.reference, question)
        wrong_one = {"actor": "X"} if question.options.get("double_win") and "O2." in question.text else {}
        return replace(said, content=said.content | wrong_one)

    level = report_of(InProcess(answer, options={"double_win": [False, True]}), "games").games[0].levels[0]
    assert {each.why.partition(" with ")[2] for each in level.bad} == {'double-win=yes: actor is "X", expected "O"'}
    silent = report_of(InProcess(lambda _: Answer(Kind.ERRORED, "it ended")), "games", number=1).games[0].levels[0]
    assert [each.why for each in silent.bad] == ["'': it ended"]


class Ply(NamedTuple):
    """What is asked of a position."""

    ply: int


class Endless(NamedTuple):
    """An engine with an error that lets a game go on."""

    made: list[int]

    @property
    def game(self) -> Self:
        return self

    def position(self, text: str) -> Ply:
        return Ply(len(text.split()))

    def actions(self, position: object) -> range:
        return range(36)

    def play(self, position: object, action: int) -> object:
        self.made.append(action)
        return object()

    def parse(self, text: str) -> None:
        pytest.fail("searched")


@pytest.mark.parametrize(("plies", "made"), [(6, 0), (7, MOST_SEARCHED)])
def test_long_search_is_not_begun(plies: int, made: int) -> None:
    text, endless = " ".join(["X1.1-9"] * plies), Endless([])
    said = [
        Said.to(
            Expected(Question("goff-1.1", {}, "game", text, (name,)), {name: "10"}), Answer(Kind.ANSWERS, {name: "0"})
        )
        for name in ("value", "best")
    ]
    assert Diagnosis(truth_of("goff"), said).explains(lambda _: endless, {}, planted=True) is None
    assert made <= len(endless.made) <= made + 36


# Engines that say nothing


class Clock:
    """A child that is silent from a line on, in a time that passes only while somebody waits."""

    now = 0.0
    after = 0

    def __init__(self, command: object) -> None:
        self._said = 0

    def send(self, lines: bytes) -> None: ...

    def line(self, seconds: float) -> bytes:
        self._said += 1
        if self._said > self.after:
            Clock.now += seconds
            raise Silent(f"no answer within {seconds:g} s")
        return json.dumps({"version": 1, "implementation": {"name": "x"}, "rulesets": {"goff-1.1": {}}}).encode()

    def kill(self) -> None: ...

    def close(self) -> str:
        return ""


@pytest.mark.parametrize("seconds", [2.0, 10.0, 60.0])
@pytest.mark.parametrize("after", [0, 1])
def test_run_of_a_silent_engine_ends_within_ten_time_limits(
    after: int, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qttt.verification.conform.session.Child", Clock)
    monkeypatch.setattr(Clock, "now", 0.0)
    monkeypatch.setattr(Clock, "after", after)
    report = run(Session(["./silent"], seconds), Chosen(number=50))
    assert report.code == 3
    assert report.lost.endswith(" s") or "after" in report.lost
    assert seconds <= Clock.now <= 10 * seconds
