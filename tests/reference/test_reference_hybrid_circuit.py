"""Q3T as a quantum circuit: its OpenQASM text, and Qiskit's own simulator. The vectors list the gates of games."""

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

FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O"
OPEN_FIGURE_3 = "X1.7 O2.5>7 X3.3 O4.9>3 X5.5 O6.9"
LATE = "X1.1 =O O2.2>1 X3.6 =X O4.2 X5.4>1 O6.4"


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


# Games


def test_way_that_has_ended_stays() -> None:
    ways = branches(Hybrid(), "X1.1 =X O2.2 =X X3.3 O4.4")
    assert [(len(way.results), way.position.marks, way.chance) for way in ways] == [
        (3, "XXX......", Fraction(1, 2)),
        (4, "XXOX.....", Fraction(1, 4)),
        (4, "XXOO.....", Fraction(1, 4)),
    ]


def test_invalid_game_is_rejected() -> None:
    with pytest.raises(NotationError, match=r"token 2 'O2\.1-9'"):
        circuit(Hybrid(), "X1.5 O2.1-9")
    for play in (branches, circuit):
        with pytest.raises(RuleBroken, match=r"token 3 '=O': HYB-RESULT-1: "):
            play(Hybrid(), "X1.5 =X =O")


def test_ways_are_known_without_qiskit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "qiskit", None)
    assert len(branches(Hybrid(), OPEN_FIGURE_3)) > 1
    with pytest.raises(ImportError):
        circuit(Hybrid(), OPEN_FIGURE_3)
