"""What several parts of the suite share."""

from pathlib import Path

import pytest

from qttt.fast.backend import Cpu
from qttt.fast.goff.solve import Solution, solve


@pytest.fixture(scope="session")
def solution() -> Solution:
    """Goff's game solved through ply 6, once for the whole run."""
    return solve(Cpu())


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's folder that tests share, so that each game is solved once."""
    return tmp_path_factory.mktemp("store")
