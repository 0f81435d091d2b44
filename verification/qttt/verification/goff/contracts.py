"""Contracts between primitives of the reference, networkx included, and the kernels as plain Python."""

from types import SimpleNamespace

from qttt.fast.goff import forest as kernels
from qttt.fast.goff.board import LINES, line_count
from qttt.fast.goff.forest import ABSENT, FOREST, A, B, U, V
from qttt.reference.game import Actor
from qttt.reference.goff import Mark, Move, Position, Selection, Spooky
from qttt.reference.goff import collapse as goff_collapse
from qttt.reference.goff import ending as goff_ending
from qttt.reference.goff import position as goff_position
from qttt.reference.notation import player_of
from qttt.verification import about
from qttt.verification.contracts import confirm
from qttt.verification.mutation import with_globals

PAIRS = (Move(1, 2), Move(1, 3), Move(1, 4), Move(2, 3), Move(2, 4), Move(3, 4))


def lines_agree(a: bool, b: bool, c: bool, d: bool, e: bool, f: bool, g: bool, h: bool, i: bool) -> bool:
    """Both count the same lines on any set of squares of X.

    post: _
    """
    squares = (a, b, c, d, e, f, g, h, i)
    board = tuple(Mark(Actor.X, 1) if marked else None for marked in squares)
    mask = sum(1 << square for square, marked in enumerate(squares) if marked)
    return len(goff_ending.marks_of_lines.__wrapped__(board, Actor.X)) == line_count(mask)


def a_tree(second: bool, third: bool, fourth: bool) -> tuple[Move, ...]:
    """Three edges on the squares 1 to 4, square 2 joined to 1, square 3 to 1 or 2, square 4 to 1, 2 or 3."""
    return Move(1, 2), Move(2, 3) if second else Move(1, 3), PAIRS[5 if third else 4 if fourth else 2]


def a_pair(last: bool, middle: bool, first: bool) -> Move:
    """One of the six pairs of the squares 1 to 4."""
    return PAIRS[min(4 * last + 2 * middle + first, 5)]


def loaded(edges: tuple[Move, ...]) -> list[int]:
    """The forest of the kernels with these edges, in this order."""
    forest = [ABSENT] * A + [0] * (FOREST - A)
    for i, (u, v) in enumerate(edges):
        kernels.entangle(forest, i, u - 1, v - 1)
    return forest


def with_edges(edges: tuple[Move, ...], pending: bool) -> Position:
    spooky = [Spooky(Mark(player_of(ply), ply), edge) for ply, edge in enumerate(edges, start=1)]
    return Position((None,) * 9, tuple(spooky), pending)


def collapses_agree(
    second: bool, third: bool, fourth: bool, last: bool, middle: bool, first: bool, selects_a: bool
) -> bool:
    """Both settle a component of four squares in the same way, for any tree, last move and selection.

    post: _
    """
    edges, closing = a_tree(second, third, fourth), a_pair(last, middle, first)
    selection = Selection.A if selects_a else Selection.B
    by_networkx = goff_collapse.settled_squares(with_edges((*edges, closing), pending=True), selection)
    forest = loaded(edges)
    root = closing.first if selects_a else closing.second
    by_kernel = {i + 1: kernels.settled(forest, i, root - 1) + 1 for i in range(3)}
    return by_networkx == {**by_kernel, 4: root}


def cycles_agree(
    second: bool, third: bool, fourth: bool, two: bool, three: bool, last: bool, middle: bool, first: bool
) -> bool:
    """Both find that the same moves close a cycle, for any forest on four squares.

    post: _
    """
    edges = a_tree(second, third, fourth)[: 3 if three else 2 if two else 1]
    move = a_pair(last, middle, first)
    by_networkx = goff_position.closes_cycle(with_edges(edges, pending=False), move)
    by_kernel = kernels.component(loaded(edges), move.first - 1) >> (move.second - 1) & 1
    return by_networkx == bool(by_kernel)


lines = about(lines_agree, confirm)
collapses = about(collapses_agree, confirm)
cycles = about(cycles_agree, confirm)


def _edges_are_kept_apart(forest: list[int], i: int, u: int, v: int) -> None:
    forest[U + i], forest[V + i], forest[A + i], forest[B + i] = u, v, 1 << u, 1 << v


one_diagonal_is_missing = with_globals(lines_agree, line_count=with_globals(line_count, LINES=LINES[:-1]))
selections_are_exchanged = with_globals(collapses_agree, Selection=SimpleNamespace(A=Selection.B, B=Selection.A))
paths_of_two_edges_are_missed = with_globals(
    cycles_agree, loaded=with_globals(loaded, kernels=SimpleNamespace(entangle=_edges_are_kept_apart))
)
