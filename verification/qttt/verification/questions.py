"""Questions about positions and answers to them, in the terms of the engine protocol, spec/protocol.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from qttt.spec import Vector

FORMS = ("game", "marks", "position", "open")
"""The ways to state a position. Rule: CONFORM-ASK-1"""


@dataclass(frozen=True)
class Question:
    """What is asked of an implementation: a position, stated in one of the `FORMS`, and fields of the vectors.

    Rule: CONFORM-ASK-1
    """

    ruleset: str
    options: Mapping[str, Any]
    form: str
    text: Any
    fields: tuple[str, ...] = ()

    @classmethod
    def of(cls, vector: Vector, fields: tuple[str, ...] = ()) -> Question:
        """The question that a vector asks, without the fields that an answer of another kind tells."""
        stated = {"marks": vector.given_marks, "position": vector.given_position, "open": vector.given_open}
        for form, text in stated.items():
            if text is not None:
                return cls(vector.ruleset, vector.options, form, text, fields)
        played = " ".join(filter(None, (vector.given, vector.when)))
        return cls(vector.ruleset, vector.options, "game", played, fields)


class Kind(StrEnum):
    """The kinds of answers. Rule: CONFORM-ASK-2"""

    ANSWERS = "answers"
    ILLEGAL = "illegal"
    REFUSED = "refused"
    SKIPPED = "skipped"
    ERRORED = "errored"
    COUNTS = "counts"


@dataclass(frozen=True)
class Answer:
    """An answer: its kind, and what stands under it.

    That is a map of the answered fields, a map with `error` and `token`, the ID of a rule, a sentence, or a list of
    counts.
    """

    kind: Kind
    content: Any


@dataclass(frozen=True)
class Verdict:
    """The result of a vector: the checked fields, the fields that are not answered, and the errors."""

    checked: tuple[str, ...]
    not_run: tuple[str, ...]
    wrong: tuple[str, ...]
    errored: str = ""
    """Why there is no answer at all."""


def judged(vector: Vector, answer: Answer) -> Verdict:
    """Compares an answer with what a vector says; the answered fields have the form that they have in the vector."""
    return compared(vector.then, answer)


def compared(due: Mapping[str, Any], answer: Answer) -> Verdict:
    """Compares an answer with what is due: fields, or `legal: false` with a rule and a token, or a refusal."""
    content, refused, legal = answer.content, due.get("refused"), due.get("legal", True)
    match answer.kind:
        case Kind.SKIPPED:
            return Verdict((), tuple(due), ())
        case Kind.REFUSED:
            return Verdict(
                ("refused",), (), () if content == refused else (f"refused is {content}, expected {refused}",)
            )
        case Kind.ILLEGAL if not legal:
            return _fields(due, {"legal": False, **content})
        case Kind.ILLEGAL:
            token = short(str(content.get("token")))
            why = f"rejected: token {token} breaks {content.get('error')}, expected to be legal"
            return Verdict(("legal",), (), (why,))
        case Kind.ANSWERS if refused:
            return Verdict(("refused",), (), (f"the options are accepted, expected to break {refused}",))
        case Kind.ANSWERS if not legal:
            return Verdict(("legal",), (), (f"accepted, expected to break {due.get('error', 'a rule')}",))
        case Kind.ANSWERS:
            return _fields(due, {"legal": True, **content})
    return Verdict((), tuple(due), (), content)


def _fields(due: Mapping[str, Any], said: Mapping[str, Any]) -> Verdict:
    checked = tuple(field for field in due if field in said)
    alike = same(*({field: each[field] for field in checked} for each in (due, said)))
    wrong = () if alike else tuple(_wrong(field, due, said) for field in checked if not same(said[field], due[field]))
    return Verdict(checked, tuple(field for field in due if field not in said), wrong)


def _wrong(field: str, due: Mapping[str, Any], said: Mapping[str, Any]) -> str:
    return f"{field} is {short(str(said[field]))}, expected {due[field]}"


MOST = 600
"""The most characters of what an engine says that a sentence repeats."""


def short(text: str, most: int = MOST) -> str:
    """The beginning of a text, with … for what is left out.

    >>> short("abcdef", 3)
    'abc…'
    """
    return text if len(text) <= most else f"{text[:most]}…"


def same(a: Any, b: Any) -> bool:
    """Whether two values of JSON are written alike, up to the order of keys: 1 is neither true nor 1.0.

    >>> same([1, {"a": None}], [1, {"a": None}]), same([1], [True]), same(1, 1.0)
    (True, False, False)
    """
    return repr(a) == repr(b) or _written(a) == _written(b)


_written = json.JSONEncoder(sort_keys=True).encode
