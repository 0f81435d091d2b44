"""The errors of public implementations, planted in the reference."""

from functools import partial
from typing import Any

import networkx as nx

from qttt.reference.game import Actor, Outcome
from qttt.reference.goff import Action, Goff, Move, Position, Selection, ending
from qttt.reference.goff.collapse import final_move
from qttt.reference.goff.picture import cycle
from qttt.reference.goff.position import Board, entanglement, next_mark, open_squares
from qttt.verification.engines import SetUp
from qttt.verification.goff.engines import reference
from qttt.verification.mutation import edited, with_globals, with_rules


def _wrong(rules: dict[str, Any], **more: Any) -> SetUp:
    """The reference with other methods of the game, or other functions that they use."""
    return partial(reference, game=with_rules(Goff, **rules), **more)


def _eight_squares(game: Goff, position: Position) -> Outcome | None:
    """The game ends, possibly in a draw, when eight squares are definite."""
    full = len(open_squares(position.definite)) < 2
    return Goff._outcome(game, position) or (Outcome(None, "draw", "GOFF-END-5") if full else None)


def _automatic(game: Goff, position: Position, action: Action) -> Position:
    """The last mark is placed at once, so that nobody makes the final move."""
    after = Goff.play(game, position, action)
    moves = game.actions(after)
    return Goff.play(game, after, moves[0]) if moves and final_move(after.definite) else after


def _unless_own(game: Goff, position: Position, move: Move) -> bool:
    """Players must not repeat the pair of a mark of their own, and may repeat the opponent's."""
    mover = next_mark(position).player
    return all(mark.player != mover or squares != move for mark, squares in position.spooky)


def _settling_own(game: Goff, position: Position, action: Action) -> Position:
    """A cycle of one player's marks alone is settled without a selection."""
    after = Goff.play(game, position, action)
    own = len({mark.player for mark, _ in cycle(after)}) == 1
    return Goff.play(game, after, Selection.A) if own else after


def _settling_all(game: Goff, position: Position, action: Action) -> Position:
    """A selection also settles the other components, each as if its smallest square were selected."""
    after = Goff.play(game, position, action)
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
    """A tie is broken by the largest ply of all of a player's marks."""
    has_line = ending.marks_of_lines(board, player)
    return max(mark.ply for mark in board if mark and mark.player == player) if has_line else None


def _largest_ply_of_lines(board: Board, player: Actor) -> int | None:
    """A player with two lines has the larger of their plies. This changes no outcome of a game."""
    return max(map(ending.ply_of_line, ending.marks_of_lines(board, player)), default=None)


_TIES_BY_ALL_MARKS = {
    **ending.LINES_OF_BOTH,
    "narrow": with_globals(ending.narrow, ply_of_player=_largest_ply_of_all_marks),
}
_OVER = "if self._outcome(position)"
KNOWN_ERRORS: dict[str, SetUp] = {
    "own-pair-forbidden": _wrong({"_allows": _unless_own}),
    "own-cycle-settles-itself": _wrong({"play": _settling_own}),
    "automatic-last-mark": _wrong({"play": _automatic}),
    "no-final-move": _wrong(
        {
            "actions": edited(Goff.actions, "return (final,)", "return ()"),
            "_breach": edited(Goff._breach, _OVER, f"{_OVER} or final_move(position.definite)"),
        }
    ),
    "eight-squares-end": _wrong({"_outcome": _eight_squares}),
    "foreign-collapse": _wrong({"play": _settling_all}),
    "largest-ply-of-all-marks": _wrong(
        {"outcome": with_globals(ending.outcome, LINES_OF_BOTH=_TIES_BY_ALL_MARKS)},
        ply_of_player=_largest_ply_of_all_marks,
    ),
    "largest-line-of-player": partial(reference, ply_of_player=_largest_ply_of_lines),
}
"""An implementation for each error flagged in vectors."""
an_engine_without_the_error: dict[str, SetUp] = {**KNOWN_ERRORS, "foreign-collapse": reference}
