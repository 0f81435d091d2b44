"""The tools of the checks: what they reject, and what they report."""

from __future__ import annotations

import numpy as np
import pytest
import z3

from qttt.fast.batch import CHANCE, OVER, SYSTEM, O, X
from qttt.fast.graph import Expanded
from qttt.fast.probabilistic.boards import rows_of
from qttt.verification import Refuted
from qttt.verification.mutation import with_globals
from qttt.verification.probabilistic import equivalence_boards as boards
from qttt.verification.proof import Undecided, Vacuous, every_path, number, prove
from qttt.verification.stored_values import from_next

FACTOR = 3


def tripled(x: int) -> int:
    return FACTOR * x


def stepped(x: int, y: int) -> int:
    if x > y:
        return 1
    return 2 if x == y and y > 5 else 3


def test_mutant_is_a_copy() -> None:
    assert with_globals(tripled, FACTOR=4)(2) == 8
    assert tripled(2) == 6
    with pytest.raises(ValueError, match="tripled does not use OTHER"):
        with_globals(tripled, OTHER=4)


def tripled_each(numbers: list[int]) -> list[int]:
    return [FACTOR * x for x in numbers]


def test_mutant_changes_comprehensions_too() -> None:
    assert with_globals(tripled_each, FACTOR=4)([2, 3]) == [8, 12]
    assert tripled_each([2, 3]) == [6, 9]


def test_prove_rejects_contradictory_hypotheses() -> None:
    x = number("x", 4)
    prove("small", [x <= 3], x <= 4)
    with pytest.raises(Refuted, match="fails for x = 4"):
        prove("small", [x <= 4], x <= 3)
    with pytest.raises(Vacuous):
        prove("small", [x <= 3, x >= 4], x == 0)


def test_prove_rejects_what_z3_cannot_decide() -> None:
    a, b = number("a", 30), number("b", 30)
    product = a * b == 998244353 * 1000000007
    with pytest.raises(Undecided):
        prove("no factors", [a > 1, b > 1], z3.Not(product), seconds=1)
    with pytest.raises(Undecided, match="hypotheses"):
        prove("no factors", [a > 1, b > 1, product], a > 1, seconds=1)


def test_every_path_joins_the_paths_of_a_kernel() -> None:
    x, y = number("x", 4), number("y", 4)
    expected = z3.If(x > y, 1, z3.If(z3.And(x == y, y > 5), 2, z3.BitVecVal(3, 64)))
    prove("paths", [], every_path(stepped, x, y) == expected)
    with pytest.raises(Refuted):
        prove("paths", [], every_path(stepped, x, y) != 2)


def test_every_path_decides_a_condition_once() -> None:
    runs = []

    def asking_again(x: int) -> int:
        runs.append(x)
        return 1 if x > 3 and x > 3 else 2

    x = number("x", 4)
    prove("asked again", [], every_path(asking_again, x) == z3.If(x > 3, z3.BitVecVal(1, 64), 2))
    assert len(runs) == 2


def test_values_come_from_the_next_ones() -> None:
    actor = np.array([X, O, OVER, SYSTEM, CHANCE], np.int8)
    counts = np.array([3, 2, 0, 2, 2])
    after = np.array([1, 7, 3, 4, 2, 8, 4, 6, 2])
    found = Expanded(actor, actor, counts, np.arange(9), np.arange(9), np.zeros(9))
    assert from_next(found, after, (1, 4)).tolist() == [7, 2, 0, 7, 4]
    for at, wrong in ((5, 7), (7, 5)):
        with pytest.raises(Refuted, match="is not a multiple of"):
            from_next(found, np.where(np.arange(9) == at, wrong, after), (1, 4))


def test_boards_of_probabilities_match_their_names() -> None:
    assert len(set(boards.boards(5))) == 2 + 5 * len(boards.KINDS)
    for at in range(20):
        assert 1 <= boards.with_passes(at).count(boards.PASS) <= 8
        assert len({square.neutral.denominator for square in boards.awkward(at)}) > 3
        assert all(2 % part.denominator == 0 for square in boards.certain(at) for part in square)
        assert boards.BEYOND in boards.beyond(at)
        assert len({float(square.success) for square in boards.nearly_even(at)}) == 1
    with pytest.raises(ValueError, match="too little for double precision"):
        rows_of([boards.beyond(0)])
