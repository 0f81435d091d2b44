"""Q3T, the hybrid of quantum and classical tic-tac-toe, the ruleset `hybrid-1.0`."""

from qttt.reference.hybrid.errors import (
    BoxMeasured,
    ControlLinked,
    ControlMeasured,
    GameNotOver,
    GameOver,
    NoResultDue,
    NotABox,
    ResultDue,
    TargetLinked,
    TargetUnmeasured,
)
from qttt.reference.hybrid.game import SWITCHES, Hybrid, settings
from qttt.reference.hybrid.notation import Action, Link, Measure, Result
from qttt.reference.hybrid.position import PendingLink, Position

__all__ = [
    "SWITCHES",
    "Action",
    "BoxMeasured",
    "ControlLinked",
    "ControlMeasured",
    "GameNotOver",
    "GameOver",
    "Hybrid",
    "Link",
    "Measure",
    "NoResultDue",
    "NotABox",
    "PendingLink",
    "Position",
    "Result",
    "ResultDue",
    "TargetLinked",
    "TargetUnmeasured",
    "settings",
]
