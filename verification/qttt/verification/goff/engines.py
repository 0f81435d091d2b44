"""Goff's game as its vectors ask for it: the reference and the fast engine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial

from qttt.fast.backend import Cpu
from qttt.fast.goff import moves
from qttt.fast.goff.batch import ENDED
from qttt.fast.goff.board import SQUARES, place
from qttt.fast.goff.moves import shift
from qttt.fast.goff.outcome import UNFINISHED, outcome
from qttt.fast.goff.reading import switches
from qttt.fast.goff.solve import solve
from qttt.fast.goff.tablebase import Tablebase
from qttt.oracle import Oracle, entry_of
from qttt.oracle.goff import reading_of
from qttt.oracle.goff.translate import outcome_of
from qttt.reference.game import Actor
from qttt.reference.goff import Action, CollapseRule, Goff, Mark, Position
from qttt.reference.goff import ending as goff_ending
from qttt.reference.goff import position as goff_position
from qttt.reference.goff.ending import Scoring, points, table_2
from qttt.reference.goff.position import Board
from qttt.reference.notation import player_of
from qttt.verification import engines
from qttt.verification.engines import Row, game_with, not_answered, set_up


@cache
def tablebase(reading: int) -> Tablebase:
    """A reading of Goff's game solved through ply 6 on the CPU, once."""
    return solve(Cpu(), reading).tablebase


def in_reading(
    reading: int, collapse: CollapseRule = "opponent", double_win: bool = False, both: str = "narrow"
) -> Goff:
    """A game with the pair and the last square of a reading of the fast engine."""
    chosen = switches(reading)
    return Goff(collapse, double_win, chosen["pair"], chosen["last"], both)


SOLVABLE = 5
"""The reference's generic solver answers from this ply on."""


def mark_of(text: str) -> Mark:
    """The mark with this text, such as X3."""
    return Mark(Actor(text[0]), int(text[1:]))


def definite_marks(position: Position) -> dict[int, Mark]:
    """The definite marks by square."""
    return {square: mark for square, mark in enumerate(position.definite, start=1) if mark}


def outcomes_of(plies: Mapping[int, int]) -> tuple[str | None, str | None]:
    """The outcome of a board by the reference and by the kernel, from the plies on its squares, numbered from 0."""
    board = tuple(Mark(player_of(plies[at]), plies[at]) if at in plies else None for at in range(SQUARES))
    ended = goff_ending.outcome(Position(board), double_win=True)
    masks = [sum(1 << at for at, ply in plies.items() if ply in of) for of in ((1, 3, 5), (2, 4, 6), (7,), (8,), (9,))]
    return str(ended) if ended else None, outcome_of(outcome(*masks), double_win=True)


@dataclass(frozen=True)
class ReferenceEngine(engines.ReferenceEngine[Position, Action]):
    """The reference. `ply_of_player` computes the ply of GOFF-END-3, `table` holds the scores of Table 2."""

    ply_of_player: Callable[[Board, Actor], int | None] = goff_ending.ply_of_player
    table: Scoring = goff_ending.TABLE_2

    def is_early(self, position: Position) -> bool:
        return position.ply < SOLVABLE

    def board(self, marks: Mapping[str, str]) -> Position:
        """The position with these definite marks by square, and nothing else."""
        squares = map(str, goff_position.squares())
        return Position(tuple(mark_of(marks[at]) if at in marks else None for at in squares))

    def components(self, position: Position) -> list[list[int]]:
        return [*map(sorted, goff_position.components(position))]

    def player_ply(self, position: Position, player: Actor) -> int | None:
        return self.ply_of_player(position.definite, player)

    def points(self, position: Position) -> tuple[Fraction, Fraction]:
        return points(self.game.score(position).outcome, self.table)


def reference(
    options: Mapping[str, object],
    game: type[Goff] = Goff,
    ply_of_player: Callable[[Board, Actor], int | None] = goff_ending.ply_of_player,
) -> ReferenceEngine:
    """The reference as an implementation; planted errors use another `game`, or compute plies otherwise."""
    table = table_2(Fraction(str(options.get("double_win_score", 2))))
    return ReferenceEngine(game_with(game, options), ply_of_player=ply_of_player, table=table)


@dataclass(frozen=True)
class FastEngine(engines.FastEngine[Position, Action]):
    """The fast engine."""

    board = player_ply = points = not_answered

    def of(self, position: Position) -> Row:
        places = {mark.ply: place(square - 1, square - 1) for square, mark in definite_marks(position).items()}
        places |= {mark.ply: place(squares.first - 1, squares.second - 1) for mark, squares in position.spooky}
        pending = len(places) if position.pending else 0
        key = sum(p << (0 if ply == pending else shift(ply)) for ply, p in places.items())
        return key, UNFINISHED if pending else moves.outcome_of(key, reading_of(self.game)), 0

    def components(self, position: Row) -> list[list[int]]:
        return [*map(sorted, goff_position.components(self.shown(position)))]

    def outcome(self, position: Row) -> str | None:
        return outcome_of(position[ENDED], self.game.double_win, self.game.both)

    def oracle(self, position: Row) -> Oracle[Position, Action]:
        """What ships answers, which tests compare with a fresh solve."""
        known, find = entry_of(self.game).known(self.game), partial(tablebase, reading_of(self.game))
        return Oracle(self.game, known=known, find=find)


fast = set_up(FastEngine, Goff)
