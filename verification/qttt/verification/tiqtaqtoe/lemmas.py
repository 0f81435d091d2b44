"""Lemmas on the moves of TiqTaqToe, proved for all contents of the squares, and those on the level full.

The page's moves run on boards whose contents are variables of z3: 0 for an empty square, 1 for X, 2 for O.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product
from typing import Any

import z3

from qttt.oracle.entry import canonical
from qttt.reference.board import SYMMETRIES
from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import UNIFORM, Pair, TiqTaqToe, amplitudes
from qttt.reference.tiqtaqtoe.position import SQUARES
from qttt.spec.vocabulary import Map
from qttt.verification import expect
from qttt.verification.engine_comparison import early
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

    def exchanged(self, pair: tuple[int, int]) -> Cells:
        """The board with the contents of two squares exchanged."""
        turned = dict([pair, pair[::-1]])
        return Cells(*(self.on(turned.get(square, square)) for square in SQUARES))

    def on_the_page(self) -> Map[int, Cases]:
        """The board in the terms of the page: a map from squares to contents."""
        return Map(zip(SQUARES, self.contents, strict=True))

    def cells_of(self, board: Map[int, Term]) -> Cells:
        """A board of the page, made from this one, as terms."""
        known = {id(held): term for held, term in zip(self.contents, self.terms, strict=True)}
        return Cells(*(known[id(held)] if id(held) in known else code(held) for held in map(board.get, SQUARES)))


def content(term: Term) -> Cases:
    """The content that a number represents."""
    return Cases(((term == 0, "."), (term == 1, "X"), (z3.And(term != 0, term != 1), "O")))


def code(held: Term) -> Term:
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


def page(**meanings: object) -> Symbols:
    """The page's names, with the mover of any mark."""
    return Symbols(PAGE.text, mover=lambda _: MOVER, **meanings)


def place(board: Cells, square: int) -> tuple[Cells, ...]:
    """The board after a classical move. Rule: TIQ-MOVE-1"""
    text = page()
    return _boards_after(board, text.placed(_position(text, board), square))


def superpose(board: Cells, target: int, empty: int) -> tuple[Cells, ...]:
    """The two boards after a superposition, by the side of the coin. Rule: TIQ-SUPER-1"""
    text = page(empty=lambda _: frozenset({empty}))
    return _boards_after(board, text.superposed(_position(text, board), (target, empty)))


def fill(board: Cells, *pair: int) -> tuple[Cells, ...]:
    """The board after a move on both squares of a mark of the opponent. Rule: TIQ-PAIR-1"""
    text = page()
    return _boards_after(board, text.filled(_position(text, board), tuple(sorted(pair))))


def is_empty(board: Cells, square: int) -> Term:
    """Whether a square is empty."""
    return board.on(square) == 0


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


def _position(text: Symbols, *boards: Cells) -> Term:
    return text.Position(family(((True, board.on_the_page()) for board in boards), is_set=True), 0)


def _boards_after(before: Cells, position: Term) -> tuple[Cells, ...]:
    """The boards of a position, made from another board."""
    return tuple(before.cells_of(board) for _, board in members(position.W))


def is_pair(board: Cells, *pair: int) -> Term:
    """Whether one of two squares is empty and the other holds the opponent's mark."""
    first, second = map(board.on, pair)
    return z3.Or(z3.And(first == 0, second == OPPONENT), z3.And(first == OPPONENT, second == 0))


def same_boards(boards: Iterable[Cells], others: Iterable[Cells]) -> Term:
    """Whether boards are the same, one by one."""
    return z3.And(*(one.same(other) for one, other in zip(boards, others, strict=True)))


PAIRS = tuple(combinations(SQUARES, 2))
Move = tuple[Callable[..., tuple[Cells, ...]], Callable[..., Term], tuple[int, ...]]
"""The boards that a move makes of a board, when it is legal on one, and its squares."""
MOVES: tuple[Move, ...] = (
    *((place, is_empty, (square,)) for square in SQUARES),
    *((superpose, is_target, squares) for squares in ORDERED),
    *((fill, is_pair, squares) for squares in PAIRS),
)


# Equally likely boards


def every_board_has_one_cause() -> None:
    """Two boards after one move are equal only if they come from the same board and the same side of the coin.

    So N different boards, equally likely, become N different ones by a move without a coin, and 2 N by a superposition:
    each has one cause, a board of probability 1/N and a side of a coin, of 1/2. Exchanging the squares of a pair after
    filling it equals exchanging them before, so a coin would change nothing there."""
    one, other = cells("one"), cells("other")
    known = [IS_MARK, is_board(one), is_board(other)]
    for made, legal, squares in MOVES:
        given = [*known, legal(one, *squares), legal(other, *squares)]
        boards, others = made(one, *squares), made(other, *squares)
        same_side = disjunction(map(Cells.same, boards, others))
        together = disjunction(map(Cells.same, boards, others[::-1])) if len(boards) > 1 else z3.BoolVal(False)
        goal = z3.And(z3.Implies(same_side, one.same(other)), z3.Not(together))
        prove(f"{made.__name__} {squares}", given, goal)
    for pair in PAIRS:
        first = [board.exchanged(pair) for board in fill(one, *pair)]
        given = [IS_MARK, is_board(one), is_pair(one, *pair)]
        prove(f"filled {pair}, exchanged", given, same_boards(fill(one.exchanged(pair), *pair), first))


