"""The dice version of the stochastic game by the formal text of its page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qttt.reference.game import Actor, Score
from qttt.reference.notation import NotationError
from qttt.reference.sqt.dice import NOTATION, Action, Throw, Thrown
from qttt.verification.engines import NotAnswered
from qttt.verification.formal.game import FormalGame, FormalRuleBroken
from qttt.verification.goff.formal import LATE
from qttt.verification.sqt.engines import DiceEngine


@dataclass(frozen=True)
class FormalDice:
    """The dice version that a formal text defines, with the positions and actions of the reference."""

    game: FormalGame[Any, Any]

    @property
    def setting(self) -> Mapping[str, str]:
        return self.game.setting

    def initial(self) -> Thrown:
        return Thrown(self.game.initial())

    def actor(self, position: Thrown) -> Actor | None:
        found = self.game.text.dice_actor(*self._terms(position))
        return None if found is None else Actor(found)

    def actions(self, position: Thrown) -> tuple[Action, ...]:
        return tuple(map(self._action_of, self.game.text.dice_actions(*self._terms(position))))

    def play(self, position: Thrown, action: Action) -> Thrown:
        term = self._term(action)
        if rule := self.game.text.dice_illegal(*self._terms(position), term):
            raise FormalRuleBroken(rule, action, position)
        after, named = self.game.text.dice_play(self.game.formal_position(position.position), term)
        return Thrown(self.game.position_of(after), named and Actor(named))

    def chance(self, position: Thrown) -> Mapping[Action, Fraction]:
        chances = self.game.text.dice_chance(*self._terms(position))
        return {self._action_of(action): chance for action, chance in chances.items()}

    def score(self, position: Thrown) -> Score:
        return self.game.score(position.position)

    def value(self, position: Thrown) -> Fraction:
        found: Fraction = self.game.text.dice_value(*self._terms(position))
        return found

    def parse(self, text: str) -> tuple[Action, ...]:
        tokens = self.game.text.tokens(text)
        for number, token in enumerate(tokens, start=1):
            if rule := self.game.text.dice_misread(tokens[: number - 1], token):
                raise NotationError(token, number, rule, f"a token that {rule} allows")
        throws = self.game.text.THROWS
        return tuple(self._action_of(token if token in throws else self.game.text.read(token)) for token in tokens)

    def write(self, actions: Iterable[Action]) -> str:
        return NOTATION.write(actions)

    def _terms(self, position: Thrown) -> tuple[Any, str | None]:
        """The position in the page's terms."""
        return self.game.formal_position(position.position), position.selector and position.selector.value

    def _term(self, action: Action) -> Any:
        return action.value if isinstance(action, Throw) else self.game.formal_action(action)

    def _action_of(self, term: Any) -> Action:
        found: Action = Throw(term) if term in self.game.text.THROWS else self.game.action_of(term)
        return found


class FormalDiceEngine(DiceEngine):
    """The dice version of a formal text as an engine; it has values of late positions."""

    def is_early(self, position: Thrown) -> bool:
        return position.position.ply < LATE

    def value(self, position: Thrown) -> Fraction:
        if self.is_early(position):
            raise NotAnswered
        found: Fraction = self.game.value(position)
        return found

    def values(self, position: Thrown) -> Mapping[Any, Fraction]:
        return {action: self.value(self.play(position, action)) for action in self.actions(position)}
