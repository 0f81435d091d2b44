"""`qttt study`: a folder of Parquet files, resumed and grown, made here or by a cluster; a user's files stay."""

import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock, Mock

import pytest

from qttt.app.commands import study
from qttt.app.commands.study import run_study
from qttt.app.errors import BadInput, Interrupted
from qttt.app.random_boards import PACKAGES, Sample, make_part

from .conftest import Run

SAMPLE = Sample(70, 7, 16)
"""Boards in five parts."""


def content(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a study that nothing has interrupted."""
    folder = tmp_path_factory.mktemp("whole") / "boards"
    run_study(SAMPLE, folder)
    return folder


def test_folder_is_one_table_for_data_tools(whole: Path) -> None:
    from pyarrow import parquet

    table = parquet.read_table(whole)
    assert sorted(content(whole)) == [f"part-0000{number}.parquet" for number in range(5)]
    assert table["board"].to_pylist() == [*range(70)]
    assert table.schema.metadata[b"seed"] == b"7"


def test_interrupted_study_resumes_to_the_same_bytes(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def interrupted(sample: Sample, number: int, *more: Any) -> bytes:
        asked.append(number)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return make_part(sample, number, *more)

    monkeypatch.setattr(study, "make_part", interrupted)
    with pytest.raises(Interrupted, match="keeps the finished parts"):
        run_study(SAMPLE, tmp_path / "boards")
    assert run_study(SAMPLE, tmp_path / "boards").boards_found == 32
    assert asked == [0, 1, 2, 2, 3, 4]
    assert content(tmp_path / "boards") == content(whole)


def test_larger_study_adds_to_the_folder(whole: Path, tmp_path: Path) -> None:
    run_study(Sample(40, 7, 16), tmp_path / "boards")
    assert run_study(SAMPLE, tmp_path / "boards").boards_found == 32
    assert content(tmp_path / "boards") == content(whole)


class LastFirst(list[Mock]):
    """Futures in the reverse of their order, as they come."""

    add = list[Mock].append

    def __iter__(self) -> Iterator[Mock]:
        while self:
            assert len(self) <= 3
            yield self.pop()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The versions of the worker of a Dask client in this process, which finishes parts in reverse order."""
    import distributed

    client, worker = (dict.fromkeys(("python", *PACKAGES), "1") for _ in range(2))
    installed = {"client": {"packages": client}, "workers": {"worker": {"packages": worker}}}
    fake = MagicMock(loop=None, get_versions=lambda packages: installed, nthreads=lambda: {"worker": 1})
    fake.submit = lambda function, *arguments, **options: Mock(result=partial(function, *arguments))
    monkeypatch.setattr(distributed, "Client", lambda *_, **options: fake)
    monkeypatch.setattr(distributed, "as_completed", lambda futures, loop: LastFirst(futures))
    return worker


@pytest.mark.thorough
@pytest.mark.usefixtures("worker")
def test_cluster_gives_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    assert run_study(SAMPLE, tmp_path / "boards", scheduler="tcp://host:8786").device == "cluster"
    assert content(tmp_path / "boards") == content(whole)


def test_cluster_of_another_version_is_rejected(worker: dict[str, str], tmp_path: Path) -> None:
    worker["numba"] = "2"
    with pytest.raises(BadInput, match="worker worker has numba 2, and this process 1"):
        run_study(SAMPLE, tmp_path / "boards", scheduler="tcp://host:8786")
    assert content(tmp_path / "boards") == {}


def test_users_files_stay(whole: Path, tmp_path: Path) -> None:
    """Whatever a folder holds is there afterwards, also where the study is rejected."""
    folder = tmp_path / "boards"
    (folder / ".git").mkdir(parents=True)
    mine = {".git/HEAD": b"ref", "notes.md": b"mine", "part-1.parquet": b"mine", ".qttt-notes": b"mine"}
    for name, text in mine.items():
        (folder / name).write_bytes(text)
    run_study(SAMPLE, folder)
    assert {name: (folder / name).read_bytes() for name in mine} == mine
    assert {name: (folder / name).read_bytes() for name in content(whole)} == content(whole)
    with pytest.raises(BadInput, match="seed is 7, not 8; name another folder"):
        run_study(Sample(70, 8, 16), folder)
    with pytest.raises(BadInput, match="holds more than 40 boards of this question; ask for at least 48"):
        run_study(Sample(40, 7, 16), folder)
    assert {name: (folder / name).read_bytes() for name in mine} == mine


PLANTED: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "link": lambda path: path.symlink_to("../elsewhere"),
    "folder": Path.mkdir,
    "file": lambda path: path.write_bytes(b"PAR1 mine"),
    "dangling": lambda path: path.symlink_to("nowhere"),
}


@pytest.mark.parametrize("kind", PLANTED)
def test_what_is_not_a_part_is_rejected_and_stays(tmp_path: Path, kind: str) -> None:
    (elsewhere := tmp_path / "elsewhere").write_bytes(b"mine")
    (folder := tmp_path / "boards").mkdir()
    PLANTED[kind](folder / "part-00001.parquet")
    with pytest.raises(BadInput, match=r"part-00001\.parquet: .*move it away"):
        run_study(SAMPLE, folder)
    assert os.listdir(folder) == ["part-00001.parquet"]
    assert elsewhere.read_bytes() == b"mine"


def test_damaged_boards_are_found(whole: Path, tmp_path: Path) -> None:
    file = shutil.copytree(whole, tmp_path / "boards") / "part-00002.parquet"
    spoilt = bytearray(file.read_bytes())
    spoilt[60] ^= 255
    file.write_bytes(spoilt)
    with pytest.raises(BadInput, match=r"part-00002\.parquet: cannot be read: it is damaged"):
        run_study(SAMPLE, tmp_path / "boards")


def test_nothing_is_made_for_a_rejected_request(qttt: Run, tmp_path: Path) -> None:
    asked = ("study", "probabilistic", "--boards", "9", "--seed", "1", "--out", str(tmp_path / "new"))
    assert [qttt(*asked, option, "a").code for option in ("--plot", "--scheduler")] == [2, 2]
    assert [*tmp_path.iterdir()] == []
