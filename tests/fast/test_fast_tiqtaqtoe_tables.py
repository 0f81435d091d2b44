"""TiqTaqToe's tables: how much is counted, what is told on the way, what is kept on disk, and the GPU's launches."""

import json
import os
import subprocess
import sys
import textwrap
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qttt.fast import store
from qttt.fast.backend import Cpu
from qttt.fast.progress import Progress
from qttt.fast.tiqtaqtoe import agents, boards, solve
from qttt.fast.tiqtaqtoe import enumerate as enumeration
from qttt.fast.tiqtaqtoe.graph import KINDS
from qttt.fast.tiqtaqtoe.perft import perft
from qttt.fast.tiqtaqtoe.rules import START, Setting, play
from qttt.fast.tiqtaqtoe.tablebase import Tablebase

CPU = Cpu()


@cache
def solved(setting: Setting) -> Tablebase:
    """The tablebase of a game."""
    return solve.solve(CPU, setting).tablebase


def test_classical_tic_tac_toe_has_5478_positions() -> None:
    table = solved(Setting("classic"))
    assert sum(counts["raw"] for counts in table.states.values()) == 5478
    assert sum(counts["canonical"] for counts in table.states.values()) == 765
    assert table.states["terminal"] == {"canonical": 138, "raw": 958}
    assert table.states["chance"] == {"canonical": 0, "raw": 0}
    assert table.value(START) == 0


def test_all_images_are_counted() -> None:
    graph = solved(Setting("minimal")).graph
    counted = dict.fromkeys(KINDS, 0)
    for level in graph.levels:
        for group, size in enumerate(level.sizes):
            turned = np.sort(boards.TURNED[:, level.rows(group)], 2)
            for node in range(size):
                kind = level.kinds[level.span(group)][node]
                name = next(name for name, kinds in KINDS.items() if kind in kinds)
                counted[name] += len({image.tobytes() for image in turned[:, node]})
    assert counted == {name: counts["raw"] for name, counts in graph.states.items()}


def test_a_clash_of_labels_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "LABELS", boards.LABELS % 64 + 1)
    with pytest.raises(enumeration.LabelClash, match="have one label"):
        enumeration.enumerate_graph(CPU, Setting("minimal"))


def test_one_setting_is_solved_as_several_are() -> None:
    alone = solve.solve(CPU, Setting("minimal", both="X"))
    assert (alone.device, alone.seconds > 0) == ("cpu", True)
    several = [Setting("minimal", both=both) for both in ("O", "X", "even")]
    _, together, _ = (found.tablebase for found in solve.solve_all(CPU, several))
    assert alone.tablebase.setting == together.setting
    assert all((a == b).all() for a, b in zip(alone.tablebase.numbers, together.numbers, strict=True))
    with pytest.raises(ValueError, match="only the level high has it"):
        solve.solve(CPU, Setting("minimal", target="unentangled"))


def test_progress_is_told() -> None:
    told: list[Progress] = []
    solve.solve(CPU, Setting("minimal"), told.append)
    ended = [(piece.task, piece.ply) for piece in told if piece.done == piece.positions]
    assert ended == [("enumerate", ply) for ply in range(9)] + [("value", ply) for ply in range(9, -1, -1)]
    positions = {piece.ply: piece.positions for piece in told if piece.task == "enumerate"}
    assert tuple(positions.values()) == solved(Setting("minimal")).positions


def test_an_interrupt_is_not_lost() -> None:
    def interrupt(piece: Progress) -> None:
        if (piece.task, piece.ply) == ("value", 4):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve.solve(CPU, Setting("minimal"), interrupt)


def test_sequences_of_classical_games() -> None:
    # well known; 5-ply games are 1,440, so the sixth ply has 54,720 sequences
    expected = (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)
    assert perft(CPU, Setting("classic"), 9) == expected
    assert perft(CPU, Setting("classic"), 4) == expected[:4]


def test_sequences_by_hand() -> None:
    # Moves that take one or two of the empty squares: 1,186,920 sequences of five, by the number of superpositions
    # 15,120 + 151,200 + 453,600 + 453,600 + 113,400. The last fill the board, so each is measured in 16 ways.
    assert perft(CPU, Setting("minimal"), 5) == (45, 1332, 23940, 237384, 1186920 + 15 * 113400)
    # against X in one square O has 8 + 36 moves; against X in two, 7 + 21, and 14 more at high
    assert perft(CPU, Setting("moderate"), 2) == (45, 9 * 44 + 36 * 28)
    assert perft(CPU, Setting("high"), 2) == (45, 9 * 44 + 36 * 42)
    assert perft(CPU, Setting("high", pair="legal"), 2) == (45, 9 * 44 + 36 * 43)
    for depth in (0, 10):
        with pytest.raises(ValueError, match="expected 1 to 9"):
            perft(CPU, Setting(), depth)


