"""The errors of public implementations, planted in the reference."""

from functools import partial

import networkx as nx

from qttt.reference.game import Actor, Outcome, Score
from qttt.reference.goff import Action, Goff, Move, Position, Selection
from qttt.reference.goff.collapse import final_move
from qttt.reference.goff.ending import marks_of_lines, ply_of_line, value
from qttt.reference.goff.errors import GameOver
from qttt.reference.goff.picture import cycle
from qttt.reference.goff.position import Board, entanglement, next_mark, open_squares
from qttt.verification.engines import SetUp
from qttt.verification.goff.engines import reference


class _NoFinalMove(Goff):
    """The special final move is missing: with one square left there is no legal action."""

    def actions(self, position: Position) -> tuple[Action, ...]:
        return () if len(open_squares(position.definite)) == 1 else super().actions(position)

    def play(self, position: Position, action: Action) -> Position:
        if not self.actions(position):
            raise GameOver(action, position, "nothing, because one square is left")
        return super().play(position, action)


class _EightSquaresEnd(_NoFinalMove):
    """The game ends, possibly in a draw, when eight squares are definite."""

    def actor(self, position: Position) -> Actor | None:
        return None if len(open_squares(position.definite)) < 2 else super().actor(position)

    def score(self, position: Position) -> Score:
        goes_on = super().actor(position) is not None
        return Score(DRAW, value(DRAW, self.scoring)) if goes_on else super().score(position)


DRAW = Outcome(None, "draw", "GOFF-END-5")


class _AutomaticLastMark(Goff):
    """The last mark is placed at once, so that nobody makes the final move."""

    def play(self, position: Position, action: Action) -> Position:
        after = super().play(position, action)
        moves = self.actions(after)
        return super().play(after, moves[0]) if moves and final_move(after.definite) else after


class _OwnPairForbidden(Goff):
    """Players must not repeat the pair of a mark of their own, and may repeat the opponent's."""

    def _allows(self, position: Position, move: Move) -> bool:
        mover = next_mark(position).player
        return all(mark.player != mover or squares != move for mark, squares in position.spooky)


class _OwnCycleSettlesItself(Goff):
    """A cycle of one player's marks alone is settled without a selection."""

    def play(self, position: Position, action: Action) -> Position:
        after = super().play(position, action)
        own = len({mark.player for mark, _ in cycle(after)}) == 1
        return super().play(after, Selection.A) if own else after


class _ForeignCollapse(Goff):
    """A selection also settles the other components, each as if its smallest square were selected."""

    def play(self, position: Position, action: Action) -> Position:
        after = super().play(position, action)
        if not isinstance(action, Selection):
            return after
        definite = list(after.definite)
        graph = nx.Graph(entanglement(after.spooky))
        marks = {frozenset(squares): mark for mark, squares in after.spooky}
        for squares in nx.connected_components(graph):
            for near, far in nx.bfs_edges(graph, min(squares)):
                definite[far - 1] = marks[frozenset((near, far))]
        return Position(tuple(definite))


def _largest_ply_of_all_marks(board: Board, player: Actor) -> int | None:
    has_line = marks_of_lines(board, player)
    return max(mark.ply for mark in board if mark and mark.player == player) if has_line else None


class _TiesByAllMarks(Goff):
    """A tie is broken by the largest ply of all of a player's marks."""

    def score(self, position: Position) -> Score:
        of_x, of_o = (_largest_ply_of_all_marks(position.definite, player) for player in (Actor.X, Actor.O))
        if of_x and of_o:
            ended = Outcome(Actor.X if of_x < of_o else Actor.O, "narrow", "GOFF-END-4")
            return Score(ended, value(ended, self.scoring))
        return super().score(position)


def _largest_ply_of_lines(board: Board, player: Actor) -> int | None:
    """A player with two lines has the larger of their plies. This changes no outcome of a game."""
    return max(map(ply_of_line, marks_of_lines(board, player)), default=None)


KNOWN_ERRORS: dict[str, SetUp] = {
    "own-pair-forbidden": partial(reference, game=_OwnPairForbidden),
    "own-cycle-settles-itself": partial(reference, game=_OwnCycleSettlesItself),
    "automatic-last-mark": partial(reference, game=_AutomaticLastMark),
    "no-final-move": partial(reference, game=_NoFinalMove),
    "eight-squares-end": partial(reference, game=_EightSquaresEnd),
    "foreign-collapse": partial(reference, game=_ForeignCollapse),
    "largest-ply-of-all-marks": partial(reference, game=_TiesByAllMarks, ply_of_player=_largest_ply_of_all_marks),
    "largest-line-of-player": partial(reference, ply_of_player=_largest_ply_of_lines),
}
"""An implementation for each error flagged in vectors."""
an_engine_without_the_error: dict[str, SetUp] = {**KNOWN_ERRORS, "foreign-collapse": reference}