def a_superposition_gives_two_boards_with_one_mark_more() -> None:
    """The two boards made from one board differ, and every move adds one mark to every board. If both squares are
    empty, the choice between them does not matter."""
    board = cells("board")
    known = [IS_MARK, is_board(board)]
    more = board.marks() + 1
    for made, legal, squares in MOVES:
        boards = made(board, *squares)
        counted = (after.marks() == more for after in boards)
        differ = (z3.Not(after.same(other)) for after, other in combinations(boards, 2))
        prove(f"{made.__name__} {squares}", [*known, legal(board, *squares)], z3.And(*counted, *differ))
    for pair in PAIRS:
        given = [*known, *(is_empty(board, square) for square in pair)]
        crossed = same_boards(superpose(board, *pair), superpose(board, *pair[::-1])[::-1])
        prove(f"both of {pair} empty", given, crossed)


# Denominators


def exponent(k: Term, marks: Term) -> Term:
    """The power of 2 that the denominators divide, with 2^k boards and so many marks."""
    return k + len(SQUARES) - marks


def denominators_divide_two_to_the_ninth() -> None:
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


# Symmetry


def moves_and_lines_turn_with_the_board() -> None:
    """Turning a board and making the turned move equals making the move and turning the boards. The image of a square
    may hold the same contents on the turned board, and legality depends only on such contents. The turned board has a
    line of a player if and only if the board has one."""
    board = cells("board")
    for symmetry in SYMMETRIES:
        name, table = "".join(map(str, symmetry)), (0, *symmetry)
        prove(f"moves turned by {name}", [IS_MARK, is_board(board)], z3.And(*_commuting(board, table)))
        for player in ("X", "O"):
            same = has_line(board, player) == has_line(turn(board, table), player)
            prove(f"lines of {player} turned by {name}", [is_board(board)], same)


def turn(board: Cells, table: tuple[int, ...]) -> Cells:
    """The board turned by a symmetry, square to square."""
    return Cells(*(board.on(table.index(square)) for square in SQUARES))


def _commuting(board: Cells, table: tuple[int, ...]) -> Iterator[Term]:
    image = turn(board, table)
    for square in SQUARES:
        yield image.on(table[square]) == board.on(square)
    for made, _, squares in MOVES:
        after = [turn(one, table) for one in made(board, *squares)]
        commutes = same_boards(after, made(image, *(table[square] for square in squares)))
        yield z3.Implies(is_pair(board, *squares), commutes) if made is fill else commutes


# The level full


COUNTS = {"iswap": (1, 15, 690, 30_690), "swap": (1, 15, 678, 29_166)}
"""The positions up to symmetry after 0, 1, 2 and 3 moves."""


def positions_number(plies: int = 3) -> None:
    """The positions of the level full after up to so many moves, up to symmetry, by the reference. Raises `Refuted`."""
    for gate, counts in COUNTS.items():
        game = TiqTaqToe("full", gate=gate)
        found = sum(1 for _ in early(game, plies, partial(canonical, game)))
        expect(f"{gate}: positions after up to {plies} moves", found, sum(counts[: plies + 1]))


# LEMMA endless

HALF = Fraction(1, 2)

OF_TWO_SQUARES = tuple(map("".join, product(".XO", repeat=2)))
"""What the two squares may hold."""
SPACES = {"iswap": (1, 6, (1, 0, 0, 0), (-HALF, HALF, 0, HALF)), "swap": (3, 3, (-1, 0, 0, 0), (1, 0, 3 * HALF, 0))}
"""The power of two splits that M is, the dimension of V, and on V the determinant of M and its trace."""


def the_same_two_squares_never_repeat() -> None:
    """What LEMMA endless says of M and V, in exact numbers. Raises `Refuted`."""
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix

    field = QQ.cyclotomic_field(8)

    def number(*parts: Any) -> Any:
        return field([QQ(part.numerator, part.denominator) for part in reversed(parts)])

    factors = {"iswap": number(0, HALF, 0, -HALF), "swap": number(HALF, 0, HALF, 0)}

    def operator(mark: Actor, square: int, gate: str) -> Any:
        """A split of squares 2 and 3 that flips one of them."""
        rows = [[field.zero] * 9 for _ in OF_TWO_SQUARES]
        for column, held in enumerate(OF_TWO_SQUARES):
            flipped = amplitudes.flipped(f".{held}......", square, mark)
            for board, factor in amplitudes.branches(flipped, Pair(2, 3), mark, gate):
                rows[OF_TWO_SQUARES.index(board[1:3])][column] += factors[gate] * number(*factor)
        return DomainMatrix(rows, (9, 9), field)

    for gate, expected in SPACES.items():
        power, *_ = expected
        once = (operator(Actor.X, 2, gate) * operator(Actor.O, 2, gate)) ** power
        start = OF_TWO_SQUARES.index("..")
        vector = operator(Actor.X, 3, gate)[:, start : start + 1]
        space = vector
        while (larger := space.hstack(vector := once * vector)).rank() > space.shape[1]:
            space = larger
        *others, last = larger.nullspace().to_list()[0]
        dimension = space.shape[1]
        found = power, dimension, (-1) ** dimension * others[0] / last, -others[-1] / last
        due = *expected[:2], number(*expected[2]), number(*expected[3])
        expect(f"{gate}: power, dimension, determinant and trace", found, due)
