"""Q3T as a quantum circuit: gate by gate as the source describes, and run on Qiskit's own simulator."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from fractions import Fraction

import pytest
from qiskit import QuantumCircuit
from qiskit.providers.basic_provider import BasicSimulator

from qttt.reference.game import RuleBroken
from qttt.reference.hybrid import SWITCHES, Hybrid
from qttt.reference.hybrid.branches import branches
from qttt.reference.hybrid.circuit import COMMENT, circuit, open_qasm
from qttt.reference.notation import NotationError

SETUP = [f"h {qubit}" for qubit in range(9)]
FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O"
OPEN_FIGURE_3 = "X1.7 O2.5>7 X3.3 O4.9>3 X5.5 O6.9"
LATE = "X1.1 =O O2.2>1 X3.6 =X O4.2 X5.4>1 O6.4"
ENDING = "X1.1 =X O2.2 =X X3.3 O4.4"
"""X has a line after three boxes if the third is X, too; otherwise the game goes on."""


def told(made: QuantumCircuit, block: QuantumCircuit | None = None) -> Iterator[str]:
    """The instructions of a circuit, or of a block of it: their names, qubits and bits; a barrier as its label."""
    for step in made.data if block is None else block.data:
        qubits = [made.find_bit(qubit).index for qubit in step.qubits]
        bits = [made.find_bit(bit).index for bit in step.clbits]
        match step.operation.name:
            case "barrier":
                assert qubits == [*range(9)]
                yield step.operation.label
            case "if_else":
                bit, value = step.operation.condition
                yield f"if {made.find_bit(bit).index} is {value}"
                yield from told(made, step.operation.blocks[0])
                yield "end"
            case name:
                yield " ".join(map(str, [name, *qubits, *bits]))


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("", ""),
        ("X1.5 =X", "X1.5, reset 4, x 4, measure 4 4"),
        ("X1.5 =O", "X1.5, reset 4, measure 4 4"),
        ("X1.5", "X1.5, measure 4 4"),
        ("X1.5 =X O2.2>5", "X1.5, reset 4, x 4, measure 4 4, O2.2>5"),
        (
            "X1.5 =X O2.2>5 X3.2",
            "X1.5, reset 4, x 4, measure 4 4, O2.2>5, X3.2, measure 1 1, cx_o0 1 4, measure 4 4",
        ),
        (
            "X1.5 O2.2>5 X3.2 =O",
            "X1.5, measure 4 4, O2.2>5, X3.2, reset 1, measure 1 1, cx_o0 1 4, measure 4 4",
        ),
        (
            FIGURE_3,
            "X1.7, reset 6, x 6, measure 6 6, O2.5>7, X3.3, reset 2, x 2, measure 2 2, O4.9>3, "
            "X5.5, reset 4, measure 4 4, cx_o0 4 6, measure 6 6, O6.9, reset 8, measure 8 8, cx_o0 8 2, measure 2 2",
        ),
        (
            "X1.1 O2.2 X3.9>1 O4.9",
            "X1.1, measure 0 0, O2.2, measure 1 1, X3.9>1, O4.9, measure 8 8, cx 8 0, measure 0 0",
        ),
    ],
)
def test_gates_are_those_of_the_source(text: str, steps: str) -> None:
    """Figures 1, 2 and 3, with written results and open ones; and a link of X's."""
    made = circuit(Hybrid(), text)
    assert [*told(made)] == SETUP + steps.split(", ") * bool(steps)
    assert [(register.name, register.size) for register in (*made.qregs, *made.cregs)] == [("boxes", 9), ("marks", 9)]


def test_two_links_of_a_control_act_one_after_the_other() -> None:
    text = "X1.1 O2.2>1 X3.2>1 O4.2"
    gates = ["O4.2", "measure 1 1", "cx_o0 1 0", "measure 0 0", "cx 1 0", "measure 0 0"]
    assert [*told(circuit(Hybrid(links="two"), text))][-len(gates) :] == gates


def test_to_take_is_to_fix_the_target_on_a_condition() -> None:
    take = Hybrid(effect="take")
    gates = ["X3.2", "measure 1 1", "if 1 is 0", "reset 0", "end", "measure 0 0"]
    assert [*told(circuit(take, "X1.1 O2.2>1 X3.2"))][-len(gates) :] == gates
    gates = ["O4.9", "measure 8 8", "if 8 is 1", "reset 0", "x 0", "end", "measure 0 0"]
    assert [*told(circuit(take, "X1.1 O2.2 X3.9>1 O4.9"))][-len(gates) :] == gates


# OpenQASM


