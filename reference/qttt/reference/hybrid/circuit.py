"""Q3T as a quantum circuit: nine qubits, gate by gate as the actions of a game come. Needs the extra `qiskit`.

See the page's section The circuit. Box b is qubit b - 1 and classical bit b - 1; |1> is X, and |0> is O. A
barrier with the name of a move stands before the gates of the move.

>>> made = circuit(Hybrid(), "X1.5 =X O2.2>5 X3.2")
>>> " ".join(step.operation.name for step in made.data[9:])
'barrier reset x measure barrier barrier measure cx_o0 measure'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.branches import branches, turns
from qttt.reference.hybrid.notation import NOTATION, Link, write_move
from qttt.reference.hybrid.position import BOXES, PendingLink
from qttt.reference.notation import player_of

if TYPE_CHECKING:
    from qiskit import QuantumCircuit

BIT = {Actor.X: 1, Actor.O: 0}
COMMENT = f"""\
// A game of {Hybrid.ruleset}. Box b is boxes[b - 1], and its bit is marks[b - 1]: 1 is X, 0 is O.
// The gates of a move follow its name. The bit of an unmeasured box has no meaning.
"""


def circuit(game: Hybrid, text: str) -> QuantumCircuit:
    """The circuit of a written game: it fixes written results and measures the others.

    Guaranteed: the circuit of a longer game begins with it; and LEMMA circuit, that it finds results and marks with the
    probabilities of `branches`. Raises what `branches` raises, and `ImportError` without Qiskit.

    Rule: HYB-STATE-1
    Rule: HYB-MEASURE-1
    Rule: HYB-LINK-1
    Rule: HYB-CIRCUIT-1
    """
    from qiskit import ClassicalRegister, QuantumCircuit, QuantumRegister

    branches(game, text)
    made = QuantumCircuit(QuantumRegister(len(BOXES), "boxes"), ClassicalRegister(len(BOXES), "marks"))
    made.h(made.qubits)
    links = list[PendingLink]()
    for ply, (move, result) in enumerate(turns(NOTATION.parse(text)), start=1):
        made.barrier(label=write_move(ply, move))
        if isinstance(move, Link):
            links.append(PendingLink(*move, player_of(ply)))
            continue
        if result:
            fix(made, move.box, result.mark)
        measure(made, move.box)
        for link in links:
            if link.control == move.box:
                act(made, link, game.effect)
                measure(made, link.target)
    return made


def measure(made: QuantumCircuit, box: int) -> None:
    """Measure a box into its bit.

    Rule: HYB-RESULT-1
    """
    made.measure(box - 1, box - 1)


def fix(made: QuantumCircuit, box: int, mark: Actor) -> None:
    """Make the mark of a box certain: RESET gives O, and a NOT after it gives X.

    Rule: HYB-RESULT-1
    """
    made.reset(box - 1)
    if mark is Actor.X:
        made.x(box - 1)


def act(made: QuantumCircuit, link: PendingLink, effect: str) -> None:
    """What a link does when its control has been measured.

    Reversing is a controlled NOT, anti-controlled if the link is O's. No gate can take a mark (`effect=take`):
    the control's bit decides whether the target is fixed anew, with the owner's mark.

    Rule: HYB-TRIGGER-1
    """
    control, owner = link.control - 1, BIT[link.owner]
    if effect == "reverse":
        made.cx(control, link.target - 1, ctrl_state=owner)
    else:
        with made.if_test((made.clbits[control], owner)):
            fix(made, link.target, link.owner)


def open_qasm(made: QuantumCircuit) -> str:
    """The OpenQASM 3 text of a circuit, as Qiskit writes it, with comments: `COMMENT`, and the name of each move."""
    from qiskit import qasm3

    moves = (step.operation.label for step in made.data if step.operation.name == "barrier")
    text = re.sub("^include.*\n", rf"\g<0>{COMMENT}", qasm3.dumps(made), flags=re.MULTILINE)
    return re.sub("^barrier", lambda barrier: f"// {next(moves)}\n{barrier[0]}", text, flags=re.MULTILINE)
