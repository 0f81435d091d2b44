"""Tablebases of every game as the command finds, stores and rejects them: one line, and nothing lost."""

import json
import os
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from unittest.mock import Mock

import pytest

from qttt.fast import container, store
from qttt.oracle import entry, games
from qttt.oracle import game as game_of
from qttt.oracle.store import file_of

from .. import solved
from .conftest import Run, Stored

STORED = [name for name in games() if entry(name).stored]
ONE = pytest.mark.parametrize("game", ["hybrid"], indirect=True)
"""For what does not depend on the game."""


@pytest.fixture(params=STORED)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def options(game: str) -> list[str]:
    """Options with which the game is solved quickly."""
    found = solved.OPTIONS.get(game, {})
    return [word for k, v in found.items() for word in (("--q", v) if k == "q" else ("--switch", f"{k}={v}"))]


@pytest.fixture
def copy(stored: Stored, game: str, tmp_path: Path) -> Path:
    """A tablebase that a test may change."""
    path = tmp_path / "place" / "table"
    path.parent.mkdir()
    return Path(shutil.copy(stored(game), path))


@pytest.fixture
def own(game: str, user_folder: Path) -> Path:
    """The file that the user's tablebase of the game should have, in a folder that is there."""
    path = file_of(game_of(game, **solved.OPTIONS.get(game, {})))
    path.parent.mkdir(parents=True)
    assert path.is_relative_to(user_folder.parent)
    return path


def asked(qttt: Run, game: str, options: list[str], path: Path) -> list[str]:
    """The line of an error of every command that needs the tablebase."""
    stored = ["--tablebase", str(path)]
    return [
        qttt("best", game, *options, *stored).line,
        qttt("play", game, *options, "--x", "perfect", "--o", "perfect", *stored).line,
        qttt("certify", game, *options, "--player", "X", "--out", str(path.parent / "x"), *stored).line,
    ]


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda _: None, "there is no tablebase"),
    "empty": (Path.touch, "is not a file of this program"),
    "text": (lambda path: path.write_text("dear " * 9), "is not a file of this program"),
    "folder": (Path.mkdir, "is a folder; name a file"),
    "pipe": (os.mkfifo, "cannot be read: not a plain file"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "cannot be read: not a plain file"),
    "loop": (lambda path: path.symlink_to(path.name), "cannot be read: Too many levels of symbolic links"),
    "net": (lambda path: container.write(path, {"format": "qttt-net-1"}, {}), "has the format qttt-net-1, expected"),
}


@pytest.mark.skipif(os.name == "nt", reason="pipes and links of POSIX")
def test_what_is_no_tablebase_is_rejected(qttt: Run, game: str, options: list[str], tmp_path: Path) -> None:
    for kind, (make, words) in DAMAGES.items():
        make(path := tmp_path / kind)
        for line in asked(qttt, game, options, path):
            assert line.startswith(f"{path}: {words}")
            assert line.endswith(f"; make one with: qttt solve {' '.join([game, *options])} --out FILE")
            assert "Errno" not in line
    assert not (tmp_path / "x").exists()


@ONE
@pytest.mark.parametrize("damage", ["truncated", "altered"])
def test_damaged_tablebase_is_rejected_and_replaced(
    qttt: Run, game: str, options: list[str], copy: Path, damage: str
) -> None:
    content = copy.read_bytes()
    copy.write_bytes(content[:-1] + bytes([content[-1] ^ 1]) * (damage == "altered"))
    for line in asked(qttt, game, options, copy):
        assert line.startswith(f"{copy}: is {damage}")
    assert qttt("solve", game, *options, "--out", str(copy), "--json").code == 0
    assert qttt("best", game, *options, "--tablebase", str(copy), "--json").code == 0
    assert [*copy.parent.iterdir()] == [copy]


OF_ANOTHER_GAME = [
    ("goff", "sqt --q 1/2", "ruleset is 'goff-1.1', expected 'sqt-1.1'"),
    ("goff", "tiqtaqtoe", "ruleset is 'goff-1.1', expected 'tiqtaqtoe-1.1'"),
    ("goff", "hybrid --switch links=single", "ruleset is 'goff-1.1', expected 'hybrid-1.0'"),
    ("sqt", "goff", "ruleset is 'sqt-1.1', expected 'goff-1.1'"),
    ("sqt", "sqt --q 1/3", "has no values for q = 1/3, scoring = draws-even"),
    ("tiqtaqtoe", "goff", "ruleset is 'tiqtaqtoe-1.1', expected 'goff-1.1'"),
    ("tiqtaqtoe", "tiqtaqtoe --switch level=high --switch pair=legal", "level is 'minimal', expected 'high'"),
    ("tiqtaqtoe", "tiqtaqtoe --switch level=minimal --switch lines=full-board", "expected lines=full-board"),
    ("hybrid", "goff", "ruleset is 'hybrid-1.0', expected 'goff-1.1'"),
    ("hybrid", "hybrid", "switches are links=single, expected links=one"),
    ("hybrid", "hybrid --switch links=single --switch both=X", "switches are both=draw, expected both=X"),
]
THERE = {
    "goff": "goff-1.1, pair=legal, last=move",
    "sqt": "sqt-1.1",
    "tiqtaqtoe": "tiqtaqtoe-1.1, level minimal, lines=every-move, both=even",
    "hybrid": "hybrid-1.0, links=single, targets=any, effect=reverse, both=draw",
}


