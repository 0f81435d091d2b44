"""The solver on small games solved by hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from qttt.reference.game import Actor, Score
from qttt.reference.probabilistic import solver as probabilistic
from qttt.reference.solver import Solver

from .written_out import Node, WrittenOut, ends, o, x

ANSWER = o(*ends(0, -1))
GAMBLE = Node(Actor.CHANCE, (*ends(12), ANSWER))
"""12 with probability 1/3, and with 2/3 a node where O chooses 0 or -1: worth 10/3."""
ROOT = x(*ends(3), GAMBLE)


def solver_of(root: Node, *favour: Fraction) -> Solver[Node, int]:
    return Solver(WrittenOut(root, favour))


def test_values_and_best_actions_by_hand() -> None:
    solver = solver_of(ROOT)
    assert [solver.value(node) for node in (ROOT, GAMBLE, ANSWER)] == [Fraction(10, 3), Fraction(10, 3), -1]
    assert solver.values(ROOT) == {0: 3, 1: Fraction(10, 3)}
    assert solver.values(GAMBLE) == {0: 12, 1: -1}
    assert (solver.best(ROOT), solver.best(ANSWER)) == ((1,), (1,))
    assert solver.best(GAMBLE) == (), "nobody decides at a node of CHANCE"
    assert solver.line(ROOT) == (1,), "it ends where chance begins"
    end = GAMBLE.children[0]
    assert solver.value(end) == 12
    assert not solver.values(end)
    assert not solver.best(end)


def test_ties_keep_the_documented_order() -> None:
    tied = o(*ends(5), x(*ends(2)), x(*ends(2)))
    assert solver_of(tied).best(tied) == (1, 2)
    assert solver_of(tied).line(tied) == (1, 0)


def test_transpositions_are_valued_once() -> None:
    class Counting(WrittenOut):
        scored = 0

        def score(self, position: Node) -> Score:
            Counting.scored += 1
            return super().score(position)

    shared = ends(7)
    solver = Solver(Counting(root := x(o(*shared), o(*shared))))
    assert [solver.value(root), solver.value(root), Counting.scored] == [7, 7, 1]


def test_long_games_need_no_recursion() -> None:
    (node,), length = ends(1), 20_000
    for _ in range(length):
        node = x(node)
    assert solver_of(node).value(node) == 1
    assert len(solver_of(node).line(node)) == length


@pytest.mark.parametrize("favour", [(), (Fraction(1),), (Fraction(1, 2), Fraction(1, 3))])
def test_system_without_probabilities_is_rejected(favour: tuple[Fraction, ...]) -> None:
    with pytest.raises(ValueError, match="gives SYSTEM no probabilities for its actions in "):
        solver_of(root := Node(Actor.SYSTEM, ends(1, 2)), *favour).value(root)


def test_chance_without_probabilities_is_rejected() -> None:
    class Silent(WrittenOut):
        def chance(self, position: Node) -> Mapping[int, Fraction]:
            return {}

    with pytest.raises(ValueError, match="gives CHANCE no probabilities for its actions in "):
        Solver(Silent(GAMBLE)).value(GAMBLE)


def test_system_favours_by_values_not_by_the_order_of_actions() -> None:
    """1/4 of the larger and 3/4 of the smaller, wherever they stand, and once more a level below."""
    below = Node(Actor.SYSTEM, ends(4, -4))
    root = Node(Actor.SYSTEM, (below, *ends(8)))
    solver = solver_of(root, Fraction(1, 4), Fraction(3, 4))
    assert solver.value(below) == -2
    assert solver.value(root) == Fraction(1, 4) * 8 + Fraction(3, 4) * -2
    assert solver.best(root) == solver.line(root) == ()


def test_iteration_that_comes_back_to_a_pair_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    passes, even = probabilistic.Line(1, *map(Fraction, (0, 0, 1))), probabilistic.Line(2, *[Fraction(1, 4)] * 3)
    assert probabilistic.solve((passes, even)).values == (Fraction(1, 3), Fraction(1, 3))
    right = probabilistic.values_of
    wrong = probabilistic.Values(Fraction(1, 2), Fraction(1, 2))
    monkeypatch.setattr(probabilistic, "values_of", lambda i, j: wrong if i.n == 1 else right(i, j))
    with pytest.raises(probabilistic.EndlessIteration, match="a loop of 2 squares is not solved after all 4 pairs of"):
        probabilistic.solve((passes, even))
