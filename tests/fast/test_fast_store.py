"""Tablebases of every game on disk: kept whole, and rejected if anything is wrong."""

import errno
import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qttt.fast import store
from qttt.fast.goff.tablebase import SCORING
from qttt.spec import rules as spec_rules

MANIFEST = store.MANIFEST


def contents(folder: Path) -> dict[str, bytes]:
    """The files in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def edited(folder: Path, changes: dict[str, Any], seal: bool = True) -> None:
    """Change the manifest, with a checksum that fits or the old one."""
    path = folder / MANIFEST
    manifest = json.loads(path.read_text()) | changes
    path.write_text(json.dumps(store.sealed(manifest) if seal else manifest))


def put(folder: Path, name: str, content: bytes) -> None:
    """Write a file that the manifest then lists, with its checksum."""
    (folder / name).write_bytes(content)
    record = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    edited(folder, {"files": json.loads((folder / MANIFEST).read_text())["files"] | {name: record}})


def put_array(folder: Path, name: str, array: Any) -> None:
    """Write an array that the manifest then lists, with its checksum."""
    np.save(folder / f"{name}.npy", array)
    put(folder, f"{name}.npy", (folder / f"{name}.npy").read_bytes())


# Saved and opened


@dataclass(frozen=True)
class OwnPath(os.PathLike[str]):
    """A path that is neither text nor `Path`."""

    path: Path

    def __fspath__(self) -> str:
        return str(self.path)


@pytest.mark.parametrize("form", [str, Path, OwnPath])
def test_tablebase_reads_back_from_any_form_of_path(case: Any, tmp_path: Path, form: Callable[[Path], Any]) -> None:
    folder = form(tmp_path / "new" / "table")
    case.tablebase.save(folder)
    case.check_intact(folder)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["table"]


def test_manifest_names_ruleset_and_options(case: Any, folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    assert case.options.items() <= manifest.items()
    assert store.manifest_of(folder) == store.sealed(manifest) == manifest


def test_goff_scoring_is_a_rule() -> None:
    assert SCORING in spec_rules()


def test_opened_tablebase_can_replace_itself(case: Any, folder: Path) -> None:
    before = contents(folder)
    case.open(folder).save(folder)
    assert contents(folder) == before
    assert [path.name for path in folder.parent.iterdir()] == ["table"]


def test_save_keeps_link(case: Any, folder: Path) -> None:
    link = folder.with_name("link")
    link.symlink_to(folder)
    inode = folder.stat().st_ino
    case.tablebase.save(link)
    assert link.is_symlink()
    assert folder.stat().st_ino != inode
    case.check_intact(link)


# What is left alone


@pytest.mark.parametrize("before", ["missing", "old format", "altered"])
def test_save_rejects_folder_with_other_files(case: Any, folder: Path, before: str) -> None:
    if before == "old format":
        edited(folder, {"format": "qttt-arrays-1"})
    elif before == "altered":
        edited(folder, {"ruleset": "goff-0.1"}, seal=False)
    (folder / "letter.txt").write_text("dear")
    (folder / "thesis").mkdir()
    (folder / "mine.npy").symlink_to("letter.txt")
    files = sorted(path.name for path in folder.iterdir())
    with pytest.raises(store.StoreError, match=r"other files beside the tablebase: letter\.txt, mine\.npy, thesis; "):
        case.tablebase.save(folder)
    assert sorted(path.name for path in folder.iterdir()) == files
    assert (folder / "letter.txt").read_text() == "dear"
    assert [path.name for path in folder.parent.iterdir()] == ["table"]


def test_save_rejects_folder_where_an_array_is_not_plain(case: Any, folder: Path) -> None:
    array = min(folder.glob("*.npy"))
    array.unlink()
    array.mkdir()
    with pytest.raises(store.StoreError, match=f"other files beside the tablebase: {array.name}; "):
        case.tablebase.save(folder)
    assert array.is_dir()


def test_save_rejects_folder_of_another_kind(case: Any, tmp_path: Path) -> None:
    (tmp_path / "letter.npy").write_text("dear")
    with pytest.raises(store.StoreError, match="exists and is not a tablebase"):
        case.tablebase.save(tmp_path)
    with pytest.raises(store.StoreError, match="is a file; name a folder"):
        case.tablebase.save(tmp_path / "letter.npy")
    assert contents(tmp_path) == {"letter.npy": b"dear"}


def test_tablebase_of_older_format_is_rejected_and_replaced(case: Any, folder: Path) -> None:
    edited(folder, {"format": "qttt-arrays-1"})
    assert "has the older format qttt-arrays-1, expected qttt-arrays-2; solve the game again" in case.error(folder)
    with pytest.raises(store.NotStored):
        case.open(folder)
    case.tablebase.save(folder)
    case.check_intact(folder)


# Rejected: the folder and the manifest


def test_open_rejects_missing_tablebase(case: Any, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    for name in ("nothing", "empty"):
        assert case.error(tmp_path / name) == f"{tmp_path / name}: holds no tablebase (manifest.json is missing)"
    assert case.error(tmp_path / "file") == f"{tmp_path / 'file'}: cannot be read: Not a directory"
    for name in ("nothing", "empty", "file"):
        with pytest.raises(store.NotStored):
            case.open(tmp_path / name)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "[" * 100_000, "{}", '{"format": "qttt-arrays-2"}', "\x00", "\N{SNOWMAN}" * 9]
    + [f'{{"format": "qttt-arrays-2", "files": {{"{name}": {{}}}}}}' for name in ("../x.npy", "x", "x.npy", "")]
    + ['{"format": "qttt-arrays-2", "files": {"/etc/x.npy": {"bytes": 1, "sha256": ""}}}'],
)
def test_open_rejects_manifest_of_another_kind(case: Any, folder: Path, text: str) -> None:
    (folder / MANIFEST).write_text(text)
    assert f"{MANIFEST}: is not the manifest of a tablebase" in case.error(folder)


def test_open_rejects_deep_manifest(case: Any, folder: Path) -> None:
    """Reading takes less depth than writing, at some depth."""
    text = (folder / MANIFEST).read_text().rstrip().removesuffix("}")
    for depth in range(900, 1000):
        (folder / MANIFEST).write_text(f'{text}, "deep": {"[" * depth}{"]" * depth}}}')
        assert "altered" in (message := case.error(folder)) or "is not the manifest" in message


def test_open_rejects_large_manifest_unread(case: Any, folder: Path) -> None:
    size = 1 << 40  # a file with a hole
    os.truncate(folder / MANIFEST, size)
    assert f"{MANIFEST}: has {size} bytes, expected at most" in case.error(folder)


def test_save_rejects_large_manifest(case: Any, folder: Path) -> None:
    with pytest.raises(store.StoreError, match="the manifest would have"):
        store.save(folder, {"settings": ["3/4"] * 1_000_000}, {})
    case.check_intact(folder)


def test_open_rejects_edited_manifest(case: Any, folder: Path) -> None:
    """Whatever is edited: an added entry, a missing one, and each in turn, such as q = 1/4 for 3/4."""
    right = (folder / MANIFEST).read_text()
    manifest = json.loads(right)
    texts = [json.dumps(manifest | {"note": "mine"}), right.replace('"3/4"', '"1/4"'), right.replace("draws-", "draw-")]
    texts += [json.dumps({name: manifest[name] for name in manifest if name != left_out}) for left_out in manifest]
    texts += [json.dumps(manifest | {name: None}) for name in manifest]
    for text in texts:
        (folder / MANIFEST).write_text(text)
        if text != right:
            message = case.error(folder)
            assert message.startswith(f"{folder / MANIFEST}: ")
            assert "is altered: the checksum does not match" in message or "is not the manifest" in message


def test_open_rejects_wrong_entries_under_right_checksum(case: Any, folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    other = {"ruleset": "goff-0.1"}
    assert f"ruleset is 'goff-0.1', expected '{manifest['ruleset']}'" in edited_error(case, folder, manifest, other)
    for name in manifest.keys() - {"sha256"}:
        assert edited_error(case, folder, manifest, {name: None})
    for changes, words in case.entries:
        message = edited_error(case, folder, manifest, changes)
        assert words in message
        assert len(message) < 500


def edited_error(case: Any, folder: Path, manifest: dict[str, Any], changes: dict[str, Any]) -> str:
    edited(folder, manifest | changes)
    return str(case.error(folder))


# Rejected: the arrays


@pytest.mark.parametrize("damage", ["truncated", "altered", "longer", "missing"])
def test_open_rejects_damaged_array(case: Any, folder: Path, damage: str) -> None:
    for path in folder.glob("*.npy"):
        content = path.read_bytes()
        path.unlink()
        if damage != "missing":
            altered = content[:-1] + bytes([content[-1] ^ 1])
            path.write_bytes({"truncated": content[:-1], "altered": altered, "longer": content + b"\0"}[damage])
        assert case.error(folder).startswith(f"{path}: ")
        path.write_bytes(content)
    case.check_intact(folder)


@pytest.mark.skipif(os.name == "nt", reason="pipes and links of POSIX")
@pytest.mark.parametrize("kind", ["pipe", "device", "link", "folder", "socket"])
@pytest.mark.parametrize("which", ["manifest", "array"])
def test_open_rejects_what_is_not_plain(case: Any, folder: Path, which: str, kind: str) -> None:
    path = folder / MANIFEST if which == "manifest" else min(folder.glob("*.npy"))
    path.rename(elsewhere := folder.parent / "elsewhere")
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "link":
            path.symlink_to(elsewhere)
        case "folder":
            path.mkdir()
        case "socket":
            os.mknod(path, 0o140644)
    assert case.error(folder) == f"{path}: cannot be read: not a plain file"


@pytest.mark.parametrize(
    "content",
    [b"", b"not an array", b"\x93NUMPY\x01\x00\x10\x00" + b"{" * 16, b"\x93NUMPY\x02\x00", b"\x93NUMPY"],
)
def test_open_rejects_what_is_not_an_array(case: Any, folder: Path, content: bytes) -> None:
    name = min(folder.glob("*.npy")).name
    put(folder, name, content)
    assert case.error(folder) == f"{folder / name}: is not a readable array"


def test_open_rejects_array_of_objects(case: Any, folder: Path) -> None:
    name = min(folder.glob("*.npy")).name
    np.save(folder / name, np.array([None]), allow_pickle=True)
    put(folder, name, (folder / name).read_bytes())
    assert case.error(folder) == f"{folder / name}: is not a readable array"


@pytest.mark.parametrize("shape", ["(9,)", "(1152921504606846976,)", "(-1,)", "()", "(10**30,)"])
def test_open_rejects_array_of_another_size(case: Any, folder: Path, shape: str) -> None:
    path = max(folder.glob("*.npy"), key=lambda path: path.stat().st_size)
    content = path.read_bytes()
    header = content[10:128].decode()
    start = header.index("'shape': ") + len("'shape': ")
    header = header[:start] + shape + ", }"
    put(folder, path.name, content[:10] + header.ljust(117).encode() + b"\n" + content[128:])
    assert case.error(folder) == f"{path}: is not a readable array"


def test_open_rejects_missing_and_additional_arrays(case: Any, folder: Path) -> None:
    files = json.loads((folder / MANIFEST).read_text())["files"]
    for name in files:
        edited(folder, {"files": {other: files[other] for other in files if other != name}})
        assert f"{name.removesuffix('.npy')} is missing" in case.error(folder)
    edited(folder, {"files": files})
    put_array(folder, "more", np.arange(3))
    assert "expected no more" in case.error(folder)


def test_open_rejects_array_of_another_type_or_shape(case: Any, folder: Path) -> None:
    _, arrays = (found := store.load(folder, {})).manifest, found.arrays
    name = max(arrays, key=lambda name: arrays[name].size)
    right = np.array(arrays[name])
    for wrong in (right.astype(np.float64), right.astype(right.dtype.newbyteorder()), right[None], right[:0]):
        put_array(folder, name, wrong)
        message = case.error(folder)
        assert message.startswith(f"{folder / name}.npy: {wrong.dtype} {wrong.shape}, expected {right.dtype} ")


def test_open_rejects_values_out_of_range(case: Any, folder: Path) -> None:
    arrays = {name: np.array(array) for name, array in store.load(folder, {}).arrays.items()}
    for name, at, value, words in case.values:
        wrong = arrays[name].copy()
        wrong[at] = value
        put_array(folder, name, wrong)
        assert words in case.error(folder)
        put_array(folder, name, arrays[name])
    case.check_intact(folder)


# All or nothing


@pytest.mark.parametrize("trouble", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_failed_save_leaves_old_tablebase(
    case: Any, folder: Path, trouble: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> None:
        raise trouble

    before = contents(folder)
    monkeypatch.setattr(np, "save", failing)
    with pytest.raises(type(trouble)):
        case.tablebase.save(folder)
    assert contents(folder) == before
    assert [path.name for path in folder.parent.iterdir()] == ["table"]
