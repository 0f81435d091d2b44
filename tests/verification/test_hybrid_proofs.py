"""The proofs about Q3T look up lines as the kernels do."""

from __future__ import annotations

import pytest

from qttt.fast.hybrid.boxes import HAS_LINE
from qttt.verification import Refuted
from qttt.verification.hybrid import proofs


def test_table_with_a_wrong_line_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "HAS_LINE", (*HAS_LINE[:7], False, *HAS_LINE[8:]))
    with pytest.raises(Refuted, match="0o7 that they have no line"):
        proofs.lines_are_looked_up()
