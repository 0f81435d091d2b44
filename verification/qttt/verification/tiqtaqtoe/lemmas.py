"""Lemmas on the moves of TiqTaqToe, proved for all contents of the squares.

The reference's functions that write on a board and exchange two squares run on boards whose contents are variables of
z3: 0 for an empty square, 1 for X, 2 for O.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from typing import Any, NamedTuple

import z3

from qttt.reference.board import SYMMETRIES, lines
from qttt.reference.tiqtaqtoe.moves import exchanged, superposed_targets, written
from qttt.reference.tiqtaqtoe.notation import Pair
from qttt.reference.tiqtaqtoe.position import EMPTY, SQUARES
from qttt.reference.tiqtaqtoe.setting import LEVELS
from qttt.verification.proof import Term, prove

ORDERED = tuple(permutations(SQUARES, 2))
"""Two squares: one that may hold a mark, and one that is certainly empty."""


class Cells:
    """A board as a text of terms: an index or a slice is such a text again, and + joins two."""

    def __init__(self, *terms: Term) -> None:
        self.terms = terms

    def __getitem__(self, index: int | slice) -> Cells:
        found = self.terms[index]
        return Cells(*found) if isinstance(index, slice) else Cells(found)

    def __add__(self, other: Cells) -> Cells:
        return Cells(*self.terms, *other.terms)

    def on(self, square: int) -> Term:
        """The content of a square."""
        return self.terms[square - 1]

    def same(self, other: Cells) -> Term:
        """Whether two boards are equal."""
        return z3.And(*(one == another for one, another in zip(self.terms, other.terms, strict=True)))

    def marks(self) -> Term:
        """The number of squares with a mark."""
        return z3.Sum([z3.If(term == 0, z3.BitVecVal(0, 4), z3.BitVecVal(1, 4)) for term in self.terms])


def cells(name: str) -> Cells:
    """A board of any contents."""
    return Cells(*(z3.BitVec(f"{name}_{square}", 2) for square in SQUARES))


def is_board(board: Cells) -> Term:
    """Whether every content is one of the three possible ones."""
    return z3.And(*(term != 3 for term in board.terms))


MARK: Term = z3.BitVec("mark", 2)
"""The mover's mark."""
OPPONENT = 3 - MARK
IS_MARK = z3.Or(MARK == 1, MARK == 2)


class Moves(NamedTuple):
    """The parts of the reference's moves, and the contents that each level lets be superposed with an empty square."""

    written: Callable[..., Any] = written
    exchanged: Callable[..., Any] = exchanged
    targets: Callable[[str, str], tuple[frozenset[str], ...]] = superposed_targets

    def placed(self, board: Cells, square: int) -> Cells:
        """The board after a classical move. Rule: TIQ-MOVE-1"""
        after: Cells = self.written(board, square, Cells(MARK))
        return after

    def superposed(self, board: Cells, target: int, empty: int) -> tuple[Cells, Cells]:
        """The two boards after a superposition, by the side of the coin. Rule: TIQ-SUPER-1"""
        marked = self.placed(board, empty)
        return marked, self.exchanged(marked, Pair(*sorted((target, empty))))

    def filled(self, board: Cells, pair: Pair) -> Cells:
        """The board after a move on both squares of a mark of the opponent. Rule: TIQ-PAIR-1"""
        first, second = (self.placed(board, square) for square in pair)
        is_first = board.on(pair.first) == 0
        return Cells(*(z3.If(is_first, a, b) for a, b in zip(first.terms, second.terms, strict=True)))

    def is_target(self, board: Cells, target: int, empty: int) -> Term:
        """Whether the squares may be superposed at some level. Rule: TIQ-TARGET-1"""
        held = {content for level in LEVELS for contents in self.targets(level, "O") for content in contents}
        code = {EMPTY: 0, "X": MARK, "O": OPPONENT}
        return z3.And(board.on(empty) == 0, z3.Or(*(board.on(target) == code[content] for content in held)))


