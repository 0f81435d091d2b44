"""`qttt evaluate`; `qttt train`, and the agents that it makes."""

import json
import sys
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from qttt.app import installed, stored
from qttt.learn import evaluate
from qttt.oracle import game, solve
from qttt.oracle.registry import options
from qttt.verification.conform.session import Session
from qttt.verification.engines import options_of
from qttt.verification.questions import flat

from .conftest import Run

ENGINE = """
import json, sys, time

def first(request):
    from qttt.oracle import game, solve
    asked = game("goff", **request["options"])
    return [str(asked.actions(asked.position(request["game"]))[0])]

def best(request):
    {answer}

for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "stop":
        break
    if request["cmd"] == "start":
        has = {{"options": {options}, "fields": ["best"], "perfect": {perfect}}}
        answer = {{"version": 1, "implementation": {{"name": "mine"}}, "rulesets": {{"{ruleset}": has}}}}
    else:
        answer = {{"seq": request["seq"], "answers": {{"best": best(request)}}}}
    print(json.dumps(answer), flush=True)
"""
FIRST = "return first(request)"


Engine = Callable[..., list[str]]


@pytest.fixture
def engine() -> Engine:
    """The command of an engine that answers as a line of code says."""

    def command(answer: str = FIRST, perfect: bool = True, options: Any = ("collapse",), **game: str) -> list[str]:
        has = {"answer": answer, "perfect": perfect, "options": options, "ruleset": "goff-1.1"}
        return [sys.executable, "-c", ENGINE.format(**has | game)]

    return command


