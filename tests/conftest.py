"""What several parts of the suite share."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from qttt.fast.backend import Cpu
from qttt.fast.goff.solve import Solution, solve

# A slow machine is no error.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write what the commands of tests/cli print now")


@pytest.fixture(scope="session")
def solution() -> Solution:
    """Goff's game solved through ply 6, once for the whole run."""
    return solve(Cpu())


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's folder that tests share, so that each game is solved once."""
    return tmp_path_factory.mktemp("store")
