"""Break a rule on purpose, and a position derived by hand comes out wrong.

Each row plants one error in a rule function and asks for one fact. The fact must be right with the rule as it
is, and wrong with the error: the errors known from other implementations of the game among them.
"""

from __future__ import annotations

from dataclasses import replace

import networkx as nx
import pytest

from qttt.reference.board import lines
from qttt.reference.game import Actor, Outcome
from qttt.reference.goff import Goff, Mark, Move, Position, Selection
from qttt.reference.goff import collapse as goff_collapse
from qttt.reference.goff import ending as goff_ending
from qttt.reference.goff import game as goff
from qttt.reference.goff import position as goff_position
from qttt.reference.goff.position import Board

from .mutants import Mutant

CHAIN = "X1.1-2 O2.2-3 X3.1-3"
TWO_COMPONENTS = "X1.5-6 O2.1-2 X3.8-9 O4.1-2"
EIGHT_DEFINITE = "X1.1-2 O2.1-2 selB X3.3-4 O4.3-4 selA X5.5-6 O6.5-6 selB X7.7-8 O8.7-8 selA"
IDLE_MARK = "X1@1 O2@4 X3@2 O4@5 X5@3 O6@6 X7@7"
TWO_LINES = "X1@1 O2@5 X3@2 O4@6 X5@3 O6@8 X7@4 O8@9 X9@7"


def after(game: str) -> Position:
    return Goff().position(game)


def ending(text: str) -> str:
    return str(goff_ending.outcome(Position.of(text)))


def simple_graph_cycle(position: Position, move: Move) -> bool:
    graph = nx.Graph(position.entanglement)
    return not graph.has_edge(*move) and bool(nx.has_path(graph, *move))


def other_selection(position: Position, selection: Selection) -> dict[int, int]:
    (other,) = set(Selection) - {selection}
    return settled_squares(position, other)


def swapped(position: Position, selection: Selection) -> dict[int, int]:
    """The last mark where it belongs, the two youngest others exchanged."""
    squares = settled_squares(position, selection)
    *_, first, second = sorted(set(squares) - {position.ply})
    return squares | {first: squares[second], second: squares[first]}


def everything_collapses(position: Position, selection: Selection) -> Position:
    settled = settle(position, selection)
    rest = {spooky.squares.first: spooky.mark for spooky in settled.spooky}
    board = tuple(rest.get(at, mark) for at, mark in enumerate(settled.definite, start=1))
    return Position(board)


def selector_moves(position: Position) -> Actor:
    return next_mark(position).player.opponent


def every_mark_counts(board: Board, player: Actor) -> int | None:
    if not goff_ending.marks_of_lines(board, player):
        return None
    return max(mark.ply for mark in board if mark and mark.player is player)


def last_line_counts(board: Board, player: Actor) -> int | None:
    return max(map(goff_ending.ply_of_line, goff_ending.marks_of_lines(board, player)), default=None)


def eight_squares_end(position: Position, double_win: bool = False) -> object:
    if position.definite.count(None) == 1:
        position = replace(position, definite=tuple(mark or Mark(Actor.O, 8) for mark in position.definite))
    return outcome(position, double_win)


def any_line_wins_completely(board: Board) -> Outcome | None:
    holders = [player for player in (Actor.X, Actor.O) if goff_ending.marks_of_lines(board, player)]
    return Outcome(holders[0], "complete", "GOFF-END-2") if holders else None


def every_component(position: Position) -> frozenset[int]:
    return frozenset(square for pair in position.spooky for square in pair.squares)


settled_squares, settle = goff_collapse.settled_squares, goff_collapse.settle
next_mark, outcome = goff_position.next_mark, goff_ending.outcome