@pytest.mark.thorough
def test_shares_are_drawn(qttt: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "shares.PNG"
    words = ("--game", "tiqtaqtoe", "--switch", "level=classic", "--plot", str(file))
    assert qttt("evaluate", "random", *words).code == 0
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.thorough
def test_engine_is_measured_where_its_play_can_reach(qttt: Run, engine: Engine) -> None:
    """It makes the first legal action. As X it can reach, after 1-2, the 35 replies that close no cycle, and both
    selections of O after 1-2; as O the 36 first moves of X, eight up to symmetry."""
    asked = ["evaluate", "engine", "--game", "goff", "--switch", "collapse=self", "--through", "2", "--json"]
    told = qttt(*asked, "--timeout", "3600", "--games", "2", "--", *engine(FIRST)).json
    assert told["everywhere"] == []
    reached = {each["stage"]: each for each in told["reached"]}
    assert (reached["ply 0"]["positions"], reached["ply 0"]["optimal"]) == (1, 0)
    assert reached["ply 1"]["positions"] == 8
    assert reached["ply 2"]["positions"] == 37
    assert told["first_errors"][0]["action"] == "1-2"


@pytest.mark.thorough
def test_engine_blind_to_orientation_is_found_out(qttt: Run, engine: Engine) -> None:
    """It plays perfectly where it is measured, but for one reply to one of the two moves that are equivalent to 1-9, of
    eight classes; after 5-6 X wins all."""
    truth = solve(game("goff"), progress=False)
    texts = ["", *(f"X1.{move}" for move in truth.game.actions(truth.game.initial()))]
    best = {text: [*map(str, truth.best(text))] for text in texts} | {"X1.3-7": ["5-6"]}
    answer = f"return {best}.get(request['game']) or first(request)"
    asked = ["--game", "goff", "--through", "1", "--json", "--timeout", "3600", "--games", "1"]
    told = qttt("evaluate", "engine", *asked, "--", *engine(answer)).json
    assert [each["optimal"] for each in told["reached"]] == pytest.approx([1, 15 / 16])
    assert told["worst_case"] == {"X": 10, "O": 20}
    [error] = told["first_errors"]
    where = "goff-1.1 collapse=opponent double-win=no pair=legal last=move both=narrow: X1.3-7"
    assert (error["position"], error["action"], error["loss"]) == (where, "5-6", 10)


POLICY = """
import numpy as np

def policy(observation, mask):
    table = np.random.default_rng(1).integers(1 << 40, size=(observation.shape[1], mask.shape[1]))
    return (mask * (1 + observation.astype(np.int64) @ table % 101)).argmax(1)
"""
"""A policy that respects no symmetry."""
AS_ENGINE = """
    from qttt.learn.one_game import OneGame
    from qttt.oracle import game
    from qttt.oracle.registry import entry_of

    rules = game("{name}", **request["options"])
    one, record = OneGame(rules, drawn=False), rules.read(request["game"])
    for action, after in zip(record.actions, record.positions[1:], strict=True):
        if action in one.number_of:
            one.play(one.number_of[action])
        else:
            state = entry_of(rules).state(rules, after)
            one.look([*state, *[0] * (len(one.state) - len(state))])
    [number] = policy(one.observation.reshape(1, -1), one.legal[None, : one.actions].astype(bool))
    return [str(one.named[number])]
"""
"""The same as an engine."""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("goff", {}, []),
        ("sqt", {"q": "3/4"}, ["--q", "3/4"]),
        ("probabilistic", {"seed": 1}, ["--random", "1"]),
        ("tiqtaqtoe", {"level": "minimal"}, ["--level", "minimal"]),
        ("hybrid", {}, []),
    ],
)
def test_policy_is_measured_as_an_engine_that_plays_it(
    qttt: Run, engine: Engine, name: str, options: dict[str, Any], words: list[str]
) -> None:
    made = game(name, **options)
    space: dict[str, Any] = {}
    exec(POLICY, space)
    found = evaluate(space["policy"], made, through=1)
    [*start, code] = engine(AS_ENGINE.format(name=name), options=[*made.setting], ruleset=made.ruleset)
    asked = ["evaluate", "engine", "--game", name, *words, "--through", "1", "--json", "--games", "1"]
    told = qttt(*asked, "--timeout", "3600", "--", *start, POLICY + code).json
    assert told["worst_case"] == pytest.approx({"X": found.as_x, "O": found.as_o}, abs=1e-10)
    assert told["exploitability"] == pytest.approx(found.exploitability, abs=1e-10)
    assert [*map(tuple, map(dict.values, told["reached"]))] == [
        (*each[:2], *(pytest.approx(number, abs=1e-10) for number in each[2:])) for each in found.reached
    ]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("return ['9-9']", "answers '9-9' in the starting position, which is not legal there"),
        ("return []", "answers [] in the starting position, expected at least one action"),
        ("return [7]", "answers [7] in the starting position, expected a list of actions"),
        ("sys.exit(4)", "failed in the starting position: it ended with status 4"),
        ("time.sleep(10**6)", "failed in the starting position: no answer within 0.5 s"),
    ],
)
def test_engine_that_fails_is_told(
    qttt: Run, engine: Engine, monkeypatch: pytest.MonkeyPatch, answer: str, why: str
) -> None:
    seconds = "0.5" if "sleep" in answer else "3600"
    monkeypatch.setattr("qttt.app.engine.Session", partial(Session, first=float(seconds)))
    words = ["--game", "goff", "--through", "0", "--timeout", seconds]
    said = qttt("evaluate", "engine", *words, "--", *engine(answer))
    assert (said.code, said.out, said.err.count("\n")) == (3, "", 1)
    assert f"the engine {why}" in said.err


@pytest.mark.parametrize("name", ["goff", "tiqtaqtoe", "hybrid"])
def test_options_for_an_engine_make_the_same_game(name: str) -> None:
    """Every value of an option, also where another option makes it or others have no effect."""
    for option in options(name):
        for value in option.values:
            level = {"level": "full"} if option.name == "gate" else {}
            asked = game(name, **level, **{option.name: value})
            assert game(name, **flat(options_of(asked))) == asked


@pytest.mark.parametrize(
    ("game", "has", "why"),
    [
        ("goff", {"perfect": False}, "does not say which actions are best in goff-1.1"),
        ("tiqtaqtoe --switch level=minimal", {}, "does not play tiqtaqtoe-1.1; it plays goff-1.1"),
        ("goff --switch collapse=self", {"options": {"collapse": ["opponent"]}}, "plays goff-1.1 only with collapse"),
    ],
)
def test_engine_that_does_not_play_the_game_is_refused(
    qttt: Run, engine: Engine, game: str, has: dict[str, Any], why: str
) -> None:
    assert f"mine {why}" in qttt("evaluate", "engine", "--game", *game.split(), "--", *engine(**has)).line


