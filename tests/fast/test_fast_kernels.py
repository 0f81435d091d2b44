"""The kernels as plain Python functions, against the rules written out another way."""

import itertools
import random

import numpy as np
import pytest

from qttt.fast.backend import Cpu
from qttt.fast.goff import board, games, index, key, rules

LINES_BY_HAND = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


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
