"""What holds in every game, on games drawn at random; hypothesis shrinks a failure to a short one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.reference.board import lines
from qttt.reference.game import Actor, RuleBroken
from qttt.reference.goff import Goff, Move, Selection
from qttt.reference.goff import Position as GoffPosition
from qttt.reference.goff.ending import marks_of_lines, outcome
from qttt.reference.hybrid import Hybrid, Link, Measure, Result
from qttt.reference.hybrid import settings as hybrid_settings
from qttt.reference.probabilistic import Choice, MoveOutcome, Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.position import has_line
from qttt.reference.tiqtaqtoe import Action as TiqTaqToeAction
from qttt.reference.tiqtaqtoe import Measurement, Pair, Single
from qttt.reference.tiqtaqtoe import settings as tiqtaqtoe_settings
from qttt.reference.tiqtaqtoe.ending import players_with_a_line
from qttt.reference.tiqtaqtoe.position import contents, entanglement, groups, probabilities

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


# Goff


@given(by_number(GOFF, MEETING))
def test_every_position_is_sound(drawn: Drawn) -> None:
    """Each ply has one mark, definite marks stay, and unless a cycle is closed the graph has none."""
    positions = drawn.positions
    for before, position in zip([GoffPosition(), *positions], positions, strict=False):
        plies = [mark.ply for mark in position.definite if mark] + [mark.ply for mark, _ in position.spooky]
        assert sorted(plies) == list(range(1, position.ply + 1))
        for old, new in zip(before.definite, position.definite, strict=True):
            assert old is None or old == new
        assert nx.is_forest(position.entanglement) is not position.pending
        for _, pair in position.spooky:
            assert position.definite[pair.first - 1] is position.definite[pair.second - 1] is None


@given(by_number(GOFF, MEETING, fewest=18))
def test_every_game_ends_by_ply_nine(drawn: Drawn) -> None:
    *unfinished, last = drawn.positions
    assert GOFF.actor(last) is None
    assert GOFF.actions(last) == ()
    assert outcome(last)
    assert last.ply <= 9
    assert all(GOFF.actor(position) and GOFF.actions(position) for position in unfinished)


@given(by_number(GOFF, MEETING, fewest=18))
def test_collapses_are_all_ways_to_settle(drawn: Drawn) -> None:
    """GOFF-COLLAPSE-3 against trial of every assignment of a component's marks to its squares."""
    for position in drawn.positions:
        if position.pending:
            check_collapses(position)


def check_collapses(position: GoffPosition) -> None:
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
    settled = [GOFF.play(position, selection) for selection in Selection]
    assert ways == {tuple(settlement.definite.index(spooky.mark) + 1 for spooky in caught) for settlement in settled}
    assert len(ways) == 2
    for settlement, square in zip(settled, last.squares, strict=True):
        assert settlement.definite[square - 1] == last.mark
        assert settlement.spooky == tuple(spooky for spooky in position.spooky if spooky not in caught)


@given(by_number(GOFF, MEETING, fewest=18))
def test_two_lines_leave_the_other_none(drawn: Drawn) -> None:
    last = drawn.positions[-1]
    lines = {player: len(marks_of_lines(last.definite, player)) for player in (Actor.X, Actor.O)}
    assert lines[Actor.O] <= 1
    if lines[Actor.X] == 2:
        assert last.ply == 9
        assert lines[Actor.O] == 0


@given(by_number(GOFF, MEETING))
def test_only_the_selector_depends_on_the_collapse_rule(drawn: Drawn) -> None:
    other = Goff(collapse="self")
    for position in drawn.positions:
        actor = GOFF.actor(position)
        if position.pending:
            assert actor
            assert other.actor(position) is actor.opponent
        else:
            assert other.actor(position) is actor


# Probabilistic


@given(by_number(BOARD, st.integers(0, 8), most=60))
def test_every_game_on_a_board_is_sound(drawn: Drawn) -> None:
    """Marks stay; a line is of one player; chance is a distribution over the actions."""
    for before, position in pairwise(drawn.positions):
        for old, new in zip(before.marks, position.marks, strict=True):
            assert old is None or old is new
        assert position.marks.count(None) >= before.marks.count(None) - 1
        assert position.turn == (before.turn.opponent if before.named else before.turn)
    for position in drawn.positions:
        assert not (has_line(position.marks, Actor.X) and has_line(position.marks, Actor.O))
        chance = BOARD.chance(position)
        assert (BOARD.actor(position) is Actor.CHANCE) == bool(chance)
        if chance:
            assert tuple(chance) == BOARD.actions(position)
            assert sum(chance.values()) == 1


# TiqTaqToe


