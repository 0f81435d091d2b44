"""Runs the conformance vectors of Q3T, as `spec/qttt/spec/vectors/README.md` says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from qttt.reference.hybrid_notation import parse
from qttt.reference.hybrid_position import UNMEASURED
from qttt.reference.notation import NotationError
from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.conformance import Illegal, Verdict, answered, refusal, summed_up
from qttt.verification.hybrid.conformance_errors import KNOWN_ERRORS
from qttt.verification.hybrid.engines import Engine, Refused, SetUp, fast, reference


@dataclass(frozen=True)
class Replayed:
    """An engine after a vector has been played, and the position that is reached."""

    engine: Engine[Any]
    position: Any


def actor(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.actor(replayed.position)


def actions(replayed: Replayed, expected: Any) -> Any:
    legal = replayed.engine.actions(replayed.position)
    return len(legal) if isinstance(expected, int) else [str(action) for action in legal]


def chance(replayed: Replayed, _: Any) -> Any:
    return {str(action): str(number) for action, number in replayed.engine.chance(replayed.position).items()}


def marks(replayed: Replayed, _: Any) -> Any:
    said = replayed.engine.marks(replayed.position)
    return {str(box): mark for box, mark in enumerate(said, start=1) if mark != UNMEASURED}


def links(replayed: Replayed, _: Any) -> Any:
    return [*replayed.engine.links(replayed.position)]


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


ANSWERS: Mapping[str, Callable[[Replayed, Any], Any]] = {
    "legal": lambda *_: True,
    **{answer.__name__: answer for answer in (actor, actions, chance, marks, links, outcome, value, best, first_moves)},
}
"""What to ask for each field of `then`; it is given what is expected, which says in which form to answer."""


def run(set_up: SetUp, vector: Vector) -> Verdict:
    """Set up and play a vector, and compare every field of `then`."""
    due = vector.then.get("refused")
    try:
        engine = set_up(vector.options)
    except Refused as refused:
        wrong = () if refused.rule == due else (f"refused is {refused.rule}, expected {due}",)
        return Verdict(("refused",), (), wrong)
    if due:
        return Verdict(("refused",), (), ("the setting is accepted",))
    return refusal(engine, vector, parse) if vector.then.get("legal") is False else _played(engine, vector)


def _played(engine: Engine[Any], vector: Vector) -> Verdict:
    """A vector whose `given` and `when` must be played."""
    position = engine.initial()
    try:
        for action in parse(f"{vector.given} {vector.when or ''}"):
            position = engine.play(position, action)
    except (Illegal, NotationError) as error:
        return Verdict(("legal",), (), (f"refused: {error}",))
    return answered(Replayed(engine, position), ANSWERS, vector.then)


def every_vector_holds(set_up: SetUp) -> str:
    """Run all vectors over an implementation. Raises `Refuted` with those that fail."""
    return summed_up({vector.id: run(set_up, vector) for vector in vectors("hybrid")})


def the_reference_conforms(set_up: SetUp = reference) -> str:
    return every_vector_holds(set_up)


def the_fast_engine_conforms(set_up: SetUp = fast) -> str:
    return every_vector_holds(set_up)


def every_known_error_fails_its_vectors(engines: Mapping[str, SetUp] = KNOWN_ERRORS) -> str:
    """An implementation with a known error fails every vector that is flagged with it, and each error has a vector."""
    count = 0
    for name, set_up in engines.items():
        flagged = [vector for vector in vectors("hybrid") if f"known-error:{name}" in vector.flags]
        passed = [vector.id for vector in flagged if not run(set_up, vector).wrong]
        if passed or not flagged:
            raise Refuted(f"the engine with the error {name} passes {', '.join(passed) or 'for want of a vector'}")
        count += len(flagged)
    return f"{len(engines)} errors, {count} vectors"


an_engine_without_the_error: dict[str, SetUp] = {**KNOWN_ERRORS, "lines-before-reversals": reference}
