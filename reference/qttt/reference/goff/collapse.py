"""Goff's game once a cycle is closed: collapse, selection, the next turn, the special final move.

The second part of the page `goff-1.1`, in its order, after `goff.position`.
"""

from collections.abc import Callable, Mapping
from typing import Literal

from qttt.reference.game import Actor
from qttt.reference.goff.notation import Move, Selection
from qttt.reference.goff.position import (
    Board,
    Position,
    component,
    entanglement,
    next_mark,
    open_squares,
    with_definite,
)

CollapseRule = Literal["opponent", "self"]

# Collapse


def selections(position: Position) -> tuple[Selection, ...]:
    """The selections a position demands before anything else: both if a cycle is closed, else none.

    Rule: GOFF-COLLAPSE-1

    >>> selections(Position.of("X1.1-9 O2.1-3 X3.1-3"))
    (selA, selB)
    >>> selections(Position.of("X1.1-9 O2.1-3"))
    ()
    """
    return tuple(Selection) if position.pending else ()


def collapsing(position: Position) -> frozenset[int]:
    """The squares that a closed cycle makes definite: only those of the component of the last move.

    Rule: GOFF-COLLAPSE-2

    >>> sorted(collapsing(Position.of("X1.5-6 O2.1-3 X3.1-9 O4.1-3")))
    [1, 3, 9]
    """
    return component(position, position.spooky[-1].squares.first)


def settled_squares(position: Position, selection: Selection) -> dict[int, int]:
    """Where each mark of the closed cycle's component settles: ply to square.

    The last mark takes the first square of its move (selA) or the second (selB). Without its edge the
    component is a tree; walking it from that square, each mark settles on the far end of its edge, since the
    near end is taken. So each square of the component gets exactly one mark.

    Rule: GOFF-COLLAPSE-3

    >>> settled_squares(Position.of("X1.1-9 O2.1-3 X3.1-3"), Selection.A)
    {3: 1, 1: 9, 2: 3}
    """
    import networkx as nx

    *earlier, last = position.spooky
    root = last.squares.first if selection is Selection.A else last.squares.second
    tree = entanglement(tuple(earlier))
    settled = {last.mark.ply: root}
    for near, far in nx.bfs_edges(tree, root):
        (ply,) = tree[near][far]
        settled[ply] = far
    return settled


def settle(position: Position, selection: Selection) -> Position:
    """The position after a selection: marks on the collapsing squares are definite, all others stay as they are.

    The position must be pending.

    Rule: GOFF-COLLAPSE-2
    Rule: GOFF-COLLAPSE-3

    >>> str(settle(Position.of("X1.1-9 O2.1-3 X3.1-3"), Selection.B))
    'X1@9 O2@1 X3@3'
    """
    square_of, settling = settled_squares(position, selection), collapsing(position)
    definite = list(position.definite)
    for mark, _ in position.spooky:
        if mark.ply in square_of:
            definite[square_of[mark.ply] - 1] = mark
    spooky = tuple(pair for pair in position.spooky if not {*pair.squares} <= settling)
    return Position(tuple(definite), spooky)


# Selection


def opponent_selects(last_mover: Actor) -> Actor:
    """The opponent of the player who closed the cycle selects.

    Rule: GOFF-SELECT-1

    >>> opponent_selects(Actor.X)
    <Actor.O: 'O'>
    """
    return last_mover.opponent


def mover_selects(last_mover: Actor) -> Actor:
    """The player who closed the cycle selects.

    Rule: GOFF-SELECT-2

    >>> mover_selects(Actor.X)
    <Actor.X: 'X'>
    """
    return last_mover


SELECTOR: Mapping[CollapseRule, Callable[[Actor], Actor]] = {
    "opponent": opponent_selects,
    "self": mover_selects,
}
"""Who selects, by collapse rule."""

# The next turn


def player_to_move(position: Position) -> Actor:
    """The player of the next move: the opponent of the last mover, whoever selected in between.

    Rule: GOFF-TURN-2

    >>> player_to_move(settle(Position.of("X1.1-9 O2.1-3 X3.1-3"), Selection.A))
    <Actor.O: 'O'>
    """
    return next_mark(position).player


# The special final move


def final_move(board: Board) -> Move | None:
    """The move x-x when x is the only square left without a definite mark, else None.

    Rule: GOFF-FINAL-1

    >>> final_move(Position.of("X1@1 O2@2 X3@3 O4@4 X5@5 O6@6 X7@7 O8@9").definite)
    8-8
    """
    free = open_squares(board)
    return Move(free[0], free[0]) if len(free) == 1 else None


def play_final(position: Position, move: Move) -> Position:
    """The position after the final move, which is a definite mark at once. The move is not checked.

    Rule: GOFF-FINAL-1
    """
    return with_definite(position, next_mark(position), move.first)
