"""How Goff's game ends and what the ending is worth.

The third part of the page `goff-1.1`, in its order, after `goff.collapse`. Lines are made of definite marks
only, so this module looks only at the board of definite marks.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from qttt.reference.board import lines
from qttt.reference.game import Actor, Outcome
from qttt.reference.goff.position import Board, Mark, Position, carries_a_mark, usual_moves

LINES = lines()

# Endings


@lru_cache(maxsize=4096)
def marks_of_lines(board: Board, player: Actor) -> tuple[tuple[Mark, ...], ...]:
    """The three marks of each line that `player` holds.

    >>> [[str(mark) for mark in line] for line in marks_of_lines(X_TOP_O_MIDDLE.definite, Actor.X)]
    [['X1', 'X3', 'X5']]
    """
    held = []
    for line in LINES:
        marks = tuple(mark for square in line if (mark := board[square - 1]) and mark.player == player)
        if len(marks) == 3:
            held.append(marks)
    return tuple(held)


def outcome(
    position: Position, double_win: bool = False, pair: str = "legal", last: str = "move", both: str = "narrow"
) -> Outcome | None:
    """How the game has ended, None if it goes on.

    It ends as soon as definite marks make a line or fill the nine squares, hence right after a selection or
    the final move, and at no other time: spooky marks make no line, and a closed cycle is settled first. It also ends
    with last=draw when one square is open, and with pair=forbidden when no move is legal.

    Rule: GOFF-END-1

    >>> str(outcome(X_TOP_O_MIDDLE))
    'narrow win of X'
    >>> outcome(Position.of("X1.1-2 O2.2-3 X3.1-3")) is None
    True
    """
    if position.pending:
        return None
    of_lines = (*((double,) if double_win else ()), complete, LINES_OF_BOTH[both])
    rules = (*of_lines, draw, *((one_square_left,) if last == "draw" else ()))
    ended = next((ended for rule in rules if (ended := rule(position.definite))), None)
    return ended or (no_move(position) if pair == "forbidden" else None)


def complete(board: Board) -> Outcome | None:
    """A complete win: one player holds a line and the other none.

    Rule: GOFF-END-2

    >>> str(complete(Position.of("X1@1 O2@4 X3@2 O4@5 X5@3").definite))
    'complete win of X'
    >>> complete(X_TOP_O_MIDDLE.definite) is None
    True
    """
    holders = [player for player in (Actor.X, Actor.O) if marks_of_lines(board, player)]
    return Outcome(holders[0], "complete", "GOFF-END-2") if len(holders) == 1 else None


def ply_of_line(marks: tuple[Mark, ...]) -> int:
    """The ply of a line: the largest ply of its three marks.

    Rule: GOFF-END-3

    >>> ply_of_line((Mark(Actor.X, 5), Mark(Actor.X, 1), Mark(Actor.X, 3)))
    5
    """
    return max(mark.ply for mark in marks)


def ply_of_player(board: Board, player: Actor) -> int | None:
    """The ply of a player: the smallest ply of their lines, None if they hold none.

    Rule: GOFF-END-3

    >>> ply_of_player(X_TOP_O_MIDDLE.definite, Actor.O)
    6
    """
    return min(map(ply_of_line, marks_of_lines(board, player)), default=None)


def narrow(board: Board) -> Outcome | None:
    """A narrow win: both players hold lines, and the smaller ply wins. X's are odd, O's even, so they differ.

    Rule: GOFF-END-4

    >>> str(narrow(X_TOP_O_MIDDLE.definite))
    'narrow win of X'
    """
    of_x, of_o = ply_of_player(board, Actor.X), ply_of_player(board, Actor.O)
    if of_x is None or of_o is None:
        return None
    return Outcome(Actor.X if of_x < of_o else Actor.O, "narrow", "GOFF-END-4")


def drawn_by_both(board: Board) -> Outcome | None:
    """A draw, because both players hold lines: both=draw.

    Rule: GOFF-BOTH-1

    >>> str(drawn_by_both(X_TOP_O_MIDDLE.definite))
    'draw'
    """
    return Outcome(None, "draw", "GOFF-BOTH-1") if narrow(board) else None


def won_first(board: Board) -> Outcome | None:
    """A complete win of the player who would win narrowly: both=first.

    Rule: GOFF-BOTH-2

    >>> str(won_first(X_TOP_O_MIDDLE.definite))
    'complete win of X'
    """
    return Outcome(ended.winner, "complete", "GOFF-BOTH-2") if (ended := narrow(board)) else None


LINES_OF_BOTH: Mapping[str, Callable[[Board], Outcome | None]] = {
    "narrow": narrow,
    "draw": drawn_by_both,
    "first": won_first,
}
"""What lines of both players are worth, by the switch `both`."""


def draw(board: Board) -> Outcome | None:
    """A draw: nine definite marks and no line.

    Rule: GOFF-END-5

    >>> str(draw(Position.of("X1@1 O2@2 X3@3 O4@5 X5@4 O6@6 X7@8 O8@7 X9@9").definite))
    'draw'
    """
    lineless = not marks_of_lines(board, Actor.X) and not marks_of_lines(board, Actor.O)
    return Outcome(None, "draw", "GOFF-END-5") if None not in board and lineless else None


def one_square_left(board: Board) -> Outcome | None:
    """A draw: eight definite marks, where last=draw and lines have been looked for.

    Rule: GOFF-LAST-1

    >>> str(one_square_left(Position.of("X1@1 O2@2 X3@3 O4@5 X5@4 O6@6 X7@8 O8@7").definite))
    'draw'
    """
    return Outcome(None, "draw", "GOFF-LAST-1") if board.count(None) == 1 else None


def no_move(position: Position) -> Outcome | None:
    """A draw: every two open squares carry a mark, where pair=forbidden, so that X has no legal move as ply 9.

    Rule: GOFF-PAIR-2

    >>> str(no_move(Position.of("X1@1 O2@2 X3@3 O4@5 X5@4 O6@6 X7@8 O8.7-9")))
    'draw'
    """
    moves = usual_moves(position.definite)
    stuck = bool(moves) and all(carries_a_mark(position, move) for move in moves)
    return Outcome(None, "draw", "GOFF-PAIR-2") if stuck else None


def double(board: Board) -> Outcome | None:
    """The optional double win: a complete win by a player who holds two lines.

    Only X can have it, and only at ply 9.

    Rule: GOFF-END-6

    >>> str(double(Position.of("X1@1 O2@4 X3@2 O4@5 X5@3 O6@8 X7@6 O8@7 X9@9").definite))
    'double win of X'
    """
    won = complete(board)
    if won is None or won.winner is None or len(marks_of_lines(board, won.winner)) < 2:
        return None
    return Outcome(won.winner, "double", "GOFF-END-6")


X_TOP_O_MIDDLE = Position.of("X1@1 O2@4 X3@2 O4@5 X5@3 O6@6")
"""An ended position for the examples: X holds the top row, O the middle row."""

# Scoring


class Points(NamedTuple):
    """What the winner and the loser get."""

    winner: Fraction
    loser: Fraction


class Scoring(NamedTuple):
    """A scoring table: the points of each ending. In a draw, read X for the winner and O for the loser."""

    draw: Points
    narrow: Points
    complete: Points
    double: Points


def table_2(double: Fraction = Fraction(2)) -> Scoring:
    """The original points: both players can score. The source leaves the double win at 3/2 or 2.

    Rule: GOFF-SCORE-1

    >>> table_2().narrow
    Points(winner=Fraction(1, 1), loser=Fraction(1, 2))
    """
    nothing = Fraction(0)
    return Scoring(
        draw=Points(nothing, nothing),
        narrow=Points(Fraction(1), Fraction(1, 2)),
        complete=Points(Fraction(1), nothing),
        double=Points(double, nothing),
    )


def table_3() -> Scoring:
    """The zero-sum points: what one player gets, the other loses.

    Rule: GOFF-SCORE-2

    >>> table_3().narrow
    Points(winner=Fraction(10, 1), loser=Fraction(-10, 1))
    """
    return Scoring(*(Points(Fraction(points), Fraction(-points)) for points in (0, 10, 20, 40)))


TABLE_2 = table_2()
TABLE_3 = table_3()


def points(ended: Outcome, scoring: Scoring) -> tuple[Fraction, Fraction]:
    """What X and O get for an outcome.

    Rule: GOFF-SCORE-1
    Rule: GOFF-SCORE-2

    >>> points(Outcome(Actor.O, "narrow", "GOFF-END-4"), TABLE_2)
    (Fraction(1, 2), Fraction(1, 1))
    """
    table: dict[str, Points] = scoring._asdict()
    winner, loser = table[ended.how]
    return (loser, winner) if ended.winner is Actor.O else (winner, loser)


def value(ended: Outcome, scoring: Scoring) -> Fraction:
    """The value of an outcome from X's side: (X's points minus O's) / 2.

    Under a zero-sum table these are X's points. Under table 2 it is a fortieth of the value under table 3,
    provided that the double win counts 2.

    Rule: GOFF-SCORE-1
    Rule: GOFF-SCORE-2

    >>> value(Outcome(Actor.X, "narrow", "GOFF-END-4"), TABLE_3)
    Fraction(10, 1)
    >>> value(Outcome(Actor.X, "narrow", "GOFF-END-4"), TABLE_2)
    Fraction(1, 4)
    """
    of_x, of_o = points(ended, scoring)
    return (of_x - of_o) / 2
