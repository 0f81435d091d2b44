"""Lemmas on lines, outcomes and symmetries: the kernels follow the page, a player's early plies are interchangeable,
and the canonical form of a key names its orbit.

The formal text of the page runs on boards of terms. A board of definite marks is a list of nine terms: the ply of the
mark on each square, 0 for an empty square. All marks have different plies.

The kernels read the images of places from a table. So the proof of the canonical form has three steps: the whole
content of the table, `image` with an arbitrary table, and `canonical` with arbitrary images.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import z3

from qttt.fast.goff.board import (
    LINES,
    PLACE_IMAGE,
    PLACE_SQUARES,
    PLACES,
    SQUARE_IMAGE,
    SQUARES,
    SYMMETRIES,
    line_count,
    place,
)
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
from qttt.fast.goff.position import canonical, field, image, larger, pack, triple
from qttt.reference import board
from qttt.spec.vocabulary import Map
from qttt.verification import Refuted, expect
from qttt.verification.formal.symbols import Symbols, number_of
from qttt.verification.formal.terms import Partial, contains, either, lifted
from qttt.verification.goff.formal import PAGE
from qttt.verification.mutation import with_globals
from qttt.verification.proof import BITS, Term, constant, every_path, number, prove

# Lines


FINEST = {"double_win": "yes", "pair": "legal", "last": "move", "both": "narrow"}
"""The options that distinguish all outcomes."""


Spooky = Map[int, tuple[int, int]]
NO_MARKS: Spooky = Map()


def on_the_page(board: list[Term], spooky: Spooky = NO_MARKS, **options: str) -> tuple[Symbols, Term]:
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
    mask = number("mask", SQUARES)
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
    page, position = on_the_page(board, NO_MARKS, **options)

    def code(outcome: Term) -> Term:
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
    `last`, `pair` and double win, also with one spooky mark on any two open squares where pair=forbidden."""
    board, hypotheses = any_board()
    settings = product([*BOTH][::-1], ("yes", "no"), ("draw", "move"), ("forbidden", "legal"))
    chosen = [(NO_MARKS, *each) for each in settings]
    chosen += [(Map({8: pair}), "narrow", "yes", "draw", "forbidden") for pair in PAIRS]
    for spooky, both, double, last, pair in chosen:
        options = {"both": both, "double_win": double, "last": last, "pair": pair}
        page, position = on_the_page(board, spooky, **options)
        empty = [board[square - 1] == 0 for pair in spooky.values() for square in pair]
        goal = lifted(constant, number_of(page.endings(position))) == either(
            page.ended(position), constant(1), constant(0)
        )
        prove(f"{options}, {spooky}", hypotheses + empty, goal)


def outcomes_keep_their_order() -> None:
    """With every choice of `both` and `double win`, every board has the outcome that the kernel's table names for the
    outcome with both=narrow and double wins, under the same `pair` and `last`, and the table keeps the order of the
    outcomes."""
    board, hypotheses = any_board()
    for pair, last, both, double in product(("legal", "forbidden"), ("move", "draw"), BOTH, (False, True)):
        codes = codes_counted(double, both)
        expect(f"what outcomes count as, both={both}", list(codes), sorted(codes))
        found = outcome_by_the_page(board, pair=pair, last=last, both=both, double_win="yes" if double else "no")
        finest = expected = outcome_by_the_page(board, pair=pair, last=last)
        for code, counts_as in enumerate(codes):
            expected = z3.If(finest == code, constant(counts_as), expected)
        prove(f"pair={pair}, last={last}, both={both}, double wins {double}", hypotheses, found == expected)


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


# Symmetries


FIELDS = 10


def the_symmetries_are_those_of_the_lines() -> None:
    """The kernels and the reference list every permutation of the squares that takes the page's lines to lines, and no
    other, the identity first."""
    lines = {frozenset(x - 1 for x in line) for line in Symbols(PAGE.text).L}
    keeping = [
        row for row in permutations(range(SQUARES)) if all(frozenset(row[s] for s in line) in lines for line in lines)
    ]
    for listed in (SQUARE_IMAGE.tolist(), [[square - 1 for square in each] for each in board.SYMMETRIES]):
        if listed[0] != [*range(SQUARES)] or sorted(map(tuple, listed)) != keeping:
            raise Refuted(f"the table has {listed}, the symmetries are {keeping}")


def the_outcome_is_the_same_after_every_symmetry() -> None:
    """By the page, every board has the same outcome as its eight images."""
    marks, hypotheses = any_board()
    outcome = outcome_by_the_page(marks)
    for row in SQUARE_IMAGE.tolist():
        turned = list(marks)
        for square in range(SQUARES):
            turned[row[square]] = marks[square]
        prove(f"symmetry {row}", hypotheses, outcome_by_the_page(turned) == outcome)


