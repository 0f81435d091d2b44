"""A rule page and what its formal text is held against: vectors, and the reference in many settings, on positions,
actions and texts by a seed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import lru_cache, partial
from random import Random
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, TypeVar, cast

from qttt.oracle.entry import canonical
from qttt.reference.game import Actor, Game, RuleBroken
from qttt.reference.notation import NotationError
from qttt.spec import rulesets
from qttt.spec.evaluation import SettingError, run, text_of
from qttt.spec.subset import Block
from qttt.verification import Refuted, expect
from qttt.verification.conform import truth_of
from qttt.verification.conform.truth import Suite
from qttt.verification.drawn_games import Sides, play_side_by_side
from qttt.verification.engine_comparison import early, same_rules
from qttt.verification.engines import NotAnswered, OptionsRejected, ReferenceEngine, SetUp, Solves, solver_of
from qttt.verification.formal import FormalGame
from qttt.verification.questions import flat
from qttt.verification.random_games import damaged, random_game

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)

VALUES = 8
"""The largest number of late positions of random games with their values: at most one per game."""

LATE = 40
"""The number of late positions from which the values are chosen."""

TRIED = 4
"""How many actions are tried at a position, most of them illegal."""

ANSWERS_KEPT = 4096
"""The number of the reference's answers that are kept."""


class Corpus(NamedTuple, Generic[P, A]):
    """Questions. `positions`: some actions to try at each. `texts`: written games and positions, many of them damaged.
    `late`: positions whose values, best actions and principal variations are asked."""

    positions: Mapping[P, Sequence[A]]
    texts: tuple[str, ...]
    late: tuple[P, ...]


@lru_cache(64)
def corpus(page: Page[P, A], game: Game[P, A], seed: str, games: int, texts: int) -> Corpus[P, A]:
    """Questions of random games: every position on the way once, the action played and others, and damaged texts; and
    of the telling positions of the page, each with all its legal actions."""
    draws, telling = Random(seed), page.telling_positions(game)
    tried: dict[P, list[A]] = {position: [*game.actions(position)] for position in telling}
    written: list[str] = []
    for _ in range(games):
        played = [*random_game(game, draws, page.longest_of(game))]
        for number, (position, _) in enumerate(played):
            tried.setdefault(position, []).extend(played[-1][1][number : number + 1])
        written += [game.write(made) for _, made in played[-3:]] + [game.write_position(played[-1][0])]
    joined = [text.replace(": ", ":") for text in written[-1:]]
    for actions in tried.values():
        actions.extend(draws.sample(page.every_action, TRIED))
    late = [*filter(page.is_late, telling)]
    late += _telling(game, page.solver(game), [*filter(page.is_late, tried)], min(games, VALUES))
    return Corpus(tried, (*joined, *damaged(written, draws, texts)), tuple(late))


def check(page: Page[P, A], game: Game[P, A], asked: Corpus[P, A]) -> None:
    """Raises `Refuted` with the first question that the formal text answers differently from the reference."""
    formal, solver = page.game(game), page.solver(game)

    def same(question: str, found: object, expected: object) -> None:
        expect(f"with {dict(game.setting)} the page says of {question}", found, expected)

    for position, tried in asked.positions.items():
        same_rules(ReferenceEngine(game), ReferenceEngine(formal), [position], tried)
    for text in asked.texts:
        same(f"'{text}'", read_or_rule(formal.position, text), _remembered(game.position, text))
    for position in asked.late:
        at, written = formal.formal_position(position), game.write_position(position)
        answer = formal.text.value(at), tuple(map(formal.action_of, formal.text.best(at)))
        same(f"the value of '{written}'", answer, (solver.value(position), best(game, solver, position)))
        for line, is_principal in lines(game, solver, position) if hasattr(formal.text, "is_principal") else ():
            found = formal.text.is_principal(at, tuple(map(formal.formal_action, line)))
            same(f"whether best play after '{written}' is {line}", found, is_principal)


def read_or_rule(position: Callable[[str], object], text: str) -> object:
    """The position that a text leads to, or the rule that the text breaks and the number of the token."""
    try:
        return position(text)
    except (NotationError, RuleBroken) as error:
        return error.rule, error.number or 0


_remembered = lru_cache(ANSWERS_KEPT)(read_or_rule)


def _telling(game: Game[P, A], solver: Solves[P, A], positions: Sequence[P], most: int) -> list[P]:
    """At most so many of the positions: at most of them one action is better than another, at two no player acts."""
    found = {position: best(game, solver, position) for position in positions[-LATE:]}
    few = sorted(found, key=lambda position: len(game.actions(position)))
    differing = [position for position in few if 0 < len(found[position]) < len(game.actions(position))]
    waiting = [position for position in few if game.actions(position) and not found[position]]
    return [*dict.fromkeys((*differing[: VALUES - 3], *waiting[:2], *positions[-1:]))][:most]


