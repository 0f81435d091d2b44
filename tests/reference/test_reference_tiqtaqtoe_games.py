"""What holds in every game of TiqTaqToe, at all levels and under all switches, on games drawn at random."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import prod

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.reference.game import Actor, RuleBroken
from qttt.reference.tiqtaqtoe import Action, Measurement, Pair, Position, Single, TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.ending import players_with_a_line
from qttt.reference.tiqtaqtoe.notation import NOTATION
from qttt.reference.tiqtaqtoe.position import contents, entanglement, groups, probabilities

EVERY_MOVE: list[Action] = [*map(Single, range(11)), *(Pair(a, b) for a in range(11) for b in range(a, 11))]

Game = tuple[TiqTaqToe, list[Action], list[Position]]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game, its actions so far, and its positions, the first one included.

    Moves are drawn by kind first: how many squares they name, and how many of these may hold a mark.
    """
    game = draw(st.sampled_from([*settings()]))
    actions, positions = list[Action](), [game.initial()]
    for _ in range(draw(st.integers(0, 14))):
        legal = game.actions(positions[-1])
        if not legal:
            break
        kinds: dict[int, list[Action]] = {}
        for action in legal:
            squares = () if isinstance(action, Measurement) else tuple(action)
            held = sum(square not in positions[-1].empty for square in squares)
            kinds.setdefault(len(squares) + held, []).append(action)
        kind = draw(st.sampled_from(sorted(kinds)))
        actions.append(draw(st.sampled_from(kinds[kind])))
        positions.append(game.play(positions[-1], actions[-1]))
    return game, actions, positions


@given(games())
def test_boards_are_different_and_equally_many_marks_are_on_each(drawn: Game) -> None:
    """TIQ-STATE-1, LEMMA doubling, LEMMA groups: 1, 2, 4 … 64 boards, with X's marks as many as O's or one more."""
    _, _, positions = drawn
    for position in positions:
        assert list(position.boards) == sorted({*position.boards})
        assert len(position.boards) in (1, 2, 4, 8, 16, 32, 64)
        moves = position.plies
        for board in position.boards:
            assert (board.count("X"), board.count("O")) == ((moves + 1) // 2, moves // 2)
        assert Position.of(str(position)) == position


@given(games())
def test_each_board_comes_about_with_the_same_probability(drawn: Game) -> None:
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


@given(games())
def test_groups_are_independent(drawn: Game) -> None:
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


@given(games())
def test_probabilities_add_up(drawn: Game) -> None:
    """TIQ-STATE-1: over the contents of a square to 1, over the squares of a content to the number of marks."""
    position = drawn[2][-1]
    chance = probabilities(position)
    assert all(sum(of_square.values()) == 1 for of_square in chance.values())
    for mark in ("X", "O"):
        assert sum(of_square[mark] for of_square in chance.values()) == position.boards[0].count(mark)


@given(games())
def test_play_accepts_exactly_the_actions(drawn: Game) -> None:
    game, _, positions = drawn
    position = positions[-1]
    legal = game.actions(position)
    assert bool(legal) is (game.actor(position) is not None)
    for action in [*EVERY_MOVE, *map(Measurement, position.boards), Measurement("XXXXXXXXX")]:
        if action in legal:
            game.play(position, action)
        else:
            with pytest.raises(RuleBroken):
                game.play(position, action)


@given(games())
def test_turns_chance_and_endings(drawn: Game) -> None:
    """TIQ-TURN-1, TIQ-MEASURE-1, TIQ-END-1, and a written game is read again."""
    game, actions, positions = drawn
    assert list(NOTATION.parse(NOTATION.write(actions))) == actions
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


@given(games(), st.lists(st.sampled_from([ROTATED, MIRRORED]), max_size=4))
def test_symmetry(drawn: Game, images: list[dict[int, int]]) -> None:
    """LEMMA symmetry: the image of a game is a game, step by step."""
    game, actions, positions = drawn
    image = dict(zip("123456789", "123456789", strict=True))
    for table in images:
        image = {square: at.translate(table) for square, at in image.items()}

    def moved(action: Action) -> Action:
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
