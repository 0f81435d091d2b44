"""Lemmas on the number of trees: nine open squares are nine trees, and every ply removes one.

`qttt.verification.goff.forests` proves the effect of the kernels on a forest. This module counts trees, on variables
for the open squares and for the tree of each: a tree counts at its smallest square. z3 proves each step. The induction
is prose: steps are repeated ply by ply and, within a tree that settles, mark by mark.
"""

from functools import cache
from typing import NamedTuple

import z3

from qttt.fast.goff.board import BOARD, SQUARES, size
from qttt.fast.goff.forest import ABSENT, FOREST, MARKS, A
from qttt.verification.goff.forests import (
    REAL,
    Kernels,
    a_collapse_is_right_in_every_forest_from_every_root,
    components_are_disjoint,
    has,
    joining_makes_one_component_of_two,
    squares_add_up,
)
from qttt.verification.proof import Term, constant, count, number, prove


class Trees(NamedTuple):
    """The open squares, as a mask, and the tree of each open square."""

    open: Term
    tree_of: list[Term]

    def number(self) -> Term:
        """The number of trees, counted as open squares that are the smallest of their tree."""
        smallest = [tree & ((1 << s) - 1) == 0 for s, tree in enumerate(self.tree_of)]
        return count(z3.And(has(self.open, constant(s)), first) for s, first in enumerate(smallest))

    def has_tree(self, square: Term, tree: Term) -> Term:
        """Whether a square is open and this is its tree."""
        named = (z3.Implies(square == s, tree == self.tree_of[s]) for s in range(SQUARES))
        return z3.And(square < SQUARES, has(self.open, square), *named)


def any_trees() -> tuple[Trees, list[Term]]:
    """Any open squares in any trees, and the hypotheses: trees are disjoint sets of open squares."""
    trees = Trees(number("open", SQUARES), [number(f"tree_{s}", SQUARES) for s in range(SQUARES)])
    hypotheses = []
    for s, tree in enumerate(trees.tree_of):
        whole = [z3.Implies(has(tree, constant(t)), other == tree) for t, other in enumerate(trees.tree_of) if t != s]
        alone = z3.And(has(tree, constant(s)), tree & ~trees.open == 0, *whole)
        hypotheses.append(z3.Implies(has(trees.open, constant(s)), alone))
    return trees, hypotheses


def every_ply_takes_away_one_tree(subject: Kernels = REAL) -> str:
    """A mark between two trees joins them; a mark inside a tree settles it, and the final move fills the last tree.

    So after n plies 9 - n trees remain: three after ply 6, two after ply 7, one after ply 8.
    """
    a_collapse_is_right_in_every_forest_from_every_root(subject)
    empty, square = [constant(ABSENT)] * A + [constant(0)] * (FOREST - A), number("square", 4)
    prove("nine trees", [square < SQUARES], subject.component(empty, square) == 1 << square)
    components_are_disjoint(subject)
    joining_makes_one_component_of_two(subject)
    squares_add_up()
    joining_takes_one_tree_away()
    a_tree_has_one_mark_less_than_squares()
    settling_takes_one_tree_away()
    return "every ply from every forest on nine squares"


def the_final_move_is_made_at_ply_9(subject: Kernels = REAL) -> str:
    """One open square is one tree, and one tree remains only after eight plies."""
    every_ply_takes_away_one_tree(subject)
    trees, hypotheses = any_trees()
    plies = number("plies", 4)
    known = [*hypotheses, size(trees.open) == 1, trees.number() == SQUARES - plies, plies <= SQUARES]
    prove("one open square", known, z3.And(plies + 1 == 9, (plies + 1) & 1 == 1))
    return "every ply from every forest on nine squares"


def no_square_is_open_after_ply_9(subject: Kernels = REAL) -> str:
    """After nine plies no tree remains, and every open square is in a tree."""
    every_ply_takes_away_one_tree(subject)
    trees, hypotheses = any_trees()
    prove("no tree", [*hypotheses, trees.number() == 0], trees.open == 0)
    return "every ply from every forest on nine squares"


@cache
def joining_takes_one_tree_away() -> None:
    """A mark between two trees leaves the other trees unchanged, and reduces the number of trees by one."""
    trees, hypotheses = any_trees()
    u, v, u_side, v_side = number("u", 4), number("v", 4), number("u_side", SQUARES), number("v_side", SQUARES)
    both = u_side | v_side
    after = [z3.If(has(both, constant(s)), both, tree) for s, tree in enumerate(trees.tree_of)]
    joined = [trees.has_tree(u, u_side), trees.has_tree(v, v_side), z3.Not(has(u_side, v))]
    prove("joining", hypotheses + joined, Trees(trees.open, after).number() == trees.number() - 1)


@cache
def a_tree_has_one_mark_less_than_squares() -> None:
    """A square without marks is a tree of one square; joining two trees adds their squares, and one to their marks."""
    u_side, v_side, span, other = (number(name, SQUARES) for name in ("u_side", "v_side", "span", "other"))
    both = u_side | v_side
    in_u, in_v = span == u_side, span == v_side
    after = z3.If(z3.Or(in_u, in_v), both, span)
    known = [u_side & v_side == 0, u_side != 0, v_side != 0, z3.Or(in_u, in_v, span & both == 0)]
    prove("an old mark", known, z3.And((after == both) == z3.Or(in_u, in_v), z3.Not(z3.And(in_u, in_v))))
    prove("a mark elsewhere", [*known, other != 0, other & both == 0], (after == other) == (span == other))
    marks = [(z3.Bool(f"in_u_{i}"), z3.Bool(f"in_v_{i}")) for i in range(MARKS - 1)]
    of_u, of_v, of_both = (count(some) for some in (*zip(*marks, strict=True), [z3.Or(*pair) for pair in marks]))
    known = [z3.Not(z3.And(*pair)) for pair in marks]
    known += [u_side & v_side == 0, of_u == size(u_side) - 1, of_v == size(v_side) - 1]
    prove("the marks of both and the new one", known, of_both + 1 == size(both) - 1)


@cache
def settling_takes_one_tree_away() -> None:
    """The k marks of a tree of k squares, k - 1 and the new one, settle on k squares of the tree, so on all of them;
    the other trees stay."""
    filled, tree, square = number("filled", SQUARES), number("tree", SQUARES), number("square", 4)
    another = [square < SQUARES, z3.Not(has(filled, square))]
    prove("one square more", another, size(filled | (1 << square)) == size(filled) + 1)
    prove("as many squares", [filled & ~tree == 0, size(filled) == size(tree)], filled == tree)
    trees, hypotheses = any_trees()
    settled = Trees(trees.open & ~tree & BOARD, trees.tree_of)
    prove("settling", [*hypotheses, trees.has_tree(square, tree)], settled.number() == trees.number() - 1)
