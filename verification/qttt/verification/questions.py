"""Questions about positions and answers to them, in the terms of the engine protocol, spec/protocol.md; and the options
of a ruleset in the form of vectors, in which the switches are an object of their own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from qttt.spec import Option, Ruleset, Vector, rulesets, vectors

FORMS = ("game", "marks", "position", "open")
"""The ways to state a position. Rule: CONFORM-ASK-1"""


SEARCHED = ("value", "best", "first_moves")
"""The fields that need a search."""
ASKED = {"value_near": "value", "optimal": "best"}
"""Fields of a vector that an engine is asked for under another name."""


TOLD_BY_THE_KIND = ("legal", "error", "token", "refused")
"""The fields of `then` that the kind of an answer tells."""


@dataclass(frozen=True)
class Question:
    """What is asked of an implementation: a position, stated in one of the `FORMS`, and fields of the vectors; with a
    `depth`, the counts of games from there.

    Rules: CONFORM-ASK-1, CONFORM-PERFT-1
    """

    ruleset: str
    options: Mapping[str, object]
    form: str
    text: Any
    fields: tuple[str, ...] = ()
    depth: int = 0

    @classmethod
    def of(cls, vector: Vector, fields: tuple[str, ...] = ()) -> Question:
        """The question that a vector asks, without the fields that an answer of another kind tells."""
        stated = {"marks": vector.given_marks, "position": vector.given_position, "open": vector.given_open}
        for form, text in stated.items():
            if text is not None:
                return cls(vector.ruleset, vector.options, form, text, fields)
        played = " ".join(filter(None, (vector.given, vector.when)))
        return cls(vector.ruleset, vector.options, "game", played, fields)


class Expected(NamedTuple):
    """A question and its answer: fields, or `legal: false` with a rule and a token."""

    question: Question
    due: Mapping[str, Any]


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
    """The result of a question: the checked fields, those not answered, and a sentence on each wrong one."""

    checked: tuple[str, ...]
    not_run: tuple[str, ...]
    wrong: Mapping[str, str] = field(default_factory=dict)
    errored: str = ""
    """Why there is no answer at all."""
    skipped: str = ""
    """The reason that an implementation gives for leaving the question out."""


def compared(due: Mapping[str, object], answer: Answer) -> Verdict:
    """Compares an answer with what is due: fields, or `legal: false` with a rule and a token, or a refusal.

    The answered fields have the form that they have in what is due.
    """
    content, refused, legal = answer.content, due.get("refused"), due.get("legal", True)
    match answer.kind:
        case Kind.SKIPPED:
            return Verdict((), tuple(due), skipped=content)
        case Kind.REFUSED if refused:
            return _fields(due, {"refused": content})
        case Kind.REFUSED:
            why = f"the options are refused, as breaking {content}, expected to be accepted"
            return Verdict(("refused",), (), {"refused": why})
        case Kind.ILLEGAL if not legal:
            return _fields(due, {"legal": False, **content})
        case Kind.ILLEGAL:
            where = f"token {short(str(content['token']))}" if "token" in content else "the text"
            rule = f", as breaking {content['error']}" if "error" in content else ""
            return Verdict(("legal",), (), {"legal": f"{where} is rejected{rule}, expected to be legal"})
        case Kind.ANSWERS if refused:
            return Verdict(("refused",), (), {"refused": f"the options are accepted, expected to break {refused}"})
        case Kind.ANSWERS if not legal:
            return Verdict(("legal",), (), {"legal": f"accepted, expected to break {due.get('error', 'a rule')}"})
        case Kind.ANSWERS:
            return _fields(due, {"legal": True, **content})
        case Kind.COUNTS:
            return _fields(due, {"counts": content})
    return Verdict((), tuple(due), errored=content)


def _fields(due: Mapping[str, object], said: Mapping[str, object]) -> Verdict:
    checked = tuple(name for name in due if name in said)
    wrong = {name: contrast(name, said[name], due[name]) for name in checked if not same(said[name], due[name])}
    return Verdict(checked, tuple(name for name in due if name not in said), wrong)


MOST, MOST_ITEMS = 600, 4
"""The most characters of what an engine says that a sentence repeats; the longest list that it repeats whole, and the
most items of a longer one."""


def short(text: str, most: int = MOST) -> str:
    """The beginning of a text, with … for what is left out.

    >>> short("abcdef", 3)
    'abc…'
    """
    return text if len(text) <= most else f"{text[:most]}…"


def contrast(name: str, said: object, due: object) -> str:
    """A sentence on a wrong answer, in JSON; of long lists and objects only what differs.

    >>> contrast("actor", None, "X"), contrast("actions", ["1", "2"], ["1", "2", "3", "4", "5"])
    ('actor is null, expected "X"', 'actions lack "3", "4", "5"')
    >>> contrast("marks", dict.fromkeys("123456", "X"), dict.fromkeys("12345", "X") | {"6": "O"})
    'marks is {…, "6": "X"}, expected {…, "6": "O"}'
    """
    if isinstance(said, list) and isinstance(due, list) and max(len(said), len(due)) > MOST_ITEMS:
        lacks, more = _without(due, said), _without(said, due)
        told = [
            f"{verb} {short(', '.join(items[:MOST_ITEMS]))}"
            + f" and {len(items) - MOST_ITEMS:,} more" * (len(items) > MOST_ITEMS)
            for verb, items in (("lack", lacks), ("should not have", more))
            if items
        ]
        return f"{name} {' and '.join(told) or 'are repeated or in another order than is documented'}"
    if isinstance(said, dict) and isinstance(due, dict) and max(len(said), len(due)) > MOST_ITEMS:
        equal = {key for key in said.keys() & due.keys() if same(said[key], due[key])}
        shown = [
            ", ".join(["{…", *(f"{_shown(key)}: {_shown(each)}" for key, each in told.items() if key not in equal)])
            for told in (said, due)
        ]
        return f"{name} is {short(shown[0])}}}, expected {short(shown[1])}}}"
    return f"{name} is {short(_shown(said))}, expected {_shown(due)}"


def _without(items: list[object], others: list[object]) -> list[str]:
    there = {*map(written, others)}
    return [_shown(item) for item in items if written(item) not in there]


def same(a: object, b: object) -> bool:
    """Whether two values of JSON are written alike, up to the order of keys: 1 is neither true nor 1.0.

    >>> same([1, {"a": None}], [1, {"a": None}]), same([1], [True]), same(1, 1.0)
    (True, False, False)
    """
    return repr(a) == repr(b) or written(a) == written(b)


written = json.JSONEncoder(sort_keys=True).encode
_shown = json.JSONEncoder(ensure_ascii=False).encode


# Options

SWITCHES = "switches"


@cache
def ruleset_of(id: str) -> Ruleset | None:
    """The present ruleset of an ID, which may be that of an earlier version; None for an unknown one."""
    return next((each for each in rulesets().values() if id in (each.id, *each.earlier)), None)


@cache
def known(id: str) -> Mapping[str, Option]:
    """The options of a ruleset by their names; none of an unknown one."""
    found = ruleset_of(id)
    return {option.name: option for option in found.options} if found else {}


def flat(options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option by its name, the switches among the others."""
    return {**{name: value for name, value in options.items() if name != SWITCHES}, **options.get(SWITCHES, {})}


