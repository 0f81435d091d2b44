"""The lines of the engine protocol. Rules: those of spec/protocol.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import product
from math import isinf
from typing import Any

from qttt.spec import Ruleset, rulesets, vectors
from qttt.spec.disk import read_json
from qttt.verification.conform import truth_of
from qttt.verification.questions import (
    FORMS,
    SWITCHES,
    Answer,
    Kind,
    Question,
    changed,
    flat,
    known,
    only,
    ruleset_of,
    short,
    typed,
)

VERSION = 1
LONGEST = 1 << 20
"""The most bytes of a line. Rule: CONFORM-LINE-1"""
WINDOW = 32 << 10
"""The most bytes of requests without an answer. Rule: CONFORM-LINE-2"""
SHOWN = 120
"""The most characters of a line, a key or a name that a message shows."""


class ProtocolError(ValueError):
    """An engine says something else than the protocol allows; the message tells its author what."""


PLAYED = "played"
"""The form of a game as a list of legal actions. Rule: CONFORM-PLAYED-1"""


def as_played(question: Question, actions: Iterable[object]) -> Question:
    """A question about a legal game with a list of its actions.

    >>> from qttt.reference.goff.notation import NOTATION
    >>> game = "X1.1-2 O2.1-2 selA"
    >>> line_of(as_played(Question("goff-1.1", {}, "game", game, depth=3), NOTATION.parse(game)), 8)
    b'{"cmd":"perft","seq":8,"ruleset":"goff-1.1","options":{},"played":["1-2","1-2","selA"],"depth":3}\\n'
    """
    return replace(question, form=PLAYED, text=[*map(str, actions)])


@dataclass(frozen=True)
class Declared:
    """What an engine has of a ruleset: of each option and each switch the values, none for all of them; the option
    `switches` has sets of values of switches. Rule: CONFORM-START-1

    `ruleset` is the ID, `earlier` the version that it plays if that is an earlier one. Rule: CONFORM-VERSION-1.
    `unsaid` are options that it has not declared, and whose values somebody else has stated: it is not told them."""

    options: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    fields: frozenset[str] = frozenset()
    forms: frozenset[str] = frozenset({"game"})
    perft: int = 0
    perfect: bool = False
    earlier: str = ""
    ruleset: str = ""
    unsaid: frozenset[str] = frozenset()

    def lacks(self, options: Mapping[str, Any]) -> list[str]:
        """The options and switches, of those with values, that the engine has not declared."""
        has = {*self.options, *(options.get(SWITCHES, ()) if SWITCHES in self.options else ())}
        return [name for name in flat(options) if name not in has]

    def readings(self, options: Mapping[str, object]) -> list[dict[str, object]]:
        """Options with each choice of the values that the engine has; none if it lacks one of the options."""
        fixed = {name: values for name, values in self.options.items() if values}
        every = () if self.lacks(options) else product(*fixed.values())
        return [changed(self.ruleset, options, dict(zip(fixed, values, strict=True))) for values in every]

    def stating(self, ruleset: Ruleset, chosen: Mapping[str, str]) -> Declared:
        """The same with options that somebody else states, as far as the engine does not have these values."""
        options, unsaid = dict(self.options), {*self.unsaid}
        for option in (each for each in ruleset.options if each.name in chosen):
            name, value = option.name, chosen[option.name]
            values = options.get(name)
            if values is None and option.switch and SWITCHES in options:
                values = [each[name] for each in options[SWITCHES] if name in each]
            if values is None:
                unsaid.add(name)
            if values is None or (values and all(option.text(each) != value for each in values)):
                options[name] = [typed(option, value)]
        return replace(self, ruleset=ruleset.id, options=options, unsaid=frozenset(unsaid))

    def told(self, options: Mapping[str, object]) -> dict[str, object]:
        """Options without those that the engine is not told."""
        return only(options, lambda name, _: name not in self.unsaid)


@dataclass(frozen=True)
class Implementation:
    """The answer to `start`: who the engine is, and what it has, by ruleset."""

    name: str
    language: str = ""
    version: str = ""
    rulesets: Mapping[str, Declared] = field(default_factory=dict)

    def lacks(self, ruleset: str) -> str:
        """A sentence about a ruleset that the engine does not play."""
        plays = [has.earlier or id for id, has in self.rulesets.items()]
        return short(f"{self.name} does not play {ruleset}; it plays {', '.join(plays) or 'no ruleset'}")

    def __str__(self) -> str:
        return " ".join(filter(None, (self.name, self.version, f"({self.language})" if self.language else "")))


START = json.dumps({"cmd": "start", "version": VERSION}).encode() + b"\n"
STOP = json.dumps({"cmd": "stop"}).encode() + b"\n"


def line_of(question: Question, seq: int) -> bytes:
    """A question as a line.

    >>> line_of(Question("goff-1.1", {}, "game", "", depth=3), 8)
    b'{"cmd":"perft","seq":8,"ruleset":"goff-1.1","options":{},"game":"","depth":3}\\n'
    """
    asked: dict[str, object] = {"cmd": "perft" if question.depth else "ask", "seq": seq, "ruleset": question.ruleset}
    asked |= {"options": question.options, question.form: question.text}
    asked |= {"depth": question.depth} if question.depth else {"fields": question.fields}
    return _encode(asked).encode("utf-8", "surrogatepass") + b"\n"


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def answer_of(line: bytes, seq: int, question: Question) -> Answer:
    """The answer to a question on a line. Raises `ProtocolError`. Rule: CONFORM-ASK-2"""
    with _explained(line):
        said = parsed(line)
        if type(said.get("seq")) is not int:
            raise ValueError(f"the answer needs seq, an integer, here {seq}")
        if said["seq"] != seq:
            raise ValueError(f"the answer has seq {short(str(said['seq']))} where {seq} is due")
        kinds = [kind for kind in Kind if kind in said]
        other = Kind.ANSWERS if question.depth else Kind.COUNTS
        if len(kinds) != 1 or kinds[0] is other:
            expected = ", ".join(kind for kind in Kind if kind is not other)
            raise ValueError(f"the answer needs exactly one of {expected}")
        _object(said, "the answer", {"seq": int, kinds[0]: object})
        content = said[kinds[0]]
        match kinds[0]:
            case Kind.ANSWERS:
                _object(content, "answers", dict.fromkeys(question.fields, object))
            case Kind.ILLEGAL:
                _object(content, "illegal", {"error": str, "token": int})
                content = {key: short(each) if key == "error" else each for key, each in content.items()}
            case Kind.COUNTS:
                if not isinstance(content, list) or any(type(count) is not int for count in content):
                    raise ValueError("counts needs a list of integers")
            case kind:
                _typed(content, kind, str)
                content = short(content)
        return Answer(kinds[0], content)


def implementation_of(line: bytes) -> Implementation:
    """The answer to `start`. Raises `ProtocolError`. Rule: CONFORM-START-1"""
    with _explained(line):
        said = _object(parsed(line), "the answer", {"version": object, "implementation": object, "rulesets": object})
        if type(said.get("version")) is not int or said["version"] != VERSION:
            raise ValueError(f"the answer to start needs version {VERSION}")
        who = _object(said.get("implementation"), "implementation", {"name": str, "language": str, "version": str})
        if not who.get("name"):
            raise ValueError("implementation needs a name")
        declared = {id: _declared(entry, id) for id, entry in _object(said.get("rulesets"), "rulesets").items()}
        return Implementation(
            rulesets=_in_present_versions(declared),
            **{key: short(text, SHOWN) for key, text in who.items()},
        )


def _in_present_versions(declared: dict[str, Declared]) -> dict[str, Declared]:
    """What an engine has, by the present version of each ruleset; of an earlier version it is asked for no written
    positions, which name the version. Rule: CONFORM-VERSION-1"""
    for ruleset in rulesets().values():
        for version in ruleset.earlier:
            has = declared.pop(version, None)
            if has and ruleset.id not in declared:
                unwritten = replace(has, fields=has.fields - {"position"}, forms=has.forms - {"position"})
                declared[ruleset.id] = replace(unwritten, earlier=version)
    return declared


def _declared(entry: object, id: str) -> Declared:
    kinds = {"options": object, "fields": object, "forms": object, "perft": int, "perfect": bool}
    entry = _object(entry, shown(id), kinds)
    options = entry.get("options", [])
    if not isinstance(options, dict):
        options = {name: [] for name in _names(options, "options")}
    if not all(isinstance(values, list) for values in options.values()):
        raise ValueError("options needs a list of names, or a list of values for each name")
    fields, forms = (_names(entry.get(key, []), key) for key in ("fields", "forms"))
    if ruleset := ruleset_of(id):
        options = {_option(name, ruleset, id): values for name, values in options.items()}
        for name, value in ((name, value) for name, values in options.items() for value in values):
            _check_value(ruleset, name, value)
        of_game = [*truth_of(ruleset.name).suite.answers]
        fields = [_known(name, of_game, f"{id} has no field") for name in fields]
    if unknown := sorted({*forms} - {*FORMS, PLAYED}):
        raise ValueError(f"unknown form {shown(unknown[0])}, expected {', '.join((*FORMS, PLAYED))}")
    reads = frozenset(forms if PLAYED in forms else (*forms, "game"))
    return Declared(options, frozenset(fields), reads, entry.get("perft", 0), entry.get("perfect", False), ruleset=id)


def _option(name: str, ruleset: Ruleset, id: str) -> str:
    """The name of an option, or of another one that vectors have; a hyphen stands for an underscore. Raises
    `ValueError`, which names the ruleset by the `id` that the engine declared."""
    of_vectors = [option for vector in vectors(ruleset.name) for option in vector.options]
    return _known(
        name.replace("-", "_"), [*dict.fromkeys((*of_vectors, SWITCHES, *ruleset.defaults))], f"{id} has no option"
    )


def _known(name: str, named: Sequence[str], what: str) -> str:
    """A name that is among others. Raises `ValueError`, which begins with `what` and has the nearest one."""
    if name in named:
        return name
    near = get_close_matches(name, named, n=1) or get_close_matches(name, named, n=1, cutoff=0.4)
    expected = f"did you mean {near[0]}?" if near else f"expected {', '.join(named)}"
    raise ValueError(f"{what} {shown(name)}; {expected}")


def _check_value(ruleset: Ruleset, name: str, value: object) -> None:
    """Raise `ValueError` for a value that an option does not have."""
    option = known(ruleset.id).get(name)
    if name == SWITCHES:
        for switch, each in _object(value, name).items():
            if switch not in known(ruleset.id):
                raise ValueError(f"there is no switch {shown(switch)}")
            _check_value(ruleset, switch, each)
    elif option and option.values and option.text(value) not in option.values:
        raise ValueError(f"{name} has no value {shown(option.text(value))}, expected {option.expected}")


def _names(names: object, key: str) -> list[str]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"{key} needs a list of names")
    return names


def parsed(line: bytes) -> dict[str, Any]:
    """The object on a line, with every character escaped that is not printable: whatever an engine says can be written
    anywhere, and no expected answer has such a character. Raises `ValueError`. Rule: CONFORM-LINE-1"""
    try:
        text = line.decode("utf-8")
        found = read_json(text, object_pairs_hook=_without_repetition, parse_constant=_no_number, parse_float=_finite)
    except UnicodeDecodeError as error:
        raise ValueError(f"the line is not UTF-8 at byte {error.start + 1}") from error
    except ProtocolError:
        raise
    except ValueError as error:
        raise ValueError(f"the line is not JSON, {error}") from error
    return _object(_printable(found), "the line")


def _printable(said: object) -> object:
    match said:
        case str() if not said.isprintable():
            return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in said)
        case list():
            return [*map(_printable, said)]
        case dict():
            return {_printable(key): _printable(each) for key, each in said.items()}
    return said


def shown(line: bytes | str) -> str:
    """The beginning of a line, or of a text on one, for a message."""
    text = ascii(line if isinstance(line, str) else line.decode("utf-8", "replace"))[1:-1]
    return f"'{short(text, SHOWN)}'"


@contextmanager
def _explained(line: bytes) -> Iterator[None]:
    """Turns each ValueError about a line into a `ProtocolError` that shows the line."""
    try:
        yield
    except ValueError as error:
        raise ProtocolError(f"{error}: {shown(line)}") from error


def _without_repetition(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, each in pairs:
        if key in found:
            raise ProtocolError(f"the key {shown(key)} occurs twice in an object")
        found[key] = each
    return found


def _finite(text: str) -> float:
    if isinf(number := float(text)):
        raise ProtocolError(f"the number {shown(text)} is too large")
    return number


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is not a number of JSON")


def _object(found: object, what: str, kinds: Mapping[str, type] | None = None) -> dict[str, Any]:
    """An object, if it has only keys of `kinds`, each of its type."""
    if not isinstance(found, dict):
        raise ValueError(f"{what} needs to be an object")
    if kinds is not None:
        if unknown := sorted(found.keys() - kinds.keys()):
            raise ValueError(f"unexpected key {shown(unknown[0])}, expected {', '.join(sorted(kinds)) or 'none'}")
        for key, each in found.items():
            _typed(each, key, kinds[key])
    return found


def _typed(said: object, key: str, kind: type) -> None:
    if kind is not object and type(said) is not kind:
        name = {str: "a text", int: "an integer", bool: "true or false"}[kind]
        raise ValueError(f"{key} needs to be {name}")
