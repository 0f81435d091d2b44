"""Runs the conformance vectors of probabilistic tic-tac-toe, as `spec/qttt/spec/vectors/README.md` says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qttt.reference.notation import NotationError
from qttt.reference.probabilistic import Action
from qttt.reference.probabilistic.board import Board, BoardError
from qttt.reference.probabilistic.file import Entry
from qttt.reference.probabilistic.notation import NOTATION
from qttt.spec import Vector, vectors
from qttt.verification.conformance import Illegal, NotAnswered, Verdict, answered, refusal, summed_up
from qttt.verification.probabilistic.engines import DOUBLE, EXACT, REFERENCE, Engine, Implementation


@dataclass(frozen=True)
class Replayed:
    """An engine after a vector has been played: `position` is reached, `before` was there before `action`, its last."""

    engine: Engine[Any]
    board: Board
    position: Any
    action: Action | None = None
    before: Any = None

    def told(self, number: Fraction, expected: str) -> str:
        """A number of the engine as text: what is expected, if it is near enough."""
        return expected if abs(number - Fraction(expected)) <= self.engine.error else str(number)

    def among_the_best(self, best: Sequence[Action], expected: Sequence[str]) -> list[str]:
        """Best squares as text: what is expected, if the engine has these and may have others, too."""
        said = [str(action) for action in best]
        return [*expected] if self.engine.error and {*expected} <= {*said} else said


def actor(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.actor(replayed.position)


def actions(replayed: Replayed, expected: Any) -> Any:
    legal = replayed.engine.actions(replayed.position)
    return len(legal) if isinstance(expected, int) else [str(action) for action in legal]


def chance(replayed: Replayed, _: Any) -> Any:
    return {str(outcome): str(number) for outcome, number in replayed.engine.chance(replayed.position).items()}


def marks(replayed: Replayed, _: Any) -> Any:
    return {str(square): mark for square, mark in replayed.engine.marks(replayed.position).items()}


def outcome(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.outcome(replayed.position)


def value(replayed: Replayed, expected: Any) -> Any:
    return replayed.told(replayed.engine.value(replayed.position), expected)


def value_near(replayed: Replayed, expected: Any) -> Any:
    printed, distance = map(Fraction, expected)
    found = replayed.engine.value(replayed.position)
    return expected if abs(found - printed) <= distance + replayed.engine.error else str(found)


def best(replayed: Replayed, expected: Any) -> Any:
    return replayed.among_the_best(replayed.engine.best(replayed.position), expected)


def optimal(replayed: Replayed, expected: Any) -> Any:
    if replayed.engine.error and not expected:
        raise NotAnswered
    return replayed.action in replayed.engine.best(replayed.before)


def first_moves(replayed: Replayed, expected: Any) -> Any:
    engine, position = replayed.engine, replayed.position
    after = {action: engine.value(engine.play(position, action)) for action in engine.actions(position)}
    return {str(action): replayed.told(number, expected.get(str(action), "0")) for action, number in after.items()}


def board(replayed: Replayed, _: Any) -> Any:
    return as_text(replayed.board)


ANSWERS: Mapping[str, Callable[[Replayed, Any], Any]] = {
    "legal": lambda *_: True,
    **{
        answer.__name__: answer
        for answer in (actor, actions, chance, marks, outcome, value, value_near, best, optimal, first_moves, board)
    },
}
"""What to ask for each field of `then`; it is given what is expected, which says in which form to answer."""


def as_text(board: Board) -> list[list[str]]:
    """The squares of a board as exact numbers in writing."""
    return [[*map(str, square)] for square in board]


def run(implementation: Implementation, vector: Vector) -> Verdict:
    """Read the board or boards of a vector, play it, and compare every field of `then`."""
    options, then = vector.options, vector.then
    try:
        if "json" in options or "csv" in options:
            kind, read = ("json", implementation.read_json) if "json" in options else ("csv", implementation.read_csv)
            said = {"boards": [_entry(entry) for entry in read(options[kind])]}
            return _verdict(then, said)
        if "seed" in options:
            made = implementation.random(int(options["seed"]), options["number"])
        else:
            made = implementation.read(options["board"])
    except BoardError as error:
        return _verdict(then, {"refused": error.rule})
    if "refused" in then:
        return Verdict(("refused",), (), ("the board is accepted",))
    engine = implementation.engine(made)
    if then.get("legal") is False:
        return refusal(engine, vector, NOTATION.parse)
    return _played(engine, made, vector)


def _entry(entry: Entry) -> dict[str, Any]:
    """A board of a file as `then.boards` has it."""
    said: dict[str, Any] = {"number": entry.number}
    if isinstance(entry.board, BoardError):
        return {**said, "refused": entry.board.rule}
    return {**said, **({"name": entry.name} if entry.name is not None else {}), "board": as_text(entry.board)}


def _verdict(then: Mapping[str, Any], said: Mapping[str, Any]) -> Verdict:
    """Whether an implementation that said this said all that it should have, and nothing else."""
    names = {**then, **said}
    differ = (name for name in names if said.get(name) != then.get(name))
    return Verdict(tuple(names), (), tuple(f"{name} is {said.get(name)}, expected {then.get(name)}" for name in differ))


def _played(engine: Engine[Any], made: Board, vector: Vector) -> Verdict:
    """A vector whose `given` and `when` must be played."""
    position = before = engine.initial()
    action = None
    try:
        for action in NOTATION.parse(f"{vector.given} {vector.when or ''}"):
            before, position = position, engine.play(position, action)
    except (Illegal, NotationError) as error:
        return Verdict(("legal",), (), (f"refused: {error}",))
    return answered(Replayed(engine, made, position, action, before), ANSWERS, vector.then)


def every_vector_holds(implementation: Implementation) -> str:
    """Run all vectors over an implementation. Raises `Refuted` with those that fail."""
    return summed_up({vector.id: run(implementation, vector) for vector in vectors("probabilistic")})


def the_reference_conforms(implementation: Implementation = REFERENCE) -> str:
    return every_vector_holds(implementation)


def the_fast_engine_conforms(implementation: Implementation = EXACT) -> str:
    """Values and best squares as fractions."""
    return every_vector_holds(implementation)


def double_precision_conforms(implementation: Implementation = DOUBLE) -> str:
    """Values within the proved bound; of best squares that none is left out."""
    return every_vector_holds(implementation)
