"""The solver: counts without an index, the values that the literature gives, and the tablebase's answers."""

import hashlib
import json
import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from qttt.fast import store
from qttt.fast.backend import Cpu
from qttt.fast.goff import key, rules
from qttt.fast.goff.board import place
from qttt.fast.goff.outcome import DRAW, UNFINISHED, X_COMPLETE, X_NARROW
from qttt.fast.goff.solve import Solution, perft, solve
from qttt.fast.goff.tablebase import SCORING, Tablebase
from qttt.fast.progress import Progress
from qttt.spec import rules as spec_rules

RESTRICTED = [(1, 2), (1, 3), (1, 5), (1, 6), (1, 9), (2, 5), (2, 6), (2, 8)]


def move(i: int, j: int) -> int:
    return place(i - 1, j - 1)


def settled_successors(position: int) -> set[int]:
    """The settled positions one ply on, by single actions."""
    found = set()
    for action in rules.actions(position):
        after = rules.play(position, action)
        pending = after & key.FIELD
        found |= {rules.play(after, s) for s in rules.actions(after)} if pending else {after}
    return found


def test_levels_hold_every_position_once(solution: Solution) -> None:
    level = {rules.INITIAL}
    for keys in solution.tablebase.keys[:4]:
        assert keys.tolist() == sorted(level)
        level = {int(key.canonical(k)) for position in level for k in settled_successors(position)}


def test_what_the_paper_says_of_the_first_moves(solution: Solution) -> None:
    # Sakuta and Tomioka 2017, Table 1 and section 2.2
    table = solution.tablebase
    assert table.outcome(rules.INITIAL, "opponent") == X_NARROW
    assert table.outcome(rules.INITIAL, "self") == X_COMPLETE
    values = table.actions(rules.INITIAL, "opponent")
    assert len(values) == 36
    assert [pair for pair in RESTRICTED if values[move(*pair)] == X_NARROW] == [(1, 9)]


def test_values_agree_with_the_values_of_the_successors(solution: Solution) -> None:
    table = solution.tablebase
    generator = np.random.default_rng(1)
    for ply in range(7):
        for position in generator.choice(table.keys[ply], 20):
            for collapse in ("opponent", "self"):
                values = table.actions(int(position), collapse)
                expected = rules.outcome(int(position))
                if expected == UNFINISHED:
                    chooser = max if rules.actor(int(position), collapse) == "X" else min
                    expected = chooser(values.values())
                assert table.outcome(int(position), collapse) == expected


@pytest.mark.parametrize("collapse", ["opponent", "self"])
def test_a_principal_variation_keeps_the_value_to_the_end(solution: Solution, collapse: rules.Collapse) -> None:
    table = solution.tablebase
    positions = [rules.INITIAL]
    for action in table.principal_variation(rules.INITIAL, collapse):
        assert action in table.best(positions[-1], collapse)
        positions.append(rules.play(positions[-1], action))
    assert len({table.outcome(position, collapse) for position in positions}) == 1
    assert rules.outcome(positions[-1]) == table.outcome(rules.INITIAL, collapse)


