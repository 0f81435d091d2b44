"""The engine protocol: lines, processes that misbehave, levels, reports. The sample engines have tests of their own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from qttt.fast.answers import UNCOMPILED
from qttt.spec import Vector, rulesets, schema, vectors
from qttt.verification.conform import campaigns, truth_of
from qttt.verification.conform.campaigns import Campaign
from qttt.verification.conform.levels import conform, run
from qttt.verification.conform.protocol import ProtocolError, answer_of, implementation_of, line_of
from qttt.verification.conform.published import level_of
from qttt.verification.conform.report import FORMATS
from qttt.verification.conform.results import LEVELS, Case, Chosen, Level, OfGame, Report, Status
from qttt.verification.conform.server import Server
from qttt.verification.conform.session import Child, NotStarted, Session, TooManyLosses
from qttt.verification.conform.truth import Setting, Suite
from qttt.verification.questions import SEARCHED, Kind, Question, plain

ASK = Question("goff-1.1", {}, "game", "", ("actor",))
COUNT = Question("goff-1.1", {}, "game", "", depth=2)
STARTED = {
    "version": 1,
    "implementation": {"name": "fake"},
    "rulesets": {"goff-1.1": {"options": ["collapse"], "fields": ["actor"], "perft": 1}},
}
ENGINES = pytest.mark.engines
PATIENCE = 3600.0
"""Seconds for what does not wait: a slow machine is no error."""
HEAD = f"""
import json, os, sys, time
def say(line): sys.stdout.write(line + "\\n"); sys.stdout.flush()
def read(): return json.loads(sys.stdin.readline())
def right(request): say(json.dumps({{"seq": request["seq"], "answers": dict.fromkeys(request["fields"], "X")}}))
read(); say({json.dumps(json.dumps(STARTED))})
"""
"""The beginning of an engine that starts as it should."""
HALF = HEAD.replace('"\\n")', '"\\nhalf")')
"""The beginning of one that writes a part of a line with its first answer."""
LIVE = (
    HEAD
    + "for line in sys.stdin:\n    request = json.loads(line)\n    if request['cmd'] == 'stop': break\n"
    + "    right(request)\n"
)


def engine(folder: Path, text: str) -> list[str]:
    """The command of an engine with this text."""
    file = folder / "engine.py"
    file.write_text(text, encoding="utf-8")
    return [sys.executable, str(file)]


# Lines


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "the line is not JSON"),
        ("[]", "the line needs to be an object"),
        ("{", "the line is not JSON"),
        ('{"answers": {}}', "needs seq, an integer, here 7"),
        ('{"seq": "7", "answers": {}}', "needs seq, an integer, here 7"),
        ('{"seq": true, "answers": {}}', "needs seq, an integer, here 7"),
        ('{"seq": 8, "answers": {}}', "has seq 8 where 7 is due"),
        ('{"seq": 7}', "needs exactly one of answers, illegal, refused, skipped, errored"),
        ('{"seq": 7, "answers": {}, "skipped": "why"}', "needs exactly one of"),
        ('{"seq": 7, "counts": [1]}', "needs exactly one of"),
        ('{"seq": 7, "anwsers": {}}', "needs exactly one of"),
        ('{"seq": 7, "answers": {}, "more": 1}', "unexpected key 'more', expected answers, seq"),
        ('{"seq": 7, "answers": {"actions": []}}', "unexpected key 'actions', expected actor"),
        ('{"seq": 7, "answers": []}', "answers needs to be an object"),
        ('{"seq": 7, "illegal": {"token": "2"}}', "token needs to be an integer"),
        ('{"seq": 7, "illegal": {"rule": "X"}}', "unexpected key 'rule', expected error, token"),
        ('{"seq": 7, "refused": null}', "refused needs to be a text"),
        ('{"seq": 7, "seq": 7, "answers": {}}', "the key 'seq' occurs twice"),
        ('{"seq": 7, "answers": {"actor": NaN}}', "NaN is not a number of JSON"),
        ('{"seq": 7, "answers": {"actor": 1e400}}', "the number '1e400' is too large"),
        ('{"' + "k" * 10_000 + '": 7, "seq": 7, "answers": {}}', "unexpected key 'kkk"),
        ("[" * 100_000, "nested too deeply"),
        ('{"seq": ' + "1" * 10_000 + "}", "the line is not JSON"),
    ],
)
def test_line_that_is_no_answer_is_explained(line: str, why: str) -> None:
    with pytest.raises(ProtocolError) as error:
        answer_of(line.encode(), 7, ASK)
    assert why in str(error.value)
    assert len(str(error.value)) < 400


def test_line_outside_utf_8_is_explained() -> None:
    with pytest.raises(ProtocolError, match="not UTF-8 at byte 10"):
        answer_of(b'{"seq": 7\xff}', 7, ASK)


@pytest.mark.parametrize("content", ['["36"]', "36", "[1.0]", "[true]"])
def test_counts_are_integers(content: str) -> None:
    with pytest.raises(ProtocolError, match="counts needs a list of integers"):
        answer_of(f'{{"seq": 7, "counts": {content}}}'.encode(), 7, COUNT)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"version": 2}, "needs version 1"),
        ({"version": True}, "needs version 1"),
        ({"implementation": {}}, "implementation needs a name"),
        ({"implementation": {"name": 1}}, "name needs to be a text"),
        ({"rulesets": []}, "rulesets needs to be an object"),
        ({"rulesets": {"goff-1.1": {"fields": "actor"}}}, "fields needs a list of names"),
        (
            {"rulesets": {"goff-1.0": {"fields": ["definit"]}}},
            "goff-1.0 has no field 'definit'; did you mean definite?",
        ),
        ({"rulesets": {"goff-1.1": {"fields": ["actor", "board"]}}}, "goff-1.1 has no field 'board'"),
        ({"rulesets": {"hybrid-1.0": {"fields": ["legal"]}}}, "hybrid-1.0 has no field 'legal'"),
        ({"rulesets": {"goff-1.1": {"forms": ["fen"]}}}, "unknown form 'fen', expected game, marks, position, open"),
        ({"rulesets": {"goff-1.1": {"perft": "4"}}}, "perft needs to be an integer"),
        ({"rulesets": {"goff-1.1": {"field": []}}}, "unexpected key 'field'"),
    ],
)
def test_start_that_is_no_answer_is_explained(change: dict[str, Any], why: str) -> None:
    assert implementation_of(json.dumps(STARTED).encode()).rulesets["goff-1.1"].perft == 1
    with pytest.raises(ProtocolError, match=why):
        implementation_of(json.dumps(STARTED | change).encode())


def test_lines_have_the_form_of_the_schema() -> None:
    lines = [line_of(ASK, 1), line_of(COUNT, 2), *(line_of(Question.of(vector), 3) for vector in vectors("hybrid"))]
    validator = jsonschema.Draft202012Validator(schema("protocol"))
    for line in lines:
        validator.validate(json.loads(line))
    jsonschema.validate(STARTED, schema("protocol"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"seq": 1, "answers": {}, "skipped": ""}, schema("protocol"))


# Processes


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (HEAD + "read(); say('rubbish')", "the line is not JSON"),
        (HALF + "read()", "ended with status 0 in the middle of a line"),
        (HALF + "time.sleep(10**6)", "no line feed within 0.5 s after 'half'"),
        (HEAD + "read(); say('x' * (1 << 21))", "more than 1,048,576 bytes without a line feed"),
        (HEAD + "r = read(); right(r); right(r); time.sleep(10**6)", "has seq 1 where 2 is due"),
        (HEAD + "time.sleep(10**6)", "no answer within 0.5 s"),
        (HEAD + "read(); sys.exit('out of memory')", "ended with status 1; its last words: 'out of memory'"),
        (HEAD + "read(); os.kill(os.getpid(), 9)", "ended with SIGKILL"),
        (HEAD + "read(); os.close(1); time.sleep(10**6)", "closed its output"),
        (HEAD + "read()\nif os.fork(): os._exit(0)\nos.setsid(); time.sleep(5)", "ended with status 0"),
        (HEAD + "while True: say('{}')", "needs seq"),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="forks and signals")
def test_failure_costs_a_question_and_the_engine_starts_again(tmp_path: Path, text: str, why: str) -> None:
    """Every start answers at most one question rightly; the run goes on until too many failures in a row."""
    seconds = 0.5 if "within 0.5 s" in why else PATIENCE
    with Session(engine(tmp_path, text), seconds, first=seconds) as session:
        with contextlib.suppress(TooManyLosses):
            assert [*session.ask([ASK] * 12)]
        assert any(why in failure for failure in session.failures), session.failures
    assert len(session.failures) >= 5


def test_death_costs_one_question(tmp_path: Path) -> None:
    text = LIVE.replace("    right(request)", "    os._exit(3) if request['game'] == 'X1.1-2' else right(request)")
    asked = [Question("goff-1.1", {}, "game", game, ("actor",)) for game in ("", "X1.1-2", "X1.1-3", "X1.1-4")]
    with Session(engine(tmp_path, text)) as session:
        kinds = [answer.kind for answer in session.ask(asked)]
    assert kinds == [Kind.ANSWERS, Kind.ERRORED, Kind.ANSWERS, Kind.ANSWERS]
    assert session.failures == ["it ended with status 3"]


def test_first_answer_about_a_ruleset_has_more_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a failure too, unless it was that answer that failed."""
    limits, line = [], Child.line

    def noted(child: Child, seconds: float) -> bytes:
        limits.append(seconds)
        return line(child, PATIENCE)

    monkeypatch.setattr(Child, "line", noted)
    text = LIVE.replace("    right(request)", "    os._exit(3) if request['game'] == 'X1.1-2' else right(request)")
    asked = [Question("goff-1.1", {}, "game", game, ("actor",)) for game in ("", "", "X1.1-2", "", "")]
    for questions, expected in ((asked, [60, 30, 10, 10, 60, 30, 10]), (asked[2:], [60, 30, 60, 10, 10])):
        limits.clear()
        with Session(engine(tmp_path, text), 10, starting=60, first=30) as session:
            assert len([*session.ask(questions)]) == len(questions)
        assert [limit for limit in limits if limit] == expected


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        (LIVE, ""),
        (HEAD + "right(read()); sys.stdin.read()", ""),
        (LIVE + "sys.exit(4)", "after stop it ended with status 4, expected 0"),
        (LIVE + "time.sleep(10**6)", "it did not end within 0.3 s after stop"),
        (LIVE + "say('bye')", "it printed a line that nobody asked for: 'bye'"),
    ],
)
def test_end_is_remarked_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, remark: str) -> None:
    monkeypatch.setattr("qttt.verification.conform.session.FAREWELL", 0.3 if "sleep" in text else 60.0)
    with Session(engine(tmp_path, text)) as session:
        assert [answer.content for answer in session.ask([ASK])] == [{"actor": "X"}]
    assert session.failures == ([remark] if remark else [])


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["no/such/engine"], "'no/such/engine' cannot be run: No such file"),
        ([str(Path(__file__).parent)], "is a folder; name a program"),
        ([__file__], "is not executable; chmod +x it or put its interpreter before it"),
        ([sys.executable, "-c", "print('hello')"], "does not answer start: the line is not JSON"),
        ([sys.executable, "-c", ""], "does not answer start: it ended with status 0"),
        ([sys.executable, "-c", "import time; time.sleep(10**6)"], "does not answer start: no answer within 1 s"),
        (["$(touch hacked)"], "cannot be run"),
        (["a\0b"], "cannot be run"),
    ],
)
def test_engine_that_does_not_start_is_explained(command: Sequence[str], why: str) -> None:
    seconds = 1.0 if "no answer" in why else PATIENCE
    with pytest.raises(NotStarted) as error, Session(command, starting=seconds):
        pass
    assert why in str(error.value)


