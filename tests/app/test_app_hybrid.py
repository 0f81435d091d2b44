"""What only the hybrid game has: `qttt solve hybrid`, `best`, `perft`, `arena`, `play` and `show`."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any

import pytest

from qttt.app.hybrid import solve as app_solve
from qttt.app.hybrid.links import found
from qttt.app.hybrid.solve import Solved, ahead
from qttt.fast.backend import Device
from qttt.fast.hybrid import solve as engine
from qttt.fast.hybrid.perft import perft
from qttt.fast.hybrid.rules import Setting, State
from qttt.reference.hybrid import Hybrid, Position, Result
from qttt.reference.solver import Solver

from .conftest import SVG, Drawing, Run, Stored

CANONICAL = {"links": "one", "targets": "any", "effect": "reverse", "both": "draw"}
SINGLE = ["--switch", "links=single"]
"""A game that is solved in no time."""


def test_json_of_the_canonical_game(qttt: Run, solved_hybrid: Solved, monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to symmetry X measures a corner, an edge or the centre. Values and counts are what independent programs found
    (see the vectors hyb-value-0020 to 0024); this test checks that the command prints them."""
    asked: list[Setting] = []

    def instead(answer: Any) -> Callable[..., Any]:
        def known(_: Device, setting: Setting, *__: object) -> Any:
            asked.append(setting)
            return answer

        return known

    monkeypatch.setattr(engine, "solve", instead(solved_hybrid.solution))
    monkeypatch.setattr(app_solve, "reachable", instead(solved_hybrid.reading.positions))
    solved = qttt("solve", "hybrid", "--device", "cpu", "--json").json
    assert asked == [Setting()] * 2
    assert (solved["ruleset"], solved["switches"]) == ("hybrid-1.0", CANONICAL)
    assert solved["value"] == "-17/512" == max(solved["first_moves"].values(), key=Fraction)
    corners, edges = dict.fromkeys("1379", "-17/512"), dict.fromkeys("2468", "-17/512")
    assert solved["first_moves"] == corners | edges | {"5": "-21/512"}
    assert solved["replies"]["1"] == {
        "=X": {"value": "1/128", "best": ["9>1"]},
        "=O": {"value": "-19/256", "best": ["2", "4"]},
    }
    assert solved["replies"]["2"] == {
        "=X": {"value": "-1/256", "best": ["8>2"]},
        "=O": {"value": "-1/16", "best": ["1", "3"]},
    }
    assert solved["replies"]["5"] == {
        "=X": {"value": "-1/256", "best": ["2>5", "4>5", "6>5", "8>5"]},
        "=O": {"value": "-5/64", "best": ["2", "4", "6", "8"]},
    }
    assert solved["positions"] == [1, 4960, 1099930, 9361354, 13392486, 5706888, 870269, 49236, 984]
    assert solved["positions_within_switches"][:5] == [1, 15516, 1410200, 9655646, 13474818]
    assert solved["positions_within_switches"][5:] == solved["positions"][5:]
    assert solved["device"] == "cpu"


@pytest.mark.parametrize("options", [SINGLE, [*SINGLE, "--switch", "both=X"]])
def test_value_is_the_mean_over_the_results(qttt: Run, options: list[str]) -> None:
    solved = qttt("solve", "hybrid", *options, "--json").json
    assert [*solved["replies"]] == [*solved["first_moves"]] == [str(box) for box in range(1, 10)]
    for move, value in solved["first_moves"].items():
        found = solved["replies"][move]
        assert [*found] == ["=X", "=O"]
        assert Fraction(value) == sum(Fraction(after["value"]) for after in found.values()) / 2
        for result, after in found.items():
            told = qttt("best", "hybrid", f"X1.{move}", result, *options, "--json").json
            assert (told["actor"], told["value"], told["best"]) == ("O", after["value"], after["best"])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Fraction(-1, 512), "O, who moves second, is ahead: moving first is a disadvantage."),
        (Fraction(1, 512), "X, who moves first, is ahead: moving first is an advantage."),
        (Fraction(0), "Neither player is ahead: moving first is neither an advantage nor a disadvantage."),
    ],
)
def test_player_ahead_is_named(value: Fraction, words: str) -> None:
    assert ahead(value).plain == words


