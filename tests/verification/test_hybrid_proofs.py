"""The proofs about Q3T are about the fast engine's rules: the same text, on variables and on numbers."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
import z3

from qttt.fast.hybrid import rules
from qttt.fast.hybrid.boxes import HAS_LINE
from qttt.fast.hybrid.rules import Link, Setting, State
from qttt.verification import Refuted
from qttt.verification.hybrid import proofs, terms
from qttt.verification.hybrid.terms import ENDS, FIRST, MASKS, SECOND, THE_TEXT, Half, Hidden
from qttt.verification.proof import Term, every_path, number

LINKS = (Link(0, 7, "X"), Link(0, 7, "O"), Link(0, 8, "X"), Link(1, 8, "X"))


def valued(term: Term, **numbers: int) -> int:
    """A term with numbers for its variables."""
    bits = {"x": 9, "o": 9, "box": 4}
    known = []
    for name, value in numbers.items():
        size = bits.get(name, 1 if name.startswith("of_x") else 4)
        known.append((z3.BitVec(name, size), z3.BitVecVal(value, size)))
    return int(z3.simplify(z3.substitute(term, *known)).as_long())


@pytest.mark.parametrize(("effect", "mark"), [*product(("reverse", "take"), "XO")])
def test_results_agree_on_variables_and_numbers(effect: str, mark: str) -> None:
    setting = Setting(effect=effect)
    symbolic = terms.after(THE_TEXT, setting, mark, [FIRST, SECOND])
    left = terms.left(THE_TEXT, setting, mark, [FIRST, SECOND])
    draws = Random(3)
    for first, second in product(LINKS, repeat=2):
        x = draws.randrange(4) << 7
        numbers = {"x": x, "o": 0o600 & ~x, "box": 0}
        for name, link in (("first", first), ("second", second)):
            numbers |= {f"control_{name}": link.control, f"target_{name}": link.target}
            numbers[f"of_x_{name}"] = int(link.owner == "X")
        then = rules._measured(setting, State(x, 0o600 & ~x, (first, second), "X", 0), mark)
        assert (valued(symbolic.x, **numbers), valued(symbolic.o, **numbers)) == (then.x, then.o)
        assert valued(left, **numbers) == sum(1 << at for at, link in enumerate((first, second)) if link.control)


@pytest.mark.parametrize(("both", "turn"), [*product(rules.SWITCHES["both"], "XO")])
def test_endings_agree_on_variables_and_numbers(both: str, turn: str) -> None:
    ended, scored = terms.ended(THE_TEXT, MASKS), terms.scored(THE_TEXT, Setting(both=both), turn, MASKS)
    for x, o in ((0o007, 0o070), (0o124, 0), (0, 0o421), (0o463, 0o314), (1, 2)):
        state = State(x, o, (), turn)
        outcome = rules.outcome(state)
        assert ENDS[valued(ended, x=x, o=o)] == outcome
        due = rules.score(Setting(both=both), state) if outcome else 0
        assert valued(scored, x=x, o=o) == due % 2**64


def test_ends_are_those_of_the_page() -> None:
    assert [ENDS[at] for at in (terms.NOT_ENDED, terms.WIN_OF_X, terms.WIN_OF_O, terms.BOTH)] == [
        None,
        "win of X",
        "win of O",
        "lines of both",
    ]


def test_number_is_a_condition() -> None:
    term = every_path(lambda a: 1 if a & 4 else 2, number("x", 9))
    assert [valued(term, x=x) for x in (4, 5, 3)] == [1, 1, 2]
    shifted = every_path(lambda a: 1 << a, number("box", 4))
    assert valued(shifted, box=3) == 8


def test_forbidden_requests_are_rejected() -> None:
    for ask in (lambda: Hidden() == "X", lambda: bool(Half(3)), lambda: Half(3) & 1, lambda: {Hidden()}):
        with pytest.raises(Refuted, match="depends on owners"):
            ask()
    assert Half(5) | Half(5) == 5


def test_layers_are_in_lexicographic_order() -> None:
    layers = [*product(range(3), range(3), range(2))]
    for one, other in product(layers, repeat=2):
        terms_of = (tuple(map(z3.IntVal, layer)) for layer in (one, other))
        assert z3.is_true(z3.simplify(proofs.later(*terms_of))) == (one < other)


def test_table_with_a_wrong_line_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "HAS_LINE", (*HAS_LINE[:7], False, *HAS_LINE[8:]))
    with pytest.raises(Refuted, match="0o7 that they have no line"):
        terms.lines_are_looked_up()
