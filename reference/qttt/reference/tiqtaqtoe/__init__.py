"""TiqTaqToe, the ruleset `tiqtaqtoe-1.1`."""

from qttt.reference.tiqtaqtoe.amplitudes import Superposition
from qttt.reference.tiqtaqtoe.errors import (
    EntangledTarget,
    GameNotOver,
    GameOver,
    ImpossibleMeasurement,
    MeasurementDue,
    NoEmptyCell,
    NoMeasurementDue,
    NoSuperpositions,
    NotAPair,
    NotASquare,
    NotATarget,
    NotEmpty,
)
from qttt.reference.tiqtaqtoe.game import TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.moves import LEVELS, SWITCHES, UNIFORM
from qttt.reference.tiqtaqtoe.notation import Action, Measurement, Pair, Single
from qttt.reference.tiqtaqtoe.numbers import Surd
from qttt.reference.tiqtaqtoe.position import Position

__all__ = [
    "LEVELS",
    "SWITCHES",
    "UNIFORM",
    "Action",
    "EntangledTarget",
    "GameNotOver",
    "GameOver",
    "ImpossibleMeasurement",
    "Measurement",
    "MeasurementDue",
    "NoEmptyCell",
    "NoMeasurementDue",
    "NoSuperpositions",
    "NotAPair",
    "NotASquare",
    "NotATarget",
    "NotEmpty",
    "Pair",
    "Position",
    "Single",
    "Superposition",
    "Surd",
    "TiqTaqToe",
    "settings",
]
