"""Endings of Q3T: when a game is over and what it is worth.

A part of the page `hybrid-1.0`, in its order: after `hybrid.position`, before `hybrid`, which puts the game together.
"""

from fractions import Fraction

from qttt.reference.board import lines
from qttt.reference.game import Actor, Outcome
from qttt.reference.hybrid.position import UNMEASURED, Position

# Endings


def has_line(position: Position, player: Actor) -> bool:
    """Whether all three boxes of some line have the mark of `player`.

    Rule: HYB-END-1
    """
    marks = position.marks
    return any(marks[a - 1] == marks[b - 1] == marks[c - 1] == player for a, b, c in lines())


def outcome(position: Position) -> Outcome | None:
    """How a game has ended in this position; None if it goes on, as it does while a box is being measured.

    Rule: HYB-END-1
    Rule: HYB-END-2
    Rule: HYB-END-3

    >>> str(outcome(Position.of("..O.O.O.O, X to move")))
    'win of O'
    >>> str(outcome(Position.of("XXXOOO..., X to move")))
    'lines of both'
    >>> outcome(Position.of("OXOOOX.XO, 7>2 O, X measures 7"))
    """
    if position.measuring is not None:
        return None
    having = [player for player in (Actor.X, Actor.O) if has_line(position, player)]
    if len(having) == 2:
        return Outcome(None, "lines of both", "HYB-END-2")
    if having:
        return Outcome(having[0], "", "HYB-END-1")
    return None if UNMEASURED in position.marks else Outcome(None, "draw", "HYB-END-3")


# Scoring


def winner_of_both(both: str, measurer: Actor) -> Actor | None:
    """Who has won if both players have a line and `measurer` made the last measurement; None if nobody has.

    Rule: HYB-END-2

    >>> winner_of_both("other", Actor.X), winner_of_both("draw", Actor.X)
    (<Actor.O: 'O'>, None)
    """
    return {"draw": None, "X": Actor.X, "measurer": measurer, "other": measurer.opponent}[both]


def value(ended: Outcome, both: str, measurer: Actor) -> Fraction:
    """What an ended game is worth: 1 if X has won, -1 if O has, 0 if nobody has; `both` decides if both have a line.

    Rule: HYB-SCORE-1

    >>> value(Outcome(None, "lines of both", "HYB-END-2"), "measurer", Actor.O)
    Fraction(-1, 1)
    """
    winner = winner_of_both(both, measurer) if ended.rule == "HYB-END-2" else ended.winner
    return {Actor.X: Fraction(1), Actor.O: Fraction(-1), None: Fraction(0)}[winner]
