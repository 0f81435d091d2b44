"""The mutants: which there are, and what checks make of them in the reference, in kernels and on pages."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest

from qttt.verification import Refuted, mutants, runner
from qttt.verification.killing import Failed, Interpreter
from qttt.verification.mutants import (
    NOT_RULES,
    Mutant,
    changes,
    equivalent,
    few,
    mutants_about,
    read_mutant,
    replacements,
    source,
)
from qttt.verification.registry import Claim, claims
from qttt.verification.runner import planted_errors, run_one

ENDING = "reference.goff.ending:ply_of_line"
BROKEN = f"{ENDING}: return max((mark.ply for mark -> return min((mark.ply for mark"
VECTORS = "goff.conformance.TRUTH.reference_conforms"
CLAIM = Claim("a", "s", "goff", (), "tested", "b", VECTORS, about=(ENDING,), few={"quick": True}, sample="some")


@pytest.fixture(scope="module")
def interpreter() -> Interpreter:
    return Interpreter()


def test_change_is_made_and_taken_back() -> None:
    tree = ast.parse("a == b or c == d")
    found = {ast.unparse(tree) for _ in changes(tree, partial(replacements, ()))}
    assert found == {"a == b and c == d", "c == d", "a == b", "a != b or c == d", "a == b or c != d", "pass"}
    assert ast.unparse(tree) == "a == b or c == d"


def test_claims_and_equivalent_mutants_name_what_stands_in_a_module() -> None:
    """Each claim finds its mutants among the equivalent ones; the long layer looks at all at once."""
    places = cache(lambda module: [place for place, _ in mutants._texts(module)])
    for name in {*(name.removeprefix("-") for claim in claims() for name in claim.about), *equivalent()}:
        module, place = [*name.split(":"), ""][:2]
        assert not place or any(f"{each}.".startswith(f"{place}.") for each in places(module)), name


def test_equivalent_mutant_that_is_not_made_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "equivalent", lambda *_: {f"{ENDING}: return nothing -> pass": "listed"})
    with pytest.raises(Refuted, match=r"equivalent.toml lists '.*return nothing -> pass', a change that is not made"):
        planted_errors(CLAIM)


@pytest.mark.slow
def test_every_function_that_a_claim_is_about_has_mutants_that_compile() -> None:
    plain = cache(lambda module: ast.unparse(ast.parse(source(module))))
    names = sorted({name.removeprefix("-") for claim in claims() for name in claim.about})
    for mutant in [each for name in names for each in mutants_about([name]).values()][::80]:
        if not mutant.module.startswith("page."):
            assert ast.unparse(mutant.tree()) != plain(mutant.module)
            compile(mutant.tree(), "mutant", "exec")
    known = {name for module in {name.partition(":")[0] for name in equivalent()} for name in mutants_about([module])}
    places = {":".join(name.split(":")[:2]) for name in equivalent() if name not in known}
    assert not {*equivalent()} - known - {name for place in places for name in mutants_about([place])}
    assert all(equivalent().values()), "each has a reason"


def test_names_that_mean_nothing_are_refused_and_some_are_left_out() -> None:
    with pytest.raises(ValueError, match=r"in reference\.goff\.ending:no_such nothing can be changed"):
        mutants_about(["reference.goff.ending:no_such"])
    others = mutants_about(["reference.goff.ending", f"-{ENDING}"])
    assert others
    assert not others.keys() & mutants_about([ENDING]).keys()


def test_error_must_stand_in_its_place_exactly_once() -> None:
    for old in ("no such text", "p.D"):
        with pytest.raises(ValueError, match=f"page.goff:GOFF-END-1 has '{old}' [0-9]+ times"):
            read_mutant(f"page.goff:GOFF-END-1: {old} -> p")


def test_what_states_no_rule_is_not_changed() -> None:
    befores = {m.before for m in mutants_about(["reference.goff.game"]).values() if not m.after.endswith("pass")}
    assert not [line for line in befores if "raise" in line or "self.check" in line or "expected =" in line]


CHECKERS = """
import sys
from importlib import import_module
from qttt.spec import games
checkers = [f"{game}.{kind}" for game in games() for kind in ("certificate", "formal", "conformance")]
for name in ("certificate", "conform.session", "conform.report", *checkers):
    import_module(f"qttt.verification.{name}")