def test_sequences_are_counted_like_a_walk_counts_them(solution: Solution) -> None:
    def walk(position: int, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for action in rules.actions(position):
            after = rules.play(position, action)
            total += (
                sum(walk(rules.play(after, s), depth - 1) for s in (rules.SEL_A, rules.SEL_B))
                if after & key.FIELD
                else walk(after, depth - 1)
            )
        return total

    counts = perft(Cpu(), 9)
    assert counts[:2] == (36, 36 * 35 + 2 * 36)
    assert counts[:3] == tuple(walk(rules.INITIAL, depth) for depth in (1, 2, 3))
    # every game that is not over after ply 8 ends at ply 9, so complete games are at least the sequences of nine plies
    assert solution.games > counts[8]
    assert all(later > earlier for earlier, later in pairwise(counts))


def test_depths_that_make_no_sense_are_refused() -> None:
    for depth in (0, 10):
        with pytest.raises(ValueError, match="expected 1 to 9"):
            perft(Cpu(), depth)
    with pytest.raises(ValueError, match="expected 6 or 7"):
        solve(Cpu(), through=5)


def test_progress_reaches_every_level(solution: Solution) -> None:
    seen: list[Progress] = []
    again = solve(Cpu(), report=seen.append)
    assert again.games == solution.games
    finished = [(p.task, p.ply) for p in seen if p.done == p.positions]
    assert finished == [("enumerate", ply) for ply in range(6)] + [("value", ply) for ply in range(6, -1, -1)]


class TestStored:
    """A tablebase on disk."""

    @pytest.fixture
    def folder(self, solution: Solution, tmp_path: Path) -> Path:
        solution.tablebase.save(tmp_path / "table")
        return tmp_path / "table"

    def test_what_is_saved_is_read(self, folder: Path, solution: Solution) -> None:
        table = Tablebase.open(folder)
        assert table.positions == solution.tablebase.positions
        position = int(table.keys[3][100])
        assert table.actions(position, "self") == solution.tablebase.actions(position, "self")
        assert [path.name for path in folder.parent.iterdir()] == ["table"]

    def test_saving_again_replaces(self, folder: Path, solution: Solution) -> None:
        (folder / "stray").touch()
        solution.tablebase.save(folder)
        assert not (folder / "stray").exists()
        assert [path.name for path in folder.parent.iterdir()] == ["table"]

    def test_a_link_stays_a_link(self, folder: Path, solution: Solution) -> None:
        link = folder.with_name("link")
        link.symlink_to(folder)
        solution.tablebase.save(link)
        assert link.is_symlink()
        assert Tablebase.open(link).positions == solution.tablebase.positions

    def test_a_folder_of_something_else_is_left_alone(self, solution: Solution, tmp_path: Path) -> None:
        (tmp_path / "letter.txt").write_text("dear")
        with pytest.raises(store.StoreError, match="not a tablebase"):
            Tablebase(solution.tablebase.keys[:2], solution.tablebase.codes[:2]).save(tmp_path)
        assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]

    def test_a_failure_leaves_the_old_one(
        self, folder: Path, solution: Solution, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object, **__: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(np, "save", full)
        with pytest.raises(OSError, match="No space"):
            solution.tablebase.save(folder)
        assert Tablebase.open(folder).positions == solution.tablebase.positions
        assert [path.name for path in folder.parent.iterdir()] == ["table"]

    def test_an_interrupt_while_it_is_replaced_leaves_the_old_one(
        self, folder: Path, solution: Solution, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        replace = os.replace

        def interrupted(source: Path, target: Path) -> None:
            if target == folder and "-old-" not in str(source):
                raise KeyboardInterrupt
            replace(source, target)

        before = (folder / store.MANIFEST).stat().st_ino
        monkeypatch.setattr(os, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            solution.tablebase.save(folder)
        assert (folder / store.MANIFEST).stat().st_ino == before
        assert [path.name for path in folder.parent.iterdir()] == ["table"]

    def test_processes_may_save_and_read_at_once(self, folder: Path, solution: Solution) -> None:
        small = {"numbers": np.arange(3)}
        place_ = folder.with_name("shared")
        store.save(place_, {}, small)
        with ThreadPoolExecutor(4) as pool:
            writing = [pool.submit(store.save, place_, {}, small) for _ in range(40)]
            reading = [pool.submit(store.load, place_, {}) for _ in range(40)]
            assert all(future.result() is None for future in writing)
            assert all(future.result()[1]["numbers"].tolist() == [0, 1, 2] for future in reading)

    @pytest.mark.parametrize("damage", ["truncate", "alter", "remove"])
    @pytest.mark.parametrize("name", ["ply-4.keys.npy", "ply-0.codes.npy"])
    def test_damage_is_noticed(self, folder: Path, name: str, damage: str) -> None:
        path = folder / name
        data = path.read_bytes()
        if damage == "remove":
            path.unlink()
        else:
            path.write_bytes(data[:-1] if damage == "truncate" else data[:-1] + bytes([data[-1] ^ 1]))
        with pytest.raises(store.StoreError, match=name):
            Tablebase.open(folder)

    @pytest.mark.parametrize(
        "manifest",
        [
            "",
            "[]",
            "[" * 100_000,
            "{}",
            '{"format": "qttt-arrays-1"}',
            '{"format": "qttt-arrays-1", "files": {"../x": {}}}',
            "\x00",
        ],
    )
    def test_a_manifest_of_something_else_is_refused(self, folder: Path, manifest: str) -> None:
        (folder / store.MANIFEST).write_text(manifest)
        with pytest.raises(store.StoreError, match=store.MANIFEST):
            Tablebase.open(folder)

    def test_another_ruleset_is_refused(self, folder: Path) -> None:
        path = folder / store.MANIFEST
        path.write_text(json.dumps(json.loads(path.read_text()) | {"ruleset": "goff-0.1"}))
        with pytest.raises(store.StoreError, match=r"ruleset is 'goff-0\.1', expected 'goff-1\.0'"):
            Tablebase.open(folder)

    @pytest.mark.parametrize("positions", [None, 7, [1, 8], [1, 8, 186, 3068, 49049, 473146, 1]])
    def test_counts_that_do_not_fit_are_refused(self, folder: Path, positions: object) -> None:
        path = folder / store.MANIFEST
        path.write_text(json.dumps(json.loads(path.read_text()) | {"positions": positions}))
        with pytest.raises(store.StoreError, match="does not describe a tablebase"):
            Tablebase.open(folder)

    @pytest.mark.parametrize("content", [b"", b"not an array"])
    def test_what_is_no_array_is_refused(self, folder: Path, content: bytes) -> None:
        (folder / "ply-2.codes.npy").write_bytes(content)
        path = folder / store.MANIFEST
        manifest = json.loads(path.read_text())
        record = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        manifest["files"]["ply-2.codes.npy"] = record
        path.write_text(json.dumps(manifest))
        with pytest.raises(store.StoreError, match="ply-2"):
            Tablebase.open(folder)

    def test_a_missing_ply_is_refused(self, folder: Path) -> None:
        path = folder / store.MANIFEST
        manifest = json.loads(path.read_text())
        del manifest["files"]["ply-3.keys.npy"]
        path.write_text(json.dumps(manifest))
        with pytest.raises(store.StoreError, match="does not describe a tablebase"):
            Tablebase.open(folder)

    def test_the_scoring_is_a_rule_of_the_page(self) -> None:
        assert SCORING in spec_rules()

    def test_no_folder_is_no_tablebase(self, tmp_path: Path) -> None:
        with pytest.raises(store.StoreError, match="no tablebase here"):
            Tablebase.open(tmp_path / "nothing")

    def test_a_position_no_game_reaches_is_not_found(self, folder: Path) -> None:
        with pytest.raises(KeyError, match="no game reaches"):
            Tablebase.open(folder).outcome(place(0, 0) << 42 + 12, "self")


def test_the_draws_of_the_other_first_moves(solution: Solution) -> None:
    # no source prints these; the claims that solve the game without each reduction confirm them
    values = solution.tablebase.actions(rules.INITIAL, "opponent")
    assert {values[move(*pair)] for pair in RESTRICTED if pair != (1, 9)} == {DRAW}
