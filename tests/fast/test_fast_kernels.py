"""The dense index of positions is the order of their canonical keys."""

import numpy as np
import pytest

from qttt.fast.backend import Cpu
from qttt.fast.goff import games, index, key, rules


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


@pytest.mark.parametrize("ply", range(1, 7))
def test_dense_index_is_the_order_of_canonical_keys(ply: int) -> None:
    table = index.level(ply)
    keys = random_keys(ply, 60, seed=ply)
    indices = [index.dense(k, table.tables) for k in keys]
    canonical = [int(key.canonical(k)) for k in keys]
    assert table.keys(np.array(indices)).tolist() == canonical
    assert np.argsort(indices).tolist() == np.argsort(canonical).tolist()
    for g in range(8):
        images = [key.image(k, g) for k in keys]
        assert [index.dense(k, table.tables) for k in images] == indices
