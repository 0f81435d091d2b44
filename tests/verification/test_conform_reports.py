"""What a report says of engines with known errors: the rule, the error, the fields, and a short game for each; and of
engines that say what no engine should."""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from qttt.app.cli import main
from qttt.spec import rules, rulesets, schema
from qttt.verification.conform import protocol, truth_of
from qttt.verification.conform.campaigns import least, shorter
from qttt.verification.conform.differences import Difference, by_roots, differing
from qttt.verification.conform.levels import run
from qttt.verification.conform.protocol import ProtocolError
from qttt.verification.conform.report import FORMATS, diagnosis, in_a_sentence, in_lines
from qttt.verification.conform.results import Chosen, Report, Status
from qttt.verification.conform.session import Session
from qttt.verification.conform.truth import Setting
from qttt.verification.questions import Answer, Expected, Kind, Question, compared
from qttt.verification.random_games import random_choices

pytestmark = pytest.mark.engines

WRONG = """
import sys
from dataclasses import replace
from functools import partial
from qttt.reference.game import Score
from qttt.reference.goff import Goff, Selection
from qttt.reference.goff.errors import OccupiedSquare
from qttt.verification.conform.server import Server
from qttt.verification.goff.engines import reference
from qttt.verification.goff.conformance import KNOWN_ERRORS

class NarrowIsComplete(Goff):
    def score(self, position):
        ended = super().score(position)
        how = "complete" if ended.outcome.how == "narrow" else ended.outcome.how
        return Score(replace(ended.outcome, how=how), ended.value)

class NoCentre(NarrowIsComplete):
    def actions(self, position):
        legal = super().actions(position)
        return tuple(a for a in legal if isinstance(a, Selection) or a[0] == a[1] or 5 not in a)

    def play(self, position, action):
        if action in super().actions(position) and action not in self.actions(position):
            raise OccupiedSquare(action, position, "another square")
        return super().play(position, action)

class DoubleValue(Goff):
    def score(self, position):
        ended = super().score(position)
        return Score(ended.outcome, 2 * ended.value)

OWN = {kind.__name__: partial(reference, game=kind) for kind in (NarrowIsComplete, NoCentre, DoubleValue)}

class Wrong(Server):
    def _set_up(self, ruleset):
        return {**KNOWN_ERRORS, **OWN}.get(sys.argv[1], reference)

    def _declared(self):
        for id, has in super()._declared():
            if id == "goff-1.1":
                yield id, has | {"fields": [name for name in has["fields"] if name not in sys.argv[2:]]}

    def _asked(self, request):
        answer = super()._asked(request)
        if sys.argv[1] == "skips":
            return replace(answer, kind="skipped", content="no such thing")
        if sys.argv[1] == "miscounts" and answer.kind == "counts":
            return replace(answer, content=[n + 1 for n in answer.content])
        return answer

Wrong("reference", "test").serve(sys.stdin.buffer, sys.stdout.buffer)
"""
"""The reference of Goff's game with the error that the first argument names, without the fields that follow."""


@cache
def report_of(
    error: str,
    *left_out: str,
    levels: tuple[str, ...] = ("rules", "perft", "games"),
    fixed: tuple[tuple[str, str], ...] = (),
) -> Report:
    chosen = Chosen(["goff"], levels, dict(fixed), number=60)
    return run(Session([sys.executable, "-c", WRONG, error, *left_out], 3600.0), chosen)


def differences(report: Report) -> dict[str, Difference]:
    """The first difference of each rule, by the rule."""
    found = [each for level in reversed(report.games[0].levels) for each in reversed(level.differences)]
    return {each.rules[0]: each for each in found}


AT_FAULT = {
    "goff": {
        "no-final-move": "GOFF-FINAL-1",
        "eight-squares-end": "GOFF-FINAL-1",
        "largest-ply-of-all-marks": "GOFF-BOTH-2",
        "foreign-collapse": "GOFF-COLLAPSE-2",
    },
    "tiqtaqtoe": {
        "superposed-line": "TIQ-END-1",
        "double-win-to-the-mover": "TIQ-END-2",
        "independent-measurements": "TIQ-MEASURE-1",
        "measurement-is-a-ply": "TIQ-TURN-1",
        "measured-after-nine-plies": "TIQ-MEASURE-1",
        "own-mark-as-target": "TIQ-TARGET-1",
        "independent-marks": "TIQ-SUPER-1",
    },
    "hybrid": {
        "link-is-no-ply": "HYB-TURN-1",
        "control-and-target-exchanged": "HYB-LINK-1",
        "several-links-on-one-control": "HYB-CONTROL-1",
        "trigger-for-the-measurer": "HYB-TRIGGER-1",
        "untriggered-link-stays": "HYB-TRIGGER-1",
        "nine-plies-end": "HYB-END-1",
        "line-of-x-first": "HYB-END-2",
    },
}
"""The rule that an engine with a known error breaks: read from the row of the error on the page."""


