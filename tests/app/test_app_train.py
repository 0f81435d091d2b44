"""`qttt train`, and the agents that it makes."""

from pathlib import Path
from typing import Any

import pytest

from qttt.app import extras

TD = "train goff --learner td --set games=20 --seed 1"


def test_a_table_is_trained_and_measured(qttt: Any, stored: Any, tmp_path: Path) -> None:
    folder = ("--tablebase", str(stored("goff")))
    out = tmp_path / "td.net"
    record = qttt(*TD.split(), "--steps", "2", "--out", str(out), "--json", *folder).json
    assert (record["learner"], record["steps"], record["settings"]["games"]) == ("td", 2, 20)
    assert record["curve"][-1]["optimal"]["ply 0"] == pytest.approx(2 / 36, abs=1e-6)
    said = qttt("evaluate", f"net:{out}", "--game", "goff", "--through", "1", "--json", *folder).json
    assert said["everywhere"][0]["optimal"] == pytest.approx(2 / 36, abs=1e-6)
    assert said["agent"] == f"net:{out}"
    played = qttt(
        "arena", f"net:{out}", "random", "--game", "goff", "--games", "2", "--seed", "1", "--json", *folder
    ).json
    assert sum(each["games"] for each in played["results"].values()) == 2
    game = qttt("play", "goff", "--x", f"net:{out}", "--o", "perfect", "--seed", "1", *folder)
    assert game.code == 0
    assert game.out.splitlines()[-1].startswith("X1.")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (f"{TD} --minutes 0 --out a", "--minutes: 0 is out of range: expected more than 0"),
        (f"{TD} --minutes nan --out a", "--minutes: nan is out of range"),
        (f"{TD} --out a", "--minutes: name how long to train"),
        (f"{TD} --steps 1 --minutes 1 --out a", "--minutes: name how long to train"),
        (f"{TD} --steps 1 --out no/a", "its folder does not exist"),
        (f"{TD} --steps 1 --out a --set beta=1", "--set beta=1: expected NAME=VALUE with a name of canonical"),
        (f"{TD} --steps 1 --out a --set alpha=much", "--set alpha=much: expected a number"),
        (f"{TD} --steps 1 --out a --set canonical=1", "--set canonical=1: expected yes or no"),
        ("evaluate net:missing --game goff", "missing: No such file"),
        ("arena net:missing random --game goff --games 1 --seed 1", "missing: cannot be read: No such file"),
        ("play goff --x net:missing", "missing: cannot be read: No such file"),
        ("play goff --x perfekt", "--x: 'perfekt' is not a player; expected human, perfect, or net:FILE"),
    ],
)
def test_bad_input_is_one_line(
    qttt: Any, stored: Any, words: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = qttt(*words.split(), "--tablebase", str(stored("goff")))
    assert said.code == 2
    assert told in said.line
    assert not [*tmp_path.iterdir()]


def test_a_game_without_learners_is_refused(qttt: Any, stored: Any, tmp_path: Path) -> None:
    folder = str(stored("tiqtaqtoe --level minimal"))
    words = "train tiqtaqtoe --level minimal --learner td --seed 1 --steps 1"
    said = qttt(*words.split(), "--out", str(tmp_path / "a"), "--tablebase", folder)
    assert said.code == 2
    assert "no learner plays this game; expected goff" in said.line


def test_a_missing_extra_names_itself(qttt: Any, stored: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    words = "train goff --learner distil --seed 1 --steps 1"
    said = qttt(*words.split(), "--out", str(tmp_path / "a"), "--tablebase", str(stored("goff")))
    assert said.code == 2
    assert "python -m pip install 'qttt[learn]'" in said.line
