"""Tablebases of every game as the command finds, stores and rejects them: one line, and nothing lost."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qttt.fast import files, store
from qttt.oracle import entry, games

from .conftest import OPTIONS, Run, Stored


@pytest.fixture(params=[name for name in games() if entry(name).stored])
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def options(game: str) -> list[str]:
    return [*OPTIONS[game]]


@pytest.fixture
def copy(stored: Stored, game: str, options: list[str], tmp_path: Path) -> Path:
    """A tablebase that a test may change, by files that take the place of others."""
    folder = tmp_path / "tablebase"
    shutil.copytree(stored(" ".join([game, *options])), folder, copy_function=os.link)
    return folder


@pytest.fixture
def own(game: str, user_folder: Path) -> Path:
    """The folder that the user's tablebase of the game should have."""
    names = {"goff": "", "sqt": "q-1-2-draws-even", "tiqtaqtoe": "minimal", "hybrid": "links-single"}
    return user_folder.parent / f"{game}-1.0" / names[game]


def put(path: Path, content: bytes) -> None:
    """Write a file anew, so that what is linked to it keeps its content."""
    path.unlink()
    path.write_bytes(content)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def largest(folder: Path) -> Path:
    return max(folder.glob("*.npy"), key=lambda path: path.stat().st_size)


def asked(qttt: Run, game: str, options: list[str], folder: Path) -> list[str]:
    """The line of an error of every command that needs the tablebase."""
    stored = ["--tablebase", str(folder)]
    return [
        qttt("best", game, *options, *stored).line,
        qttt("play", game, *options, "--x", "perfect", "--o", "perfect", *stored).line,
        qttt("certify", game, *options, "--player", "X", "--out", str(folder.parent / "x"), *stored).line,
    ]


DAMAGES = {
    "array truncated": lambda content: content[:-2],
    "array altered": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "array missing": None,
    "manifest truncated": lambda content: content[:-2],
    "manifest empty": lambda _: b"",
    "manifest missing": None,
    "manifest of another ruleset": lambda content: content.replace(b"-1.0", b"-7.0"),
    "manifest of another option": lambda content: (
        content.replace(b"1/2", b"1/4").replace(b"true", b"false").replace(b'"even"', b'"X"').replace(b'"draw"', b'"X"')
    ),
    "manifest with a note": lambda content: content.replace(b"{", b'{"note": 1, ', 1),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_tablebase_is_rejected(qttt: Run, game: str, options: list[str], copy: Path, damage: str) -> None:
    file = copy / "manifest.json" if damage.startswith("manifest") else largest(copy)
    content, change = file.read_bytes(), DAMAGES[damage]
    if change is None:
        file.unlink()
    else:
        assert change(content) != content
        put(file, change(content))
    for line in asked(qttt, game, options, copy):
        assert line.startswith(str(copy))
        assert file.name in line
        assert line.endswith(f"; make one with: qttt solve {' '.join([game, *options])} --out DIR")
    assert not (copy.parent / "x").exists()


@pytest.mark.parametrize("name", ["file", "loop", "no-such-folder", "empty", "folder-in-its-place", "bytes", "n" * 300])
def test_path_without_tablebase_is_rejected(
    qttt: Run, tmp_path: Path, game: str, options: list[str], name: str
) -> None:
    (tmp_path / "file").write_text("dear")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "empty").mkdir()
    (tmp_path / "folder-in-its-place" / "manifest.json").mkdir(parents=True)
    (tmp_path / "bytes").mkdir()
    (tmp_path / "bytes" / "manifest.json").write_bytes(b"\xff")
    for line in asked(qttt, game, options, tmp_path / name):
        assert line.startswith(str(tmp_path / name))
        assert line.count(name) == 1
        assert line.endswith(f"; make one with: qttt solve {' '.join([game, *options])} --out DIR")
        assert "Errno" not in line


@pytest.mark.parametrize("unreadable", ["manifest.json", "array"])
def test_unreadable_tablebase_is_rejected(
    qttt: Run, game: str, options: list[str], copy: Path, monkeypatch: pytest.MonkeyPatch, unreadable: str
) -> None:
    file = copy / unreadable if unreadable == "manifest.json" else largest(copy)
    open_plain = files.open_plain

    def refused(path: Path | str, *args: Any) -> Any:
        if Path(path).name == file.name:
            raise PermissionError(13, "Permission denied", str(path))
        return open_plain(path, *args)

    monkeypatch.setattr(store, "open_plain", refused)
    for line in asked(qttt, game, options, copy):
        assert line.startswith(f"{file}: cannot be read: Permission denied; make one with: ")


OF_ANOTHER_GAME = [
    ("goff", "sqt --q 1/2", "ruleset is 'goff-1.0', expected 'sqt-1.0'"),
    ("goff", "tiqtaqtoe", "ruleset is 'goff-1.0', expected 'tiqtaqtoe-1.0'"),
    ("goff", "hybrid --switch links=single", "ruleset is 'goff-1.0', expected 'hybrid-1.0'"),
    ("sqt", "goff", "ruleset is 'sqt-1.0', expected 'goff-1.0'"),
    ("sqt", "sqt --q 1/3", "has no values for q = 1/3, draws-even"),
    ("tiqtaqtoe", "goff", "ruleset is 'tiqtaqtoe-1.0', expected 'goff-1.0'"),
    ("tiqtaqtoe", "tiqtaqtoe --level high --switch pair=legal", "level is 'minimal', expected 'high'"),
    ("tiqtaqtoe", "tiqtaqtoe --level minimal --switch lines=full-board", "expected lines=full-board"),
    ("hybrid", "goff", "ruleset is 'hybrid-1.0', expected 'goff-1.0'"),
    ("hybrid", "hybrid", "switches are links=single, expected links=one"),
    ("hybrid", "hybrid --switch links=single --switch both=X", "switches are both=draw, expected both=X"),
]


