"""The formal text of the stochastic game's page, held against the vectors and the reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.goff import SWITCHES, Move, Position, Selection
from qttt.reference.sqt import SCORINGS, Sqt
from qttt.reference.sqt.variants import Action, Dice, Throw, Thrown
from qttt.verification.engines import NotAnswered, OptionsRejected, SetUp
from qttt.verification.formal import FormalGame
from qttt.verification.formal.page import Page
from qttt.verification.goff import formal as of_goff
from qttt.verification.sqt.conformance import SUITE
from qttt.verification.sqt.engines import DiceEngine, reference


def selections(formal: of_goff.Formal, position: Position) -> Mapping[Selection, Fraction]:
    chances = formal.text.selections(formal.formal_position(position))
    return {selection: chances[selection.value] for selection in Selection}


def dice(formal: of_goff.Formal) -> tuple[int, int] | None:
    found: tuple[int, int] | None = formal.text.dice
    return found


def holds(formal: of_goff.Formal, position: Position) -> bool:
    """What the text of Goff's game says of itself holds, and SQT-CORNER-1."""
    text = formal.text
    favoured = {player for player, q in (("X", "0"), ("O", "1")) if formal.setting["q"] == q}
    corner = bool(
        favoured == text.FAVOURED and text.games_differ() and text.is_corner(formal.formal_position(position))
    )
    return corner and of_goff.holds(formal, position)


# The dice version


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

    def __init__(self, game: of_goff.Formal) -> None:
        rules: Any = game.game
        dice: Any = Dice(rules)
        super().__init__(dice, dice_text(game.text))
        self._plain = game

    def _formal_action(self, action: Action) -> object:
        return action.value if isinstance(action, Throw) else self._plain.formal_action(action)

    def _formal_position(self, position: Thrown) -> object:
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
        return position.position.ply < of_goff.LATE

    def value(self, position: Thrown) -> Fraction:
        if self.is_early(position):
            raise NotAnswered
        found: Fraction = self.game.text.value(self.game.formal_position(position))
        return found

    def values(self, position: Thrown) -> Mapping[Action, Fraction]:
        return {action: self.value(self.play(position, action)) for action in self.actions(position)}


# The page

READINGS = tuple(product(*SWITCHES.values()))
QS = "0", "1/3", "3/4", "1"
TWO_MOVES = "X1@1 O2@2 X3@8 O4@7 X5@6 O6@5 X7.3-4"
"""A principal variation from here has two different moves."""


class StochasticPage(Page[Position, Move | Selection]):
    """The page, whose probability p may be given in addition to q, and which has a dice version."""

    def engine(self) -> SetUp:
        ordinary = super().engine()

        def set_up(options: Mapping[str, object]) -> object:
            self.refuse({name: value for name, value in options.items() if name != "dice"})
            engine = ordinary({name: value for name, value in options.items() if name not in ("dice", "p")})
            return FormalDiceEngine(FormalDice(engine.game)) if "dice" in options else engine

        return set_up

    def refuse(self, options: Mapping[str, object]) -> None:
        given = dict(options)
        p = given.pop("p", None)
        super().refuse(given)
        if p is not None and not self.names(self.setting(given)).are_probabilities(p, given["q"]):
            raise OptionsRejected(f"p = {p} and q = {given['q']}", "SQT-PROBABILITY-1")


PAGE = StochasticPage(
    "sqt",
    SUITE,
    reference,
    [
        Sqt(Fraction(QS[number % len(QS)]), scoring, double_win, *switches)
        for number, (scoring, double_win, switches) in enumerate(product(SCORINGS, (False, True), READINGS))
    ],
    of_goff.EVERY_ACTION,
    of_goff.term,
    lambda position: position.ply >= of_goff.LATE,
    own={**of_goff.OWN, "selections": selections, "dice": dice},
    holds=holds,
    telling=(*of_goff.TELLING, TWO_MOVES),
    alike=[Sqt(Fraction("0.33333333333333333"))],
    several_rules=(
        {"q": "2", "scoring": "goals", "double_win": False},
        {"q": "1/2", "scoring": "goals", "double_win": "perhaps", "switches": {"last": "never"}},
        {"q": "1/2", "double_win": "perhaps", "switches": {"last": "never"}},
        {"q": f"1/{10**196}"},
        {"q": f"1/{10**197}"},
        {"q": "1/2", "p": "1/3"},
        {"q": "1/2", "p": f"0.5{0:0120}"},
    ),
)
