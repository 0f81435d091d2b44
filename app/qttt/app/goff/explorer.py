"""Goff's game in the explorer, and what the stochastic game shares with it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import networkx as nx

from qttt.app.explorer.shown import Beside, Shown, Told
from qttt.app.goff.view import outcome_name
from qttt.reference.game import Actor
from qttt.reference.goff import Position
from qttt.reference.goff.collapse import collapsing, settled_squares
from qttt.reference.goff.ending import marks_of_lines
from qttt.reference.goff.notation import Move, Selection
from qttt.reference.goff.picture import cycle, describe, subscripted
from qttt.reference.goff.position import Mark
from qttt.reference.picture import listed


class GoffShown(Shown):
    """See `Shown`."""

    short = "Goff"
    about = (
        "Each move puts a mark on two squares at once: it will end up on one of them. Marks that share squares are "
        "entangled. When they close a cycle, one player selects how it collapses, and its marks become definite. Three "
        "definite marks in a row win."
    )

    def picture(self, game: Any, position: Position) -> Mapping[str, Any]:
        return {
            "definite": {str(at): _mark(mark) for at, mark in enumerate(position.definite, start=1) if mark},
            "spooky": [_mark(pair.mark) | {"squares": [*pair.squares]} for pair in position.spooky],
            "cycle": [pair.mark.ply for pair in cycle(position)],
            "collapsing": sorted(collapsing(position)) if position.pending else [],
            "lines": _lines(position),
            "settlements": self.settlements(game, position),
        }

    def settlements(self, game: Any, position: Position) -> dict[str, Any]:
        """For each selection of a closed cycle, the picture of the position after it."""
        if not position.pending:
            return {}
        return {str(each): self.picture(game, game.play(position, each)) for each in Selection}

    def words(self, game: Any, position: Position) -> str:
        return describe(position)

    def means(self, game: Any, value: Fraction) -> str:
        return outcome_name(value)

    def told(self, game: Any, before: Position, action: Any, after: Position) -> Sequence[Told]:
        if isinstance(action, Selection):
            return [*self.selected(game, before, action), *_settled(before, action, after), *_ended(game, after)]
        mark = Mark(Actor.X if after.ply % 2 else Actor.O, after.ply)
        if action.first == action.second:
            one = f"{subscripted(mark)} is definite at once: {action.first} was the only open square"
            return [Told(one, "GOFF-FINAL-1"), *_ended(game, after)]
        first, second = action
        told = [Told(f"{subscripted(mark)} is on {first} and on {second} until a cycle settles it", "GOFF-MOVE-1")]
        if after.pending:
            plies = [subscripted(pair.mark) for pair in cycle(after)]
            squares = listed([*map(str, sorted(collapsing(after)))])
            told.append(Told(f"{listed(plies)} close a cycle: a path joined {first} and {second}", "GOFF-CYCLE-1"))
            told.append(Told(f"All marks on the squares {squares} will settle", "GOFF-COLLAPSE-2"))
            told.append(self.selecting(game, after))
        elif joined := _joined(before, action):
            told.append(Told(f"The squares {listed([*map(str, joined)])} are now entangled", "GOFF-GRAPH-2"))
        return told

    def selecting(self, game: Any, position: Position) -> Told:
        """Who selects how a closed cycle settles."""
        selector = game.actor(position)
        if game.collapse == "self":
            return Told(f"{selector}, who closed it, selects", "GOFF-SELECT-2")
        return Told(f"{selector}, the opponent of who closed it, selects", "GOFF-SELECT-1")

    def selected(self, game: Any, before: Position, action: Selection) -> Sequence[Told]:
        """Who has selected what."""
        mark, squares = before.spooky[-1]
        to = squares.first if action is Selection.A else squares.second
        rule = "GOFF-SELECT-2" if game.collapse == "self" else "GOFF-SELECT-1"
        return [Told(f"{game.actor(before)} selected {action}: {subscripted(mark)} settles on {to}", rule)]

    def next(self, game: Any, position: Position) -> str:
        actor = game.actor(position)
        if actor is None:
            return ""
        if position.pending:
            mark, (first, second) = position.spooky[-1]
            return f"{self.selector(actor)} select: {subscripted(mark)} to {first} or {second}"
        return f"{actor} to move: choose {'the last square' if len(game.actions(position)) == 1 else 'two squares'}"

    def selector(self, actor: Any) -> str:
        """Who is to select, in words."""
        return f"{actor} to"

    def beside(self, game: Any) -> Sequence[Beside]:
        return BESIDE


BESIDE = (
    Beside("the opponent selects", "goff", {"collapse": "opponent"}),
    Beside("the mover selects", "goff", {"collapse": "self"}),
)
"""Both rules of selection with players."""


def _mark(mark: Mark) -> dict[str, Any]:
    return {"player": mark.player, "ply": mark.ply}


def _lines(position: Position) -> list[list[int]]:
    """The squares of every line that a player holds."""
    squares = {mark: at for at, mark in enumerate(position.definite, start=1) if mark}
    held = [line for player in (Actor.X, Actor.O) for line in marks_of_lines(position.definite, player)]
    return [sorted(squares[mark] for mark in line) for line in held]


def _joined(before: Position, move: Move) -> list[int]:
    """The squares of the component that a move makes larger; empty if it only links two squares."""
    graph = before.entanglement
    if not graph.degree(move.first) and not graph.degree(move.second):
        return []
    found = {*nx.node_connected_component(graph, move.first), *nx.node_connected_component(graph, move.second)}
    return sorted(found)


def _settled(before: Position, action: Selection, after: Position) -> list[Told]:
    """Where each mark has gone, each because of the one before it."""
    square_of = settled_squares(before, action)
    marks = {pair.mark.ply: pair for pair in before.spooky}
    at = {square: ply for ply, square in square_of.items()}
    last = before.spooky[-1].mark.ply
    told = []
    for ply, square in square_of.items():
        if ply == last:
            continue
        mark, squares = marks[ply]
        near = squares.first if squares.second == square else squares.second
        taken = subscripted(marks[at[near]].mark)
        words = f"{subscripted(mark)} went to {square} because {taken} settled on {near}"
        told.append(Told(words, "GOFF-COLLAPSE-3"))
    return told


def _ended(game: Any, position: Position) -> list[Told]:
    if game.actor(position):
        return []
    ended = game.score(position).outcome
    held = [f"{player} has {len(lines)} line{'s' * (len(lines) > 1)}" for player, lines in _held(position) if lines]
    return [Told(f"The game is over, {ended}: {listed(held) if held else DRAWN[ended.rule]}", ended.rule)]


DRAWN = {
    "GOFF-END-5": "no line on a full board",
    "GOFF-LAST-1": "no line, and one square is left",
    "GOFF-PAIR-2": "no line, and no legal move",
}
"""Why a game without a line is over, by the rule."""


def _held(position: Position) -> list[tuple[Actor, Any]]:
    return [(player, marks_of_lines(position.definite, player)) for player in (Actor.X, Actor.O)]


SHOWN: Shown = GoffShown()
