"""The devices: the choice of one, and that the GPU's launch runs the same kernels to the same end."""

import os
import subprocess
import sys
import textwrap

import pytest

from qttt.fast import backend


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(ValueError, match="expected auto, cpu or gpu"):
        backend.device("tpu")


def test_without_a_gpu_auto_is_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise backend.DeviceError("no GPU can be used")

    monkeypatch.setattr(backend, "_gpu", none)
    assert backend.device("auto").name == "cpu"
    with pytest.raises(backend.DeviceError, match="no GPU"):
        backend.device("gpu")


SIMULATED = """
    import numpy as np
    from qttt.fast.backend import Cpu, device
    from qttt.fast.goff import games, solve

    cpu, gpu = Cpu(), device("gpu")
    assert gpu.name == "gpu"
    levels = [solve.enumerate_levels(d, 2, lambda _: None) for d in (cpu, gpu)]
    assert [l.keys.tolist() for l in levels[0]] == [l.keys.tolist() for l in levels[1]]
    assert len(levels[1][2].keys) == 186

    played = [games.playouts(d, 3, seed=1, record=True) for d in (cpu, gpu)]
    assert (played[0].actions == played[1].actions).all()
    reached = [games.replays(d, played[0].actions) for d in (cpu, gpu)]
    assert (reached[0].keys == reached[1].keys).all()

    rows = games.playouts(cpu, 400, seed=2, record=True)
    rows = rows.actions[rows.lengths > 6][:3]
    keys = []
    for row in rows:
        moves = np.flatnonzero((row > 0) & (row < 46))
        row[moves[6]:] = 0
        keys.append(games.replays(cpu, row[None]).keys[0])
    keys = np.array(keys)
    values = []
    for d in (cpu, gpu):
        records = np.empty(len(keys), np.int64)
        d.launch(solve.PLY_6, len(keys), keys, records)
        values.append(records.tolist())
    assert values[0] == values[1]

    # a ply valued from the next: all 8 positions of ply 1 from made-up records of ply 2
    made_up = np.arange(186) * 64 + np.arange(186) % 6 * 9
    backward = [
        solve.value_from_next(d, l[1], l[2], made_up, 1).tolist() for d, l in zip((cpu, gpu), levels, strict=True)
    ]
    assert backward[0] == backward[1]
    print("the same on both")
"""


def test_the_simulated_gpu_computes_the_same() -> None:
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SIMULATED)],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "the same on both\n", run.stderr
