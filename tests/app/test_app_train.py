"""`qttt train`, and the agents that it makes."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from qttt.app import installed

pytestmark = pytest.mark.learn
TD = "train goff --learner td --set games=20 --seed 1"


def test_a_table_is_trained_and_measured(qttt: Any, tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    ("learner", "setting", "told"),
    [
        ("alphazero", "simulations=0", "an integer from 1 to 100,000"),
        ("alphazero", "hidden=8,-3", "sizes from 1 to 10,000"),
        ("distil", "aim=best", "optimal or value"),
    ],
)
def test_setting_out_of_range_is_one_line(qttt: Any, learner: str, setting: str, told: str, tmp_path: Path) -> None:
    pytest.importorskip("optax", reason="optax is not installed: needs the extra learn")
    words = f"train goff --learner {learner} --seed 1 --steps 1 --out {tmp_path / 'a'} --set {setting}"
    said = qttt(*words.split())
    assert said.line == f"--set {setting}: out of range: expected {told}"
    assert not [*tmp_path.iterdir()]


def test_every_number_of_a_learner_has_a_range() -> None:
    pytest.importorskip("optax", reason="optax is not installed: needs the extra learn")
    from qttt.learn.learners import alphazero, distil, td

    for options in (td.Options, alphazero.Options, distil.Options):
        lacks = [each.name for each in fields(options) if not isinstance(each.default, bool) and not each.metadata]
        assert lacks in ([], ["features"])


def test_a_missing_extra_names_itself(qttt: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "find_spec", lambda name: None)
    words = "train goff --learner distil --seed 1 --steps 1"
    said = qttt(*words.split(), "--out", str(tmp_path / "a"))
    assert said.code == 2
    assert "uv sync --inexact --extra learn" in said.line
