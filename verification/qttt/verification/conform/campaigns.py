"""Random games, chances, values and damaged texts, asked of an engine; a difference is shrunk."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import count, islice, tee
from multiprocessing import get_context
from typing import Any, NamedTuple

from qttt.oracle.processes import uninterrupted
from qttt.reference.game import Actor
from qttt.reference.notation import split
from qttt.verification.conform import truth_of
from qttt.verification.conform.diagnosis import Said
from qttt.verification.conform.differences import HIDDEN, Difference, Differs, asked_in_words, by_roots, differing, show
from qttt.verification.conform.results import Case, Status
from qttt.verification.conform.session import Session, TooManyLosses
from qttt.verification.conform.truth import PLY, Setting, Truth
from qttt.verification.questions import Answer, Expected, Kind, Question
from qttt.verification.random_games import Choices, random_choices, shrunk, simpler_games
from qttt.verification.runner import most_processes

CHUNK = 100
"""The number of games that are prepared at a time."""
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
                with uninterrupted():
                    waiting.append(pool.submit(campaign.prepared, start))
                if len(waiting) == 2 * workers:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


Asked = list[Expected]
"""What is asked of a game."""


def answered(session: Session, games: Iterable[Asked]) -> Iterator[tuple[Asked, list[Answer]]]:
    """What is asked of each game, and the answers, which are asked ahead of them: of the last game only the
    first ones if the engine fails too often."""
    ours, ahead = tee(games)
    answers = session.ask(question for asked in ahead for question, _ in asked)
    for asked in ours:
        given = list[Answer]()
        try:
            given.extend(islice(answers, len(asked)))
        except TooManyLosses:
            yield asked[: len(given)], given
            raise
        yield asked, given
    next(answers, None)


def cases(session: Session, campaign: Campaign, shown: dict[str, Difference]) -> Iterator[Case]:
    """What became of each game of which something is asked. Games that differ are played again with actions that both
    sides have. For each root that is not yet `shown`, the game that shows it soonest is shrunk, and shown."""
    soonest, failed = dict[object, tuple[int, int, Differs, Choices]](), list[int]()
    truth, is_game = campaign.truth, campaign.what != "texts"

    def heard(number: int, choices: Choices, asked: Asked, given: list[Answer]) -> list[Differs]:
        found = [*differing(truth, asked, given, is_game)]
        for each in found:
            kind = each.rules[0], each.root, each.follows, each.hidden, each.beside
            shows = len(each.expected.question.text), number, each, choices
            soonest[kind] = min(soonest.get(kind, shows), shows, key=lambda shows: shows[:2])
        return found

    for number, (asked, given) in enumerate(answered(session, prepared(campaign))):
        if not asked:
            continue
        case = Case.of(f"{campaign.what} {number}", said := [*map(Said.to, asked, given)], lacks=campaign.lacks)
        if case.status is Status.ERRORED:
            question = next(each.question for each in said if each.verdict.errored)
            case = replace(case, why=f"{asked_in_words(question)}: {case.why}")
        if case.status is Status.FAILED:
            found = heard(number, campaign.choices(number), asked, given)
            why = f"{asked_in_words(found[0].expected.question)}: {found[0].why}"
            case = replace(case, why=why, rules=() if found[0].hidden else tuple(found[0].rules))
            if any(each.name in ("legal", "actions") for each in found):
                failed.append(number)
        yield case
    if is_game:
        lacking = [(campaign.setting(number), campaign.choices(number)) for number in failed]
        both = played_together(session, truth, lacking, tuple({"actions"} & campaign.declared))
        again = map(campaign.asked, (setting for setting, _ in lacking), both)
        for number, choices, (asked, given) in zip(failed, both, answered(session, again), strict=True):
            heard(number, choices, asked, given)
    if campaign.what == "values" and shown:
        return  # wrong values follow from wrong rules
    ordered = sorted(soonest.values(), key=lambda shows: shows[:2])
    game_of = {id(each): (campaign.setting(number), choices) for _, number, each, choices in ordered}
    roots = by_roots(each for _, _, each, _ in ordered)
    known = {some[0].rules[0] for root, some in roots.items() if root != HIDDEN}
    for root, (first, *_) in [*roots.items()][:MOST_SHOWN]:
        if root in shown or (simple := simplest(session, campaign, root, known, *game_of[id(first)])) is None:
            continue
        if campaign.what == "games":
            show(truth, simple, root, shown)
        else:
            simple = root_of(session.ask, truth, campaign.declared, simple)
            show(truth, simple, simple.root_or_hidden, shown)


def root_of(
    ask: Callable[[Iterable[Question]], Iterator[Answer]], truth: Truth, declared: Collection[str], found: Differs
) -> Differs:
    """The first difference of the game that leads to another one, which may follow from it, else that one itself: it is
    not hidden from an engine that shows the marks."""
    if found.rules[0].startswith("NOTATION"):
        return found
    if truth.state[0] in declared:
        found = replace(found, hidden=())
    tokens, fields = split(found.expected.question.text), [name for name in truth.fields if name in declared]
    asking = replace(found.expected.question, fields=tuple(name for name in fields if name != "value"), depth=0)
    texts = (" ".join(tokens[:at]) for at in range(len(tokens) + 1))
    legal = [each for each in (truth.expected(replace(asking, text=text)) for text in texts) if each.due["legal"]]
    there = [*differing(truth, legal, ask(question for question, _ in legal))]
    own = (each for each in there if not each.follows and each.root == found.root)
    return next(own, next(iter(there), found))


def simplest(
    session: Session, campaign: Campaign, root: str, known: Collection[str], setting: Setting, choices: Choices
) -> Differs | None:
    """The shortest game, or the shortest text, that still has a difference with this root, in the simplest setting;
    None if the engine now answers otherwise."""
    truth, is_text = campaign.truth, campaign.what == "texts"

    def shows(setting: Setting, what: Any) -> Differs | None:
        """A difference with the root, among the questions about a game or a text."""
        is_whole = not isinstance(what, str)
        asked = (
            campaign.asked(setting, what) if is_whole else [truth.expected(Question(*setting, "game", what, fields))]
        )
        given = [*session.ask(question for question, _ in asked)]
        return next(iter(by_roots(differing(truth, asked, given, not is_text), known).get(root, ())), None)

    fields: tuple[str, ...] = ()
    found = shows(setting, choices)
    if found is None:
        return None
    fields = found.expected.question.fields
    what: object = found.expected.question.text if is_text else choices
    simpler: Callable[[Any], Iterator[object]] = shorter if is_text else simpler_games
    for other in simpler_settings(campaign.settings, setting):
        if in_other := shows(other, what):
            setting, found = other, in_other
            break
    if not is_text:
        what = least(truth, setting, choices)
    found = shrunk(partial(shows, setting), what, found, simpler)
    text = found.expected.question.text
    return next(filter(None, (shows(other, text) for other in simpler_settings(campaign.settings, setting))), found)


def least(truth: Truth, setting: Setting, choices: Choices) -> Choices:
    """The smallest choices that play the same game."""
    legal = filter(None, (at.engine.actions(at.position) for at, _ in truth.positions(setting.options, choices)))
    return tuple(smallest(truth, some, truth.pick(some, choice)) for some, choice in zip(legal, choices, strict=False))


def smallest(truth: Truth, legal: Sequence[object], action: object) -> int:
    """The smallest choice that picks an action."""
    return next(choice for choice in count() if truth.pick(legal, choice) == action)


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


def played_together(
    session: Session, truth: Truth, games: Sequence[tuple[Setting, Choices]], fields: tuple[str, ...]
) -> list[Choices]:
    """The choices of random games of actions that both sides have; each step is asked for all games at once."""
    rejected, found = set[str](), dict[int, Choices]()
    walks = [walk(truth, *game, fields, rejected) for game in games]
    asked = {number: next(each) for number, each in enumerate(walks)}
    while asked:
        for number, answer in [*zip(asked, session.ask([*asked.values()]), strict=True)]:
            try:
                asked[number] = walks[number].send(answer)
            except StopIteration as ended:
                found[number] = ended.value
                del asked[number]
    return [found[number] for number in range(len(games))]


def walk(
    truth: Truth, setting: Setting, choices: Choices, fields: tuple[str, ...], rejected: set[str]
) -> Generator[Question, Answer, Choices]:
    """A random game that keeps to actions which the engine has: those of its `actions`, if it declares them, and does
    not reject. Yields a question about each position, is sent the answer, and returns the choices that play the game.
    A rejected action is taken back, and remembered in `rejected`, which games share."""
    engine = truth.reference(setting.options)
    made, positions, both = list[object](), [engine.initial()], list[list[object]]()

    def asked(*action: object) -> Question:
        return Question(*setting, "game", engine.write([*made, *action]), fields)

    while True:
        answer = yield asked()
        if answer.kind is Kind.ANSWERS:
            due, said = engine.actions(positions[-1]), answer.content.get("actions")
            both.append([action for action in due if str(action) in said] if isinstance(said, list) else [*due])
        else:
            rejected.add(f"{asked()}")
            if not made:
                break
            made.pop()
            positions.pop()
        left = [each for each in both[-1] if f"{asked(each)}" not in rejected]
        if not left or len(made) == len(choices):
            break
        made.append(truth.pick(left, choices[len(made)]))
        positions.append(engine.play(positions[-1], made[-1]))
    return tuple(
        smallest(truth, legal, each) for each, legal in zip(made, map(engine.actions, positions), strict=False)
    )
