"""Files are read only if plain, of bounded size and depth; and written whole or not at all, beside those of others."""

import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qttt.spec import disk

POSIX = pytest.mark.skipif(os.name == "nt", reason="pipes and links of POSIX")


def bound_socket(path: Path) -> None:
    os.mknod(path, 0o140644)


NOT_PLAIN: dict[str, Callable[[Path], Any]] = {
    "pipe": os.mkfifo if hasattr(os, "mkfifo") else Path.touch,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "folder": Path.mkdir,
    "socket": bound_socket,
}


@POSIX
@pytest.mark.parametrize("kind", NOT_PLAIN)
@pytest.mark.parametrize("linked", [False, True])
def test_what_is_not_a_plain_file_is_refused_at_once(kind: str, linked: bool, tmp_path: Path) -> None:
    NOT_PLAIN[kind](path := tmp_path / "file")
    if linked:
        path = tmp_path / "link"
        path.symlink_to("file")
    with pytest.raises(OSError, match="not a plain file"):
        disk.read_bytes(path)


def test_a_link_to_a_plain_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("é", encoding="utf-8")
    (tmp_path / "link").symlink_to("file")
    assert disk.read_text(tmp_path / "link") == "é"


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    (path := tmp_path / "file").touch()
    os.truncate(path, 1 << 40)  # a file with a hole
    with pytest.raises(OSError, match=f"has {1 << 40} bytes, expected at most 9"):
        disk.read_bytes(path, 9)


def test_a_file_changed_while_it_is_opened_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (path := tmp_path / "file").write_bytes(b"four")
    before = os.stat(path)
    path.write_bytes(b"longer")
    monkeypatch.setattr(os, "stat", lambda _: before)
    with pytest.raises(OSError, match="has 6 bytes, expected at most 5"):
        disk.read_bytes(path, 5)


@pytest.mark.parametrize(("opening", "closing"), ["[]", ('{"a":', "}"), ('["]",', "]")])
def test_json_has_a_bounded_depth(opening: str, closing: str) -> None:
    assert disk.read_json(opening * 64 + "0" + closing * 64)
    for depth in (65, 990, 100_000):
        with pytest.raises(ValueError, match="nested too deeply"):
            disk.read_json(opening * depth + "0" + closing * depth)
    assert disk.read_json('"' + "[" * 100 + '\\"' + "[" * 100 + '"') == "[" * 100 + '"' + "[" * 100
    assert len(disk.read_json(f"[{', '.join(['[]'] * 100)}]")) == 100


