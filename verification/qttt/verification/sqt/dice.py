"""Lemma: the dice version has the values of the game with the System, by the reference's solver only."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from qttt.reference.goff import Action, Position
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt
from qttt.reference.sqt.dice import Action as DiceAction
from qttt.reference.sqt.dice import Dice, Throw, Thrown
from qttt.verification import Refuted

SETTINGS = (Sqt(Fraction(0)), Sqt(Fraction(1)), Sqt(Fraction(1, 2)), Sqt(Fraction(27, 36), "draws-second", True))
GAMES = (
    "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.8-9 O6.8-9",
    "X1.2-4 O2.2-4 selA X3.1-3 O4.3-7 X5.1-6 O6.3-6",
    "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8",
)
"""All positions that follow these games are compared."""


Versions = Callable[[Sqt], Dice]


def dice_give_the_same_values(version: Versions = Dice) -> str:
    """Every position after these games has the same value and the same best moves with dice as with the System."""
    count = 0
    for game in SETTINGS:
        stochastic: Solver[Position, Action] = Solver(game)
        thrown: Solver[Thrown, DiceAction] = Solver(version(game))
        for position in positions_after(GAMES):
            with_dice = Thrown(position)
            values = stochastic.value(position), thrown.value(with_dice)
            if values[0] != values[1]:
                raise Refuted(f"'{position}', q = {game.q}: {values[0]} with the System, {values[1]} with dice")
            if not position.pending and stochastic.best(position) != thrown.best(with_dice):
                raise Refuted(f"'{position}', q = {game.q}: other moves are best with dice")
            count += 1
    return f"{count:,} positions of {len(SETTINGS)} settings"


def positions_after(games: tuple[str, ...]) -> Iterator[Position]:
    """Every position that follows the games, including the last position of each game, once."""
    rules = Sqt(Fraction(0))
    waiting = [rules.position(game) for game in games]
    seen = set(waiting)
    while waiting:
        position = waiting.pop()
        yield position
        following = {rules.play(position, action) for action in rules.actions(position)} - seen
        seen |= following
        waiting += following


class _ChancesExchanged(Dice):
    def chance(self, position: Thrown) -> Mapping[Any, Fraction]:
        chances = super().chance(position)
        return {Throw.X: chances[Throw.O], Throw.O: chances[Throw.X]} if chances else {}


class _TheMoverSelects(Dice):
    def play(self, position: Thrown, action: Any) -> Thrown:
        after = super().play(position, action)
        return after._replace(selector=position.position.spooky[-1].mark.player) if after.selector else after


chances_are_exchanged: Versions = _ChancesExchanged
the_mover_selects_whatever_the_dice_show: Versions = _TheMoverSelects