@pytest.mark.parametrize("command", ["", "./engine --json", []])
def test_command_is_a_list_of_words(command: Any) -> None:
    with pytest.raises(TypeError, match="expected a list of words, such as"):
        conform(command)


def test_many_requests_are_under_way(tmp_path: Path) -> None:
    """More than a pipe holds, with an engine that answers only when it has read some of them."""
    text = HEAD + "while True:\n    for each in [read() for _ in range(20)]: right(each)\n"
    with Session(engine(tmp_path, text)) as session:
        assert sum(answer.kind is Kind.ANSWERS for answer in session.ask([ASK] * 2_000)) == 2_000


def test_every_rule_of_the_protocol_is_named_in_the_code() -> None:
    root = Path(__file__).resolve().parents[2]
    page = (root / "spec" / "protocol.md").read_text(encoding="utf-8")
    rules = re.findall(r'^<a id="([a-z0-9-]+)"></a>\n### (CONFORM-[A-Z]+-[0-9]+) \S', page, re.M)
    assert [anchor for anchor, _ in rules] == [rule.lower() for _, rule in rules]
    assert len({*rules}) == len(rules) == page.count("\n### ")
    code = "".join(path.read_text(encoding="utf-8") for path in (root / "verification").rglob("*.py"))
    named = {*re.findall(r"CONFORM-[A-Z]+-[0-9]+", code)}
    assert named == {rule for _, rule in rules}


