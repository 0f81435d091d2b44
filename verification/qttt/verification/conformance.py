"""What the runners of conformance vectors share, whatever the game: verdicts, questions and answers, refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from qttt.reference.notation import NotationError
from qttt.spec import Vector
from qttt.verification import Refuted


class Illegal(ValueError):
    """An engine refuses an action; `rule` is the ID of the rule it breaks, None from an engine that does not say."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class NotAnswered(Exception):
    """An engine has no answer to a field."""


class Playable(Protocol):
    """What every engine has."""

    def initial(self) -> Any:
        """The start position."""
        ...

    def play(self, position: Any, action: Any) -> Any:
        """The next position. Raises `Illegal`."""
        ...


@dataclass(frozen=True)
class Verdict:
    """What came of a vector: the fields that were checked, those the engine has no answer to, and what is wrong."""

    checked: tuple[str, ...]
    not_run: tuple[str, ...]
    wrong: tuple[str, ...]


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


def refusal(engine: Playable, vector: Vector, parse: Callable[[str], Sequence[Any]]) -> Verdict:
    """A vector whose `when` must be refused, in reading or in playing; the token before it must not."""
    rule: str | None
    number = 0
    try:
        position = engine.initial()
        for action in parse(f"{vector.given} {vector.when}"):
            number += 1
            position = engine.play(position, action)
    except Illegal as illegal:
        rule = illegal.rule
    except NotationError as error:
        rule, number = error.rule, error.number
    else:
        return Verdict(("legal",), (), (f"{vector.when} is accepted",))
    said = {"legal": False, "error": rule, "token": number}
    due = {"token": len(parse(vector.given or "")) + 1, **vector.then}
    not_run = () if rule else ("error",)
    asked = tuple(field for field in due if field not in not_run)
    wrong = (f"{field} is {said[field]}, expected {due[field]}" for field in asked if said[field] != due[field])
    return Verdict(asked, not_run, tuple(wrong))


def summed_up(verdicts: Mapping[str, Verdict]) -> str:
    """What was checked. Raises `Refuted` with the vectors that fail."""
    failed = [f"{id}: {'; '.join(verdict.wrong)}" for id, verdict in verdicts.items() if verdict.wrong]
    if failed:
        raise Refuted(f"{len(failed)} vectors fail: {' | '.join(failed)}")
    checked = sum(len(verdict.checked) for verdict in verdicts.values())
    not_run = Counter(field for verdict in verdicts.values() for field in verdict.not_run)
    left = ", ".join(f"{field} {count}" for field, count in not_run.items())
    return f"{len(verdicts)} vectors, {checked} fields" + (f"; without an answer: {left}" if left else "")
