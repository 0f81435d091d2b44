"""Probabilistic tic-tac-toe up to its endings: positions, lines, turns, the outcomes of a move, endings, scores.

A part of the page `probabilistic-1.1`, in its order: after `probabilistic.board`, before `probabilistic`, which
puts the game together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from qttt.reference.board import lines
from qttt.reference.game import Actor, Outcome
from qttt.reference.notation import Tokens
from qttt.reference.picture import Drawn
from qttt.reference.probabilistic.board import SQUARES, Board
from qttt.reference.probabilistic.notation import MoveOutcome

Marks = tuple[Actor | None, ...]
"""The marks, square by square: `marks[square - 1]`, None where there is none."""

WRITTEN = {Actor.X: "X", Actor.O: "O", None: "."}


@dataclass(frozen=True, repr=False)
class Position(Drawn):
    """The marks on the board, whose turn it is, and the square named by that player if chance is to act on it.

    Immutable and hashable. Not guaranteed: that a game can reach it.

    Rule: PROB-STATE-1

    >>> str(Position.of("X.. .O. ..X, O to move"))
    'X.. .O. ..X, O to move'
    """

    marks: Marks = (None,) * 9
    turn: Actor = Actor.X
    named: int | None = None

    @classmethod
    def of(cls, text: str) -> "Position":
        """The position written as `text`: the three rows, then who is to move or has named which square.

        Raises `StateError` for any other text, and if the named square has a mark.

        Rule: NOTATION-STATE-2

        >>> Position.of("... .O. ..., X named 9").named
        9
        """
        tokens, players = Tokens(text), {written: player for player, written in WRITTEN.items()}
        row = "a row of three squares, each X, O or a dot"
        rows = [tokens.take("[XO.]{3}", row).group() for _ in range(2)]
        rows.append(tokens.take("[XO.]{3},", f"{row}, and a comma").group()[:3])
        marks = tuple(players[mark] for mark in "".join(rows))
        turn = Actor(tokens.take("[XO]", "the player, X or O").group())
        if tokens.begins("to"):
            tokens.take("to", "to")
            tokens.take("move", "move")
            named = None
        else:
            tokens.take("named", "to move, or named and a square")
            named = int(tokens.take("[1-9]", "a square from 1 to 9").group())
            tokens.check(marks[named - 1] is None, "a square without a mark")
        tokens.end()
        return cls(marks, turn, named)

    def __str__(self) -> str:
        rows = "".join(WRITTEN[mark] for mark in self.marks)
        state = f"named {self.named}" if self.named else "to move"
        return f"{rows[:3]} {rows[3:6]} {rows[6:]}, {self.turn} {state}"

    def __repr__(self) -> str:
        return f"Position.of({str(self)!r})"


# Board


# Turns and moves


def turn_passed(position: Position) -> Position:
    """The position after a move whose outcome has been applied: the other player moves, whatever the outcome was.

    Rule: PROB-TURN-1

    >>> str(turn_passed(Position.of("... .O. ..., X named 9")))
    '... .O. ..., O to move'
    """
    return Position(position.marks, position.turn.opponent)


def open_squares(marks: Marks) -> tuple[int, ...]:
    """The squares that may be named, ascending: those without a mark.

    Rule: PROB-MOVE-1

    >>> open_squares(Position.of("X.. .O. ..X, O to move").marks)
    (2, 3, 4, 6, 7, 8)
    """
    return tuple(square for square in SQUARES if marks[square - 1] is None)


# The outcomes of a move


def marked(marks: Marks, square: int, player: Actor) -> Marks:
    """The marks with one more, of `player` on the open `square`."""
    return (*marks[: square - 1], player, *marks[square:])


def outcome_probabilities(board: Board, square: int) -> Mapping[MoveOutcome, Fraction]:
    """The outcomes that naming a square can have, with their probabilities; those of probability 0 cannot happen.

    Rule: PROB-OUTCOME-1

    >>> certain = Board.of([("1", "0", "0")] * 9)
    >>> outcome_probabilities(certain, 5)
    {success: Fraction(1, 1)}
    """
    return {outcome: chance for outcome, chance in zip(MoveOutcome, board[square - 1], strict=True) if chance > 0}


def after_outcome(position: Position, outcome: MoveOutcome) -> Position:
    """The position after an outcome of the named square: the mover's mark, none, or the opponent's; the turn passes.

    Raises `ValueError` if no square has been named.

    Rule: PROB-OUTCOME-1

    >>> str(after_outcome(Position.of("... .O. ..., X named 9"), MoveOutcome.FAILURE))
    '... .O. ..O, O to move'
    """
    if position.named is None:
        raise ValueError(f"no square has been named in '{position}'")
    owner = {MoveOutcome.SUCCESS: position.turn, MoveOutcome.FAILURE: position.turn.opponent}.get(outcome)
    marks = marked(position.marks, position.named, owner) if owner else position.marks
    return turn_passed(replace(position, marks=marks))


# Endings


def has_line(marks: Marks, player: Actor) -> bool:
    """Whether `player` has marks on all three squares of some line of the board.

    Rule: PROB-END-1

    >>> has_line(Position.of("X.. OX. O.X, O to move").marks, Actor.X)
    True
    """
    return any(all(marks[square - 1] is player for square in line) for line in lines())


def is_blocked(marks: Marks) -> bool:
    """Whether every line of the board has marks of both players, so that no line can come any more.

    Rule: PROB-END-4

    >>> is_blocked(Position.of("XOX XOO OX., X to move").marks)
    True
    """
    return all({Actor.X, Actor.O} <= {marks[square - 1] for square in line} for line in lines())


def outcome(marks: Marks, end: str = "full") -> Outcome | None:
    """How a game with these marks has ended: by a line, whoever moved last, by a full board, or where the game may
    `end` with blocked marks, by these; None if it goes on.

    In no game do both players have a line; here such marks count as a draw.

    Rule: PROB-END-1
    Rule: PROB-END-2
    Rule: PROB-END-4

    >>> str(outcome(Position.of("XOX XOO OXX, X to move").marks))
    'draw'
    """
    winners = [player for player in (Actor.X, Actor.O) if has_line(marks, player)]
    if len(winners) == 1:
        return Outcome(winners[0], "", "PROB-END-1")
    if winners or not open_squares(marks):
        return Outcome(None, "draw", "PROB-END-2")
    return Outcome(None, "draw", "PROB-END-4") if end == "blocked" and is_blocked(marks) else None


# Scoring


def score(ended: Outcome) -> Fraction:
    """What an ended game is worth: 1 if X has won, 0 if O has, 1/2 for a draw.

    Rule: PROB-SCORE-1

    >>> score(Outcome(None, "draw", "PROB-END-2"))
    Fraction(1, 2)
    """
    return {Actor.X: Fraction(1), Actor.O: Fraction(0), None: Fraction(1, 2)}[ended.winner]