@given(TIQTAQTOE)
def test_boards_are_different_and_equally_many_marks_are_on_each(drawn: Drawn) -> None:
    """TIQ-STATE-1, LEMMA doubling, LEMMA groups: 1, 2, 4 … 64 boards, with X's marks as many as O's or one more."""
    _, _, positions = drawn
    for position in positions:
        assert list(position.boards) == sorted({*position.boards})
        assert len(position.boards) in (1, 2, 4, 8, 16, 32, 64)
        moves = position.plies
        for board in position.boards:
            assert (board.count("X"), board.count("O")) == ((moves + 1) // 2, moves // 2)


@given(TIQTAQTOE)
def test_each_board_comes_about_with_the_same_probability(drawn: Drawn) -> None:
    """LEMMA uniform: by coins, tossed one board at a time, with no sets and nothing removed."""
    _, actions, positions = drawn
    ways = Counter({"." * 9: 1})
    for action, before, position in zip(actions, positions, positions[1:], strict=False):
        ways = found(action) if isinstance(action, Measurement) else tossed(ways, action, str(before.turn))
        assert {*ways} == {*position.boards}
        assert len({*ways.values()}) == 1


def found(measurement: Measurement) -> Counter[str]:
    return Counter({measurement.board: 1})


def tossed(ways: Counter[str], move: Single | Pair, mark: str) -> Counter[str]:
    """In how many ways each board comes about: one toss of a coin for a pair, whether it is needed or not."""
    after = Counter[str]()
    free = [square - 1 for square in move if all(board[square - 1] == "." for board in ways)]
    for board, count in ways.items():
        cells = list(board)
        at = free[-1] if free else next(square - 1 for square in move if board[square - 1] == ".")
        cells[at] = mark
        after["".join(cells)] += count
        first, last = move[0] - 1, move[-1] - 1
        cells[first], cells[last] = cells[last], cells[first]
        after["".join(cells)] += count
    return after


@given(TIQTAQTOE)
def test_groups_are_independent(drawn: Drawn) -> None:
    """LEMMA groups: two to four squares; W is all combinations of what the groups may hold; the kinds of groups."""
    game, _, positions = drawn
    for position in positions:
        uncertain = {square for square in range(1, 10) if len(contents(position, square)) > 1}
        assert sorted(uncertain) == sorted(square for group in groups(position) for square in group)
        held = [{tuple(board[q - 1] for q in group) for board in position.boards} for group in groups(position)]
        assert prod(map(len, held)) == len(position.boards)
        for group, ways in zip(groups(position), held, strict=True):
            assert kind(group, ways) in KINDS[game.level, game.target, game.pair]
            assert nx.is_connected(entanglement(position).subgraph(group))


def kind(group: tuple[int, ...], ways: set[tuple[str, ...]]) -> tuple[int, int, int]:
    """How many squares, how many of them marked, how many boards."""
    (marked,) = {sum(content != "." for content in way) for way in ways}
    return len(group), marked, len(ways)


FRESH, CROSSED, TRIPLE, QUADRUPLE = (2, 1, 2), (2, 2, 2), (3, 2, 4), (4, 3, 8)
KINDS = {
    (level, target, pair): kinds
    for level, target, kinds in [
        ("classic", "entangled", set[tuple[int, int, int]]()),
        ("minimal", "entangled", {FRESH}),
        ("moderate", "entangled", {FRESH, CROSSED}),
        ("high", "entangled", {FRESH, CROSSED, TRIPLE, QUADRUPLE}),
        ("high", "unentangled", {FRESH, CROSSED, TRIPLE}),
    ]
    for pair in ("illegal", "legal")
}


@given(TIQTAQTOE)
def test_probabilities_add_up(drawn: Drawn) -> None:
    """TIQ-STATE-1: over the contents of a square to 1, over the squares of a content to the number of marks."""
    position = drawn[2][-1]
    chance = probabilities(position)
    assert all(sum(of_square.values()) == 1 for of_square in chance.values())
    for mark in ("X", "O"):
        assert sum(of_square[mark] for of_square in chance.values()) == position.boards[0].count(mark)


@given(TIQTAQTOE)
def test_turns_chance_and_endings(drawn: Drawn) -> None:
    """TIQ-TURN-1, TIQ-MEASURE-1, TIQ-END-1."""
    game, actions, positions = drawn
    for action, before, position in zip(actions, positions, positions[1:], strict=False):
        assert position.plies == before.plies + (not isinstance(action, Measurement))
        chance = game.chance(before)
        assert (game.actor(before) is Actor.CHANCE) is isinstance(action, Measurement) is bool(chance)
        if chance:
            assert tuple(chance) == game.actions(before)
            assert {*chance.values()} == {Fraction(1, len(before.boards))}
        elif game.lines == "every-move":
            assert players_with_a_line(position) in ((), (before.turn,))
    if game.actor(positions[-1]) is None:
        assert game.score(positions[-1]).value in (-1, 0, 1)
    assert positions[-1].plies <= 9


ROTATED = str.maketrans("123456789", "369258147")
MIRRORED = str.maketrans("123456789", "321654987")


@given(TIQTAQTOE, st.lists(st.sampled_from([ROTATED, MIRRORED]), max_size=4))
def test_symmetry(drawn: Drawn, images: list[dict[int, int]]) -> None:
    """LEMMA symmetry: the image of a game is a game, step by step."""
    game, actions, positions = drawn
    image = dict(zip("123456789", "123456789", strict=True))
    for table in images:
        image = {square: at.translate(table) for square, at in image.items()}

    def moved(action: TiqTaqToeAction) -> TiqTaqToeAction:
        if isinstance(action, Measurement):
            return Measurement(
                "".join(content for _, content in sorted(zip(image.values(), action.board, strict=True)))
            )
        squares = sorted(int(image[str(square)]) for square in action)
        return Pair(*squares) if isinstance(action, Pair) else Single(*squares)

    position = game.initial()
    for action, original in zip([*actions, None], positions, strict=True):
        assert game.actor(position) == game.actor(original)
        assert {*game.actions(position)} == {*map(moved, game.actions(original))}
        if game.actor(original) is None:
            assert game.score(position) == game.score(original)
        if action is not None:
            position = game.play(position, moved(action))


# Q3T


PAGE = Path(__file__).resolve().parents[2] / "spec" / "rules" / "hybrid.md"


@given(HYBRID)
def test_links_lead_from_unmeasured_to_measured_boxes_within_the_limits(drawn: Drawn) -> None:
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


@given(HYBRID)
def test_turns_and_results(drawn: Drawn) -> None:
    """HYB-TURN-1, HYB-RESULT-1: plies alternate whatever their kind."""
    game, actions, positions = drawn
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


@given(HYBRID)
def test_marks_are_those_found_reversed_as_often_as_triggered(drawn: Drawn) -> None:
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
