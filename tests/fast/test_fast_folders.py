"""Folders and files that are replaced: whole or not at all, whenever a process is killed, and nobody else's lost."""

import os
import secrets
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qttt.fast import files, folders, store

CAN_EXCHANGE = pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="no atomic exchange")
POSIX = pytest.mark.skipif(os.name == "nt", reason="descriptors, locks and signals of POSIX")


def saved(folder: Path, number: int) -> None:
    store.save(folder, {"ruleset": "none"}, {"numbers": np.full(3, number), "more": np.zeros(number)})


def found(folder: Path) -> int:
    """The number in an intact folder."""
    numbers = store.load(folder, {"ruleset": "none"}).arrays["numbers"].tolist()
    assert len({*numbers}) == 1
    return int(numbers[0])


@pytest.fixture(params=["exchange", "renames"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With an atomic exchange, and as on systems without it."""
    if request.param == "renames":
        monkeypatch.setattr(folders, "exchange", lambda *_: False)
    return str(request.param)


STRUCK = """
import os, signal, sys, warnings
from pathlib import Path
import numpy as np
from qttt.fast import folders, store

way, how, place = sys.argv[1], sys.argv[2], Path(sys.argv[3])
if way == "renames":
    folders.exchange = lambda *_: False

def save(number):
    store.save(place, {"ruleset": "none"}, {"numbers": np.full(3, number), "more": np.zeros(number)})

def found():
    numbers = store.load(place, {}).arrays["numbers"].tolist()
    assert len({*numbers}) == 1
    return numbers[0]

def strike(step):
    left = [step]
    def hook(event, _):
        if event == "open" or event.startswith(("os.", "ctypes.dlsym", "fcntl.")):
            left[0] -= 1
            if left[0] == 0:
                if how == "killed":
                    os.kill(os.getpid(), signal.SIGKILL)
                raise KeyboardInterrupt if how == "interrupted" else OSError(5, "Input/output error")
    sys.addaudithook(hook)
    try:
        save(2)
    except (KeyboardInterrupt, OSError, store.StoreError):
        os._exit(3)
    os._exit(1 if left[0] <= 0 else 0)

results = set()
for old in (False, True):
    for step in range(1, 1000):
        if old:
            save(1)
        child = os.fork() or strike(step)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if old:
            assert way == "renames" or place.is_dir(), step
            assert found() in (1, 2), step
            results.add(found())
        else:
            assert store.manifest_of(place) is None or found() == 2, step
        save(3)
        assert found() == 3
        assert os.listdir(place.parent) == [place.name], (step, os.listdir(place.parent))
        for file in place.iterdir():
            file.unlink()
        place.rmdir()
        if status == 0:
            break
    assert 20 < step < 999, step
assert results == {1, 2}
print("always whole")
"""
"""A child is struck at every step of a save that the audit of Python sees, one step after the other."""


@POSIX
@pytest.mark.parametrize("how", ["killed", "interrupted", "failed"])
@pytest.mark.parametrize("by", ["exchange", "renames"])
def test_save_struck_at_any_step_leaves_old_or_new(by: str, how: str, tmp_path: Path) -> None:
    (tmp_path / "alone").mkdir()
    run = subprocess.run(
        [sys.executable, "-c", STRUCK, by, how, str(tmp_path / "alone" / "table")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("always whole\n", "")


@POSIX
def test_data_reach_the_disk_before_the_rename(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: set[int] = set()
    renamed: list[set[int]] = []
    sync, rename, exchange = os.fsync, os.rename, files.exchange

    def syncing(descriptor: int) -> None:
        synced.add(os.fstat(descriptor).st_ino)
        sync(descriptor)

    def noted(move: Callable[..., Any]) -> Callable[..., Any]:
        def moving(source: Path, target: Path) -> Any:
            if source.name == folders.NEW:
                renamed.append({path.stat().st_ino for path in (source, *source.iterdir())} - synced)
            return move(source, target)

        return moving

    saved(tmp_path / "table", 1)
    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(os, "rename", noted(rename))
    monkeypatch.setattr(folders, "exchange", noted(exchange))
    saved(tmp_path / "table", 2)
    assert renamed
    assert not any(renamed)
    assert tmp_path.stat().st_ino in synced


def test_files_added_at_the_last_moment_are_kept(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(folder := tmp_path / "table", 1)
    check = folders.check_replaceable
    looked: list[Any] = []

    def checking(*args: Any) -> None:
        check(*args)
        if not looked:
            (folder / "letter.txt").write_text("dear")
        looked.append(args)

    monkeypatch.setattr(folders, "check_replaceable", checking)
    with pytest.raises(store.StoreError, match=rf"^{folder}: holds other files beside the tablebase: letter\.txt; "):
        saved(folder, 2)
    assert (folder / "letter.txt").read_text() == "dear"
    assert found(folder) == 1
    assert [*tmp_path.iterdir()] == [folder]


@POSIX
def test_scratch_of_running_process_is_left_alone(way: str, tmp_path: Path) -> None:
    folder = tmp_path / "table"
    with folders.replacing(folder, lambda _: None) as new:
        (new / "file").touch()
        saved(folder, 1)
        assert new.is_dir()
        os.unlink(folder / "more.npy")
        (new.parent / "more").touch()
        (new.parent / "more").unlink()
        for path in folder.iterdir():
            path.unlink()
    assert [path.name for path in folder.iterdir()] == ["file"]
    assert [*tmp_path.iterdir()] == [folder]


def test_scratch_folders_of_other_names_are_left_alone(tmp_path: Path) -> None:
    (other := tmp_path / ".qttt-0123456789ab-x").mkdir()
    (mine := tmp_path / ".table-old-1234").mkdir()
    saved(tmp_path / "table", 1)
    assert other.is_dir()
    assert mine.is_dir()


def test_processes_may_save_and_read_at_once(way: str, tmp_path: Path) -> None:
    saved(folder := tmp_path / "table", 1)
    with ThreadPoolExecutor(4) as pool:
        writing = [pool.submit(saved, folder, number) for number in range(1, 21)]
        reading = [pool.submit(found, folder) for _ in range(60)]
        assert all(future.result() is None for future in writing)
        assert all(future.result() in range(1, 21) for future in reading)
    assert [*tmp_path.iterdir()] == [folder]


def test_exchange_is_rejected_for_missing_folders(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    if files.exchange(tmp_path / "one", tmp_path / "one"):
        with pytest.raises(FileNotFoundError):
            files.exchange(tmp_path / "one", tmp_path / "other")


@CAN_EXCHANGE
def test_exchange_works_here(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).touch()
    assert files.exchange(tmp_path / "one", tmp_path / "other")
    assert (tmp_path / "one" / "other").exists()


# Files


def test_written_file_is_whole(tmp_path: Path) -> None:
    (link := tmp_path / "link").symlink_to(tmp_path / "file")
    for content in (b"old", b"new"):
        files.write_whole(str(link), content)
        assert (tmp_path / "file").read_bytes() == content
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link"]


def test_failed_write_leaves_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (path := tmp_path / "file").write_bytes(b"old")

    def failing(*_: object) -> None:
        raise KeyboardInterrupt

    for step in ("fsync", "replace"):
        with monkeypatch.context() as patched:
            patched.setattr(os, step, failing)
            with pytest.raises(KeyboardInterrupt):
                files.write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [path]


def test_scratch_file_of_another_process_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f".file.{os.getpid()}").write_bytes(b"theirs")
    (tmp_path / ".qttt-00").write_bytes(b"theirs")
    files.write_whole(tmp_path / "file", b"new")
    monkeypatch.setattr(secrets, "token_hex", lambda _: "00")
    with pytest.raises(FileExistsError):
        files.write_whole(tmp_path / "file", b"newer")
    assert (tmp_path / ".qttt-00").read_bytes() == (tmp_path / f".file.{os.getpid()}").read_bytes() == b"theirs"
    assert (tmp_path / "file").read_bytes() == b"new"
