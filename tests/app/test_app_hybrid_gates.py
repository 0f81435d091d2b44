"""The circuit of a Q3T game in OpenQASM 3, as Qiskit writes it; its gates in words, and as an answer."""

import random
from collections.abc import Iterator

import pytest
from qiskit import qasm3

from qttt.app.explorer.question import BadQuestion
from qttt.app.hybrid.explorer import circuit_json
from qttt.app.hybrid.qasm import open_qasm
from qttt.reference.game import Record
from qttt.reference.hybrid import SWITCHES, Hybrid, Result
from qttt.reference.hybrid.circuit import circuit
from qttt.reference.hybrid.notation import NOTATION, Action

FIGURE_2 = "X1.5 =X O2.2>5 X3.2"


def games(seed: int, number: int) -> Iterator[tuple[Hybrid, str]]:
    """Random games under random switches; of every other one about half of the results are left out."""
    chance = random.Random(seed)
    for at in range(number):
        game = Hybrid(**{name: chance.choice(values) for name, values in SWITCHES.items()})
        position, played = game.initial(), list[Action]()
        while actions := game.actions(position):
            played.append(chance.choice(actions))
            position = game.play(position, played[-1])
        kept = [each for each in played if at % 2 or not isinstance(each, Result) or chance.random() < 0.5]
        yield game, NOTATION.write(kept)


def test_openqasm_is_that_of_qiskit() -> None:
    """Without the comments."""
    for game, text in games(5, 60):
        lines = [line for line in open_qasm(game, text).splitlines() if not line.startswith("//")]
        assert lines == qasm3.dumps(circuit(game, text)).splitlines()


@pytest.mark.parametrize(
    ("effect", "of_o", "of_x"),
    [
        ("reverse", "CONTROLLED NOT: anti-controlled NOT from 2 to 5", "CONTROLLED NOT: controlled NOT from 3 to 5"),
        ("take", "TAKE: if 2 is O, make 5 O", "TAKE: if 3 is X, make 5 X"),
    ],
)
def test_gates_are_put_into_words(effect: str, of_o: str, of_x: str) -> None:
    game = Hybrid(effect=effect)
    turns = circuit_json(game, game.read("X1.5 =X O2.2>5 X3.3>5 O4.2 =O X5.3"), {})["turns"]
    assert [[f"{gate['kind']}: {gate['words']}" for gate in turn["gates"]] for turn in turns] == [
        ["RESET: reset 5 to O", "NOT: NOT turns 5 to X", "MEASUREMENT: measure 5"],
        [],
        [],
        ["RESET: reset 2 to O", "MEASUREMENT: measure 2", of_o, "MEASUREMENT: measure 5"],
        ["MEASUREMENT: measure 3", of_x, "MEASUREMENT: measure 5"],
    ]


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
