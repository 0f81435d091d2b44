"""`qttt study`: a folder of Parquet files, resumed and grown, made here or by a cluster; a user's files stay."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from qttt.app.commands import study
from qttt.app.commands.study import studied
from qttt.app.errors import BadInput, Interrupted
from qttt.app.random_boards import Folder, Sample, made

from .conftest import Run

SAMPLE = Sample(70, 7, 16)
"""Boards in five parts."""


def content(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a study that nothing has interrupted."""
    folder = tmp_path_factory.mktemp("whole") / "boards"
    studied(SAMPLE, folder)
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
        return made(sample, number, *more)

    monkeypatch.setattr(study, "made", interrupted)
    with pytest.raises(Interrupted, match="keeps the finished parts"):
        studied(SAMPLE, tmp_path / "boards")
    assert studied(SAMPLE, tmp_path / "boards").boards_found == 32
    assert asked == [0, 1, 2, 2, 3, 4]
    assert content(tmp_path / "boards") == content(whole)


def test_larger_study_adds_to_the_folder(whole: Path, tmp_path: Path) -> None:
    studied(Sample(40, 7, 16), tmp_path / "boards")
    assert studied(SAMPLE, tmp_path / "boards").boards_found == 32
    assert content(tmp_path / "boards") == content(whole)


class FakeCluster:
    """A Dask client in this process, whose workers finish in reverse order, and one of which has another version."""

    def __init__(self, version: str = "1") -> None:
        self.version, self.window = version, 0

    def __call__(self, address: str, **options: Any) -> "FakeCluster":
        return self

    def __enter__(self) -> "FakeCluster":
        return self

    def __exit__(self, *error: object) -> None:
        return None

    loop = None

    def nthreads(self) -> dict[str, int]:
        return {"worker": 1}

    def get_versions(self, packages: tuple[str, ...]) -> dict[str, Any]:
        own = {"packages": dict.fromkeys(("python", *packages), "1")}
        return {"client": own, "workers": {"worker": {"packages": {**own["packages"], "numba": self.version}}}}

    def submit(self, function: Callable[..., bytes], *arguments: Any, **options: Any) -> "Future":
        return Future(function, arguments)


class Future:
    """A part that a fake worker makes when it is asked for."""

    def __init__(self, function: Callable[..., bytes], arguments: tuple[Any, ...]) -> None:
        self.function, self.arguments = function, arguments

    def result(self) -> bytes:
        return self.function(*self.arguments)

    def release(self) -> None:
        return None


class LastFirst(list[Future]):
    """Futures in the reverse of their order, as they come."""

    def add(self, future: Future) -> None:
        self.append(future)

    def __iter__(self) -> Iterator[Future]:
        while self:
            assert len(self) <= 3
            yield self.pop()


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> FakeCluster:
    import distributed

    fake = FakeCluster()
    monkeypatch.setattr(distributed, "Client", fake)
    monkeypatch.setattr(distributed, "as_completed", lambda futures, loop: LastFirst(futures))
    return fake


@pytest.mark.usefixtures("cluster")
def test_cluster_gives_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    assert studied(SAMPLE, tmp_path / "boards", scheduler="tcp://host:8786").device == "cluster"
    assert content(tmp_path / "boards") == content(whole)


def test_cluster_of_another_version_is_rejected(cluster: FakeCluster, tmp_path: Path) -> None:
    cluster.version = "2"
    with pytest.raises(BadInput, match="worker worker has numba 2, and this process 1"):
        studied(SAMPLE, tmp_path / "boards", scheduler="tcp://host:8786")
    assert content(tmp_path / "boards") == {}


def test_users_files_stay(whole: Path, tmp_path: Path) -> None:
    """Whatever a folder holds is there afterwards, also where the study is rejected."""
    folder = tmp_path / "boards"
    (folder / ".git").mkdir(parents=True)
    mine = {".git/HEAD": b"ref", "notes.md": b"mine", "part-1.parquet": b"mine", ".qttt-notes": b"mine"}
    for name, text in mine.items():
        (folder / name).write_bytes(text)
    studied(SAMPLE, folder)
    assert {name: (folder / name).read_bytes() for name in mine} == mine
    assert {name: (folder / name).read_bytes() for name in content(whole)} == content(whole)
    with pytest.raises(BadInput, match="seed is 7, not 8; name another folder"):
        studied(Sample(70, 8, 16), folder)
    with pytest.raises(BadInput, match="holds more than 40 boards of this question; ask for at least 48"):
        studied(Sample(40, 7, 16), folder)
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
        studied(SAMPLE, folder)
    assert os.listdir(folder) == ["part-00001.parquet"]
    assert elsewhere.read_bytes() == b"mine"


def test_damaged_boards_are_found(whole: Path, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "boards", SAMPLE)
    for number, (_, part) in enumerate(sorted(content(whole).items())):
        folder.write(number, part)
    file = tmp_path / "boards" / "part-00002.parquet"
    spoilt = bytearray(file.read_bytes())
    spoilt[60] ^= 255
    file.write_bytes(spoilt)
    with pytest.raises(BadInput, match=r"part-00002\.parquet: cannot be read: it is damaged"):
        studied(SAMPLE, tmp_path / "boards")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--boards 0 --seed 1 --out new", "--boards: 0 is out of range: expected 1 to 1,000,000,000,000"),
        ("--boards 9 --seed -1 --out new", "--seed: -1 is out of range"),
        ("--boards 9 --seed 1 --out no/new", "no/new: the folder no does not exist; create it first"),
        ("--boards 9 --seed 1 --out file", "file: is a file; name a folder"),
        ("--boards 9 --seed 1 --out new --plot a.txt", "a.txt: expected a name that ends in"),
        ("--boards 9 --seed 1 --out new --scheduler host", "--scheduler host: expected an address such as tcp"),
        ("--boards 9 --seed 1 --out new --shard 1/2", "study --shard was removed: use --scheduler"),
        ("--boards 9 --seed 1 --parts new", "study --parts was removed: use --out"),
    ],
)
def test_invalid_arguments_are_rejected(
    qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_bytes(b"")
    assert told in qttt("study", "probabilistic", *words.split()).line
    assert os.listdir() == ["file"]


@pytest.mark.parametrize("words", ["gather shard-1", "verify --shard 1/2", "conform goff --parts=x -- ./engine"])
def test_removed_commands_name_their_successor(qttt: Run, words: str) -> None:
    said = qttt(*words.split())
    assert said.code == 2
    assert "was removed: " in said.line


def test_options_of_an_engine_are_its_own(qttt: Run) -> None:
    assert "was removed" not in qttt("conform", "goff", "--games", "0", "--", "missing-engine", "--shard").err
