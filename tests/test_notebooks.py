"""The notebooks run, and show what is stored in them."""

import json
from pathlib import Path
from typing import Any

import examples
import pytest

from qttt.oracle import games, store

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "notebooks"
SMALL = {
    "cells": [
        {"cell_type": "markdown", "source": ["# A small one\n"]},
        {"cell_type": "code", "source": ["x = 20\n", "print(x)\n", "x + 1"], "outputs": []},
    ]
}


def load(name: str) -> dict[str, Any]:
    """A notebook of the documentation."""
    loaded: dict[str, Any] = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    return loaded


def test_every_game_has_a_notebook() -> None:
    assert {file.stem for file in FOLDER.glob("*.ipynb")} == {*games()}
    for name in games():
        assert examples.text_of(load(name)) == (FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_notebook_shows_what_is_stored(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "user_folder", lambda: tmp_path / "store")
    assert examples.run(load(name)) == load(name), "run python docs/examples.py"


def test_cells_run_in_order_and_show_their_last_value() -> None:
    printed, value = examples.run(SMALL)["cells"][1]["outputs"]
    assert printed["text"] == ["20\n"]
    assert value["data"] == {"text/plain": ["21"]}


def test_failing_cell_is_not_passed_over() -> None:
    with pytest.raises(ZeroDivisionError):
        examples.run({"cells": [{"cell_type": "code", "source": ["1 / 0"], "outputs": []}]})


def test_page_shows_cells_and_outputs() -> None:
    text, pictures = examples.page(examples.run(SMALL), "small")
    assert text.startswith("# A small one\n")
    assert "```python\nx = 20\nprint(x)\nx + 1\n```\n\n```text\n20\n```\n\n```text\n21\n```" in text
    assert pictures == {}


def test_page_of_a_game_shows_its_positions() -> None:
    text, pictures = examples.page(load("goff"), "goff")
    assert pictures
    assert all(f"]({name})" in text and svg.startswith("<svg") for name, svg in pictures.items())