# Levels


def report_of(command: Sequence[str], *games: str, levels: Sequence[str], number: int = 20) -> Report:
    """The report of a run without haste."""
    return run(Session(command, PATIENCE), Chosen(games, levels, number=number))


UNSEARCHED = ["notation", "rules", "games", "distributions"]
SERVED = [sys.executable, "-c", "from qttt.app.cli import main; raise SystemExit(main())", "serve-engine"]


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name if name == "goff" else pytest.param(name, marks=ENGINES) for name in rulesets()])
def test_reference_conforms_through_the_pipe(name: str) -> None:
    report = report_of([*SERVED, "reference"], name, levels=UNSEARCHED)
    assert report.code == 0
    assert all(level.complete for level in report.games[0].levels), [level.cases for level in report.games[0].levels]


EARLY: dict[str, Callable[[Any], bool]] = {
    "goff": lambda position: position.ply < 5,
    "sqt": lambda position: getattr(position, "position", position).ply < 5,
    "probabilistic": lambda position: position.marks.count(None) > 3,
    "tiqtaqtoe": lambda position: position.plies < 6,
    "hybrid": lambda position: position.marks.count(".") > 2,
}
"""Whether a position is not late. Rule: CONFORM-START-1"""


@pytest.mark.parametrize("game", EARLY)
def test_vectors_that_need_a_search_are_flagged(game: str) -> None:
    truth = truth_of(game)
    for vector in vectors(game):
        if {*vector.then}.isdisjoint({*SEARCHED, "optimal", "value_near", "selections"}) or "legal" in vector.then:
            continue
        engine = truth.reference(vector.options)
        position = engine.initial()
        for action in engine.parse(vector.given):
            position = engine.play(position, action)
        if engine.actor(position) is not None:
            assert "solve" in vector.flags, vector.id
            assert ("solve-from-start" in vector.flags) == EARLY[game](position), vector.id


