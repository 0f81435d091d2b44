"""What holds in every game, on games drawn at random; hypothesis shrinks a failure to a short one."""

from __future__ import annotations

from itertools import permutations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.reference.game import Actor, RuleBroken
from qttt.reference.goff import Action, Goff, Move, Position, Selection
from qttt.reference.goff.ending import marks_of_lines, outcome
from qttt.reference.goff.notation import NOTATION

GAME = Goff()
ALL_ACTIONS: list[Action] = [*(Move(a, b) for a in range(1, 10) for b in range(a, 10)), *Selection]


def played(choices: list[int]) -> str:
    """A game in notation: each number picks one of the legal actions, until the game is over."""
    position, history = GAME.initial(), list[Action]()
    for choice in choices:
        actions = GAME.actions(position)
        if not actions:
            break
        history.append(actions[choice % len(actions)])
        position = GAME.play(position, history[-1])
    return NOTATION.write(history)


# Small numbers make the squares meet, large ones spread them.
GAMES = st.lists(st.integers(0, 5) | st.integers(0, 35), max_size=18).map(played)
COMPLETE_GAMES = st.lists(st.integers(0, 5) | st.integers(0, 35), min_size=18, max_size=18).map(played)


@given(GAMES)
def test_every_position_is_sound(game: str) -> None:
    """Each ply has one mark, definite marks stay, and unless a cycle is closed the graph has none."""
    positions = GAME.read(game).positions
    for before, position in zip([Position(), *positions], positions, strict=False):
        plies = [mark.ply for mark in position.definite if mark] + [mark.ply for mark, _ in position.spooky]
        assert sorted(plies) == list(range(1, position.ply + 1))
        for old, new in zip(before.definite, position.definite, strict=True):
            assert old is None or old == new
        assert nx.is_forest(position.entanglement) is not position.pending
        for _, pair in position.spooky:
            assert position.definite[pair.first - 1] is position.definite[pair.second - 1] is None
        assert Position.of(str(position)) == position


@given(COMPLETE_GAMES)
def test_every_game_ends_by_ply_nine(game: str) -> None:
    *unfinished, last = GAME.read(game).positions
    assert GAME.actor(last) is None
    assert GAME.actions(last) == ()
    assert outcome(last)
    assert last.ply <= 9
    assert all(GAME.actor(position) and GAME.actions(position) for position in unfinished)


@given(GAMES)
def test_play_accepts_exactly_the_actions(game: str) -> None:
    position = GAME.read(game).positions[-1]
    legal = GAME.actions(position)
    for action in ALL_ACTIONS:
        if action in legal:
            GAME.play(position, action)
        else:
            with pytest.raises(RuleBroken):
                GAME.play(position, action)


@given(COMPLETE_GAMES)
def test_collapses_are_all_ways_to_settle(game: str) -> None:
    """GOFF-COLLAPSE-3 against trial of every assignment of a component's marks to its squares."""
    for position in GAME.read(game).positions:
        if position.pending:
            check_collapses(position)


def check_collapses(position: Position) -> None:
    last = position.spooky[-1]
    joined, before = set(last.squares), set[int]()
    while joined != before:
        before = set(joined)
        joined |= {square for _, pair in position.spooky if joined & {*pair} for square in pair}
    if len(joined) > 6:
        return
    caught = [spooky for spooky in position.spooky if {*spooky.squares} <= joined]
    ways = {
        order
        for order in permutations(sorted(joined))
        if all(square in spooky.squares for square, spooky in zip(order, caught, strict=True))
    }
    settled = [GAME.play(position, selection) for selection in Selection]
    assert ways == {tuple(settlement.definite.index(spooky.mark) + 1 for spooky in caught) for settlement in settled}
    assert len(ways) == 2
    for settlement, square in zip(settled, last.squares, strict=True):
        assert settlement.definite[square - 1] == last.mark
        assert settlement.spooky == tuple(spooky for spooky in position.spooky if spooky not in caught)


@given(COMPLETE_GAMES)
def test_two_lines_leave_the_other_none(game: str) -> None:
    last = GAME.read(game).positions[-1]
    lines = {player: len(marks_of_lines(last.definite, player)) for player in (Actor.X, Actor.O)}
    assert lines[Actor.O] <= 1
    if lines[Actor.X] == 2:
        assert last.ply == 9
        assert lines[Actor.O] == 0


@given(GAMES)
def test_only_the_selector_depends_on_the_collapse_rule(game: str) -> None:
    other = Goff(collapse="self")
    for position in GAME.read(game).positions:
        actor = GAME.actor(position)
        if position.pending:
            assert actor
            assert other.actor(position) is actor.opponent
        else:
            assert other.actor(position) is actor
