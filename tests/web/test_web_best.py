"""Best play of the JavaScript package is that of Python, in the same order."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from qttt.oracle import game, solve

pytestmark = pytest.mark.engines
SETTINGS: dict[str, dict[str, str]] = {
    "goff": {},
    "sqt": {"q": "3/4"},
    "tiqtaqtoe": {"level": "classic"},
    "hybrid": {"links": "single"},
    "probabilistic": {"board": "0,1,0;0,1,0;0.5,0.25,0.25;" + ";".join(6 * ["0.5,0,0.5"])},
}
LONGEST = 20
"""Actions of a game: on squares that are always neutral it may go on for ever."""


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_best_play_is_the_same_in_both_languages() -> None:
    cases, due, chance = list[Any](), list[Any](), Random(3)
    for name, options in SETTINGS.items():
        rules = game(name, **options)
        truth = solve(rules, progress=False)
        for _ in range(8):
            actions, position = list[Any](), rules.initial()
            while len(actions) < LONGEST and (legal := rules.actions(position)):
                if len(actions) > 4:
                    cases.append((name, options, rules.write(actions)))
                    asked = truth.best(position), truth.choices(position), truth.line(position)
                    due.append([[*map(str, each)] for each in asked])
                actions.append(chance.choice(legal))
                position = rules.play(position, actions[-1])
    program = ["node", str(Path(__file__).with_name("best.mjs"))]
    found = subprocess.run(program, input=json.dumps(cases), capture_output=True, text=True, check=True).stdout
    assert [*zip(cases, json.loads(found), strict=True)] == [*zip(cases, due, strict=True)]
