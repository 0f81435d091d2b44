"""The ways to break a rule of TiqTaqToe: an exception for each, in the order in which they are checked.

A part of the page `tiqtaqtoe-1.1`: TIQ-MOVE-1 gives the order.
"""

from qttt.reference.game import RuleBroken


class GameOver(RuleBroken):
    """An action after the end of the game."""

    rule = "TIQ-END-1"


class GameNotOver(RuleBroken):
    """A score is asked for before the end of the game."""

    rule = "TIQ-END-1"


class MeasurementDue(RuleBroken):
    """A move while a measurement is due."""

    rule = "TIQ-MEASURE-1"


class NoMeasurementDue(RuleBroken):
    """A measurement where none is due."""

    rule = "TIQ-MEASURE-1"


class ImpossibleMeasurement(RuleBroken):
    """A measurement that finds a board which is not possible."""

    rule = "TIQ-MEASURE-1"


class NotASquare(RuleBroken):
    """Something that is not a square, or not two different squares in ascending order, is named."""

    rule = "TIQ-BOARD-1"


class NotEmpty(RuleBroken):
    """A classical move on a square that is not certainly empty."""

    rule = "TIQ-MOVE-1"


class NoSuperpositions(RuleBroken):
    """A superposition at the level classic."""

    rule = "TIQ-LEVEL-1"


class NoEmptyCell(RuleBroken):
    """A superposition where neither square is certainly empty."""

    rule = "TIQ-SUPER-1"


class NotAPair(RuleBroken):
    """A superposition where neither square is certainly empty and the two do not hold one mark of the opponent."""

    rule = "TIQ-PAIR-1"


class NotATarget(RuleBroken):
    """A superposition whose other square holds what the level does not allow."""

    rule = "TIQ-TARGET-1"


class EntangledTarget(RuleBroken):
    """A superposition with an entangled mark of the opponent, where target=unentangled forbids it."""

    rule = "TIQ-TARGET-2"