def read(text: str) -> Iterator[str]:
    """The instructions of an OpenQASM 3 text of the kind that circuits of the game have."""
    assert text.splitlines()[2:4] == COMMENT.splitlines()
    body = re.sub(r"gate cx_o0 (\w+), (\w+) {\s*x \1;\s*cx \1, \2;\s*x \1;\s*}", "", text)
    lines = [line.strip() for line in body.replace(COMMENT, "").splitlines() if line.strip()]
    assert lines[:4] == ["OPENQASM 3.0;", 'include "stdgates.inc";', "bit[9] marks;", "qubit[9] boxes;"]
    for line in lines[4:]:
        numbers = " ".join(re.findall(r"\[(\d)\]", line))
        if line.startswith("if"):
            yield f"if {numbers} is {0 if '!' in line else 1}"
        elif line == "}":
            yield "end"
        elif line.startswith("marks"):
            assert re.fullmatch(r"marks\[(\d)\] = measure boxes\[\1\];", line)
            yield f"measure {numbers}"
        elif not line.startswith(("barrier", "//")):
            yield f"{line.split()[0]} {numbers}"


@pytest.mark.parametrize("effect", SWITCHES["effect"])
@pytest.mark.parametrize("text", [FIGURE_3, OPEN_FIGURE_3, LATE])
def test_open_qasm_says_what_the_circuit_does(text: str, effect: str) -> None:
    made = circuit(Hybrid(effect=effect), text)
    assert [*read(open_qasm(made))] == [step for step in told(made) if "." not in step]


def test_comments_name_the_moves() -> None:
    """Before the barrier after which each inserts its gates; a link inserts nothing."""
    said = [line.split(" boxes")[0] for line in open_qasm(circuit(Hybrid(), "X1.5 =X O2.2>5 X3.2")).splitlines()]
    assert said[said.index("h") + 9 :] == [
        *("// X1.5", "barrier", "reset", "x", "marks[4] = measure"),
        *("// O2.2>5", "barrier"),
        *("// X3.2", "barrier", "marks[1] = measure", "cx_o0", "marks[4] = measure"),
    ]


# Qiskit's simulator


def shots(text: str, count: int) -> set[str]:
    """What marks Qiskit's simulator leaves, with a dot for boxes that the game does not measure."""
    made = circuit(Hybrid(), text).decompose("cx_o0")
    counts = BasicSimulator().run(made, shots=count, seed_simulator=2019).result().get_counts()
    measured = {step.split()[1] for step in told(made) if step.startswith("measure")}
    return {
        "".join("OX"[int(bit)] if str(at) in measured else "." for at, bit in enumerate(reversed(bits)))
        for bits in counts
    }


@pytest.mark.parametrize("text", [LATE, "X1.1 =O O2.2>1 X3.2", "X1.7 O2.5>7 X3.5 O4.9>5 X5.9"])
def test_open_results_lead_to_the_marks_of_the_game(text: str) -> None:
    """In games that end on no way."""
    ways = branches(Hybrid(), text)
    assert all(Hybrid().actor(way.position) for way in ways)
    assert shots(text, 400) == {way.position.marks for way in ways}


# Branches


def test_ways_of_figure_2() -> None:
    """2 is found X or O; O reverses box 5, which was fixed as X."""
    ways = branches(Hybrid(), "X1.5 =X O2.2>5 X3.2")
    assert [(*map(str, way.results), way.position.marks, way.chance) for way in ways] == [
        ("=X", "=X", ".X..X....", Fraction(1, 2)),
        ("=X", "=O", ".O..O....", Fraction(1, 2)),
    ]


def test_way_that_has_ended_stays() -> None:
    ways = branches(Hybrid(), ENDING)
    assert [(len(way.results), way.position.marks, way.chance) for way in ways] == [
        (3, "XXX......", Fraction(1, 2)),
        (4, "XXOX.....", Fraction(1, 4)),
        (4, "XXOO.....", Fraction(1, 4)),
    ]


@pytest.mark.parametrize(
    ("text", "rule", "number"),
    [
        ("X1.5 O2.5", "HYB-MEASURE-1", 2),
        ("X1.5 O2.2>3", "HYB-LINK-1", 2),
        ("X1.5 =X =O", "HYB-RESULT-1", 3),
        ("=X", "HYB-RESULT-1", 1),
        ("X1.5 O2.2>5 =X", "HYB-RESULT-1", 3),
        ("X1.5 O2.2>5 X3.2>5", "HYB-CONTROL-1", 3),
        (ENDING.replace("X3.3", "X3.3 =X"), "HYB-END-1", 7),
        ("X1.5 O2.5>5", "HYB-LINK-1", 2),
    ],
)
def test_game_illegal_on_every_way_is_rejected(text: str, rule: str, number: int) -> None:
    for play in (branches, circuit):
        with pytest.raises(RuleBroken) as broken:
            play(Hybrid(), text)
        assert (broken.value.rule, broken.value.number) == (rule, number)
        assert broken.value.token == text.split()[number - 1]


def test_invalid_game_is_rejected() -> None:
    with pytest.raises(NotationError, match=r"token 2 'O2\.1-9'"):
        circuit(Hybrid(), "X1.5 O2.1-9")


def test_ways_are_known_without_qiskit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "qiskit", None)
    assert len(branches(Hybrid(), OPEN_FIGURE_3)) > 1
    with pytest.raises(ImportError):
        circuit(Hybrid(), OPEN_FIGURE_3)
