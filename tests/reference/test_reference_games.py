"""What holds in every game, on games drawn at random; hypothesis shrinks a failure to a short one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.reference.board import lines
from qttt.reference.game import RuleBroken
from qttt.reference.goff import Goff, Move, Selection
from qttt.reference.hybrid import Hybrid, Link, Measure, Result
from qttt.reference.hybrid import settings as hybrid_settings
from qttt.reference.probabilistic import Choice, MoveOutcome, Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.tiqtaqtoe import Action as TiqTaqToeAction
from qttt.reference.tiqtaqtoe import Measurement, Pair, Single
from qttt.reference.tiqtaqtoe import settings as tiqtaqtoe_settings

GOFF = Goff()
BOARD = Probabilistic(Board.of([("0.4", "0.2", "0.4")] * 9))
MEETING = st.integers(0, 5) | st.integers(0, 35)
"""Small numbers make the squares meet, large ones spread them."""


class Drawn(NamedTuple):
    """A game, its actions so far, and its positions, the first one included."""

    game: Any
    actions: list[Any]
    positions: list[Any]


def played(game: Any, most: int, choose: Callable[[Any, tuple[Any, ...]], Any]) -> Drawn:
    """A game of at most `most` actions, each chosen from the legal ones after a position."""
    drawn = Drawn(game, [], [game.initial()])
    while len(drawn.actions) < most and (legal := game.actions(drawn.positions[-1])):
        drawn.actions.append(choose(drawn.positions[-1], legal))
        drawn.positions.append(game.play(drawn.positions[-1], drawn.actions[-1]))
    return drawn


def by_number(game: Any, numbers: st.SearchStrategy[int], fewest: int = 0, most: int = 18) -> st.SearchStrategy[Drawn]:
    """Games in which each number picks one of the legal actions."""

    def chosen(choices: list[int]) -> Drawn:
        left = iter(choices)
        return played(game, len(choices), lambda _, legal: legal[next(left) % len(legal)])

    return st.lists(numbers, min_size=fewest, max_size=most).map(chosen)


@st.composite
def by_kind(draw: st.DrawFn, games: Iterable[Any], most: int, kind: Callable[[Any, Any], Any]) -> Drawn:
    """Games under all settings in which a kind of action is drawn first, and then an action of this kind."""

    def choose(position: Any, legal: tuple[Any, ...]) -> Any:
        kinds: dict[Any, list[Any]] = {}
        for action in legal:
            kinds.setdefault(kind(position, action), []).append(action)
        return draw(st.sampled_from(kinds[draw(st.sampled_from(sorted(kinds, key=str)))]))

    return played(draw(st.sampled_from([*games])), draw(st.integers(0, most)), choose)


def squares_held(position: Any, action: TiqTaqToeAction) -> int:
    """How many squares a move of TiqTaqToe names, and how many of these may hold a mark."""
    squares = () if isinstance(action, Measurement) else tuple(action)
    return len(squares) + sum(square not in position.empty for square in squares)


# All games


TIQTAQTOE = by_kind([*tiqtaqtoe_settings()], 14, squares_held)
HYBRID = by_kind([*hybrid_settings()], 34, lambda position, action: type(action))
DRAWN = {
    "goff": by_number(GOFF, MEETING),
    "probabilistic": by_number(BOARD, st.integers(0, 8), most=60),
    "tiqtaqtoe": TIQTAQTOE,
    "hybrid": HYBRID,
}
ACTIONS: dict[str, list[Any]] = {
    "goff": [*(Move(a, b) for a in range(1, 10) for b in range(a, 10)), *Selection],
    "probabilistic": [*map(Choice, range(11)), *MoveOutcome],
    "tiqtaqtoe": [
        *map(Single, range(11)),
        *(Pair(a, b) for a in range(11) for b in range(a, 11)),
        Measurement("XXXXXXXXX"),
    ],
    "hybrid": [
        *Result,
        *map(Measure, range(11)),
        *(Link(control, target) for control in range(11) for target in range(11)),
    ],
}
"""Legal and illegal actions of every kind."""


def test_lines() -> None:
    """PROB-BOARD-1, TIQ-BOARD-1, HYB-BOX-1: with rows and columns from -1 to 1, three squares in a row add up to the
    middle one thrice."""
    cells = {square: complex((square - 1) % 3 - 1, (square - 1) // 3 - 1) for square in range(1, 10)}
    in_a_row = {line for line in combinations(cells, 3) if cells[line[0]] + cells[line[2]] == 2 * cells[line[1]]}
    assert in_a_row == {*lines()}


@pytest.mark.parametrize("name", [*DRAWN])
@given(st.data())
def test_play_accepts_exactly_the_actions(name: str, data: st.DataObject) -> None:
    game, _, positions = data.draw(DRAWN[name])
    position = positions[-1]
    legal = game.actions(position)
    assert bool(legal) is (game.actor(position) is not None)
    for action in {*ACTIONS[name], *map(Measurement, getattr(position, "boards", ()))}:
        if action in legal:
            game.play(position, action)
        else:
            with pytest.raises(RuleBroken):
                game.play(position, action)


@pytest.mark.parametrize("name", [*DRAWN])
@given(st.data())
def test_games_and_positions_are_read_again(name: str, data: st.DataObject) -> None:
    game, actions, positions = data.draw(DRAWN[name])
    assert list(game.parse(game.write(actions))) == actions
    for position in positions:
        assert type(position).of(str(position)) == position


# TiqTaqToe


def kind(group: tuple[int, ...], ways: set[tuple[str, ...]]) -> tuple[int, int, int]:
    """How many squares, how many of them marked, how many boards."""
    (marked,) = {sum(content != "." for content in way) for way in ways}
    return len(group), marked, len(ways)


# Q3T


PAGE = Path(__file__).resolve().parents[2] / "spec" / "rules" / "hybrid.md"


def test_longest_games_of_the_page() -> None:
    """LEMMA ends: the page's games are played to their ends, under every setting that they are given for."""
    blocks = [block for block in PAGE.read_text(encoding="utf-8").split("\n\n") if block.startswith("    X1.1 =X")]
    plies = {}
    for block in blocks:
        actions = Hybrid.notation.parse(block)
        plies[sum(not isinstance(action, Result) for action in actions)] = block
    assert sorted(plies) == [17, 24, 25]
    for game in hybrid_settings():
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
