"""Q3T in the explorer, with the circuit of a game: the gates that each move adds, in words, and as OpenQASM 3."""

from collections.abc import Mapping, Sequence
from typing import Any

from qttt.app.explorer.question import BadQuestion
from qttt.app.explorer.shown import Answerer, Shown, Told, ended, lines_of_one
from qttt.app.hybrid.links import result_in_words
from qttt.app.hybrid.qasm import open_qasm
from qttt.reference.game import Actor, Record
from qttt.reference.hybrid import Link, Measure, PendingLink, Position
from qttt.reference.hybrid.branches import branches
from qttt.reference.hybrid.circuit import Operation, Turn, gated
from qttt.reference.hybrid.notation import NOTATION, Result
from qttt.reference.hybrid.picture import describe
from qttt.reference.hybrid.position import UNMEASURED

WORDS = {"RESET": "reset {} to O", "NOT": "NOT turns {} to X", "MEASUREMENT": "measure {}"}


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
            "lines": lines_of_one(lambda box: position.marks[box - 1], UNMEASURED),
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
        return [*told, *ended(game, after)]

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
    moves = NOTATION.write(each for each in record.actions if results == "written" or not isinstance(each, Result))
    position = record.positions[-1]
    return {
        "turns": [*map(_turn_json, gated(game, moves))],
        "waiting": [_link_json(link) for link in position.links if link.control != position.measuring],
        "marks": position.marks if results == "written" else None,
        "ways": len(branches(game, moves)),
        "qasm": open_qasm(game, moves),
    }


def _link_json(link: PendingLink) -> dict[str, Any]:
    return {"control": link.control, "target": link.target, "owner": link.owner}


def _turn_json(turn: Turn) -> dict[str, Any]:
    """A NOT on a condition is a part of the gate before it, which takes a mark."""
    gates = [gate_json(each) for each in turn.operations if each.name != "NOT" or not each.condition]
    return {"token": turn.token, "player": turn.player, "result": turn.result and turn.result.mark, "gates": gates}


def gate_json(operation: Operation) -> dict[str, Any]:
    """A gate, with its words. The gate of a link also has the link's control and owner.

    >>> gate_json(Operation("ANTI-CONTROLLED NOT", (1, 4)))["words"]
    'anti-controlled NOT from 2 to 5'
    """
    *controls, box = (qubit + 1 for qubit in operation.qubits)
    kind, control, owner = operation.name, controls[0] if controls else None, None
    if operation.condition:
        kind, control, owner = "TAKE", operation.condition[0] + 1, "OX"[operation.condition[1]]
        words = f"if {control} is {owner}, make {box} {owner}"
    elif control:
        kind, owner = "CONTROLLED NOT", "O" if operation.name.startswith("ANTI") else "X"
        words = f"{'anti-' * (owner == 'O')}controlled NOT from {control} to {box}"
    else:
        words = WORDS[kind].format(box)
    return {"kind": kind, "box": box, "control": control, "owner": owner, "words": words}


SHOWN = HybridShown()
