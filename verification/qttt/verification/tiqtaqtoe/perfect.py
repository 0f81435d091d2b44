"""Perfect play of TiqTaqToe in the words of the reference: the fast engine's answers about reference positions."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from qttt.fast.tiqtaqtoe.tablebase import Tablebase
from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe_notation import Action
from qttt.reference.tiqtaqtoe_position import Position
from qttt.verification.tiqtaqtoe.translate import move_of, setting_of, state_of


class Chances(NamedTuple):
    """How a game ends, as exact probabilities: a line of X alone, of O alone, of both, of neither."""

    X: Fraction
    O: Fraction
    both: Fraction
    neither: Fraction


class PerfectPlay:
    """Values, best actions and variations of one game, at its level and with its switches, from a tablebase.

    Values are those of Rule TIQ-VALUE-1, from X's side. Exact for positions that play can reach; `KeyError` for others.
    Raises `ValueError` if the tablebase is of another game.
    """

    def __init__(self, game: TiqTaqToe, tablebase: Tablebase) -> None:
        if tablebase.setting != setting_of(game):
            raise ValueError(f"the tablebase is of {tablebase.setting}, not of {setting_of(game)}")
        self.game = game
        self._tablebase = tablebase

    def value(self, position: Position) -> Fraction:
        """The value of a position, over or not; where a measurement is due, what is to be expected."""
        return self._tablebase.value(state_of(position))

    def actions(self, position: Position) -> dict[Action, Fraction]:
        """The value after each legal action, in the documented order; none when the game is over."""
        actor = self.game.actor(position)
        if actor is None:
            return {}
        if actor is Actor.CHANCE:
            return {action: self.value(self.game.play(position, action)) for action in self.game.actions(position)}
        return {move_of(slot): value for slot, value in self._tablebase.values(state_of(position)).items()}

    def best(self, position: Position) -> tuple[Action, ...]:
        """All optimal moves, in the documented order; none when the game is over and where a measurement is due."""
        actor = self.game.actor(position)
        if actor not in (Actor.X, Actor.O):
            return ()
        values = self.actions(position)
        best = (max if actor is Actor.X else min)(values.values())
        return tuple(action for action, value in values.items() if value == best)

    def outcomes(self, position: Position) -> Chances:
        """How the game ends if both players always make their first best move."""
        return Chances(*self._tablebase.outcomes(state_of(position)))

    def variation(self, position: Position) -> tuple[tuple[Action, ...], Position]:
        """The principal variation, the first best move each time, and the position at its end: an ending, or the first
        position where a measurement is due."""
        line: list[Action] = []
        while best := self.best(position):
            line.append(best[0])
            position = self.game.play(position, best[0])
        return tuple(line), position