def the_canonical_form_names_the_orbit() -> None:
    """The smallest image of the key is the canonical form of the key and of all its images.

    So the form is itself canonical, and two keys have the same form if and only if a symmetry takes one to the other.
    The order of a player's early places makes no difference.
    """
    three_places_are_sorted()
    images_compose()
    the_smallest_image_is_taken(products())


def three_places_are_sorted() -> None:
    """The kernel sorts packed places, the largest first, for all numbers of 6 bits."""
    places = np.indices((64, 64, 64)).reshape(3, -1)
    low, middle, high = np.sort(places, axis=0)
    packed = np.array(triple(*places))
    if len(wrong := np.flatnonzero(packed != (high << 12 | middle << 6 | low))):
        raise Refuted(f"places {places[:, wrong[0]].tolist()} packed as {packed[wrong[0]]:#08o}")


def products() -> list[list[int]]:
    """``products()[g][h]``: the symmetry that is g followed by h, from the whole table of places.

    Raises `Refuted` if a place does not go where its squares go, or if the table is not a group with identity 0.
    """
    for g in range(SYMMETRIES):
        for p in range(1, PLACES + 1):
            squares = sorted(int(SQUARE_IMAGE[g, square]) for square in PLACE_SQUARES[p])
            expect(f"where symmetry {g} takes place {p}", PLACE_IMAGE[g, p], place(*squares))
    rows = [tuple(row) for row in PLACE_IMAGE.tolist()]
    if rows[0] != tuple(range(PLACES + 1)) or any(row[0] for row in rows):
        raise Refuted("symmetry 0 is not the identity, or 0 is not kept")
    try:
        after = [[rows.index(tuple(rows[h][p] for p in rows[g])) for h in range(SYMMETRIES)] for g in range(SYMMETRIES)]
    except ValueError:
        raise Refuted("the symmetries are not a group") from None
    if any(sorted(row) != list(range(SYMMETRIES)) for row in after):
        raise Refuted("a symmetry has no inverse")
    return after


class _AnyTable:
    """A table that takes each place anywhere: row g is the function g of z3, on numbers of 6 bits."""

    def __getitem__(self, index: tuple[Term, Term]) -> Term:
        row, at = index
        return z3.ZeroExt(BITS - 6, row(z3.Extract(5, 0, at)))


def _sorted(a: Term, b: Term, c: Term) -> Term:
    """The proved result of `triple`, in comparisons, which are easier for z3 than its arithmetic."""
    a, b, c = (z3.Extract(5, 0, place) for place in (a, b, c))
    larger_two, smaller_two = z3.If(z3.UGE(a, b), a, b), z3.If(z3.UGE(a, b), b, a)
    high = z3.If(z3.UGE(larger_two, c), larger_two, c)
    rest = z3.If(z3.UGE(larger_two, c), c, larger_two)
    middle = z3.If(z3.UGE(smaller_two, rest), smaller_two, rest)
    low = z3.If(z3.UGE(smaller_two, rest), rest, smaller_two)
    return z3.ZeroExt(BITS - 18, z3.Concat(high, middle, low))


def images_compose() -> None:
    """Turning by g, then by h, is turning by the product, and turning by the identity changes no key.

    Proved for any functions on places in the role of g, h and their product: the proof uses only h(g(p)) = gh(p).
    """
    word = z3.BitVecSort(6)
    g, h, gh, identity = (z3.Function(name, word, word) for name in ("g", "h", "gh", "identity"))
    turn: Callable[..., Term] = with_globals(image, PLACE_IMAGE=_AnyTable(), pack=with_globals(pack, triple=_sorted))
    key = number("key", 6 * FIELDS)
    places = [z3.Extract(59 - 6 * i, 54 - 6 * i, key) for i in range(FIELDS)]
    followed = [h(g(p)) == gh(p) for p in places]
    prove("product", followed, turn(turn(key, g), h) == turn(key, gh), logic="QF_UFBV")
    ordered = [field(key, i) >= field(key, i + 1) for i in (0, 1, 3, 4)]
    kept = [identity(p) == p for p in places]
    prove("identity", ordered + kept, turn(key, identity) == key, logic="QF_UFBV")


def the_smallest_image_is_taken(after: list[list[int]]) -> None:
    """From each image of a key the kernel finds the smallest of all images, including this one."""
    a, b = number("a", 6 * FIELDS), number("b", 6 * FIELDS)
    prove("the smaller of two", [], -larger(-a, -b) == z3.If(a <= b, a, b))
    images = [z3.Int(f"image_{g}") for g in range(SYMMETRIES)]

    def larger_of(one: Term, other: Term) -> Term:
        return z3.If(one >= other, one, other)

    for g, row in enumerate(after):
        turned = [images[h] for h in row]
        smallest: Term = with_globals(canonical, image=lambda _, h, turned=turned: turned[h], larger=larger_of)(
            images[g]
        )
        goal = z3.And(z3.Or(*(smallest == each for each in images)), *(smallest <= each for each in images))
        prove(f"from image {g}", [], goal, logic="QF_LIA")
