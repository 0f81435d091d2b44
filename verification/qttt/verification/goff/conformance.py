"""Runs the conformance vectors over an engine, as `spec/qttt/spec/vectors/README.md` says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from qttt.reference.notation import NotationError, parse
from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.goff import mutants
from qttt.verification.goff.answers import ANSWERS, NotAnswered, Replayed, Values, mark_of
from qttt.verification.goff.engines import Engine, FastEngine, Illegal, ReferenceEngine
from qttt.verification.goff.solved import values_of


@dataclass(frozen=True)
class Verdict:
    """What came of a vector: the fields that were checked, those the engine has no answer to, and what is wrong."""

    checked: tuple[str, ...]
    not_run: tuple[str, ...]
    wrong: tuple[str, ...]


Answers = Mapping[str, Callable[[Replayed, Any], Any]]


def run_vector(
    engine: Engine[Any], vector: Vector, answers: Answers = ANSWERS, solve: Callable[..., Values] = values_of
) -> Verdict:
    """Play a vector on an engine and compare every field of `then`."""
    if vector.then.get("legal") is False:
        return _refusal(engine, vector)
    try:
        replayed = replace(played(engine, vector), solve=solve)
    except (Illegal, NotationError) as error:
        return Verdict(("legal",), (), (f"refused: {error}",))
    return answered(replayed, answers, vector.then)


def answered(replayed: Any, answers: Mapping[str, Callable[[Any, Any], Any]], then: Mapping[str, Any]) -> Verdict:
    """Ask for every field of `then` and compare."""
    checked, not_run, wrong = [], [], []
    for field, expected in then.items():
        try:
            answer = answers[field](replayed, expected)
        except NotAnswered:
            not_run.append(field)
            continue
        except (ValueError, LookupError) as error:
            answer = f"no answer: {error}"
        checked.append(field)
        if answer != expected:
            wrong.append(f"{field} is {answer}, expected {expected}")
    return Verdict(tuple(checked), tuple(not_run), tuple(wrong))


def played(engine: Engine[Any], vector: Vector) -> Replayed:
    """The engine after `given` and `when`. Raises `Illegal` or `NotationError` if it refuses a token."""
    if vector.given_marks is not None:
        marks = {int(square): mark_of(text) for square, text in vector.given_marks.items()}
        return Replayed(engine, vector.options, "", engine.board(marks))
    given = vector.given or ""
    position = engine.initial()
    for action in parse(given):
        position = engine.play(position, action)
    if vector.when is None:
        return Replayed(engine, vector.options, given, position)
    action = parse(f"{given} {vector.when}")[-1]
    return Replayed(engine, vector.options, given, engine.play(position, action), action, position)


def _refusal(engine: Engine[Any], vector: Vector) -> Verdict:
    """A vector whose `when` must be refused, in reading or in playing; the token before it must not."""
    text = f"{vector.given} {vector.when}"
    rule: str | None
    number = 0
    try:
        position = engine.initial()
        for action in parse(text):
            number += 1
            position = engine.play(position, action)
    except Illegal as illegal:
        rule = illegal.rule
    except NotationError as error:
        rule, number = error.rule, error.number
    else:
        return Verdict(("legal",), (), (f"{vector.when} is accepted",))
    said = {"legal": False, "error": rule, "token": number}
    asked = tuple(field for field in vector.then if field != "error" or rule is not None)
    wrong = [f"{field} is {said[field]}, expected {vector.then[field]}" for field in asked]
    wrong = [text for text, field in zip(wrong, asked, strict=True) if said[field] != vector.then[field]]
    if number != len(parse(vector.given or "")) + 1:
        wrong.append(f"token {number} is refused")
    return Verdict(asked, tuple({*vector.then} - {*asked}), tuple(wrong))


def every_vector_holds(engine: Engine[Any]) -> str:
    """Run all vectors over an engine. Raises `Refuted` with those that fail."""
    return summed_up({vector.id: run_vector(engine, vector) for vector in vectors("goff")})


def summed_up(verdicts: Mapping[str, Verdict]) -> str:
    """What was checked. Raises `Refuted` with the vectors that fail."""
    failed = [f"{id}: {'; '.join(verdict.wrong)}" for id, verdict in verdicts.items() if verdict.wrong]
    if failed:
        raise Refuted(f"{len(failed)} vectors fail: {' | '.join(failed)}")
    checked = sum(len(verdict.checked) for verdict in verdicts.values())
    not_run = Counter(field for verdict in verdicts.values() for field in verdict.not_run)
    left = ", ".join(f"{field} {count}" for field, count in not_run.items())
    return f"{len(verdicts)} vectors, {checked} fields" + (f"; without an answer: {left}" if left else "")


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