THE_MOVES = Moves()


def is_pair(board: Cells, pair: Pair) -> Term:
    """Whether one of two squares is empty and the other holds the opponent's mark."""
    first, second = map(board.on, pair)
    return z3.Or(z3.And(first == 0, second == OPPONENT), z3.And(first == OPPONENT, second == 0))


def pairs() -> Iterator[Pair]:
    return (Pair(*squares) for squares in combinations(SQUARES, 2))


# Equally likely boards


def every_board_comes_of_one_board_and_coin(moves: Moves = THE_MOVES) -> str:
    """Two boards after one move are equal only if they come from the same board and the same side of the coin.

    So N different boards, equally likely, become N different ones by a move without a coin, and 2 N by a superposition:
    each has one cause, a board of probability 1/N and a side of a coin, of 1/2. Exchanging the squares of a pair after
    filling it equals exchanging them before, so a coin would change nothing there."""
    one, other = cells("one"), cells("other")
    known = [IS_MARK, is_board(one), is_board(other)]
    for square in SQUARES:
        given = [*known, one.on(square) == 0, other.on(square) == 0]
        together = moves.placed(one, square).same(moves.placed(other, square))
        prove(f"{square}", given, z3.Implies(together, one.same(other)))
    for target, empty in ORDERED:
        given = [*known, moves.is_target(one, target, empty), moves.is_target(other, target, empty)]
        heads, tails = moves.superposed(one, target, empty)
        other_heads, other_tails = moves.superposed(other, target, empty)
        same_side = z3.Or(heads.same(other_heads), tails.same(other_tails))
        apart = z3.Not(z3.Or(heads.same(other_tails), tails.same(other_heads)))
        prove(f"{target}, {empty} empty", given, z3.And(z3.Implies(same_side, one.same(other)), apart))
    for pair in pairs():
        given = [*known, is_pair(one, pair), is_pair(other, pair)]
        together = moves.filled(one, pair).same(moves.filled(other, pair))
        prove(f"filled {pair}", given, z3.Implies(together, one.same(other)))
        coin = moves.filled(moves.exchanged(one, pair), pair).same(moves.exchanged(moves.filled(one, pair), pair))
        prove(f"filled {pair}, exchanged", given, coin)
    return f"all boards, {len(SQUARES)} squares, {len(ORDERED)} superpositions, 36 pairs"


def a_superposition_gives_two_boards_with_one_mark_more(moves: Moves = THE_MOVES) -> str:
    """The two boards made from one board differ, and every move adds one mark to every board. If both squares are
    empty, the choice between them does not matter."""
    board = cells("board")
    known = [IS_MARK, is_board(board)]
    more = board.marks() + 1
    for square in SQUARES:
        prove(f"{square}", [*known, board.on(square) == 0], moves.placed(board, square).marks() == more)
    for target, empty in ORDERED:
        heads, tails = moves.superposed(board, target, empty)
        counted = z3.And(heads.marks() == more, tails.marks() == more)
        given = [*known, moves.is_target(board, target, empty)]
        prove(f"{target}, {empty} empty", given, z3.And(counted, z3.Not(heads.same(tails))))
    for pair in pairs():
        prove(f"filled {pair}", [*known, is_pair(board, pair)], moves.filled(board, pair).marks() == more)
        one, other = moves.superposed(board, *pair), moves.superposed(board, *reversed(pair))
        crossed = z3.And(one[0].same(other[1]), one[1].same(other[0]))
        prove(f"both of {pair} empty", [*known, *(board.on(square) == 0 for square in pair)], crossed)
    return f"all boards, {len(SQUARES)} squares, {len(ORDERED)} superpositions, 36 pairs"


def _copied(board: Any, pair: Pair) -> Any:
    return written(board, pair.first, board[pair.second - 1])


def _nothing_exchanged(board: Any, pair: Pair) -> Any:
    return board


def _written_on_the_next_square(board: Any, square: int, content: Any) -> Any:
    return written(board, square % 9 + 1, content)


