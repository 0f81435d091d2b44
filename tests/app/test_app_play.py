"""`qttt arena` and `qttt play`, and games between agents of the fast engine. The claims compare its agents with the
reference's."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import inf
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from qttt.app import contest as arenas
from qttt.app.contest import Arena, Contest, by_reference, result
from qttt.app.terminal_game import Loss, Review
from qttt.fast.tiqtaqtoe import setting
from qttt.fast.tiqtaqtoe.solve import MOST_PROMISED
from qttt.learn.measures import policies
from qttt.learn.measures.tree import tree_of
from qttt.learn.names import agent_name
from qttt.oracle import game, solve
from qttt.oracle.entry import NotSolvable
from qttt.oracle.perfect import PerfectPlay, Values
from qttt.oracle.registry import entry
from qttt.oracle.tiqtaqtoe import position_of, state_of
from qttt.reference.agents import ExpectiMinimax
from qttt.reference.game import Actor, Outcome
from qttt.reference.goff import Goff
from qttt.reference.solver import Solver
from qttt.reference.tiqtaqtoe import Position, TiqTaqToe
from qttt.reference.tiqtaqtoe.ending import with_exact_ends

from .conftest import Run, interrupted
from .test_app_sixth_game import Classic

# What is typed


@pytest.mark.parametrize(
    "text",
    ["random", "monte-carlo:1", "monte-carlo:100000", "expecti-minimax:14", "perfect", "net:a", "net:a:5", "net:a:5:0"],
)
def test_agent_name_round_trips(text: str) -> None:
    assert str(agent_name(text)) == text


# Results


def test_result_is_seen_from_the_side() -> None:
    won, drawn = Outcome(Actor.X, "", "R-1"), Outcome(None, "draw", "R-1")
    both, none = Outcome(None, "lines of both", "R-1"), Outcome(None, "no line", "R-1")
    assert [result(outcome, Actor.X) for outcome in (won, both, none, drawn)] == ["win", "both", "neither", "draw"]
    assert [result(outcome, Actor.O) for outcome in (won, both, none, drawn)] == ["loss", "both", "neither", "draw"]


@pytest.mark.thorough
def test_results_do_not_depend_on_processes() -> None:
    contest = Contest(TiqTaqToe("minimal"), agent_name("random"), agent_name("expecti-minimax:2"), 40, 3, swap=True)
    alone = Counter(by_reference(contest, lambda *_: None, inf))
    assert Counter(by_reference(contest, lambda *_: None, 0.0)) == alone
    assert sum(alone.values()) == 40


@pytest.mark.parametrize(("engine", "name"), [("reference", "play_match"), ("fast", "turns")])
def test_arena_can_be_interrupted(qttt: Run, monkeypatch: pytest.MonkeyPatch, engine: str, name: str) -> None:
    monkeypatch.setattr(arenas, name, Mock(side_effect=KeyboardInterrupt))
    said = qttt("arena", "random", "random", "--game", "goff", "--games", "5", "--seed", "1", "--engine", engine)
    assert (said.code, said.out) == (130, "")


# The fast agents


@pytest.mark.thorough
def test_exact_ends_are_those_of_the_reference() -> None:
    """The claims compare the agents; none has exact ends."""
    on = TiqTaqToe("minimal")
    tree, slow = tree_of(solve(on, progress=False), 9), ExpectiMinimax(on, 3, with_exact_ends(on))
    ends = np.where(tree.ended, MOST_PROMISED * tree.value, tree.estimates)
    fast = policies.expecti_minimax(tree, 3, ends)
    name, chance = agent_name("expecti-minimax:3"), Random(8)
    plain = Arena(Contest(on, name, name, 1, 8)).agent(name)
    compared = other = 0
    while compared < 30:
        position = on.initial()
        while (actor := on.actor(position)) and (actor is Actor.CHANCE or chance.random() > 0.2):
            position = on.play(position, chance.choice(on.actions(position)))
        if actor:
            [key] = tree.oracle.tablebase.answers.keys([state_of(position)])
            [canonical], [by] = tree.graph.canonical(np.array([key]))
            image = int((tree.then[:, by] == 0).argmax())
            [made] = np.flatnonzero(fast[image] & (tree.parent == tree.at(np.array([canonical]))))
            assert tree.named(int(made), image) == slow.choose(position, Random(1)), str(position)
            other += slow.choose(position, Random(1)) != plain.choose(position, Random(1))
            compared += 1
    assert other, "the other reading makes the same moves"


def test_unknown_positions_are_evaluated_as_even() -> None:
    assert entry("goff").evaluation(Goff())(Goff().initial()) == 0
    assert position_of(setting.START) == TiqTaqToe().initial()
    assert entry("tiqtaqtoe").evaluation(TiqTaqToe())(Position(("XX.......",))) == 25


# Games side by side


def results_of(contest: Contest[Any, Any]) -> list[tuple[Actor, Outcome]]:
    return [*contest.outcomes(lambda *_: None)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("on", "a", "b"),
    [
        (game("probabilistic", seed=1), "random", "perfect"),
        (game("tiqtaqtoe", level="classic"), "monte-carlo:3", "random"),
    ],
)
def test_game_depends_only_on_seed_and_number(on: Any, a: str, b: str, monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest(on, agent_name(a), agent_name(b), 30, 5, True, "tree" if a == "monte-carlo:3" else "kernels")
    together = results_of(contest)
    monkeypatch.setattr(arenas, "BATCH", 7)
    assert results_of(contest) == together
    assert results_of(replace(contest, games=12)) == together[:12]
    assert results_of(replace(contest, seed=6)) != together


@pytest.mark.parametrize("seed", [0, (1 << 64) - 1])
def test_every_seed_plays(seed: int) -> None:
    contest = Contest(
        game("probabilistic", seed=1), agent_name("random"), agent_name("random"), 3, seed, False, "kernels"
    )
    assert [side for side, _ in results_of(contest)] == [Actor.X] * 3


# `qttt play` in every game, with scripted input


def test_input_that_is_not_text(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = tmp_path / "typed"
    typed.write_bytes(b"\xff\n1-9\n")
    with typed.open(encoding="utf-8") as file:
        monkeypatch.setattr("sys.stdin", file)
        said = qttt("play", "goff")
    assert (said.code, said.err) == (0, "")
    assert said.game == "X1.1-9"


@pytest.mark.thorough
def test_interrupt() -> None:
    said = interrupted("O move: ", "play", "probabilistic", "--random", "1", typed="5\n")
    assert (said.code, said.err) == (130, "qttt: interrupted\n")
    assert said.game.startswith("X1.5 ")


# Judging moves


class Late(PerfectPlay[Any, Any]):
    """Perfect play of a game that is solved only from three marks on."""

    def value(self, position: Any) -> Fraction:
        if position.squares.count(".") > 6:
            raise NotSolvable("too large")
        return super().value(position)


def test_review_judges_only_what_is_solved() -> None:
    """By hand: after 1, 4 X wins, but not with 7, for example; 4 is not judged: the value before 4 is unknown."""
    game = Classic()
    positions, actions = game.read("X1.1 O2.4 X3.2 O4.5 X5.7")
    review: Review[Any] = Review.of(Late(game, Values(Solver(game).value)), positions, actions)
    assert review.losses == [Loss(4, Fraction(1), Fraction(-1), 3)]
    assert (review.judged, review.first, str(review.unsolved)) == (2, 3, "too large")