loaded = [module.__file__ for name, module in sys.modules.items() if name.startswith("qttt.")]
print(*filter(None, loaded), sep=chr(10))
"""
"""Prints the files that the checkers of certificates, of pages and of engines import."""


def test_nothing_that_a_checker_reads_is_exempt() -> None:
    ran = subprocess.run([sys.executable, "-c", CHECKERS], capture_output=True, text=True, check=True)
    trees = {path: [*ast.walk(ast.parse(Path(path).read_text(encoding="utf-8")))] for path in ran.stdout.splitlines()}
    stated = {
        node.name
        for path in trees
        if "/reference/" in path
        for node in trees[path]
        if isinstance(node, ast.FunctionDef)
    }
    read = {
        node.attr
        for path in trees
        if "/verification/" in path
        for node in trees[path]
        if isinstance(node, ast.Attribute)
    }
    assert {"turned_action", "symmetries", "is_ply", "play"} <= stated & read
    assert not NOT_RULES & stated & read


def test_few_are_drawn_of_each_function() -> None:
    found = mutants_about(["reference.goff.ending"])
    drawn = few(found)
    assert drawn == few(found)
    assert {found[name].place for name in drawn} == {mutant.place for mutant in found.values()}


def test_a_vector_notices_an_error_in_the_reference(interpreter: Interpreter) -> None:
    mutant = mutants_about([ENDING])[BROKEN]
    same = mutant._replace(text=mutant.text.replace("min(", "max("))
    endless = mutant._replace(text="def ply_of_line(marks):\n    while True:\n        pass")
    found = {"broken": mutant, "the same": same, "endless": endless}
    assert interpreter.survivors(VECTORS, {"quick": True}, found) == ["the same"]


def test_a_piece_can_be_changed_like_a_module(interpreter: Interpreter) -> None:
    left_out = (
        'spec.__init__:vectors: file.name.endswith(".json") -> file.name.endswith(".json") and file.name[0] != "0"'
    )
    same = f"{left_out} or True"
    found = {name: read_mutant(name) for name in (left_out, same)}
    assert interpreter.survivors("claim_pages.every_rule_is_tied", {}, found) == [same]


def test_a_check_that_fails_without_an_error_notices_nothing(interpreter: Interpreter) -> None:
    with pytest.raises(Failed, match="the check fails without an error planted: TypeError"):
        interpreter.survivors(VECTORS, {"no_such": 1}, {})


def test_a_check_fails_in_the_other_process_as_in_this_one(interpreter: Interpreter) -> None:
    assert "vectors" in str(interpreter.run(VECTORS, {"quick": True}))
    with pytest.raises(Failed, match=r"^the check raised TypeError: .* 'no_such'$"):
        interpreter.run(VECTORS, {"no_such": 1})
    with pytest.raises(Refuted, match="the engine with the error unknown passes because it has no vector"):
        interpreter.run("goff.conformance.TRUTH.known_errors_fail", {"engines": {"unknown": None}})


def test_claim_needs_most_mutants_to_die(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf:
        seconds = 0.0

        def run(self, check: str, bound: object) -> str:
            return "held"

        def survivors(self, check: str, bound: object, mutants: dict[str, Mutant], seconds: float | None) -> list[str]:
            return [*mutants][:1]

    monkeypatch.setattr(runner, "_interpreter", Deaf)
    monkeypatch.setattr(runner, "_cpu_seconds", lambda: 0.0)
    monkeypatch.setattr(runner, "equivalent", lambda *_: {BROKEN: "listed"})
    result = run_one(CLAIM)
    assert not result.ok
    assert [caught for _, caught in result.mutants].count(False) == 1
    _, noticed = planted_errors(CLAIM, full=True)
    assert noticed == []
    monkeypatch.setattr(Deaf, "survivors", lambda *_: [])
    assert planted_errors(CLAIM, full=True)[1] == [BROKEN]
    assert not run_one(CLAIM, full=True).ok


def test_claim_about_functions_holds_with_its_mutants() -> None:
    result = run_one(replace(CLAIM, about=("reference.goff.ending:complete",)))
    assert result.ok, result.detail
    assert result.mutants
