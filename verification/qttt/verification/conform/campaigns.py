"""Random games, chances, values and damaged texts, asked of an engine; a difference is shrunk."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple, TypeVar

from qttt.reference.game import Actor
from qttt.reference.notation import split
from qttt.verification.conform.diagnosis import said
from qttt.verification.conform.naming import is_hidden, root_named, rules_broken
from qttt.verification.conform.options import plain
from qttt.verification.conform.results import Case, Difference, Status
from qttt.verification.conform.session import Session
from qttt.verification.conform.truth import PLY, Expected, Setting, Truth, due, truth_of
from qttt.verification.conform.walk import played_together
from qttt.verification.questions import MOST, Answer, Kind, Question, compared, short
from qttt.verification.rules import Choices, random_choices, shrunk, simpler_games
from qttt.verification.workers import most_processes

S = TypeVar("S")

CHUNK = 100
"""So many games are prepared at a time."""
MOST_SHOWN = 5
"""The most rules of a campaign for which a game is shrunk."""


class Campaign(NamedTuple):
    """Random games, numbers 0 to `games` - 1: what is asked of each (a method of `Truth`), for which fields, in
    which settings in turn, as far as an engine has `declared` the fields."""

    game: str
    what: str
    fields: tuple[str, ...]
    declared: frozenset[str]
    settings: Sequence[Setting]
    games: int
    seed: int

    @property
    def lacks(self) -> frozenset[str]:
        """The fields that are not asked, because the engine has not declared them."""
        return frozenset(self.fields) - self.declared

    @property
    def truth(self) -> Truth:
        return truth_of(self.game)

    def choices(self, number: int) -> Choices:
        return random_choices(f"{self.seed}/{self.what}/{number}", self.truth.longest)

    def setting(self, number: int) -> Setting:
        return self.settings[number % len(self.settings)]

    def asked(self, setting: Setting, choices: Choices) -> list[Expected]:
        ask: Callable[..., Iterator[Expected]] = getattr(self.truth, self.what)
        return [*ask(setting, choices, [name for name in self.fields if name in self.declared])]

    def prepared(self, start: int) -> list[list[Expected]]:
        """The questions of the games from a number on, a chunk of them."""
        numbers = range(start, min(start + CHUNK, self.games))
        return [self.asked(self.setting(number), self.choices(number)) for number in numbers]


def prepared(campaign: Campaign) -> Iterator[list[Expected]]:
    """The questions of every game: those of the first chunks from this process, then from one for each core."""
    for start in range(0, min(2 * CHUNK, campaign.games), CHUNK):
        yield from campaign.prepared(start)
    if campaign.games <= 2 * CHUNK:
        return
    workers = most_processes()
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        waiting: deque[Future[list[list[Expected]]]] = deque()
        try:
            for start in range(2 * CHUNK, campaign.games, CHUNK):
                waiting.append(pool.submit(campaign.prepared, start))
                if len(waiting) == 2 * workers:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class Game(NamedTuple):
    """A game of a campaign: its number, its choices, and what is asked of it."""

    number: int
    choices: Choices
    asked: list[Expected]


def answered(session: Session, games: Iterable[Game]) -> Iterator[tuple[Game, list[Answer]]]:
    """The games of which something is asked, each with the answers, asked ahead of them."""
    waiting: deque[Game] = deque()

    def questions() -> Iterator[Question]:
        for game in games:
            if game.asked:
                waiting.append(game)
            yield from (question for question, _ in game.asked)

    answers = session.ask(questions())
    for answer in answers:
        game = waiting.popleft()
        yield game, [answer, *islice(answers, len(game.asked) - 1)]


@dataclass(frozen=True)
class Differs:
    """A wrong answer to the field `name`, or one of another kind than is due, and the `rules` that it breaks.

    Wrong answers with one `root` have one cause: a rule, or the marks that an action leaves. One `follows` if it may
    follow from another, about the same position or an earlier one of the game. It is `hidden` if it may also follow
    from the marks that an earlier action leaves, for which the engine was not asked.
    """

    expected: Expected
    answer: Answer
    name: str
    why: str
    rules: Sequence[str]
    root: str
    follows: bool
    hidden: bool
    beside: frozenset[str]
    """The rules of all wrong answers about the position."""

    @property
    def root_or_hidden(self) -> str:
        return HIDDEN if self.hidden else self.root


HIDDEN = "hidden"
"""The root of differences that are hidden."""
FOLLOWS = ("components", "collapse", "outcome", "actor", "actions", "chance", "selections", "value", "best")
"""The fields that follow from the other fields of a position, each also from those before it."""


def differing(
    truth: Truth, asked: Iterable[Expected], given: Iterable[Answer], one_game: bool = True
) -> Iterator[Differs]:
    """Every wrong answer; of those about one position the likely cause first. Where an engine shows the right marks,
    nothing follows from an earlier answer."""
    wrong_before: str | None = None
    for expected, answer in zip(asked, given, strict=True):
        text, wrong = expected.question.text, compared(expected.due, answer).wrong
        if not wrong:
            continue
        shows = truth.state[0] in expected.question.fields and not wrong.keys() & {*truth.state, "legal"}
        after = one_game and wrong_before is not None and text.startswith(wrong_before)
        follows, hidden = after and not shows, is_hidden(truth, expected.question)
        broken = {name: rules_broken(truth, expected, answer, name) for name in wrong}
        beside = frozenset(rules[0] for rules in broken.values())
        for name in sorted(wrong, key=lambda name: FOLLOWS.index(name) if name in FOLLOWS else -1):
            root = root_named(truth, expected, answer, name, broken[name][0])
            yield Differs(expected, answer, name, wrong[name], broken[name], root, follows, hidden, beside)
            follows = True
        if not shows and not after:
            wrong_before = text


def by_roots(found: Iterable[Differs], known: Collection[str] = ()) -> dict[str, list[Differs]]:
    """The differences that do not follow from others, by their roots. `HIDDEN` is the one of all that are hidden, but
    for those with a rule that is also broken where nothing is hidden, or that is `known`. A rule that is only broken
    beside such a rule, which is also broken without it, is left out."""
    found = [each for each in found if not each.follows]
    plain = {each.rules[0] for each in found if not each.hidden} | {*known}
    roots: dict[str, list[Differs]] = {}
    for each in found:
        rule = each.rules[0]
        beside = frozenset[str].intersection(*(other.beside for other in found if other.rules[0] == rule)) & plain
        if not any(other.rules[0] in beside - {rule} and rule not in other.beside for other in found):
            roots.setdefault(each.root if rule in plain else HIDDEN, []).append(each)
    return roots


def cases(session: Session, campaign: Campaign, shown: dict[str, Difference]) -> Iterator[Case]:
    """What became of each game of which something is asked. Games that differ are played again with actions that both
    sides have. For each root that is not yet `shown`, the game that shows it soonest is shrunk, and shown."""
    soonest, failed = dict[Any, tuple[int, int, Differs, Game]](), list[int]()
    truth, is_game = campaign.truth, campaign.what != "texts"

    def heard(game: Game, given: list[Answer]) -> list[Differs]:
        found = [*differing(truth, game.asked, given, is_game)]
        for each in found:
            kind = each.rules[0], each.root, each.follows, each.hidden, each.beside
            shows = len(each.expected.question.text), game.number, each, game
            soonest[kind] = min(soonest.get(kind, shows), shows, key=lambda shows: shows[:2])
        return found

    games = (Game(number, campaign.choices(number), asked) for number, asked in enumerate(prepared(campaign)))
    for game, given in answered(session, games):
        verdicts = [compared(expected.due, answer) for expected, answer in zip(game.asked, given, strict=True)]
        kept = said(zip((question for question, _ in game.asked), given, verdicts, strict=True))
        case = Case.of(f"{campaign.what} {game.number}", verdicts, lacks=campaign.lacks, said=kept)
        if case.status is Status.FAILED:
            first, *others = heard(game, given)
            case = replace(case, why=f"'{first.expected.question.text}': {first.why}", rules=tuple(first.rules))
            if any(each.name in ("legal", "actions") for each in (first, *others)):
                failed.append(game.number)
        yield case
    if is_game:
        lacking = [(campaign.setting(number), campaign.choices(number)) for number in failed]
        both = played_together(session, truth, lacking, tuple({"actions"} & campaign.declared))
        asked = map(campaign.asked, (setting for setting, _ in lacking), both)
        for game, given in answered(session, map(Game, failed, both, asked)):
            heard(game, given)
    if campaign.what == "values" and shown:
        return  # wrong values follow from wrong rules
    game_of = {id(each): game for _, _, each, game in sorted(soonest.values(), key=lambda shows: shows[:2])}
    roots = by_roots(each for _, _, each, _ in sorted(soonest.values(), key=lambda shows: shows[:2]))
    known = {some[0].rules[0] for root, some in roots.items() if root != HIDDEN}
    for root, (first, *_) in [*roots.items()][:MOST_SHOWN]:
        if root in shown or (found := simplest(session, campaign, root, known, game_of[id(first)])) is None:
            continue
        if is_game:
            show(truth, found, root, shown)
        else:
            found = root_of(session, truth, campaign.declared, found)
            show(truth, found, found.root_or_hidden, shown)


def show(truth: Truth, found: Differs, root: str, shown: dict[str, Difference]) -> None:
    """Show a difference, unless its root or its question is shown, or its rule, as broken by an answer of its kind."""
    each = difference(truth, found)
    kind = each.rules[0], each.field == "legal"
    alike = (kind == (other.rules[0], other.field == "legal") for other in shown.values())
    if root not in shown and not any(alike) and all(each.question != other.question for other in shown.values()):
        shown[root] = each


def root_of(session: Session, truth: Truth, declared: Collection[str], found: Differs) -> Differs:
    """The first difference of the game that leads to another one, which may follow from it, else that one itself."""
    tokens, fields = split(found.expected.question.text), [name for name in truth.fields if name in declared]
    texts = (
        [" ".join(tokens[:at]) for at in range(len(tokens) + 1)] if not found.rules[0].startswith("NOTATION") else []
    )
    asking = replace(found.expected.question, fields=tuple(name for name in fields if name != "value"), depth=0)
    asked = [Expected(each, due(truth.answer(each))) for each in (replace(asking, text=text) for text in texts)]
    legal = [each for each in asked if each.due["legal"]]
    given = [*session.ask(question for question, _ in legal)]
    return next(differing(truth, legal, given), found)


def simplest(session: Session, campaign: Campaign, root: str, known: Collection[str], game: Game) -> Differs | None:
    """The shortest game, or the shortest text, that still has a difference with this root, in the simplest setting;
    None if the engine now answers otherwise."""
    truth, setting, is_text = campaign.truth, campaign.setting(game.number), campaign.what == "texts"

    def shows(setting: Setting, what: Any) -> Differs | None:
        """A difference with the root, among the questions about a game or a text."""
        asked = campaign.asked(setting, what) if not isinstance(what, str) else [of_text(setting, what)]
        given = [*session.ask(question for question, _ in asked)]
        return next(iter(by_roots(differing(truth, asked, given, not is_text), known).get(root, ())), None)

    def of_text(setting: Setting, text: str) -> Expected:
        question = Question(*setting, "game", text, asked.fields)
        return Expected(question, due(truth.answer(question)))

    found = shows(setting, game.choices)
    if found is None:
        return None
    asked = found.expected.question
    what: Any = asked.text if is_text else game.choices
    simpler: Callable[[Any], Iterator[Any]] = shorter if is_text else simpler_games
    for other in simpler_settings(campaign.settings, setting):
        if in_other := shows(other, what):
            setting, found = other, in_other
            break
    return shrunk(partial(shows, setting), what, found, simpler)


def simpler_settings(settings: Sequence[Setting], setting: Setting) -> list[Setting]:
    """The settings that are simpler than one of them: the first one, then those with shorter options, shortest first.

    >>> settings = [Setting("goff-1.1", options) for options in ({"q": "1/2"}, {"q": "1/22", "s": 1}, {"q": "1/3"})]
    >>> [dict(simpler.options) for simpler in simpler_settings(settings, settings[1])]
    [{'q': '1/2'}, {'q': '1/3'}]
    """

    def effort(other: Setting) -> tuple[bool, int]:
        return other != settings[0], len(json.dumps(dict(other.options)))

    return sorted((other for other in settings if effort(other) < effort(setting)), key=effort)


def shorter(text: str) -> Iterator[str]:
    """A text without one or two of its tokens, the plies after them renumbered or not, then without one of its
    characters, then with smaller squares.

    >>> [*shorter("X1.2 O2.1")][:5], [*shorter("X1.2 O2.1")][-2:]
    (['', 'O2.1', 'X1.1', 'X1.2', '1.2 O2.1'], ['X1.2 O2.', 'X1.1 O2.1'])
    """
    tokens = text.split(" ") if text else []
    for number in (2, 1):
        for at in range(len(tokens) - number + 1):
            before, left, after = tokens[:at], tokens[at : at + number], tokens[at + number :]
            plies = sum(bool(PLY.match(token)) for token in left)
            yield from dict.fromkeys(
                " ".join((*before, *kept)) for kept in (after, [_earlier(t, plies) for t in after])
            )
    yield from (text[:at] + text[at + 1 :] for at in range(len(text)))
    for square in re.finditer(r"(?<=[.>-])[2-9]", text):
        yield from (f"{text[: square.start()]}{less}{text[square.end() :]}" for less in range(1, int(square[0])))


def _earlier(token: str, plies: int) -> str:
    """A move that many plies earlier; any other token as it is."""

    def moved(found: re.Match[str]) -> str:
        player, ply = Actor(found[1]), int(found[2]) - plies
        return f"{player.opponent if plies % 2 else player}{ply}" if ply > 0 else found[0]

    return PLY.sub(moved, token)


def difference(truth: Truth, found: Differs) -> Difference:
    """A difference as it is reported, with a vector that takes the side of the reference."""
    (question, expected), content = found.expected, found.answer.content
    name, counted = found.name, {"depth": len(content)} if found.answer.kind is Kind.COUNTS else {}
    said = content[name] if isinstance(content, Mapping) and name in content else content
    said = said if len(written := json.dumps(said, ensure_ascii=False)) <= MOST else short(written)
    options = plain(question.ruleset, question.options)
    vector = {
        "rules": [*found.rules],
        "flags": [],
        "source": "generated",
        **({"options": options} if options else {}),
        "comment": f"An engine differed: {name}.",
        **_stated(truth, found),
    }
    return Difference(
        {"ruleset": question.ruleset, "options": options, question.form: question.text, **counted},
        name,
        expected.get(name),
        said,
        found.why + f"; declare `{truth.state[0]}` and the rule can be named" * found.hidden,
        tuple(found.rules),
        _board(truth, question),
        vector,
        _doubt(truth, question, expected),
    )


def _stated(truth: Truth, found: Differs) -> dict[str, Any]:
    """A text as `given` and `when`, with `then`: one that is illegal, or rejected, is divided before the token at
    fault."""
    (question, expected), tokens = found.expected, split(found.expected.question.text)
    if tokens and (found.name == "legal" or not expected["legal"]):
        at = expected.get("token", len(tokens)) - 1
        only = {"legal": True} if expected["legal"] else dict(expected)
        return {"given": " ".join(tokens[:at]), "when": tokens[at], "then": only}
    name = found.name if found.name in truth.suite.answers else "actions"
    then: Mapping[str, Any] = expected if name in expected else truth.answer(replace(question, fields=(name,))).content
    return {
        "given": question.text,
        "when": None,
        "then": {name: then[name] or (0 if name == "actions" else then[name])},
    }


def _board(truth: Truth, question: Question) -> str:
    """The position of a legal game, drawn in text."""
    answer = truth.answer(replace(question, fields=()))
    if answer.kind is not Kind.ANSWERS:
        return ""
    return truth.picture(truth.reference(question.options).game.position(question.text))


def _doubt(truth: Truth, question: Question, expected: Mapping[str, Any]) -> str:
    """Where the fast engine says something else than the reference about a legal game: what each says."""
    said = truth.suite.ask(truth.fast, question, expected)
    if not expected["legal"] or not (wrong := compared(expected, said).wrong):
        return ""
    about = f"{question.options} '{question.text}'"
    return f"about {about} the fast engine and the reference differ: {'; '.join(wrong.values())}"
