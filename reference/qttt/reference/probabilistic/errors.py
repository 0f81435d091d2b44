"""The ways to break a rule of the probabilistic game: an exception for each."""

from qttt.reference.game import RuleBroken


class NotASquare(RuleBroken):
    """Something that is not a square of the board is named."""

    rule = "PROB-BOARD-1"


class OccupiedSquare(RuleBroken):
    """A square that has a mark is named."""

    rule = "PROB-MOVE-1"


class OutcomePending(RuleBroken):
    """A square is named while chance has yet to decide the outcome of the last one."""

    rule = "PROB-OUTCOME-1"


class NoSquareNamed(RuleBroken):
    """An outcome is written where no square has been named."""

    rule = "PROB-OUTCOME-1"


class ImpossibleOutcome(RuleBroken):
    """An outcome of probability 0 is written."""

    rule = "PROB-OUTCOME-1"


class GameOver(RuleBroken):
    """An action is taken after the end of the game."""

    rule = "PROB-END-1"


class GameNotOver(RuleBroken):
    """A score is asked for before the end of the game."""

    rule = "PROB-END-1"