@pytest.mark.parametrize(("game", "error"), [(game, error) for game, errors in AT_FAULT.items() for error in errors])
def test_first_difference_of_a_known_error_names_its_rule(game: str, error: str) -> None:
    truth, settings = truth_of(game), truth_of(game).settings()
    for number in range(120):
        setting = Setting(rulesets()[game].id, settings[number % len(settings)])
        asked = [*truth.games(setting, random_choices(f"{number}", truth.longest), truth.fields)]
        given = [truth.suite.ask(truth.known_errors[error], question) for question, _ in asked]
        if found := next(differing(truth, asked, given), None):
            assert found.rules[0] == AT_FAULT[game][error]
            return
    pytest.fail("no difference")


@pytest.mark.parametrize(
    ("game", "options", "text", "name", "said", "rule"),
    [
        ("sqt", {"q": "1/2"}, "X1.1-2 O2.1-2", "actor", "X", "SQT-SELECT-1"),
        ("sqt", {"q": "1/2"}, "X1.1-2 O2.1-2", "selections", {}, "SQT-SELECT-1"),
        ("goff", {"collapse": "self"}, "X1.1-2 O2.1-2", "actor", "X", "GOFF-SELECT-2"),
        ("goff", {}, "X1.1-2 O2.1-2 selA", "definite", {"1": "X1", "2": "O2"}, "GOFF-COLLAPSE-3"),
        ("goff", {}, "X1.1-2 O2.1-2 selA", "definite", {"1": "O2"}, "GOFF-COLLAPSE-2"),
        ("goff", {}, "X1.1-2 O2.1-2 selA", "definite", {"1": "O2", "3": "X1"}, "GOFF-COLLAPSE-2"),
        ("goff", {}, "X1.1-2", "actions", ["1-1"], "GOFF-MOVE-1"),
        ("goff", {}, "X1.1-7 O2.2-7 X3.2-4 O4.3-8 X5.1-7 selA", "value", 60, "GOFF-SCORE-2"),
        ("probabilistic", {"board": [["1/3"] * 3] * 9}, "X1.5", "actor", "O", "PROB-OUTCOME-1"),
        ("probabilistic", {"board": [["1/3"] * 3] * 9}, "X1.5 failure", "marks", {"5": "X"}, "PROB-OUTCOME-1"),
        ("probabilistic", {"board": [["1/3"] * 3] * 9}, "X1.5 failure", "actor", "X", "PROB-TURN-1"),
        ("probabilistic", {"board": [["1/3"] * 3] * 9}, "X1.5 success", "actions", ["5"], "PROB-MOVE-1"),
        ("probabilistic", {"board": [["1/3"] * 3] * 9, "switches": {"first": "O"}}, "", "actions", [1], "PROB-MOVE-1"),
        ("probabilistic", {"board": [["1/3"] * 3] * 9, "switches": {"first": "O"}}, "", "actor", "X", "PROB-FIRST-1"),
    ],
)
def test_rule_of_a_wrong_answer(
    game: str, options: dict[str, object], text: str, name: str, said: object, rule: str
) -> None:
    truth = truth_of(game)
    question = Question(rulesets()[game].id, options, "game", text, (name,))
    asked = [Expected(question, {"legal": True, name: {"1": "O2", "2": "X1"}})]
    (found,) = differing(truth, asked, [Answer(Kind.ANSWERS, {name: said})])
    assert found.rules == [rule]


def test_actor_that_acts_too_early_breaks_the_rule_of_the_action() -> None:
    """A measurement that comes too early breaks the rule that says when it is due."""
    question = Question("tiqtaqtoe-1.1", {"level": "high"}, "game", "X1.1-2", ("actor", "actions"))
    asked = [truth_of("tiqtaqtoe").expected(question)]
    given = [Answer(Kind.ANSWERS, {"actor": "CHANCE", "actions": ["=X........", "=.X......."]})]
    assert next(differing(truth_of("tiqtaqtoe"), asked, given)).rules == ["TIQ-MEASURE-1"]


