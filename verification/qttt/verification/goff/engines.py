"""Both implementations behind one interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from qttt.fast.goff import forest, moves, rules
from qttt.fast.goff.board import SQUARES
from qttt.fast.goff.forest import U, V
from qttt.fast.goff.key import FIELD, load
from qttt.oracle.goff.translate import action_of, code_of, key_of, outcome_of, position_of
from qttt.reference.game import Actor, Outcome, RuleBroken
from qttt.reference.goff import Action, CollapseRule, Goff, Mark, Position, Spooky
from qttt.reference.goff import ending as goff_ending
from qttt.reference.goff import position as goff_position
from qttt.verification.conformance import Illegal

S = TypeVar("S")


class Engine(Protocol[S]):
    """An implementation of Goff's game on positions of its own kind.

    `knows_plies` is False for one that cannot tell apart a player's early marks.
    """

    knows_plies: bool

    def initial(self) -> S:
        """The start position."""
        ...

    def board(self, marks: Mapping[int, Mark]) -> S:
        """The position with these definite marks by square, and nothing else."""
        ...

    def actor(self, position: S, collapse: CollapseRule) -> str | None:
        """Whose decision it is, None at the end."""
        ...

    def actions(self, position: S) -> tuple[Action, ...]:
        """The legal actions in the documented order."""
        ...

    def play(self, position: S, action: Action) -> S:
        """The next position. Raises `Illegal`."""
        ...

    def outcome(self, position: S, double_win: bool) -> str | None:
        """The outcome in words, None while the game goes on."""
        ...

    def key(self, position: S) -> int:
        """The position as a key."""
        ...

    def definite(self, position: S) -> dict[int, Mark]:
        """The definite marks by square; their plies mean nothing if the engine does not know them."""
        ...

    def spooky(self, position: S) -> list[Spooky]:
        """The spooky marks in order of plies; the same goes for these."""
        ...

    def components(self, position: S) -> list[list[int]]:
        """The squares of each component with a spooky mark, ascending, ordered by their first square."""
        ...


@dataclass(frozen=True)
class ReferenceEngine:
    """The reference. Mutants override what they get wrong."""

    knows_plies = True

    def initial(self) -> Position:
        return Goff().initial()

    def board(self, marks: Mapping[int, Mark]) -> Position:
        return Position(tuple(marks.get(square) for square in goff_position.squares()))

    def actor(self, position: Position, collapse: CollapseRule = "opponent") -> Actor | None:
        return Goff(collapse).actor(position)

    def actions(self, position: Position) -> tuple[Action, ...]:
        return Goff().actions(position)

    def play(self, position: Position, action: Action) -> Position:
        try:
            return Goff().play(position, action)
        except RuleBroken as broken:
            raise Illegal(str(broken), broken.rule) from broken

    def judge(self, position: Position, double_win: bool) -> Outcome | None:
        return goff_ending.outcome(position, double_win)

    def outcome(self, position: Position, double_win: bool) -> str | None:
        ended = self.judge(position, double_win)
        return None if ended is None else str(ended)

    def player_ply(self, position: Position, player: Actor) -> int | None:
        return goff_ending.ply_of_player(position.definite, player)

    def key(self, position: Position) -> int:
        return key_of(position)

    def definite(self, position: Position) -> dict[int, Mark]:
        return {square: mark for square, mark in enumerate(position.definite, start=1) if mark}

    def spooky(self, position: Position) -> list[Spooky]:
        return list(position.spooky)

    def components(self, position: Position) -> list[list[int]]:
        return [sorted(squares) for squares in goff_position.components(position)]


class Rules(NamedTuple):
    """The functions of the fast engine on single positions."""

    outcome: Callable[[int], int] = rules.outcome
    actor: Callable[[int, CollapseRule], str | None] = rules.actor
    actions: Callable[[int], tuple[int, ...]] = rules.actions
    play: Callable[[int, int], int] = rules.play


@dataclass(frozen=True)
class FastEngine:
    """The fast engine; positions are keys."""

    rules: Rules = Rules()  # noqa: RUF009
    knows_plies = False

    def initial(self) -> int:
        return rules.INITIAL

    def board(self, marks: Mapping[int, Mark]) -> int:
        return key_of(ReferenceEngine().board(marks))

    def actor(self, position: int, collapse: CollapseRule = "opponent") -> str | None:
        return self.rules.actor(position, collapse)

    def actions(self, position: int) -> tuple[Action, ...]:
        return tuple(map(action_of, self.rules.actions(position)))

    def play(self, position: int, action: Action) -> int:
        try:
            return self.rules.play(position, code_of(action))
        except ValueError as error:
            raise Illegal(str(error)) from error

    def outcome(self, position: int, double_win: bool) -> str | None:
        return outcome_of(self.rules.outcome(position), double_win)

    def key(self, position: int) -> int:
        return position

    def definite(self, position: int) -> dict[int, Mark]:
        return ReferenceEngine().definite(position_of(position))

    def spooky(self, position: int) -> list[Spooky]:
        return list(position_of(position).spooky)

    def components(self, position: int) -> list[list[int]]:
        marks = [0] * moves.WORK
        load(position & ~FIELD, marks)
        masks = {forest.component(marks, s) for i in range(forest.MARKS) if (s := marks[U + i]) != marks[V + i]}
        return sorted([square + 1 for square in range(SQUARES) if mask >> square & 1] for mask in masks)
