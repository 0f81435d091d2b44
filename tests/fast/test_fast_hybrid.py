"""What the hybrid game's rules and tablebase reject."""

from contextlib import closing
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from qttt.fast import backend
from qttt.fast.hybrid import layer, scratch
from qttt.fast.hybrid.key import key_of
from qttt.fast.hybrid.rules import START, SWITCHES, Link, Setting, State, check
from qttt.fast.hybrid.solve import check_size, solve
from qttt.fast.progress import Progress

CPU = backend.device("cpu")


def state(marks: str, *links: str, turn: str = "X", measuring: int | None = None) -> State:
    """The state of nine marks and links such as "5>7 O"."""
    x, o = (sum(1 << box for box, found in enumerate(marks) if found == mark) for mark in "XO")
    pending = sorted(Link(int(link[0]) - 1, int(link[2]) - 1, link[4]) for link in links)
    return State(x, o, tuple(pending), turn, None if measuring is None else measuring - 1)


def test_invalid_setting_is_rejected() -> None:
    with pytest.raises(ValueError, match="switch effect=swap: expected reverse, take"):
        check(Setting(effect="swap"))


@pytest.mark.parametrize(
    ("setting", "wrong"),
    [
        (Setting(), state("XO.......", "3>1 X", "3>2 X")),
        (Setting(), state("XO.......", "1>2 X")),
        (Setting(), state("XO.......", "3>4 X")),
        (Setting(), state("XO.......", "3>3 X")),
        (Setting(), state("XO.......", "3>1 Z")),
        (Setting(), state("XO.......", turn="Y")),
        (Setting(), State(1, 1)),
        (Setting(), State(1 << 9)),
        (Setting(), State(-1)),
        (Setting("single"), state("XO.......", "3>1 X", "4>2 O")),
        (Setting(targets="one"), state("XO.......", "3>1 X", "4>1 O")),
        (Setting("two"), state("XXOOXXOO.", "9>1 X", "9>1 X", "9>2 X")),
    ],
)
def test_invalid_position_is_rejected(setting: Setting, wrong: State) -> None:
    """Nor is it one while a box is measured, not even the control of the wrong link."""
    answers = solve(CPU, setting, least=8).tablebase.answers
    for at in (wrong, *(wrong._replace(measuring=box) for box in range(9))):
        with pytest.raises(KeyError, match=r"not a (solved )?position"):
            answers.values([key_of(at)])


@pytest.mark.parametrize(
    ("marks", "measuring"), [("XOXOXOOX.", 1), ("XOXOXOOX.", 2), ("XOXOXOOX.", 0), ("XOXOXOOX.", 13), ("XXXOXOOX.", 9)]
)
def test_boxes_that_cannot_be_measured_are_rejected(marks: str, measuring: int) -> None:
    """Boxes 1 and 2 are measured already, 0 and 13 are not boxes, and with a line the game is over."""
    answers = solve(CPU, Setting(), least=8).tablebase.answers
    with pytest.raises(KeyError, match=r"not a (solved )?position"):
        answers.values([key_of(state(marks, measuring=measuring))])


def test_unsolved_position_is_rejected() -> None:
    with pytest.raises(KeyError, match="not a solved position"):
        solve(CPU, Setting(), least=8).tablebase.answers.values([key_of(START)])


@pytest.mark.parametrize("least", [-1, 10])
def test_other_numbers_of_measured_boxes_are_rejected(least: int) -> None:
    for setting in (Setting(), Setting("two")):
        with pytest.raises(ValueError, match=f"^least {least}: expected 0 to 9 measured boxes$"):
            solve(CPU, setting, least=least)


@pytest.mark.parametrize("setting", [Setting(), Setting("two")])
def test_part_of_a_game_is_not_stored(setting: Setting, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="only a part"):
        solve(CPU, setting, least=8).tablebase.save(tmp_path / "part")
    assert not (tmp_path / "part").exists()


def test_layers_too_large_for_memory_need_files() -> None:
    for effect, both in product(SWITCHES["effect"], SWITCHES["both"]):
        check_size(setting := Setting("two", effect=effect, both=both), 6)
        with pytest.raises(ValueError, match="positions with fewer than 6 measured boxes need files"):
            solve(CPU, setting, least=5)


class Interrupted(Exception):
    pass


@pytest.mark.parametrize("setting", [Setting("single"), Setting("one", "one", both="X")])
def test_solve_with_files_resumes_and_finds_the_same(
    setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No set is solved twice, however often the solve is interrupted."""
    whole = solve(CPU, setting).tablebase.numbers
    monkeypatch.setattr(layer, "MOST_KEPT", 40_000)
    unkept = [measured for measured in range(10) if not layer.Layer(setting, measured).kept]
    assert 0 < len(unkept) < 10
    solved: list[tuple[int, int]] = []

    def interrupt(progress: Progress) -> None:
        if progress.done and progress.ply in unkept:
            solved.append((progress.ply, progress.done))
            if len(solved) in (1, 3, 6):
                raise Interrupted

    for _ in range(3):
        with pytest.raises(Interrupted):
            solve(CPU, setting, interrupt, scratch=tmp_path)
    parts = solve(CPU, setting, interrupt, scratch=tmp_path).tablebase.numbers
    assert len({*solved}) == len(solved)
    assert not [*tmp_path.iterdir()]
    for measured, (expected, found) in enumerate(zip(whole, parts, strict=True)):
        assert bool(found) == (measured not in unkept)
        assert all((one == two).all() for one, two in zip(expected, found, strict=False))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that a solve uses in another."""
    return tmp_path / "-".join(("hybrid", *Setting("two")))


def test_files_of_others_are_left_alone(tmp_path: Path, folder: Path) -> None:
    files = scratch.Scratch(tmp_path, Setting("two"))
    (folder / "notes.txt").write_text("mine")
    (folder / "1-0.read").symlink_to(folder / "notes.txt")
    with pytest.raises(OSError, match=r"1-0\.read"):
        files.write(1, 0, [np.zeros(4, np.int8)])
    files.finish(3)
    files.remove()
    assert [file.name for file in folder.iterdir()] == ["notes.txt"]
    assert (folder / "notes.txt").read_text() == "mine"


def test_link_in_place_of_the_folder_is_one_line(tmp_path: Path, folder: Path) -> None:
    folder.symlink_to(tmp_path)
    with pytest.raises(OSError, match="a link, expected a folder or nothing; remove the link"):
        scratch.Scratch(tmp_path, Setting("two"))


def test_sets_solved_by_another_source_are_solved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for stamp in (0, 0, 1):
        monkeypatch.setattr(scratch, "source_stamp", lambda _, stamp=stamp: stamp)
        with closing(scratch.Scratch(tmp_path, Setting("two"))) as files:
            found.append(files.has(511))
            files.finish(511)
    assert found == [False, True, False]


def test_file_that_ends_early_is_one_line(tmp_path: Path) -> None:
    with closing(scratch.Scratch(tmp_path, Setting("two"))) as files:
        files.write(1, 0, [np.zeros(4, np.int8)])
        with pytest.raises(OSError, match=r"ends early; remove the folder, and solve again.*1-0\.read"):
            files.read(1, [np.zeros(5, np.int8)])


def test_disk_without_room_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "disk_usage", lambda _: SimpleNamespace(free=10**9))
    with pytest.raises(OSError, match=r"11 GB needed, but only 1 GB are free; make room there"):
        solve(CPU, Setting("two"), scratch=tmp_path)
