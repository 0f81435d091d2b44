"""A study on a local cluster: the same bytes as in one process, whatever happens to a worker."""

import os
import signal
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from qttt.app.errors import BadInput
from qttt.app.jobs import cluster as clusters
from qttt.app.jobs.folder import Folder
from qttt.app.jobs.job import Shard
from qttt.app.jobs.run import Spread, run, solved
from qttt.app.studies.boards.job import StudyJob

distributed: Any = pytest.importorskip("distributed")

JOB = StudyJob(boards=110, seed=7, part=10)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a scheduler with two workers."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


@pytest.fixture(scope="module")
def in_series() -> dict[int, bytes]:
    """Every part, solved by this process."""
    return dict(solved(JOB, range(JOB.count), None, "cpu"))


def file_of(spread: Spread, folder: Path) -> bytes:
    out = folder / "study.parquet"
    run(JOB, spread, "cpu", out)
    return out.read_bytes()


def test_two_workers_give_the_same_bytes(address: str, in_series: dict[int, bytes], tmp_path: Path) -> None:
    assert dict(solved(JOB, range(JOB.count), address, "cpu")) == in_series
    for name in ("serial", "cluster"):
        (tmp_path / name).mkdir()
    assert file_of(Spread(), tmp_path / "serial") == file_of(Spread(scheduler=address), tmp_path / "cluster")


def test_killed_worker_changes_no_byte(address: str, in_series: dict[int, bytes]) -> None:
    found: dict[int, bytes] = {}
    for number, content in solved(JOB, range(JOB.count), address, "cpu"):
        if not found:
            with distributed.Client(address, set_as_default=False) as client:
                pid = next(iter(client.run(os.getpid).values()))
            os.kill(pid, signal.SIGKILL)
        found[number] = content
    assert found == in_series


def test_interrupted_job_resumes_to_the_same_bytes(address: str, in_series: dict[int, bytes], tmp_path: Path) -> None:
    parts = tmp_path / "parts"
    with Folder.begun(parts, JOB) as folder:
        for number, content in islice(solved(JOB, range(JOB.count), address, "cpu"), 3):
            folder.write(number, content)
    whole = run(JOB, Spread(scheduler=address, folder=parts), "cpu", tmp_path / "study.parquet").json_object()
    assert whole["boards_found"] == 30
    assert (tmp_path / "study.parquet").read_bytes() == file_of(Spread(), tmp_path)


def test_shards_on_a_cluster_hold_the_serial_parts(address: str, in_series: dict[int, bytes], tmp_path: Path) -> None:
    run(JOB, Spread(Shard(2, 4), address, tmp_path / "parts"), "cpu", tmp_path / "study.parquet")
    folder = Folder.opened(tmp_path / "parts")
    assert {number: folder.read(number) for number in folder.numbers()} == {n: in_series[n] for n in (1, 5, 9)}


@pytest.mark.parametrize("typed", ["foo", "foo:", "tcp://", "tcp://host", "tcp://:8786", "tcp://a b:1", ""])
def test_scheduler_without_an_address_is_rejected(typed: str) -> None:
    with pytest.raises(BadInput, match=f"--scheduler {typed}: expected an address such as tcp://host:8786"):
        clusters.check_address(typed)


@pytest.mark.parametrize(
    "typed", ["tcp://host:8786", "host:8786", "tls://10.0.0.1:80", "tcp://[::1]:8786", "ws://host:1/"]
)
def test_address_of_a_scheduler_is_accepted(typed: str) -> None:
    clusters.check_address(typed)


def test_spread_checks_the_address() -> None:
    with pytest.raises(BadInput, match="--scheduler foo: expected an address"):
        Spread.of(None, "foo", None)


def test_other_versions_are_rejected(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "versions", lambda: {"python": "2.7.18"})
    with pytest.raises(BadInput, match=r"has python 3.*, and this process 2\.7\.18; install the same"):
        next(solved(JOB, range(JOB.count), address, "cpu"))


def test_failing_part_is_one_line(address: str) -> None:
    with pytest.raises(BadInput, match="part 0 failed: device 'tpu'"):
        next(solved(JOB, range(1), address, "tpu"))


def test_missing_scheduler_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "SECONDS", 1)
    with pytest.raises(BadInput, match=r"--scheduler tcp://127\.0\.0\.1:9: cannot be reached"):
        next(solved(JOB, range(1), "tcp://127.0.0.1:9", "cpu"))
