"""Q3T in the explorer, with the circuit of a game without Qiskit: the gates that each move adds, in words, and as
OpenQASM 3. `qttt.reference.hybrid.circuit` builds the same circuit in Qiskit; the tests compare the two."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from qttt.app.explorer.question import BadQuestion
from qttt.app.explorer.shown import Answerer, Shown, Told
from qttt.app.hybrid.links import result_in_words
from qttt.reference.board import lines
from qttt.reference.game import Actor, Record
from qttt.reference.hybrid import Hybrid, Link, Measure, PendingLink, Position
from qttt.reference.hybrid.branches import branches, turns
from qttt.reference.hybrid.circuit import COMMENT
from qttt.reference.hybrid.notation import NOTATION, Action, Result, write_move
from qttt.reference.hybrid.picture import describe
from qttt.reference.hybrid.position import BOXES, UNMEASURED
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

    >>> for turn in circuit_turns(Hybrid(), NOTATION.parse("X1.5 =X O2.2>5 X3.2")):
    ...     print(turn.token, *turn.gates, sep="; ")
    X1.5; RESET 5; NOT 5; MEASUREMENT 5
    O2.2>5
    X3.2; MEASUREMENT 2; ANTI-CONTROLLED NOT 2 5; MEASUREMENT 5
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


class HybridShown(Shown):
    """See `Shown`."""

    short = "Q3T"
    about = (
        "Nine boxes are in superposition. A move measures one, which becomes X or O with equal chances, or links an "
        "unmeasured box to a measured one: if the first is later found to be yours, the mark of the second is reversed."
        " Three marks of a player in a row win."
    )
    ordered = True

    def picture(self, game: Any, position: Position) -> Mapping[str, Any]:
        return {
            "marks": {str(box): position.marks[box - 1] for box in position.measured},
            "links": [_link_json(link) for link in position.links],
            "measuring": position.measuring,
            "lines": [[*line] for line in lines() if _held(position, line)],
            "results": self.results(game, position),
        }

    def results(self, game: Any, position: Position) -> dict[str, Any]:
        """The picture of the position after each result of a measurement; empty if none is due."""
        if position.measuring is None:
            return {}
        return {str(result): self.picture(game, game.play(position, result)) for result in Result}

    def words(self, game: Any, position: Position) -> str:
        return describe(position)

    def told(self, game: Any, before: Position, action: Any, after: Position) -> Sequence[Told]:
        if isinstance(action, Measure):
            return [Told(f"{before.turn} measures {action.box}: X or O, each with probability 1/2", "HYB-MEASURE-1")]
        if isinstance(action, Link):
            words = (
                f"{before.turn} linked {action.control} to {action.target}: if {action.control} is found "
                f"{before.turn}, the link acts on {action.target}"
            )
            return [Told(words, "HYB-LINK-1")]
        told = [Told(f"Measured: {result_in_words(game, before, action).plain}", "HYB-RESULT-1")]
        if any(link.control == before.measuring for link in before.links):
            told.append(Told("The links of a measured box act at once and are gone", "HYB-TRIGGER-1"))
        if game.actor(after) is None:
            ended = game.score(after).outcome
            told.append(Told(f"The game is over, {ended}", ended.rule))
        return told

    def next(self, game: Any, position: Position) -> str:
        match game.actor(position):
            case None:
                return ""
            case Actor.CHANCE:
                return f"{position.turn} measures {position.measuring}: X or O, with equal chances"
        linked = any(isinstance(action, Link) for action in game.actions(position))
        return f"{position.turn} to move: measure a box" + ", or link one to a measured box" * linked

    def questions(self) -> Mapping[str, tuple[Answerer, Sequence[str], str]]:
        about = "The circuit of a game: the gates of each move, and OpenQASM 3. results=open leaves all results open"
        return {"circuit": (circuit_json, ("results",), about)}


def circuit_json(game: Any, record: Record[Any, Any], own: Mapping[str, str]) -> dict[str, Any]:
    """The circuit of a game: what each move adds, the links that wait, and OpenQASM 3.

    `ways` counts the ways that the game can go. Raises `BadQuestion` for a game that starts at a written position.
    """
    results = own.get("results", "written")
    if results not in ("written", "open"):
        raise BadQuestion(f"results '{results[:40]}': expected written or open")
    if record.positions[0] != game.initial():
        raise BadQuestion("a circuit belongs to a whole game: give its moves, not a position", "HYB-CIRCUIT-1")
    kept = [action for action in record.actions if results == "written" or not isinstance(action, Result)]
    turns = [*circuit_turns(game, kept)]
    position = record.positions[-1]
    return {
        "turns": [_turn_json(turn) for turn in turns],
        "waiting": [_link_json(link) for link in position.links if link.control != position.measuring],
        "marks": position.marks if results == "written" else None,
        "ways": len(branches(game, NOTATION.write(kept))),
        "qasm": open_qasm(turns),
    }


def _link_json(link: PendingLink) -> dict[str, Any]:
    return {"control": link.control, "target": link.target, "owner": link.owner}


def _turn_json(turn: Turn) -> dict[str, Any]:
    gates = [
        {"kind": gate.kind, "box": gate.box, "control": gate.control, "owner": gate.owner, "words": gate.words}
        for gate in turn.gates
    ]
    return {"token": turn.token, "player": turn.player, "result": turn.result and turn.result.mark, "gates": gates}


def _held(position: Position, line: tuple[int, ...]) -> bool:
    held = {position.marks[box - 1] for box in line}
    return len(held) == 1 and UNMEASURED not in held


SHOWN = HybridShown()
