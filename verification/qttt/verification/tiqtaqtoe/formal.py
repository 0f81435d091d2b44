"""The formal text of TiqTaqToe's page, held against the vectors and the reference."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from qttt.reference.game import Game
from qttt.reference.tiqtaqtoe import UNIFORM, Action, Measurement, Pair, Position, Single, TiqTaqToe, settings
from qttt.spec.vocabulary import Map
from qttt.verification.formal import FormalGame, number
from qttt.verification.formal.page import Page
from qttt.verification.tiqtaqtoe.conformance import SUITE
from qttt.verification.tiqtaqtoe.engines import SOLVABLE, reference

Formal = FormalGame[Position, Action]
PLACES = range(-1, 12)


def term(action: Action) -> object:
    """An action in the page's terms."""
    return str(action) if isinstance(action, Measurement) else tuple(action)


def groups(formal: Formal, position: Position) -> tuple[tuple[int, ...], ...]:
    at = formal.formal_position(position)
    found = {formal.text.group(at, square) for square in formal.text.uncertain(at)}
    return tuple(sorted(tuple(sorted(group)) for group in found))


def probabilities(formal: Formal, position: Position) -> Mapping[int, Mapping[str, Fraction]]:
    at = formal.formal_position(position)
    text = formal.text
    return {
        square: {held: number(text.probability(at, Map({square: held}))) for held in sorted(text.contents(at, square))}
        for square in sorted(text.S)
    }


def holds(formal: Formal, position: Position) -> bool:
    """What is said of superpositions is not said of classical moves, whatever is asked before."""
    text, at = formal.text, formal.formal_position(position)
    return not any(text.names_larger_group(at, move) or text.is_pair(at, move) for move in text.SINGLES)


EVERY_ACTION: tuple[Action, ...] = (
    *map(Single, PLACES),
    *(Pair(a, b) for a, b in product(PLACES, repeat=2)),
    *(Measurement(board) for board in (".........", "XO.......", "XXXOO....", "XOXOXOOXO", "XOXXOOOXX", "XOXXOX.O.")),
)
SHORT = 8
"""The most actions of a random game of the level full, where more lead to thousands of boards."""


class OfTiqTaqToe(Page[Position, Action]):
    """The page with shorter games at the level full."""

    def longest_of(self, game: Game[Position, Action]) -> int:
        return min(self.longest, SHORT) if game.setting["level"] == "full" else self.longest


PAGE = OfTiqTaqToe(
    "tiqtaqtoe",
    SUITE,
    reference,
    [TiqTaqToe("high"), *(game for number, game in enumerate(settings(levels=("full", *UNIFORM))) if number % 3 == 2)],
    EVERY_ACTION,
    term,
    lambda position: position.plies > SOLVABLE,
    own={"groups": groups, "probabilities": probabilities},
    holds=holds,
    telling=(
        "X....O... | XO....... | .X...O... | .O...X...",
        "OXXXXOOOX 3,0,0,0 | XOXXOOOXX -2,-1,1,0 | XXOOOXXOX -1,-1,-1,0 | free none | O to move",
    ),
    several_rules=({"level": "low", "switches": {"both": "nobody"}},),
)


def agrees_on_two_levels(plies: int = 9) -> str:
    """Every position of up to so many plies of the levels classic and minimal, one of each symmetry class."""
    return PAGE.agrees_up_to_symmetry(plies, TiqTaqToe("classic"), TiqTaqToe("minimal"))
