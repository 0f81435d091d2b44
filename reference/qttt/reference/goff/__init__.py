"""Goff's quantum tic-tac-toe, the ruleset `goff-1.1`."""

from qttt.reference.goff.collapse import CollapseRule
from qttt.reference.goff.ending import TABLE_2, TABLE_3, Scoring
from qttt.reference.goff.errors import (
    GameNotOver,
    GameOver,
    NotAscending,
    NotASquare,
    NothingToSelect,
    NotTheFinalMove,
    NotTwoSquares,
    OccupiedSquare,
    RepeatedPair,
    SelectionPending,
)
from qttt.reference.goff.game import SWITCHES, Goff, settings
from qttt.reference.goff.notation import Action, Move, Selection
from qttt.reference.goff.position import Mark, Position, Spooky

__all__ = [
    "SWITCHES",
    "TABLE_2",
    "TABLE_3",
    "Action",
    "CollapseRule",
    "GameNotOver",
    "GameOver",
    "Goff",
    "Mark",
    "Move",
    "NotASquare",
    "NotAscending",
    "NotTheFinalMove",
    "NotTwoSquares",
    "NothingToSelect",
    "OccupiedSquare",
    "Position",
    "RepeatedPair",
    "Scoring",
    "Selection",
    "SelectionPending",
    "Spooky",
    "settings",
]
