"""Rules side by side: two implementations of a game at the same positions, those of random games among them.

An implementation is an engine (see `engines`), and the first one of two always has positions of the reference; a game
with such positions, that of a formal text too, is one as `engines.ReferenceEngine(game)`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from qttt.oracle.registry import entry_of
from qttt.reference import perft
from qttt.reference.game import Game
from qttt.verification import Refuted
from qttt.verification.conformance import Replayed
from qttt.verification.engines import Illegal, NotAnswered

if TYPE_CHECKING:
    from qttt.verification.conform.truth import Truth
    from qttt.verification.engines import SetUp

P = TypeVar("P", bound=Hashable)
R = TypeVar("R", bound=Refuted)

Choices = tuple[int, ...]
"""A game: the choice among the legal actions at each step, until the choices run out or the game ends."""

QUESTIONS: tuple[str, ...] = ("actor", "actions", "chance", "outcome", "outcome_rule", "value")
"""What is compared at a position, by the field of a vector: `value` is the score of an ended game."""
UNLISTED = 2
"""The number of actions of other positions that are tried at each position of a random game."""

# At one position


class Difference(Refuted):
    """Two implementations differ in a field of the vectors, or in the `position` after an action, or in `legal`."""

    def __init__(self, what: str, first: Any, second: Any, action: Any = None) -> None:
        self.what, self.first, self.second, self.action = what, as_json(first), as_json(second), action
        after = "" if action is None else f"after {action}, "
        super().__init__(f"{after}{what}: {self.first} and {self.second}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.what, self.first, self.second, self.action)


def compare(a: Any, b: Any, position: Any, tried: Iterable[Any] | None = None) -> tuple[Any, ...]:
    """The legal actions at a position of `a`. Raises `Difference` if `b` answers any of the `QUESTIONS` differently, or
    if one of the actions `tried`, by default every legal one, is legal for one of them only, breaks different rules,
    or leads to different positions. What an implementation does not answer is not compared."""
    other = b.of(position)
    for what in QUESTIONS:
        answers = _answer(a, what, position), _answer(b, what, other)
        if NotAnswered not in answers and answers[0] != answers[1]:
            raise Difference(what, *answers)
    actions: tuple[Any, ...] = a.actions(position)
    for action in actions if tried is None else tried:
        (legal, found), (also_legal, other_found) = _after(a, position, action), _after(b, other, action)
        if legal != also_legal:
            raise Difference("legal", legal, also_legal, action)
        if legal and found != b.shown(other_found):
            raise Difference("position", found, b.shown(other_found), action)
        if not legal and other_found and found != other_found:
            raise Difference("error", found, other_found, action)
    return actions


def _answer(engine: Any, what: str, position: Any) -> Any:
    try:
        if what == "value":
            return None if engine.actor(position) else engine.score(position)
        return getattr(engine, what)(position)
    except NotAnswered:
        return NotAnswered


def _after(engine: Any, position: Any, action: Any) -> tuple[bool, Any]:
    """Whether an action is legal, and the position after it or the ID of the rule that it breaks."""
    try:
        return True, engine.play(position, action)
    except Illegal as illegal:
        return False, illegal.rule


def as_json(answer: Any) -> Any:
    """An answer as vectors write it."""
    match answer:
        case None | bool():
            return answer
        case Mapping():
            return {str(key): str(value) for key, value in answer.items()}
        case tuple() if not hasattr(answer, "_fields"):
            return [*map(str, answer)]
    return str(answer)


def same_rules(a: Any, b: Any, positions: Iterable[Any], tried: Iterable[Any] | None = None) -> int:
    """The number of positions, after comparing two implementations at each of them and after the actions `tried`, by
    default every legal one. Raises `Refuted` with the position in writing."""
    count = 0
    for position in positions:
        try:
            compare(a, b, position, tried)
        except Difference as difference:
            raise Refuted(f"{a.game!r}, '{position}', {difference}") from None
        count += 1
    return count


# All positions of the first plies


def as_it_is(position: P) -> Hashable:
    return position


def early(game: Game[P, Any], plies: int, form: Callable[[P], Hashable] = as_it_is) -> Iterator[P]:
    """One position of each form that games of up to `plies` plies reach, with those that wait for a selection or a
    result, the earlier plies first."""
    level: Iterable[P] = [game.initial()]
    for ply in range(plies + 1):
        found = {form(position): position for position in level}
        following: dict[Hashable, P] = {}
        waiting = [*found.values()]
        while waiting:
            position = waiting.pop()
            yield position
            for action in game.actions(position):
                is_ply = game.is_ply(action)
                if is_ply and ply == plies:
                    continue
                after = game.play(position, action)
                name = form(after)
                if is_ply:
                    following.setdefault(name, after)
                elif name not in found:
                    found[name] = after
                    waiting.append(after)
        level = following.values()


def same_perft(games: Mapping[Any, int], counts: Callable[[Any, int], tuple[int, ...]] | None = None) -> str:
    """The numbers of sequences of plies, by the reference and by the fast engine, each game to its own depth."""
    told = []
    for game, depth in games.items():
        expected = _perft_of_the_reference(game, depth)
        found = (counts or _perft_of_the_fast_engine)(game, depth)
        if found != expected:
            raise Refuted(f"{game!r}: perft {expected} and {found}")
        told.append(f"{game!r} {', '.join(f'{count:,}' for count in found)}")
    return "; ".join(told)


@cache
def _perft_of_the_reference(game: Any, depth: int) -> tuple[int, ...]:
    return perft.perft(game, depth)


def _perft_of_the_fast_engine(game: Any, depth: int) -> tuple[int, ...]:
    return entry_of(game).perft(game, depth, game.initial(), "cpu")


# Random games


class Disagreement(Refuted):
    """Two implementations differ after a game.

    The message gives the setting, the game in notation, both answers, and a vector ready to save. The vector takes the
    side of the first implementation, which may be the wrong one: read the page before keeping it. It names the first
    rule of the field, to be corrected by hand.
    """

    def __init__(
        self, options: Mapping[str, Any], game: str, rule: str, difference: Difference, then: Mapping[str, Any]
    ) -> None:
        self._arguments = (options, game, rule, difference, then)
        self.game = game
        self.vector: dict[str, Any] = {
            "id": f"{rule.partition('-')[0].lower()}-found-0001",
            "rules": [rule],
            "flags": [],
            "source": "generated",
            **({"options": options} if options else {}),
            "comment": f"Two engines disagreed: {', '.join(then)}.",
            "given": game,
            "when": None,
            "then": dict(then),
        }
        message = f"after '{game}' with {json.dumps(options)} the engines disagree, {difference}"
        super().__init__(f"{message}; as a vector: {json.dumps(self.vector)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments


def same_games(truth: Truth, other: SetUp | None = None, games: int = 500, seed: int = 2026) -> str:
    """Compare the reference of a game and another implementation, by default the fast engine, at every position of
    random games, in all settings in turn, with some actions that are legal elsewhere.

    Raises the `Disagreement` of the shortest game found by shrinking the first game that shows one.
    """
    settings = truth.settings()
    for number in range(games):
        options, choices = settings[number % len(settings)], random_choices(f"{seed}/{number}", truth.longest)
        shows = partial(_disagreement, truth, other or truth.fast, options)
        if found := shows(choices):
            raise shrunk(shows, choices, found)
    return f"{games:,} games, {len(settings)} settings, seed {seed}"


def _disagreement(truth: Truth, other: SetUp, options: Mapping[str, Any], choices: Choices) -> Disagreement | None:
    """The first difference of two implementations in a game; None if they agree throughout."""
    a, b = truth.reference(options), other(options)
    position, made, legal_before = a.initial(), list[Any](), list[Any]()
    for choice in (*choices, 0):
        actions = a.actions(position)
        picked = [truth.pick(actions, choice)] if actions else []
        unlisted = Random(choice).sample(legal_before, min(UNLISTED, len(legal_before)))
        try:
            compare(a, b, position, (*unlisted, *picked))
        except Difference as difference:
            played = made if difference.action is None else [*made, difference.action]
            then = _then(truth, a, b, position, difference)
            rule = next((truth.rules[what] for what in then if what in truth.rules), next(iter(truth.rules.values())))
            return Disagreement(options, truth.suite.notation.write(played), rule, difference, then)
        if not picked:
            return None
        legal_before = [*{**dict.fromkeys(legal_before), **dict.fromkeys(actions)}]
        position = a.play(position, picked[0])
        made.append(picked[0])
    return None


def _then(truth: Truth, a: Any, b: Any, position: Any, difference: Difference) -> dict[str, Any]:
    """What a vector says that `a` passes and `b` fails, where the two differ; of two positions a field that differs."""
    if difference.action is None:
        return {difference.what: difference.first}
    legal, found = _after(a, position, difference.action)
    if difference.what != "position":
        return {"legal": True} if legal else {"legal": False, "error": found}
    both = (a, found), (b, b.play(b.of(position), difference.action))
    said, other = (truth.suite.answered(Replayed(engine, at), truth.rules) for engine, at in both)
    differing = {what: said[what] for what in said if what in other and said[what] != other[what]}
    return dict([*differing.items()][:1]) or {"position": a.write_position(found)}


def nth(legal: Sequence[Any], choice: int) -> Any:
    """Action number `choice % n` of n legal ones."""
    return legal[choice % len(legal)]


def random_choices(seed: str, number: int) -> Choices:
    """`number` random choices."""
    draws = Random(seed)
    return tuple(draws.randrange(1 << 16) for _ in range(number))


def shrunk(shows: Callable[[Choices], R | None], choices: Choices, found: R) -> R:
    """The error shown by the shortest game found by removing choices, one or two at a time, and making choices smaller.
    No simpler game shows an error. The search resumes where it found the last simpler game."""
    tried = 0
    while True:
        simpler = [*simpler_games(choices)]
        for number in (*range(tried, len(simpler)), *range(min(tried, len(simpler)))):
            if refuted := shows(simpler[number]):
                choices, found, tried = simpler[number], refuted, number
                break
        else:
            return found


def simpler_games(choices: Choices) -> Iterator[Choices]:
    """Games without one choice or two (a move and its result), then games with one choice set to 0 or halved."""
    for left_out in (1, 2):
        yield from (choices[:at] + choices[at + left_out :] for at in reversed(range(len(choices) - left_out + 1)))
    for at, choice in enumerate(choices):
        yield from ((*choices[:at], less, *choices[at + 1 :]) for less in (0, choice // 2) if less < choice)