class TestStored:
    """A tablebase on disk."""

    setting = Setting("minimal", both="X")

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        solved(Setting("minimal", both="X")).save(tmp_path / "table")
        return tmp_path / "table"

    def test_what_is_saved_is_read(self, folder: Path) -> None:
        table, before = Tablebase.open(folder, self.setting), solved(Setting("minimal", both="X"))
        assert (table.setting, table.positions, table.states) == (before.setting, before.positions, before.states)
        for slot in range(45):
            after = play(self.setting, START, slot)
            assert table.values(after) == before.values(after)
        assert agents.playouts(CPU, table.graph).chances(START) == agents.playouts(CPU, before.graph).chances(START)

    @pytest.mark.parametrize("damage", ["truncate", "alter", "remove"])
    @pytest.mark.parametrize("name", ["boards.npy", "values.npy"])
    def test_damage_is_noticed(self, folder: Path, name: str, damage: str) -> None:
        path = folder / name
        data = path.read_bytes()
        if damage == "remove":
            path.unlink()
        else:
            path.write_bytes(data[:-1] if damage == "truncate" else data[:-1] + bytes([data[-1] ^ 1]))
        with pytest.raises(store.StoreError, match=name):
            Tablebase.open(folder, self.setting)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"ruleset": "tiqtaqtoe-0.1"}, r"ruleset is 'tiqtaqtoe-0\.1', expected 'tiqtaqtoe-1\.0'"),
            ({"level": "high"}, "level is 'high', expected 'minimal'"),
            ({"switches": {"lines": "full-board", "both": "X"}}, "are lines=full-board, expected lines=every-move"),
            ({"sizes": None}, "does not describe a tablebase"),
            ({"sizes": [[1] * 10] * 10}, "does not describe a tablebase"),
            ({"sizes": [[-1] * 10] * 10}, "does not describe a tablebase"),
            ({"counts": [[1, 2]]}, "does not describe a tablebase"),
            ({"counts": "none"}, "does not describe a tablebase"),
        ],
    )
    def test_another_manifest_is_refused(self, folder: Path, change: dict[str, Any], message: str) -> None:
        path = folder / store.MANIFEST
        path.write_text(json.dumps(json.loads(path.read_text()) | change))
        with pytest.raises(store.StoreError, match=message):
            Tablebase.open(folder, self.setting)

    def test_a_missing_array_is_refused(self, folder: Path) -> None:
        path = folder / store.MANIFEST
        manifest = json.loads(path.read_text())
        del manifest["files"]["links.npy"]
        path.write_text(json.dumps(manifest))
        with pytest.raises(store.StoreError, match="does not describe a tablebase"):
            Tablebase.open(folder, self.setting)

    @pytest.mark.parametrize("wrong", [np.zeros(3, np.int64), np.zeros((3, 1), np.int16), np.zeros(3, np.int16)])
    def test_arrays_that_do_not_fit_are_refused(self, folder: Path, wrong: Any) -> None:
        manifest, arrays = store.load(folder, {})
        described = {name: manifest[name] for name in ("ruleset", "level", "switches", "sizes", "counts")}
        store.save(folder.with_name("other"), described, arrays | {"values": wrong})
        with pytest.raises(store.StoreError, match="does not describe a tablebase"):
            Tablebase.open(folder.with_name("other"), self.setting)

    def test_no_folder_is_no_tablebase(self, tmp_path: Path) -> None:
        with pytest.raises(store.StoreError, match="no tablebase here"):
            Tablebase.open(tmp_path / "nothing", self.setting)
        with pytest.raises(ValueError, match="level 'none'"):
            Tablebase.open(tmp_path, Setting("none"))


SIMULATED = """
    import numpy as np
    from qttt.fast.backend import device
    from qttt.fast.tiqtaqtoe import agents, enumerate, solve
    from qttt.fast.tiqtaqtoe.graph import ARRAYS
    from qttt.fast.tiqtaqtoe.paths import Moves
    from qttt.fast.tiqtaqtoe.rules import START, Setting
    from qttt.fast.tiqtaqtoe.won import chances_to_win_most

    devices = [device("cpu"), device("gpu")]
    assert [place.name for place in devices] == ["cpu", "gpu"]
    setting = Setting("classic", lines="full-board", both="X")
    cpu, gpu = (solve.solve(place, setting).tablebase for place in devices)
    assert cpu.positions == gpu.positions and cpu.states == gpu.states
    assert all((a == b).all() for a, b in zip(cpu.numbers, gpu.numbers))
    levels = list(zip(cpu.graph.levels, gpu.graph.levels))
    assert all((getattr(a, name) == getattr(b, name)).all() for a, b in levels for name in ARRAYS)
    a, b = (agents.horizon(place, table.graph, 4) for place, table in zip(devices, (cpu, gpu)))
    assert a.values(START) == b.values(START)
    a, b = (agents.playouts(place, table.graph) for place, table in zip(devices, (cpu, gpu)))
    assert np.allclose(a.chances(START), b.chances(START), rtol=2 * agents.ERROR_BOUND, atol=0)

    moves = Moves(np.zeros(1, int), np.zeros(3, int), np.array([2, 0, 1]), None)
    a, b = (chances_to_win_most(place, 4, np.array([0.3, 1.0, 0.9]), moves) for place in devices)
    assert np.allclose(a, b, rtol=1e-9, atol=0) and (a > 0).tolist() == [False, True, False]
    a, b = (chances_to_win_most(place, 4, np.array([0.3, 0.0, 0.9]), moves) for place in devices)
    assert np.allclose(a, b, rtol=1e-9, atol=0) and (a > 0).all()

    def first_levels(place):
        builder = enumerate._Builder(place, Setting("high", "unentangled", "legal"), lambda _: None)
        groups = {0: builder.singles(np.zeros(1, np.int64), False)}
        for made in range(2):
            found = builder.moves(made, groups)
            following = builder.following(made, found)
            yield builder.level(groups, found)
            groups = following

    for a, b in zip(*map(first_levels, devices), strict=True):
        assert all((getattr(a, name) == getattr(b, name)).all() for name in ARRAYS)
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
