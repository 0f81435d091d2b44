"""Lemmas on the moves of TiqTaqToe, proved for all contents of the squares.

The page's moves run on boards whose contents are variables of z3: 0 for an empty square, 1 for X, 2 for O.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import z3

from qttt.reference.board import SYMMETRIES
from qttt.reference.tiqtaqtoe.notation import Pair
from qttt.reference.tiqtaqtoe.position import SQUARES
from qttt.reference.tiqtaqtoe.setting import UNIFORM
from qttt.spec.vocabulary import Map
from qttt.verification.formal.symbols import Symbols
from qttt.verification.formal.terms import Cases, contains, disjunction, family, lifted, members
from qttt.verification.proof import Term, prove
from qttt.verification.tiqtaqtoe.formal import PAGE

ORDERED = tuple(permutations(SQUARES, 2))
"""Two squares: one that may hold a mark, and one that is certainly empty."""


CONTENTS = ".XO"


class Cells:
    """A board of terms, one for the content of each square."""

    def __init__(self, *terms: Term) -> None:
        self.terms = terms
        self.contents = tuple(map(content, terms))

    def on(self, square: int) -> Term:
        return self.terms[square - 1]

    def same(self, other: Cells) -> Term:
        return z3.And(*(one == another for one, another in zip(self.terms, other.terms, strict=True)))

    def marks(self) -> Term:
        return z3.Sum([z3.If(term == 0, z3.BitVecVal(0, 4), z3.BitVecVal(1, 4)) for term in self.terms])

    def exchanged(self, pair: Pair) -> Cells:
        """The board with the contents of two squares exchanged."""
        turned = {pair.first: pair.second, pair.second: pair.first}
        return Cells(*(self.on(turned.get(square, square)) for square in SQUARES))

    def on_the_page(self) -> Any:
        """The board in the terms of the page: a map from squares to contents."""
        return Map(zip(SQUARES, self.contents, strict=True))

    def made(self, board: Any) -> Cells:
        """A board of the page, made from this one, as terms."""
        known = {id(held): term for held, term in zip(self.contents, self.terms, strict=True)}
        return Cells(*(known[id(held)] if id(held) in known else code(held) for held in map(board.get, SQUARES)))


def content(term: Term) -> Cases:
    """The content that a number represents."""
    return Cases(((term == 0, "."), (term == 1, "X"), (z3.And(term != 0, term != 1), "O")))


def code(held: Any) -> Term:
    """The number that represents a content."""
    return lifted(lambda each: z3.BitVecVal(CONTENTS.index(each), 2), held)


def cells(name: str) -> Cells:
    return Cells(*(z3.BitVec(f"{name}_{square}", 2) for square in SQUARES))


def is_board(board: Cells) -> Term:
    """Whether every content is one of the three possible ones."""
    return z3.And(*(term != 3 for term in board.terms))


MARK: Term = z3.BitVec("mark", 2)
"""The mover's mark."""
MOVER = Cases(((MARK == 1, "X"), (MARK != 1, "O")))
OPPONENT = 3 - MARK
IS_MARK = z3.Or(MARK == 1, MARK == 2)


COMPANION = cells("companion")
"""Another board of the same position."""


def page(**meanings: Any) -> Any:
    """The page's names, with the mover of any mark."""
    return Symbols(PAGE.text, mover=lambda _: MOVER, **meanings)


def placed(board: Cells, square: int) -> Cells:
    """The board after a classical move. Rule: TIQ-MOVE-1"""
    text = page()
    return _only_board(board, text.placed(_position(text, board), square))


def superposed(board: Cells, target: int, empty: int) -> tuple[Cells, Cells]:
    """The two boards after a superposition, by the side of the coin. Rule: TIQ-SUPER-1"""
    text = page(empty=lambda _: frozenset({empty}))
    heads, tails = (made for _, made in members(text.superposed(_position(text, board), (target, empty)).W))
    return board.made(heads), board.made(tails)


def filled(board: Cells, pair: Pair) -> Cells:
    """The board after a move on both squares of a mark of the opponent. Rule: TIQ-PAIR-1"""
    text = page()
    return _only_board(board, text.filled(_position(text, board), tuple(pair)))


def is_target(board: Cells, target: int, empty: int) -> Term:
    """Whether the squares may be superposed at some level, in a position of this board and any other one. Rule:
    TIQ-TARGET-1"""
    pages = [page(level=level) for level in UNIFORM]
    allowed = (contains(text.targets(_position(text, board, COMPANION)), target) for text in pages)
    return z3.And(board.on(empty) == 0, disjunction(allowed))


def has_line(board: Cells, player: str) -> Term:
    """Whether a player has a line on a board. Rule: TIQ-END-1"""
    text = page()
    return contains(text.holders(_position(text, board).W), player)


def _position(text: Any, *boards: Cells) -> Any:
    return text.Position(family(((True, board.on_the_page()) for board in boards), is_set=True), 0)


def _only_board(before: Cells, position: Any) -> Cells:
    """The only board of a position, made from another board."""
    [(_, board)] = members(position.W)
    return before.made(board)


def is_pair(board: Cells, pair: Pair) -> Term:
    """Whether one of two squares is empty and the other holds the opponent's mark."""
    first, second = map(board.on, pair)
    return z3.Or(z3.And(first == 0, second == OPPONENT), z3.And(first == OPPONENT, second == 0))


def pairs() -> Iterator[Pair]:
    return (Pair(*squares) for squares in combinations(SQUARES, 2))


# Equally likely boards


