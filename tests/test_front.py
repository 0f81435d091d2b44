"""`import qttt`: every name is that of a piece, and is imported when it is first used."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "front/qttt/__init__.py"
qttt = import_module("qttt")


def test_import_loads_no_piece() -> None:
    """So `import qttt.spec` costs what it did."""
    code = "import sys, qttt; print([name for name in sys.modules if name.startswith('qttt.')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_names_for_type_checkers_are_those_at_run_time() -> None:
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    typed = {
        alias.name: node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert {name: typed[name] for name in qttt._PLACES} == qttt._PLACES
    assert {*qttt.__all__} == {*qttt._PLACES, "__version__"} <= {*dir(qttt)}


def test_each_name_is_that_of_its_piece() -> None:
    for name, place in qttt._PLACES.items():
        assert getattr(qttt, name) is getattr(import_module(place), name)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        qttt.nothing  # noqa: B018


def test_rule_and_citation_take_ids_in_any_case() -> None:
    assert qttt.rule("goff-collapse-2").id == qttt.rule("GOFF-COLLAPSE-2").id == "GOFF-COLLAPSE-2"
    assert "Lemma of goff-1.1" in str(qttt.cite("goff:forest"))
    assert qttt.cite("goff-1.1") == qttt.cite("GOFF-1.1") == qttt.cite("Goff") == qttt.cite("goff") != qttt.cite()
    with pytest.raises(ValueError, match="did you mean GOFF-COLLAPSE-2"):
        qttt.rule("goff-colapse-2")
    with pytest.raises(ValueError, match="it is about GOFF-"):
        qttt.rule("goff-lines")


def test_conform_refuses_what_is_not_an_engine_or_a_level() -> None:
    with pytest.raises(TypeError, match=r"\['python', 'a.py'\]"):
        qttt.conform("python a.py", "goff")
    with pytest.raises(ValueError, match="unknown level 'vector': expected notation, rules"):
        qttt.conform(["python", "a.py"], levels=["vector"])
    with pytest.raises(ValueError, match="unknown game 'gof'"):
        qttt.conform(["python", "a.py"], "gof")


def test_conform_reports_an_engine_that_does_not_start() -> None:
    assert qttt.conform([sys.executable, "-c", ""], "goff", number=1).code == 3


def test_python_m_qttt_is_the_command() -> None:
    shown = subprocess.run([sys.executable, "-m", "qttt", "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout.startswith("qttt ")
