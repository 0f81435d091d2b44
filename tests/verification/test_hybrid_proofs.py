"""The proofs about Q3T are about the kernels: the same text, on variables and on numbers."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
import z3

from qttt.fast.hybrid import batch
from qttt.fast.hybrid.batch import NUMBERS, ONE, SLOTS, TURN, TWO
from qttt.fast.hybrid.boxes import HAS_LINE
from qttt.fast.hybrid.rules import Setting
from qttt.verification import Refuted
from qttt.verification.hybrid import proofs
from qttt.verification.hybrid.proofs import BEFORE, EFFECTS, THE_RULES, Half, Hidden, Owned
from qttt.verification.proof import Term, every_path, number


def valued(term: Term, **numbers: int) -> int:
    """A term with numbers for its variables."""
    bits = {"x": 9, "o": 9, "turn": 1, "box": 4}
    known = [
        (z3.BitVec(name, bits.get(name, 5)), z3.BitVecVal(value, bits.get(name, 5))) for name, value in numbers.items()
    ]
    return int(z3.simplify(z3.substitute(term, *known)).as_signed_long())


@pytest.mark.parametrize("take", [0, 1])
def test_actions_agree_on_variables_and_numbers(take: int) -> None:
    draws, setting = Random(3), batch.setting_of(Setting(effect=EFFECTS[take]))
    actions: list[tuple[int, int | None]] = [(SLOTS, 0), (SLOTS + 1, 0), (SLOTS + 1, 4), (2, None), (9 + 7, None)]
    for action, box in actions * 5:
        x = draws.randrange(4) << 7
        state = [x, 0o600 & ~x, draws.randrange(2), 0 if box is None else box + 1, *[0] * (NUMBERS - ONE)]
        two = sorted((draws.randrange(15, 19) for _ in range(2)), reverse=True)
        state[ONE], state[TWO], state[ONE + 4] = (*two, draws.randrange(15, 19)) if action >= SLOTS else (two[0], 0, 0)
        numbers = {name: state[at] for at, name in ((0, "x"), (1, "o"), (TURN, "turn"))}
        numbers |= {f"a_{c}": state[ONE + c] for c in range(9)} | {f"b_{c}": state[TWO + c] for c in range(9)}
        found = [valued(term, **numbers) for term in proofs.played(THE_RULES, BEFORE, action, take, box)]
        batch.play(state, None, action, setting)
        assert found == state


def test_positions_are_not_excluded() -> None:
    position: Any = {"x": 0b11, "o": 0b100, "turn": 0, "a_3": 4, "b_3": 3, "a_8": 5}
    names = [f"{letter}_{box}" for letter in "ab" for box in range(9)]
    for changed, right in (
        ({}, True),
        ({"o": 0b101}, False),
        ({"a_8": 9}, False),
        ({"b_3": 5}, False),
        ({"a_0": 3}, False),
    ):
        given = dict.fromkeys(names, 0) | position | changed
        known = z3.If(z3.And(*proofs.is_position(BEFORE)), z3.BitVecVal(1, 64), z3.BitVecVal(0, 64))
        assert valued(known, **given) == right


def test_number_is_a_condition() -> None:
    term = every_path(lambda a: 1 if a & 4 else 2, number("x", 9))
    assert [valued(term, x=x) for x in (4, 5, 3)] == [1, 1, 2]
    shifted, less = every_path(lambda a: (1 << a, 9 - a), number("box", 4))
    assert (valued(shifted, box=3), valued(less, box=3)) == (8, 6)


def test_forbidden_requests_are_rejected() -> None:
    for ask in (
        lambda: Hidden() == "X",
        lambda: bool(Half(3)),
        lambda: Half(3) & 1,
        lambda: {Hidden()},
        lambda: (Owned(4) - 1) & 1,
        lambda: Owned(4) == 0,
    ):
        with pytest.raises(Refuted, match="depend on owners"):
            ask()
    assert Half(5) | Half(5) == 5
    assert (Owned(4) - 1) >> 1 == 4


def test_layers_are_in_lexicographic_order() -> None:
    layers = [*product(range(3), range(3), range(2))]
    for one, other in product(layers, repeat=2):
        terms_of = (tuple(map(z3.IntVal, layer)) for layer in (one, other))
        assert z3.is_true(z3.simplify(proofs.later(*terms_of))) == (one < other)


def test_table_with_a_wrong_line_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "HAS_LINE", (*HAS_LINE[:7], False, *HAS_LINE[8:]))
    with pytest.raises(Refuted, match="0o7 that they have no line"):
        proofs.lines_are_looked_up()
