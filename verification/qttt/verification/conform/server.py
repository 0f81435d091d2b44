"""The implementations of this project as engines that speak the protocol."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import IO, Any

from qttt.fast.answers import UNCOMPILED
from qttt.spec import rulesets, vectors
from qttt.spec.disk import fields, read_json
from qttt.verification.conform import truth_of
from qttt.verification.conform.protocol import LONGEST, VERSION, ProtocolError, shown
from qttt.verification.conform.truth import Truth
from qttt.verification.engines import SetUp
from qttt.verification.questions import FORMS, Answer, Kind, Question

ENGINES = ("reference", "fast", "formal")
PERFT: Mapping[str, int] = {"reference": 2, "fast": 2, "formal": 1}
"""The depth to which each engine counts in the time of an answer, in every game."""
_QUESTION = {"cmd": str, "seq": int, "ruleset": str, "options": dict}
REQUESTS: Mapping[str, Mapping[str, type]] = {
    "start": {"cmd": str},
    "ask": {**_QUESTION, "fields": list},
    "perft": {**_QUESTION, "game": str, "depth": int},
    "stop": {"cmd": str},
}
"""The keys of each request that are read, and their types."""
STATED: Mapping[str, type] = {form: dict if form == "marks" else str for form in FORMS}


class Server:
    """Answers requests by one of the `ENGINES`."""

    def __init__(self, engine: str, version: str) -> None:
        self._engine, self._version = engine, version
        self._games = {ruleset.id: name for name, ruleset in rulesets().items()}
        self._ready: set[str] = set()

    def serve(self, requests: IO[bytes], answers: IO[bytes]) -> None:
        """Answer requests until `stop` or the end. Raises `ProtocolError` for a line that is not a request."""
        while line := requests.readline(LONGEST + 1):
            request = self._request(line)
            if request["cmd"] == "stop":
                return
            answers.write(json.dumps(self._answer(request)).encode() + b"\n")
            answers.flush()

    def _request(self, line: bytes) -> dict[str, Any]:
        """The request on a line. Raises `ProtocolError`."""
        try:
            if len(line) > LONGEST:
                raise ValueError(f"more than {LONGEST} bytes")
            request = read_json(line.decode())
            if not isinstance(request, dict):
                raise ValueError("expected an object")
            if (kinds := REQUESTS.get(str(request.get("cmd")))) is None:
                raise ValueError(f"cmd: expected {', '.join(REQUESTS)}")
            fields({name: value for name, value in request.items() if name in kinds}, kinds)
            if request["cmd"] == "ask":
                stated = fields({form: request[form] for form in FORMS if form in request}, {}, STATED)
                if not stated or not all(isinstance(name, str) for name in request["fields"]):
                    raise ValueError(f"expected one of {', '.join(FORMS)}, and fields by their names")
            if "ruleset" in kinds and request["ruleset"] not in self._games:
                raise ValueError(f"ruleset: expected one of {', '.join(self._games)}")
        except ValueError as error:
            raise ProtocolError(f"request {shown(line)}: {error}") from error
        return request

    def _answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        if request["cmd"] == "start":
            return self._start()
        try:
            self._prepare(request["ruleset"])
            answer = self._asked(request)
        except Exception as error:  # such as options of other types
            answer = Answer(Kind.ERRORED, f"{type(error).__name__}: {error}")
        return {"seq": request["seq"], answer.kind: answer.content}

    def _prepare(self, ruleset: str) -> None:
        """Solve and compile what later answers about a ruleset need. Rule: CONFORM-TIME-1"""
        if self._engine == "fast" and ruleset not in self._ready:
            self._ready.add(ruleset)
            vector = next(vector for vector in vectors(self._games[ruleset]) if "solve" in vector.flags)
            for _ in range(UNCOMPILED + 1):
                self._truth(ruleset).suite.run(self._set_up(ruleset), vector)

    def _asked(self, request: Mapping[str, Any]) -> Answer:
        id, form = request["ruleset"], next(form for form in FORMS if form in request)
        asked = {"depth": request["depth"]} if request["cmd"] == "perft" else {"fields": tuple(request["fields"])}
        question = Question(id, request["options"], form, request[form], **asked)
        return self._truth(id).suite.ask(self._set_up(id), question)

    def _start(self) -> dict[str, Any]:
        name = {"name": f"qttt {self._engine}", "language": "Python", "version": self._version}
        return {"version": VERSION, "implementation": name, "rulesets": dict(self._declared())}

    def _declared(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for id, game in self._games.items():
            truth = self._truth(id)
            lacks = truth.lacks if self._engine == "fast" else frozenset[str]()
            fields = [name for name in truth.suite.answers if name not in lacks]
            used = {Question.of(vector).form for vector in vectors(game)} - lacks - {"game"}
            known = dict.fromkeys(option for vector in vectors(game) for option in vector.options)
            has = {"options": [*known], "fields": fields, "forms": [form for form in FORMS if form in used]}
            yield id, {**has, "perft": PERFT[self._engine], "perfect": self._engine == "fast"}

    def _truth(self, ruleset: str) -> Truth:
        return truth_of(self._games[ruleset])

    def _set_up(self, ruleset: str) -> SetUp:
        if self._engine == "formal":
            made: SetUp = import_module(f"qttt.verification.{self._games[ruleset]}.formal").PAGE.engine()
            return made
        truth = self._truth(ruleset)
        return truth.fast if self._engine == "fast" else truth.reference
