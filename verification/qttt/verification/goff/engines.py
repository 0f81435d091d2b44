"""Goff's game as its vectors ask for it: the reference and the fast engine.

The fast engine is imported when it is asked, so that an engine is held against the rules without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from qttt.oracle import Oracle, entry_of
from qttt.reference.game import Actor
from qttt.reference.goff import Action, CollapseRule, Goff, Mark, Position
from qttt.reference.goff import ending as goff_ending
from qttt.reference.goff import position as goff_position
from qttt.reference.goff.ending import Scoring, points, table_2
from qttt.reference.goff.position import Board
from qttt.reference.notation import player_of
from qttt.verification import engines
from qttt.verification.engines import FastEngine, game_with, set_up

if TYPE_CHECKING:
    from qttt.fast.goff.tablebase import Tablebase


@cache
def tablebase(reading: int) -> Tablebase:
    """A reading of Goff's game solved through ply 6 on the CPU, once."""
    from qttt.fast.backend import Cpu
    from qttt.fast.goff.solve import solve

    return solve(Cpu(), reading).tablebase


def in_reading(
    reading: int, collapse: CollapseRule = "opponent", double_win: bool = False, both: str = "narrow"
) -> Goff:
    """A game with the pair and the last square of a reading of the fast engine."""
    from qttt.fast.goff.outcome import switches

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
    from qttt.fast.goff.board import SQUARES
    from qttt.fast.goff.outcome import outcome
    from qttt.oracle.goff import outcome_of

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

    def components(self, position: Position) -> list[list[int]]:
        return components(self, position)

    def board(self, marks: Mapping[str, str]) -> Position:
        """The position with these definite marks by square, and nothing else."""
        squares = map(str, goff_position.squares())
        return Position(tuple(mark_of(marks[at]) if at in marks else None for at in squares))

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


def components(engine: Any, position: Any) -> list[list[int]]:
    """The squares of each component, as either engine shows the position."""
    return [sorted(squares) for squares in goff_position.components(engine.shown(position))]


def ending(engine: FastEngine[Position, Action], position: Position) -> str | None:
    from qttt.fast.goff.rules import ENDED
    from qttt.oracle.goff import outcome_of

    game: Any = engine.game
    return outcome_of(int(engine.kernels.state(position)[ENDED]), game.double_win, game.both)


def oracle_at(game: Goff, position: Position) -> Oracle[Position, Action]:
    """What ships answers, which tests compare with a fresh solve."""
    from qttt.oracle.goff import reading_of

    known, find = entry_of(game).known(game), partial(tablebase, reading_of(game))
    return Oracle(game, known=known, find=find)


fast = set_up(partial(FastEngine, ending=ending, oracle_at=oracle_at, own={"components": components}), Goff)
