"""Probabilistic tic-tac-toe, the ruleset `probabilistic-1.1`, as a `Game`.

A player names an open square, and chance decides the outcome: the mover's mark, no mark, or the opponent's.
The rules are in `probabilistic.board` and `probabilistic.position`, one function per rule, in the order of the
page; this module puts them together. `probabilistic.solver` computes the values.

>>> from qttt.reference.probabilistic.board import random_board
>>> game = Probabilistic(random_board(1))
>>> str(game.position("X1.5 failure O2.1 neutral X3.9"))
'... .O. ..., X named 9'
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from typing import cast

from qttt.reference.board import SYMMETRIES, Symmetry, moved
from qttt.reference.game import Actor, Score
from qttt.reference.notation import Notation
from qttt.reference.picture import any_of
from qttt.reference.probabilistic import errors
from qttt.reference.probabilistic.board import SQUARES, Board, plain
from qttt.reference.probabilistic.notation import NOTATIONS, Action, Choice, MoveOutcome
from qttt.reference.probabilistic.position import (
    Marks,
    Position,
    after_outcome,
    open_squares,
    outcome,
    outcome_probabilities,
    score,
)
from qttt.reference.written import OptionError, WrittenGame, check_switches, legal_under
from qttt.spec import Option, rulesets

ended = cache(outcome)
"""How a game with these marks has ended. Cached, because the same marks recur in a long game."""

SWITCHES: Mapping[str, tuple[str, ...]] = {"end": ("full", "blocked"), "first": ("X", "O")}
"""Every switch and its values, the canonical one first. Rule: PROB-SWITCH-1"""


@dataclass(frozen=True, repr=False)
class Probabilistic(WrittenGame[Position, Action]):
    """The game on a board with its switches, and the `Game` interface over `Position` and `Action`.

    Raises `ValueError` for an unknown value of a switch.

    Rule: PROB-SWITCH-1
    """

    board: Board
    end: str = "full"
    first: str = "X"

    ruleset = "probabilistic-1.1"
    options = rulesets()["probabilistic"].options
    state = Position
    kinds = Action
    state_rule = "NOTATION-STATE-2"
    example = "X.. .O. ..X, O to move"

    def __post_init__(self) -> None:
        check_switches(self.switches, SWITCHES)

    @property
    def switches(self) -> dict[str, str]:
        """The switches and their values."""
        return {name: getattr(self, name) for name in SWITCHES}

    @property
    def notation(self) -> Notation[Action]:
        """How its actions are written: the player who begins has the odd plies.

        Rule: PROB-FIRST-1
        """
        return NOTATIONS[self.first]

    def initial(self) -> Position:
        """No marks; the player who begins is to move.

        Rule: PROB-TURN-1
        Rule: PROB-FIRST-1
        """
        return Position(turn=Actor(self.first))

    def actor(self, position: Position) -> Actor | None:
        """CHANCE if a square has been named, else the player to move; None at the end."""
        self.check(position)
        if ended(position.marks, self.end):
            return None
        return Actor.CHANCE if position.named else position.turn

    def actions(self, position: Position) -> tuple[Action, ...]:
        """The open squares, ascending; for chance the outcomes that can happen, success first. None at the end.

        Rule: PROB-ORDER-1
        Rule: PROB-OUTCOME-1

        >>> game = Probabilistic(Board.of([("1/2", "0", "1/2")] * 9))
        >>> [str(outcome) for outcome in game.actions(Position.of("... ... ..., X named 9"))]
        ['success', 'failure']
        """
        self.check(position)
        if ended(position.marks, self.end):
            return ()
        if position.named:
            return tuple(self.chance(position))
        return tuple(map(Choice, open_squares(position.marks)))

    def play(self, position: Position, action: Action) -> Position:
        """The next position.

        Raises `GameOver`, `NoSquareNamed`, `ImpossibleOutcome`, `OutcomePending`, `NotASquare` or
        `OccupiedSquare`: the first that applies, in this order.

        Rule: PROB-ERROR-1
        """
        action = self.notation.named(action)
        self.check(position, action)
        if ended(position.marks, self.end):
            raise errors.GameOver(
                action, position, f"no action, because the game is over{self._where_legal(action, position)}"
            )
        if isinstance(action, MoveOutcome):
            return self._with_outcome(position, action)
        if position.named:
            outcomes = any_of(self.actions(position))
            raise errors.OutcomePending(action, position, f"{outcomes}, because a square has been named")
        if action.square not in SQUARES:
            raise errors.NotASquare(action, position, "a square from 1 to 9")
        if action.square not in open_squares(position.marks):
            raise errors.OccupiedSquare(action, position, f"an open square, {any_of(self.actions(position))}")
        return replace(position, named=action.square)

    def _where_legal(self, action: Action, position: Position) -> str:
        """The switch under which an action is legal though the game is over here, in words; empty if there is none."""
        others = (replace(self, end=end) for end in SWITCHES["end"])
        return legal_under(self, (game for game in others if action in game.actions(position)))

    def _with_outcome(self, position: Position, action: MoveOutcome) -> Position:
        if not position.named:
            raise errors.NoSquareNamed(action, position, "a square, because no square has been named")
        if action not in self.chance(position):
            expected = f"{any_of(self.actions(position))}: this one has probability 0"
            raise errors.ImpossibleOutcome(action, position, expected)
        return after_outcome(position, action)

    def chance(self, position: Position) -> Mapping[Action, Fraction]:
        """The outcomes that the named square can have, with their probabilities; empty if chance is not to act."""
        self.check(position)
        if not position.named or ended(position.marks, self.end):
            return {}
        return dict(self._probabilities[position.named - 1].items())

    @cached_property
    def _probabilities(self) -> tuple[Mapping[MoveOutcome, Fraction], ...]:
        """For each square, the outcomes of naming it, with their probabilities."""
        return tuple(outcome_probabilities(self.board, square) for square in SQUARES)

    def score(self, position: Position) -> Score:
        """The outcome of an ended game and its value for X. Raises `GameNotOver` for any other position."""
        self.check(position)
        found = ended(position.marks, self.end)
        if found is None:
            raise errors.GameNotOver("scoring", position, "the end of the game first")
        return Score(found, score(found))

    @classmethod
    def read_option(cls, option: Option, given: object) -> object:
        """The value of a switch; or the board that `given` is or writes: a `Board`, a text, or nine triples of texts or
        exact numbers.

        Raises `BoardError` and `OptionError`.
        """
        if option.switch:
            return super().read_option(option, given)
        if isinstance(given, Board):
            return given
        if isinstance(given, str):
            return Board.of([square.split(",") for square in given.split(";")])
        if not isinstance(given, Sequence):
            raise OptionError(f"board cannot be {given!r}: expected nine triples ({option.rule})")
        return Board.of([[str(number) for number in square] for square in given])

    @classmethod
    def write_option(cls, option: Option, value: object) -> str:
        """A switch; or the board in writing: commas within a square, semicolons between squares."""
        if option.switch:
            return super().write_option(option, value)
        assert isinstance(value, Board)
        return ";".join(",".join(map(plain, square)) for square in value)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board of squares that preserve every probability."""
        return tuple(symmetry for symmetry in SYMMETRIES if moved(symmetry, self.board) == tuple(self.board))

    def __repr__(self) -> str:
        turned = (f"{name}={value}" for name, value in self.switches.items() if value != SWITCHES[name][0])
        return f"<{' '.join([type(self).__name__, *turned])} on {self.board[0]!s}, {self.board[1]!s}, …>"

    def is_ply(self, action: Action) -> bool:
        """Whether perft counts an action as a ply: here it counts the outcomes of chance as well."""
        return True

    def plies(self, position: Position) -> int:
        """Of the plies made only who makes the next one is known: 0 or 1, and one more if a square has been named.

        Rule: PROB-FIRST-1
        """
        return int(position.turn != self.first) + bool(position.named)

    def turned(self, position: Position, symmetry: Symmetry) -> Position:
        """The position after a symmetry has moved the squares."""
        self.check(position)
        marks = cast(Marks, moved(symmetry, position.marks))
        return replace(position, marks=marks, named=position.named and symmetry[position.named - 1])

    def turned_action(self, position: Position, action: Action, symmetry: Symmetry) -> Action:
        """The action in the turned position that corresponds to `action` in `position`."""
        return Choice(symmetry[action.square - 1]) if isinstance(action, Choice) else action


def settings(board: Board) -> Iterator[Probabilistic]:
    """The game on a board with every combination of the switches, the canonical one first.

    Rule: PROB-SETTING-1

    >>> len(list(settings(Board.of([("1", "0", "0")] * 9))))
    4
    """
    for values in product(*SWITCHES.values()):
        yield Probabilistic(board, *values)
