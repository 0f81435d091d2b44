"""Typical human errors, planted in the reference of TiqTaqToe. The vectors must find them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Any

from qttt.reference.board import lines
from qttt.reference.game import Actor
from qttt.reference.notation import player_of
from qttt.reference.tiqtaqtoe.notation import Action, Measurement, Pair, Single
from qttt.reference.tiqtaqtoe.position import SQUARES, Position, certain, contents, groups, probabilities
from qttt.verification.engines import Illegal, SetUp
from qttt.verification.tiqtaqtoe.engines import Probabilities, ReferenceEngine, reference

# Lines


class _Judging(ReferenceEngine):
    """A game that decides in its own way who has a line after a move."""

    def has_line(self, position: Position, player: Actor) -> bool:
        raise NotImplementedError

    def outcome(self, position: Position) -> str | None:
        return super().outcome(position) or next(
            (f"win of {player}" for player in (Actor.X, Actor.O) if self.has_line(position, player)), None
        )

    def actor(self, position: Position) -> str | None:
        return None if self.outcome(position) else super().actor(position)


class _SuperposedLine(_Judging):
    def has_line(self, position: Position, player: Actor) -> bool:
        return any(all(player in contents(position, square) for square in line) for line in lines())


class _LinesOfDifferentBoards(_Judging):
    def has_line(self, position: Position, player: Actor) -> bool:
        of_boards = [
            [all(board[square - 1] == player for square in line) for line in lines()] for board in position.boards
        ]
        return all(map(any, of_boards))


class _DoubleWinToTheMover(ReferenceEngine):
    def outcome(self, position: Position) -> str | None:
        right = super().outcome(position)
        return f"win of {player_of(position.plies)}" if right == "lines of both" else right

    def score(self, position: Position) -> Fraction:
        right, outcome = super().score(position), self.outcome(position)
        return right if outcome == super().outcome(position) else Fraction(1 if outcome == "win of X" else -1)


class _LineOfXFirst(ReferenceEngine):
    def outcome(self, position: Position) -> str | None:
        right = super().outcome(position)
        return "win of X" if right == "lines of both" else right


# What is possible


class _IndependentMarks(ReferenceEngine):
    """A board on which two marks would share a square is discarded."""

    def play(self, position: Position, action: Action) -> Position:
        after = super().play(position, action)
        if not isinstance(action, Pair) or all(certain(position, square) for square in action):
            return after
        stays = {board for board in after.boards if any(_only_adds(before, board) for before in position.boards)}
        return replace(after, boards=tuple(sorted(stays)))


def _only_adds(before: str, after: str) -> bool:
    return all(old in (".", new) for old, new in zip(before, after, strict=True))


class _EqualShares(ReferenceEngine):
    """A mark is spread evenly over all squares that it may be on."""

    def probabilities(self, position: Position) -> Probabilities:
        said = {square: dict(held) for square, held in probabilities(position).items()}
        for group in groups(position):
            for mark in ("X", "O"):
                squares = [square for square in group if said[square][mark]]
                total = sum((said[square][mark] for square in squares), Fraction(0))
                for square in squares:
                    said[square][mark] = total / len(squares)
        return said


class _IndependentMeasurements(ReferenceEngine):
    """Each square is measured separately."""

    def chance(self, position: Position) -> Mapping[Action, Fraction]:
        if not super().chance(position):
            return {}
        shares = [{held: share for held, share in of.items() if share} for of in probabilities(position).values()]
        return {
            Measurement("".join(board)): prod(
                (share[held] for share, held in zip(shares, board, strict=True)), start=Fraction(1)
            )
            for board in product(*shares)
        }

    def actions(self, position: Position) -> tuple[Action, ...]:
        return tuple(self.chance(position)) or super().actions(position)

    def play(self, position: Position, action: Action) -> Position:
        if isinstance(action, Measurement) and action in self.chance(position):
            return Position((action.board,))
        return super().play(position, action)


# Measurements


@dataclass(frozen=True)
class _Counted(Position):
    """A position, and the numbers of measurements before it and since the last move."""

    before: int = 0
    just: int = 0


class _Counting(ReferenceEngine):
    def initial(self) -> _Counted:
        return _Counted()

    def play(self, position: Position, action: Action) -> _Counted:
        assert isinstance(position, _Counted)
        after = super().play(Position(position.boards, position.measured), action)
        one = int(isinstance(action, Measurement))
        return _Counted(after.boards, after.measured, position.before + one, one)


class _MeasurementIsAPly(_Counting):
    def actor(self, position: Position) -> str | None:
        right = super().actor(position)
        assert isinstance(position, _Counted)
        return Actor(right).opponent if right in ("X", "O") and position.before % 2 else right


class _MeasuredAfterNinePlies(ReferenceEngine):
    def actor(self, position: Position) -> str | None:
        right = super().actor(position)
        return position.turn if right == "CHANCE" and position.plies < len(SQUARES) else right


class _EndsWithoutALine(_Counting):
    def outcome(self, position: Position) -> str | None:
        assert isinstance(position, _Counted)
        return super().outcome(position) or ("no line" if position.just else None)

    def actor(self, position: Position) -> str | None:
        return None if self.outcome(position) else super().actor(position)


class _MeasuredMarksAreFixed(_Counting):
    def actions(self, position: Position) -> tuple[Action, ...]:
        assert isinstance(position, _Counted)
        right = super().actions(position)
        return tuple(action for action in right if not position.before or self._only_empty(position, action))

    def play(self, position: Position, action: Action) -> _Counted:
        assert isinstance(position, _Counted)
        if position.before and not self._only_empty(position, action):
            raise Illegal(f"{action}: a measured mark is fixed", "TIQ-TARGET-1")
        return super().play(position, action)

    def _only_empty(self, position: Position, action: Action) -> bool:
        return not isinstance(action, Pair) or all(certain(position, square) in (None, ".") for square in action)


# Moves


class _Lenient(ReferenceEngine):
    """A game that in some cases allows what a rule forbids."""

    def allows(self, position: Position, action: Any, rule: str | None) -> bool:
        raise NotImplementedError

    def play(self, position: Position, action: Action) -> Position:
        try:
            return super().play(position, action)
        except Illegal as illegal:
            if self.allows(position, action, illegal.rule):
                return position
            raise


class _SuperposedSquareIsFree(_Lenient):
    def allows(self, position: Position, action: Any, rule: str | None) -> bool:
        return isinstance(action, Single) and certain(position, action.square) is None


class _OwnMarkAsTarget(_Lenient):
    def allows(self, position: Position, action: Any, rule: str | None) -> bool:
        return rule == "TIQ-TARGET-1" and any(position.turn in contents(position, square) for square in action)


class _PairOfTwoMarks(_Lenient):
    def allows(self, position: Position, action: Any, rule: str | None) -> bool:
        held = {".", position.turn.opponent}
        return rule == "TIQ-PAIR-1" and all(contents(position, square) == held for square in action)


superposed_marks_make_lines = partial(reference, engine=_SuperposedLine)
a_measurement_is_a_ply = partial(reference, engine=_MeasurementIsAPly)
lines_of_both_are_the_movers = partial(reference, engine=_DoubleWinToTheMover)

KNOWN_ERRORS: dict[str, SetUp] = {
    "superposed-line": superposed_marks_make_lines,
    "lines-of-different-boards": partial(reference, engine=_LinesOfDifferentBoards),
    "double-win-to-the-mover": lines_of_both_are_the_movers,
    "line-of-x-first": partial(reference, engine=_LineOfXFirst),
    "independent-marks": partial(reference, engine=_IndependentMarks),
    "equal-shares": partial(reference, engine=_EqualShares),
    "independent-measurements": partial(reference, engine=_IndependentMeasurements),
    "measurement-is-a-ply": a_measurement_is_a_ply,
    "measured-after-nine-plies": partial(reference, engine=_MeasuredAfterNinePlies),
    "ends-without-a-line": partial(reference, engine=_EndsWithoutALine),
    "measured-marks-are-fixed": partial(reference, engine=_MeasuredMarksAreFixed),
    "superposed-square-is-free": partial(reference, engine=_SuperposedSquareIsFree),
    "own-mark-as-target": partial(reference, engine=_OwnMarkAsTarget),
    "pair-of-two-marks": partial(reference, engine=_PairOfTwoMarks),
}
"""An implementation for each error flagged in vectors."""
an_engine_without_the_error: dict[str, SetUp] = {**KNOWN_ERRORS, "superposed-line": reference}
