"""The tools of the checks and proofs: what they reject, and what they report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import z3

from qttt.fast.batch import CHANCE, OVER, SYSTEM, O, X
from qttt.fast.graph import Expanded
from qttt.fast.hybrid.sets import ValueSet, value_set
from qttt.fast.probabilistic.boards import rows_of
from qttt.fast.sqt.polynomial import Piecewise, Root, rational, roots
from qttt.reference.hybrid import Hybrid
from qttt.spec import lemmas
from qttt.spec.text import Shown, read_basis
from qttt.verification import Refuted
from qttt.verification.hybrid.another_solver import late_values, spoilt_set
from qttt.verification.hybrid.circuit import compare_circuit
from qttt.verification.mutation import with_globals
from qttt.verification.probabilistic import equivalence_boards as boards
from qttt.verification.proof import Undecided, Vacuous, every_path, number, prove
from qttt.verification.registry import Claim, claims
from qttt.verification.sqt import functions, offers
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


@pytest.mark.thorough
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


ROWS = {claim.id: claim for claim in claims()}


def same(text: str) -> str:
    """A statement as a line quotes it: after a colon, and without the full stop."""
    return text[:1].lower() + text[1:].removesuffix(".")


def faults(rows: Mapping[str, Claim]) -> Iterator[Shown]:
    """What lines say that the claims do not."""
    for lemma in lemmas().values():
        for part in (part for part in lemma.basis if part.claim):
            quoting = lemmas()[f"{lemma.id.partition(':')[0]}:{part.lemma}"] if part.lemma else lemma
            quoted = [same(each.statement) for each in quoting.basis if each.claim == part.claim]
            row = rows.get(part.claim)
            if row is None or (row.strength, row.on, [same(row.statement)]) != (part.strength, part.on, quoted):
                yield part


def test_every_lemma_says_what_its_claims_say() -> None:
    assert len(lemmas()) == 50
    assert [*faults(ROWS)] == []


@pytest.mark.parametrize(
    "changed",
    [
        replace(ROWS["goff-forest"], strength="exhausted", on=""),
        replace(ROWS["goff-forest"], on="page"),
        replace(ROWS["goff-forest"], statement="The kernels keep every forest right."),
        replace(ROWS["goff-three-trees"], statement="After n plies there are 9 - n trees."),
    ],
)
def test_line_that_drifts_is_noticed(changed: Claim) -> None:
    assert {part.claim for part in faults(ROWS | {changed.id: changed})} == {changed.id}


def test_lemma_without_its_claim_is_noticed() -> None:
    assert [part.claim for part in faults({id: row for id, row in ROWS.items() if id != "goff-forest"})] == [
        "goff-forest"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Claim `goff-forest` (proved).",
        "*Basis.* Proved.",
        "*Basis.* Argued below: all. Proved on the kernel: sides stay right, (`goff-forest`)",
    ],
)
def test_lemma_needs_a_line_on_its_basis(line: str) -> None:
    with pytest.raises(ValueError, match="LEMMA any: expected a line such as"):
        read_basis("any", f"*Any.*\n\n{line}\n\nProof. None. ∎")


def test_fronts_may_leave_out_only_what_is_undercut() -> None:
    assert offers.stands_for(((1, 0),), [(1, 0), (2, 0), (1, 1)], 1)
    assert not offers.stands_for(((1, 1),), [(1, 1), (2, 0)], 1)
    assert not offers.stands_for(((1, 0),), [(1, 0), (2, 0)], 2)
    assert not offers.stands_for(((0, 0),), [(1, 0)], 1)
    assert not offers.stands_for(((1, 0), (2, 0)), [(1, 0), (2, 0)], 1)


@pytest.mark.parametrize(("a", "left"), [((-2, 0, 1), [0]), ((-4, 0, 0, 0, 1), [0]), ((1, 1), [1, 1]), ((), [0])])
def test_remainder_of_a_polynomial(a: tuple[int, ...], left: list[int]) -> None:
    assert functions.remainder(a, (-2, 0, 1)) == left


def kind(ends: tuple[Root, ...], pieces: tuple[tuple[int, ...], ...]) -> None:
    functions.is_of_its_kind("it", Piecewise(ends, pieces))


def test_functions_of_another_kind_are_rejected() -> None:
    zero, one = rational(Fraction(0)), rational(Fraction(1))
    half, root = rational(Fraction(1, 2)), roots((-1, 0, 2))[0]
    kind((zero, half, one), ((2, -2), (1,)))
    kind((zero, root, one), ((0, 0, -2), (-1,)))
    for ends, pieces, complaint in (
        ((zero, half), ((1,),), "from 0.0 to 0.5"),
        ((zero, one, half, one), ((1,), (2,), (1,)), "do not ascend"),
        ((zero, one), ((1, 0, 0, 0, 0, -1),), "the piece"),
        ((zero, half, one), ((2, -2), (0,)), "do not meet"),
        ((zero, half, one), ((1,), (1,)), "are the same"),
        ((zero, one), ((0, -1, 1),), "increases"),
    ):
        with pytest.raises(Refuted, match=complaint):
            kind(ends, pieces)


HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def test_probability_that_is_not_a_512th_is_not_rounded() -> None:
    from qiskit.quantum_info import Statevector

    from qttt.verification.hybrid.circuit import probability

    assert probability(Statevector([0.5, 0])) == QUARTER
    with pytest.raises(ArithmeticError, match="a probability of"):
        probability(Statevector([0.501, 0]))


def test_gate_at_the_quantum_move_is_noticed_though_results_agree() -> None:
    """It entangles control and target, but with both read at the end the probabilities are those of the game."""
    from qiskit import QuantumCircuit

    from qttt.verification.hybrid.circuit import simulate

    made = QuantumCircuit(2, 2)
    made.reset(0)
    made.x(0)
    made.h(1)
    made.cx(1, 0, ctrl_state=0)
    made.measure([1, 0], [1, 0])
    assert [*simulate(made)] == [{(("2O", "1O"), "OO"): HALF, (("2X", "1X"), "XX"): HALF}]
    with pytest.raises(Refuted, match=r"entangled by cx.* on \[1, 0\]"):
        [*simulate(made, entangled=False)]


def test_circuits_that_end_ways_early_are_compared() -> None:
    """X has a line after three boxes on one way; there the circuit keeps measuring."""

    assert compare_circuit(Hybrid(), "X1.1 =X O2.2 =X X3.3 O4.4") == 3


def shipped_values_are_solved_anew(value: ValueSet, folder: Path) -> None:
    assert late_values(lambda *_: {}, Hybrid(), value, 0, 0, folder) == (0, 0)


@pytest.mark.thorough
def test_only_a_right_solve_finds_the_shipped_values(tmp_path: Path) -> None:
    shipped_values_are_solved_anew(value_set, tmp_path)
    with pytest.raises(Refuted, match="a shipped value is not that of a fresh solve"):
        shipped_values_are_solved_anew(spoilt_set, tmp_path)