def only(options: Mapping[str, Any], kept: Callable[[str, object], bool]) -> dict[str, object]:
    """The options and switches that are `kept`, by their names and values."""
    switches = {name: value for name, value in options.get(SWITCHES, {}).items() if kept(name, value)}
    others = {name: value for name, value in options.items() if name != SWITCHES and kept(name, value)}
    return others | ({SWITCHES: switches} if switches else {})


def changed(id: str, options: Mapping[str, object], values: Mapping[str, Any]) -> dict[str, object]:
    """Options with other values of some, which are given by their names."""
    given, options = {**options, **values}, known(id)
    turned = {name: value for name, value in values.items() if name in options and options[name].switch}
    switches = {**given.pop(SWITCHES, {}), **turned}
    others = {name: value for name, value in given.items() if name not in turned}
    return others | ({SWITCHES: switches} if switches else {})


def with_values(id: str, options: Mapping[str, object], chosen: Mapping[str, str]) -> dict[str, object]:
    """Options with other values of some, which are given as the page writes them.

    >>> with_values("goff-1.1", {"switches": {"last": "draw"}}, {"pair": "forbidden", "double_win": "yes"})
    {'double_win': True, 'switches': {'last': 'draw', 'pair': 'forbidden'}}
    """
    return changed(id, options, {name: typed(known(id)[name], value) for name, value in chosen.items()})


def typed(option: Option, value: str) -> object:
    """A value that the page writes, as vectors have it."""
    return value == "yes" if option.flag else value


def plain(id: str, options: Mapping[str, object]) -> dict[str, object]:
    """Options without those that have their defaults.

    >>> plain("goff-1.1", {"collapse": "opponent", "double_win": "yes", "switches": {"last": "move", "both": "draw"}})
    {'double_win': True, 'switches': {'both': 'draw'}}
    """

    def differs(name: str, value: object) -> bool:
        option = None if name in _always(id) else known(id).get(name)
        return option is None or option.text(value) != option.default

    found = only(options, differs)
    flags = (option for option in known(id).values() if option.flag and option.name in found)
    return found | {option.name: True for option in flags if option.text(found[option.name]) == "yes"}


@cache
def _always(id: str) -> frozenset[str]:
    """The options that every vector names."""
    ruleset = ruleset_of(id)
    named = (frozenset(vector.options) for vector in vectors(ruleset.name)) if ruleset else [frozenset[str]()]
    return frozenset[str].intersection(*named)
