"""Q3T with two links on a control and any number on a target: loads, places and counts."""

from math import comb
from pathlib import Path

import pytest

from qttt.fast import backend
from qttt.fast.hybrid import count
from qttt.fast.hybrid.pairs import loads
from qttt.fast.hybrid.reach import reachable
from qttt.fast.hybrid.rules import SWITCHES, Setting
from qttt.fast.hybrid.solve import check_size, solve

CPU = backend.device("cpu")
SETTINGS = [Setting("two", effect=effect, both=both) for effect in SWITCHES["effect"] for both in SWITCHES["both"]]


@pytest.mark.parametrize("measured", range(10))
def test_number_of_loads(measured: int) -> None:
    """None, a link to each target of each owner; then two of them, of which under `effect=reverse` all that are equal
    make one load."""
    single = 2 * measured
    assert loads("take", measured).starts == (0, 1, 1 + single, 1 + single + comb(single + 1, 2))
    pair_loads = comb(single, 2) + 1 if measured else 0
    assert loads("reverse", measured).starts == (0, 1, 1 + single, 1 + single + pair_loads)


def test_too_many_positions_are_rejected(tmp_path: Path) -> None:
    every = sum(count.positions(Setting("two")))
    message = f"{every:,} positions are too many to be solved; positions with at least 6 measured"
    for refuse in (lambda: solve(CPU, Setting("two")), lambda: reachable(CPU, Setting("two", effect="take"))):
        with pytest.raises(ValueError, match=message):
            refuse()
    for setting in SETTINGS:
        check_size(setting, 6)
        with pytest.raises(ValueError, match="too many"):
            check_size(setting, 5)
    with pytest.raises(ValueError, match="only a part"):
        solve(CPU, Setting("two"), least=8).tablebase.save(tmp_path / "part")
