"""What only the stochastic game has: `qttt solve sqt`, `best`, `show` and `play`."""

from fractions import Fraction

import pytest

from qttt.fast.sqt import solve as sqt
from qttt.reference.goff.notation import NOTATION
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt

from .conftest import Run, Said, Stored

COLLAPSE = "X1.1-9 O2.1-3 X3.1-3"
OVER = "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.3-6 O6.3-6 selB"


def test_json(qttt: Run) -> None:
    solved = qttt("solve", "sqt", "--q", "0.75", "--device", "cpu", "--json").json
    assert (solved["ruleset"], solved["q"], solved["scoring"], solved["double_win"]) == (
        "sqt-1.0",
        "3/4",
        "draws-even",
        False,
    )
    assert solved["value"] == max(solved["first_moves"].values(), key=Fraction)
    assert len(solved["first_moves"]) == 36
    assert solved["positions"][:4] == [1, 8, 186, 3068]


@pytest.mark.parametrize(("q", "scoring", "value"), [("0", None, 20), ("1", None, 0), ("1", "draws-second", -5)])
def test_deterministic_ends(qttt: Run, q: str, scoring: str | None, value: int) -> None:
    options = ["--scoring", scoring] if scoring else []
    assert qttt("solve", "sqt", "--q", q, *options, "--json").json["value"] == str(value)


def test_table(qttt: Run) -> None:
    said = qttt("solve", "sqt", "--q", "3/4", "--double-win")
    assert (said.code, said.err) == (0, "")
    for words in ("sqt-1.0: q 3/4, scoring draws-even, double-win", "value 5/2 = 2.5", "3,874,255"):
        assert words in said.out
    assert max(map(len, said.out.splitlines())) <= 84


def test_best_at_a_collapse(qttt: Run, stored: Stored) -> None:
    told = qttt("best", "sqt", COLLAPSE, "--q", "3/4", "--tablebase", str(stored("sqt")), "--json").json
    values = {name: Fraction(value) for name, value in told["actions"].items()}
    chances = {name: Fraction(chance) for name, chance in told["probabilities"].items()}
    assert told["actor"] == "SYSTEM"
    assert told["best"] == []
    assert chances[min(values, key=lambda name: values[name])] == Fraction(3, 4)
    assert Fraction(told["value"]) == sum(chances[name] * values[name] for name in values)
    said = qttt("best", "sqt", COLLAPSE, "--q", "3/4", "--tablebase", str(stored("sqt")))
    assert "The System to select: selA or selB" in said.out


def test_show_has_the_value_of_both_selections(qttt: Run) -> None:
    shown = qttt("show", "sqt", COLLAPSE, "--q", "3/4", "--json").json
    said = qttt("show", "sqt", COLLAPSE, "--q", "3/4")
    for selection, value in shown["settlements"].items():
        assert f"{selection} is worth {value}" in said.out
        assert f", probability {shown['probabilities'][selection]}" in said.out


def test_show_says_what_best_says(qttt: Run, stored: Stored) -> None:
    for moves in ("X1.1-9 O2.1-9", COLLAPSE, f"{COLLAPSE} selA O4.5-7 X5.5-7 selB O6.2-8 X7.2-8"):
        shown = qttt("show", "sqt", moves, "--q", "1/2", "--json").json
        told = qttt("best", "sqt", moves, "--q", "1/2", "--tablebase", str(stored("sqt")), "--json").json
        assert (shown["settlements"], shown["probabilities"]) == (told["actions"], told["probabilities"])


def test_perft_is_that_of_goff(qttt: Run) -> None:
    counted = qttt("perft", "sqt", "--depth", "2", "--json").json
    assert (counted["ruleset"], counted["q"], counted["counts"]) == ("sqt-1.0", None, [36, 1332])
    with_q = qttt("perft", "sqt", "--q", "0.75", "--depth", "2", "--json").json
    assert {**with_q, "q": None} == counted
    assert with_q["q"] == "3/4"


# Play


def favours(said: Said) -> list[str]:
    """What the System said."""
    return [line for line in said.out.splitlines() if line.startswith("The System favours")]


@pytest.mark.parametrize(("q", "player"), [("0", "X"), ("1", "O")])
def test_system_favours_one_player(typed: Run, q: str, player: str) -> None:
    said = typed("sqt", "1-9/1-3/1-3/4-5/4-5", "--q", q)
    assert len(favours(said)) == 2
    assert all(line.startswith(f"The System favours {player} (probability 1): sel") for line in favours(said))


def test_both_values_are_printed(typed: Run) -> None:
    said = typed("sqt", "1-9/1-3/1-3/4-5/4-5/6-8/6-8", "--q", "1/2", "--seed", "4")
    rules = Sqt(Fraction(1, 2))
    solver = Solver(rules)
    before = rules.position(" ".join(said.game.split()[:-1]))
    values = solver.values(before)
    *_, last = favours(said)
    for selection, value in values.items():
        assert f"{selection} is worth {value}" in last
    favoured = last.removeprefix("The System favours ")[0]
    best = max if favoured == "X" else min
    selected = NOTATION.parse(said.game)[-1]
    assert values[selected] == best(values.values())
    assert f": {selected}" in last


def test_chance_is_fair(typed: Run) -> None:
    runs = [typed("sqt", "1-9/1-3/1-3", "--q", "3/4", "--seed", str(seed)) for seed in range(24)]
    favoured = [favours(said)[0].removeprefix("The System favours ")[0] for said in runs]
    assert favoured.count("O") > favoured.count("X") > 0


def test_two_people_need_no_tablebase(typed: Run, stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, options = "1-9/1-9/2-3/2-3/4-5/4-5", ("--q", "1/2", "--seed", "3")
    with_one = favours(typed("sqt", lines, *options, "--tablebase", str(stored("sqt"))))
    monkeypatch.setattr(sqt, "solve", None)
    assert favours(typed("sqt", lines, *options)) == with_one
