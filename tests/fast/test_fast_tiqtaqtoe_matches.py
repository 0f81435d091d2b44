"""Matches of TiqTaqToe: where games lead, how probable every move of an agent is, samples and exact chances."""

from functools import cache

import numpy as np
import pytest

from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe.agents import Agents
from qttt.fast.tiqtaqtoe.answers import Answers
from qttt.fast.tiqtaqtoe.boards import code_of
from qttt.fast.tiqtaqtoe.matches import expected, played
from qttt.fast.tiqtaqtoe.rules import Setting, State
from qttt.fast.tiqtaqtoe.solve import solve
from qttt.verification.strict_device import StrictDevice

CLASSIC, MINIMAL = Setting("classic"), Setting("minimal")


@cache
def answers_of(setting: Setting) -> Answers:
    return solve(Cpu(), setting).tablebase.answers


def test_zero_playouts_are_rejected() -> None:
    with pytest.raises(ValueError, match="0 playouts decide nothing: expected at least 1"):
        Agents(StrictDevice(), answers_of(CLASSIC)).monte_carlo(0)


def test_unreachable_start_is_rejected() -> None:
    players = (Agents(StrictDevice(), answers_of(CLASSIC)).random(),) * 2
    with pytest.raises(KeyError, match="no game reaches"):
        expected(answers_of(CLASSIC), players, State((code_of("OO......."),), False))


def test_same_numbers_give_the_same_games() -> None:
    agents = Agents(StrictDevice(), answers := answers_of(MINIMAL))
    players = agents.monte_carlo(20), agents.expecti_minimax(3, any_best=True)
    first, again, other = (
        played(answers, players, 200, np.random.default_rng(seed)).ends.tolist() for seed in (1, 1, 2)
    )
    assert first == again != other
