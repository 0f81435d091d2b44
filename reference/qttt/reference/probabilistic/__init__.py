"""Probabilistic tic-tac-toe, the ruleset `probabilistic-1.1`."""

from qttt.reference.probabilistic.errors import (
    GameNotOver,
    GameOver,
    ImpossibleOutcome,
    NoSquareNamed,
    NotASquare,
    OccupiedSquare,
    OutcomePending,
)
from qttt.reference.probabilistic.game import SWITCHES, Probabilistic, settings
from qttt.reference.probabilistic.notation import Action, Choice, MoveOutcome
from qttt.reference.probabilistic.position import Marks, Position

__all__ = [
    "SWITCHES",
    "Action",
    "Choice",
    "GameNotOver",
    "GameOver",
    "ImpossibleOutcome",
    "Marks",
    "MoveOutcome",
    "NoSquareNamed",
    "NotASquare",
    "OccupiedSquare",
    "OutcomePending",
    "Position",
    "Probabilistic",
    "settings",
]