def served(line: str) -> dict[str, Any]:
    """The reference's answer to a line."""
    Server("reference", "test").serve(io.BytesIO(line.encode("utf-8", "surrogateescape")), answered := io.BytesIO())
    found: dict[str, Any] = json.loads(answered.getvalue())
    return found


ASKED = {"cmd": "ask", "seq": 1, "ruleset": "goff-1.1", "options": {}, "game": "", "fields": ["actor"]}


WRONG: tuple[Any, ...] = (None, 1.5, True, [[]])


@pytest.mark.parametrize(
    "line",
    ["", "[", "[]", "7", "null", "{}", "\udcff", "[" * 100_000, '{"cmd": ' * 99, "1" * 10_000, '"' * (1 << 21)]
    + ['{"cmd": []}']
    + [json.dumps(ASKED | {name: value}) for name in ASKED for value in WRONG]
    + [json.dumps({key: value for key, value in ASKED.items() if key != name}) for name in ASKED]
    + [json.dumps(ASKED | {"cmd": "perft", "depth": depth}) for depth in WRONG],
)
def test_engine_refuses_what_is_no_request(line: str) -> None:
    with pytest.raises(ProtocolError, match=r"^request '") as refused:
        served(f"{line}\n")
    assert len(str(refused.value)) < 1000


@pytest.mark.parametrize(
    "other",
    [
        {"ruleset": "sqt-1.1", "options": {"q": []}},
        {"ruleset": "sqt-1.1", "options": {"q": 0.5}},
        {"ruleset": "probabilistic-1.1", "options": {}},
        {"cmd": "perft", "depth": 2, "ruleset": "probabilistic-1.1", "options": {}},
    ],
)
def test_question_that_fails_is_answered(other: dict[str, Any]) -> None:
    assert served(json.dumps(ASKED | other)).keys() == {"seq", "errored"}