MUTANTS = [
    Mutant(
        "a line runs on into the next row",
        goff_ending, "LINES", (*lines(), (3, 4, 5)),
        lambda: outcome(Position.of("X1@3 O2@1 X3@4 O4@9 X5@5")), None,
    ),
    Mutant(
        "O moves at odd plies",
        goff_collapse, "next_mark", lambda position: Mark(Actor.O, position.ply + 1),
        lambda: Goff().actor(Position()), Actor.X,
    ),
    Mutant(
        "definite marks may be covered",
        goff, "open_squares", lambda board: goff_position.squares(),
        lambda: _is_legal("X1.1-2 O2.1-2 selA", Move(2, 3)), False,
    ),
    Mutant(
        "one square may be named twice",
        goff, "is_usual_move", lambda move: True,
        lambda: _is_legal("", Move(5, 5)), False,
    ),
    Mutant(
        "moves in descending order",
        goff, "usual_moves", lambda board: goff_position.usual_moves(board)[::-1],
        lambda: Goff().actions(Position())[0], Move(1, 2),
    ),
    Mutant(
        "two marks on the same two squares are no cycle",
        goff_position, "closes_cycle", simple_graph_cycle,
        lambda: after("X1.1-2 O2.1-2").pending, True,
    ),
    Mutant(
        "only two marks on the same two squares are a cycle",
        goff_position, "closes_cycle", lambda position, move: position.entanglement.has_edge(*move),
        lambda: after(CHAIN).pending, True,
    ),
    Mutant(
        "selA is selB",
        goff_collapse, "settled_squares", other_selection,
        lambda: str(after(f"{CHAIN} selA")), "X1@2 O2@3 X3@1",
    ),
    Mutant(
        "marks settle on squares they were never on",
        goff_collapse, "settled_squares", swapped,
        lambda: str(after(f"{CHAIN} selA")), "X1@2 O2@3 X3@1",
    ),
    Mutant(
        "components collapse that the last move is not part of",
        goff, "settle", everything_collapses,
        lambda: str(after(f"{TWO_COMPONENTS} selA")), "X1.5-6 O2@2 X3.8-9 O4@1",
    ),
    Mutant(
        "every component collapses",
        goff_collapse, "collapsing", every_component,
        lambda: str(after(f"{TWO_COMPONENTS} selA")), "X1.5-6 O2@2 X3.8-9 O4@1",
    ),
    Mutant(
        "branches of the cycle stay spooky",
        goff_collapse, "collapsing", lambda position: frozenset(position.spooky[-1].squares),
        lambda: str(after("X1.1-2 O2.2-3 X3.1-2 selA")), "X1@2 O2@3 X3@1",
    ),
    Mutant(
        "the mover selects",
        goff, "SELECTOR", {"opponent": goff_collapse.mover_selects},
        lambda: Goff().actor(after(CHAIN)), Actor.O,
    ),
    Mutant(
        "the last mover moves again after the selection",
        goff, "player_to_move", selector_moves,
        lambda: Goff().actor(after(f"{CHAIN} selA")), Actor.O,
    ),
    Mutant(
        "no special final move",
        goff, "final_move", lambda board: None,
        lambda: Goff().actions(after(EIGHT_DEFINITE)), (Move(9, 9),),
    ),
    Mutant(
        "the game ends when eight squares are definite",
        goff, "outcome", eight_squares_end,
        lambda: Goff().actor(after(EIGHT_DEFINITE)), Actor.X,
    ),
    Mutant(
        "the largest ply of all marks breaks the tie",
        goff_ending, "ply_of_player", every_mark_counts,
        lambda: ending(IDLE_MARK), "narrow win of X",
    ),
    Mutant(
        "the largest ply over a player's lines counts",
        goff_ending, "ply_of_player", last_line_counts,
        lambda: goff_ending.ply_of_player(Position.of(TWO_LINES).definite, Actor.X), 5,
    ),
    Mutant(
        "the smallest ply of a line's marks counts",
        goff_ending, "ply_of_line", lambda marks: min(mark.ply for mark in marks),
        lambda: ending("X1@1 O2@4 X3@8 O4@5 X5@2 O6@6 X7@3"), "narrow win of O",
    ),
    Mutant(
        "any line wins completely",
        goff_ending, "complete", any_line_wins_completely,
        lambda: ending(IDLE_MARK), "narrow win of X",
    ),
    Mutant(
        "nine definite marks are a draw whatever lines there are",
        goff_ending, "marks_of_lines", lambda board, player: (),
        lambda: ending(TWO_LINES), "complete win of X",
    ),
]  # fmt: skip


def _is_legal(game: str, move: Move) -> bool:
    try:
        Goff().play(after(game), move)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.what)
def test_broken_rule_is_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goff_ending, "marks_of_lines", goff_ending.marks_of_lines.__wrapped__)  # no cache
    mutant.check(monkeypatch)
