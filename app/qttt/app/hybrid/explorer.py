"""Q3T in the explorer."""

from collections.abc import Mapping, Sequence
from typing import Any

from qttt.app.explorer.question import BadQuestion
from qttt.app.explorer.shown import Answerer, Shown, Told
from qttt.app.hybrid.gates import Turn, circuit_turns, open_qasm
from qttt.app.hybrid.links import result_in_words
from qttt.reference.board import lines
from qttt.reference.game import Actor, Record
from qttt.reference.hybrid import Link, Measure, PendingLink, Position, Result
from qttt.reference.hybrid.branches import branches
from qttt.reference.hybrid.notation import NOTATION
from qttt.reference.hybrid.picture import describe
from qttt.reference.hybrid.position import UNMEASURED


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
