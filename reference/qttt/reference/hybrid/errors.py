"""The ways to break a rule of Q3T: an exception for each, in the order in which they are checked.

A part of the page `hybrid-1.0`: HYB-MEASURE-1 gives the order.
"""

from qttt.reference.game import RuleBroken


class GameOver(RuleBroken):
    """An action after the end of the game."""

    rule = "HYB-END-1"


class GameNotOver(RuleBroken):
    """A score is asked for before the end of the game."""

    rule = "HYB-END-1"


class ResultDue(RuleBroken):
    """A move while a measurement waits for its result."""

    rule = "HYB-RESULT-1"


class NoResultDue(RuleBroken):
    """A result where nothing is being measured."""

    rule = "HYB-RESULT-1"


class NotABox(RuleBroken):
    """Something that is not a box of the board is named."""

    rule = "HYB-BOX-1"


class BoxMeasured(RuleBroken):
    """A measurement of a box that has been measured."""

    rule = "HYB-MEASURE-1"


class ControlMeasured(RuleBroken):
    """A link from a box that has been measured."""

    rule = "HYB-LINK-1"


class TargetUnmeasured(RuleBroken):
    """A link to an unmeasured box; this includes a link from an unmeasured box to itself."""

    rule = "HYB-LINK-1"


class ControlLinked(RuleBroken):
    """A link from a box whose pending links leave no room for another."""

    rule = "HYB-CONTROL-1"


class TargetLinked(RuleBroken):
    """A link to a box that already has a pending link, where targets=one forbids a second."""

    rule = "HYB-TARGET-1"
