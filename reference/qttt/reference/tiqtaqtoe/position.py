"""Positions of TiqTaqToe: squares, lines, equally likely boards, and what in them is certain or entangled.

A part of the page `tiqtaqtoe-1.1`, in its order: before `tiqtaqtoe.moves`.

>>> position = Position.of("X........ | .X.......")
>>> contents(position, 1) == {"X", "."}, certain(position, 3), groups(position)
(True, '.', ((1, 2),))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from qttt.reference.board import lines
from qttt.reference.game import Actor
from qttt.reference.notation import Tokens, player_of
from qttt.reference.picture import Drawn

if TYPE_CHECKING:
    import networkx as nx

Board = str
"""A classical board: nine of X, O and the dot; `board[square - 1]` is what the square holds."""

EMPTY = "."
SQUARES = tuple(range(1, 10))
SHOWN = 8
"""The largest number of boards in the `repr` of a position."""


# Board


# Positions


@dataclass(frozen=True, repr=False)
class Position(Drawn):
    """The boards that a measurement could find, all equally likely, ascending and all different.

    `measured` says that the only board has a line and results from a measurement, which ends the game; a game that
    looks for lines after every move never needs or sets it.

    Immutable and hashable. Not guaranteed: that a game can reach it.

    Rule: TIQ-STATE-1

    >>> str(Position.of("X........ | .X......."))
    '.X....... | X........'
    """

    boards: tuple[Board, ...] = (EMPTY * 9,)
    measured: bool = False
    uniform: ClassVar[bool] = True
    """Whether the boards are equally likely, as at every level but the level full."""

    @classmethod
    def of(cls, text: str, measurable: bool = True) -> Position:
        """The position written as `text`: its boards, in any order, and whether it has been measured.

        Raises `StateError` for any other text, and unless the boards are different and have equally many marks, on
        each of them as many of X as of O or one more. Only one board with a line can be measured, and only if
        `measurable`. The boards are kept in ascending order of ASCII: the dot, O, X.

        Rule: NOTATION-STATE-3

        >>> Position.of("XOX..O..X measured")
        Traceback (most recent call last):
        qttt.reference.notation.StateError: token 2 'measured': expected the end: the board has no line
        """
        tokens = Tokens(text)
        boards = [_board(tokens)]
        while tokens.begins(r"\|"):
            tokens.take(r"\|", "|")
            board = _board(tokens)
            marks = 9 - boards[0].count(EMPTY)
            tokens.check(board.count(EMPTY) == 9 - marks, f"a board with as many marks as the first board, {marks}")
            tokens.check(board not in boards, "a board that is not listed yet")
            boards.append(board)
        measured = tokens.begins("measured")
        if measured:
            tokens.take("measured", "measured")
            tokens.check(measurable, "| and another board, or the end: lines count after every move")
            tokens.check(len(boards) == 1, "| and another board, or the end: a measurement leaves one board")
            tokens.check(has_line_on(boards[0]), "the end: the board has no line")
        tokens.end("the end" if measured else "| and another board, or the end")
        return cls(tuple(sorted(boards)), measured)

    def __str__(self) -> str:
        return " | ".join(self.boards) + (" measured" if self.measured else "")

    def __repr__(self) -> str:
        return f"{type(self).__name__}.of({str(self)!r})" if len(self.boards) <= SHOWN else f"<position {self.brief}>"

    @property
    def brief(self) -> str:
        """The text of the position, cut after its first two boards if there are more.

        >>> Position.of(".X....... | X........ | ......X..").brief
        '......X.. | .X....... | and 1 more'
        """
        more = len(self.boards) - 2
        return " | ".join([*self.boards[:2], f"and {more} more"]) if more > 0 else str(self)

    @property
    def plies(self) -> int:
        """How many moves have been made: the number of marks on each board."""
        return 9 - self.boards[0].count(EMPTY)

    @property
    def turn(self) -> Actor:
        """The player of the next ply.

        Rule: TIQ-TURN-1
        """
        return player_of(self.plies + 1)

    @property
    def shares(self) -> Sequence[Any]:
        """The probability of each board. Rule: TIQ-STATE-1"""
        return (Fraction(1, len(self.boards)),) * len(self.boards)

    @cached_property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        """Square by square, what it holds in each of the boards."""
        return tuple(zip(*self.boards, strict=True))

    @cached_property
    def held(self) -> tuple[frozenset[str], ...]:
        """Square by square, the set of what it may hold."""
        return tuple(map(frozenset, self.columns))

    @cached_property
    def certain(self) -> tuple[str | None, ...]:
        """Square by square, what it holds in all boards; None if they differ."""
        return tuple(next(iter(held)) if len(held) == 1 else None for held in self.held)

    @cached_property
    def empty(self) -> tuple[int, ...]:
        """The squares that are certainly empty, ascending.

        Rule: TIQ-STATE-1

        >>> Position.of(".X....... | X........").empty
        (3, 4, 5, 6, 7, 8, 9)
        """
        return tuple(square for square in SQUARES if self.certain[square - 1] == EMPTY)


def _board(tokens: Tokens) -> Board:
    """The next token, which must be a board."""
    board = tokens.take("[XO.]{9}", "a board of nine squares, each X, O or a dot").group()
    tokens.check(board.count("X") - board.count("O") in (0, 1), "as many X as O, or one more X")
    return board


def has_line_on(board: Board) -> bool:
    """Whether a player has a line on a board."""
    return any(board[a - 1] == board[b - 1] == board[c - 1] != EMPTY for a, b, c in lines())


def of_boards(boards: set[Board]) -> Position:
    """The position of these boards, in their order."""
    return Position(tuple(sorted(boards)))


def contents(position: Position, square: int) -> frozenset[str]:
    """What a square may hold: X, O or the dot, one or more of them.

    Rule: TIQ-STATE-1

    >>> sorted(contents(Position.of(".X....... | X........"), 2))
    ['.', 'X']
    """
    return position.held[square - 1]


def certain(position: Position, square: int) -> str | None:
    """What a square holds in all boards; None if they differ.

    Rule: TIQ-STATE-1

    >>> certain(Position.of(".XO...... | X.O......"), 3)
    'O'
    """
    return position.certain[square - 1]


def probabilities(position: Position) -> dict[int, dict[str, Any]]:
    """For every square the exact probabilities that it holds X, holds O, is empty: fractions, and at the level full a
    `Surd` where one is irrational.

    Rule: TIQ-STATE-1

    >>> probabilities(Position.of(".X....... | X........"))[1]
    {'X': Fraction(1, 2), 'O': Fraction(0, 1), '.': Fraction(1, 2)}
    """
    shares = position.shares
    return {
        square: {
            content: sum((share for held, share in zip(column, shares, strict=True) if held == content), Fraction(0))
            for content in ("X", "O", EMPTY)
        }
        for square, column in zip(SQUARES, position.columns, strict=True)
    }


# Entanglement


def entangled(position: Position, a: int, b: int) -> bool:
    """Whether what two squares hold is dependent: some two contents meet more or less often than by chance.

    Rule: TIQ-GROUP-1

    >>> entangled(Position.of(".X....... | X........"), 1, 2)
    True
    """
    of_a, of_b = position.columns[a - 1], position.columns[b - 1]
    count_a, count_b, together = Counter(of_a), Counter(of_b), Counter(zip(of_a, of_b, strict=True))
    total = len(position.boards)
    return any(together[u, v] * total != count_a[u] * count_b[v] for u in count_a for v in count_b)


def entanglement(position: Position) -> nx.Graph[int]:
    """The entanglement graph: the uncertain squares, and an edge between any two that are entangled.

    Rule: TIQ-GROUP-1

    >>> sorted(entanglement(Position.of(".X....... | X........")).edges)
    [(1, 2)]
    """
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(square for square in SQUARES if position.certain[square - 1] is None)
    graph.add_edges_from((a, b) for a, b in combinations(graph, 2) if entangled(position, a, b))
    return graph


def groups(position: Position) -> tuple[tuple[int, ...], ...]:
    """The groups: the components of the entanglement graph, each ascending, in the order of their first squares.

    What different groups hold is independent, so the boards are all the combinations of what the groups may hold. None
    at the level full, where amplitudes may be entangled and contents independent.

    Rule: TIQ-GROUP-1

    >>> groups(Position.of(".X....... | X........"))
    ((1, 2),)
    """
    import networkx as nx

    if not position.uniform:
        return ()
    return tuple(sorted(tuple(sorted(group)) for group in nx.connected_components(entanglement(position))))
