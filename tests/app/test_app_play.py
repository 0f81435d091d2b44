"""`qttt play` in every game, with scripted input."""

from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from qttt.app.stored import perfect
from qttt.reference.game import Actor

from .conftest import Run, Stored, rules_of

DUE = "1-2/3-4/5-6/7-8/9"
"""After these moves of TiqTaqToe the board is measured."""

SCRIPTS: dict[str, list[tuple[str, str, str, list[str]]]] = {
    "two-people": [
        (
            "goff",
            "1-4/1-4/selB/X3.2-5/2-5/selB/3-6/3-6/selB",
            "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.3-6 O6.3-6 selB",
            ["Game over: narrow win of X (GOFF-END-4)"],
        ),
        ("probabilistic --random 1", "", "X move: X move: ", []),
        (
            "tiqtaqtoe --level classic",
            "1/4/X3.2/5/3",
            "X1.1 O2.4 X3.2 O4.5 X5.3",
            ["Game over: win of X (TIQ-END-1)", "Type a move such as 5, or help"],
        ),
        ("tiqtaqtoe", "", "X move: X move: ", ["5 or 1-3"]),
        # With this seed chance finds the results of the source's game, which are printed with their effects.
        (
            "hybrid --seed 3",
            "7/5>7/X3.3/9 > 3/5/9",
            "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O",
            [
                "X move: 7 is X\n",
                "X move: 5 is O; O's link to 7 is triggered: 7 turns from X to O\n",
                "O move: 9 is O; O's link to 3 is triggered: 3 turns from X to O\n",
                "5 > 7 of O: if 5 is found O, 7 becomes O\n9 > 3 of O: if 9 is found O, 3 becomes O\n",
                "Game over: win of O (HYB-END-1)",
            ],
        ),
        # Two links on a control and any number on a target make too many positions to be solved.
        ("hybrid --switch links=two --seed 1", "7/5>7/5>7", "X1.7 =? O2.5>7 X3.5>7", []),
    ],
    "leaving": [
        ("goff", "1-9/1-3", "X1.1-9 O2.1-3", []),
        ("goff", "1-9/quit/1-3", "X1.1-9", []),
        *(("hybrid --seed 1", f"7/5>7/{ending}", "X1.7 =? O2.5>7", []) for ending in ("quit", "q", "")),
        *(("hybrid", ending, "*X move: ", []) for ending in ("quit", "q", "")),
    ],
    "invalid-input": [
        (
            "goff",
            "hello/1-1/2-1/O1.1-2//selA/1-9/1-9/1-2/selB",
            "X1.1-9 O2.1-9 selB",
            [
                "hello: expected a move such as X1.1-9",
                "1-1: expected two different squares (GOFF-MOVE-1)",
                "2-1: expected ascending squares, 1-2 (NOTATION-MOVE-1)",
                "O1.1-2: expected X at ply 1, X1.1-2 (GOFF-TURN-1)",
                "selA: expected a move, because no cycle is closed (GOFF-COLLAPSE-1)",
                "1-2: expected selA or selB, because a cycle is closed (GOFF-COLLAPSE-1)",
            ],
        ),
        ("sqt --q 1/2", "1-9/selA", "X1.1-9", ["selA: expected a move"]),
        (
            "probabilistic --random 2",
            "hello/10/O1.1/success//X1.1",
            "X1.1 *",
            [
                "hello: expected a square such as X1.5",
                "10: expected a square such as X1.5",
                "O1.1: expected X at ply 1, X1.1 (PROB-TURN-1)",
                "success: expected a square, because no square has been named (PROB-OUTCOME-1)",
            ],
        ),
        ("tiqtaqtoe --level classic", "1-2-3", "X move: ", ["1-2-3: expected a move such as 5 (NOTATION-MOVE-1)"]),
        (
            "tiqtaqtoe --level minimal",
            "hello/1-1/2-1/O1.1//=X......../1-2/1/2-1/1-3/=ab/3",
            "X1.1-2 O2.3",
            [
                "hello: expected a move such as 5 or 1-3 (NOTATION-SQUARE-1)",
                "1-1: expected two different squares, the smaller first (NOTATION-MOVE-1)",
                "2-1: expected two different squares, the smaller first (NOTATION-MOVE-1)",
                "O1.1: expected X at ply 1, X1.1 (TIQ-TURN-1)",
                "=X........: expected a move such as 5 or 1-3 (NOTATION-SQUARE-1)",
                "=ab: expected a move such as 5 or 1-3 (NOTATION-SQUARE-1)",
                "(TIQ-MOVE-1)",
                "(TIQ-TARGET-1)",
                "legal under level=high",
            ],
        ),
        (
            "hybrid --seed 1",
            "hello/5>7/0/1-2/O1.1//=X/1/=X/1/2>1/2>1/1>2/3>4/3>",
            "X1.1 =? O2.2>1",
            [
                "hello: expected a move such as 7 or 5>7 (NOTATION-SQUARE-1)",
                "5>7: expected a measured box as the target, but no box is measured yet (HYB-LINK-1)",
                "0: expected a move such as 7 or 5>7 (NOTATION-SQUARE-1)",
                "1-2: expected a move such as 7 or 5>7 (NOTATION-SQUARE-1)",
                "O1.1: expected X at ply 1, X1.1 (HYB-TURN-1)",
                "=X: expected a move such as 7 or 5>7 (NOTATION-SQUARE-1)",
                "1: expected an unmeasured box, 2, 3, 4, 5, 6, 7, 8 or 9 (HYB-MEASURE-1)",
                "2>1: expected a control without a pending link; legal under links=two (HYB-CONTROL-1)",
                "1>2: expected an unmeasured box as the control",
                "3>4: expected a measured box as the target, 1 (HYB-LINK-1)",
                "3>: expected a move such as 7 or 5>7 (NOTATION-LINK-1)",
            ],
        ),
    ],
    "help-and-undo": [
        ("goff", "undo/1-9/2-3/u/4-5/help", "X1.1-9 O2.4-5", ["no action to take back", "undo    take back"]),
        ("sqt --q 1/2", "1-9/1-9/undo/2-3", "X1.1-9 O2.2-3", []),
        (
            "probabilistic --random 2 --o perfect",
            "undo/5/undo/help/1/quit/2",
            "X1.1 *",
            ["no action to take back", "tutor   show what every square is worth"],
        ),
        ("tiqtaqtoe", "undo/1-2/3/u/4-5/help", "X1.1-2 O2.4-5", ["no action to take back", "undo    take back"]),
        ("tiqtaqtoe --seed 4", f"{DUE}/undo/1-9", "X1.1-2 O2.3-4 X3.5-6 O4.7-8", []),
        ("hybrid --seed 2", "undo/7/undo/5/5>7/7>5/u/3>5", "X1.5 =? O2.3>5", ["no action to take back"]),
    ],
}
"""By theme: a game, the lines that are typed, the game that is played (`?` and `*` stand for chance), the output."""