def _own_marks_too(level: str, opponent: str) -> tuple[frozenset[str], ...]:
    return (*superposed_targets(level, opponent), frozenset("X"))


the_mark_is_copied = THE_MOVES._replace(exchanged=_copied)
nothing_is_exchanged = THE_MOVES._replace(exchanged=_nothing_exchanged)
written_on_the_next_square = THE_MOVES._replace(written=_written_on_the_next_square)
own_marks_are_targets = THE_MOVES._replace(targets=_own_marks_too)


# Denominators

Exponent = Callable[[Term, Term], Term]
"""A function from k and n to the power of 2 that the denominators divide, with 2^k boards and n marks."""


def of_boards_and_moves(k: Term, marks: Term) -> Term:
    return k + len(SQUARES) - marks


def denominators_divide_two_to_the_ninth(exponent: Exponent = of_boards_and_moves) -> str:
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


def _of_boards_alone(k: Term, marks: Term) -> Term:
    return k


def _of_moves_alone(k: Term, marks: Term) -> Term:
    return len(SQUARES) - marks


def _one_less(k: Term, marks: Term) -> Term:
    return of_boards_and_moves(k, marks) - 1


moves_to_come_do_not_count = _of_boards_alone
boards_do_not_count = _of_moves_alone
the_last_move_does_not_count = _one_less


# Symmetry


class Turned(NamedTuple):
    """The eight symmetries, the lines and the moves."""

    symmetries: tuple[tuple[int, ...], ...] = SYMMETRIES
    lines: Callable[[], tuple[tuple[int, ...], ...]] = lines
    moves: Moves = THE_MOVES


def moves_and_lines_turn_with_the_board(subject: Turned = Turned()) -> str:  # noqa: B008
    """Turning a board and making the turned move equals making the move and turning the boards. The image of a square
    may hold the same contents on the turned board, and legality depends only on such contents. The turned board has a
    line of a player if and only if the board has one."""
    board = cells("board")
    for symmetry in subject.symmetries:
        name, table = "".join(map(str, symmetry)), (0, *symmetry)
        prove(f"moves turned by {name}", [IS_MARK, is_board(board)], z3.And(*_commuting(board, table, subject.moves)))
        for mark in (1, 2):
            same = _has_line(board, mark, subject.lines()) == _has_line(turned(board, table), mark, subject.lines())
            prove(f"lines of {mark} turned by {name}", [is_board(board)], same)
    return f"all boards, all moves, {len(subject.symmetries)} symmetries"


def turned(board: Cells, table: tuple[int, ...]) -> Cells:
    """The board turned by a symmetry, square to square."""
    return Cells(*(board.on(table.index(square)) for square in SQUARES))


def _commuting(board: Cells, table: tuple[int, ...], moves: Moves) -> Iterator[Term]:
    image = turned(board, table)
    for square in SQUARES:
        yield image.on(table[square]) == board.on(square)
        yield turned(moves.placed(board, square), table).same(moves.placed(image, table[square]))
    for target, empty in ORDERED:
        after = moves.superposed(board, target, empty)
        of_image = moves.superposed(image, table[target], table[empty])
        yield from (turned(one, table).same(other) for one, other in zip(after, of_image, strict=True))
    for pair in pairs():
        filled = moves.filled(image, Pair(*sorted(table[square] for square in pair)))
        yield z3.Implies(is_pair(board, pair), turned(moves.filled(board, pair), table).same(filled))


def _has_line(board: Cells, mark: int, all_lines: tuple[tuple[int, ...], ...]) -> Term:
    return z3.Or(*(z3.And(*(board.on(square) == mark for square in line)) for line in all_lines))


def _without_a_diagonal() -> tuple[tuple[int, ...], ...]:
    return lines()[:-1]


a_diagonal_is_missing = Turned(lines=_without_a_diagonal)
marks_go_to_the_next_square = Turned(moves=written_on_the_next_square)
