"""Lemmas on the eight symmetries and on the canonical form of a key.

The kernels read the images of places from a table. So the proof has three steps: the whole content of the table,
`image` with an arbitrary table, and `canonical` with arbitrary images.
"""

from itertools import permutations
from typing import Any

import numpy as np
import z3

from qttt.fast.goff.board import PLACE_IMAGE, PLACE_SQUARES, PLACES, SQUARE_IMAGE, SQUARES, SYMMETRIES, place
from qttt.fast.goff.position import canonical, field, image, larger, pack, triple
from qttt.reference import board
from qttt.verification import Refuted, expect
from qttt.verification.formal.symbols import Symbols
from qttt.verification.goff.endings import any_board, outcome_by_the_page
from qttt.verification.goff.formal import PAGE
from qttt.verification.mutation import with_globals
from qttt.verification.proof import BITS, Term, number, prove

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
    places: Any = np.indices((64, 64, 64)).reshape(3, -1)
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

    def __getitem__(self, index: tuple[Any, Term]) -> Term:
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
    turn: Any = with_globals(image, PLACE_IMAGE=_AnyTable(), pack=with_globals(pack, triple=_sorted))
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
        smallest: Any = with_globals(canonical, image=lambda _, h, turned=turned: turned[h], larger=larger_of)(
            images[g]
        )
        goal = z3.And(z3.Or(*(smallest == each for each in images)), *(smallest <= each for each in images))
        prove(f"from image {g}", [], goal, logic="QF_LIA")
