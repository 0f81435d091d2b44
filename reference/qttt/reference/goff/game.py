"""Goff's quantum tic-tac-toe, the ruleset `goff-1.0`, as a `Game`.

The rules are in the modules `goff.position`, `goff.collapse` and `goff.ending`, one function per rule, in the
order of the page. This module puts them together: legal actions, next positions, turns and values.
>>> game = Goff()
>>> pending = game.position("X1.1-9 O2.1-3 X3.1-3")
>>> game.actor(pending)
<Actor.O: 'O'>
>>> str(game.play(pending, Selection.A))
'X1@9 O2@3 X3@1'
"""

from dataclasses import dataclass
from typing import cast

from qttt.reference.board import Symmetry, image, moved
from qttt.reference.game import Actor, Score
from qttt.reference.goff import errors
from qttt.reference.goff.collapse import (
    SELECTOR,
    CollapseRule,
    final_move,
    play_final,
    player_to_move,
    selections,
    settle,
)
from qttt.reference.goff.ending import TABLE_3, Scoring, outcome, value
from qttt.reference.goff.notation import NOTATION, Action, Move, Selection
from qttt.reference.goff.position import (
    Board,
    Position,
    Spooky,
    is_usual_move,
    open_squares,
    squares,
    usual_moves,
    with_spooky,
)
from qttt.reference.written import WrittenGame
from qttt.spec import rulesets


@dataclass(frozen=True, repr=False)
class Goff(WrittenGame[Position, Action]):
    """Goff's game: the options of the page, and the `Game` interface over `Position` and `Action`.

    `collapse` says who selects: the opponent of the player who closed the cycle (rule 3a of the source), or
    that player ("self", rule 3a''). `double_win` turns on the optional double win. `scoring` is table 3 by
    default. Raises `ValueError` for an unknown collapse rule and a `double_win` that is not a bool.
    """

    collapse: CollapseRule = "opponent"
    double_win: bool = False
    scoring: Scoring = TABLE_3

    ruleset = "goff-1.0"
    options = rulesets()["goff"].options
    notation = NOTATION
    state = Position
    kinds = Action
    state_rule = "NOTATION-STATE-1"
    example = "X1@9 O2@3 X3.1-7"

    def __post_init__(self) -> None:
        if self.collapse not in SELECTOR:
            expected = " or ".join(map(repr, SELECTOR))
            raise ValueError(f"unknown collapse rule {self.collapse!r}: expected {expected}")
        if not isinstance(self.double_win, bool):
            raise ValueError(f"unknown double_win {self.double_win!r}: expected True or False")

    def initial(self) -> Position:
        """The empty board.

        Rule: GOFF-BOARD-1
        """
        return Position()

    def actor(self, position: Position) -> Actor | None:
        """Who selects if a closed cycle waits to be settled, else who moves; None at the end.

        >>> after_cycle = Position.of("X1.1-9 O2.1-3 X3.1-3")
        >>> str(Goff().actor(after_cycle)), str(Goff(collapse="self").actor(after_cycle))
        ('O', 'X')
        """
        self.check(position)
        if position.pending:
            return SELECTOR[self.collapse](position.spooky[-1].mark.player)
        return None if outcome(position) else player_to_move(position)

    def actions(self, position: Position) -> tuple[Action, ...]:
        """The legal actions: selA, selB; or the final move; or the usual moves, ascending. None at the end.

        Rule: GOFF-MOVE-3

        >>> len(Goff().actions(Position()))
        36
        """
        self.check(position)
        if position.pending:
            return selections(position)
        if outcome(position):
            return ()
        final = final_move(position.definite)
        return (final,) if final else usual_moves(position.definite)

    def play(self, position: Position, action: Action) -> Position:
        """The next position.

        Raises `GameOver`, `SelectionPending`, `NothingToSelect`, `NotASquare`, `NotAscending`,
        `NotTheFinalMove`, `NotTwoSquares` or `OccupiedSquare`: the first that applies, in this order.

        Rule: GOFF-MOVE-3

        >>> Goff().play(Position.of("X1.1-9 O2@3"), Move(3, 4))
        Traceback (most recent call last):
        qttt.reference.goff.errors.OccupiedSquare: GOFF-MOVE-2: 3-4 is illegal in ...: expected two of the squares...
        """
        self.check(position, action)
        if outcome(position):
            raise errors.GameOver(action, position, "no action, because the game is over")
        if isinstance(action, Selection):
            if not position.pending:
                raise errors.NothingToSelect(action, position, "a move, because no cycle is closed")
            return settle(position, action)
        if position.pending:
            raise errors.SelectionPending(action, position, "selA or selB, because a cycle is closed")
        self._check_move(position, action)
        return with_spooky(position, action) if is_usual_move(action) else play_final(position, action)

    def _check_move(self, position: Position, move: Move) -> None:
        final = final_move(position.definite)
        free = open_squares(position.definite)
        if not {*move} <= {*squares()}:
            raise errors.NotASquare(move, position, "squares from 1 to 9")
        if move.first > move.second:
            raise errors.NotAscending(move, position, f"{move.second}-{move.first}")
        if final and is_usual_move(move):
            raise errors.NotTheFinalMove(move, position, f"{final}, the only move left")
        if not final and not is_usual_move(move):
            raise errors.NotTwoSquares(move, position, "two different squares")
        if not {*move} <= {*free}:
            expected = "two of the squares " + ", ".join(map(str, free)) if not final else str(final)
            raise errors.OccupiedSquare(move, position, expected)

    def score(self, position: Position) -> Score:
        """The outcome of an ended game and its value for X. Raises `GameNotOver` for any other position.

        >>> score = Goff().score(Position.of("X1@1 O2@4 X3@2 O4@5 X5@3"))
        >>> str(score.outcome), score.value
        ('complete win of X', Fraction(20, 1))
        """
        self.check(position)
        ended = outcome(position, self.double_win)
        if ended is None:
            raise errors.GameNotOver("scoring", position, "the end of the game first")
        return Score(ended, value(ended, self.scoring))

    def plies(self, position: Position) -> int:
        """How many plies have been made."""
        self.check(position)
        return position.ply

    def turned(self, position: Position, symmetry: Symmetry) -> Position:
        """The position after a symmetry has moved the squares."""
        self.check(position)
        definite = cast(Board, moved(symmetry, position.definite))
        spooky = tuple(Spooky(mark, Move(*image(symmetry, *squares))) for mark, squares in position.spooky)
        return Position(definite, spooky, position.pending)

    def turned_action(self, position: Position, action: Action, symmetry: Symmetry) -> Action:
        """The action in the turned position that corresponds to `action` in `position`."""
        self.check(position, action)
        if isinstance(action, Move):
            return Move(*image(symmetry, *action))
        first, second = (symmetry[square - 1] for square in position.spooky[-1].squares)
        return action if first < second else Selection.B if action is Selection.A else Selection.A
