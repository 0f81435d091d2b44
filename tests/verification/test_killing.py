"""The mutants of the reference: which there are, how they take effect, and what the vectors make of them."""

from __future__ import annotations

import ast
import sys
from pkgutil import resolve_name

import pytest

from qttt.reference.goff import ending
from qttt.spec import games
from qttt.verification import Refuted, killing
from qttt.verification.killing import Killing, Mutant, equivalent, mutants, mutants_of, reference_with, source
from qttt.verification.survivors import TooLong, limited
from qttt.verification.syntax import changes, replacements

GOFF = Killing("goff")
BROKEN = (
    "goff.ending, ply_of_line: return max((mark.ply for mark in marks)) -> return min((mark.ply for mark in marks))"
)


def test_change_is_made_and_taken_back() -> None:
    tree = ast.parse("a == b or c == d")
    found = {ast.unparse(tree) for _ in changes(tree, replacements)}
    assert found == {"a == b and c == d", "c == d", "a == b", "a != b or c == d", "a == b or c != d"}
    assert ast.unparse(tree) == "a == b or c == d"


@pytest.mark.parametrize("game", games())
def test_mutants_are_different_and_compile(game: str) -> None:
    found = mutants_of(game)
    assert len(found) > 200
    assert len({(mutant.module, mutant.number, mutant.text) for mutant in found.values()}) == len(found)
    for mutant in [*found.values()][::40]:
        assert ast.unparse(mutant.tree()) != ast.unparse(ast.parse(source(mutant.module)))
        compile(mutant.tree(), "mutant", "exec")


@pytest.mark.parametrize("game", games())
def test_listed_mutants_exist_and_have_reasons(game: str) -> None:
    assert equivalent(game).keys() <= mutants_of(game).keys()
    assert all(equivalent(game).values())


def test_what_states_no_rule_is_not_changed() -> None:
    befores = {mutant.before for mutant in mutants("goff.game") if " -> pass" not in str(mutant)}
    assert not [line for line in befores if "raise" in line or "self.check" in line or "expected =" in line]
    assert not [mutant for mutant in mutants("goff.position", ["Position"]) if mutant.place.startswith("Position")]


def test_mutant_takes_effect_everywhere_and_is_gone_afterwards() -> None:
    before = dict(sys.modules)
    with reference_with("goff.ending", mutants_of("goff")[BROKEN].tree()):
        game = resolve_name("qttt.reference.goff.Goff")()
        two_lines = game.position("goff-1.0: X1@1 O2@4 X3@2 O4@5 X5@7 O6@6 X7@3")
        assert str(game.score(two_lines).outcome) == "narrow win of X"
    assert sys.modules["qttt.reference.goff.ending"] is resolve_name("qttt.reference.goff.ending") is ending
    assert {name: sys.modules[name] for name in before} == before


def test_vectors_kill_a_mutant_and_not_the_reference() -> None:
    mutant = mutants_of("goff")[BROKEN]
    assert not GOFF.survives(mutant)
    assert Killing("goff", changed=False).survives(mutant)


def never_end() -> None:
    while True:
        pass


def test_mutant_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(killing, "SECONDS", 0.5)
    endless = next(mutants("board", ["lines"]))
    assert not GOFF.survives(endless._replace(text="while True:\n    pass"))
    with pytest.raises(TooLong), limited(0.05):
        never_end()


def test_listed_mutant_that_does_not_exist_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(killing, "equivalent", lambda game: {"no such mutant": "no reason"})
    with pytest.raises(Refuted, match="1 listed mutants do not exist: no such mutant"):
        GOFF.sample()


def test_survivors_beyond_the_share_and_killed_listed_mutants_refute(monkeypatch: pytest.MonkeyPatch) -> None:
    few: dict[str, Mutant] = {name: mutants_of("goff")[name] for name in [BROKEN, *[*mutants_of("goff")][:9]]}
    monkeypatch.setattr(killing, "mutants_of", lambda game: few)
    monkeypatch.setattr(killing, "equivalent", lambda game: {BROKEN: "listed"})
    monkeypatch.setattr(killing, "survivors", lambda test, names, parts: iter([]))
    with pytest.raises(Refuted, match="1 listed mutants are killed: goff"):
        GOFF.all()
    monkeypatch.setattr(killing, "survivors", lambda test, names, parts: iter(names))
    with pytest.raises(Refuted, match="more than 2% of 9 mutants survive"):
        GOFF.all()
