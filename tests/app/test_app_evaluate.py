"""`qttt evaluate`."""

from typing import Any

import pytest


def test_perfect_play_is_optimal(qttt: Any, stored: Any) -> None:
    said = qttt(
        "evaluate", "perfect", "--game", "goff", "--through", "1", "--tablebase", str(stored("goff")), "--json"
    ).json
    assert (said["ruleset"], said["collapse"], said["agent"], said["through"]) == ("goff-1.0", "opponent", "perfect", 1)
    assert [(row["stage"], row["positions"], row["optimal"]) for row in said["everywhere"]] == [
        ("ply 0", 1, 1.0),
        ("ply 1", 8, 1.0),
    ]
    assert (said["value"], said["worst_case"], said["exploitability"]) == (10.0, {"X": 10.0, "O": 10.0}, 0.0)
    assert said["first_errors"] == []
    assert said["against"]["perfect"]["X"] == {"value": 10.0, "X_wins": 1.0, "draw": 0.0, "O_wins": 0.0}


def test_random_play_is_shown(qttt: Any, stored: Any) -> None:
    said = qttt("evaluate", "random", "--game", "goff", "--through", "0", "--tablebase", str(stored("goff"))).out
    assert "0.056" in said
    assert "First loss: 1-2 after" in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("evaluate perfekt --game goff", "agent 'perfekt': expected random, perfect"),
        ("evaluate random --game tiqtaqtoe --level minimal", "agents of this game are not measured"),
    ],
)
def test_bad_input_is_one_line(qttt: Any, stored: Any, words: str, told: str) -> None:
    asked = "tiqtaqtoe --level minimal" if "tiqtaqtoe" in words else "goff"
    said = qttt(*words.split(), "--tablebase", str(stored(asked)))
    assert said.code == 2
    assert told in said.line
