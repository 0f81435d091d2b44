"""Implementations of Goff's game behind one interface: the reference and the fast engine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from qttt.fast.goff import forest, moves, rules
from qttt.fast.goff.board import SQUARES
from qttt.fast.goff.forest import U, V
from qttt.fast.goff.key import FIELD, load
from qttt.oracle.goff.translate import action_of, code_of, key_of, outcome_of, position_of, value_of
from qttt.reference.game import Actor
from qttt.reference.goff import Action, CollapseRule, Goff, Mark, Position, Spooky
from qttt.reference.goff import ending as goff_ending
from qttt.reference.goff import position as goff_position
from qttt.reference.goff.ending import Scoring, points, table_2
from qttt.reference.goff.position import Board
from qttt.verification import engines
from qttt.verification.engines import Illegal, NamesNoRules, NotAnswered, WritesNoPositions, chosen
from qttt.verification.goff.solved import fast_action_values, fast_value

SOLVABLE = 5
"""The reference's generic solver answers from this ply on."""


def mark_of(text: str) -> Mark:
    """The mark with this text, such as X3."""
    return Mark(Actor(text[0]), int(text[1:]))


def board_of(marks: Mapping[str, str]) -> Position:
    """The position with these definite marks by square, and nothing else."""
    return Position(tuple(mark_of(marks[str(at)]) if str(at) in marks else None for at in goff_position.squares()))


def definite_marks(position: Position) -> dict[int, Mark]:
    """The definite marks by square."""
    return {square: mark for square, mark in enumerate(position.definite, start=1) if mark}


# The reference


@dataclass(frozen=True)
class ReferenceEngine(engines.ReferenceEngine[Position, Action]):
    """The reference. `ply_of_player` computes the ply of GOFF-END-3, `table` holds the scores of Table 2."""

    ply_of_player: Callable[[Board, Actor], int | None] = goff_ending.ply_of_player
    table: Scoring = goff_ending.TABLE_2
    knows_plies = True

    def is_early(self, position: Position) -> bool:
        return position.ply < SOLVABLE

    def board(self, marks: Mapping[str, str]) -> Position:
        return board_of(marks)

    def key(self, position: Position) -> int:
        return key_of(position)

    def definite(self, position: Position) -> dict[int, Mark]:
        return definite_marks(position)

    def spooky(self, position: Position) -> list[Spooky]:
        return list(position.spooky)

    def components(self, position: Position) -> list[list[int]]:
        return [sorted(squares) for squares in goff_position.components(position)]

    def player_ply(self, position: Position, player: Actor) -> int | None:
        return self.ply_of_player(position.definite, player)

    def points(self, position: Position) -> tuple[Fraction, Fraction]:
        return points(self.game.score(position).outcome, self.table)


def reference(options: Mapping[str, Any], game: Callable[..., Goff] = Goff, **more: Any) -> ReferenceEngine:
    """The reference as an implementation; planted errors use another `game`, or pass `more` settings to the engine."""
    table = table_2(Fraction(options.get("double_win_score", 2)))
    return ReferenceEngine(game(*_setting(options)), table=table, **more)


def _setting(options: Mapping[str, Any]) -> tuple[CollapseRule, bool]:
    """The player who selects, and whether there is a double win. Raises `Refused`."""
    given = chosen(Goff, options, "collapse", "double_win")
    return given.get("collapse", "opponent"), given.get("double_win", False)


# The fast engine


class Rules(NamedTuple):
    """The functions of the fast engine on single positions."""

    outcome: Callable[[int], int] = rules.outcome
    actor: Callable[[int, CollapseRule], str | None] = rules.actor
    actions: Callable[[int], tuple[int, ...]] = rules.actions
    play: Callable[[int, int], int] = rules.play


@dataclass(frozen=True)
class FastEngine(NamesNoRules, WritesNoPositions):
    """The fast engine; positions are keys."""

    collapse: CollapseRule = "opponent"
    double_win: bool = False
    rules: Rules = Rules()  # noqa: RUF009
    knows_plies = False

    def initial(self) -> int:
        return rules.INITIAL

    def of(self, position: Position) -> int:
        return key_of(position)

    def board(self, marks: Mapping[str, str]) -> int:
        return key_of(board_of(marks))

    def actor(self, position: int) -> str | None:
        return self.rules.actor(position, self.collapse)

    def actions(self, position: int) -> tuple[Action, ...]:
        return tuple(map(action_of, self.rules.actions(position)))

    def chance(self, position: int) -> Mapping[Action, Fraction]:
        return {}

    def play(self, position: int, action: Action) -> int:
        try:
            return self.rules.play(position, code_of(action))
        except ValueError as error:
            raise Illegal(str(error)) from error

    def outcome(self, position: int) -> str | None:
        return outcome_of(self.rules.outcome(position), self.double_win)

    def score(self, position: int) -> Fraction:
        return value_of(self.rules.outcome(position), self.double_win)

    def value(self, position: int) -> Fraction:
        return fast_value(position, self.collapse, self.double_win)

    def values(self, position: int) -> Mapping[Action, Fraction]:
        return fast_action_values(position, self.collapse, self.double_win)

    def key(self, position: int) -> int:
        return position

    def definite(self, position: int) -> dict[int, Mark]:
        return definite_marks(position_of(position))

    def spooky(self, position: int) -> list[Spooky]:
        return list(position_of(position).spooky)

    def components(self, position: int) -> list[list[int]]:
        marks = [0] * moves.WORK
        load(position & ~FIELD, marks)
        masks = {forest.component(marks, s) for i in range(forest.MARKS) if (s := marks[U + i]) != marks[V + i]}
        return sorted([square + 1 for square in range(SQUARES) if mask >> square & 1] for mask in masks)

    def player_ply(self, position: int, player: Actor) -> int | None:
        raise NotAnswered

    def points(self, position: int) -> tuple[Fraction, Fraction]:
        raise NotAnswered


def fast(options: Mapping[str, Any], **more: Any) -> FastEngine:
    """The fast engine as an implementation; planted errors pass `more` settings to the engine."""
    return FastEngine(*_setting(options), **more)