def every_board_comes_of_one_board_and_coin() -> str:
    """Two boards after one move are equal only if they come from the same board and the same side of the coin.

    So N different boards, equally likely, become N different ones by a move without a coin, and 2 N by a superposition:
    each has one cause, a board of probability 1/N and a side of a coin, of 1/2. Exchanging the squares of a pair after
    filling it equals exchanging them before, so a coin would change nothing there."""
    one, other = cells("one"), cells("other")
    known = [IS_MARK, is_board(one), is_board(other)]
    for square in SQUARES:
        given = [*known, one.on(square) == 0, other.on(square) == 0]
        together = placed(one, square).same(placed(other, square))
        prove(f"{square}", given, z3.Implies(together, one.same(other)))
    for target, empty in ORDERED:
        given = [*known, is_target(one, target, empty), is_target(other, target, empty)]
        heads, tails = superposed(one, target, empty)
        other_heads, other_tails = superposed(other, target, empty)
        same_side = z3.Or(heads.same(other_heads), tails.same(other_tails))
        apart = z3.Not(z3.Or(heads.same(other_tails), tails.same(other_heads)))
        prove(f"{target}, {empty} empty", given, z3.And(z3.Implies(same_side, one.same(other)), apart))
    for pair in pairs():
        given = [*known, is_pair(one, pair), is_pair(other, pair)]
        together = filled(one, pair).same(filled(other, pair))
        prove(f"filled {pair}", given, z3.Implies(together, one.same(other)))
        coin = filled(one.exchanged(pair), pair).same(filled(one, pair).exchanged(pair))
        prove(f"filled {pair}, exchanged", given, coin)
    return f"all boards, {len(SQUARES)} squares, {len(ORDERED)} superpositions, 36 pairs"


def a_superposition_gives_two_boards_with_one_mark_more() -> str:
    """The two boards made from one board differ, and every move adds one mark to every board. If both squares are
    empty, the choice between them does not matter."""
    board = cells("board")
    known = [IS_MARK, is_board(board)]
    more = board.marks() + 1
    for square in SQUARES:
        prove(f"{square}", [*known, board.on(square) == 0], placed(board, square).marks() == more)
    for target, empty in ORDERED:
        heads, tails = superposed(board, target, empty)
        counted = z3.And(heads.marks() == more, tails.marks() == more)
        given = [*known, is_target(board, target, empty)]
        prove(f"{target}, {empty} empty", given, z3.And(counted, z3.Not(heads.same(tails))))
    for pair in pairs():
        prove(f"filled {pair}", [*known, is_pair(board, pair)], filled(board, pair).marks() == more)
        one, other = superposed(board, *pair), superposed(board, *reversed(pair))
        crossed = z3.And(one[0].same(other[1]), one[1].same(other[0]))
        prove(f"both of {pair} empty", [*known, *(board.on(square) == 0 for square in pair)], crossed)
    return f"all boards, {len(SQUARES)} squares, {len(ORDERED)} superpositions, 36 pairs"


# Denominators


def exponent(k: Term, marks: Term) -> Term:
    """The power of 2 that the denominators divide, with 2^k boards and so many marks."""
    return k + len(SQUARES) - marks


def denominators_divide_two_to_the_ninth() -> str:
    """With 2^k boards and n marks the denominator of the value divides 2^(k + 9 - n). This is at most 2^9, because each
    of the k superpositions has added a mark: k <= n.

    By induction from the end. *End*: the value is an integer, and the power is at least 1. *Move*: the value is that of
    a position with one more mark, and with as many boards or twice as many (LEMMA doubling). *Measurement*: the value
    is the mean of 2^k values of positions with one board and as many marks, so the exponent grows by at most k."""
    k, marks = z3.Ints("k marks")
    known = [k >= 0, marks >= 0, marks <= len(SQUARES)]
    here = exponent(k, marks)
    prove("Most", [*known, k <= marks], here <= 9, "QF_LIA")
    prove("End", known, here >= 0, "QF_LIA")
    for later in (k, k + 1):
        prove(f"Move to {later}", [*known, marks < len(SQUARES)], exponent(later, marks + 1) <= here, "QF_LIA")
    prove("Measurement", known, exponent(0, marks) + k <= here, "QF_LIA")
    return "up to nine marks, however many boards"


# Symmetry


def moves_and_lines_turn_with_the_board() -> str:
    """Turning a board and making the turned move equals making the move and turning the boards. The image of a square
    may hold the same contents on the turned board, and legality depends only on such contents. The turned board has a
    line of a player if and only if the board has one."""
    board = cells("board")
    for symmetry in SYMMETRIES:
        name, table = "".join(map(str, symmetry)), (0, *symmetry)
        prove(f"moves turned by {name}", [IS_MARK, is_board(board)], z3.And(*_commuting(board, table)))
        for player in ("X", "O"):
            same = has_line(board, player) == has_line(turned(board, table), player)
            prove(f"lines of {player} turned by {name}", [is_board(board)], same)
    return f"all boards, all moves, {len(SYMMETRIES)} symmetries"


def turned(board: Cells, table: tuple[int, ...]) -> Cells:
    """The board turned by a symmetry, square to square."""
    return Cells(*(board.on(table.index(square)) for square in SQUARES))


def _commuting(board: Cells, table: tuple[int, ...]) -> Iterator[Term]:
    image = turned(board, table)
    for square in SQUARES:
        yield image.on(table[square]) == board.on(square)
        yield turned(placed(board, square), table).same(placed(image, table[square]))
    for target, empty in ORDERED:
        after = superposed(board, target, empty)
        boards = zip(after, superposed(image, table[target], table[empty]), strict=True)
        yield from (turned(one, table).same(other) for one, other in boards)
    for pair in pairs():
        of_image = filled(image, Pair(*sorted(table[square] for square in pair)))
        yield z3.Implies(is_pair(board, pair), turned(filled(board, pair), table).same(of_image))