@pytest.mark.parametrize(("game", "others", "words"), OF_ANOTHER_GAME)
def test_tablebase_of_another_game_is_named_and_kept(qttt: Run, game: str, copy: Path, others: str, words: str) -> None:
    line = qttt("best", *others.split(), "--tablebase", str(copy)).line
    assert line.startswith(str(copy))
    assert words in line
    assert line.endswith(f"; make one with: qttt solve {others.replace(' --switch level=high', '')} --out FILE")
    if others != "sqt --q 1/3":  # which replaces a tablebase of another q
        before = copy.read_bytes()
        line = qttt("solve", *others.split(), "--out", str(copy)).line
        assert line == f"{copy}: holds a tablebase of another game, {THERE[game]}; name another file"
        assert copy.read_bytes() == before


@pytest.mark.thorough
@pytest.mark.parametrize("game", [name for name in STORED if name != "sqt"], indirect=True)
def test_solve_shows_what_is_stored(qttt: Run, game: str, options: list[str], own: Path) -> None:
    """A game of `sqt` is looked up, or takes long."""
    words = ["solve", game, *options, "--json"]
    anew, shown = qttt(*words).json, qttt(*words).json
    assert shown.pop("peak_bytes") >= anew.pop("peak_bytes")
    assert shown == anew | {"stored": str(date.today())}
    assert f"stored on {date.today()}; --again solves anew" in qttt("solve", game, *options).out
    assert "stored" not in qttt(*words, "--again").json
    tablebase = entry(game).open(game_of(game, **solved.OPTIONS.get(game, {})), own)
    for about in ({}, {**(store.description_of(own) or {})["solved"], "date": "yesterday"}):
        tablebase.save(own, about)
        assert "stored" not in qttt(*words).json


@ONE
@pytest.mark.skipif(os.name == "nt", reason="pipes and links of POSIX")
def test_solve_keeps_what_is_in_the_way(qttt: Run, game: str, options: list[str], tmp_path: Path) -> None:
    kinds = [kind for kind in DAMAGES if kind != "missing"]
    for kind in kinds:
        DAMAGES[kind][0](tmp_path / kind)
    (tmp_path / "letter.txt").write_text("dear")
    (precious := tmp_path / "elsewhere").mkdir()
    (precious / "thesis").write_text("dear")
    for name, target in (("0" * 16, precious), ("1" * 16, precious / "thesis")):
        (tmp_path / f".qttt-{name}").symlink_to(target)
    before = {each: each.lstat().st_mtime_ns for each in tmp_path.rglob("*")}
    for kind in kinds:
        path = tmp_path / kind
        line = qttt("solve", game, *options, "--out", str(path)).line
        assert line == f"{path}: exists and is {'a folder' if path.is_dir() else 'not a tablebase'}; name another file"
    assert qttt("solve", game, *options, "--out", str(tmp_path / "new"), "--json").code == 0
    (tmp_path / "new").unlink()
    assert {each: each.lstat().st_mtime_ns for each in tmp_path.rglob("*")} == before


@ONE
@pytest.mark.parametrize("there", [False, True])
def test_full_disk_leaves_old_tablebase(
    qttt: Run, game: str, options: list[str], copy: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    path = copy if there else copy.with_name("new")
    before = copy.read_bytes()
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(28, "No space left on device")))
    said = qttt("solve", game, *options, "--out", str(path), "--json")
    assert said.after_results == f"{path}: cannot be written: No space left on device"
    assert json.loads(said.out)["value"]
    assert [*copy.parent.iterdir()] == [copy]
    assert copy.read_bytes() == before


@ONE
def test_write_protected_file_is_rejected_before_the_solve(
    qttt: Run, game: str, options: list[str], copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(entry(game)), "solve", lambda *_: pytest.fail("solved"))
    copy.chmod(0o444)
    shutil.copy(copy, table := copy.with_name("table.parquet"))
    for path in (copy, table):
        line = qttt("solve", game, *options, "--out", str(path)).line
        assert line == f"{path}: cannot be written: the file is write-protected"
        assert path.stat().st_mode & 0o777 == 0o444


# The user's own tablebase


@ONE
@pytest.mark.parametrize("damage", ["altered", "text", "folder"])
def test_damaged_tablebase_of_the_user_is_solved_again(
    qttt: Run, game: str, options: list[str], copy: Path, own: Path, damage: str
) -> None:
    expected = qttt("best", game, *options, "--tablebase", str(copy), "--json").json
    content = copy.read_bytes()
    if damage in DAMAGES:
        DAMAGES[damage][0](own)
    else:
        own.write_bytes(content[:-1] + bytes([content[-1] ^ 1]) * (damage == "altered"))
    said = qttt("best", game, *options, "--json")
    assert said.code == 0
    assert said.err.startswith(f"qttt: {own}: ")
    assert said.err.endswith("; the game is solved again\n")
    assert said.err.count("\n") == 1
    assert own.with_name(f"{own.name}.damaged").exists() == (damage in DAMAGES)
    assert qttt("best", game, *options, "--json").json == expected


@ONE
def test_what_is_in_the_place_of_a_tablebase_is_kept(qttt: Run, game: str, options: list[str], own: Path) -> None:
    """Each time under another name."""
    kept = [f"{own.name}.damaged{number}" for number in ("", "1", "2")]
    for text in kept:
        own.write_text(text)
        assert qttt("best", game, *options, "--json").code == 0
    assert [own.with_name(name).read_text() for name in kept] == kept


@pytest.mark.thorough
@ONE
def test_old_tablebase_of_the_user_is_replaced(qttt: Run, game: str, options: list[str], own: Path) -> None:
    assert qttt("best", game, *options, "--json").code == 0
    own.write_bytes(own.read_bytes().replace(b"qttt-tablebase-1", b"qttt-tablebase-0"))
    assert qttt("best", game, *options, "--json").err == ""
    assert (store.description_of(own) or {})["format"] == store.FORMAT