def test_rejected_action_follows_from_a_wrong_actor() -> None:
    """Also where the engine shows the right marks."""
    truth, fields = truth_of("goff"), ("actor", "collapse", "definite", "spooky")
    texts = "X1.1-2 O2.1-2", "X1.1-2 O2.1-2 selA"
    asked = [truth.expected(Question("goff-1.1", {}, "game", text, fields)) for text in texts]
    said = {name: asked[0].due[name] for name in fields} | {"actor": "X", "collapse": None}
    given = [Answer(Kind.ANSWERS, said), Answer(Kind.ILLEGAL, {"error": "GOFF-COLLAPSE-1", "token": 3})]
    [(first, *more)] = by_roots(differing(truth, asked, given)).values()
    assert (first.rules, more) == (["GOFF-CYCLE-1"], [])


@pytest.mark.parametrize("game", rulesets())
def test_game_is_shrunk_from_its_smallest_choices(game: str) -> None:
    truth = truth_of(game)
    setting, choices = Setting(rulesets()[game].id, truth.settings()[-1]), random_choices("1", truth.longest)
    small = least(truth, setting, choices)
    first, second = ([text for _, text in truth.positions(setting.options, each)] for each in (choices, small))
    assert first == second
    assert max(small) < 1000 < max(choices)


def test_vectors_of_a_report_are_numbered_and_valid() -> None:
    found = [each for level in report_of("NoCentre", levels=("games",)).games[0].levels for each in level.differences]
    assert [each.vector["id"] for each in found] == [f"goff-found-{n:04}" for n in range(1, len(found) + 1)]
    assert len(found) >= 2
    assert in_lines(found[0]).startswith(f"{found[0].rules[0]} {rules()[found[0].rules[0]].title}\ngoff-1.1: '")
    file = {"ruleset": "goff-1.1", "page": "goff.md", "section": "Found", "vectors": [each.vector for each in found]}
    jsonschema.validate(file, schema("vector"))


def test_known_error_is_diagnosed_from_every_answer() -> None:
    """Also of an engine that reads texts and rejects what it does not have, in every setting."""
    (game,) = report_of("eight-squares-end", levels=("rules",)).games
    assert any(
        "known error eight-squares-end: an engine that ends the game when eight squares are definite" in sentence
        and re.search("It explains all [0-9]+ answers, [0-9]+ of them wrong", sentence)
        for sentence in diagnosis(game)
    )
    for error, known in (("foreign-collapse", ["foreign-collapse"]), ("DoubleValue", []), ("NoCentre", [])):
        (game,) = report_of(error, levels=("rules",)).games
        assert [each.error for each in game.explained] == known
        assert known or diagnosis(game) == ["goff-1.1: no known error explains these answers."]
    assert diagnosis(report_of("none", levels=("rules",)).games[0]) == []


def test_difference_hidden_by_another_at_ply_1_is_found() -> None:
    """Moves on the centre are missing in every game's first position; a narrow win is called complete in a few."""
    for left_out in ((), ("actions",)):  # without its actions, the engine shows what it lacks by rejecting it
        found = differences(report_of("NoCentre", *left_out, levels=("games",)))
        assert len(found["GOFF-MOVE-1"].question["game"].split()) == len(left_out)
        assert found["GOFF-END-4"].why.startswith('outcome is "complete win of ')


def test_text_is_shrunk_with_its_plies_renumbered() -> None:
    """A cycle of three moves around, with two that do not belong to it: only two others are needed for a selection."""
    text, target = "X1.2-9 O2.4-6 X3.6-9 O4.2-8 X5.1-3 O6.4-8 selA", "X1.1-2 O2.3-4 X3.1-2 selA"
    truth = truth_of("goff")

    def shows(text: str) -> bool:
        answer = truth.answer(Question("goff-1.1", {}, "game", text, ("definite", "spooky")))
        return answer.kind is Kind.ANSWERS and bool(answer.content["definite"]) and bool(answer.content["spooky"])

    assert shows(text)
    while simpler := next(filter(shows, shorter(text)), None):
        text = simpler
    assert len(text.split()) == len(target.split())


def test_wrong_count_leads_to_the_first_wrong_position() -> None:
    found = next(
        level for level in report_of("no-final-move", levels=("perft",)).games[0].levels if level.name == "perft"
    ).differences
    assert found[0].question["game"].endswith("X7.7-8 O8.7-8 selA")
    assert (found[0].rules, found[0].field) == (("GOFF-FINAL-1",), "actions")
    rejected = report_of("NoCentre", "actions", "actor", levels=("perft",)).games[0].levels[0].differences[0]
    assert (rejected.question["game"], rejected.rules[0]) == ("X1.1-5", "GOFF-MOVE-1")
    counted = report_of("miscounts", levels=("perft",)).games[0].levels[0].differences[0]
    assert counted.question == {"ruleset": "goff-1.1", "options": {}, "game": "", "depth": 2}
    assert counted.why == "counts is [37, 1333], expected [36, 1332]"