def test_lone_surrogate_is_answered() -> None:
    assert served(json.dumps(ASKED | {"fields": ["\ud800"]}))["answers"].keys() == {"\ud800"}


def test_fast_engine_solves_before_its_first_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each ruleset, and past the answers that need nothing compiled: no later answer waits for it."""
    played: list[Vector] = []
    monkeypatch.setattr(Suite, "run", lambda suite, set_up, vector: played.append(vector))
    Server("fast", "test").serve(io.BytesIO(2 * f"{json.dumps(ASKED)}\n".encode()), io.BytesIO())
    assert len(played) == UNCOMPILED + 1
    (vector,) = {vector.id: vector for vector in played}.values()
    assert vector.ruleset == "goff-1.1"
    assert "solve" in vector.flags


def test_only_a_line_feed_ends_a_request() -> None:
    assert served(json.dumps(ASKED, indent=1).replace("\n", "\r"))["answers"] == {"actor": "X"}


@pytest.mark.parametrize("level", ["rules", "games"])
def test_last_failure_counts_too(level: str, tmp_path: Path) -> None:
    dies = engine(tmp_path, f"{HEAD}read(); sys.exit(4)")
    report = report_of(dies, "goff", levels=[level], number=1)
    assert (report.code, len(report.failures)) == (3, 5)
    assert len(report.games[0].levels[0].bad) == {"rules": 5, "games": 1}[level]


def test_reason_that_a_game_is_not_played_is_given_once(tmp_path: Path) -> None:
    report = report_of(engine(tmp_path, LIVE), "sqt", levels=[*LEVELS])
    assert [len(level.cases) for level in report.games[0].levels] == [1]


def test_only_options_of_the_ruleset_are_missed() -> None:
    level = Level("notation", lacks={"option target", "option double_win_score", "option pair", "actions"})
    assert OfGame("goff-1.1", [level]).lacks == ["actions", "option pair"]


def test_unanswered_is_not_passed(tmp_path: Path) -> None:
    text = LIVE.replace("    right(request)\n", "    say(json.dumps({'seq': request['seq'], 'answers': {}}))\n")
    report = report_of(engine(tmp_path, text), "goff", levels=["games"], number=3)
    (level,) = report.games[0].levels
    assert level.counts == {Status.PARTLY: 3}  # it says that the games are legal
    assert report.code == 1  # nothing has passed
    text = LIVE.replace("    right(request)\n", "    say(json.dumps({'seq': request['seq'], 'skipped': 'why'}))\n")
    report = report_of(engine(tmp_path, text), "goff", "sqt", levels=["rules"])
    first, second = (game.levels[0] for game in report.games)
    assert first.counts.keys() == {Status.SKIPPED}
    assert second.cases[0].why == "fake does not play sqt-1.1; it plays goff-1.1"


@pytest.mark.parametrize("what", ["games", "texts"])
def test_difference_is_shrunk_to_the_default_setting(tmp_path: Path, what: str) -> None:
    """The engine says that X is to move, whatever the options."""
    settings = [Setting("goff-1.1", each) for each in truth_of("goff").settings()[::13]]
    campaign = Campaign("goff", what, ("actor",), frozenset({"actor"}), settings, games=4, seed=1)
    with Session(engine(tmp_path, LIVE)) as session:
        for number, setting in enumerate(settings):
            root = "GOFF-TURN-1" + " as text" * (what == "texts")
            found = campaigns.simplest(session, campaign, root, {"GOFF-TURN-1"}, setting, campaign.choices(number))
            assert found, setting
            assert plain("goff-1.1", found.expected.question.options) == {}, setting
            assert len(found.expected.question.text.split()) <= 1


@pytest.mark.thorough
def test_skip_that_would_pass_is_an_error() -> None:
    passing = next(vector.id for vector in vectors("goff") if level_of(vector) == "rules")
    report = run(Session([*SERVED, "reference"], PATIENCE), Chosen(["goff"], ["rules"], skip=[passing]))
    (case,) = report.games[0].levels[0].cases
    assert (case.id, case.status) == (passing, Status.ERRORED)
    assert "do not skip it" in case.why
    assert report.code == 1


def test_fixed_options_choose_vectors_and_settings() -> None:
    chosen = Chosen(["goff"], options={"collapse": "self"})
    truth = truth_of("goff")
    allowed = [vector for vector in vectors("goff") if chosen.allows(truth, vector.options)]
    assert allowed
    assert all(vector.options.get("collapse") == "self" for vector in allowed)


WRONG_AT_PLY_2 = """
import sys
from qttt.verification.conform.server import Server
class Wrong(Server):
    def _answer(self, request):
        said = super()._answer(request)
        if "first_moves" in said.get("answers", ()) and request["game"].count(".") == 2:
            said["answers"]["first_moves"]["1-2"] = "7"
        return said
