"""Counts of games, asked of an engine; a wrong one is followed down to the first wrong position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from qttt.oracle.registry import entry_of
from qttt.spec import perft_tables, rulesets
from qttt.verification.conform.campaigns import root_of
from qttt.verification.conform.diagnosis import Said
from qttt.verification.conform.differences import Difference, Differs, differing, show
from qttt.verification.conform.protocol import Declared
from qttt.verification.conform.results import Case, Chosen
from qttt.verification.conform.session import Session
from qttt.verification.conform.truth import Truth
from qttt.verification.questions import Expected, Question


def cases(
    session: Session, truth: Truth, declared: Declared, chosen: Chosen, shown: dict[str, Difference]
) -> Iterator[Case]:
    """What became of each published table, as deep as the engine counts. For each root that is not yet shown, the first
    wrong position is shown."""
    game, wrong = truth.suite.game, list[Question]()
    asked = [
        Expected(Question(rulesets()[game].id, options, "game", table.game, depth=len(counts)), {"counts": [*counts]})
        for table in perft_tables(game)
        if chosen.allows(truth, table.options)
        for options in declared.readings(table.options)
        if truth.setting(options) == truth.setting(table.options)
        for counts in [table.counts[: declared.perft]]
    ]
    for expected, answer in zip(asked, session.ask(question for question, _ in asked), strict=True):
        request, said = expected.question, Said.to(expected, answer)
        if said.wrong:
            wrong.append(request)
        yield Case.of(f"perft '{request.text}' {dict(request.options) or ''}".strip(), [said])
    for request in wrong:
        if found := first_wrong(session, truth, declared, request):
            show(truth, found, found.root_or_hidden, shown)


def first_wrong(session: Session, truth: Truth, declared: Declared, request: Question) -> Differs | None:
    """What differs at the first wrong position below one whose count is wrong: an answer about it or about a position
    after one more action, else the count. None if the engine now counts rightly."""
    at, found = request, miscounted(session, truth, request)
    while found:
        below = ((each, worse) for each in divided(truth, at, found) if (worse := miscounted(session, truth, each)))
        if (next_one := next(below, None)) is None:
            break
        at, found = next_one
    if found is None:
        return None
    fields = tuple(name for name in truth.fields if name in declared.fields and name != "value")
    asked = [truth.expected(replace(each, fields=fields, depth=0)) for each in (at, *following(truth, at, 2))]
    given = [*session.ask(question for question, _ in asked)]
    return root_of(session, truth, declared.fields, next(differing(truth, asked, given), found))


def miscounted(session: Session, truth: Truth, request: Question) -> Differs | None:
    """How the engine's count differs from the fast engine's."""
    game = truth.reference(request.options).game
    counts = entry_of(game).perft(game, request.depth, game.position(request.text), "cpu")
    expected = Expected(replace(request, depth=0), {"legal": True, "counts": [*counts]})
    return next(differing(truth, [expected], [session.one(request)]), None)


def divided(truth: Truth, request: Question, found: Differs) -> Iterator[Question]:
    """The counts that add up to the first wrong number."""
    if found.name == "counts":
        due, said = found.expected.due["counts"], found.answer.content
        yield from following(truth, request, next((n for n in range(1, len(due)) if said[:n] != due[:n]), len(due)))


def following(truth: Truth, request: Question, depth: int) -> Iterator[Question]:
    """The positions after one more action, as far as plies are left to count there."""
    game = truth.reference(request.options).game
    for action in game.actions(game.position(request.text)):
        if left := depth - game.is_ply(action):
            yield replace(request, text=game.write([*game.parse(request.text), action]), depth=left)
