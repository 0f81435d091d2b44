"""Lemmas on lines and outcomes: the kernels follow the page, and a player's early plies are interchangeable.

The formal text of the page runs on boards of terms. A board of definite marks is a list of nine terms: the ply of the
mark on each square, 0 for an empty square. All marks have different plies.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import z3

from qttt.fast.goff.board import LINES, SQUARES, line_count
from qttt.fast.goff.outcome import (
    BOTH,
    DRAW,
    O_COMPLETE,
    O_NARROW,
    UNFINISHED,
    X_COMPLETE,
    X_DOUBLE,
    X_NARROW,
    codes_counted,
    outcome,
)
from qttt.spec.vocabulary import Map
from qttt.verification import expect
from qttt.verification.formal.symbols import Symbols, number_of
from qttt.verification.formal.terms import Partial, contains, either, lifted
from qttt.verification.goff.formal import PAGE
from qttt.verification.proof import Term, constant, every_path, number, prove

# Lines


FINEST = {"double_win": "yes", "pair": "legal", "last": "move", "both": "narrow"}
"""The options that distinguish all outcomes."""


NO_MARKS: Map[int, tuple[int, int]] = Map()


def on_the_page(board: list[Term], spooky: Any = NO_MARKS, **options: str) -> tuple[Any, Any]:
    """The page's text, run on terms with all outcomes distinguished unless `options` say otherwise, and its position
    with a board of definite marks and some spooky ones."""
    page = Symbols(PAGE.text, **{**FINEST, **options})
    return page, page.Position(SQUARES, Partial({x: (ply != 0, ply) for x, ply in enumerate(board, 1)}), spooky, 0)


def lines_of(board: list[Term], player: str) -> Term:
    """The number of lines of a player, by the page."""
    page, position = on_the_page(board)
    return lifted(constant, number_of(page.lines(position, player)))


def the_line_masks_are_rows_columns_and_diagonals() -> None:
    """The kernel counts, in every mask of nine squares, the lines that X has by the page with marks on these
    squares."""
    mask: Any = number("mask", SQUARES)
    board = [(mask >> square) & 1 for square in range(SQUARES)]
    prove("line count", [], line_count(mask) == lines_of(board, "X"))


def lines_without_a_common_square_are_parallel() -> None:
    """Two lines without a common square are two rows or two columns."""
    rows, columns = (0o007, 0o070, 0o700), (0o111, 0o222, 0o444)
    for one, other in combinations(LINES, 2):
        parallel = {one, other} <= {*rows} or {one, other} <= {*columns}
        expect(f"whether the lines {one:#o} and {other:#o} are apart", one & other == 0, parallel)


def any_board() -> tuple[list[Term], list[Term]]:
    """A board of definite marks with different plies of 1 to 9, and the hypotheses that make it one."""
    board = [number(f"ply_on_{square + 1}", 4) for square in range(SQUARES)]
    hypotheses = [z3.ULE(ply, 9) for ply in board]
    hypotheses += [z3.Or(a == 0, a != b) for a, b in combinations(board, 2)]
    return board, hypotheses


def two_lines_of_a_player_leave_the_other_none() -> None:
    """A player with two lines is X, has all five marks on the board, X9 among them, and the opponent has no line."""
    board, hypotheses = any_board()
    x_lines, o_lines = (lines_of(board, player) for player in ("X", "O"))
    five = z3.And(*(z3.Or(*(mark == ply for mark in board)) for ply in (1, 3, 5, 7, 9)))
    goal = z3.And(z3.ULE(o_lines, 1), z3.Implies(z3.UGE(x_lines, 2), z3.And(o_lines == 0, five)))
    prove("two lines", hypotheses, goal)


# Outcomes

CODES = {
    (None, "draw"): DRAW,
    ("X", "narrow"): X_NARROW,
    ("X", "complete"): X_COMPLETE,
    ("X", "double"): X_DOUBLE,
    ("O", "narrow"): O_NARROW,
    ("O", "complete"): O_COMPLETE,
}
NO_CODE = 15
"""For an outcome that the kernel does not have, and for an ended board without exactly one ending."""


def outcome_by_the_page(board: list[Term], **options: str) -> Term:
    """The outcome code of a board by the page; the options are those of `on_the_page`."""
    page, position = on_the_page(board, **options)

    def code(outcome: Any) -> Term:
        if z3.is_expr(outcome):  # no ending holds, or several
            return constant(NO_CODE)
        winner, how, _ = outcome
        return lifted(lambda player: constant(CODES.get((player, how), NO_CODE)), winner)

    return either(page.ended(position), lifted(code, page.outcome(position)), constant(UNFINISHED))


def mask_of(board: list[Term], *plies: int) -> Term:
    """The mask of the squares that hold marks of these plies."""
    mask = constant(0)
    for square, mark in enumerate(board):
        mask |= z3.If(z3.Or(*(mark == ply for ply in plies)), constant(1 << square), constant(0))
    return mask


def the_outcome_kernel_is_what_the_page_says() -> None:
    """On every board the kernel, which sees early marks as sets, gives the outcome of the page."""
    board, hypotheses = any_board()
    masks = [mask_of(board, *plies) for plies in ((1, 3, 5), (2, 4, 6), (7,), (8,), (9,))]
    prove("outcome", hypotheses, every_path(outcome, *masks) == outcome_by_the_page(board))


PAIRS = ((1, 2), (1, 3), (1, 5), (1, 6), (1, 9), (2, 5), (2, 6), (2, 8))
"""Every pair of squares, up to symmetry."""


def exactly_one_ending_holds() -> None:
    """On every board that has ended the page has exactly one ending, on every other board none: under each `both`,
    `last` and double win, also with one spooky mark on any two open squares where pair=forbidden."""
    board, hypotheses = any_board()
    settings: list[tuple[Any, ...]] = [
        (NO_MARKS, *each) for each in product([*BOTH][::-1], ("yes", "no"), ("draw", "move"))
    ]
    settings += [(Map({8: pair}), "narrow", "yes", "draw") for pair in PAIRS]
    for spooky, both, double, last in settings:
        options = {"both": both, "double_win": double, "last": last, "pair": "forbidden"}
        page, position = on_the_page(board, spooky, **options)
        empty = [board[square - 1] == 0 for pair in spooky.values() for square in pair]
        goal = lifted(constant, number_of(page.endings(position))) == either(
            page.ended(position), constant(1), constant(0)
        )
        prove(f"{options}, {spooky}", hypotheses + empty, goal)


def outcomes_keep_their_order() -> None:
    """With every choice of `both` and `double win`, every board has the outcome that the kernel's table names for the
    outcome with both=narrow and double wins, and the table keeps the order of the outcomes."""
    board, hypotheses = any_board()
    finest = outcome_by_the_page(board)
    for both, double in product(BOTH, (False, True)):
        codes = codes_counted(double, both)
        expect(f"what outcomes count as, both={both}", list(codes), sorted(codes))
        found = outcome_by_the_page(board, both=both, double_win="yes" if double else "no")
        expected = finest
        for code, counts_as in enumerate(codes):
            expected = z3.If(finest == code, constant(counts_as), expected)
        prove(f"both={both}, double wins {double}", hypotheses, found == expected)


EXCHANGED = ((1, 3), (3, 5), (2, 4), (4, 6))


def early_plies_are_interchangeable() -> None:
    """Exchanging the plies of a pair preserves the outcome of every board; such exchanges generate every permutation of
    1, 3, 5 and of 2, 4, 6. Every line of X has a ply of at least 5, every line of O one of at least 6."""
    board, hypotheses = any_board()
    for a, b in EXCHANGED:
        exchanged = [z3.If(mark == a, constant(b), z3.If(mark == b, constant(a), mark)) for mark in board]
        goal = outcome_by_the_page(exchanged) == outcome_by_the_page(board)
        prove(f"exchange of plies {a} and {b}", hypotheses, goal)
    page, position = on_the_page(board)
    for player, plies in (("X", (5, 7, 9)), ("O", (6, 8))):
        has_line = contains(page.players_with_line(position), player)
        goal = contains(plies, page.ply_of_player(position, player))
        prove("plies of lines", [*hypotheses, has_line], goal)


def values_are_twenty_times_the_margin() -> None:
    """By the page, the zero-sum value of an outcome is 20 times X's score minus O's, and with 3/2 for the double win
    instead of 2 the outcomes keep their order."""
    page = Symbols(PAGE.text, outcome=lambda position: position)
    ends = [("O", "complete", ""), ("O", "narrow", ""), (None, "draw", "")]
    ends += [("X", how, "") for how in ("narrow", "complete", "double")]
    values, margins = [page.score(end) for end in ends], [_margin(page.match_scores(end, 2)) for end in ends]
    others = [_margin(page.match_scores(end, Fraction(3, 2))) for end in ends]
    expect("values", values, [20 * margin for margin in margins])
    expect("margins with another double win", others[:-1], margins[:-1])
    expect("the order of margins", others, sorted({*others}))


def _margin(scores: Mapping[str, Fraction]) -> Fraction:
    return scores["X"] - scores["O"]
