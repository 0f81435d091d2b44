"""The kernels as plain Python functions, against the rules written out another way."""

import itertools
import random

import numpy as np
import pytest

from qttt.fast.backend import Cpu
from qttt.fast.goff import board, forest, games, index, key, last, late, moves, outcome, rules, three_trees, value
from qttt.fast.goff.outcome import DRAW, O_COMPLETE, O_NARROW, UNFINISHED, X_COMPLETE, X_DOUBLE, X_NARROW

LINES_BY_HAND = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


def mask(*squares: int) -> int:
    """The mask of squares 1 to 9."""
    return sum(1 << (square - 1) for square in squares)


def random_keys(ply: int, count: int, seed: int) -> list[int]:
    """Settled positions of a ply, not over, reached by random play."""
    drawn = games.playouts(Cpu(), 40 * count, seed, record=True)
    long_enough = drawn.actions[drawn.lengths > ply]
    keys = []
    for row in long_enough[:count]:
        position, at = rules.INITIAL, 0
        while key.plies(position) < ply or position & key.FIELD:
            position, at = rules.play(position, int(row[at])), at + 1
        keys.append(position)
    assert len(keys) == count
    return keys


def test_lines_and_sizes_of_every_mask() -> None:
    for squares in range(512):
        held = {s for s in range(9) if squares >> s & 1}
        assert board.size(squares) == len(held)
        assert board.line_count(squares) == sum(line <= held for line in LINES_BY_HAND)


def test_places_are_numbered_without_gaps() -> None:
    pairs = itertools.combinations_with_replacement(range(9), 2)
    assert sorted(board.place(i, j) for i, j in pairs) == list(range(1, 46))


def test_symmetries_are_the_eight_that_keep_the_lines() -> None:
    images = {tuple(row) for row in board.SQUARE_IMAGE.tolist()}
    lines = {frozenset(line) for line in LINES_BY_HAND}
    keeping = {
        p for p in itertools.permutations(range(9)) if {frozenset(p[s] for s in line) for line in lines} == lines
    }
    corners_and_edges = {p for p in keeping if p[4] == 4 and {p[s] for s in (0, 2, 6, 8)} == {0, 2, 6, 8}}
    assert len(images) == 8
    assert images <= corners_and_edges


def test_collapse_of_a_chain_by_hand() -> None:
    # edges 1-2, 2-3, 3-4: with the last mark on square 2, the first edge goes to 1, the others to 3 and 4
    work = [0] * forest.FOREST
    for i, (u, v) in enumerate([(0, 1), (1, 2), (2, 3)]):
        forest.entangle(work, i, u, v)
    assert forest.component(work, 0, 3) == 0b1111
    assert [forest.settled(work, i, 1) for i in range(3)] == [0, 2, 3]
    assert [forest.settled(work, i, 3) for i in range(3)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("x", "o", "x7", "o8", "x9", "expected"),
    [
        (mask(1, 2, 3), mask(4, 5), 0, 0, 0, X_COMPLETE),
        (mask(1, 2), mask(4, 5, 6), 0, 0, 0, O_COMPLETE),
        (mask(1, 2, 3), mask(4, 5, 6), 0, 0, 0, X_NARROW),  # ply 5 before 6
        (mask(1, 2), mask(4, 5, 6), mask(3), 0, 0, O_NARROW),  # 6 before 7
        (mask(1, 2), mask(4, 5), mask(3), mask(6), 0, X_NARROW),  # 7 before 8
        (mask(1, 2), mask(4, 5), mask(9), mask(6), mask(3), O_NARROW),  # 8 before 9
        (mask(1, 2, 4), mask(5, 6, 8), mask(7), mask(9), mask(3), X_DOUBLE),  # 1-2-3 and 1-4-7
        (mask(1, 2, 6), mask(3, 4, 5), mask(7), mask(8), mask(9), DRAW),
        (mask(1, 2), mask(4, 5), 0, 0, 0, UNFINISHED),
        (mask(1, 2, 6), mask(3, 4, 5), mask(7), mask(8), 0, UNFINISHED),  # eight squares are not the end
    ],
)
def test_outcomes_by_hand(x: int, o: int, x7: int, o8: int, x9: int, expected: int) -> None:
    assert outcome.outcome(x, o, x7, o8, x9) == expected


