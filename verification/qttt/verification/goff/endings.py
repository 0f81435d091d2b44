"""Lemmas on outcomes: the kernel follows the page, and a player's early plies are interchangeable.

The formal text of the page runs on boards of terms.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import z3

from qttt.fast.goff.outcome import (
    DRAW,
    O_COMPLETE,
    O_NARROW,
    UNFINISHED,
    X_COMPLETE,
    X_DOUBLE,
    X_NARROW,
    outcome,
)
from qttt.verification import Refuted
from qttt.verification.formal.page import Text
from qttt.verification.formal.symbols import Symbols
from qttt.verification.formal.terms import contains, either, lifted
from qttt.verification.goff.formal import PAGE
from qttt.verification.goff.lines import any_board, on_the_page
from qttt.verification.mutation import with_globals
from qttt.verification.proof import Term, constant, every_path, prove

CODES = {
    (None, "draw"): DRAW,
    ("X", "narrow"): X_NARROW,
    ("X", "complete"): X_COMPLETE,
    ("X", "double"): X_DOUBLE,
    ("O", "narrow"): O_NARROW,
    ("O", "complete"): O_COMPLETE,
}
NO_CODE = 15
"""For an outcome that the kernel does not have."""


def outcome_by_the_page(board: list[Term], text: Text | None = None) -> Term:
    """The outcome code of a board by the page, with the double win on."""
    page, position = on_the_page(board, text)

    def code(outcome: Any) -> Term:
        winner, how, _ = outcome
        return lifted(lambda player: constant(CODES.get((player, how), NO_CODE)), winner)

    return either(page.ended(position), lifted(code, page.outcome(position)), constant(UNFINISHED))


def mask_of(board: list[Term], *plies: int) -> Term:
    """The mask of the squares that hold marks of these plies."""
    mask = constant(0)
    for square, mark in enumerate(board):
        mask |= z3.If(z3.Or(*(mark == ply for ply in plies)), constant(1 << square), constant(0))
    return mask


def the_outcome_kernel_is_what_the_page_says(subject: Callable[..., int] | Text = outcome) -> str:
    """On every board the kernel, which sees early marks as sets, gives the outcome of the page.

    The subject is a kernel, or a text of the page."""
    kernel, text = (subject, None) if callable(subject) else (outcome, subject)
    board, hypotheses = any_board()
    masks = [mask_of(board, *plies) for plies in ((1, 3, 5), (2, 4, 6), (7,), (8,), (9,))]
    prove("outcome", hypotheses, every_path(kernel, *masks) == outcome_by_the_page(board, text))
    return "every board of definite marks with different plies of 1 to 9"


eight_squares_end = with_globals(outcome, BOARD=0o377)
the_page_lets_the_later_line_win = PAGE.with_error(
    "GOFF-END-4", "ply_of_player(p, P) < ply_of_player", "ply_of_player(p, P) > ply_of_player"
)


class Plies(NamedTuple):
    """The pairs of plies to exchange, and the text of the page."""

    pairs: tuple[tuple[int, int], ...] = ((1, 3), (3, 5), (2, 4), (4, 6))
    text: Text | None = None


def early_plies_are_interchangeable(subject: Plies = Plies()) -> str:  # noqa: B008
    """Exchanging the plies of a pair preserves the outcome of every board; such exchanges generate every permutation of
    1, 3, 5 and of 2, 4, 6. Every line of X has a ply of at least 5, every line of O one of at least 6."""
    board, hypotheses = any_board()
    for a, b in subject.pairs:
        exchanged = [z3.If(mark == a, constant(b), z3.If(mark == b, constant(a), mark)) for mark in board]
        goal = outcome_by_the_page(exchanged, subject.text) == outcome_by_the_page(board, subject.text)
        prove(f"exchange of plies {a} and {b}", hypotheses, goal)
    page, position = on_the_page(board, subject.text)
    for player, plies in (("X", (5, 7, 9)), ("O", (6, 8))):
        has_line = contains(page.players_with_line(position), player)
        goal = contains(plies, page.ply_of_player(position, player))
        prove("plies of lines", [*hypotheses, has_line], goal)
    return f"{len(subject.pairs)} exchanges on every board"


late_plies_too = Plies(((5, 7),))
plies_of_both_players = Plies(((5, 6),))
the_page_takes_the_first_mark_of_a_line = Plies(
    text=PAGE.with_error("GOFF-END-3", "max(p.D[x] for x in line)", "min(p.D[x] for x in line)")
)


class Scores(NamedTuple):
    """The other score of the double win, and the text of the page."""

    double: Fraction = Fraction(3, 2)
    text: Text = PAGE.text


def values_are_twenty_times_the_margin(subject: Scores = Scores()) -> str:  # noqa: B008
    """By the page, the zero-sum value of an outcome is 20 times X's score minus O's, and with 3/2 for the double win
    instead of 2 the outcomes keep their order."""
    page = Symbols(subject.text, outcome=lambda position: position)
    ends = [("O", "complete", ""), ("O", "narrow", ""), (None, "draw", "")]
    ends += [("X", how, "") for how in ("narrow", "complete", "double")]
    values = [page.score(end) for end in ends]
    margins, others = (
        [scores["X"] - scores["O"] for scores in (page.match_scores(end, double) for end in ends)]
        for double in (2, subject.double)
    )
    if values != [20 * margin for margin in margins]:
        raise Refuted(f"values {values}, margins {margins}")
    if others[:-1] != margins[:-1] or sorted(set(others)) != others:
        raise Refuted(f"margins {others} against {margins}")
    return f"{len(ends)} outcomes"


a_double_win_of_one = Scores(double=Fraction(1))
the_page_gives_the_narrow_loser_nothing = Scores(
    text=PAGE.with_error("GOFF-SCORE-1", '"narrow": (1, Fraction(1, 2))', '"narrow": (1, 0)')
)
