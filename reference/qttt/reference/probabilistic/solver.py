"""The exact values of probabilistic tic-tac-toe: a loop of two equations for every set of marks.

A neutral outcome leaves the marks as they are and passes the turn, so the values of the two players to move
depend on each other. Strategy iteration over exact fractions solves that loop.

>>> from qttt.reference.probabilistic.board import Board
>>> solver = LoopSolver(Probabilistic(Board.of([("0.5", "0.2", "0.3")] * 9)))
>>> one_left = Position.of("XOO OXX XO., X to move")
>>> str(solver.value(one_left)), [str(number) for number in solver.lines(one_left.marks)[0]]
('19/24', ['9', '13/20', '11/20', '1/5'])
"""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from qttt.reference.game import Actor
from qttt.reference.probabilistic import Action, Choice, Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.position import Marks, Position, marked, open_squares, outcome, score

ENDLESS = Fraction(1, 2)
"""The value of play that never ends."""


class Values(NamedTuple):
    """The value of a set of marks with X to move, and with O to move: V and V' of the page."""

    X: Fraction
    O: Fraction


class Line(NamedTuple):
    """The effect of naming an open square in the loop: its value is x + n·V' if X names it, x_dash + n·V if O does.

    `x` and `x_dash` are the values after a mark, times its probability, named by X and by O; `n` is the
    probability of neutral.
    """

    square: int
    x: Fraction
    x_dash: Fraction
    n: Fraction


class EndlessIteration(ArithmeticError):
    """Strategy iteration comes back to a pair of squares, which only an error in the values of a pair can cause."""


class Solution(NamedTuple):
    """A solved loop: its values, and for each player a square that attains them."""

    values: Values
    of_x: Line
    of_o: Line


def line(board: Board, square: int, with_x: Values, with_o: Values) -> Line:
    """The line of an open square, from the values of the marks with X, and with O, on it.

    Rule: PROB-LOOP-1

    >>> of = Board.of([("0.5", "0.2", "0.3")] * 9)
    >>> one, none = Values(Fraction(1), Fraction(1)), Values(Fraction(0), Fraction(0))
    >>> [str(number) for number in line(of, 1, one, none)]
    ['1', '1/2', '3/10', '1/5']
    """
    success, neutral, failure = board[square - 1]
    return Line(
        square,
        x=success * with_x.O + failure * with_o.O,
        x_dash=success * with_o.X + failure * with_x.X,
        n=neutral,
    )


def values_of(i: Line, j: Line) -> Values:
    """The values if X always names the square of `i` and O always that of `j`, until a mark is made.

    If neither ever makes one, play never ends.

    Rule: PROB-END-3

    >>> wins = Line(1, x=Fraction(1, 2), x_dash=Fraction(1, 4), n=Fraction(1, 2))
    >>> passes = Line(2, x=Fraction(0), x_dash=Fraction(0), n=Fraction(1))
    >>> [str(number) for number in values_of(wins, wins)], values_of(passes, passes).X
    (['5/6', '2/3'], Fraction(1, 2))
    """
    if i.n == j.n == 1:
        return Values(ENDLESS, ENDLESS)
    of_x = (i.x + i.n * j.x_dash) / (1 - i.n * j.n)
    return Values(of_x, j.x_dash + j.n * of_x)


def solve(lines: tuple[Line, ...]) -> Solution:
    """The loop of one or more open squares, by strategy iteration.

    Both players begin with a square that always passes, if there is one, else with the first. O changes to a
    square that is strictly better against X's, while there is one. Then X changes to one that is strictly
    better against the values so reached, and O begins again. When neither can change, the values solve the
    loop, and they are those of the game. O's changes strictly lower the value and X's strictly raise it, so no pair of
    squares comes twice (LEMMA strategy-iteration): if more pairs come than there are, `EndlessIteration` is raised.

    Rule: PROB-LOOP-1
    """
    i = j = next((line for line in lines if line.n == 1), lines[0])
    for _ in range(len(lines) ** 2):
        values = values_of(i, j)
        if better := next((line for line in lines if line.x_dash + line.n * values.X < values.O), None):
            j = better
        elif better := next((line for line in lines if line.x + line.n * values.O > values.X), None):
            i = better
        else:
            return Solution(values, i, j)
    raise EndlessIteration(f"a loop of {len(lines)} squares is not solved after all {len(lines) ** 2} pairs of them")


class LoopSolver:
    """The exact values of positions of a game, for X's side, under best play of both players.

    Every set of marks met is remembered with its solved loop. Guaranteed: exact fractions, whatever the order of
    questions. Not guaranteed: speed; all sets of marks that can follow are solved.
    """

    def __init__(self, game: Probabilistic) -> None:
        self.game = game
        self._values: dict[Marks, Values] = {}

    def to_move(self, marks: Marks) -> Values:
        """The values of a set of marks, with X and with O to move; the same where the game has ended."""
        if marks not in self._values:
            ended = outcome(marks, self.game.end)
            at_end = Values(score(ended), score(ended)) if ended else None
            self._values[marks] = at_end or self.solution(marks).values
        return self._values[marks]

    def solved(self) -> Mapping[Marks, Values]:
        """Every set of marks met so far, with its values. Read-only."""
        return MappingProxyType(self._values)

    def lines(self, marks: Marks) -> tuple[Line, ...]:
        """The lines of the open squares, ascending.

        Rule: PROB-LOOP-1
        """
        return tuple(
            line(
                self.game.board,
                square,
                with_x=self.to_move(marked(marks, square, Actor.X)),
                with_o=self.to_move(marked(marks, square, Actor.O)),
            )
            for square in open_squares(marks)
        )

    def solution(self, marks: Marks) -> Solution:
        """The loop of a set of marks that has not ended, solved."""
        return solve(self.lines(marks))

    def value(self, position: Position) -> Fraction:
        """The value of a position: of its marks, or the expectation over the outcomes of a named square.

        Rule: PROB-VALUE-1
        """
        if self.game.actor(position) is not Actor.CHANCE:
            return self._to_move(position)
        return sum(
            (
                chance * self._to_move(self.game.play(position, action))
                for action, chance in self.game.chance(position).items()
            ),
            Fraction(0),
        )

    def _to_move(self, position: Position) -> Fraction:
        values = self.to_move(position.marks)
        return values.X if position.turn is Actor.X else values.O

    def values(self, position: Position) -> dict[Action, Fraction]:
        """The value after every legal action, in the documented order; empty at the end of a game."""
        return {action: self.value(self.game.play(position, action)) for action in self.game.actions(position)}

    def best(self, position: Position) -> tuple[Action, ...]:
        """All best squares of the player who is to move, ascending; empty at the end and where chance acts.

        Rule: PROB-BEST-1
        """
        if self.game.actor(position) not in (Actor.X, Actor.O):
            return ()
        value = self.value(position)
        return tuple(action for action, worth in self.values(position).items() if worth == value)

    def squares(self, position: Position) -> dict[int, Fraction]:
        """What each open square is worth to name, for the player to move; empty at the end and where chance acts."""
        return {action.square: value for action, value in self.values(position).items() if isinstance(action, Choice)}
