"""The circuit of a game of Q3T as OpenQASM 3."""

from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.circuit import GATES, Operation, gated
from qttt.reference.hybrid.position import BOXES

HEAD = f"""\
OPENQASM 3.0;
include "stdgates.inc";
// A game of {Hybrid.ruleset}. Box b is boxes[b - 1], and its bit is marks[b - 1]: 1 is X, 0 is O.
// The gates of a move follow its name. The bit of an unmeasured box has no meaning.
"""
ANTI = """\
gate cx_o0 _gate_q_0, _gate_q_1 {
  x _gate_q_0;
  cx _gate_q_0, _gate_q_1;
  x _gate_q_0;
}
"""
BARRIER = f"barrier {', '.join(f'boxes[{box - 1}]' for box in BOXES)};"


def open_qasm(game: Hybrid, text: str) -> str:
    """The circuit of a written game, as Qiskit writes it, with the name of each move. Not guaranteed for a text that
    `qttt.reference.hybrid.circuit.branches` rejects."""
    lines = ["bit[9] marks;", "qubit[9] boxes;", *(f"h boxes[{box - 1}];" for box in BOXES)]
    for turn in gated(game, text):
        lines += [f"// {turn.token}", BARRIER, *map(_written, turn.operations)]
    anti = ANTI * any(line.startswith("cx_o0") for line in lines)
    return f"{HEAD}{anti}" + "\n".join(lines) + "\n"


def _written(operation: Operation) -> str:
    """
    >>> print(_written(Operation("RESET", (4,), (1, 0))))
    if (!marks[1]) {
      reset boxes[4];
    }
    """
    does = f"{GATES[operation.name]} {', '.join(f'boxes[{qubit}]' for qubit in operation.qubits)};"
    if operation.name == "MEASUREMENT":
        does = f"marks[{operation.qubits[0]}] = {does}"
    if not operation.condition:
        return does
    bit, value = operation.condition
    return f"if ({'!' * (not value)}marks[{bit}]) {{\n  {does}\n}}"
