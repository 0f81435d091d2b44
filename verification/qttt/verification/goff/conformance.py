"""Runs the conformance vectors over an engine, as `spec/qttt/spec/vectors/README.md` says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from qttt.reference.goff.notation import NOTATION
from qttt.reference.notation import NotationError
from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.conformance import Illegal, Verdict, answered, refusal, summed_up
from qttt.verification.goff import mutants
from qttt.verification.goff.answers import ANSWERS, Replayed, Values, mark_of
from qttt.verification.goff.engines import Engine, FastEngine, ReferenceEngine
from qttt.verification.goff.solved import values_of

Answers = Mapping[str, Callable[[Replayed, Any], Any]]


def run_vector(
    engine: Engine[Any], vector: Vector, answers: Answers = ANSWERS, solve: Callable[..., Values] = values_of
) -> Verdict:
    """Play a vector on an engine and compare every field of `then`."""
    if vector.then.get("legal") is False:
        return refusal(engine, vector, NOTATION.parse)
    try:
        replayed = replace(played(engine, vector), solve=solve)
    except (Illegal, NotationError) as error:
        return Verdict(("legal",), (), (f"refused: {error}",))
    return answered(replayed, answers, vector.then)


def played(engine: Engine[Any], vector: Vector) -> Replayed:
    """The engine after `given` and `when`. Raises `Illegal` or `NotationError` if it refuses a token."""
    if vector.given_marks is not None:
        marks = {int(square): mark_of(text) for square, text in vector.given_marks.items()}
        return Replayed(engine, vector.options, "", engine.board(marks))
    given = vector.given or ""
    position = engine.initial()
    for action in NOTATION.parse(given):
        position = engine.play(position, action)
    if vector.when is None:
        return Replayed(engine, vector.options, given, position)
    action = NOTATION.parse(f"{given} {vector.when}")[-1]
    return Replayed(engine, vector.options, given, engine.play(position, action), action, position)


def every_vector_holds(engine: Engine[Any]) -> str:
    """Run all vectors over an engine. Raises `Refuted` with those that fail."""
    return summed_up({vector.id: run_vector(engine, vector) for vector in vectors("goff")})


def the_reference_conforms(engine: Engine[Any] = ReferenceEngine()) -> str:  # noqa: B008
    return every_vector_holds(engine)


def the_fast_engine_conforms(engine: Engine[Any] = FastEngine()) -> str:  # noqa: B008
    return every_vector_holds(engine)


ERRORS: dict[str, Engine[Any]] = {
    "no-final-move": mutants.NoFinalMove(),
    "eight-squares-end": mutants.EightSquaresEnd(),
    "foreign-collapse": mutants.ForeignCollapse(),
    "largest-ply-of-all-marks": mutants.LargestPlyOfAllMarks(),
    "largest-line-of-player": mutants.LargestLineOfPlayer(),
}
"""An engine for each error of public implementations."""


def every_known_error_fails_its_vectors(engines: dict[str, Engine[Any]] = ERRORS) -> str:
    """An engine with a known error fails every vector that is flagged with it, and each error has a vector."""
    count = 0
    for name, engine in engines.items():
        flagged = [vector for vector in vectors("goff") if f"known-error:{name}" in vector.flags]
        passed = [vector.id for vector in flagged if not run_vector(engine, vector).wrong]
        if passed or not flagged:
            raise Refuted(f"the engine with the error {name} passes {', '.join(passed) or 'for want of a vector'}")
        count += len(flagged)
    return f"{len(engines)} errors, {count} vectors"


without_the_final_move, without_the_last_square, with_foreign_collapses, with_ties_by_all_marks, with_late_lines = (
    ERRORS.values()
)
kernels_settle_towards_the_root = mutants.marks_settle_towards_the_root
kernels_break_ties_by_all_marks = mutants.ties_go_by_all_marks
an_engine_without_the_error: dict[str, Engine[Any]] = {**ERRORS, "foreign-collapse": ReferenceEngine()}
