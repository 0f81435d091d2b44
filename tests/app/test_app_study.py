"""`qttt study`: a folder of Parquet files, resumed and grown, made here or by a cluster; a user's files stay."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock, Mock

import numpy as np
import pytest

from qttt.app.commands import study
from qttt.app.commands.study import run_study
from qttt.app.errors import BadInput, Interrupted
from qttt.app.random_boards import PACKAGES, STARTING, Folder, Sample, make_part

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
    assert sorted(content(whole)) == ["_manifest-00000.json", *(f"part-0000{number}.parquet" for number in range(5))]
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

    def next_batch(self, block: bool) -> list[Mock]:
        assert not block
        assert len(self) <= 3
        return [self.pop()]


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The versions of the worker of a Dask client in this process, which finishes parts in reverse order."""
    import distributed

    client, worker = (dict.fromkeys(("python", *PACKAGES), "1") for _ in range(2))
    installed = {"client": {"packages": client}, "workers": {"worker": {"packages": worker}}}
    fake = MagicMock(loop=None, get_versions=lambda packages: installed, nthreads=lambda: {"worker": 1})
    fake.__enter__.return_value = fake
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


@pytest.fixture
def scheduler() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler without workers, as a process of its own, and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = "from distributed.cli.dask_scheduler import main; main()"
    words = [sys.executable, "-c", program, "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        yield f"tcp://127.0.0.1:{port}", process
        process.kill()


def study_on(address: str, folder: Path) -> list[str]:
    """The words of a command for a study of several minutes."""
    asked = f"study probabilistic --boards 99999999 --seed 7 --device cpu --out {folder} --scheduler {address}"
    return [sys.executable, "-m", "qttt.app", *asked.split()]


@pytest.mark.thorough
def test_scheduler_without_workers_is_reported_within_ten_seconds(
    scheduler: tuple[str, object], tmp_path: Path
) -> None:
    address, _ = scheduler
    with import_module("distributed").Client(address, timeout=60):  # the scheduler has started
        done = subprocess.run(study_on(address, tmp_path / "new"), capture_output=True, text=True, check=False)
    line = f"qttt: --scheduler {address}: it has no workers; start some: dask worker {address}\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)
    assert STARTING < 10


@pytest.mark.thorough
def test_lost_scheduler_is_one_line(scheduler: tuple[str, subprocess.Popen[bytes]], tmp_path: Path) -> None:
    address, process = scheduler
    with import_module("distributed").Client(address, timeout=60) as client:
        worker = "from distributed.cli.dask_worker import main; main()"
        words = [sys.executable, "-c", worker, address, "--no-nanny", "--no-dashboard"]
        quiet = subprocess.DEVNULL
        with (
            subprocess.Popen(words, stdout=quiet, stderr=quiet) as solver,
            subprocess.Popen(study_on(address, tmp_path / "new"), stderr=subprocess.PIPE, text=True) as asking,
        ):
            while not any(client.processing().values()):
                assert asking.poll() is None
                time.sleep(0.1)
            process.kill()
            _, told = asking.communicate(timeout=60)
            solver.kill()
    assert told == f"qttt: --scheduler {address}: it is lost; run the same command again to resume\n"
    assert asking.returncode == 2


@pytest.mark.thorough
def test_killed_workers_change_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of two workers is killed once, while parts wait."""
    sample = Sample(640, 7, 16)
    run_study(sample, tmp_path / "here")
    with import_module("distributed").LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster:
        pids = [nanny.pid for nanny in cluster.workers.values()]
        write, alive = Folder.write, [*pids]

        def write_and_kill(folder: Folder, number: int, part: bytes) -> None:
            if number in (1, 20):
                os.kill(alive.pop(), signal.SIGKILL)
            write(folder, number, part)

        monkeypatch.setattr(Folder, "write", write_and_kill)
        run_study(sample, tmp_path / "boards", scheduler=cluster.scheduler_address)
        assert {nanny.pid for nanny in cluster.workers.values()}.isdisjoint(pids)
    assert content(tmp_path / "boards") == content(tmp_path / "here")


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


@pytest.mark.parametrize("name", ["part-00001.parquet", "_manifest-00000.json"])
@pytest.mark.parametrize("kind", PLANTED)
def test_what_is_not_a_part_is_rejected_and_stays(tmp_path: Path, kind: str, name: str) -> None:
    (elsewhere := tmp_path / "elsewhere").write_bytes(b"mine")
    (folder := tmp_path / "boards").mkdir()
    PLANTED[kind](folder / name)
    with pytest.raises(BadInput, match=rf"{name}: .*move it away"):
        run_study(SAMPLE, folder)
    assert os.listdir(folder) == [name]
    assert elsewhere.read_bytes() == b"mine"


PART, MANIFEST = "part-00001.parquet", "_manifest-00000.json"
Table = Any
"""A table of pyarrow, which has no types."""


def with_cell(column: str, cell: object, row: int = 3) -> Callable[[Table], Table]:
    """Returns a table with another cell."""

    def change(table: Table) -> Table:
        import pyarrow as pa

        cells = [*table[column].to_pylist()[:row], cell, *table[column].to_pylist()[row + 1 :]]
        at = table.column_names.index(column)
        return table.set_column(at, column, pa.array(cells, table.schema.field(column).type))

    return change


def as_type(column: str, kind: str) -> Callable[[Table], Table]:
    """Returns a table with a column of another type."""
    return lambda table: table.set_column(table.column_names.index(column), column, table[column].cast(kind))


FORGED: dict[str, tuple[Callable[[Table], Table], str | None]] = {
    "value": (with_cell("value_first", 7.0), "a value is outside 0 to 1"),
    "negative value": (with_cell("value_first", -1e-6), "a value is outside 0 to 1"),
    "infinity": (with_cell("value_first", float("inf")), "a value is outside 0 to 1"),
    "nan": (with_cell("value_first", float("nan")), "a value is outside 0 to 1"),
    "null": (with_cell("value_first", None), "a cell is empty"),
    "null mask": (with_cell("worst_first", None), "a cell is empty"),
    "mask": (with_cell("best_first", 65535), "a mask is outside 1 to 511"),
    "empty mask": (with_cell("worst_first", 0), "a mask is outside 1 to 511"),
    "board": (with_cell("board", -1), "its boards are not 16 to 31"),
    "board twice": (with_cell("board", 18, 1), "its boards are not 16 to 31"),
    "order": (lambda table: table.take([*range(15, -1, -1)]), "its boards are not 16 to 31"),
    "text column": (as_type("value_first", "string"), "its columns are not those of a part"),
    "short column": (as_type("value_first", "float"), "its columns are not those of a part"),
    "missing column": (lambda table: table.drop_columns(["best_first"]), "its columns are not those of a part"),
    "more columns": (
        lambda table: table.append_column("board_2", table["board"]),
        "its columns are not those of a part",
    ),
    "more rows": (lambda table: table.take([*range(16), 0]), "it has 17 boards, expected 16"),
    "fewer rows": (lambda table: table.take([*range(15)]), None),
    "plausible value": (with_cell("value_first", 0.5), ""),
}
"""Parts that state the right question: what was changed, and what is reported where the manifest was forged, too. A
part of a smaller study is made again without a line, and only its digest gives a plausible value away."""


def list_again(folder: Path) -> None:
    """Forge the manifest: it lists the parts that are there."""
    manifest = json.loads((folder / MANIFEST).read_text())
    for name in manifest["sha256"]:
        manifest["sha256"][name] = sha256((folder / name).read_bytes()).hexdigest()
    (folder / MANIFEST).write_text(json.dumps(manifest))


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("kind", FORGED)
def test_forged_part_is_named_and_made_again(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, listed: bool
) -> None:
    from pyarrow import parquet

    folder, (forge, fault) = shutil.copytree(whole, tmp_path / "boards"), FORGED[kind]
    with parquet.ParquetFile(whole / PART) as file:
        table = file.read()
    parquet.write_table(forge(table).replace_schema_metadata(table.schema.metadata), folder / PART)
    if listed:
        list_again(folder)
    fault = fault if listed else "its digest is not the listed one"
    assert run_study(SAMPLE, folder).boards_found == (70 if fault == "" else 54)
    assert capsys.readouterr().err == (f"qttt: {folder}/{told_again(fault)}" if fault else "")
    assert (content(folder) == content(whole)) == (fault != "")


def told_again(fault: str, name: str = PART) -> str:
    """The line about a part that is not right."""
    return f"{name}: {fault}; it is made again\n"


@pytest.mark.parametrize("listed", [False, True])
def test_swapped_and_copied_parts_are_made_again(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], listed: bool
) -> None:
    folder = shutil.copytree(whole, tmp_path / "boards")
    for name, other in (("0", "1"), ("1", "0"), ("3", "2")):
        shutil.copyfile(whole / f"part-0000{other}.parquet", folder / f"part-0000{name}.parquet")
    if listed:
        list_again(folder)
    assert run_study(SAMPLE, folder).boards_found == 22
    told = capsys.readouterr().err.replace(f"qttt: {folder}/", "").splitlines(keepends=True)
    numbers = [f"its boards are not {first} to {first + 15}" for first in (0, 16, 48)]
    names = (f"part-0000{number}.parquet" for number in (0, 1, 3))
    faults = numbers if listed else ["its digest is not the listed one"] * 3
    assert told == [told_again(*each) for each in zip(faults, names, strict=True)]
    assert content(folder) == content(whole)


def test_part_whose_columns_are_not_text_is_rejected(whole: Path, tmp_path: Path) -> None:
    file = shutil.copytree(whole, tmp_path / "boards") / PART
    file.write_bytes(file.read_bytes().replace(b"worst_first", b"worst_fi\xa1st"))
    with pytest.raises(BadInput, match=f"{PART}: cannot be read: it is damaged; move it away"):
        run_study(SAMPLE, tmp_path / "boards")


def test_damaged_part_is_made_again(whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bit of a value is changed, which only a checksum shows: of the manifest, or of a page."""
    from pyarrow import parquet

    value = np.float64(parquet.read_table(whole / PART)["value_first"][5].as_py()).tobytes()
    flipped = bytes([value[0] ^ 1]) + value[1:]
    assert (whole / PART).read_bytes().count(value) == 1
    for listed, fault in ((False, "its digest is not the listed one"), (True, "it is damaged")):
        folder = shutil.copytree(whole, tmp_path / f"boards-{listed}")
        (folder / PART).write_bytes((folder / PART).read_bytes().replace(value, flipped))
        if listed:
            list_again(folder)
        run_study(SAMPLE, folder)
        assert capsys.readouterr().err == f"qttt: {folder}/{told_again(fault)}"
        assert content(folder) == content(whole)


def test_parts_that_no_manifest_lists_are_made_again(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(whole, tmp_path / "boards")
    (folder / MANIFEST).unlink()
    assert run_study(SAMPLE, folder).boards_found == 0
    assert capsys.readouterr().err.count("its digest is not the listed one; it is made again\n") == 5
    assert content(folder) == content(whole)


def test_part_that_changes_while_others_are_made_is_rejected(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(whole, tmp_path / "boards")
    (folder / "part-00004.parquet").unlink()

    def meanwhile(*about: Any) -> bytes:
        shutil.copyfile(folder / "part-00000.parquet", folder / PART)
        return make_part(*about)

    monkeypatch.setattr(study, "make_part", meanwhile)
    with pytest.raises(BadInput, match=rf"{PART}: its digest is not the listed one; run the same command again"):
        run_study(SAMPLE, folder)


def test_wrong_part_of_a_worker_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "make_part", lambda sample, number, *more: make_part(sample, 2, *more))
    with pytest.raises(BadInput, match="part 0, as it was made: its boards are not 0 to 15"):
        run_study(SAMPLE, tmp_path / "boards")
    assert content(tmp_path / "boards") == {}


def test_part_beyond_the_study_with_too_many_rows_is_rejected(whole: Path, tmp_path: Path) -> None:
    from pyarrow import parquet

    folder, table = shutil.copytree(whole, tmp_path / "boards"), parquet.read_table(whole / PART)
    parquet.write_table(table.take([*range(16), 0]), folder / "part-00009.parquet")
    with pytest.raises(BadInput, match="holds more than 70 boards of this question; ask for at least 161"):
        run_study(SAMPLE, folder)


MANIFESTS = {
    "text": b"mine",
    "other JSON": b'{"name": "mine"}',
    "other digests": b'{"question": {}, "sha256": {"part-00000.parquet": 1}}',
    "nothing": b"",
    "deep": b"[" * 100_000,
    "surrogates": b'{"question": {"study": "\\ud800"}, "sha256": {}}',
}


@pytest.mark.parametrize("kind", MANIFESTS)
def test_what_is_not_a_manifest_is_rejected_and_stays(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Nothing is solved before."""
    monkeypatch.setattr(study, "make_part", None)
    for folder in (shutil.copytree(whole, tmp_path / "boards"), tmp_path / "empty"):
        folder.mkdir(exist_ok=True)
        (folder / MANIFEST).write_bytes(MANIFESTS[kind])
        before = content(folder)
        with pytest.raises(BadInput, match=rf"{MANIFEST}: .*; (move it away|name another folder)"):
            run_study(SAMPLE, folder)
        assert content(folder) == before


def test_nothing_is_made_for_a_rejected_request(qttt: Run, tmp_path: Path) -> None:
    asked = ("study", "probabilistic", "--boards", "9", "--seed", "1", "--out", str(tmp_path / "new"))
    assert [qttt(*asked, option, "a").code for option in ("--plot", "--scheduler")] == [2, 2]
    assert [*tmp_path.iterdir()] == []
