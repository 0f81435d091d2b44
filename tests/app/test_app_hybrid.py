"""What only the hybrid game has: `qttt solve hybrid`, `best`, `perft`, `arena`, `play` and `show`."""

from contextlib import closing
from pathlib import Path

import pytest

from qttt.app.hybrid.view import result_in_words
from qttt.fast.hybrid.scratch import Scratch
from qttt.fast.hybrid.setting import Setting
from qttt.reference.hybrid import Hybrid, Position, Result

from .conftest import Run


def test_second_solve_of_a_large_game_is_one_line(qttt: Run, user_folder: Path) -> None:
    """It leaves the files of the first one alone."""
    large, folder = Setting("two"), user_folder.parent / "scratch"
    with closing(Scratch(folder, large)) as files:
        files.finish(511)
        before = sorted(folder.rglob("*"))
        said = qttt("solve", "hybrid", "--switch", "links=two")
        assert said.code == 2
        assert said.err.splitlines()[1:] == [
            f"qttt: {folder / '-'.join(('hybrid', *large))}: "
            "another process is solving this game there; wait until it ends"
        ]
        assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("position", "result", "effect", "told"),
    [
        (".........", "=O", "reverse", "5 is O"),
        ("......X.., 5>7 O", "=O", "reverse", "O's link to 7 is triggered: 7 turns from X to O"),
        ("......X.., 5>7 O", "=X", "reverse", "O's link to 7 is not triggered: 7 stays X"),
        ("......O.., 5>7 O", "=O", "reverse", "O's link to 7 is triggered: 7 turns from O to X"),
        ("......O.., 5>7 O", "=O", "take", "O's link to 7 is triggered: 7 stays O"),
        ("......X.., 9>7 O", "=O", "reverse", "5 is O"),
        ("......X.., 5>7 O, 5>7 O", "=O", "reverse", "O's two links to 7 are triggered: 7 stays X"),
        ("......X.., 5>7 O, 5>7 O", "=O", "take", "O's two links to 7 are triggered: 7 turns from X to O"),
        ("......X.., 5>7 O, 5>7 O", "=X", "reverse", "O's two links to 7 are not triggered: 7 stays X"),
        (
            *("X.....X.., 5>1 X, 5>7 O", "=X", "reverse"),
            "X's link to 1 is triggered: 1 turns from X to O; O's link to 7 is not triggered: 7 stays X",
        ),
    ],
)
def test_effect_of_a_measurement_is_printed(position: str, result: str, effect: str, told: str) -> None:
    """What is printed about a target agrees with the rules."""
    rules, before = Hybrid("two", effect=effect), Position.of(f"{position}, X measures 5")
    said = result_in_words(rules, before, Result(result)).plain
    assert said.endswith(told)
    after = rules.play(before, Result(result))
    for clause in said.split("; ")[1:]:
        box, verb, *_, mark = clause.split(": ")[1].split()
        assert after.marks[int(box) - 1] == mark
        assert (before.marks[int(box) - 1] == mark) == (verb == "stays")