@pytest.mark.parametrize("text", ["", "{", "nul", '"', "1" * 5000, "\x00", "[" * 100, "]" * 100 + "["])
def test_what_is_not_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        disk.read_json(text)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ([], "expected an object, found a list"),
        (None, "expected an object, found None"),
        ({}, "part is missing"),
        ({"part": 100.0}, "part: expected int, found 100.0"),
        ({"part": True}, "part: expected int, found True"),
        ({"part": [1]}, "part: expected int, found a list"),
        ({"part": 1, "options": []}, "options: expected dict, found a list"),
        ({"part": 1, "parts": 2}, "unknown key 'parts': expected part, options"),
    ],
)
def test_an_object_has_known_keys_and_types(value: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        disk.fields(value, {"part": int}, {"options": dict})


def test_a_right_object_is_returned() -> None:
    for value in ({"part": 1}, {"part": 1, "options": {}}):
        assert disk.fields(value, {"part": int}, {"options": dict}) is value


def test_written_file_is_whole(tmp_path: Path) -> None:
    (link := tmp_path / "link").symlink_to(tmp_path / "file")
    for content in (b"old", b"new"):
        disk.write_whole(str(link), content[:1], memoryview(content)[1:])
        assert (tmp_path / "file").read_bytes() == content
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_failed_write_leaves_old_file(step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise KeyboardInterrupt

    (path := tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr(os, step, failing)
    with pytest.raises(KeyboardInterrupt):
        disk.write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [path]


def test_content_reaches_the_disk_before_the_rename(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, int]] = []
    sync, replace = os.fsync, os.replace

    def syncing(descriptor: int) -> None:
        done.append(("sync", os.fstat(descriptor).st_ino))
        sync(descriptor)

    def replacing(source: Path, target: Path) -> None:
        done.append(("replace", source.stat().st_ino))
        replace(source, target)

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(os, "replace", replacing)
    disk.write_whole(path := tmp_path / "file", b"new")
    inode = path.stat().st_ino
    assert done[:2] == [("sync", inode), ("replace", inode)]


WRITER = """
import sys
from qttt.spec import disk
with disk.written_whole(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    print("writing", flush=True)
    sys.stdin.read()
"""


@POSIX
def test_scratch_file_lives_as_long_as_its_writer(tmp_path: Path) -> None:
    """Of a process that writes it is left alone, however old it is; of one that was killed it is removed at once."""
    path = tmp_path / "file"
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdin=-1, stdout=-1) as writing:
        assert writing.stdout
        assert writing.stdout.readline() == b"writing\n"
        (scratch,) = tmp_path.iterdir()
        os.utime(scratch, (0, 0))
        disk.write_whole(path, b"mine")
        assert scratch.exists()
        writing.kill()
    disk.write_whole(path, b"again")
    assert [*tmp_path.iterdir()] == [path]


@POSIX
def test_scratch_file_that_is_removed_before_its_lock_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = disk._lock
    seen: list[Path] = []

    def first_removed(descriptor: int) -> bool | None:
        if not seen:
            seen.extend(tmp_path.iterdir())
            seen[0].unlink()
        return lock(descriptor)

    monkeypatch.setattr(disk, "_lock", first_removed)
    disk.write_whole(path := tmp_path / "file", b"new")
    assert [*tmp_path.iterdir()] == [path]
    assert len(seen) == 1


@pytest.mark.parametrize("age", [disk.ABANDONED - 60, disk.ABANDONED + 60])
def test_scratch_file_without_locks_stays_a_day(age: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "_lock", lambda _: None)
    (theirs := tmp_path / f".qttt-{'0' * 16}").write_bytes(b"theirs")
    os.utime(theirs, (then := time.time() - age, then))
    disk.write_whole(tmp_path / "file", b"new")
    assert theirs.exists() == (age < disk.ABANDONED)


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o700])
def test_new_file_keeps_the_mode_of_the_old_one(mode: int, tmp_path: Path) -> None:
    (path := tmp_path / "file").touch()
    path.chmod(mode)
    disk.write_whole(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == mode
    (expected := tmp_path / "usual").touch()
    disk.write_whole(path := tmp_path / "new", b"new")
    assert path.stat().st_mode == expected.stat().st_mode


def test_write_protected_file_is_not_replaced(tmp_path: Path) -> None:
    """Not by root either, whom the system would let."""
    (path := tmp_path / "file").write_bytes(b"dear")
    path.chmod(0o444)
    (link := tmp_path / "link").symlink_to(path)
    for each in (path, link):
        with pytest.raises(PermissionError, match="the file is write-protected"):
            disk.write_whole(each, b"new")
    assert path.read_bytes() == b"dear"
    assert {*tmp_path.iterdir()} == {path, link}


def test_only_scratch_files_of_killed_processes_are_removed(tmp_path: Path) -> None:
    (elsewhere := tmp_path / "elsewhere").mkdir()
    (precious := elsewhere / "thesis").write_text("dear")
    names = [f".qttt-{digit * 16}" for digit in "0123"]
    (tmp_path / names[0]).write_bytes(b"part")
    (tmp_path / names[1]).symlink_to(elsewhere)
    (tmp_path / names[2]).symlink_to(precious)
    (tmp_path / names[3]).mkdir()
    (tmp_path / ".qttt-notes").write_text("mine")
    for path in (*tmp_path.iterdir(), precious):
        os.utime(path, (0, 0), follow_symlinks=False)
    disk.write_whole(tmp_path / "file", b"new")
    there = sorted(path.name for path in tmp_path.iterdir())
    assert there == [*names[1:], ".qttt-notes", "elsewhere", "file"]
    assert precious.read_text() == "dear"
