"""Errors planted in the reference and in the kernels: those of public implementations, and some more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np

from qttt.fast.goff import moves, rules
from qttt.fast.goff.board import PLACES, line_count
from qttt.fast.goff.forest import U, V, settled
from qttt.fast.goff.outcome import O_NARROW, UNFINISHED, X_NARROW, outcome
from qttt.reference.game import Actor, Outcome
from qttt.reference.goff import Action, CollapseRule, Move, Position, Selection
from qttt.reference.goff.ending import marks_of_lines, ply_of_line
from qttt.reference.goff.position import entanglement, open_squares
from qttt.verification.conformance import Illegal
from qttt.verification.goff.engines import FastEngine, ReferenceEngine, Rules
from qttt.verification.mutation import with_globals

# Errors of public implementations


class NoFinalMove(ReferenceEngine):
    """There is no special final move: with one square left there is nothing to do."""

    def actions(self, position: Position) -> tuple[Action, ...]:
        return () if len(open_squares(position.definite)) == 1 else super().actions(position)

    def play(self, position: Position, action: Action) -> Position:
        if action not in self.actions(position):
            raise Illegal(f"{action} is illegal")
        return super().play(position, action)


class EightSquaresEnd(NoFinalMove):
    """The game ends, perhaps in a draw, when eight squares are definite."""

    def actor(self, position: Position, collapse: CollapseRule = "opponent") -> Actor | None:
        return None if len(open_squares(position.definite)) < 2 else super().actor(position, collapse)

    def judge(self, position: Position, double_win: bool) -> Outcome | None:
        ended = super().judge(position, double_win)
        return Outcome(None, "draw", "") if ended is None and len(open_squares(position.definite)) < 2 else ended


class ForeignCollapse(ReferenceEngine):
    """A selection settles the other components too, each as if its smallest square were taken."""

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


class LargestPlyOfAllMarks(ReferenceEngine):
    """A tie is broken by the largest ply of all of a player's marks."""

    def player_ply(self, position: Position, player: Actor) -> int | None:
        has_line = marks_of_lines(position.definite, player)
        return max(mark.ply for mark in position.definite if mark and mark.player == player) if has_line else None

    def judge(self, position: Position, double_win: bool) -> Outcome | None:
        of_x, of_o = (self.player_ply(position, player) for player in (Actor.X, Actor.O))
        if of_x and of_o:
            return Outcome(Actor.X if of_x < of_o else Actor.O, "narrow", "")
        return super().judge(position, double_win)


class LargestLineOfPlayer(ReferenceEngine):
    """A player with two lines has the larger of their plies. No outcome of a game shows it."""

    def player_ply(self, position: Position, player: Actor) -> int | None:
        return max(map(ply_of_line, marks_of_lines(position.definite, player)), default=None)


# Errors of other kinds


class SelectionsExchanged(ReferenceEngine):
    """selA puts the last mark on its second square."""

    def play(self, position: Position, action: Action) -> Position:
        exchanged = {Selection.A: Selection.B, Selection.B: Selection.A}
        return super().play(position, action if isinstance(action, Move) else exchanged[action])


class OpponentAlwaysSelects(ReferenceEngine):
    """The option of selection by the mover is ignored."""

    def actor(self, position: Position, collapse: CollapseRule = "opponent") -> Actor | None:
        return super().actor(position)


# Errors in the kernels


def _rules_of(expand: Callable[[int, Any], int]) -> Rules:
    """The functions of the fast engine on another `expand`, as plain Python."""

    def expanded(key: int) -> tuple[int, Any]:
        work = [0] * moves.WORK
        over = expand(key, work)
        following = work[moves.NEXT :] if over == UNFINISHED else [moves.NO_SUCCESSOR] * (PLACES + 1)
        return over, np.array(following)

    outcome = with_globals(rules.outcome, expanded=expanded)
    actions = with_globals(rules.actions, expanded=expanded)
    actor = with_globals(rules.actor, outcome=outcome)
    play = with_globals(rules.play, expanded=expanded, actions=actions)
    return Rules(outcome, actor, actions, play)


def _towards_the_root(marks: Any, i: int, root: int) -> int:
    return int(marks[U + i] ^ marks[V + i] ^ settled(marks, i, root))


def _judged(judge: Callable[..., int]) -> Callable[[int, Any], int]:
    return with_globals(moves.expand, current_outcome=with_globals(moves.current_outcome, outcome=judge))


def largest_ply_of_all_marks(x: int, o: int, x7: int, o8: int, x9: int) -> int:
    """The outcome kernel with ties broken by the largest ply of all of a player's marks."""
    if line_count(x | x7 | x9) == 0 or line_count(o | o8) == 0:
        return outcome(x, o, x7, o8, x9)
    if x9 != 0:
        return O_NARROW
    if o8 != 0:
        return X_NARROW
    return O_NARROW if x7 != 0 else X_NARROW


marks_settle_towards_the_root = FastEngine(
    _rules_of(with_globals(moves.expand, collapsed=with_globals(moves.collapsed, settled=_towards_the_root)))
)
ties_go_by_all_marks = FastEngine(_rules_of(_judged(largest_ply_of_all_marks)))
