"""The exact simulation of Q3T's circuits."""

from __future__ import annotations

from fractions import Fraction

import pytest
from qiskit import QuantumCircuit
from qiskit.quantum_info import Statevector

from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.circuit import circuit
from qttt.verification import Refuted
from qttt.verification.hybrid.circuit import compared, probability, simulated

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def pair() -> QuantumCircuit:
    """Two qubits and their bits."""
    return QuantumCircuit(2, 2)


# Simulation


def test_measurements_and_their_repetition() -> None:
    made = pair()
    made.h(0)
    made.measure(0, 0)
    made.barrier()
    made.x(0)
    made.measure(0, 0)
    before, after = simulated(made)
    assert before == {(("1O",), "O."): HALF, (("1X",), "X."): HALF}
    assert after == {(("1O",), "X."): HALF, (("1X",), "O."): HALF}


def test_entangled_qubits_and_resets() -> None:
    """A reset leaves its partner undecided."""
    made = pair()
    made.h(0)
    made.cx(0, 1)
    made.measure(1, 1)
    made.measure(0, 0)
    assert [*simulated(made)] == [{(("2O", "1O"), "OO"): HALF, (("2X", "1X"), "XX"): HALF}]
    made = pair()
    made.h(0)
    made.cx(0, 1, ctrl_state=0)
    made.reset(0)
    made.measure([0, 1], [0, 1])
    assert [*simulated(made)] == [{(("1O", "2O"), "OO"): HALF, (("1O", "2X"), "OX"): HALF}]


@pytest.mark.parametrize(("value", "marks"), [(1, {"OO", "XX"}), (0, {"OX", "XO"})])
def test_condition_looks_at_a_bit(value: int, marks: set[str]) -> None:
    made = pair()
    made.h(0)
    made.measure(0, 0)
    with made.if_test((made.clbits[0], value)):
        made.reset(1)
        made.x(1)
    made.measure(1, 1)
    [found] = simulated(made)
    assert {seen for _, seen in found} == marks
    assert {*found.values()} == {HALF}


def test_probability_that_is_not_a_512th_is_not_rounded() -> None:
    assert probability(Statevector([0.5, 0])) == QUARTER
    with pytest.raises(ArithmeticError, match="a probability of"):
        probability(Statevector([0.501, 0]))


# The comparison


def test_gate_at_the_quantum_move_is_noticed_though_results_agree() -> None:
    """It entangles control and target, but with both read at the end the probabilities are those of the game."""
    made = pair()
    made.reset(0)
    made.x(0)
    made.h(1)
    made.cx(1, 0, ctrl_state=0)
    made.measure([1, 0], [1, 0])
    assert [*simulated(made)] == [{(("2O", "1O"), "OO"): HALF, (("2X", "1X"), "XX"): HALF}]
    with pytest.raises(Refuted, match=r"entangled by cx.* on \[1, 0\]"):
        [*simulated(made, entangled=False)]


def test_circuits_that_end_ways_early_are_compared() -> None:
    """X has a line after three boxes on one way; there the circuit keeps measuring."""
    assert compared(circuit, Hybrid(), "X1.1 =X O2.2 =X X3.3 O4.4") == 3
