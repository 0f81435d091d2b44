"""The net in docs/nets plays perfectly: all that its own play can reach is gone through to the end of the game."""

import re
from pathlib import Path

import pytest

from qttt.fast.batch import O, X
from qttt.learn.measures.own_play import OwnPlay, own_play
from qttt.learn.trained import NetAgent, agent
from qttt.oracle import game, solve

ROOT = Path(__file__).parents[2]
NET = ROOT / "docs" / "nets" / "goff-perfect.net"
VALUE = 10


@pytest.fixture(scope="module")
def net() -> NetAgent:
    found = agent(f"net:{NET}", game("goff"))
    assert isinstance(found, NetAgent)
    return found


def played(net: NetAgent, player: int) -> OwnPlay:
    oracle = solve(game("goff"), progress=False)
    return own_play(oracle, lambda keys: net.probabilities(keys).argmax(1), player)


@pytest.mark.parametrize("player", [X, O])
def test_the_worst_case_is_the_value(net: NetAgent, player: int) -> None:
    found = played(net, player)
    assert found.worst == VALUE
    assert not found.wrong.any()
    assert len(found.keys) > 5000


def test_pages_state_the_number_of_weights(net: NetAgent) -> None:
    _, weights = net.net
    for page in ("README.md", "docs/start/train.md", "CHANGELOG.md"):
        stated = re.findall(r"([0-9,]+) weights", (ROOT / page).read_text(encoding="utf-8"))
        assert stated == [f"{weights.size:,}"], page
