"""Implementations side by side: at the same positions, on a turned board, and in random games that Hypothesis draws.

An implementation is an engine (see `engines`), and the first one of two always has positions of the reference; a game
with such positions, that of a formal text too, is one as `engines.ReferenceEngine(game)`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any, Protocol, TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from qttt.reference.board import SYMMETRIES, Symmetry, image, inverse
from qttt.reference.game import Actor, Game, Score
from qttt.reference.notation import NotationError
from qttt.reference.solver import Solver
from qttt.verification import Refuted
from qttt.verification.conform.truth import Truth
from qttt.verification.engines import Engine, Illegal, NotAnswered, ReferenceEngine
from qttt.verification.random_games import nth, random_choices

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)
AnyEngine = Engine[Any, Any]

QUESTIONS = ("actor", "actions", "chance", "system", "outcome", "outcome_rule", "value", "write_position")
"""What is compared at a position: `value` is the score of an ended game."""

# At one position


def compare(a: Engine[P, A], b: Engine[P, A], position: P, tried: Iterable[A] | None = None) -> tuple[A, ...]:
    """The legal actions at a position of `a`. Raises `Refuted` if `b` answers any of the `QUESTIONS` differently, or
    if one of the actions `tried`, by default every legal one, is legal for one of them only, breaks different rules,
    or leads to different positions. What an implementation does not answer is not compared."""
    for what in QUESTIONS:
        answers = _answer(a, what, position), _answer(b, what, position)
        if NotAnswered not in answers and answers[0] != answers[1]:
            raise Refuted(f"{what}: {answers[0]} and {answers[1]}")
    actions = a.actions(position)
    for action in actions if tried is None else tried:
        (legal, found), (also_legal, other_found) = _after(a, position, action), _after(b, position, action)
        if legal != also_legal:
            raise Refuted(f"after {action}, legal: {legal} and {also_legal}")
        if legal and found != other_found:
            raise Refuted(f"after {action}, position: {found} and {other_found}")
        if not legal and other_found and found != other_found:
            raise Refuted(f"after {action}, error: {found} and {other_found}")
    return actions


def _answer(engine: Engine[P, A], what: str, position: P) -> object:
    try:
        if what == "value":
            return None if engine.actor(position) else engine.score(position)
        answer: object = getattr(engine, what)(position)
        return answer
    except NotAnswered:
        return NotAnswered


def _after(engine: Engine[P, A], position: P, action: A) -> tuple[bool, object]:
    """Whether an action is legal, and the position after it or the ID of the rule that it breaks."""
    try:
        return True, engine.play(position, action)
    except Illegal as illegal:
        return False, illegal.rule


def same_rules(a: Engine[P, A], b: Engine[P, A], positions: Iterable[P], tried: Iterable[A] | None = None) -> int:
    """The number of positions, after comparing two implementations at each of them and after the actions `tried`, by
    default every legal one. Raises `Refuted` with the position in writing."""
    count = 0
    for position in positions:
        try:
            compare(a, b, position, tried)
        except Refuted as difference:
            raise Refuted(f"{a.game!r}, '{position}', {difference}") from None
        count += 1
    return count


# All positions of the first plies


def as_it_is(position: P) -> Hashable:
    return position


def early(game: Game[P, A], plies: int, form: Callable[[P], Hashable] = as_it_is) -> Iterator[P]:
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


# On a turned board

GENERATORS = (SYMMETRIES[1], SYMMETRIES[4])
"""A quarter turn and a reflection, which generate all eight symmetries."""
SEED, STRIDE = 2029, 101
"""The seed of random games; each game has the setting so many places after that of the one before."""

Parts = Callable[[P], Iterable[tuple[int, ...]]]
"""Sets of squares that belong to a position."""


def games_turn(
    truth: Truth,
    parts: Parts[Any] = lambda _: (),
    on: Callable[[Any, Symmetry], Game[Any, Any]] = lambda game, _: game,
    valued: bool = False,
    games: int = 140,
) -> str:
    """The positions of random games, in all settings in turn, each turned by the next of the eight symmetries: see
    `turns`; late positions may be `valued`. `on` is the game on a turned board, the same one for the game's
    own symmetries only. Raises `Refuted`."""
    settings, count = truth.settings(), 0
    for number in range(games):
        choices = random_choices(f"{SEED}/{number}", truth.longest)
        for at, (found, _) in enumerate(truth.positions(settings[STRIDE * number % len(settings)], choices)):
            game, symmetry = found.engine.game, SYMMETRIES[(number + at) % len(SYMMETRIES)]
            there = on(game, symmetry)
            if (there == game) != (symmetry in game.symmetries):
                raise Refuted(f"{game!r} has the symmetries {game.symmetries}")
            turns(game, found.position, symmetry, there, parts, valued and truth.is_late(found.position))
            count += 1
    return f"{count:,} positions of {games} games, {len(settings)} settings, seed {SEED}"


def turns(
    game: Game[P, A],
    position: P,
    symmetry: Symmetry,
    on: Game[P, A] | None = None,
    parts: Parts[P] = lambda _: (),
    valued: bool = False,
) -> None:
    """Turn a position, to one of the game `on` if it is another: actor, actions, chances, next positions, scores,
    `parts` and, if they are to be `valued`, actions' values are turned with it, and the inverse takes it back. Raises
    `Refuted`."""
    on = on or game
    there, back = game.turned(position, symmetry), inverse(symmetry)
    after, nature, sets, worth, end = _said(game, position, parts, valued)
    actions = {action: game.turned_action(position, action, symmetry) for action in after}
    expected = (
        {actions[action]: game.turned(next_one, symmetry) for action, next_one in after.items()},
        ({actions.get(of, of): chance for of, chance in nature[0].items()}, nature[1]),
        {frozenset(image(symmetry, *part)) for part in sets},
        {actions[action]: value for action, value in worth.items()},
        end,
    )
    if _said(on, there, parts, valued) != expected:
        raise Refuted(f"{game!r}: '{position}' and '{there}' differ in actions, chances, successors, values or ends")
    if on.turned(there, back) != position or any(on.turned_action(there, actions[a], back) != a for a in after):
        raise Refuted(f"{game!r}: '{there}' is not turned back into '{position}'")


Answers = tuple[
    dict[A, P],
    tuple[Mapping[A, Fraction], Mapping[Actor, Fraction]],
    set[frozenset[int]],
    Mapping[A, Fraction],
    Actor | Score,
]
"""Positions after actions, the chances of chance and of the System, sets of squares, values, who acts or the end."""


def _said(game: Game[P, A], position: P, parts: Parts[P], valued: bool) -> Answers[A, P]:
    actor = game.actor(position)
    after = {action: game.play(position, action) for action in game.actions(position)}
    sets = {frozenset(part) for part in parts(position)}
    nature = game.chance(position), game.system(position)
    return after, nature, sets, Solver(game).values(position) if valued else {}, actor or game.score(position)


# Random games that Hypothesis draws and shrinks: reference, fast engine and formal text play them, and read every line

GAMES, STEPS = 2_000, 20
"""The number of games, and the most steps of a game, some of which try an illegal action or read a line."""
CHOICE = st.integers(0, (1 << 16) - 1)


class Played(Protocol):
    """A page of which games are played, see `qttt.verification.formal.page.Page`."""

    @property
    def alike(self) -> Sequence[Game[Any, Any]]: ...
    @property
    def every_action(self) -> Sequence[object]: ...
    def game(self, game: Any) -> Game[Any, Any]: ...


class Sides:
    """The implementations of a game in each setting: the reference, and the others."""

    def __init__(self, page: Played, truth: Truth) -> None:
        self.page, self.truth, self.settings = page, truth, truth.settings()
        self.of = cache(self._of)
        self.games = [*(truth.reference(options).game for options in self.settings), *page.alike]

    def _of(self, setting: int) -> list[AnyEngine]:
        reference = self.truth.reference(self.settings[setting])
        others: list[AnyEngine] = [ReferenceEngine(self.page.game(reference.game))]
        with suppress(NotAnswered):  # the fast engine does not play every setting
            others.append(self.truth.fast(self.settings[setting]))
        return [reference, *others]


class SideBySide(RuleBasedStateMachine):
    """A game in a setting that Hypothesis draws, in all implementations at once. Each step raises `Refuted`, with the
    whole game in notation, if they differ."""

    sides: Sides

    @initialize(setting=CHOICE)
    def begin(self, setting: int) -> None:
        self.setting = setting % len(self.sides.settings)
        self.reference, *self.others = self.sides.of(self.setting)
        self.game, self.position = self.reference.game, self.reference.initial()
        self.actions: list[object] = []

    @rule(choice=CHOICE)
    def play(self, choice: int) -> None:
        if legal := self.reference.actions(self.position):
            action = self.sides.truth.pick(legal, choice)
            self._compare((action,))
            self.actions.append(action)
            self.position = self.reference.play(self.position, action)

    @rule(choice=CHOICE)
    def try_any_action(self, choice: int) -> None:
        self._compare((nth(self.sides.page.every_action, choice),))

    @rule(choice=CHOICE)
    def reject_the_line_in_another_setting(self, choice: int) -> None:
        game, line = nth(self.sides.games, choice), self.game.write_position(self.position)
        if game != self.game:
            try:
                game.position(line)
            except NotationError as error:
                self._check(error.rule == "NOTATION-POSITION-1", f"'{line}' is rejected by {error.rule}")
            else:
                self._check(False, f"'{line}' is read as a position of {game!r}")

    @invariant()
    def agree(self) -> None:
        self._compare(())
        for text, meant, read, write in (
            (self.game.write_position(self.position), self.position, self.game.position, self.game.write_position),
            (self.game.write(self.actions), tuple(self.actions), self.game.parse, self.game.write),
        ):
            for each in (text, "\t" + text.replace(" ", " \n ").replace(":", " :") + " "):
                try:
                    found = read(each)
                except NotationError as error:
                    self._check(False, f"'{text}' is not read: {error}")
                self._check(found == meant and write(found) == text, f"'{text}' is read as '{write(found)}'")

    def _compare(self, tried: tuple[object, ...]) -> None:
        for other in self.others:
            try:
                compare(self.reference, other, self.position, tried)
            except Refuted as difference:
                self._check(False, f"{type(other).__name__}: {difference}")

    def _check(self, holds: bool, what: str) -> None:
        if not holds:
            raise Refuted(f"{self.game!r}, '{self.game.write(self.actions)}': {what}")


def play_side_by_side(sides: Sides, games: int = GAMES, steps: int = STEPS, shrinks: bool = True) -> str:
    """Games of so many steps at most, in settings that Hypothesis draws, the same games in every run. Raises `Refuted`
    with the simplest game that differs, as Hypothesis shrinks it."""
    drawn = settings(
        max_examples=games,
        stateful_step_count=steps,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate, *[Phase.shrink] * shrinks],
        report_multiple_bugs=False,
        suppress_health_check=[*HealthCheck],
    )
    run_state_machine_as_test(type("Drawn", (SideBySide,), {"sides": sides}), settings=drawn)
    return f"{games:,} games of up to {steps} steps, {len(sides.settings)} settings"
