"""Lemmas on outcomes: the kernel follows the rules, and a player's early plies are interchangeable."""

from collections.abc import Callable
from fractions import Fraction

import z3

from qttt.fast.goff import outcome as codes
from qttt.fast.goff.outcome import outcome
from qttt.reference.game import Actor, Outcome
from qttt.reference.goff.ending import Scoring, points, table_2, table_3, value
from qttt.verification import Refuted
from qttt.verification.goff.lines import ROWS_COLUMNS_DIAGONALS, any_board, is_line, lines_of
from qttt.verification.mutation import with_globals
from qttt.verification.proof import Term, constant, every_path, prove

NEVER = 15
"""The ply of a player without a line: later than any ply."""


def larger(a: Term, b: Term) -> Term:
    return z3.If(z3.UGE(a, b), a, b)


def ply_of_player(board: list[Term], parity: int) -> Term:
    """The smallest ply of a player's lines, NEVER without a line; a line's ply is its largest. Rule: GOFF-END-3"""
    first = constant(NEVER)
    for line in ROWS_COLUMNS_DIAGONALS:
        a, b, c = (board[square] for square in line)
        ply = z3.If(is_line(board, line, parity), larger(larger(a, b), c), NEVER)
        first = z3.If(z3.ULT(ply, first), ply, first)
    return first


def outcome_by_the_rules(board: list[Term]) -> Term:
    """The outcome code of a board, word by word from GOFF-END-1 to GOFF-END-6 with the double win on."""
    of_x, of_o = ply_of_player(board, 1), ply_of_player(board, 0)
    full = z3.And(*(mark != 0 for mark in board))
    return z3.If(
        z3.And(of_x == NEVER, of_o == NEVER),
        z3.If(full, constant(codes.DRAW), constant(codes.UNFINISHED)),
        z3.If(
            of_o == NEVER,
            z3.If(z3.UGE(lines_of(board, 1), 2), constant(codes.X_DOUBLE), constant(codes.X_COMPLETE)),
            z3.If(
                of_x == NEVER,
                constant(codes.O_COMPLETE),
                z3.If(z3.ULT(of_x, of_o), constant(codes.X_NARROW), constant(codes.O_NARROW)),
            ),
        ),
    )


def mask_of(board: list[Term], *plies: int) -> Term:
    """The mask of the squares that hold marks of these plies."""
    mask = constant(0)
    for square, mark in enumerate(board):
        mask |= z3.If(z3.Or(*(mark == ply for ply in plies)), constant(1 << square), constant(0))
    return mask


def the_outcome_kernel_is_what_the_rules_say(kernel: Callable[..., int] = outcome) -> str:
    """On every board the kernel, which sees early marks as sets, gives the outcome of the rules."""
    board, hypotheses = any_board()
    masks = [mask_of(board, *plies) for plies in ((1, 3, 5), (2, 4, 6), (7,), (8,), (9,))]
    prove("outcome", hypotheses, every_path(kernel, *masks) == outcome_by_the_rules(board))
    return "every board of definite marks with different plies of 1 to 9"


eight_squares_end = with_globals(outcome, BOARD=0o377)


def early_plies_are_interchangeable(pairs: tuple[tuple[int, int], ...] = ((1, 3), (3, 5), (2, 4), (4, 6))) -> str:
    """Exchanging the plies of a pair preserves the outcome of every board; such exchanges generate every permutation of
    1, 3, 5 and of 2, 4, 6. Every line of X has a ply of at least 5, every line of O one of at least 6."""
    board, hypotheses = any_board()
    for a, b in pairs:
        exchanged = [z3.If(mark == a, constant(b), z3.If(mark == b, constant(a), mark)) for mark in board]
        goal = outcome_by_the_rules(exchanged) == outcome_by_the_rules(board)
        prove(f"exchange of plies {a} and {b}", hypotheses, goal)
    for parity, plies in ((1, (5, 7, 9, NEVER)), (0, (6, 8, NEVER))):
        goal = z3.Or(*(ply_of_player(board, parity) == ply for ply in plies))
        prove("plies of lines", hypotheses, goal)
    return f"{len(pairs)} exchanges on every board"


late_plies_too = ((5, 7),)
plies_of_both_players = ((5, 6),)


THREE_HALVES = table_2(Fraction(3, 2))
"""The source's other score of the double win."""


def values_are_twenty_times_the_margin(half_double: Scoring = THREE_HALVES) -> str:
    """The zero-sum value of an outcome is 20 times X's score minus O's, and with 3/2 for the double win instead of 2
    the outcomes keep their order."""
    outcomes = [Outcome(Actor.O, "complete", ""), Outcome(Actor.O, "narrow", ""), Outcome(None, "draw", "")]
    outcomes += [Outcome(Actor.X, how, "") for how in ("narrow", "complete", "double")]
    values = [value(ended, table_3()) for ended in outcomes]
    margins, other_margins = (
        [of_x - of_o for of_x, of_o in (points(ended, table) for ended in outcomes)]
        for table in (table_2(), half_double)
    )
    if values != [20 * margin for margin in margins]:
        raise Refuted(f"values {values}, margins {margins}")
    if other_margins[:-1] != margins[:-1] or sorted(set(other_margins)) != other_margins:
        raise Refuted(f"margins {other_margins} against {margins}")
    return f"{len(outcomes)} outcomes"


a_double_win_of_one = table_2(Fraction(1))
