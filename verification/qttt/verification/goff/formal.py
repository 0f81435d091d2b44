"""The formal text of Goff's page, held against the vectors and the reference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations_with_replacement, permutations, product
from typing import Any

from networkx import from_prufer_sequence

from qttt.reference.board import SYMMETRIES, moved
from qttt.reference.game import Actor
from qttt.reference.goff import Action, Goff, Mark, Move, Position, Selection
from qttt.reference.notation import player_of
from qttt.spec.vocabulary import Map
from qttt.verification.formal.game import FormalGame
from qttt.verification.formal.page import Page, Text, written_options
from qttt.verification.goff.conformance import SUITE
from qttt.verification.goff.engines import definite_marks, reference

Formal = FormalGame[Position, Action]
LATE = 7
"""The page finds values from this ply on."""


def term(action: Action) -> Any:
    """An action in the page's terms."""
    return str(action) if isinstance(action, Selection) else tuple(action)


def components(formal: Formal, position: Position) -> list[list[int]]:
    at = formal.formal_position(position)
    linked = {square for pair in at.E.values() for square in pair}
    return sorted(map(sorted, {formal.text.component(at, square) for square in linked}))


def player_ply(formal: Formal, position: Position, player: Actor) -> int | None:
    marks = {square: mark.ply for square, mark in definite_marks(position).items()}
    at = formal.text.Position(len(marks), Map(marks), Map(), 0)
    found: int | None = formal.text.ply_of_player(at, player.value) if formal.text.lines(at, player.value) else None
    return found


def setting(options: Mapping[str, Any]) -> Mapping[str, str]:
    """The options of the ruleset: what a double win scores in a match is not one of them."""
    return written_options({name: value for name, value in options.items() if name != "double_win_score"})


OWN: dict[str, Callable[..., Any]] = {"components": components, "player_ply": player_ply}
EVERY_ACTION: tuple[Action, ...] = (*(Move(a, b) for a, b in product(range(-1, 12), repeat=2)), *Selection)
PAGE = Page(
    "goff",
    SUITE,
    reference,
    [Goff(collapse, double_win) for double_win, collapse in product((False, True), ("opponent", "self"))],
    EVERY_ACTION,
    term,
    lambda position: position.ply >= LATE,
    setting=setting,
    own=OWN,
)


def the_page_agrees_on_settlements(text: Text | None = None, squares: int = 6) -> str:
    """Both settlements of every cycle that a move can close on up to six squares."""
    plain = PAGE.games[0]
    formal, count = PAGE.game(plain, text), 0
    for position in closed_cycles(squares):
        PAGE.same_at(plain, formal, position)
        count += 1
    return f"{count:,} closed cycles on up to {squares} squares"


def closed_cycles(squares: int) -> Iterator[Position]:
    """Every tree on the first squares, with one further mark between any two of them."""
    for size in range(2, squares + 1):
        for code in product(range(size), repeat=size - 2):
            tree = sorted(sorted(edge) for edge in from_prufer_sequence([*code]).edges) if size > 2 else [[0, 1]]
            for a, b in combinations_with_replacement(range(size), 2):
                if a < b:
                    moves = [f"{player_of(ply)}{ply}.{u + 1}-{v + 1}" for ply, (u, v) in enumerate([*tree, (a, b)], 1)]
                    yield Position.of(" ".join(moves))


def the_page_agrees_on_full_boards(text: Text | None = None) -> str:
    """The outcome and the score of every board of nine definite marks, one of each symmetry class."""
    for plain in PAGE.games[::2]:
        formal, count = PAGE.game(plain, text), 0
        for plies in permutations(range(1, 10)):
            if plies == min(moved(symmetry, plies) for symmetry in SYMMETRIES):
                PAGE.same_at(plain, formal, Position(tuple(Mark(player_of(ply), ply) for ply in plies)))
                count += 1
    return f"{count:,} boards, with the option of the double win and without"
