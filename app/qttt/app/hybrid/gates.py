"""The circuit of a Q3T game without Qiskit: the gates that each move adds, in words, and as OpenQASM 3.

See the rule page's section The circuit. `qttt.reference.hybrid.circuit` builds the same circuit in Qiskit; the tests
compare the two.

>>> from qttt.reference.hybrid.notation import NOTATION
>>> for turn in circuit_turns(Hybrid(), NOTATION.parse("X1.5 =X O2.2>5 X3.2")):
...     print(turn.token, *turn.gates, sep="; ")
X1.5; RESET 5; NOT 5; MEASUREMENT 5
O2.2>5
X3.2; MEASUREMENT 2; ANTI-CONTROLLED NOT 2 5; MEASUREMENT 5
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid, Link, PendingLink
from qttt.reference.hybrid.branches import turns
from qttt.reference.hybrid.circuit import COMMENT
from qttt.reference.hybrid.notation import Action, Result, write_move
from qttt.reference.hybrid.position import BOXES
from qttt.reference.notation import player_of


class Kind(StrEnum):
    """What a gate does. `TAKE` is a RESET, and for X a NOT, on condition that the control's bit is the owner's."""

    RESET = "RESET"
    NOT = "NOT"
    MEASURE = "MEASUREMENT"
    REVERSE = "CONTROLLED NOT"
    TAKE = "TAKE"


class Gate(NamedTuple):
    """A gate on a box. The gate of a link also has the link's control and owner."""

    kind: Kind
    box: int
    control: int | None = None
    owner: Actor | None = None

    def __str__(self) -> str:
        if self.control is None:
            return f"{self.kind} {self.box}"
        if self.kind is Kind.TAKE:
            return f"{self.kind} {self.box} AS {self.owner} IF {self.control} IS {self.owner}"
        return f"{'ANTI-' * (self.owner is Actor.O)}{self.kind} {self.control} {self.box}"

    @property
    def words(self) -> str:
        """The gate in words."""
        match self.kind:
            case Kind.RESET:
                return f"reset {self.box} to O"
            case Kind.NOT:
                return f"NOT turns {self.box} to X"
            case Kind.MEASURE:
                return f"measure {self.box}"
            case Kind.REVERSE:
                return f"{'anti-' * (self.owner is Actor.O)}controlled NOT from {self.control} to {self.box}"
            case Kind.TAKE:
                return f"if {self.control} is {self.owner}, make {self.box} {self.owner}"

    @property
    def qasm(self) -> str:
        """The lines of OpenQASM 3."""
        box = f"boxes[{self.box - 1}]"
        reset, turn = f"reset {box};", f"x {box};"
        match self.kind:
            case Kind.RESET:
                return reset
            case Kind.NOT:
                return turn
            case Kind.MEASURE:
                return f"marks[{self.box - 1}] = measure {box};"
        assert self.control is not None
        is_x = self.owner is Actor.X
        if self.kind is Kind.REVERSE:
            return f"{'cx' if is_x else 'cx_o0'} boxes[{self.control - 1}], {box};"
        taken = [reset, turn] if is_x else [reset]
        return "\n".join([f"if ({'' if is_x else '!'}marks[{self.control - 1}]) {{", *(f"  {x}" for x in taken), "}"])


class Turn(NamedTuple):
    """A move, its written result (None: open, or a quantum move), and the gates that it adds."""

    token: str
    player: Actor
    result: Result | None
    link: Link | None
    gates: tuple[Gate, ...]


def circuit_turns(game: Hybrid, actions: Sequence[Action]) -> Iterator[Turn]:
    """The moves of a legal game, whose results may be left out, with their gates.

    Rule: HYB-CIRCUIT-1
    """
    kind = Kind.REVERSE if game.effect == "reverse" else Kind.TAKE
    links = list[PendingLink]()
    for ply, (move, result) in enumerate(turns(actions), start=1):
        token, player = write_move(ply, move), player_of(ply)
        if isinstance(move, Link):
            links.append(PendingLink(*move, player))
            yield Turn(token, player, None, move, ())
            continue
        box = move.box
        fixed = [Gate(Kind.RESET, box)] if result else []
        turned = [Gate(Kind.NOT, box)] if result is Result.X else []
        triggered = [
            gate
            for link in links
            if link.control == box
            for gate in (Gate(kind, link.target, box, link.owner), Gate(Kind.MEASURE, link.target))
        ]
        yield Turn(token, player, result, None, (*fixed, *turned, Gate(Kind.MEASURE, box), *triggered))


ANTI = """\
gate cx_o0 _gate_q_0, _gate_q_1 {
  x _gate_q_0;
  cx _gate_q_0, _gate_q_1;
  x _gate_q_0;
}
"""
BARRIER = f"barrier {', '.join(f'boxes[{box - 1}]' for box in BOXES)};"


def open_qasm(turns_made: Sequence[Turn]) -> str:
    """The circuit in OpenQASM 3: what `qttt show hybrid --qasm` prints."""
    anti = any(gate.kind is Kind.REVERSE and gate.owner is Actor.O for turn in turns_made for gate in turn.gates)
    lines = ["bit[9] marks;", "qubit[9] boxes;", *(f"h boxes[{box - 1}];" for box in BOXES)]
    for turn in turns_made:
        lines += [f"// {turn.token}", BARRIER, *(gate.qasm for gate in turn.gates)]
    return f'OPENQASM 3.0;\ninclude "stdgates.inc";\n{COMMENT}{ANTI * anti}' + "\n".join(lines) + "\n"
