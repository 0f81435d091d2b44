"""Runs the conformance vectors of a game on an engine, as `spec/qttt/spec/vectors/README.md` describes."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qttt.reference.notation import Notation, NotationError
from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.engines import Illegal, NotAnswered, Refused, SetUp


@dataclass(frozen=True)
class Verdict:
    """The result of a vector: the checked fields, the fields that the engine does not answer, and the errors."""

    checked: tuple[str, ...]
    not_run: tuple[str, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class Replayed:
    """An engine after it has played a vector: `position` is the last position, `before` the one before `action`.

    `actions` are all actions played; there are none if the vector states a position and not a game.
    """

    engine: Any
    position: Any
    actions: tuple[Any, ...] = ()
    before: Any = None

    @property
    def action(self) -> Any:
        """The last action played; None if there is none."""
        return self.actions[-1] if self.actions else None


Answer = Callable[[Replayed, Any], Any]
"""An engine's answer to a field of `then`; the expected answer is an argument and sets the form of the answer."""


def legal(_: Replayed, __: Any) -> Any:
    return True


def actor(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.actor(replayed.position)


def actions(replayed: Replayed, expected: Any) -> Any:
    found = replayed.engine.actions(replayed.position)
    return len(found) if isinstance(expected, int) else [str(action) for action in found]


def chance(replayed: Replayed, _: Any) -> Any:
    return as_texts(replayed.engine.chance(replayed.position))


def outcome(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.outcome(replayed.position)


def value(replayed: Replayed, _: Any) -> Any:
    ended = replayed.engine.actor(replayed.position) is None
    return str(replayed.engine.score(replayed.position) if ended else replayed.engine.value(replayed.position))


def best(replayed: Replayed, _: Any) -> Any:
    values, worth = replayed.engine.values(replayed.position), replayed.engine.value(replayed.position)
    return [str(action) for action, number in values.items() if number == worth]


def optimal(replayed: Replayed, _: Any) -> Any:
    values = replayed.engine.values(replayed.before)
    return values.get(replayed.action) == replayed.engine.value(replayed.before)


def first_moves(replayed: Replayed, _: Any) -> Any:
    return as_texts(replayed.engine.values(replayed.position))


def as_texts(numbers: Mapping[Any, Any]) -> dict[str, str]:
    """Numbers by action, both as text."""
    return {str(action): str(number) for action, number in numbers.items()}


def position(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.write_position(replayed.position)


OF_EVERY_GAME = (legal, actor, actions, chance, outcome, value, best, optimal, first_moves, position)


@dataclass(frozen=True)
class Suite:
    """The vectors of a game: how its games are written, and the answers specific to the game, named after the fields of
    `then`."""

    game: str
    notation: Notation[Any]
    own: Sequence[Answer] = ()

    @property
    def answers(self) -> Mapping[str, Answer]:
        """The function that answers each field of `then`."""
        return {answer.__name__: answer for answer in (*OF_EVERY_GAME, *self.own)}

    def run(self, set_up: SetUp, vector: Vector) -> Verdict:
        """Set up and play a vector, and compare every field of `then`."""
        due = vector.then.get("refused")
        try:
            engine = set_up(vector.options)
        except Refused as refused:
            wrong = () if refused.rule == due else (f"refused is {refused.rule}, expected {due}",)
            return Verdict(("refused",), (), wrong)
        except NotAnswered:
            return Verdict((), tuple(vector.then), ())
        if due:
            return Verdict(("refused",), (), ("the setting is accepted",))
        if vector.then.get("legal") is False:
            return self._refusal(engine, vector)
        try:
            replayed = self._played(engine, vector)
        except NotAnswered:
            return Verdict((), tuple(vector.then), ())
        except (Illegal, NotationError) as error:
            return Verdict(("legal",), (), (f"rejected: {error}",))
        return self._answered(replayed, vector)

    def _refusal(self, engine: Any, vector: Vector) -> Verdict:
        """A vector that an engine must reject while reading or playing `when`, after accepting the text before it."""
        rule: str | None
        number = 0
        try:
            if vector.given_position is not None:
                engine.read_position(vector.given_position)
                return Verdict(("legal",), (), (f"{vector.given_position} is accepted",))
            if vector.given_open is not None:
                actions = self.notation.parse(vector.given_open)
                for number in range(1, len(actions) + 1):
                    engine.circuit(actions[:number])
                return Verdict(("legal",), (), (f"{vector.given_open} is accepted",))
            position = engine.initial()
            for action in self.notation.parse(f"{vector.given} {vector.when}"):
                number += 1
                position = engine.play(position, action)
        except NotAnswered:
            return Verdict((), tuple(vector.then), ())
        except Illegal as illegal:
            rule = illegal.rule
        except NotationError as error:
            rule, number = error.rule, error.number
        else:
            return Verdict(("legal",), (), (f"{vector.when} is accepted",))
        said = {"legal": False, "error": rule, "token": number}
        due = {"token": len(self.notation.parse(vector.given or "")) + 1, **vector.then}
        not_run = () if rule else ("error",)
        asked = tuple(field for field in due if field not in not_run)
        wrong = (f"{field} is {said[field]}, expected {due[field]}" for field in asked if said[field] != due[field])
        return Verdict(asked, not_run, tuple(wrong))

    def _played(self, engine: Any, vector: Vector) -> Replayed:
        """The engine after `given` and `when`. Raises `Illegal` or `NotationError` if the engine rejects a token."""
        if vector.given_marks is not None:
            return Replayed(engine, engine.board(vector.given_marks))
        if vector.given_position is not None:
            return Replayed(engine, engine.read_position(vector.given_position))
        if vector.given_open is not None:
            return Replayed(engine, None, self.notation.parse(vector.given_open))
        position = before = engine.initial()
        actions = self.notation.parse(f"{vector.given} {vector.when or ''}")
        for action in actions:
            before, position = position, engine.play(position, action)
        return Replayed(engine, position, actions, before)

    def _answered(self, replayed: Replayed, vector: Vector) -> Verdict:
        """Ask for every field of `then` and compare."""
        answers = {"printed": lambda *_: self._printed(vector), **self.answers}
        checked, not_run, wrong = [], [], []
        for field, expected in vector.then.items():
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

    def _printed(self, vector: Vector) -> str:
        return self.notation.write(self.notation.parse(vector.given or ""))

    def conformance(self, set_up: SetUp) -> str:
        """Run all vectors of the game on an implementation. Raises `Refuted` with the vectors that fail."""
        verdicts = {vector.id: self.run(set_up, vector) for vector in vectors(self.game)}
        failed = [f"{id}: {'; '.join(verdict.wrong)}" for id, verdict in verdicts.items() if verdict.wrong]
        if failed:
            raise Refuted(f"{len(failed)} vectors fail: {' | '.join(failed)}")
        checked = sum(len(verdict.checked) for verdict in verdicts.values())
        not_run = Counter(field for verdict in verdicts.values() for field in verdict.not_run)
        left = ", ".join(f"{field} {count}" for field, count in not_run.items())
        return f"{len(verdicts)} vectors, {checked} fields" + (f"; without an answer: {left}" if left else "")

    def known_errors(self, engines: Mapping[str, SetUp]) -> str:
        """An implementation with a known error fails every vector flagged with this error; each error has a vector."""
        count = 0
        for name, set_up in engines.items():
            flagged = [vector for vector in vectors(self.game) if f"known-error:{name}" in vector.flags]
            passed = [vector.id for vector in flagged if not self.run(set_up, vector).wrong]
            if passed or not flagged:
                why = ", ".join(passed) or "because it has no vector"
                raise Refuted(f"the engine with the error {name} passes {why}")
            count += len(flagged)
        return f"{len(engines)} errors, {count} vectors"