def test_table(qttt: Run) -> None:
    solved = qttt("solve", "hybrid", *SINGLE, "--json").json
    said = qttt("solve", "hybrid", *SINGLE)
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "hybrid-1.0: links=single"
    assert f"value {solved['value']} ≈ " in said.out
    assert ahead(Fraction(solved["value"])).plain in lines
    rows = [line.split() for line in lines]
    for move, alike in (("1", "4"), ("2", "4"), ("5", "1")):
        assert [move, alike, solved["first_moves"][move]] in [row[:3] for row in rows]
        for result, after in solved["replies"][move].items():
            row = [move, result, after["value"], *after["best"]]
            assert row in [cells[: len(row)] for cells in rows]
    counts = zip(solved["positions"], solved["positions_within_switches"], strict=True)
    for measured, (reached, allowed) in enumerate(counts):
        assert f"{measured} {reached:,} {allowed:,}" in " ".join(said.out.split())
    assert max(map(len, lines)) < 80


def test_narrow_tables(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit beside another stands below it, and no value is cut."""
    first, counted = ["1", "4", "-11/512", "-0.0215"], ["5", "16,114", "16,114"]
    for columns, alone in (("80", False), ("60", True), ("45", True), ("20", False)):
        monkeypatch.setenv("COLUMNS", columns)
        said = qttt("solve", "hybrid", *SINGLE).out
        rows = [line.split() for line in said.splitlines()]
        assert [row in rows for row in (first, counted)] == [alone] * 2
        assert "…" not in said


def test_best_where_a_result_is_due(qttt: Run, stored: Stored) -> None:
    """X measures 5 with lines in reach on either side: 3, 5, 7 of X, or of O if 9 is found O, too."""
    options = ["--switch", "links=single", "--tablebase", str(stored("hybrid --switch links=single"))]
    moves = "X1.7 =X O2.5>7 X3.3 =X O4.9 =O X5.5"
    told = qttt("best", "hybrid", moves, *options, "--json").json
    assert (told["actor"], told["best"], told["principal_variation"]) == ("CHANCE", [], "")
    assert told["probabilities"] == {"=X": "1/2", "=O": "1/2"}
    assert told["actions"]["=X"] == "1"
    assert Fraction(told["value"]) == sum(map(Fraction, told["actions"].values())) / 2
    out = " ".join(qttt("best", "hybrid", moves, *options).out.split())
    assert "X measures 5: X or O, with equal chances" in out
    assert "1 1/2 5 is X; O's link to 7 is not triggered: 7 stays X" in out
    assert "1/2 5 is O; O's link to 7 is triggered: 7 turns from X to O" in out


def test_principal_variation(qttt: Run, stored: Stored) -> None:
    """It continues with best moves until a box is measured."""
    game, folder = Hybrid("single"), str(stored("hybrid --switch links=single"))
    options = [*SINGLE, "--tablebase", folder, "--json"]
    variation = qttt("best", "hybrid", "X1.1 =X", *options).json["principal_variation"]
    played = "X1.1 =X"
    for token in variation.split():
        told = qttt("best", "hybrid", played, *options).json
        assert token.split(".")[1] in told["best"]
        played = f"{played} {token}"
    assert game.position(played).measuring


# Perft


@pytest.mark.parametrize("depth", [0, 10])
def test_perft_has_limits(depth: int) -> None:
    with pytest.raises(ValueError, match="expected 1 to 9"):
        perft(Setting(), depth)


def test_perft_by_hand() -> None:
    """Nine boxes are found X or O; then eight are, or one of them is linked to the ninth."""
    assert perft(Setting(), 2) == (18, 18 * (16 + 8))
    assert perft(Setting(), 1, State(measuring=4)) == (2 * (16 + 8),)
    assert perft(Setting(), 2, State(x=0b111, o=0b11000)) == (0, 0)


# Arena


@pytest.mark.parametrize("a", ["random", "monte-carlo:1", "expecti-minimax:2", "perfect"])
def test_agents_play(qttt: Run, a: str) -> None:
    words = (a, "random", "--game", "hybrid", *SINGLE, "--games", "4", "--seed", "3", "--swap")
    told = qttt("arena", *words, "--json").json
    assert told["switches"] == CANONICAL | {"links": "single"}
    assert [*told["results"]] == ["win", "loss", "both", "draw"]
    assert sum(found["games"] for found in told["results"].values()) == sum(told["outcomes"].values()) == 4
    assert qttt("arena", *words, "--json").json | {"seconds": 0} == told | {"seconds": 0}
    assert qttt("arena", *words).out.startswith("hybrid-1.0: links=single\n")


# Play


@pytest.mark.parametrize(
    ("position", "result", "effect", "told"),
    [
        ("........., X measures 5", "=O", "reverse", "5 is O"),
        ("......X.., 5>7 O, X measures 5", "=O", "reverse", "O's link to 7 is triggered: 7 turns from X to O"),
        ("......X.., 5>7 O, X measures 5", "=X", "reverse", "O's link to 7 is not triggered: 7 stays X"),
        ("......O.., 5>7 O, X measures 5", "=O", "reverse", "O's link to 7 is triggered: 7 turns from O to X"),
        ("......O.., 5>7 O, X measures 5", "=O", "take", "O's link to 7 is triggered: 7 stays O"),
        ("......X.., 9>7 O, X measures 5", "=O", "reverse", "5 is O"),
        ("......X.., 5>7 O, 5>7 O, X measures 5", "=O", "reverse", "O's two links to 7 are triggered: 7 stays X"),
        (
            "......X.., 5>7 O, 5>7 O, X measures 5",
            "=O",
            "take",
            "O's two links to 7 are triggered: 7 turns from X to O",
        ),
        ("......X.., 5>7 O, 5>7 O, X measures 5", "=X", "reverse", "O's two links to 7 are not triggered: 7 stays X"),
        (
            *("X.....X.., 5>1 X, 5>7 O, X measures 5", "=X", "reverse"),
            "X's link to 1 is triggered: 1 turns from X to O; O's link to 7 is not triggered: 7 stays X",
        ),
    ],
)
def test_effect_of_a_measurement_is_printed(position: str, result: str, effect: str, told: str) -> None:
    """What is printed about a target agrees with the rules."""
    rules, before = Hybrid("two", effect=effect), Position.of(position)
    said = found(rules, before, Result(result)).plain
    assert said.endswith(told)
    after = rules.play(before, Result(result))
    for clause in said.split("; ")[1:]:
        box, verb, *_, mark = clause.split(": ")[1].split()
        assert after.marks[int(box) - 1] == mark
        assert (before.marks[int(box) - 1] == mark) == (verb == "stays")


@pytest.mark.parametrize(
    ("options", "told", "others"),
    [
        ("", ["turns from X to O, or from O to X", "has at most one link)", "the game is a draw"], ["at a time"]),
        ("--switch links=single", ["there is one link at a time on the whole board"], ["at most"]),
        ("--switch links=two", ["has at most two links)"], ["at a time"]),
        ("--switch targets=one", ["has at most one link; at most one link leads to a measured box)"], []),
        ("--switch effect=take", ["7 becomes yours"], ["turns"]),
        ("--switch both=X", ["the game is won by X"], ["draw"]),
        ("--switch both=measurer", ["the game is won by the player who has measured."], ["draw"]),
        ("--switch both=other", ["the game is won by the player who has not measured"], ["draw"]),
    ],
)
def test_rules_are_printed_first_and_on_demand(typed: Run, options: str, told: list[str], others: list[str]) -> None:
    said = typed("hybrid", "help", *options.split())
    printed, asked = said.out.split("┌")[0], said.out.split("X move: ")[1]
    for rules in (" ".join(text.split()) for text in (printed, asked)):
        assert "7 measure box 7" in rules
        assert "5>7 link box 5" in rules
        assert [word for word in told if word not in rules] == []
        assert [word for word in others if word in rules] == []
    assert "Type a move such as 7 or 5>7, or help, hint, best, undo, resign, quit." in printed
    assert max(map(len, printed.splitlines())) < 80


# Errors


TOO_MANY = (
    "hybrid with links=two and targets=any: 92,360,701,651 positions are too many to be solved; positions with at "
    "least 6 measured boxes can be solved, and best and certify work there; otherwise choose targets=one, or leave "
    "out links=two; show, "
)


@pytest.mark.parametrize(
    "command",
    [
        *("solve hybrid", "solve hybrid --out x", "best hybrid", "play hybrid --x perfect", "play hybrid --o perfect"),
        *("certify hybrid --player X --out x", "arena perfect random --game hybrid --games 1 --seed 1"),
    ],
)
def test_games_with_too_many_positions_are_rejected(
    qttt: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user_folder: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert qttt(*command.split(), "--switch", "links=two").line.startswith(TOO_MANY)
    assert [*tmp_path.iterdir()] == []


LATE = "X1.1 =X O2.2 =O X3.3 =X O4.4 =O X5.6 =X O6.9>1 X7.9>2 O8.5 =O X9.7 =X"


def test_late_positions_of_a_partly_solved_game(qttt: Run, user_folder: Path, tmp_path: Path) -> None:
    """Box 9 has a link of each player to a box with the other's mark."""
    game = Hybrid("two")
    told = qttt("best", "hybrid", LATE, "--switch", "links=two", "--json").json
    solver = Solver(game)
    position = game.position(LATE)
    after = {str(action): str(solver.value(game.play(position, action))) for action in game.actions(position)}
    assert (told["value"], told["actions"]) == (str(solver.value(position)), after)
    assert len({*after.values()}) > 1
    assert not user_folder.exists()
    refused = qttt("best", "hybrid", LATE, "--switch", "links=two", "--tablebase", str(tmp_path))
    assert refused.line == "--tablebase: not available: this game is only partly solved; omit it"


@pytest.mark.parametrize("player", ["X", "O"])
def test_certificate_of_late_positions_of_a_partly_solved_game(qttt: Run, tmp_path: Path, player: str) -> None:
    file, game = tmp_path / "a.certificate", Hybrid("two")
    told = qttt(
        "certify", "hybrid", LATE, "--player", player, "--out", str(file), "--switch", "links=two", "--json"
    ).json
    assert told["switches"] == game.switches
    assert told["value"] == str(Solver(game).value(game.position(LATE)))
    checked = qttt("check", str(file), "--json").json
    assert checked["ok"]
    assert checked.items() >= {name: told[name] for name in ("switches", "player", "value", "rows")}.items()


# Show


FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3"
"""The source's game until X measures the first control."""
TWO = ["--switch", "links=two"]
TWICE = "X1.7 =X O2.5>7 X3.3 =O O4.5>7"
"""The same link twice, which links=two allows."""


@pytest.mark.parametrize(
    ("moves", "options", "told"),
    [
        (FIGURE_3, [], ["5 > 7 of O: if 5 is found O, 7 becomes O", "9 > 3 of O: if 9 is found O, 3 becomes O"]),
        ("X1.7 =O O2.5>7", [], ["5 > 7 of O: if 5 is found O, 7 becomes X"]),
        ("X1.7 =O O2.5>7", ["--switch", "effect=take"], ["5 > 7 of O: if 5 is found O, 7 stays O"]),
        ("X1.7 =O O2.8 =X X3.5>7", ["--switch", "effect=take"], ["5 > 7 of X: if 5 is found X, 7 becomes X"]),
        (TWICE, TWO, ["5 > 7 of O, twice: if 5 is found O, 7 stays X"]),
        (TWICE, [*TWO, "--switch", "effect=take"], ["5 > 7 of O, twice: if 5 is found O, 7 becomes O"]),
        ("X1.1 =X O2.9>1 X3.2 =X O4.3 =O", [], ["9 > 1 of O: if 9 is found O, 1 becomes O"]),
        ("X1.1 =X O2.9>1 X3.2 =X O4.3 =X", [], []),
    ],
)
def test_pending_links(qttt: Run, moves: str, options: list[str], told: list[str]) -> None:
    lines = qttt("show", "hybrid", moves, *options).out.splitlines()
    assert [line for line in lines if ": if " in line] == told


def test_text(qttt: Run) -> None:
    said = qttt("show", "hybrid", FIGURE_3, "--switch", "both=X")
    lines = said.out.splitlines()
    assert lines[0] == "hybrid-1.0: both=X"
    assert lines[1:5] == [
        "┌─1─────────────────┬─2─────────────────┬─3─────────────────┐",
        "│                   │                   │        \\ /        │",
        "│         ?         │         ?         │         X         │",
        "│                   │                   │        / \\        │",
    ]
    assert lines[8] == "│                   │     > 7 of O      │                   │"
    assert max(map(len, lines)) < 80
    assert qttt("show", "hybrid").out.startswith("hybrid-1.0\n┌")
    assert "being measured" in qttt("show", "hybrid", FIGURE_3, "X5.5").out
    assert "│> 7 of O  > 7 of O │" in qttt("show", "hybrid", TWICE, *TWO).out


def arrows(root: ET.Element) -> list[tuple[str, list[tuple[float, float]]]]:
    """For each arrow, the owner and the points: where it begins, what two points it bends to, its neck, and its tip."""
    found = []
    for group in root.iter(f"{SVG}g"):
        paths = {path.get("class"): str(path.get("d")) for path in group.iter(f"{SVG}path")}
        if "link" in paths:
            numbers = [float(word) for word in paths["link"].replace(",", "").split() if word not in "MC"]
            numbers += [float(word) for word in paths["head"].split()[1:3]]
            found.append((str(group.get("class")), [*zip(numbers[::2], numbers[1::2], strict=True)]))
    return found


def middle(box: int) -> tuple[float, float]:
    """The middle of a box: boxes are 120 wide, from 20 on."""
    row, column = divmod(box - 1, 3)
    return 80 + 120 * column, 80 + 120 * row


def test_svg(drawing: Drawing) -> None:
    root = drawing("hybrid", FIGURE_3)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts.count("?") == 7
    assert texts[-2:] == ["X to move: 17 moves", "arrows: links from control to target; O's are dashed"]
    assert (root.findtext(f"{SVG}desc") or "").endswith(
        "Box 3: X. Box 7: X. The other boxes are unmeasured. A link of O from 5 to 7. A link of O from 9 to 3."
    )
    assert not [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "named"]
    assert [*drawing("hybrid", "X1.7 =X").iter(f"{SVG}text")][-1].text == "O to move: 16 moves"
    due = drawing("hybrid", f"{FIGURE_3} X5.5")
    named = [rect for rect in due.iter(f"{SVG}rect") if rect.get("class") == "named"]
    assert [(rect.get("x"), rect.get("y")) for rect in named] == [("140", "140")]


@pytest.mark.parametrize("target", range(1, 10))
def test_arrows_lead_from_control_to_target(drawing: Drawing, target: int) -> None:
    """They begin beside the control's question mark, end at the target outside of its mark, and pass others' marks;
    those of one picture end in different places; and all is on the picture."""
    for control in (box for box in range(1, 10) if box != target):
        ((owner, points),) = arrows(drawing("hybrid", f"X1.{target} =X O2.{control}>{target}"))
        start, bend, other_bend, neck, tip = points
        halfway = tuple((a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(start, bend, other_bend, neck, strict=True))
        assert owner == "O"
        assert 20 < dist(start, middle(control)) < 45 < dist(tip, middle(target)) < 70
        others = [box for box in range(1, 10) if box not in (control, target)]
        assert min(dist(halfway, middle(box)) for box in others) > 35
        assert all(20 < number < 380 for number in (*start, *halfway, *tip))
    controls = [box for box in range(1, 10) if box != target]
    links = " ".join(f"{'OX'[at % 2]}{at + 2}.{control}>{target}" for at, control in enumerate(controls))
    tips = [points[-1] for _, points in arrows(drawing("hybrid", f"X1.{target} =X {links}"))]
    assert min(dist(one, other) for one, other in combinations(tips, 2)) > 9


def test_links_between_the_same_boxes_have_arrows_of_their_own(drawing: Drawing) -> None:
    found = arrows(drawing("hybrid", "X1.7 =X O2.5>7 X3.5>7", *TWO))
    assert [owner for owner, _ in found] == ["O", "X"]
    (_, bend, _, _, tip), (_, other_bend, _, _, other_tip) = (points for _, points in found)
    assert dist(tip, other_tip) > 9
    assert dist(bend, other_bend) > 15
