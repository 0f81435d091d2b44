"""The ways to break a rule of Goff's game: an exception for each, in the order in which `play` checks for them."""

from qttt.reference.game import RuleBroken


class NotASquare(RuleBroken):
    """A move names something that is not a square of the board."""

    rule = "GOFF-BOARD-1"


class NotTheFinalMove(RuleBroken):
    """A usual move is made when only the final move is left."""

    rule = "GOFF-FINAL-1"


class NotTwoSquares(RuleBroken):
    """A usual move names one square twice."""

    rule = "GOFF-MOVE-1"


class OccupiedSquare(RuleBroken):
    """A move names a square that has a definite mark."""

    rule = "GOFF-MOVE-2"


class RepeatedPair(RuleBroken):
    """A usual move names a pair that carries a spooky mark, where pair=forbidden."""

    rule = "GOFF-PAIR-1"


class NotAscending(RuleBroken):
    """A move names its larger square first."""

    rule = "GOFF-MOVE-3"


class SelectionPending(RuleBroken):
    """A move is made while a closed cycle waits for its selection."""

    rule = "GOFF-COLLAPSE-1"


class NothingToSelect(RuleBroken):
    """A selection is made while no closed cycle waits for one."""

    rule = "GOFF-COLLAPSE-1"


class GameOver(RuleBroken):
    """An action is taken after the end of the game."""

    rule = "GOFF-END-1"


class GameNotOver(RuleBroken):
    """A score is asked for before the end of the game."""

    rule = "GOFF-END-1"
