"""`qttt show hybrid --circuit`: the circuit of a game, drawn and as OpenQASM 3, and the ways it can go."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from qttt.app import plots, screen
from qttt.app.files import check_file, suffix_of, writing
from qttt.app.games import Answer, json_of
from qttt.app.installed import need
from qttt.reference.hybrid import Hybrid, Measure
from qttt.reference.hybrid.circuit import GATES, Branch, Operation, branches, circuit, gated, turns
from qttt.reference.hybrid.notation import NOTATION
from qttt.reference.hybrid.position import BOXES
from qttt.reference.picture import listed

if TYPE_CHECKING:
    from qiskit import QuantumCircuit

QASM = ".qasm"
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
NARROWEST = 40
"""Columns of a terminal: Qiskit cannot draw in much fewer."""
LEGEND = "In a box |1> is X, and |0> is O. The gates of a move follow its name."


def answer(game: Hybrid, moves: str, out: Path | None, only_qasm: bool) -> Answer:
    """The circuit of a game, also written to the file `out`; for people only its OpenQASM 3 if `only_qasm`.

    In JSON `operations` counts the operations, `ways` the outcomes of the open results. Raises, in this order:
    `NotationError` and `RuleBroken` for a game that cannot be played, BadInput for a file that cannot be used, and
    BadInput without Qiskit.
    """
    ways = branches(game, moves)
    if out:
        check_out(out)
    need("a circuit", "qiskit", "qiskit")
    played, made = NOTATION.parse(moves), circuit(game, moves)
    qasm = open_qasm(game, moves)
    write = writing(out, lambda suffix: qasm.encode() if suffix == QASM else picture(made, suffix))
    measured = [(move.box, not result) for move, result in turns(played) if isinstance(move, Measure)]
    open_boxes = [box for box, is_open in measured if is_open]

    def way_object(way: Branch) -> dict[str, object]:
        """The result of each measured box, in measuring order; a way that ends sooner has fewer results."""
        ended = game.actor(way.position) is None
        return {
            "results": {str(box): result.mark for (box, _), result in zip(measured, way.results, strict=False)},
            "marks": way.position.marks,
            "outcome": str(game.score(way.position).outcome) if ended else None,
            "probability": str(way.chance),
        }

    def json_object() -> dict[str, object]:
        return {
            **json_of(game),
            "moves": NOTATION.write(played),
            "qubits": made.num_qubits,
            "clbits": made.num_clbits,
            "operations": {name: count for name, count in made.count_ops().items() if name != "barrier"},
            "open": open_boxes,
            "ways": [*map(way_object, ways)],
            "qasm": qasm,
        }

    def display() -> None:
        """Print the drawing, as wide as the terminal is, and what is left open."""
        console = screen.console()
        console.print(screen.title(game))
        drawing = drawn(made, "text", fold=max(console.width, NARROWEST))
        drawing.encoding = "utf-8"  # otherwise Qiskit warns where the terminal has another one
        console.print(Text(drawing.single_string()), soft_wrap=True)
        console.print(LEGEND, style="dim", soft_wrap=True)
        if boxes := [f"box {box}" for box in open_boxes]:
            can_go = f"the game can go {screen.many(len(ways), 'way')}."
            console.print(f"Results left open: {listed(boxes)}; {can_go}", soft_wrap=True)

    return Answer(json_object, lambda: print(qasm, end="") if only_qasm else display(), write=write)


def check_out(path: Path) -> None:
    """Raise BadInput unless a circuit can be written in the format that the file's name says."""
    suffix = suffix_of(path, QASM, *plots.SUFFIXES)
    check_file(path)
    if suffix != QASM:
        need("a drawing of a circuit", "qiskit", "matplotlib", "pylatexenc")


def drawn(made: "QuantumCircuit", output: str, **style: Any) -> Any:
    """Qiskit's drawing of a circuit, with a wire for each box and one for the mark of each measured box."""
    from qiskit import ClassicalRegister, QuantumCircuit, QuantumRegister

    boxes = [QuantumRegister(1, f"box {box}") for box in BOXES]
    named = QuantumCircuit(*boxes, *(ClassicalRegister(1, f"mark {box}") for box in BOXES))
    named.compose(made, named.qubits, named.clbits, inplace=True)
    return named.draw(output, idle_wires=False, cregbundle=False, **style)


def picture(made: "QuantumCircuit", suffix: str) -> bytes:
    """Qiskit's drawing of a circuit, by matplotlib: the same circuit always gives the same file."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    with plots.own_settings(**{"svg.fonttype": "path"}), mpl.rc_context({"savefig.bbox": "tight"}):
        figure = drawn(made, "mpl", style="iqp")
        try:
            return plots.picture_bytes(figure, suffix)
        finally:
            pyplot.close(figure)


def open_qasm(game: Hybrid, text: str) -> str:
    """The circuit of a written game, as Qiskit writes it, with the name of each move. Not guaranteed for a text that
    `qttt.reference.hybrid.branches.branches` rejects."""
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
