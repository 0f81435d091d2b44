"""Games between agents of the fast engine, in every game with kernels."""

import pytest

from qttt.app.arena import batches
from qttt.app.arena.contest import Contest, agent_name
from qttt.oracle import game
from qttt.reference.game import Actor, Outcome

from .conftest import Run


def played(contest: Contest) -> list[tuple[Actor, Outcome]]:
    return [*batches.outcomes(contest, lambda *_: None)]


def test_game_depends_only_on_seed_and_number(monkeypatch: pytest.MonkeyPatch) -> None:
    on = game("probabilistic", seed=1)
    contest = Contest(on, agent_name("random"), agent_name("perfect"), 30, 5, swap=True)
    together = played(contest)
    monkeypatch.setattr(batches, "BATCH", 7)
    assert played(contest) == together
    assert played(Contest(on, contest.a, contest.b, 12, 5, swap=True)) == together[:12]
    assert played(Contest(on, contest.a, contest.b, 30, 6, swap=True)) != together


@pytest.mark.parametrize("seed", [0, (1 << 64) - 1])
def test_every_seed_plays(seed: int) -> None:
    contest = Contest(game("probabilistic", seed=1), agent_name("random"), agent_name("random"), 3, seed)
    assert [side for side, _ in played(contest)] == [Actor.X] * 3


@pytest.mark.parametrize("words", ["goff", "sqt --q 1/2", "hybrid"])
def test_random_play_loses_to_perfect_play(qttt: Run, words: str) -> None:
    asked = ("perfect", "random", "--game", *words.split(), "--games", "200", "--seed", "1", "--json")
    results = qttt("arena", *asked).json["results"]
    assert results["win"]["share"] > 2 * results["loss"]["share"]