def best(game: Game[P, A], solver: Solves[P, A], position: P) -> tuple[A, ...]:
    """The actions of a player that keep the value; none where no player acts."""
    if game.actor(position) not in (Actor.X, Actor.O):
        return ()
    value = solver.value(position)
    return tuple(action for action, worth in solver.values(position).items() if worth == value)


def lines(game: Game[P, A], solver: Solves[P, A], position: P) -> Iterator[tuple[tuple[A, ...], bool]]:
    """A principal variation, the same without its end, and with a worse action first or last, if there is one."""
    line: list[A] = []
    at, passed = position, []
    while found := best(game, solver, at):
        passed.append(at)
        line.append(found[0])
        at = game.play(at, found[0])
    yield tuple(line), True
    for number in {0, len(line) - 1} if line else ():
        right = best(game, solver, passed[number])
        worse = [action for action in game.actions(passed[number]) if action not in right]
        yield tuple(line[:number]), False
        for action in worse[:1]:
            after = lines(game, solver, game.play(passed[number], action))
            yield (*line[:number], action, *next(after)[0]), False


# The page

SEED = 2026
GAMES, TEXTS = 20_000, 100_000
SHORT_GAMES, SHORT_TEXTS = 12, 150
CHUNK = 10
"""The largest number of games compared at a time."""
REMEMBERED = 64
"""How many texts with their options are kept, with what their functions have answered."""
Text = tuple[Block, ...]
"""The formal text of a game: its blocks."""


def written_options(options: Mapping[str, object]) -> dict[str, str]:
    """The options of a vector in writing: yes and no for true and false, and the switches among the others."""
    return {name: {True: "yes", False: "no"}.get(value, value) for name, value in flat(options).items()}