def test_packing_forgets_only_the_order_of_early_marks() -> None:
    places = random.Random(1).sample(range(1, 46), 10)
    packed = key.pack(*places)
    assert packed < 1 << 60
    assert [key.field(packed, i) for i in range(6, 10)] == places[6:]
    assert {key.field(packed, i) for i in range(3)} == set(places[:3])
    assert {key.field(packed, i) for i in range(3, 6)} == set(places[3:6])
    assert key.pack(places[2], places[0], places[1], places[5], places[4], places[3], *places[6:]) == packed


@pytest.mark.parametrize("ply", range(1, 7))
def test_dense_index_is_the_order_of_canonical_keys(ply: int) -> None:
    table = index.level(ply)
    keys = random_keys(ply, 60, seed=ply)
    indices = [index.dense(k, table.number, table.orbit, table.turned) for k in keys]
    canonical = [int(key.canonical(k)) for k in keys]
    assert table.keys(np.array(indices)).tolist() == canonical
    assert np.argsort(indices).tolist() == np.argsort(canonical).tolist()
    for g in range(8):
        images = [key.image(k, g) for k in keys]
        assert [index.dense(k, table.number, table.orbit, table.turned) for k in images] == indices


def test_index_of_ply_7_is_the_order_of_canonical_keys() -> None:
    table = index.level(6)
    keys = random_keys(7, 80, seed=7)
    indices = [index.dense_7(k, table.number, table.orbit, table.turned) for k in keys]
    canonical = [int(key.canonical(k)) for k in keys]
    assert index.keys_7(table, np.array(indices)).tolist() == canonical
    assert np.argsort(indices).tolist() == np.argsort(canonical).tolist()


def plain_value(position: int, collapse: rules.Collapse) -> int:
    """The outcome code by minimax over single actions."""
    over = rules.outcome(position)
    if over != UNFINISHED:
        return over
    values = [plain_value(rules.play(position, a), collapse) for a in rules.actions(position)]
    return max(values) if rules.actor(position, collapse) == "X" else min(values)


@pytest.mark.parametrize("collapse", ["opponent", "self"])
def test_late_kernels_are_plain_minimax(collapse: rules.Collapse) -> None:
    shift = 0 if collapse == "opponent" else 3
    work = [0] * last.WORK
    for position in sorted(random_keys(6, 60, seed=3), key=lambda k: board.size(key.load(k, work)))[-4:]:
        assert late.value_late(position, work) >> shift & 7 == plain_value(position, collapse)
        _, following = rules.expanded(position)
        late.value_late(position, work)
        for p in np.flatnonzero(following >= 0).tolist():
            u, v = board.PLACE_SQUARES[p].tolist()
            assert late.value_successor(work, work, 0, u, v) >> shift & 7 == plain_value(int(following[p]), collapse)
    for position in random_keys(7, 10, seed=4):
        assert last.value_last(position, work) >> shift & 7 == plain_value(position, collapse)
    for position in random_keys(8, 30, seed=5):
        assert last.value_last(position, work) >> shift & 7 == plain_value(position, collapse)


def test_every_ply_6_position_has_three_trees() -> None:
    work = [0] * value.WORK
    for position in random_keys(6, 100, seed=6):
        three_trees.grow_trees(work, key.load(position, work))
        assert sum(work[three_trees.SIZE : three_trees.SIZE + 3]) == 9 - board.size(key.load(position, work))
        assert all(work[three_trees.SIZE + i] > 0 for i in range(3))


def test_successors_of_a_closed_cycle_are_its_roots() -> None:
    # X1.1-2 O2.2-3, then X closes a cycle in 1-2-3: X settles on any of the three
    work = [0] * moves.WORK
    chain = rules.play(rules.play(rules.INITIAL, board.place(0, 1)), board.place(1, 2))
    assert moves.expand(chain, work) == UNFINISHED
    there = {p for p in range(1, 46) if work[moves.NEXT + p] != moves.NO_SUCCESSOR}
    loops = {board.place(s, s) for s in range(3)}
    joins = {board.place(u, v) for u, v in itertools.combinations(range(9), 2) if v > 2}
    assert there == loops | joins
