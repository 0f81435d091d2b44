"""The exact simulation of Q3T's circuits."""

from __future__ import annotations

from fractions import Fraction

import pytest
from qiskit import QuantumCircuit
from qiskit.quantum_info import Statevector

from qttt.reference.hybrid import Hybrid
from qttt.verification import Refuted
from qttt.verification.hybrid.circuit import compare_circuit, probability, simulate

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def pair() -> QuantumCircuit:
    """Two qubits and their bits."""
    return QuantumCircuit(2, 2)


def test_probability_that_is_not_a_512th_is_not_rounded() -> None:
    assert probability(Statevector([0.5, 0])) == QUARTER
    with pytest.raises(ArithmeticError, match="a probability of"):
        probability(Statevector([0.501, 0]))


def test_gate_at_the_quantum_move_is_noticed_though_results_agree() -> None:
    """It entangles control and target, but with both read at the end the probabilities are those of the game."""
    made = pair()
    made.reset(0)
    made.x(0)
    made.h(1)
    made.cx(1, 0, ctrl_state=0)
    made.measure([1, 0], [1, 0])
    assert [*simulate(made)] == [{(("2O", "1O"), "OO"): HALF, (("2X", "1X"), "XX"): HALF}]
    with pytest.raises(Refuted, match=r"entangled by cx.* on \[1, 0\]"):
        [*simulate(made, entangled=False)]


def test_circuits_that_end_ways_early_are_compared() -> None:
    """X has a line after three boxes on one way; there the circuit keeps measuring."""
    assert compare_circuit(Hybrid(), "X1.1 =X O2.2 =X X3.3 O4.4") == 3
