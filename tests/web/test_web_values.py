"""The values and best actions of the web engine beside the oracle's, of a thousand positions of each reading."""

import shutil
from pathlib import Path

import pytest

from qttt.spec import rulesets
from qttt.verification.conform.levels import run
from qttt.verification.conform.results import Chosen, Status
from qttt.verification.conform.session import Session
from qttt.verification.conform.truth import truth_of

ENGINE = Path(__file__).parents[2] / "web" / "engine" / "conform.js"
PATIENCE = 3600.0
GAMES = 1400
"""Random games of a reading: values are asked of all positions of a tenth of them."""


@pytest.mark.slow
@pytest.mark.parametrize("game", rulesets())
def test_web_engine_gives_the_oracles_values_in_every_reading(game: str) -> None:
    node = shutil.which("node") or pytest.skip("node is not installed")
    session, truth = Session([node, str(ENGINE)], PATIENCE), truth_of(game)
    for reading in map(truth.setting, truth.settings()):
        report = run(session, Chosen([game], ["values"], reading, GAMES, values_at=range(10)))
        assert report.failures == [], reading
        [level] = report.games[0].levels
        assert level.counts[Status.PASSED] + level.counts[Status.PARTLY] >= 1000, reading
