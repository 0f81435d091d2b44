"""The dice version of the stochastic game by the formal text of its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.sqt.dice import Action, Dice, Throw, Thrown
from qttt.verification.engines import NotAnswered
from qttt.verification.formal.game import FormalGame
from qttt.verification.goff.formal import LATE
from qttt.verification.sqt.engines import DiceEngine


def dice_text(text: SimpleNamespace) -> SimpleNamespace:
    """The names of a formal text, those of the dice version in place of those of the game; a position is a pair."""

    def unread(tokens: Sequence[str]) -> tuple[int, str] | None:
        rules = (text.dice_misread(tokens[:at], token) for at, token in enumerate(tokens))
        return next(((number, rule) for number, rule in enumerate(rules, start=1) if rule), None)

    changed = {
        "initial": (text.initial, None),
        "play": lambda position, action: text.dice_play(position[0], action),
        "illegal": lambda position, action: text.dice_illegal(*position, action),
        "read": lambda token: token if token in text.THROWS else text.read(token),
        "unread": unread,
        **{name: lambda position, name=name: getattr(text, name)(position[0]) for name in ("outcome", "score")},
    }
    for name in ("actor", "actions", "chance", "value"):
        changed[name] = lambda position, name=f"dice_{name}": getattr(text, name)(*position)
    return SimpleNamespace(**{**vars(text), **changed})


class FormalDice(FormalGame[Thrown, Action]):
    """The dice version that a formal text defines, with the positions and actions of the reference."""

    def __init__(self, game: FormalGame[Any, Any]) -> None:
        rules: Any = game.game
        dice: Any = Dice(rules)
        super().__init__(dice, dice_text(game.text))
        self._plain = game

    def _formal_action(self, action: Action) -> Any:
        return action.value if isinstance(action, Throw) else self._plain.formal_action(action)

    def _formal_position(self, position: Thrown) -> Any:
        return self._plain.formal_position(position.position), position.selector and position.selector.value

    def _position_of(self, position: Any) -> Thrown:
        stated, selector = position
        return Thrown(self._plain.position_of(stated), selector and Actor(selector))

    def _action_of(self, action: Any) -> Action:
        found: Action = Throw(action) if action in self.text.THROWS else self._plain.action_of(action)
        return found


class FormalDiceEngine(DiceEngine):
    """The dice version of a formal text as an engine; it has values of late positions."""

    def is_early(self, position: Thrown) -> bool:
        return position.position.ply < LATE

    def value(self, position: Thrown) -> Fraction:
        if self.is_early(position):
            raise NotAnswered
        found: Fraction = self.game.text.value(self.game.formal_position(position))
        return found

    def values(self, position: Thrown) -> Mapping[Any, Fraction]:
        return {action: self.value(self.play(position, action)) for action in self.actions(position)}
