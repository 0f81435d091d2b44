"""`qttt arena`, and the agents that the fast engine plays: the same games, or the same chances, as the reference's."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest

from qttt.app.arena import batches
from qttt.app.arena import matches as arena_play
from qttt.app.arena.contest import AGENTS, AgentName, Contest, agent_name, result
from qttt.app.arena.grounds import Ground
from qttt.app.commands import arena as commands_arena
from qttt.app.games import view
from qttt.app.tiqtaqtoe.arena import OUTCOMES, agent
from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe import rules
from qttt.fast.tiqtaqtoe.agents import playouts
from qttt.fast.tiqtaqtoe.choices import Agents, ByAnyBest
from qttt.fast.tiqtaqtoe.matches import expected
from qttt.fast.tiqtaqtoe.paths import Moves, Paths
from qttt.fast.tiqtaqtoe.solve import solve
from qttt.learn.measures.intervals import interval
from qttt.oracle.tiqtaqtoe.translate import move_of, position_of, setting_of, state_of
from qttt.reference.agents.expecti_minimax import ExpectiMinimax
from qttt.reference.agents.match import play_match
from qttt.reference.agents.random_play import outcome_chances
from qttt.reference.game import Actor, Outcome
from qttt.reference.goff import Goff
from qttt.reference.tiqtaqtoe import Position, TiqTaqToe
from qttt.reference.tiqtaqtoe.evaluation import with_exact_ends

from .conftest import Run

GAMES = [TiqTaqToe("minimal"), TiqTaqToe("moderate", lines="full-board"), TiqTaqToe("high", pair="legal")]


@cache
def paths_of(game: TiqTaqToe) -> Paths:
    return Paths(Cpu(), solve(Cpu(), setting_of(game)).tablebase)


def sampled(game: TiqTaqToe, count: int, seed: int) -> Iterator[Position]:
    """Decisions of random games."""
    chance = Random(seed)
    while count:
        position = game.initial()
        while game.actor(position):
            if game.actor(position) is not Actor.CHANCE and chance.random() < 0.2:
                yield position
                count -= 1
                break
            position = game.play(position, chance.choice(game.actions(position)))


def moves_from(paths: Paths, position: Position) -> tuple[int, Moves]:
    """How many moves have been made, and all moves from there."""
    made, place = paths.begin(state_of(position))
    return made, paths.moves(made, place)


# What is typed


@pytest.mark.parametrize(
    "text",
    ["random", "monte-carlo:1", "monte-carlo:100000", "expecti-minimax:14", "perfect", "net:a", "net:a:5", "net:a:5:0"],
)
def test_agent_name_round_trips(text: str) -> None:
    assert str(agent_name(text)) == text


# Results


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634)],
)
def test_interval_is_wilsons(count: int, games: int, low: float, high: float) -> None:
    found = interval(count, games)
    assert found.share == count / games
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_result_is_seen_from_the_side() -> None:
    won, drawn = Outcome(Actor.X, "", "R-1"), Outcome(None, "draw", "R-1")
    both, none = Outcome(None, "lines of both", "R-1"), Outcome(None, "no line", "R-1")
    assert [result(outcome, Actor.X) for outcome in (won, both, none, drawn)] == ["win", "both", "neither", "draw"]
    assert [result(outcome, Actor.O) for outcome in (won, both, none, drawn)] == ["loss", "both", "neither", "draw"]


def arena(qttt: Run, *words: str, games: int = 60, seed: int = 1) -> Any:
    return qttt("arena", *words, "--games", str(games), "--seed", str(seed), "--json").json


def test_results_do_not_depend_on_processes() -> None:
    contest = Contest(TiqTaqToe("minimal"), agent_name("random"), agent_name("expecti-minimax:2"), 40, 3, swap=True)
    alone = Counter(arena_play.outcomes(contest, lambda *_: None, inf))
    assert Counter(arena_play.outcomes(contest, lambda *_: None, 0.0)) == alone
    assert sum(alone.values()) == 40


def test_help_lists_the_existing_agents() -> None:
    assert commands_arena.AGENTS == AGENTS


@pytest.mark.parametrize(
    ("engine", "module", "name"), [("reference", arena_play, "play_match"), ("fast", batches, "_play")]
)
def test_arena_can_be_interrupted(
    qttt: Run, monkeypatch: pytest.MonkeyPatch, engine: str, module: Any, name: str
) -> None:
    def interrupting(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, name, interrupting)
    said = qttt("arena", "random", "random", "--game", "goff", "--games", "5", "--seed", "1", "--engine", engine)
    assert (said.code, said.out) == (130, "")


# The fast agents against the reference


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("depth", [2, 3])
def test_expecti_minimax_makes_the_same_moves(game: TiqTaqToe, depth: int) -> None:
    name, paths = AgentName("expecti-minimax", depth), paths_of(game)
    fast, slow = agent(Agents(paths), name), Ground(game, None).agent(name)
    for position in sampled(game, 8, 6):
        made, moves = moves_from(paths, position)
        (taken,) = moves.first_best(fast.scores(made, moves, np.random.default_rng(1)))
        assert move_of(int(moves.slot[taken])) == slow.choose(position, Random(1)), str(position)


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("depth", [2, 3])
def test_exact_ends_are_those_of_the_reference(game: TiqTaqToe, depth: int) -> None:
    paths, slow = paths_of(game), ExpectiMinimax(game, depth, with_exact_ends(game))
    fast = Agents(paths).expecti_minimax(depth, exact_ends=True)
    chosen = []
    for position in sampled(game, 30, 8):
        made, moves = moves_from(paths, position)
        (taken,) = moves.first_best(fast.scores(made, moves, np.random.default_rng(1)))
        assert move_of(int(moves.slot[taken])) == slow.choose(position, Random(1)), str(position)
        plain = Ground(game, None).agent(AgentName("expecti-minimax", depth)).choose(position, Random(1))
        chosen.append(slow.choose(position, Random(1)) != plain)
    assert depth == 2 or game.level != "minimal" or any(chosen), "the other reading makes the same moves"


def test_choosing_the_last_equal_move_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def last_best(self: Moves, scores: Any) -> Any:
        return right(self._replace(slot=-self.slot), scores)

    right = Moves.first_best
    monkeypatch.setattr(Moves, "first_best", last_best)
    with pytest.raises(AssertionError):
        test_expecti_minimax_makes_the_same_moves(GAMES[0], 2)


def test_any_best_agent_makes_any_of_equal_moves() -> None:
    assert isinstance(Agents(paths_of(GAMES[0])).expecti_minimax(2, any_best=True), ByAnyBest)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_playouts_have_the_chances_of_the_reference(game: TiqTaqToe) -> None:
    known = playouts(Cpu(), paths_of(game).tablebase.graph)
    late = [position for position in sampled(game, 60, 8) if position.plies >= 6]
    assert len(late) >= 4
    for position in late:
        exact = outcome_chances(game, position)
        told = dict(zip(map(str, OUTCOMES), known.chances(state_of(position)), strict=True))
        by_name: Counter[str] = Counter()
        for outcome, chance in exact.items():
            by_name[str(outcome)] += chance  # type: ignore[assignment]
        for name, near in told.items():
            assert abs(near - by_name[name]) <= 2**-43


def within(counts: Any, chances: Any) -> bool:
    """Whether counts are within five standard deviations of the expected ones."""
    games = sum(counts)
    return all(
        abs(count - games * chance) <= 5 * (games * chance * (1 - chance)) ** 0.5 + 1e-6
        for count, chance in zip(counts, chances, strict=True)
    )


@pytest.mark.parametrize(("x", "o", "games"), [("expecti-minimax:2", "random", 150), ("monte-carlo:1", "random", 25)])
def test_reference_games_have_the_exact_chances(x: str, o: str, games: int) -> None:
    game = GAMES[0]
    paths, ground = paths_of(game), Ground(game, None)
    players = {Actor.X: ground.agent(agent_name(x)), Actor.O: ground.agent(agent_name(o))}
    counts = Counter(str(play_match(game, players, Random(seed)).outcome) for seed in range(games))
    exact = expected(paths, (agent(Agents(paths), agent_name(x)), agent(Agents(paths), agent_name(o))))
    assert within([counts[str(outcome)] for outcome in OUTCOMES], exact.ends)


def test_unknown_positions_are_evaluated_as_even() -> None:
    assert view("goff").evaluation(Goff())(Goff().initial()) == 0
    assert position_of(rules.START) == TiqTaqToe().initial()
    assert view("tiqtaqtoe").evaluation(TiqTaqToe())(Position(("XX.......",))) == 25
