"""The formal text of a rule page as a `Game`, so that everything that runs on a game runs on the page.

Rules, reading and illegal actions are the page's. Positions and actions are those of the reference, translated by their
written forms alone; options, symmetries and printing are the reference's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from qttt.reference.game import Actor, Game, Outcome, Record, RuleBroken, Score
from qttt.reference.notation import NotationError, split
from qttt.reference.tiqtaqtoe.numbers import Surd
from qttt.reference.written import is_position
from qttt.spec import Option, formal, rulesets
from qttt.verification import Refuted

FIRST = 1
"""The ply as which an action is written where its ply does not matter."""
P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)


class FormalRuleBroken(RuleBroken):
    """An action that breaks a rule of `PLAYING`."""

    def __init__(self, rule: str, action: object, position: object) -> None:
        super().__init__(action, position, "a legal action")
        self.rule = rule  # type: ignore[misc]


class NoAnswer(Refuted):
    """A formal text that has no answer, or one that has no meaning."""


def number(found: Any) -> Any:
    """A number of a formal text: a pair of p and q is p + q√2."""
    return Surd(*found) if isinstance(found, tuple) else found


def guarded(text: SimpleNamespace) -> SimpleNamespace:
    """The names of a formal text, whose functions raise `NoAnswer` where they are not defined."""

    def guard(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def answer(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
                raise NoAnswer(f"{name}{arguments} has no value: {error!r}") from error

        return answer

    def is_function(value: Any) -> bool:
        return callable(value) and not isinstance(value, type)

    return SimpleNamespace(
        **{name: guard(name, value) if is_function(value) else value for name, value in vars(text).items()}
    )


class FormalGame(Generic[P, A]):
    """The game that the formal text of a page defines, with the options of a game of the reference.

    Guaranteed: what `Game` guarantees, as far as the page does. `text` are the page's own names, in its own terms. All
    else is the reference's: the names below, and the value of an option.
    """

    ruleset: str
    options: tuple[Option, ...]
    setting: Mapping[str, str]
    symmetries: tuple[tuple[int, ...], ...]
    is_ply: Callable[..., bool]
    write: Callable[..., str]
    turned: Callable[..., P]
    turned_action: Callable[..., A]

    def __init__(
        self, game: Game[P, A], text: SimpleNamespace | None = None, term: Callable[[A], Any] | None = None
    ) -> None:
        name = next(name for name, rules in rulesets().items() if rules.id == game.ruleset)
        self.game = game
        self.text = guarded(text or formal(name, **game.setting))
        self.formal_action = term or self._formal_action
        self.formal_position = lru_cache(1 << 14)(self._formal_position)
        self.position_of = lru_cache(1 << 14)(self._position_of)
        self.action_of = lru_cache(None)(self._action_of)

    # Rules

    def initial(self) -> P:
        return self.position_of(self.text.initial)

    def actor(self, position: P) -> Actor | None:
        actor = self.text.actor(self.formal_position(position))
        return None if actor is None else Actor(actor)

    def actions(self, position: P) -> tuple[A, ...]:
        return tuple(map(self.action_of, self.text.actions(self.formal_position(position))))

    def play(self, position: P, action: A) -> P:
        if rule := self.breaks(position, action):
            raise FormalRuleBroken(rule, action, position)
        return self.position_of(self.text.play(self.formal_position(position), self.formal_action(action)))

    def breaks(self, position: P, action: A) -> str | None:
        """The rule that an action breaks at a position, if it breaks one."""
        rule: str | None = self.text.illegal(self.formal_position(position), self.formal_action(action))
        return rule

    def chance(self, position: P) -> Mapping[A, Fraction]:
        chances = self.text.chance(self.formal_position(position))
        return {self.action_of(action): number(chance) for action, chance in chances.items()}

    def system(self, position: P) -> Mapping[Actor, Fraction]:
        favours = self.text.system(self.formal_position(position))
        return {player: favours[player.value] for player in (Actor.X, Actor.O) if player.value in favours}

    def score(self, position: P) -> Score:
        ended = self.formal_position(position)
        if self.text.actor(ended) is not None:
            raise FormalRuleBroken(self.text.PLAYING[0][0], "scoring", position)
        winner, how, rule = self.text.outcome(ended)
        return Score(Outcome(winner and Actor(winner), how, rule), self.text.score(ended))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "game":
            raise AttributeError(name)
        return getattr(self.game, name)

    # Notation

    def parse(self, text: str) -> tuple[A, ...]:
        tokens = self.text.tokens(text)
        if wrong := self.text.unread(tokens):
            raise self._error(tokens, *wrong)
        return tuple(self.action_of(self.text.read(token)) for token in tokens)

    def read(self, text: str) -> Record[P, A]:
        if is_position(text):
            return Record((self.position(text),), ())
        tokens = self.text.tokens(text)
        wrong = self.text.error(text)
        if wrong and wrong == self.text.unread(tokens):
            raise self._error(tokens, *wrong)
        actions = tuple(self.action_of(self.text.read(token)) for token in tokens)
        if wrong:
            number, rule = wrong
            before = self.position_of(self.text.reached(self.text.initial, tokens[: number - 1]))
            broken = FormalRuleBroken(rule, actions[number - 1], before)
            broken.token, broken.number = tokens[number - 1], number
            raise broken
        reached = (self.text.reached(self.text.initial, tokens[:number]) for number in range(len(tokens) + 1))
        return Record(tuple(map(self.position_of, reached)), actions)

    def position(self, text: str) -> P:
        if not is_position(text):
            return self.read(text).positions[-1]
        if wrong := self.text.position_error(text):
            raise self._error(split(text.replace(":", " ", 1)), *wrong)
        return self.position_of(self.text.stated(text))

    def write_position(self, position: P) -> str:
        return " ".join(self.text.printed(self.formal_position(position)))

    def _error(self, tokens: Sequence[str], number: int, rule: str) -> NotationError:
        token = tokens[number - 1] if number <= len(tokens) else ""
        return NotationError(token, number, rule, f"a token that {rule} allows")

    # Translation, by the written forms

    def _formal_action(self, action: A) -> Any:
        """The action in the page's terms."""
        return self.text.read(self.game.write((action,)))

    def _formal_position(self, position: P) -> Any:
        """The position in the page's terms."""
        written = self.game.write_position(position)
        if wrong := self.text.position_error(written):
            raise NoAnswer(f"'{written}' is refused: {wrong}")
        return self.text.stated(written)

    def _position_of(self, position: Any) -> P:
        written = " ".join(self.text.printed(position))
        found: P = self._read(self.game.position, written)
        if self.formal_position(found) != position:
            raise NoAnswer(f"{position} is written as '{written}'")
        return found

    def _action_of(self, action: Any) -> A:
        found: A = self._read(self.game.parse, self.text.written(FIRST, action))[0]
        return found

    def _read(self, reading: Callable[[str], Any], written: str) -> Any:
        try:
            return reading(written)
        except (NotationError, IndexError) as error:
            raise NoAnswer(f"'{written}' has no meaning: {error}") from error
