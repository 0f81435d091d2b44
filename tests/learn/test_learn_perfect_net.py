"""The net in docs/nets plays perfectly: all that its own play can reach is gone through to the end of the game."""

import re
from pathlib import Path

import pytest

from qttt.fast.batch import O, X
from qttt.learn.learners.agents import NetAgent
from qttt.learn.measures.own_play import own_play
from qttt.learn.nets import agent
from qttt.oracle import game, solve

ROOT = Path(__file__).parents[2]
NET = ROOT / "docs" / "nets" / "goff-perfect.net"
VALUE = 10


@pytest.fixture(scope="module")
def net() -> NetAgent:
    found = agent(f"net:{NET}", game("goff"))
    assert isinstance(found, NetAgent)
    return found


@pytest.mark.parametrize("player", [X, O])
def test_the_worst_case_is_the_value(net: NetAgent, player: int) -> None:
    found = own_play(solve(game("goff"), progress=False), net.actions, player)
    assert found.worst == VALUE
    assert not found.wrong.any()
    assert len(found.keys) > 5000


def test_pages_state_the_number_of_weights(net: NetAgent) -> None:
    _, weights = net.net
    for page in ("README.md", "docs/start/train.md", "CHANGELOG.md"):
        stated = re.findall(r"([0-9,]+) weights", (ROOT / page).read_text(encoding="utf-8"))
        assert stated == [f"{weights.size:,}"], page
