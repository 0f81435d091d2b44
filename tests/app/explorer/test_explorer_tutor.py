"""What the tutor says before a move, where chance or the System acts next as well as where the opponent does."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from qttt.app.explorer.answer import after_json
from qttt.app.explorer.question import Question
from qttt.app.explorer.ready import Ready, Truth

from .application import STARTS, Application

Told = Callable[..., tuple[Any, Any]]

BEFORE_CHANCE = [
    ("sqt", "X1.1-9 O2.1-3", "X3.1-3"),
    ("probabilistic", "", "X1.5"),
    ("probabilistic", "X1.5 success", "O2.1"),
    ("tiqtaqtoe", "X1.3-9 O2.8 X3.4-6 O4.5-9 X5.1-8 O6.2-6", "X7.7"),
    ("hybrid", "X1.7 =X", "O2.3"),
]


@pytest.fixture
def told(application: Application) -> Told:
    """The answer of the tutor about a move, and the oracle."""

    def answer(name: str, moves: str, token: str, options: Mapping[str, str] | None = None) -> tuple[Any, Any]:
        chosen = STARTS.get(name, {}) if options is None else options
        question = Question(name, tuple(chosen.items()), "", moves)
        return after_json(question, token, application.ready), application.ready.oracle(question.game)

    return answer


@pytest.mark.parametrize(("name", "moves", "token"), BEFORE_CHANCE)
def test_results_of_a_move_have_their_chances_and_values(told: Told, name: str, moves: str, token: str) -> None:
    """The opponent replies to the likeliest one."""
    answer, oracle = told(name, moves, token)
    position = oracle.game.position(f"{moves} {token}")
    values, chances = oracle.values(position), oracle.probabilities(position)
    assert answer["replies"] is None
    assert [(each["action"], each["probability"]["exact"], each["exact"]) for each in answer["results"]] == [
        (str(action), str(chances[action]), str(value)) for action, value in values.items()
    ]
    mean = sum(Fraction(each["probability"]["exact"]) * Fraction(each["exact"]) for each in answer["results"])
    before = oracle.value(oracle.game.position(moves))
    assert abs(before - mean) == Fraction(answer["cost"]["exact"])

    result = answer["likeliest"]["token"]
    assert result == next(str(action) for action, chance in chances.items() if chance == max(chances.values()))
    record = oracle.game.read(f"{moves} {token} {result}")
    if not (best := oracle.best(record.positions[-1])):
        assert answer["likeliest"]["replies"] is None
        return
    tokens = [oracle.game.write((*record.actions, action)).split()[-1] for action in best]
    assert answer["likeliest"]["replies"]["hold"] == tokens
    assert answer["likeliest"]["replies"]["actor"] == oracle.game.actor(record.positions[-1])


def test_result_that_ends_the_game_has_no_replies(told: Told) -> None:
    """By hand: X has 5 and 4, and gets 6 for sure."""
    sure = {"board": ";".join(["1,0,0"] * 9)}
    answer, _ = told("probabilistic", "X1.5 success O2.1 success X3.4 success O4.2 success", "X5.6", sure)
    assert [(each["token"], each["exact"]) for each in answer["results"]] == [("success", "1")]
    assert answer["likeliest"] == {"token": "success", "replies": None}


def test_move_before_a_player_has_replies_and_no_results(told: Told) -> None:
    answer, oracle = told("goff", "X1.1-9 O2.1-3", "X3.1-3")
    assert (answer["results"], answer["likeliest"]) == (None, None)
    assert answer["replies"]["of"] == 2
    assert answer["replies"]["hold"] == [*map(str, oracle.best("X1.1-9 O2.1-3 X3.1-3"))]


class NeverReady(Ready):
    """Oracles that are never ready."""

    def truth(self, game: Any, patience: float = 0) -> Truth:
        """See `Ready`."""
        return Truth(game)


def test_answer_without_values_has_no_results() -> None:
    question = Question("probabilistic", (("seed", "1"),), "", "")
    answer = after_json(question, "X1.5", NeverReady())
    assert (answer["cost"], answer["results"], answer["likeliest"]) == (None, None, None)
    assert answer["told"]