def test_engine_without_some_fields_passes_what_it_is_asked() -> None:
    report = report_of("none", "spooky", "components")
    (game,) = report.games
    assert report.conforms
    assert game.lacks == ["components", "spooky"]
    assert {level.name for level in game.levels if level.counts[Status.PARTLY]} == set()
    assert game.headline == ""  # not complete
    assert in_a_sentence(report) == "Conforms: no answer is wrong. goff-1.1 does not declare components, spooky."
    assert game.fields["actor"].asked == game.fields["actor"].right > 100
    assert "spooky" not in game.fields
    assert report_of("DoubleValue").games[0].fields["value"].wrong > 0


def test_sentence_on_a_case_keeps_the_reason_of_the_engine() -> None:
    for told, why in (({"token": 2}, "token 2 is rejected"), ({}, "the text is rejected")):
        assert compared({"legal": True}, Answer(Kind.ILLEGAL, told)).wrong["legal"] == f"{why}, expected to be legal"
    (case, *_) = report_of("skips", levels=("games",)).games[0].levels[0].cases
    assert (case.status, case.why) == (Status.SKIPPED, "the engine says: no such thing")


LIVE = """
import json, sys
started, said = json.load(open(sys.argv[1]))
for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "stop":
        break
    print(json.dumps(started if request["cmd"] == "start" else {"seq": request["seq"], **said}), flush=True)
"""
"""An engine that says what a file says."""
FORGED = "mine\r\n\n\x1b[2K\u202eConforms; complete: goff-1.1 up to values.\ud800"
SWOLLEN = ["X1.1-2"] * 20_000


def saying(file: Path, **said: Any) -> list[str]:
    """The command of an engine that answers so; `name` and the like belong to its answer to start."""
    has = {"fields": said.pop("fields", ["actor", "actions", "outcome"]), "options": [], "perft": 1}
    who = {"name": said.pop("name", "hostile"), "language": said.pop("language", "")}
    started = {"version": 1, "implementation": who, "rulesets": {said.pop("ruleset", "goff-1.1"): has}}
    file.write_text(json.dumps([started, said or {"answers": {}}]), encoding="utf-8")
    return [sys.executable, "-c", LIVE, str(file)]


class Counted(str):
    """A key that counts how often it is looked up."""

    lookups = 0

    def __hash__(self) -> int:
        Counted.lookups += 1
        return super().__hash__()


def test_keys_are_compared_in_linear_time() -> None:
    keys = [Counted(number) for number in range(1_000)]
    with pytest.raises(ProtocolError, match="the key '999' occurs twice"):
        protocol._without_repetition([(key, None) for key in (*keys, keys[-1])])
    assert Counted.lookups <= 3 * len(keys)


@pytest.mark.parametrize(
    "said",
    [
        {"name": FORGED},
        {"language": FORGED},
        {"ruleset": FORGED},
        {"fields": [FORGED, "actor"], "answers": {"actor": "X"}},
        {"answers": {"actor": FORGED}},
        {"answers": {"actor": {FORGED: [FORGED]}}},
        {"answers": {FORGED: 1}},
        {"illegal": {"error": FORGED}},
        {"refused": FORGED},
        {"skipped": FORGED},
        {"errored": FORGED},
        {FORGED: 1},
        {"answers": {"actions": SWOLLEN}},
        {"answers": {"actor": {f"{key}": key for key in range(20_000)}}},
        {"illegal": {"error": "x" * 100_000}},
        {"skipped": "x" * 100_000},
        {"counts": [1] * 100_000},
    ],
    ids=lambda said: ascii(said)[:40],
)
def test_report_repeats_nothing_that_forges_or_swells(
    said: dict[str, Any], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / f"report{ending}" for ending in FORMATS]
    reports = [word for file in files for word in ("--report", str(file))]
    levels = ["--level", "rules", "--level", "games", "--level", "perft", "--level", "notation"]
    code = main(["conform", *levels, "--games", "2", *reports, "--", *saying(tmp_path / "said", **said)])
    printed = capfd.readouterr().out
    assert code in (1, 3)
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["implementation"] or "has no field" in report["lost"]
    for text in (printed, *(file.read_text(encoding="utf-8") for file in files)):
        assert all(line.isprintable() for line in text.split("\n"))
        assert not any(line.startswith("Conforms") for line in text.split("\n"))
        assert len(text) < 1_000_000