@dataclass(frozen=True, eq=False)
class Page(Generic[P, A]):
    """A page by the name of its game.

    `suite` and `reference` run its vectors. `games` are the reference's games in the settings to compare,
    `every_action` all actions that may be tried, legal or not, and `term` gives an action in the page's terms.
    `is_late` says whether the page finds the value of a position in reasonable time; `longest` bounds the actions of a
    game.
    `setting` are the written options of a vector; `own` are methods of engines of this game alone, each a function of
    the formal game and the arguments. `solver` is the reference's solver of a game.

    `holds` says whether what the text says of itself holds at a late position; None if it says nothing.

    Every comparison includes `telling` positions, written without their options; a changed text is also asked about
    options that break `several_rules`. Lines of positions are rejected by games that are nearly `alike`.
    """

    name: str
    suite: Suite
    reference: SetUp
    games: Sequence[Game[P, A]]
    every_action: Sequence[A]
    term: Callable[[A], object]
    is_late: Callable[[P], bool]
    longest: int = 40
    setting: Callable[[Mapping[str, object]], Mapping[str, str]] = written_options
    own: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    solver: Callable[[Any], Solves[P, A]] = solver_of
    holds: Callable[[FormalGame[P, A], P], bool] | None = None
    telling: Sequence[str] = ()
    several_rules: Sequence[Mapping[str, object]] = ()
    alike: Sequence[Game[P, A]] = ()

    @property
    def text(self) -> Text:
        return text_of(self.name)

    def game(self, game: Game[P, A]) -> FormalGame[P, A]:
        """The formal game with the options of a game of the reference, by the page or by another text."""
        return FormalGame(game, self.names(game.setting), self.term)

    def engine(self) -> SetUp:
        """The formal text as an implementation; it has values of late positions."""

        def set_up(options: Mapping[str, object]) -> object:
            self.refuse(options)
            try:
                engine = self.reference(options)
            except OptionsRejected as error:
                if self.setting(options).keys() - rulesets()[self.name].defaults:  # options that the ruleset lacks
                    raise
                raise OptionsRejected(f"the page accepts what the reference rejects: {error}", "no rule") from error
            formal = self.game(engine.game)

            kind = type("Formal", (type(engine),), self.methods(formal, options))
            return kind(**{**{field.name: getattr(engine, field.name) for field in fields(engine)}, "game": formal})

        return set_up

    def methods(self, formal: FormalGame[P, A], options: Mapping[str, object]) -> dict[str, object]:
        """What the engine of a formal game answers by the page and not by a method of the reference's engine.

        `options` are those of a vector.
        """
        answers: dict[str, Callable[..., object]] = {
            "value": self.value,
            "values": self.values,
            "best": self.best,
            **self.own,
        }
        return {name: staticmethod(partial(answer, formal)) for name, answer in answers.items()}

    def refuse(self, options: Mapping[str, object]) -> None:
        """Raises `OptionsRejected` if the formal text refuses the options of a vector."""
        try:
            self.names(self.setting(options))
        except SettingError as error:
            raise OptionsRejected(str(error), error.rule) from error

    def names(self, setting: Mapping[str, str]) -> SimpleNamespace:
        """All names of the formal text with these options, the others at their defaults. Raises `SettingError`."""
        return _names(self.text, self.name, tuple(sorted(setting.items())))

    def value(self, formal: FormalGame[P, A], position: P) -> Fraction:
        """The value of a late position. Raises `NotAnswered` for any other."""
        if not self.is_late(position):
            raise NotAnswered
        value: Fraction = formal.text.value(formal.formal_position(position))
        return value

    def values(self, formal: FormalGame[P, A], position: P) -> dict[A, Fraction]:
        """The value after each action of a late position. Raises as `value`."""
        children = {action: formal.play(position, action) for action in formal.actions(position)}
        return {action: self.value(formal, child) for action, child in children.items()}

    def best(self, formal: FormalGame[P, A], position: P) -> tuple[A, ...]:
        """The best actions at a late position. Raises as `value`."""
        self.value(formal, position)
        return tuple(map(formal.action_of, formal.text.best(formal.formal_position(position))))

    def holds_everywhere(self) -> bool:
        """Whether what a text says of itself holds at the telling positions of every setting."""
        return self.holds is None or all(
            self.holds(self.game(game), position) for game in self.games for position in self.telling_positions(game)
        )

    # What is held against what

    def conforms(self, games: int = SHORT_GAMES, texts: int = SHORT_TEXTS, quick: bool = False) -> str:
        """The formal text passes every vector, except for the values of early positions.

        It also says what the reference says of a few games in two settings, refuses the same options, and what it says
        of itself holds: with that, small changes of it are noticed.
        """
        vectors = self.suite.conformance(self.engine(), quick)
        for game in (self.games[0], self.games[-1]):
            check(self, game, corpus(self, cast(Hashable, game), "changes", games, texts))
        for options in self.several_rules:
            rules = _refusal(self.engine(), options), _refusal(self.reference, options)
            expect(f"the rule that the options {options} break on the page", *rules)
        if not self.holds_everywhere():
            raise Refuted("what the page says of itself does not hold")
        return f"{vectors}; {games} games and {texts} texts in each of two settings"

    def agrees(self, games: int = GAMES, texts: int = TEXTS) -> str:
        """The formal text says what the reference says about random games, actions and texts, all settings in turn."""
        positions = actions = 0
        chunk = min(CHUNK, max(1, games // len(self.games)))
        for number in range(-(-games // chunk)):
            game = self.games[number % len(self.games)]
            asked = corpus(self, cast(Hashable, game), f"{SEED}/{number}", chunk, texts * chunk // games)
            check(self, game, asked)
            positions += len(asked.positions)
            actions += sum(map(len, asked.positions.values()))
        counts = f"{games:,} games with {positions:,} positions, {actions:,} actions and {texts:,} texts"
        return f"{counts}, {len(self.games)} settings, seed {SEED}"

    def plays(self, **bound: Any) -> str:
        """Reference, fast engine and formal text play random games: see `qttt.verification.drawn_games`."""
        return play_side_by_side(Sides(self, truth_of(self.name)), **bound)

    def agrees_early(self, plies: int = 2, up_to_symmetry: int = 3) -> str:
        """On every position of up to `plies` plies, and on one of each symmetry class up to `up_to_symmetry`."""
        count = sum(self.agrees_on(game, early(game, plies)) for game in self.games)
        return f"{count:,} positions, {len(self.games)} settings; {self.agrees_up_to_symmetry(up_to_symmetry)}"

    def agrees_up_to_symmetry(self, plies: int, *games: Game[P, A]) -> str:
        """The same on one position of each symmetry class, in some settings, by default the first."""
        chosen = games or self.games[:1]
        count = sum(self.agrees_on(game, early(game, plies, partial(canonical, game))) for game in chosen)
        return f"{count:,} positions up to symmetry"

    def agrees_on(self, game: Game[P, A], positions: Iterable[P]) -> int:
        """The formal text says what the reference says about positions, and about those after them; their number."""
        return same_rules(ReferenceEngine(game), ReferenceEngine(self.game(game)), positions)

    def longest_of(self, game: Game[P, A]) -> int:
        return self.longest

    def telling_positions(self, game: Game[P, A]) -> list[P]:
        """The telling positions that exist in a setting."""
        header, _, _ = game.write_position(game.initial()).partition(":")
        found = []
        for state in self.telling:
            with suppress(NotationError):
                found.append(game.position(f"{header}: {state}"))
        return found


def _refusal(set_up: SetUp, options: Mapping[str, object]) -> str:
    """The rule under which an implementation rejects options."""
    try:
        set_up(options)
    except OptionsRejected as refused:
        return refused.rule
    return "no rule"


@lru_cache(REMEMBERED)
def _names(text: Text, name: str, setting: tuple[tuple[str, str], ...]) -> SimpleNamespace:
    return run(text, rulesets()[name], dict(setting))
