"""What only the stochastic game has: `qttt solve sqt`, `best`, `show` and `play`."""

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from qttt.app.sqt.dice import Cast, cast, perfect_dice
from qttt.fast import known
from qttt.oracle.oracle import early
from qttt.oracle.perfect import PerfectPlay, Values
from qttt.oracle.sqt import functions
from qttt.reference.solver import Solver
from qttt.reference.sqt import ScoringName, Sqt
from qttt.reference.sqt.dice import Dice, Throw, Thrown, dice

from .conftest import Run


@pytest.mark.parametrize("scoring", ["draws-even", "draws-second"])
def test_any_q_has_the_values_of_the_reference(scoring: ScoringName) -> None:
    """From ply 6 on, with a hundred digits, which no solve has room for."""
    rules = Sqt(Fraction("0." + "7353" * 24), scoring, double_win=True)
    truth, solver = early(rules, lambda: None), Solver(rules)
    assert truth is not None
    position = rules.position("X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.8-9 O6.8-9 selA")
    while rules.actor(position):
        assert truth.value(position) == solver.value(position)
        assert truth.values(position) == solver.values(position)
        position = rules.play(position, rules.actions(position)[-1])


@pytest.mark.parametrize(
    "marks",
    [
        "X1@1 O2.2-3 X3.4-5 O4.6-7 X5.8-9",  # a cycle of one mark
        "X1@1 O2.2-3 X3.4-5 O4.6-7 X5.8-9 O6.2-4",
        "X1@1 O2@1 X3.4-5 O4.6-7 X5.8-9 O6.2-4 X7.2-5",  # two marks on one square
    ],
)
def test_position_that_no_game_reaches_is_rejected(marks: str) -> None:
    rules = Sqt(Fraction(1, 3))
    truth, start = early(rules, lambda: None), rules.write_position(rules.initial())
    assert truth is not None
    with pytest.raises(ValueError, match=r"no game of sqt-1\.1 reaches|GOFF-|NOTATION-"):
        truth.value(rules.position(f"{start.partition(':')[0]}: {marks}"))


@pytest.mark.parametrize("command", ["solve", "best"])
def test_damaged_table_is_one_line_and_the_solver_answers(
    command: str, qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, file = (command, "sqt", "--q", "3/4", "--json"), tmp_path / "sqt.xz"
    told = qttt(*asked).json
    file.write_bytes(known.path("sqt").read_bytes()[:-1000])
    monkeypatch.setattr(known, "path", lambda _: file)
    known.load.cache_clear()
    functions.known.cache_clear()
    said = qttt(*asked)
    assert said.err == f"qttt: {file}: is truncated, or has bytes too many; install qttt again; " + (
        "the solver answers instead\n"
    )
    assert json.loads(said.out)["value"] == told["value"]


# Play with dice


class Faces(Random):
    """Dice that show given numbers."""

    def __init__(self, *shown: int) -> None:
        super().__init__()
        self._shown = [*shown]

    def randint(self, a: int, b: int) -> int:
        shown = self._shown.pop(0)
        assert a <= shown <= b
        return shown


def for_o(q: Fraction, thrown: Callable[[Fraction, Random], Cast] = cast) -> Fraction:
    """On which part of all results of the dice O selects."""
    enough = dice(q)
    results = [*product(range(1, 7), repeat=enough[0])] if enough else [(face,) for face in range(1, q.denominator + 1)]
    named = [thrown(q, Faces(*faces)).throw for faces in results]
    return Fraction(named.count(Throw.O), len(named))


PROBABILITIES = [Fraction(text) for text in ("0", "1", "1/2", "1/6", "3/4", "1/36", "35/36", "1/20", "7/11")]


@pytest.mark.parametrize("q", PROBABILITIES, ids=str)
def test_dice_name_o_with_probability_q(q: Fraction) -> None:
    assert for_o(q) == q


def test_dice_that_count_one_less_are_caught() -> None:
    def wrong(q: Fraction, chance: Random) -> Cast:
        return cast(q, chance)._replace(of_o=cast(q, Faces(*[1] * 9)).of_o - 1)

    assert [q for q in PROBABILITIES if for_o(q, wrong) == q] == [Fraction(0)]


def test_two_dice_count_the_first_by_sixes() -> None:
    assert cast(Fraction(3, 4), Faces(5, 3)) == Cast((5, 3), 27, 36, 27)
    assert cast(Fraction(3, 4), Faces(5, 4)).throw is Throw.X


def test_perfect_play_with_dice_has_the_values_of_the_reference() -> None:
    rules = Sqt(Fraction(3, 4))
    game, solver = Dice(rules), Solver(Dice(rules))
    truth = perfect_dice(game, PerfectPlay(rules, Values(Solver(rules).value)))
    waiting = [Thrown(rules.position("X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.8-9 O6.8-9 selA X7.3-6"))]
    seen = set()
    while waiting:
        position = waiting.pop()
        assert truth.value(position) == solver.value(position)
        if position.selector:
            assert truth.values(position) == solver.values(position)
        for action in game.actions(position):
            following = game.play(position, action)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    assert any(position.selector for position in seen)
