"""What several parts of the suite share."""

import pytest

from qttt.fast.backend import Cpu
from qttt.fast.goff.solve import Solution, solve


@pytest.fixture(scope="session")
def solution() -> Solution:
    """Goff's game solved through ply 6, once for the whole run."""
    return solve(Cpu())
