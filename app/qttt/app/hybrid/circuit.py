"""`qttt circuit hybrid`: the circuit of a written game, as a drawing and as OpenQASM 3, and the ways that it can go."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from qttt.app import plots, screen
from qttt.app.errors import BadInput
from qttt.app.extras import need
from qttt.app.files import check_file, write_bytes
from qttt.app.games import listed
from qttt.app.hybrid.show import described_game
from qttt.reference.hybrid import Hybrid, Measure
from qttt.reference.hybrid_branches import Branch, branches, turns
from qttt.reference.hybrid_circuit import circuit, open_qasm
from qttt.reference.hybrid_notation import parse, write

if TYPE_CHECKING:
    from qiskit import QuantumCircuit

QASM = ".qasm"
SUFFIXES = (QASM, *plots.SUFFIXES)
NARROWEST = 40
"""Columns of a terminal: Qiskit cannot draw in much fewer."""
LEGEND = "Qubit b - 1 is box b; |1> is X, and |0> is O. What a move puts in stands behind its name."


@dataclass(frozen=True)
class Drawn:
    """A written game, the ways that it can go, and its circuit. Raises BadInput without Qiskit, `NotationError` and
    `RuleBroken` for a game that cannot be played."""

    game: Hybrid
    moves: str
    made: "QuantumCircuit"

    @classmethod
    def of(cls, game: Hybrid, moves: str) -> "Drawn":
        need("a circuit", "qiskit", "qiskit")
        return cls(game, write(parse(moves)), circuit(game, moves))

    @cached_property
    def ways(self) -> tuple[Branch, ...]:
        """Every way that the game can go."""
        return branches(self.game, self.moves)

    @property
    def open_boxes(self) -> list[int]:
        """The boxes whose results are left for the circuit to find, in the order in which they are measured."""
        return [move.box for move, result in turns(parse(self.moves)) if isinstance(move, Measure) and not result]

    @property
    def qasm(self) -> str:
        """The OpenQASM 3 text."""
        return open_qasm(self.made)


def check_out(path: Path) -> None:
    """Raise BadInput unless a circuit can be written in the form that the name of the file says."""
    if path.suffix not in SUFFIXES:
        raise BadInput(f"{path}: expected a name that ends in {listed(SUFFIXES, 'or')}")
    check_file(path)
    if path.suffix != QASM:
        need("a drawing of a circuit", "qiskit", "matplotlib", "pylatexenc")


def write_out(drawn: Drawn, path: Path) -> None:
    """Write a circuit to a file, in the form that its name says, whole or not at all."""
    write_bytes(path, drawn.qasm.encode() if path.suffix == QASM else picture(drawn.made, path.suffix))


def picture(made: "QuantumCircuit", suffix: str) -> bytes:
    """Qiskit's drawing of a circuit, by matplotlib: the same circuit always gives the same file."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    with plots.settled(), mpl.rc_context({"savefig.bbox": "tight"}):
        figure = made.draw("mpl", style="iqp", idle_wires=True)
        try:
            return plots.picture_bytes(figure, suffix)
        finally:
            pyplot.close(figure)


def described(drawn: Drawn) -> dict[str, Any]:
    """The JSON object of a circuit. `operations` counts them, `ways` has what comes of the open results."""
    operations = {name: count for name, count in drawn.made.count_ops().items() if name != "barrier"}
    return {
        **described_game(drawn.game),
        "moves": drawn.moves,
        "qubits": drawn.made.num_qubits,
        "clbits": drawn.made.num_clbits,
        "operations": operations,
        "open": drawn.open_boxes,
        "ways": [_described_way(drawn.game, way) for way in drawn.ways],
        "qasm": drawn.qasm,
    }


def _described_way(game: Hybrid, way: Branch) -> dict[str, Any]:
    ended = game.actor(way.position) is None
    return {
        "results": [*map(str, way.results)],
        "marks": way.position.marks,
        "outcome": str(game.score(way.position).outcome) if ended else None,
        "probability": str(way.chance),
    }


def printed(drawn: Drawn) -> None:
    """Print the drawing, as wide as the terminal is, and what is left open."""
    out = screen.console()
    out.print(screen.title(drawn.game))
    width = max(out.width, NARROWEST)
    out.print(Text(drawn.made.draw("text", fold=width, idle_wires=True).single_string()), soft_wrap=True)
    out.print(LEGEND, style="dim", soft_wrap=True)
    if boxes := [*map(str, drawn.open_boxes)]:
        ways = screen.many(len(drawn.ways), "way")
        out.print(f"Left open is what is found in {listed(boxes)}: the game can go {ways}.", soft_wrap=True)
