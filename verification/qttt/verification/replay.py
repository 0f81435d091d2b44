"""Runs the conformance vectors of the games with switches, as `spec/qttt/spec/vectors/README.md` says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qttt.reference.notation import NotationError
from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.conformance import Illegal, Verdict, answered, refusal, summed_up
from qttt.verification.engines import Refused

SetUp = Callable[[Mapping[str, Any]], Any]
"""An implementation: makes an engine for a vector's options. Raises `Refused`."""


@dataclass(frozen=True)
class Replayed:
    """An engine after a vector has been played, and the position that is reached."""

    engine: Any
    position: Any


Answer = Callable[[Replayed, Any], Any]
"""What an engine answers to a field of `then`; it is given what is expected, which says in which form to answer."""


def actor(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.actor(replayed.position)


def actions(replayed: Replayed, expected: Any) -> Any:
    legal = replayed.engine.actions(replayed.position)
    return len(legal) if isinstance(expected, int) else [str(action) for action in legal]


def chance(replayed: Replayed, _: Any) -> Any:
    return {str(action): str(number) for action, number in replayed.engine.chance(replayed.position).items()}


def outcome(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.outcome(replayed.position)


def value(replayed: Replayed, _: Any) -> Any:
    ended = replayed.engine.actor(replayed.position) is None
    return str(replayed.engine.score(replayed.position) if ended else replayed.engine.value(replayed.position))


def best(replayed: Replayed, _: Any) -> Any:
    values = replayed.engine.values(replayed.position)
    best = (max if replayed.engine.actor(replayed.position) == "X" else min)(values.values())
    return [str(action) for action, number in values.items() if number == best]


def first_moves(replayed: Replayed, _: Any) -> Any:
    return {str(action): str(number) for action, number in replayed.engine.values(replayed.position).items()}


OF_EVERY_GAME = (actor, actions, chance, outcome, value, best, first_moves)


@dataclass(frozen=True)
class Runner:
    """What runs the vectors of a game: how its actions are read, and the answers that it has beside the common ones,
    by the fields of `then`."""

    game: str
    parse: Callable[[str], Sequence[Any]]
    own: Sequence[Callable[[Replayed, Any], Any]] = ()

    @property
    def answers(self) -> Mapping[str, Answer]:
        """What to ask for each field of `then`."""
        return {"legal": lambda *_: True, **{answer.__name__: answer for answer in (*OF_EVERY_GAME, *self.own)}}

    def run(self, set_up: SetUp, vector: Vector) -> Verdict:
        """Set up and play a vector, and compare every field of `then`."""
        due = vector.then.get("refused")
        try:
            engine = set_up(vector.options)
        except Refused as refused:
            wrong = () if refused.rule == due else (f"refused is {refused.rule}, expected {due}",)
            return Verdict(("refused",), (), wrong)
        if due:
            return Verdict(("refused",), (), ("the setting is accepted",))
        illegal = vector.then.get("legal") is False
        return refusal(engine, vector, self.parse) if illegal else self._played(engine, vector)

    def _played(self, engine: Any, vector: Vector) -> Verdict:
        """A vector whose `given` and `when` must be played."""
        position = engine.initial()
        try:
            for action in self.parse(f"{vector.given} {vector.when or ''}"):
                position = engine.play(position, action)
        except (Illegal, NotationError) as error:
            return Verdict(("legal",), (), (f"refused: {error}",))
        return answered(Replayed(engine, position), self.answers, vector.then)

    def every_vector_holds(self, set_up: SetUp) -> str:
        """Run all vectors over an implementation. Raises `Refuted` with those that fail."""
        return summed_up({vector.id: self.run(set_up, vector) for vector in vectors(self.game)})

    def every_known_error_fails_its_vectors(self, engines: Mapping[str, SetUp]) -> str:
        """An implementation with a known error fails every vector that is flagged with it, and each error has one."""
        count = 0
        for name, set_up in engines.items():
            flagged = [vector for vector in vectors(self.game) if f"known-error:{name}" in vector.flags]
            passed = [vector.id for vector in flagged if not self.run(set_up, vector).wrong]
            if passed or not flagged:
                raise Refuted(f"the engine with the error {name} passes {', '.join(passed) or 'for want of a vector'}")
            count += len(flagged)
        return f"{len(engines)} errors, {count} vectors"