Wrong("fast", "0").serve(sys.stdin.buffer, sys.stdout.buffer)
"""


@ENGINES
def test_values_are_asked_at_the_chosen_plies(tmp_path: Path) -> None:
    """Of two engines that do not claim to be perfect."""
    right, wrong = [*SERVED, "fast"], engine(tmp_path, WRONG_AT_PLY_2)
    for command, plies, failed in ((right, [1, 2], 0), (wrong, [1, 3], 0), (wrong, [2, 3], 4)):
        chosen = Chosen(["goff"], ["values"], {"collapse": "self"}, number=40, values_at=plies)
        report = run(Session(command, PATIENCE), chosen)
        (level,) = report.games[0].levels
        assert level.counts[Status.FAILED] == failed
        assert level.counts[Status.PASSED] >= 8 - failed
        assert all("first_moves" in case.why and "O2" in case.id and "X3" not in case.id for case in level.bad)
        jsonschema.validate(json.loads(FORMATS[".json"](report)), schema("report"))


@pytest.mark.thorough
def test_engine_without_values_is_not_asked_for_them(tmp_path: Path) -> None:
    report = run(Session(engine(tmp_path, LIVE)), Chosen(["goff"], ["values"], values_at=[2]))
    assert report.games[0].levels[0].cases[-1] == Case.undeclared("values", "value", "best", "first_moves")


# Reports


@pytest.mark.thorough
def test_reports_of_a_difference(tmp_path: Path) -> None:
    """An engine for which X always acts: the difference is after one move, and every form of report has it."""
    report = report_of(engine(tmp_path, LIVE), "goff", levels=["notation", "games"])
    assert report.code == 1
    (found,) = (each for _, level in report.levels for each in level.differences if each.field == "actor")
    assert (found.field, found.expected, found.said) == ("actor", "O", "X")
    assert (found.why, found.rules) == ('actor is "X", expected "O"', ("GOFF-TURN-1",))
    assert found.question["game"].count(" ") == 0
    assert found.vector["then"] == {"actor": "O"}
    assert found.doubt == ""
    jsonschema.validate(json.loads(FORMATS[".json"](report)), schema("report"))
    suites = ElementTree.fromstring(FORMATS[".xml"](report))
    assert {suite.get("name") for suite in suites} == {"goff-1.1.notation", "goff-1.1.games"}
    assert sum(int(suite.get("failures", "0")) for suite in suites) == report.bad


def test_headline_needs_all_levels_below() -> None:
    def headline(*levels: str) -> str:
        made = [Level(name) for name in LEVELS]
        for level, statuses in zip(made, levels, strict=False):
            for status in statuses.split():
                level.add(Case("", Status(status)))
        return OfGame("goff-1.1", made[: len(levels)], chosen).headline

    chosen = [*LEVELS]
    assert headline("passed passed", "passed") == "rules"
    assert headline("passed", "passed partly", "passed") == "notation"
    assert headline("skipped") == ""
    chosen.remove("notation")
    assert headline("passed", "passed") == ""


def test_disagreement_of_our_own_engines_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the fast engine takes the side of the engine that differs, the report begins with that."""
    monkeypatch.setattr("qttt.verification.engines.FastEngine.actor", lambda *_: "X")
    report = report_of(engine(tmp_path, LIVE), "goff", levels=["games"], number=5)
    doubt = report.doubts[0]
    assert 'the fast engine and the reference differ: actor is "X", expected "O"' in doubt
    assert doubt in "\n".join(FORMATS[".md"](report).splitlines()[:4])
