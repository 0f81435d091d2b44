"""`qttt show hybrid --circuit`: the circuit of a game, drawn and as OpenQASM 3, and the ways it can go."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from qttt.app import plots, screen
from qttt.app.extras import need
from qttt.app.files import check_file, suffix_of, write_bytes
from qttt.app.games import json_of
from qttt.app.query import Answer
from qttt.reference.hybrid import Hybrid, Measure
from qttt.reference.hybrid.branches import Branch, branches, turns
from qttt.reference.hybrid.circuit import circuit, open_qasm
from qttt.reference.hybrid.notation import NOTATION
from qttt.reference.picture import listed

if TYPE_CHECKING:
    from qiskit import QuantumCircuit

QASM = ".qasm"
SUFFIXES = (QASM, *plots.SUFFIXES)
NARROWEST = 40
"""Columns of a terminal: Qiskit cannot draw in much fewer."""
LEGEND = "Qubit b - 1 is box b; |1> is X, and |0> is O. The gates of a move follow its name."


@dataclass(frozen=True)
class Drawn:
    """A written game, every way that it can go, and its circuit."""

    game: Hybrid
    moves: str
    ways: tuple[Branch, ...]
    made: "QuantumCircuit"

    @classmethod
    def of(cls, game: Hybrid, moves: str, out: Path | None = None) -> "Drawn":
        """The circuit of a game, after checking `out` if it is named. Raises, in this order: `NotationError` and
        `RuleBroken` for a game that cannot be played, what `check_out` raises, and BadInput without Qiskit."""
        ways = branches(game, moves)
        if out:
            check_out(out)
        need("a circuit", "qiskit", "qiskit")
        return cls(game, NOTATION.write(NOTATION.parse(moves)), ways, circuit(game, moves))

    @property
    def boxes(self) -> list[tuple[int, bool]]:
        """The boxes in the order in which they are measured, and whether the circuit is to find the result."""
        return [
            (move.box, not result) for move, result in turns(NOTATION.parse(self.moves)) if isinstance(move, Measure)
        ]

    @property
    def open_boxes(self) -> list[int]:
        """The boxes whose results the circuit is to find, in that order."""
        return [box for box, is_open in self.boxes if is_open]

    @property
    def qasm(self) -> str:
        """The OpenQASM 3 text."""
        return open_qasm(self.made)


def answer(game: Hybrid, moves: str, out: Path | None, qasm: bool) -> Answer:
    """The circuit of a game, also written to the file `out`; for people only its OpenQASM 3 if `qasm`.

    Raises what `Drawn.of` raises, and BadInput if the file cannot be written.
    """
    drawn = Drawn.of(game, moves, out)
    if out:
        write_out(drawn, out)
    return Answer(lambda: json_object(drawn), lambda: print(drawn.qasm, end="") if qasm else display(drawn))


def check_out(path: Path) -> None:
    """Raise BadInput unless a circuit can be written in the format that the file's name says."""
    suffix = suffix_of(path, *SUFFIXES)
    check_file(path)
    if suffix != QASM:
        need("a drawing of a circuit", "qiskit", "matplotlib", "pylatexenc")


def write_out(drawn: Drawn, path: Path) -> None:
    """Write a circuit to a file, in the format that its name says, whole or not at all."""
    suffix = suffix_of(path)
    write_bytes(path, drawn.qasm.encode() if suffix == QASM else picture(drawn.made, suffix))


def picture(made: "QuantumCircuit", suffix: str) -> bytes:
    """Qiskit's drawing of a circuit, by matplotlib: the same circuit always gives the same file."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    with plots.settled(**{"svg.fonttype": "path"}), mpl.rc_context({"savefig.bbox": "tight"}):
        figure = made.draw("mpl", style="iqp", idle_wires=True)
        try:
            return plots.picture_bytes(figure, suffix)
        finally:
            pyplot.close(figure)


def json_object(drawn: Drawn) -> dict[str, Any]:
    """The JSON object of a circuit. `operations` counts the operations, `ways` the outcomes of the open results."""
    operations = {name: count for name, count in drawn.made.count_ops().items() if name != "barrier"}
    return {
        **json_of(drawn.game),
        "moves": drawn.moves,
        "qubits": drawn.made.num_qubits,
        "clbits": drawn.made.num_clbits,
        "operations": operations,
        "open": drawn.open_boxes,
        "ways": [_json_of_way(drawn, way) for way in drawn.ways],
        "qasm": drawn.qasm,
    }


def _json_of_way(drawn: Drawn, way: Branch) -> dict[str, Any]:
    """The result of each measured box, in measuring order; a way that ends sooner has fewer results."""
    game = drawn.game
    ended = game.actor(way.position) is None
    return {
        "results": {str(box): result.mark for (box, _), result in zip(drawn.boxes, way.results, strict=False)},
        "marks": way.position.marks,
        "outcome": str(game.score(way.position).outcome) if ended else None,
        "probability": str(way.chance),
    }


def display(drawn: Drawn) -> None:
    """Print the drawing, as wide as the terminal is, and what is left open."""
    out = screen.console()
    out.print(screen.title(drawn.game))
    width = max(out.width, NARROWEST)
    drawing = drawn.made.draw("text", fold=width, idle_wires=True)
    drawing.encoding = "utf-8"  # otherwise Qiskit warns where the terminal has another one
    out.print(Text(drawing.single_string()), soft_wrap=True)
    out.print(LEGEND, style="dim", soft_wrap=True)
    if boxes := [f"box {box}" for box in drawn.open_boxes]:
        ways = screen.many(len(drawn.ways), "way")
        out.print(f"Results left open: {listed(boxes)}; the game can go {ways}.", soft_wrap=True)
