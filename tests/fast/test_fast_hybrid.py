"""What the hybrid game's rules and tablebase reject."""

from contextlib import closing
from functools import cache
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from qttt.fast import backend
from qttt.fast.answers import UnknownPosition
from qttt.fast.backend import Kernel
from qttt.fast.hybrid import layer, scratch
from qttt.fast.hybrid.answers import Answers
from qttt.fast.hybrid.setting import SWITCHES, Setting, check
from qttt.fast.hybrid.solve import check_size, solve
from qttt.fast.progress import Progress
from qttt.oracle.hybrid import key_of
from qttt.reference.game import Actor
from qttt.reference.hybrid import PendingLink, Position

from .devices import StrictDevice

CPU = backend.device("cpu")


EIGHT = "XOXOOXXO."
"""Eight marks without a line."""


def test_invalid_setting_is_rejected() -> None:
    with pytest.raises(ValueError, match="switch effect=swap: expected reverse, take"):
        check(Setting(effect="swap"))


@cache
def late_answers(setting: Setting) -> Answers:
    return solve(CPU, setting, least=7).tablebase.answers


@pytest.mark.parametrize(
    ("setting", "position", "bits"),
    [
        (Setting(), f"{EIGHT}, 9>1 X, 9>2 X, X to move", 0),
        (Setting("single", both="X"), f"{EIGHT}, 9>1 X, 9>2 X, X to move", 0),
        (Setting("single"), "XOXOOXX.., 8>1 X, 9>2 X, X to move", 0),
        (Setting("two", "one", "take", "X"), f"{EIGHT}, 9>1 X, 9>1 O, X to move", 0),
        (Setting(targets="one"), "XOXOOXX.., 8>1 X, 9>1 X, X to move", 0),
        (Setting(targets="one"), "XOXOOXX.., 8>1 X, 9>1 X, X measures 8", 0),
        (Setting(), "XXXOOXOO., X measures 9", 0),
        (Setting(), "XXXOOO..., X measures 9", 0),
        *((Setting(), f"{EIGHT}, X to move", bits) for bits in (1 << 9, 17 << 23, 1 << 52, -(1 << 63))),
        *((Setting(), f"{EIGHT}, X to move", box << 19) for box in (1, 2, 10)),
        (Setting("two"), "........., X to move", 0),
    ],
)
def test_keys_that_are_not_solved_positions_are_rejected(setting: Setting, position: str, bits: int) -> None:
    answers = late_answers(setting)
    good, bad = (key_of(Position.of(text)) for text in (f"{EIGHT}, X to move", position))
    for ask in (answers.values, answers.action_values, answers.best):
        assert len(ask([good])) == 1
        with pytest.raises(UnknownPosition, match=r"keys\[1\]: not a solved position"):
            ask([good, bad | bits])


X, O = Actor.X, Actor.O
LINKS = ([(9, 9, X)], [(1, 2, X)], [(9, 1, X)] * 3, [(10, 1, X)], [(0, 1, X)], [(9, 10, X)], [(9, -8, O)])
"""Links that cannot be pending beside eight measured boxes."""


@pytest.mark.parametrize(
    "wrong",
    [
        *(Position(EIGHT, tuple(PendingLink(*link) for link in links)) for links in LINKS),
        Position(f"{EIGHT}X"),
        Position("Z........"),
        Position(EIGHT, measuring=0),
        Position(EIGHT, measuring=17),
    ],
)
def test_what_is_not_a_position_has_no_key(wrong: Position) -> None:
    with pytest.raises(KeyError, match="is not a position of this game"):
        key_of(wrong)


@pytest.mark.parametrize("least", [-1, 10])
def test_other_numbers_of_measured_boxes_are_rejected(least: int) -> None:
    for setting in (Setting(), Setting("two")):
        with pytest.raises(ValueError, match=f"^least {least}: expected 0 to 9 measured boxes$"):
            solve(CPU, setting, least=least)


class Unlaunched(StrictDevice):
    """A device that only records the number of items of each launch."""

    def __init__(self) -> None:
        super().__init__()
        self.items: list[int] = []

    def launch(self, kernel: Kernel, count: int, *arguments: object) -> None:
        self.items.append(count)


def test_layer_takes_one_launch_for_each_number_of_links() -> None:
    device = Unlaunched()
    numbers = solve(device, Setting()).tablebase.numbers
    assert len(device.items) == sum(range(1, 10)) + 1
    assert sum(device.items) == sum(lane.size for lanes in numbers for lane in lanes) == 52_597_943


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


@pytest.mark.thorough
@pytest.mark.parametrize(
    "setting", [Setting("single"), pytest.param(Setting("one", "one", both="X"), marks=pytest.mark.slow)]
)
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
            files.read(CPU, 1, [np.zeros(5, np.int8)])


def test_files_are_read_into_arrays_of_the_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "READ_AT_ONCE", 3)
    device, values = StrictDevice(), np.arange(8, dtype=np.int8)
    with closing(scratch.Scratch(tmp_path, Setting("two"))) as files:
        files.write(1, 0, [values])
        here = device.xp.empty(8, np.int8)
        files.read(device, 1, [here])
    assert (device.to_host(here) == values).all()


def test_disk_without_room_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "disk_usage", lambda _: SimpleNamespace(free=10**9))
    with pytest.raises(OSError, match=r"11 GB needed, but only 1 GB are free; make room there"):
        solve(CPU, Setting("two"), scratch=tmp_path)
