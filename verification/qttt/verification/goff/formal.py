"""The formal text of Goff's page, held against the vectors and the reference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

from networkx import from_prufer_sequence, nonisomorphic_trees

from qttt.reference.game import Actor
from qttt.reference.goff import Action, Move, Position, Selection, settings
from qttt.reference.notation import player_of
from qttt.spec.vocabulary import Map
from qttt.verification.formal import FormalGame
from qttt.verification.formal.page import Page, written_options
from qttt.verification.goff.conformance import SUITE
from qttt.verification.goff.engines import definite_marks, reference

Formal = FormalGame[Position, Action]
LATE = 7
"""The page finds values from this ply on."""


def term(action: Action) -> object:
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


def setting(options: Mapping[str, object]) -> Mapping[str, str]:
    """The options of the ruleset: what a double win scores in a match is not one of them."""
    return written_options({name: value for name, value in options.items() if name != "double_win_score"})


class GoffPage(Page[Position, Action]):
    """The page, whose double win may score 2 or 3/2 in a match."""

    def methods(self, formal: Formal, options: Mapping[str, object]) -> dict[str, object]:
        double = Fraction(str(options.get("double_win_score", 2)))

        def points(_: object, position: Position) -> tuple[Fraction, Fraction]:
            scores = formal.text.match_scores(formal.formal_position(position), double)
            return scores["X"], scores["O"]

        return {**super().methods(formal, options), "points": points}


def holds(formal: Formal, position: Position) -> bool:
    """Each rule says by itself, whatever is asked before: of a position that has ended exactly one ending holds, of any
    other that a game reaches none; a move exists only where it is legal; and no order of squares allows a pair."""
    text, at = formal.text, formal.formal_position(position)
    unreachable = at.c == 1 and text.players_with_line(at)
    pairs = [*combinations(sorted(text.free(at)), 2)]
    return bool(
        (unreachable or len(text.endings(at)) == text.ended(at))
        and not (text.ended(at) and text.final_move(at))
        and not any(text.closes(at, (square, square)) for square in text.free(at))
        and all(text.forbids(at, (x, y)) == text.forbids(at, (y, x)) for x, y in pairs)
    )


OWN: dict[str, Callable[..., object]] = {"components": components, "player_ply": player_ply}
TELLING = (
    "X1@1 O2@4 X3@2 O4@5 X5@3 O6.7-8 X7.7-8",  # a line and a closed cycle, which no game has at once
    "X1@9 O2@3 X3@1 O4@5 X5@7 O6@8 X7@4 O8@2",  # lines of both and one open square
    "X1@1 O2@2 X3@3 O4@5 X5@4 O6@6 X7@8 O8@7",  # one open square and no line
    "X1@1 O2@2 X3@3 O4@5 X5@4 O6@6 X7@8 O8.7-9",  # one mark on the two open squares
    "X1@1 O2@2 X3@3 O4@5 X5@4 O6@6 X7.7-8 O8.8-9 X9.7-9",  # a closed cycle with a mark on every pair
)
"""Positions in which several rules could speak."""
EVERY_ACTION: tuple[Action, ...] = (*(Move(a, b) for a, b in product(range(-1, 12), repeat=2)), *Selection)
PAGE = GoffPage(
    "goff",
    SUITE,
    reference,
    [*settings()],
    EVERY_ACTION,
    term,
    lambda position: position.ply >= LATE,
    setting=setting,
    own=OWN,
    holds=holds,
    telling=TELLING,
    several_rules=(
        {"collapse": "nobody", "double_win": "perhaps", "switches": {"pair": "never"}},
        {"double_win": "perhaps", "switches": {"pair": "never"}},
    ),
)


def agrees_on_settlements(labelled: int = 5, largest: int = 9) -> str:
    """Both settlements of every cycle that a move can close on up to five squares, however the marks lie on them, and
    on up to nine squares for one way to lay each tree."""
    trees = [*(tree for size in range(2, labelled + 1) for tree in labelled_trees(size))]
    trees += [[*tree.edges] for size in range(labelled + 1, largest + 1) for tree in nonisomorphic_trees(size)]
    count = PAGE.agrees_on(PAGE.games[0], (closed for tree in trees for closed in closed_cycles(tree)))
    return f"{count:,} closed cycles"


def labelled_trees(size: int) -> Iterator[list[tuple[int, int]]]:
    """Every tree on so many squares, numbered from 0."""
    for code in product(range(size), repeat=size - 2):
        yield [*from_prufer_sequence([*code]).edges] if size > 2 else [(0, 1)]


def closed_cycles(tree: Sequence[tuple[int, int]]) -> Iterator[Position]:
    """A tree of marks, with one further mark between any two of its squares. Where squares are left, a definite mark
    and a mark between two others were made before."""
    size = len(tree) + 1
    beside = [token for fits, token in ((8, "@9"), (6, ".7-8")) if size <= fits]
    for last in combinations(range(size), 2):
        marks = [*beside, *(f".{u + 1}-{v + 1}" for u, v in map(sorted, (*tree, last)))]
        yield Position.of(" ".join(f"{player_of(ply)}{ply}{mark}" for ply, mark in enumerate(marks, start=1)))