@pytest.mark.parametrize(("game", "others", "words"), OF_ANOTHER_GAME)
def test_tablebase_of_another_game_is_named(qttt: Run, copy: Path, others: str, words: str) -> None:
    line = qttt("best", *others.split(), "--tablebase", str(copy)).line
    assert line.startswith(str(copy))
    assert words in line
    assert line.endswith(f"; make one with: qttt solve {others.replace(' --level high', '')} --out DIR")


MINIMAL = "tiqtaqtoe-1.0, level minimal, lines=every-move, both=even"
SINGLE = "hybrid-1.0, links=single, targets=any, effect=reverse, both=draw"


@pytest.mark.parametrize(
    ("game", "others", "there"),
    [
        *(("goff", others, "goff-1.0") for others in ("tiqtaqtoe --level classic", "hybrid", "sqt --q 1/2")),
        *(("sqt", others, "sqt-1.0") for others in ("tiqtaqtoe --level classic", "hybrid", "goff")),
        *(("tiqtaqtoe", others, MINIMAL) for others in ("tiqtaqtoe --level classic", "goff", "sqt --q 1/2", "hybrid")),
        ("tiqtaqtoe", "tiqtaqtoe --level minimal --switch both=X", MINIMAL),
        *(("hybrid", others, SINGLE) for others in ("hybrid", "goff", "sqt --q 1/2", "tiqtaqtoe")),
        ("hybrid", "hybrid --switch links=single --switch both=X", SINGLE),
    ],
)
def test_solve_keeps_tablebase_of_another_game(qttt: Run, copy: Path, others: str, there: str) -> None:
    before = contents(copy)
    line = qttt("solve", *others.split(), "--out", str(copy)).line
    assert line == f"{copy}: holds a tablebase of another game, {there}; name another folder"
    assert contents(copy) == before


def test_solve_replaces_tablebase_of_the_same_game(qttt: Run, game: str, options: list[str], copy: Path) -> None:
    array = largest(copy)
    array.unlink()
    assert qttt("solve", game, *options, "--out", str(copy), "--json").code == 0
    assert array.exists()
    assert [*copy.parent.iterdir()] == [copy]


def test_solve_keeps_other_files(qttt: Run, game: str, options: list[str], copy: Path, tmp_path: Path) -> None:
    (copy / "letter.txt").write_text("dear")
    before = contents(copy)
    line = qttt("solve", game, *options, "--out", str(copy)).line
    beside = "holds other files beside the tablebase: letter.txt; move them or name another folder"
    assert line == f"{copy}: {beside}"
    (other := tmp_path / "other").mkdir()
    (other / "letter.txt").write_text("dear")
    assert "is not a tablebase; name another" in qttt("solve", game, *options, "--out", str(other)).line
    assert contents(copy) == before
    assert contents(other) == {"letter.txt": b"dear"}


@pytest.mark.parametrize("there", [False, True])
def test_full_disk_leaves_old_tablebase(
    qttt: Run, game: str, options: list[str], copy: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    folder = copy if there else copy.with_name("new")
    before = contents(copy)
    save, saved = np.save, []

    def until_full(path: Path, array: object, **form: bool) -> None:
        saved.append(path)
        if len(saved) == 5:
            raise OSError(28, "No space left on device")
        save(path, array, **form)  # type: ignore[arg-type]

    monkeypatch.setattr(np, "save", until_full)
    line = qttt("solve", game, *options, "--out", str(folder), "--json").line
    assert line == f"{folder}: cannot be written: No space left on device"
    assert [*copy.parent.iterdir()] == [copy]
    assert contents(copy) == before


# The user's own tablebase


@pytest.mark.parametrize("name", ["manifest.json", "array"])
def test_damaged_tablebase_of_the_user_is_rejected(
    qttt: Run, game: str, options: list[str], copy: Path, own: Path, name: str
) -> None:
    own.parent.mkdir(parents=True)
    copy.rename(own)
    file = own / name if name == "manifest.json" else largest(own)
    put(file, b"")
    line = qttt("best", game, *options).line
    assert line.startswith(f"{file}: ")
    assert line.endswith("; delete the folder to have it solved again")


def test_user_tablebase_in_older_format_is_solved_again(
    qttt: Run, game: str, options: list[str], copy: Path, own: Path
) -> None:
    expected = qttt("best", game, *options, "--tablebase", str(copy), "--json").json
    own.parent.mkdir(parents=True)
    copy.rename(own)
    manifest = json.loads((own / "manifest.json").read_text())
    put(own / "manifest.json", json.dumps(manifest | {"format": "qttt-arrays-1"}).encode())
    line = qttt("best", game, *options, "--tablebase", str(own)).line
    assert "has the older format qttt-arrays-1, expected qttt-arrays-2; solve the game again; make one with: " in line
    assert qttt("best", game, *options, "--json").json == expected
    assert json.loads((own / "manifest.json").read_text())["format"] == "qttt-arrays-2"
    assert [*own.parent.iterdir()] == [own]
