"""Counts of games, asked of an engine; a wrong one is followed down to the first wrong position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from qttt.oracle.registry import entry_of
from qttt.spec import PerftTable
from qttt.verification.conform.campaigns import Differs, differing, root_of, show
from qttt.verification.conform.diagnosis import Said
from qttt.verification.conform.protocol import Declared
from qttt.verification.conform.results import Case, Difference
from qttt.verification.conform.session import Session
from qttt.verification.conform.truth import Expected, Truth
from qttt.verification.conformance import Replayed
from qttt.verification.questions import Question, compared


def cases(
    session: Session,
    ruleset: str,
    truth: Truth,
    declared: Declared,
    tables: Sequence[PerftTable],
    shown: dict[str, Difference],
) -> Iterator[Case]:
    """What became of each published table, as deep as the engine counts. For each root that is not yet shown, the first
    wrong position is shown."""
    requests = [
        Question(ruleset, table.options, "game", table.game, depth=min(declared.perft, len(table.counts)))
        for table in tables
    ]
    wrong = []
    for table, request, answer in zip(tables, requests, session.ask(requests), strict=True):
        verdict = compared({"counts": [*table.counts[: request.depth]]}, answer)
        kept = Said.counted(request, answer, table.counts[: request.depth])
        if verdict.wrong:
            wrong.append(request)
        yield Case.of(f"perft '{table.game}' {dict(table.options) or ''}".strip(), [verdict], said=(kept,))
    for request in wrong:
        found = first_wrong(session, truth, declared, request)
        if found:
            show(truth, found, found.root_or_hidden, shown)


def first_wrong(session: Session, truth: Truth, declared: Declared, request: Question) -> Differs | None:
    """What differs at the first wrong position below one whose count is wrong: an answer about it or about a position
    after one more action, else the count. None if the engine now counts rightly."""
    at = Node(truth, request)
    found = at.wrong(session)
    while found:
        below = ((node, wrong) for node in at.divided(found) if (wrong := node.wrong(session)))
        if (worse := next(below, None)) is None:
            break
        at, found = worse
    if found is None:
        return None
    fields = [name for name in truth.fields if name in declared.fields and name != "value"]
    asked = [node.asked(fields) for node in (at, *at.following(2))]
    given = session.ask(question for question, _ in asked)
    return root_of(session, truth, declared.fields, next(differing(truth, asked, [*given]), found))


@dataclass(frozen=True)
class Node:
    """A position whose count is asked."""

    truth: Truth
    request: Question

    @property
    def _at(self) -> Replayed:
        engine = self.truth.reference(self.request.options)
        return Replayed(engine, engine.game.position(self.request.text))

    def asked(self, fields: Sequence[str], **due: Any) -> Expected:
        """The reference's answers to fields, and what else is due."""
        question = replace(self.request, fields=tuple(fields), depth=0)
        return Expected(question, {"legal": True, **self.truth.suite.answered(self._at, fields), **due})

    def wrong(self, session: Session) -> Differs | None:
        """How the engine's count differs from the fast engine's."""
        game = self._at.engine.game
        counts = entry_of(game).perft(game, self.request.depth, self._at.position, "cpu")
        return next(differing(self.truth, [self.asked((), counts=[*counts])], [session.one(self.request)]), None)

    def divided(self, found: Differs) -> Iterator[Node]:
        """The counts that add up to the first wrong number."""
        if found.name != "counts":
            return iter(())
        due, said = found.expected.due["counts"], found.answer.content
        return self.following(next((at for at in range(1, len(due)) if said[:at] != due[:at]), len(due)))

    def following(self, depth: int) -> Iterator[Node]:
        """The positions after one more action, as far as plies are left to count there."""
        game, request = self._at.engine.game, self.request
        for action in game.actions(self._at.position):
            text = game.write([*game.parse(request.text), action])
            if left := depth - game.is_ply(action):
                yield Node(self.truth, replace(request, text=text, depth=left))
