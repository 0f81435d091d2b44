"""Goff's solver: what is counted, rejected and reported, and its file."""

from pathlib import Path

import numpy as np
import pytest

from qttt.fast import store
from qttt.fast.backend import Cpu
from qttt.fast.goff import graph
from qttt.fast.goff.outcome import DRAWN, FORBIDDEN, UNFINISHED, reading_of
from qttt.fast.goff.solve import Solution, perft, solve
from qttt.fast.goff.tablebase import Tablebase, undecided
from qttt.fast.progress import Progress


def test_undecided_positions_are_those_that_go_on(solution: Solution) -> None:
    """No line is complete before ply 5. Afterwards the kernel of the rules says the same of each position."""
    tablebase = solution.tablebase
    assert tablebase.undecided[:5] == tablebase.positions[:5]
    some = tablebase.keys[5][::97]
    going = [int(code) for code in some if graph.outcome(int(code)) == UNFINISHED]
    assert undecided((some,)) == (len(going),)
    assert tablebase.positions[5] - tablebase.undecided[5] > 0
    assert len(going) < len(some)


def test_invalid_depths_are_rejected() -> None:
    for depth in (0, 10):
        with pytest.raises(ValueError, match="expected 1 to 9"):
            perft(Cpu(), depth)


@pytest.mark.thorough
def test_every_level_is_reported(solution: Solution) -> None:
    seen: list[Progress] = []
    assert solve(Cpu(), report=seen.append).games == solution.games
    finished = [(p.task, p.ply) for p in seen if p.done == p.positions]
    assert finished == [("enumerate", ply) for ply in range(6)] + [("value", ply) for ply in range(6, -1, -1)]


def test_tablebase_is_opened_for_its_reading_only(tmp_path: Path) -> None:
    keys = tuple(np.arange(1, dtype=np.int64) for _ in range(7))
    Tablebase(keys, tuple(np.full(1, 2 | 2 << 3, np.uint8) for _ in range(7)), FORBIDDEN).save(tmp_path / "file")
    assert Tablebase.open(tmp_path / "file", FORBIDDEN).reading == FORBIDDEN
    with pytest.raises(store.StoreError, match="switches are pair=forbidden, expected pair=legal"):
        Tablebase.open(tmp_path / "file")
    with pytest.raises(store.StoreError, match="switches are last=move, expected last=draw"):
        Tablebase.open(tmp_path / "file", FORBIDDEN | DRAWN)
    with pytest.raises(ValueError, match="pair 'never': expected legal or forbidden"):
        reading_of("never", "move")