@pytest.mark.parametrize(
    ("asked", "lines", "played", "told"),
    [pytest.param(*row, id=f"{theme}-{row[0]}") for theme, rows in SCRIPTS.items() for row in rows],
)
def test_script_is_played(typed: Run, asked: str, lines: str, played: str, told: list[str]) -> None:
    said = typed(asked, lines)
    assert fnmatchcase(said.game, played)
    assert [words for words in told if words not in said.out] == []
    assert "X plays" not in said.out


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ("sqt --q 3/4", "1-9/1-3/1-3"),
        ("probabilistic --random 2", "5/1/9"),
        ("tiqtaqtoe", DUE),
        ("hybrid", "7/5>7/X3.3/9 > 3/5/9"),
    ],
)
def test_chance_is_repeatable(typed: Run, asked: str, lines: str) -> None:
    first, again = ([typed(asked, lines, "--seed", str(seed)).game for seed in range(8)] for _ in range(2))
    assert first == again
    assert len({*first}) > 1


PERFECT = [
    "goff --collapse opponent",
    "goff --collapse self",
    "sqt --q 1/2",
    "sqt --q 1/2 --scoring draws-second --double-win",
    "tiqtaqtoe --level minimal",
    "tiqtaqtoe --level minimal --switch both=last-mover --switch lines=full-board",
    "hybrid --switch links=single",
    "hybrid --switch links=single --switch both=X --switch effect=take",
]


@pytest.mark.parametrize("asked", PERFECT)
def test_perfect_play_is_perfect_and_repeatable(typed: Run, stored: Stored, asked: str) -> None:
    options = ("--x", "perfect", "--o", "perfect", "--tablebase", str(stored(asked)))
    said = typed(asked, "", *options, "--seed", "5")
    runs = [typed(asked, "", *options, "--seed", str(seed)).game for seed in range(6)]
    assert runs[5] == said.game
    assert len({*runs}) > 1
    rules = rules_of(asked)
    best = perfect(rules, stored(asked)).best
    record = rules.read(said.game)
    for position, action in zip(record.positions, record.actions, strict=False):
        assert rules.actor(position) in (Actor.CHANCE, Actor.SYSTEM) or action in best(position)
    assert rules.actor(record.positions[-1]) is None
    assert f"X plays {said.game.split()[0]}" in said.out
    assert "Game over" in said.out


def test_undo_takes_back_the_answer_too(typed: Run, stored: Stored) -> None:
    folder = str(stored("goff"))
    said = typed("goff --o perfect --seed 1", "1-2/undo/1-9", "--tablebase", folder)
    assert said.game.startswith("X1.1-9 O2.")
    assert "no action to take back" not in said.out
    assert "no action to take back" in typed("goff --x perfect", "undo", "--tablebase", folder).out


def test_input_that_is_not_text(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = tmp_path / "typed"
    typed.write_bytes(b"\xff\n1-9\n")
    with typed.open(encoding="utf-8") as file:
        monkeypatch.setattr("sys.stdin", file)
        said = qttt("play", "goff")
    assert (said.code, said.err) == (0, "")
    assert said.game == "X1.1-9"


def test_as_a_process(process: Run) -> None:
    said = process("play", "goff")
    assert (said.code, said.err) == (0, "")
