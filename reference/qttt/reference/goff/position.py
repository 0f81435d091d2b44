"""Goff's game up to the closing of a cycle: the board, the turns, the moves, the entanglement graph.

The first part of the page `goff-1.1`, in its order. `goff.collapse` and `goff.ending` follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from qttt.reference.game import Actor
from qttt.reference.goff.notation import Move, write_move
from qttt.reference.notation import Tokens, player_of
from qttt.reference.picture import Drawn

if TYPE_CHECKING:
    import networkx as nx

EMPTY_BOARD = "-"
MARK = r"{}(?:@(?P<square>[1-9])|\.(?P<first>[1-9])-(?P<second>[1-9]))"


class Mark(NamedTuple):
    """A mark of a player, with the ply it was made at.

    >>> str(Mark(Actor.X, 3))
    'X3'
    """

    player: Actor
    ply: int

    def __str__(self) -> str:
        return f"{self.player}{self.ply}"


class Spooky(NamedTuple):
    """A pair of spooky marks: one mark that is on either of two squares.

    >>> str(Spooky(Mark(Actor.X, 1), Move(1, 9)))
    'X1.1-9'
    """

    mark: Mark
    squares: Move

    def __str__(self) -> str:
        return write_move(self.mark.ply, self.squares)


Board = tuple[Mark | None, ...]
"""The definite marks, square by square: `board[square - 1]`, None where there is none."""


@dataclass(frozen=True, repr=False)
class Position(Drawn):
    """What is on the board: definite marks by square, spooky marks in ply order.

    `pending` says that the last spooky mark has closed a cycle which no selection has settled yet. Immutable
    and hashable. Its text lists the marks in ply order, a definite mark as `X1@9`, a pair of spooky marks as
    `O4.5-7`; the empty board is `-`. Not guaranteed: that a game can reach it.

    Rule: GOFF-STATE-1

    >>> str(Position.of("X1@9 O2@3 X3@1 O4.5-7")), str(Position())
    ('X1@9 O2@3 X3@1 O4.5-7', '-')
    """

    definite: Board = (None,) * 9
    spooky: tuple[Spooky, ...] = ()
    pending: bool = False

    @cached_property
    def ply(self) -> int:
        """How many marks have been made, 0 to 9."""
        return 9 - self.definite.count(None) + len(self.spooky)

    @property
    def entanglement(self) -> nx.MultiGraph:
        """The entanglement graph; frozen, because it is shared."""
        return entanglement(self.spooky)

    @classmethod
    def of(cls, text: str) -> Position:
        """The position written as `text`.

        Raises `StateError` unless the plies count up from 1, every mark stands on squares that no definite mark
        takes, and at most the last pair closes a cycle.

        Rule: NOTATION-STATE-1

        >>> Position.of("X1.1-9 O2.1-9").pending
        True
        """
        tokens, position = Tokens(text), cls()
        if tokens.begins(EMPTY_BOARD):
            tokens.take(EMPTY_BOARD, EMPTY_BOARD)
            tokens.end()
            return position
        while not position.ply or tokens.left:
            mark = next_mark(position)
            if position.pending or position.ply == 9:
                tokens.end("the end: " + ("a cycle is closed" if position.pending else "nine plies have been made"))
            empty = "" if position.ply else f", or {EMPTY_BOARD} for the empty board"
            form = f"a mark of ply {mark.ply}, such as {mark}@5 or {mark}.1-9{empty}"
            match = tokens.take(MARK.format(mark), form)
            if match["square"]:
                square = int(match["square"])
                held = any(square in squares for _, squares in position.spooky)
                tokens.check(square in open_squares(position.definite) and not held, "a square without marks")
                position = with_definite(position, mark, square)
            else:
                move = Move(int(match["first"]), int(match["second"]))
                legal = move in usual_moves(position.definite)
                tokens.check(legal, "two ascending squares without definite marks")
                position = with_spooky(position, move)
        return position

    def __str__(self) -> str:
        definite = [(mark.ply, f"{mark}@{at}") for at, mark in enumerate(self.definite, start=1) if mark]
        spooky = [(pair.mark.ply, str(pair)) for pair in self.spooky]
        return " ".join(text for _, text in sorted(definite + spooky)) or EMPTY_BOARD

    def __repr__(self) -> str:
        return f"Position.of({str(self)!r})"


# Board


def squares() -> tuple[int, ...]:
    """The nine squares, numbered row by row.

    Rule: GOFF-BOARD-1

    >>> squares()
    (1, 2, 3, 4, 5, 6, 7, 8, 9)
    """
    return tuple(range(1, 10))


# Turns


def next_mark(position: Position) -> Mark:
    """The mark that the next move makes: of X at odd plies, of O at even ones. A selection makes no mark.

    Rule: GOFF-TURN-1

    >>> str(next_mark(Position.of("X1.1-9 O2.1-3")))
    'X3'
    """
    ply = position.ply + 1
    return Mark(player_of(ply), ply)


# Usual moves


def is_usual_move(move: Move) -> bool:
    """Whether a move names two different squares of the board.

    Rule: GOFF-MOVE-1

    >>> is_usual_move(Move(1, 9)), is_usual_move(Move(5, 5)), is_usual_move(Move(0, 1))
    (True, False, False)
    """
    return move.first != move.second and {*move} <= {*squares()}


@lru_cache(maxsize=4096)
def open_squares(board: Board) -> tuple[int, ...]:
    """The squares that may still take marks: those without a definite mark.

    Rule: GOFF-MOVE-2

    >>> open_squares(Position.of("X1@9 O2@3 X3@1 O4.5-7").definite)
    (2, 4, 5, 6, 7, 8)
    """
    return tuple(square for square in squares() if board[square - 1] is None)


@lru_cache(maxsize=4096)
def usual_moves(board: Board) -> tuple[Move, ...]:
    """All usual moves in their documented order: each with its smaller square first, ascending.

    Rule: GOFF-MOVE-3

    >>> [str(move) for move in usual_moves(Position.of("X1@1 O2@2 X3@3 O4@5 X5@4 O6@6").definite)]
    ['7-8', '7-9', '8-9']
    """
    return tuple(Move(first, second) for first, second in combinations(open_squares(board), 2))


def carries_a_mark(position: Position, move: Move) -> bool:
    """Whether a spooky mark, of either player, is on both squares of a move: pair=forbidden forbids such a move.

    Rule: GOFF-PAIR-1

    >>> carries_a_mark(Position.of("X1.1-9"), Move(1, 9)), carries_a_mark(Position.of("X1.1-9"), Move(1, 8))
    (True, False)
    """
    return any(squares == move for _, squares in position.spooky)


# The entanglement graph


@lru_cache(maxsize=4096)
def entanglement(spooky: tuple[Spooky, ...]) -> nx.MultiGraph:
    """The entanglement graph: the nine squares, and for each pair of spooky marks an edge keyed by its ply.

    Frozen, because every position with the same spooky marks shares it.

    Rule: GOFF-GRAPH-1

    >>> list(Position.of("X1.1-9 O2.1-9").entanglement.edges(keys=True))
    [(1, 9, 1), (1, 9, 2)]
    """
    import networkx as nx

    graph = nx.MultiGraph()
    graph.add_nodes_from(squares())
    for mark, (first, second) in spooky:
        graph.add_edge(first, second, key=mark.ply)
    return nx.freeze(graph)


def components(position: Position) -> tuple[frozenset[int], ...]:
    """The components of the entanglement graph with more than one square, by their smallest squares.

    Rule: GOFF-GRAPH-2

    >>> [sorted(squares) for squares in components(Position.of("X1.3-9 O2.5-6 X3.1-9"))]
    [[1, 3, 9], [5, 6]]
    """
    import networkx as nx

    found = map(frozenset, nx.connected_components(position.entanglement))
    return tuple(sorted((squares for squares in found if len(squares) > 1), key=min))


def component(position: Position, square: int) -> frozenset[int]:
    """The squares that are entangled with `square`: its connected component, itself included.

    Rule: GOFF-GRAPH-2

    >>> sorted(component(Position.of("X1.1-9 O2.1-3 X3.5-6"), 9))
    [1, 3, 9]
    """
    import networkx as nx

    return frozenset(nx.node_connected_component(position.entanglement, square))


# Cyclic entanglement


def closes_cycle(position: Position, move: Move) -> bool:
    """Whether `move` closes a cycle: whether a path joins its two squares already.

    Rule: GOFF-CYCLE-1

    >>> closes_cycle(Position.of("X1.1-9 O2.1-3"), Move(3, 9))
    True
    >>> closes_cycle(Position.of("X1.1-2"), Move(1, 2))
    True
    >>> closes_cycle(Position.of("X1.1-2"), Move(2, 3))
    False
    """
    import networkx as nx

    return bool(nx.has_path(position.entanglement, move.first, move.second))


def with_spooky(position: Position, move: Move) -> Position:
    """The position after a usual move, pending if the move closes a cycle. The move is not checked."""
    spooky = (*position.spooky, Spooky(next_mark(position), move))
    return Position(position.definite, spooky, pending=closes_cycle(position, move))


def with_definite(position: Position, mark: Mark, square: int) -> Position:
    """The position with `mark` definite on `square`, all else unchanged. The square is not checked."""
    definite = (*position.definite[: square - 1], mark, *position.definite[square:])
    return Position(definite, position.spooky, position.pending)
