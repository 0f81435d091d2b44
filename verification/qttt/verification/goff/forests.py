"""Lemmas on the entanglement graph: the kernels keep a forest right, for any order in which its edges are added.

A forest is a list of 36 terms (see `qttt.fast.goff.position`) with nine marks at arbitrary places. It is *sound* if

* the sides of a spooky mark are disjoint and hold one end each; a definite or absent mark has empty sides;
* both ends of a mark are in the same side of any other mark, or in neither side;
* the components of two marks (both sides together) are the same or disjoint, and if they are the same, the side of one
  mark that is away from the other is part of the side of the other that is near.

The empty forest is sound, and both ways to add a mark preserve soundness; hence every forest that the kernels can make
is sound. The lemmas do not assume an order, so they cover every order. The kernels treat all marks before the new one
equally: a proof for marks 0 and 1 among eight, some perhaps absent, and for the new mark 8 holds for any marks.

A component with a closed cycle has exactly two settlements, and the kernel finds both. A component of k squares is a
tree of k - 1 marks and the last mark, between any two of its squares. Its squares and marks can be named so that mark i
joins square i to an earlier one, for i = 1 to k - 1: start at any square and add, one by one, a square joined to an
earlier one. Settlements do not depend on names, so this loses no generality.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from types import SimpleNamespace
from typing import NamedTuple

import z3

from qttt.fast.goff.board import SQUARES, size
from qttt.fast.goff.position import ABSENT, FOREST, MARKS, A, B, U, V, component, entangle, settling_square
from qttt.spec.vocabulary import Map
from qttt.verification import Refuted, expect
from qttt.verification.formal.symbols import Symbols
from qttt.verification.formal.terms import conjunction, members
from qttt.verification.goff.formal import PAGE
from qttt.verification.proof import Term, constant, count, number, prove

NEW = MARKS - 1


def has(mask: Term, square: Term) -> Term:
    """Whether a mask contains a square."""
    return (mask >> square) & 1 == 1


def span(forest: list[Term], i: int) -> Term:
    """The component of mark i, empty unless it is spooky."""
    return forest[A + i] | forest[B + i]


def spooky(forest: list[Term], i: int) -> Term:
    return forest[U + i] != forest[V + i]


def is_sound_alone(forest: list[Term], i: int) -> Term:
    u, v, a, b = (forest[part + i] for part in (U, V, A, B))
    sides = z3.And(u < SQUARES, v < SQUARES, a <= 0o777, b <= 0o777, has(a, u), has(b, v), a & b == 0)
    return z3.And(u >= 0, v >= 0, z3.If(spooky(forest, i), sides, z3.And(u <= ABSENT, a == 0, b == 0)))


def is_sound_pair(forest: list[Term], i: int, j: int) -> Term:
    (u, v, a, b), (p, q, c, d) = ([forest[part + mark] for part in (U, V, A, B)] for mark in (i, j))
    near, near_too = z3.If(has(a, p), a, b), z3.If(has(c, u), c, d)
    away, away_too = a ^ b ^ near, c ^ d ^ near_too
    return z3.And(
        *(has(side, p) == has(side, q) for side in (a, b)),
        *(has(side, u) == has(side, v) for side in (c, d)),
        z3.Or(
            (a | b) & (c | d) == 0, z3.And(a | b == c | d, u != v, p != q, away & ~near_too == 0, away_too & ~near == 0)
        ),
        z3.Implies(p == q, z3.Not(has(a | b, p))),
        z3.Implies(u == v, z3.Not(has(c | d, u))),
    )


def is_sound(forest: list[Term]) -> list[Term]:
    alone = [is_sound_alone(forest, i) for i in range(MARKS)]
    return alone + [is_sound_pair(forest, i, j) for i in range(MARKS) for j in range(i)]


def any_forest() -> tuple[list[Term], list[Term]]:
    """A forest of arbitrary marks, and the hypotheses that make it sound."""
    forest = [number(f"square_{k}", 4) for k in range(A)] + [number(f"side_{k}", 9) for k in range(A, FOREST)]
    return forest, is_sound(forest)


def is_open(forest: list[Term], square: Term) -> Term:
    """Whether a square is on the board and has no definite mark."""
    definite = (z3.And(z3.Not(spooky(forest, i)), forest[U + i] == square) for i in range(MARKS))
    return z3.And(square < SQUARES, z3.Not(z3.Or(*definite)))


class Step(NamedTuple):
    """A sound forest without mark 8, and the same forest with mark 8 between open squares of different components."""

    before: list[Term]
    after: list[Term]
    joined: tuple[Term, Term]
    hypotheses: list[Term]


def any_step() -> Step:
    before, hypotheses = any_forest()
    u, v = number("u", 4), number("v", 4)
    hypotheses += [before[U + NEW] == ABSENT, before[V + NEW] == ABSENT, is_open(before, u), is_open(before, v)]
    joined = component(before, u), component(before, v)
    hypotheses.append(z3.Not(has(joined[0], v)))
    after = list(before)
    entangle(after, NEW, u, v)
    return Step(before, after, joined, hypotheses)


def sides_do_not_depend_on_mark_order() -> None:
    """Every forest that the kernels make is sound."""
    empty = [constant(ABSENT)] * A + [constant(0)] * (FOREST - A)
    prove("the empty forest", [], z3.And(*is_sound(empty)))
    step = any_step()
    for name, goal in {
        "an old mark": is_sound_alone(step.after, 0),
        "the new mark": is_sound_alone(step.after, NEW),
        "an old mark and the new": is_sound_pair(step.after, NEW, 0),
        "two old marks": is_sound_pair(step.after, 1, 0),
    }.items():
        prove(name, step.hypotheses, goal)
    forest, hypotheses = any_forest()
    square = number("square", 4)
    hypotheses += [forest[U + NEW] == ABSENT, forest[V + NEW] == ABSENT, is_open(forest, square)]
    hypotheses += [z3.Not(has(span(forest, i), square)) for i in range(MARKS)]
    forest[U + NEW] = forest[V + NEW] = square
    prove("a definite mark", hypotheses, z3.And(is_sound_alone(forest, NEW), is_sound_pair(forest, NEW, 0)))


def a_component_is_what_is_joined() -> None:
    """A component holds both ends of a mark or neither, and is exactly as large as it must be.

    Closed under edges, a component is right or too large. It has one square more than edges, and grows by joining, so
    it is connected, hence right.
    """
    forest, hypotheses = any_forest()
    square = number("square", 4)
    here = component(forest, square)
    whole = z3.Or(span(forest, 0) == here, span(forest, 0) & here == 0)
    closed = z3.And(has(here, square), has(here, forest[U]) == has(here, forest[V]), whole)
    prove("closed under edges", [*hypotheses, square < SQUARES], z3.Implies(spooky(forest, 0), closed))
    alone = [z3.Not(has(span(forest, i), square)) for i in range(MARKS)]
    prove("a square without marks", [*hypotheses, square < SQUARES, *alone], here == 1 << square)
    joining_makes_one_component_of_two()
    squares_add_up()


@cache
def components_are_disjoint() -> None:
    """The component of a square is that of each of its squares, all of which are open if the square is."""
    forest, hypotheses = any_forest()
    square, other = number("square", 4), number("other", 4)
    here = component(forest, square)
    hypotheses += [square < SQUARES, other < SQUARES, has(here, other)]
    prove("one component", hypotheses, component(forest, other) == here)
    prove("open squares", hypotheses, z3.Implies(is_open(forest, square), is_open(forest, other)))


@cache
def joining_makes_one_component_of_two() -> None:
    """An edge between two components makes them one, and leaves all others unchanged."""
    components_are_disjoint()
    step = any_step()
    u_side, v_side, square = number("u_side", 9), number("v_side", 9), number("square", 4)
    named = [u_side == step.joined[0], v_side == step.joined[1]]
    v = number("v", 4)
    common = [z3.Implies(has(u_side & v_side, constant(s)), u_side == v_side) for s in range(SQUARES)]
    prove("two components", [*common, v < SQUARES, has(v_side, v), z3.Not(has(u_side, v))], u_side & v_side == 0)

    def joined(i: int) -> Term:
        was = span(step.before, i)
        touched = z3.And(spooky(step.before, i), z3.Or(was == u_side, was == v_side))
        return span(step.after, i) == z3.If(touched, u_side | v_side, was)

    def apart(i: int) -> Term:
        was = span(step.before, i)
        return z3.Or(was == u_side, was == v_side, was & (u_side | v_side) == 0)

    prove(
        "marks of both",
        [*step.hypotheses, *named],
        z3.And(joined(0), apart(0), span(step.after, NEW) == u_side | v_side),
    )
    lemmas = [u_side & v_side == 0, span(step.after, NEW) == u_side | v_side]
    lemmas += [fact(i) for fact in (joined, apart) for i in range(NEW)]
    hypotheses = [*step.hypotheses, *named, *lemmas, is_open(step.before, square)]
    now = component(step.after, square)
    for side in (u_side, v_side):
        prove("squares of both", [*hypotheses, has(side, square)], now == u_side | v_side)
    others = [*hypotheses, z3.Not(has(u_side | v_side, square))]
    prove("all other squares", others, now == component(step.before, square))
    prove(
        "open squares",
        [*step.hypotheses, square < SQUARES],
        is_open(step.after, square) == is_open(step.before, square),
    )


@cache
def a_collapse_is_right_in_every_forest_from_every_root() -> None:
    """Each mark settles on one of its own squares, no two marks on one square, and no mark on the root or outside."""
    forest, hypotheses = any_forest()
    root = number("root", 4)
    here, there = settling_square(forest, 0, root), settling_square(forest, 1, root)
    together = [spooky(forest, 0), spooky(forest, 1), span(forest, 0) == span(forest, 1), has(span(forest, 0), root)]
    goal = z3.And(
        z3.Or(here == forest[U], here == forest[V]),
        has(span(forest, 0), here),
        here != root,
        here != there,
        z3.Not(has(z3.If(here == forest[U], forest[A], forest[B]), root)),
    )
    prove("collapse", [*hypotheses, root < SQUARES, *together], goal)
    prove("a definite mark", [*hypotheses, root < SQUARES, z3.Not(spooky(forest, 0))], here == forest[U])


Tree = tuple[int, int]
"""The number of squares of a tree, and of its marks."""
Trees = tuple[Tree, ...]
"""All trees of a position in which no cycle waits, in ascending order."""
START: Trees = ((1, 0),) * SQUARES


def trees_after(trees: Trees) -> Iterator[Trees]:
    """The trees after one more ply and its selection: a mark joins two of them, or settles the one that it lies in; or
    the final move takes the only square that is open."""
    for one, other in combinations(range(len(trees)), 2):
        rest = [tree for at, tree in enumerate(trees) if at not in (one, other)]
        squares, marks = map(sum, zip(trees[one], trees[other], strict=True))
        yield tuple(sorted([*rest, (squares, marks + 1)]))
    for at, (squares, _) in enumerate(trees):
        if squares > 1 or len(trees) == 1:
            yield trees[:at] + trees[at + 1 :]


def every_game() -> list[set[Trees]]:
    """The trees that can be open after 0 to 9 plies: the induction over the plies, run as a chain.

    Raises `Refuted` unless after n plies there are 9 - n trees, each with one square more than marks, so that a mark
    inside settles as many marks as the tree has squares."""
    chain = [{START}]
    for ply in range(SQUARES + 1):
        for trees in chain[ply]:
            if len(trees) != SQUARES - ply or any(squares != marks + 1 for squares, marks in trees):
                raise Refuted(f"after {ply} plies the trees can be {trees}")
        chain.append({after for trees in chain[ply] for after in trees_after(trees)})
    return chain


@cache
def every_ply_takes_away_one_tree() -> None:
    """A mark between two trees joins them; a mark inside a tree settles its k marks on its k squares. With these steps,
    proved, every game is a chain of at most nine plies; only one square is open only before ply 9, which X makes."""
    empty, square = [constant(ABSENT)] * A + [constant(0)] * (FOREST - A), number("square", 4)
    prove("nine trees", [square < SQUARES], component(empty, square) == 1 << square)
    joining_makes_one_component_of_two()
    squares_add_up()
    a_collapse_is_right_in_every_forest_from_every_root()
    expect("plies of the final move", plies_with(((1, 0),)), [SQUARES])


def plies_with(trees: Trees) -> list[int]:
    """The plies that these trees can be there before."""
    return [ply for ply, found in enumerate(every_game(), start=1) if trees in found]


def pairs_run_out_only_on_two_squares() -> None:
    """No two marks are on the same two squares, and of three open squares two are joined by no mark. So every two open
    squares carry a mark only if two are open and one mark joins them: they are the only tree, before ply 9 of X."""
    forest, hypotheses = any_forest()
    ends = [number(f"end_{k}", 4) for k in range(3)]
    pairs = [*combinations(ends, 2)]
    distinct = [z3.And(a < SQUARES, b < SQUARES, a != b) for a, b in pairs]

    def joins(i: int, a: Term, b: Term) -> Term:
        u, v = forest[U + i], forest[V + i]
        return z3.Or(z3.And(u == a, v == b), z3.And(u == b, v == a))

    twice = [joins(i, *pairs[0]) for i in (0, 1)]
    prove("two marks on a pair", hypotheses + distinct, z3.Not(z3.And(*twice)))
    joined = [joins(i, *pair) for i, pair in enumerate(pairs)]
    prove("three squares joined in pairs", hypotheses + distinct, z3.Not(z3.And(*joined)))
    expect("plies without a legal move", plies_with(((2, 1),)), [SQUARES])


def moving_the_root_across_an_edge_moves_one_mark() -> None:
    """If the root goes from one end of mark 0 to the other, mark 0 changes its square and mark 1 does not."""
    forest, hypotheses = any_forest()
    together = [spooky(forest, 0), spooky(forest, 1), span(forest, 0) == span(forest, 1)]
    places = [[settling_square(forest, i, end) for end in (forest[U], forest[V])] for i in (0, 1)]
    goal = z3.And(places[0][0] == forest[V], places[0][1] == forest[U], places[1][0] == places[1][1])
    prove("moving the root", hypotheses + together, goal)


@cache
def squares_add_up() -> None:
    """The kernel counts the squares of a mask, and the counts of disjoint masks add up."""
    a, b = number("a", SQUARES), number("b", SQUARES)
    prove("size of a mask", [], size(a) == count(has(a, constant(square)) for square in range(SQUARES)))
    prove("sizes add up", [a & b == 0], size(a | b) == size(a) + size(b))


# Settlements


Settlement = list[Term]
"""The square of each mark of a component, the last mark first."""
Edge = tuple[Term, Term]


def is_settlement(edges: list[Edge], squares: Settlement) -> Term:
    """Whether squares are a choice of an end of each mark that the page takes for a settlement. Rule: GOFF-COLLAPSE-3

    `choices` gives the page this choice only, and `the` the condition under which the page takes it."""
    chosen = Map(enumerate(squares))
    page = Symbols(
        PAGE.text, collapsing=lambda _: Map(enumerate(edges)), choices=lambda _: (chosen,), the=lambda found: found
    )
    found = page.settlement(SimpleNamespace(n=0), squares[0])
    own = [z3.Or(square == a, square == b) for (a, b), square in zip(edges, squares, strict=True)]
    return z3.And(*own, conjunction(condition for condition, _ in members(found)))


def any_component(squares: int) -> tuple[list[Edge], list[Term]]:
    """The edges of a component of `squares` squares with a closed cycle, the last mark first, and its hypotheses."""
    first, second = number("first", 4), number("second", 4)
    hypotheses = [z3.ULT(first, second), z3.ULT(second, squares)]
    edges = [(first, second)]
    for square in range(1, squares):
        earlier = number(f"joins_{square}", 4)
        hypotheses.append(z3.ULT(earlier, square))
        edges.append((earlier, constant(square)))
    return edges, hypotheses


def a_cyclic_component_has_exactly_two_collapses() -> None:
    """At most one settlement for each square of the last mark, and the kernel finds it for both. They differ in the
    marks of the cycle: the last one, and those that have its squares on different sides."""
    for squares in range(2, min(SQUARES, MARKS) + 1):
        edges, hypotheses = any_component(squares)
        one, other = ([number(f"{name}_{i}", 4) for i in range(squares)] for name in ("one", "other"))
        both = [is_settlement(edges, places) for places in (one, other)]
        same = z3.And(*(a == b for a, b in zip(one, other, strict=True)))
        prove(f"at most one, {squares} squares", [*hypotheses, *both, one[0] == other[0]], same)
        forest = [constant(ABSENT)] * A + [constant(0)] * (FOREST - A)
        for i, (u, v) in enumerate(edges[1:]):
            entangle(forest, i, u, v)
        both_found = [[root, *(settling_square(forest, i, root) for i in range(squares - 1))] for root in edges[0]]
        for found in both_found:
            prove(f"at least one, {squares} squares", hypotheses, is_settlement(edges, found))
        for i, *places in zip(range(squares - 1), *(found[1:] for found in both_found), strict=True):
            on_the_cycle = z3.Xor(*(has(forest[A + i], root) for root in edges[0]))
            prove(f"mark {i}, {squares} squares", hypotheses, (places[0] != places[1]) == on_the_cycle)