def test_engine_may_fix_a_switch_that_has_no_effect(qttt: Run, engine: Engine) -> None:
    """The level classic has no targets; the engine is asked, and answers what is not legal."""
    fixed = {"level": ["classic"], "target": ["entangled"]}
    command = engine("return ['9-9']", options=fixed, ruleset="tiqtaqtoe-1.1")
    words = ["--game", "tiqtaqtoe", "--switch", "level=classic", "--timeout", "3600"]
    said = qttt("evaluate", "engine", *words, "--", *command)
    assert (said.code, "'9-9' in the starting position" in said.err) == (3, True)


def test_game_without_a_graph_is_refused(qttt: Run, classic: None) -> None:
    said = qttt("evaluate", "random", "--game", "classic", "--switch", "first=X")
    assert "agents of this game are not measured" in said.line


TD = "train goff --learner td --set games=20 --seed 1"


@pytest.mark.learn
def test_a_table_is_trained_and_measured(qttt: Run, tmp_path: Path) -> None:
    out = tmp_path / "td.net"
    record = json.loads(qttt(*TD.split(), "--steps", "2", "--out", str(out), "--json").out)  # err: progress, if slow
    assert (record["learner"], record["steps"], record["settings"]["games"]) == ("td", 2, 20)
    assert record["curve"][-1]["optimal"]["ply 0"] == pytest.approx(2 / 36, abs=1e-6)
    said = qttt("evaluate", f"net:{out}", "--game", "goff", "--through", "1", "--json").json
    assert said["everywhere"][0]["optimal"] == pytest.approx(2 / 36, abs=1e-6)
    assert said["agent"] == f"net:{out}"
    played = qttt("arena", f"net:{out}", "random", "--game", "goff", "--games", "2", "--seed", "1", "--json").json
    assert sum(each["games"] for each in played["results"].values()) == 2
    game = qttt("play", "goff", "--x", f"net:{out}", "--o", "perfect", "--seed", "1")
    assert game.code == 0
    assert game.out.splitlines()[-1].startswith("X1.")


@pytest.mark.learn
@pytest.mark.parametrize(
    ("learner", "setting", "told"),
    [
        ("alphazero", "simulations=0", "an integer from 1 to 100,000"),
        ("alphazero", "hidden=8,-3", "sizes from 1 to 10,000"),
        ("distil", "aim=best", "optimal or value"),
    ],
)
def test_setting_out_of_range_is_one_line(qttt: Run, learner: str, setting: str, told: str, tmp_path: Path) -> None:
    pytest.importorskip("optax", reason="optax is not installed: needs the extra learn")
    words = f"train goff --learner {learner} --seed 1 --steps 1 --out {tmp_path / 'a'} --set {setting}"
    said = qttt(*words.split())
    assert said.line == f"--set {setting}: out of range: expected {told}"
    assert not [*tmp_path.iterdir()]


def test_a_file_of_the_users_is_refused_before_the_game_is_solved(
    qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "tablebase", lambda *_: pytest.fail("the game is solved"))
    notes = tmp_path / "notes"
    notes.write_text("mine")
    said = qttt(*TD.split(), "--steps", "1", "--out", str(notes))
    assert (said.code, said.line) == (2, f"{notes}: exists and is not a net; name another file")
    assert notes.read_text() == "mine"


@pytest.mark.learn
def test_every_number_of_a_learner_has_a_range() -> None:
    pytest.importorskip("optax", reason="optax is not installed: needs the extra learn")
    from qttt.learn.learners import alphazero, distil, td

    for kind in (td.Options, alphazero.Options, distil.Options):
        lacks = [each.name for each in fields(kind) if not isinstance(each.default, bool) and not each.metadata]
        assert lacks in ([], ["features"])


@pytest.mark.learn
def test_a_missing_extra_names_itself(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "find_spec", lambda name: None)
    words = "train goff --learner distil --seed 1 --steps 1"
    said = qttt(*words.split(), "--out", str(tmp_path / "a"))
    assert said.code == 2
    assert "uv sync --inexact --extra learn" in said.line
