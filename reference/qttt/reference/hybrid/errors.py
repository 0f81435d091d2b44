"""Q3T, the ways to break a rule: an exception for each, in the order in which they are looked for.

A part of the page `hybrid-1.0`: HYB-MEASURE-1 has the order.
"""

from __future__ import annotations

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
    """Something is named that is no box of the board."""

    rule = "HYB-BOX-1"


class BoxMeasured(RuleBroken):
    """A measurement of a box that has been measured."""

    rule = "HYB-MEASURE-1"


class ControlMeasured(RuleBroken):
    """A link from a box that has been measured."""

    rule = "HYB-LINK-1"


class TargetUnmeasured(RuleBroken):
    """A link to a box that has not been measured; one from a box to itself, if the box has not been, too."""

    rule = "HYB-LINK-1"


class ControlLinked(RuleBroken):
    """A link from a box when the pending links leave it no other."""

    rule = "HYB-CONTROL-1"


class TargetLinked(RuleBroken):
    """A link to a box that has a pending one, where targets=one forbids it."""

    rule = "HYB-TARGET-1"
