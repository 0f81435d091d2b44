"""What holds in every game of Q3T, under all switches, on games drawn at random."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.reference.game import Actor, RuleBroken
from qttt.reference.hybrid import Action, Hybrid, Link, Measure, Position, Result, settings
from qttt.reference.hybrid.notation import NOTATION

PAGE = Path(__file__).resolve().parents[2] / "spec" / "rules" / "hybrid.md"
EVERY_ACTION: list[Action] = [
    *Result,
    *map(Measure, range(11)),
    *(Link(control, target) for control in range(11) for target in range(11)),
]

Game = tuple[Hybrid, list[Action], list[Position]]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game, its actions so far, and its positions, the first one included. Moves are drawn by kind first."""
    game = draw(st.sampled_from([*settings()]))
    actions, positions = list[Action](), [game.initial()]
    for _ in range(draw(st.integers(0, 34))):
        legal = game.actions(positions[-1])
        if not legal:
            break
        kinds: dict[type[Action], list[Action]] = {}
        for action in legal:
            kinds.setdefault(type(action), []).append(action)
        kind = draw(st.sampled_from(sorted(kinds, key=str)))
        actions.append(draw(st.sampled_from(kinds[kind])))
        positions.append(game.play(positions[-1], actions[-1]))
    return game, actions, positions


@given(games())
def test_links_lead_from_unmeasured_to_measured_boxes_within_the_limits(drawn: Game) -> None:
    """HYB-STATE-1, HYB-CONTROL-1, HYB-TARGET-1"""
    game, _, positions = drawn
    for position in positions:
        graph = position.graph
        controls, targets = dict(graph.out_degree()), dict(graph.in_degree())
        assert all(not degree or box in position.unmeasured for box, degree in controls.items())
        assert all(not degree or box in position.measured for box, degree in targets.items())
        assert max(controls.values()) <= (2 if game.links == "two" else 1)
        if game.links == "single":
            assert graph.number_of_edges() <= 1
        if game.targets == "one":
            assert max(targets.values()) <= 1
        assert Position.of(str(position)) == position


@given(games())
def test_play_accepts_exactly_the_actions(drawn: Game) -> None:
    game, _, positions = drawn
    position = positions[-1]
    legal = game.actions(position)
    assert bool(legal) is (game.actor(position) is not None)
    for action in EVERY_ACTION:
        if action in legal:
            game.play(position, action)
        else:
            with pytest.raises(RuleBroken):
                game.play(position, action)


@given(games())
def test_turns_and_chance(drawn: Game) -> None:
    """HYB-TURN-1, HYB-RESULT-1: plies alternate whatever their kind; and a written game is read again."""
    game, actions, positions = drawn
    assert list(NOTATION.parse(NOTATION.write(actions))) == actions
    plies = 0
    for action, before in zip(actions, positions, strict=False):
        assert before.turn == "XO"[(plies - isinstance(action, Result)) % 2]
        assert (game.actor(before) is Actor.CHANCE) is isinstance(action, Result)
        assert sum(game.chance(before).values()) == (1 if isinstance(action, Result) else 0)
        plies += not isinstance(action, Result)
    most = {"one": 17, "single": 17, "two": 25 if game.targets == "any" else 24}[game.links]
    assert plies <= most
    if game.actor(positions[-1]) is None:
        assert game.score(positions[-1]).value in (-1, 0, 1)


@given(games())
def test_marks_are_those_found_reversed_as_often_as_triggered(drawn: Game) -> None:
    """HYB-TRIGGER-1, LEMMA double-reversal: derived from the actions only, without positions."""
    game, actions, positions = drawn
    found, links, reversals = dict[int, str](), list[tuple[Link, str]](), Counter[int]()
    mover, measuring = "X", 0
    for action in actions:
        if isinstance(action, Measure):
            measuring = action.box
            continue
        if isinstance(action, Link):
            links.append((action, mover))
        else:
            found[measuring] = action.value[1]
            for link, owner in links:
                if link.control == measuring and owner == action.value[1]:
                    reversals[link.target] += 1
                    if game.effect == "take":
                        found[link.target], reversals[link.target] = owner, 0
        mover = {"X": "O", "O": "X"}[mover]
    expected = {box: mark if reversals[box] % 2 == 0 else {"X": "O", "O": "X"}[mark] for box, mark in found.items()}
    assert positions[-1].marks == "".join(expected.get(box, ".") for box in range(1, 10))


def test_longest_games_of_the_page() -> None:
    """LEMMA ends: the page's games are played to their ends, under every setting that they are given for."""
    blocks = [block for block in PAGE.read_text(encoding="utf-8").split("\n\n") if block.startswith("    X1.1 =X")]
    plies = {}
    for block in blocks:
        actions = NOTATION.parse(block)
        plies[sum(not isinstance(action, Result) for action in actions)] = block
    assert sorted(plies) == [17, 24, 25]
    for game in settings():
        most = {"one": 17, "single": 17, "two": 25 if game.targets == "any" else 24}[game.links]
        last = game.read(plies[most]).positions[-1]
        assert str(game.score(last).outcome) in ("draw", "win of X", "win of O")
        assert last.unmeasured == ()


def test_source_game_stands_on_the_page() -> None:
    """The table of Figure 3 has the marks that the game leads to."""
    rows = [row.split("|")[1:4] for row in PAGE.read_text(encoding="utf-8").splitlines() if row.startswith("| `")]
    steps = [
        (action.replace("`", "").strip(), marks.strip(" `"))
        for action, _, marks in rows
        if ">" in action or "=" in action
    ]
    game = ""
    for action, marks in steps[:6]:
        game = f"{game} {action}"
        last = Hybrid().read(game).positions[-1]
        assert last.marks == marks.replace(" ", "")
    assert Hybrid().score(last).value == Fraction(-1)
