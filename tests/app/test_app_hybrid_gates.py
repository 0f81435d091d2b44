"""The gates of a Q3T game without Qiskit: as Qiskit writes those of the reference, in words, and as an answer."""

import random

import pytest

from qttt.app.explorer.question import BadQuestion
from qttt.app.hybrid.explorer import Gate, Kind, circuit_json, circuit_turns, open_qasm
from qttt.reference.game import Actor, Record
from qttt.reference.hybrid import SWITCHES, Hybrid, Result
from qttt.reference.hybrid import circuit as in_qiskit
from qttt.reference.hybrid.notation import NOTATION, Action

FIGURE_2 = "X1.5 =X O2.2>5 X3.2"


def games(seed: int, number: int) -> list[tuple[Hybrid, list[Action]]]:
    """Random games under random switches; of every other one about half of the results are left out."""
    chance = random.Random(seed)
    found = list[tuple[Hybrid, list[Action]]]()
    for at in range(number):
        game = Hybrid(**{name: chance.choice(values) for name, values in SWITCHES.items()})
        position, played = game.initial(), list[Action]()
        while actions := game.actions(position):
            played.append(chance.choice(actions))
            position = game.play(position, played[-1])
        found.append(
            (game, [each for each in played if at % 2 or not isinstance(each, Result) or chance.random() < 0.5])
        )
    return found


def test_openqasm_is_that_of_qiskit() -> None:
    for game, played in games(5, 60):
        made = in_qiskit.circuit(game, NOTATION.write(played))
        assert open_qasm([*circuit_turns(game, played)]) == in_qiskit.open_qasm(made)


@pytest.mark.parametrize(
    ("gate", "words"),
    [
        (Gate(Kind.RESET, 5), "reset 5 to O"),
        (Gate(Kind.NOT, 5), "NOT turns 5 to X"),
        (Gate(Kind.MEASURE, 5), "measure 5"),
        (Gate(Kind.REVERSE, 5, 2, Actor.X), "controlled NOT from 2 to 5"),
        (Gate(Kind.REVERSE, 5, 2, Actor.O), "anti-controlled NOT from 2 to 5"),
        (Gate(Kind.TAKE, 5, 2, Actor.X), "if 2 is X, make 5 X"),
    ],
)
def test_gates_are_put_into_words(gate: Gate, words: str) -> None:
    assert gate.words == words


def test_answer_names_gates_links_and_ways() -> None:
    game = Hybrid()
    answer = circuit_json(game, game.read("X1.5 =X O2.2>5 X3.1 =O O4.3>1"), {})
    assert [turn["token"] for turn in answer["turns"]] == ["X1.5", "O2.2>5", "X3.1", "O4.3>1"]
    assert [turn["result"] for turn in answer["turns"]] == ["X", None, "O", None]
    assert answer["waiting"] == [
        {"control": 2, "target": 5, "owner": "O"},
        {"control": 3, "target": 1, "owner": "O"},
    ]
    assert (answer["marks"], answer["ways"]) == ("O...X....", 1)


def test_link_of_the_box_that_is_measured_waits_no_longer() -> None:
    answer = circuit_json(Hybrid(), Hybrid().read(FIGURE_2), {})
    assert (answer["waiting"], answer["ways"]) == ([], 2)


def test_results_may_be_left_open() -> None:
    answer = circuit_json(Hybrid(), Hybrid().read(FIGURE_2 + " =O"), {"results": "open"})
    assert (answer["marks"], answer["ways"]) == (None, 4)
    assert "reset" not in answer["qasm"]


def test_bad_questions_are_rejected() -> None:
    game = Hybrid()
    with pytest.raises(BadQuestion, match="results 'all': expected written or open"):
        circuit_json(game, game.read(FIGURE_2), {"results": "all"})
    record = game.read(FIGURE_2)
    with pytest.raises(BadQuestion, match="a circuit belongs to a whole game"):
        circuit_json(game, Record(record.positions[1:], record.actions[1:]), {})
