"""The formal text of TiqTaqToe's page, held against the vectors and the reference."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.notation import Action, Measurement, Pair, Single
from qttt.reference.tiqtaqtoe.position import Position
from qttt.spec.vocabulary import Map
from qttt.verification.formal.game import FormalGame
from qttt.verification.formal.page import Page, Text, up_to_symmetry
from qttt.verification.tiqtaqtoe.conformance import SUITE
from qttt.verification.tiqtaqtoe.engines import SOLVABLE, reference

Formal = FormalGame[Position, Action]
PLACES = range(-1, 12)


def term(action: Action) -> Any:
    """An action in the page's terms."""
    return str(action) if isinstance(action, Measurement) else tuple(action)


def setting(options: Mapping[str, Any]) -> Mapping[str, str]:
    """The level and the switches of a vector."""
    return {"level": options["level"], **options.get("switches", {})}


def groups(formal: Formal, position: Position) -> tuple[tuple[int, ...], ...]:
    at = formal.formal_position(position)
    found = {formal.text.group(at, square) for square in formal.text.uncertain(at)}
    return tuple(sorted(tuple(sorted(group)) for group in found))


def probabilities(formal: Formal, position: Position) -> Mapping[int, Mapping[str, Fraction]]:
    at = formal.formal_position(position)
    text = formal.text
    return {
        square: {held: text.probability(at, Map({square: held})) for held in sorted(text.contents(at, square))}
        for square in sorted(text.S)
    }


EVERY_ACTION: tuple[Action, ...] = (
    *map(Single, PLACES),
    *(Pair(a, b) for a, b in product(PLACES, repeat=2)),
    *(Measurement(board) for board in (".........", "XO.......", "XXXOO....", "XOXOXOOXO", "XOXXOOOXX", "XOXXOX.O.")),
)
PAGE = Page(
    "tiqtaqtoe",
    SUITE,
    reference,
    [TiqTaqToe("high"), *(game for number, game in enumerate(settings()) if number % 3 == 0)],
    EVERY_ACTION,
    term,
    lambda position: position.plies >= SOLVABLE,
    setting=setting,
    own={"groups": groups, "probabilities": probabilities},
    several_rules=({"level": "low", "switches": {"both": "nobody"}},),
)


def agrees_on_two_levels(text: Text | None = None) -> str:
    """Every position of the levels classic and minimal, one of each symmetry class."""
    games = TiqTaqToe("classic"), TiqTaqToe("minimal")
    count = sum(PAGE.agrees_on(game, up_to_symmetry(game, 9), text) for game in games)
    return f"{count:,} positions up to symmetry"


error = PAGE.with_error
a_line_is_wrong = error("TIQ-BOARD-1", "{3, 5, 7}", "{3, 5, 8}")
o_begins = error("TIQ-TURN-1", "n % 2 == 1", "n % 2 == 0")
a_square_is_empty_if_it_may_be = error("TIQ-MOVE-1", 'contents(p, a) == {"."}', '"." in contents(p, a)')
nothing_is_exchanged = error("TIQ-SUPER-1", "{a: w[b], b: w[a]}", "{a: w[a], b: w[b]}")
own_marks_are_targets = error("TIQ-TARGET-1", "OPPONENT[mover(p)]", "mover(p)")
moderate_is_high = error("TIQ-TARGET-1", '"moderate": {{"."}, {Q}}', '"moderate": {{"."}, {Q}, {".", Q}}')
entangled_targets_are_legal = error("TIQ-TARGET-2", "!= 2", "> 9")
both_squares_are_filled = error("TIQ-PAIR-1", ' if w[a] == "."', "")
a_measurement_is_due_early = error("TIQ-MEASURE-1", "empty(p) == set()", "len(empty(p)) <= 1")
boards_are_unlikely = error("TIQ-STATE-1", ", len(p.W))", ", len(p.W) + 1)")
lines_count_at_once = error("TIQ-END-2", 'lines == "every-move"', 'lines == "full-board"')
a_full_board_is_never_complete = error("TIQ-END-3", "plies(p) == 9", "plies(p) > 9")
the_last_mover_is_the_other = error("TIQ-SCORE-1", '"last-mover": last', '"last-mover": -last')
the_mean_is_the_largest = error("TIQ-VALUE-1", "mean if due(p)", "max(ran(after)) if due(p)")
nothing_changes = error("TIQ-MEASURE-1", "not ended(p)", "1 < 2 and not ended(p)")
"""Not an error: a condition that can be changed without notice."""
