"""Measurements and endings of TiqTaqToe: when one is due, what it leaves, when a game is over and what it is worth; and
what its lines promise where a search stops.

A part of the page `tiqtaqtoe-1.1`, in its order: after `tiqtaqtoe.moves`, before `tiqtaqtoe`, which puts the game
together. `looked_for` is the value of the switch `lines`.
"""

from collections.abc import Callable
from fractions import Fraction

from qttt.reference.board import lines
from qttt.reference.game import Actor, Outcome, Rules
from qttt.reference.notation import player_of
from qttt.reference.tiqtaqtoe.notation import Action
from qttt.reference.tiqtaqtoe.position import EMPTY, Board, Position

# Measurement


def measurement_due(position: Position) -> bool:
    """Whether a measurement is due: no square is certainly empty, at the level full no square is free, and the position
    is not complete.

    Rule: TIQ-MEASURE-1
    Rule: TIQ-BORN-1

    >>> measurement_due(Position.of(".XOXOXOXO | X.OXOXOXO"))
    True
    """
    return not position.empty and not is_complete(position)


def measured(board: Board, looked_for: str) -> Position:
    """The position after a measurement that found `board`.

    Rule: TIQ-MEASURE-1

    >>> str(measured("XXXOO....", "full-board"))
    'XXXOO.... measured'
    """
    left = Position((board,))
    return Position((board,), looked_for == "full-board" and bool(players_with_a_line(left)))


# Endings


def players_with_a_line(position: Position) -> tuple[Actor, ...]:
    """The players who have a line of certain marks: the same three squares in all boards.

    Rule: TIQ-END-1

    >>> players_with_a_line(Position.of("XXX.OO... | XXXO.O..."))
    (<Actor.X: 'X'>,)
    """
    return tuple(player for player in (Actor.X, Actor.O) if has_line(position, player))


def has_line(position: Position, player: Actor) -> bool:
    """Whether a player has a line of certain marks.

    Rule: TIQ-END-1
    """
    held = position.certain
    return any(held[a - 1] == held[b - 1] == held[c - 1] == player for a, b, c in lines())


def lines_count(position: Position, looked_for: str) -> bool:
    """Whether lines count: always, or only if a measurement has left one or there are nine certain marks.

    Rule: TIQ-END-1
    Rule: TIQ-END-2

    >>> [lines_count(Position.of("XXXOO...."), when) for when in ("every-move", "full-board")]
    [True, False]
    """
    return looked_for == "every-move" or position.measured or is_complete(position)


def is_complete(position: Position) -> bool:
    """Whether a position is one full board.

    Rule: TIQ-END-3
    """
    return len(position.boards) == 1 and EMPTY not in position.boards[0]


def outcome(position: Position, looked_for: str) -> Outcome | None:
    """How a game has ended in this position; None if it goes on.

    Rule: TIQ-END-1
    Rule: TIQ-END-2
    Rule: TIQ-END-3

    >>> str(outcome(Position.of("XXXOO...."), "every-move")), outcome(Position.of("XXXOO...."), "full-board")
    ('win of X', None)
    """
    having = players_with_a_line(position) if lines_count(position, looked_for) else ()
    if len(having) == 2:
        return Outcome(None, "lines of both", "TIQ-END-2")
    if having:
        return Outcome(having[0], "", "TIQ-END-1" if looked_for == "every-move" else "TIQ-END-2")
    return Outcome(None, "no line", "TIQ-END-3") if is_complete(position) else None


# Scoring


def winner_of_both(both: str, plies: int) -> Actor | None:
    """Who has the point if both players have a line after `plies` moves; None if nobody has.

    Rule: TIQ-SCORE-1

    >>> winner_of_both("last-mover", 9), winner_of_both("even", 9)
    (<Actor.X: 'X'>, None)
    """
    last = player_of(plies)
    return {"even": None, "X": Actor.X, "O": Actor.O, "last-mover": last, "other": last.opponent}[both]


def value(ended: Outcome, both: str, plies: int) -> Fraction:
    """What an ended game is worth: 1 if X has a line, -1 if O has, 0 if neither; `both` decides if both have one.

    Rule: TIQ-SCORE-1

    >>> value(Outcome(None, "lines of both", "TIQ-END-2"), "O", 9)
    Fraction(-1, 1)
    """
    winner = winner_of_both(both, plies) if ended.how == "lines of both" else ended.winner
    return {Actor.X: Fraction(1), Actor.O: Fraction(-1), None: Fraction(0)}[winner]


PROMISE = {(3, 0): 50, (2, 0): 25, (2, 1): 5, (1, 2): -5, (0, 2): -25, (0, 3): -50}
"""What a line counts, by its numbers of X's and O's marks; any other line counts 0: Wong (2023, 3.4)."""

MOST_PROMISED = 400
"""Eight lines of 50, more than any board promises."""


def promise(position: Position) -> Fraction:
    """The heuristic of Wong (2023) for TiqTaqToe: what the lines of the boards of a position promise X, on average.

    Ended games are evaluated like any other: a complete line is worth 50, and incomplete lines count, too.

    >>> promise(Position.of("X........ | .X.......")), promise(Position.of("XXX.OO..."))
    (Fraction(0, 1), Fraction(25, 1))
    """
    return Fraction(sum(map(promise_of_board, position.boards)), len(position.boards))


def with_exact_ends(game: Rules[Position, Action]) -> Callable[[Position], Fraction]:
    """The heuristic, but ended games have their exact values, in units of MOST_PROMISED, which no promise exceeds.

    >>> from qttt.reference.tiqtaqtoe import TiqTaqToe
    >>> with_exact_ends(TiqTaqToe("classic"))(Position.of("XXX.OO..."))
    Fraction(400, 1)
    """

    def evaluation(position: Position) -> Fraction:
        return promise(position) if game.actor(position) else MOST_PROMISED * game.score(position).value

    return evaluation


def promise_of_board(board: Board) -> int:
    """The sum over the eight lines of a classical board.

    >>> promise_of_board("XX..O...."), promise_of_board("XXO.O....")
    (25, -20)
    """
    contents = (tuple(board[square - 1] for square in line) for line in lines())
    return sum(PROMISE.get((line.count("X"), line.count("O")), 0) for line in contents)
