"""The vectors of every game run the reference's own rules, its scoring included."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from qttt.reference.goff import Goff
from qttt.reference.hybrid import Hybrid
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.sqt import Sqt
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.spec import games
from qttt.verification import Refuted

CLASSES: dict[str, type] = {
    "goff": Goff,
    "sqt": Sqt,
    "probabilistic": Probabilistic,
    "tiqtaqtoe": TiqTaqToe,
    "hybrid": Hybrid,
}


@pytest.mark.parametrize("game", games())
def test_vectors_fail_on_a_reference_that_cannot_score(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any) -> Any:
        raise ValueError("an ending that nobody recognises")

    monkeypatch.setattr(CLASSES[game], "score", unknown)
    conformance = import_module(f"qttt.verification.{game}.conformance")
    with pytest.raises(Refuted, match="an ending that nobody recognises"):
        conformance.the_reference_conforms()
