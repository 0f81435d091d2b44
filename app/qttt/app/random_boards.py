"""The values of very many random boards of the probabilistic game, in a folder that data tools read as one table.

::

    part-00000.parquet    boards 0 to 262,143
    part-00001.parquet    the boards after them
    …
    _manifest-00000.json  the digests of the first 1,024 parts
    …

What a part holds depends only on the seed and on its number, so parts are made anywhere and in any order, and are the
same bytes. Only this process writes them, each beside its place and then put there in one step: a part is whole or
missing. A part is believed if it has the digest that a manifest lists, and the columns, board numbers and ranges of its
place; otherwise it is made again. Nothing is deleted, and files of other names are left alone, as is a file with the
name of a part or of a manifest that does not state the question of the study."""

import json
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import numpy as np

from qttt.app.errors import BadInput, reason, tell
from qttt.app.files import write_bytes
from qttt.app.installed import need, version
from qttt.fast.backend import device as device_called
from qttt.fast.probabilistic.boards import LEAST_FAILURE, STEPS, generate
from qttt.fast.probabilistic.positions import SQUARES
from qttt.fast.probabilistic.solve import solve
from qttt.fast.probabilistic.value import DOUBT, ERROR_BOUND
from qttt.reference.picture import listed
from qttt.spec import rulesets
from qttt.spec.disk import fields, read_bytes, read_json

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

Array = np.ndarray
Report = Callable[[int], None]

PART = 1 << 18
"""Boards of a part: the most that an interruption loses."""
MOST = 10**12
"""Most boards of a study: they take a quarter of a year on two cores."""
LARGEST = 1 << 26
"""Most bytes of a part that is read; one of 262,144 boards has 4 MB."""
NAME = re.compile(r"part-([0-9]{5}|[1-9][0-9]{5,})\.parquet")
LISTED = 1 << 10
"""Parts of a manifest, which is written with each of them."""
COLUMNS = {"board": "int64", "value_first": "double", "best_first": "uint16", "worst_first": "uint16"}
AGAIN = "move it away and run the same command again"
RULESET, GENERATOR = rulesets()["probabilistic"].id, "abraham-2024"
WINDOW = 3
"""Parts per thread of a cluster that wait or run at a time, so that memory does not grow with the study."""
RETRIES = 3
"""How often a part is tried again that failed, or whose worker died."""
ANSWERING = 20
"""Seconds that a scheduler may take to answer."""
STARTING, RETURNING = 5, 60
"""Seconds that a scheduler may be without workers, at first and later: a worker that died may be started again."""
POLLED = 0.05
"""Seconds between two looks at what has arrived."""
PACKAGES = ("qttt", "numpy", "numba", "pyarrow")
"""What the bytes of a part depend on, beside Python."""


@dataclass(frozen=True)
class Sample:
    """The first boards of a seed of a generator, in parts. Rules: PROB-RANDOM-1, PROB-RANDOM-2

    Raises BadInput for a number of boards that is out of range, and for an unknown generator."""

    boards: int
    seed: int
    part: int = PART
    generator: str = GENERATOR

    def __post_init__(self) -> None:
        if self.generator not in LEAST_FAILURE:
            raise BadInput(
                f"--generator: unknown generator '{self.generator}': expected {listed([*LEAST_FAILURE], 'or')}"
            )
        if not 1 <= self.boards <= MOST:
            raise BadInput(f"--boards: {self.boards} is out of range: expected 1 to {MOST:,}")

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return -(-self.boards // self.part)

    def of_part(self, number: int) -> tuple[int, int]:
        """The first board of a part, and its number of boards."""
        return number * self.part, min(self.part, self.boards - number * self.part)

    @property
    def question(self) -> dict[str, str]:
        """What every part is about, the same in all of them and in those of a larger sample."""
        asked = {
            "study": 1,
            "qttt": f"qttt {version()}",
            "ruleset": RULESET,
            "generator": self.generator,
            "seed": self.seed,
            "boards_of_a_part": self.part,
            "error_bound": ERROR_BOUND,
            "best_first": "bit k - 1: square k is the best first square, or too close to it to tell them apart",
            "worst_first": "the same for the worst first square",
        }
        return {name: str(value) for name, value in asked.items()}


def make_part(sample: Sample, number: int, device: str, report: Report = lambda done: None) -> bytes:
    """The boards of a part with their values, as a Parquet file; `report` hears how many are solved."""
    import pyarrow as pa
    from pyarrow import parquet

    (first, count), on = sample.of_part(number), device_called(device)
    boards = generate(sample.seed, first, count, on.xp, sample.generator) / STEPS
    population = solve(on, boards, report)
    squares = population.squares
    columns = {
        "board": pa.array(np.arange(first, first + count, dtype=np.int64)),
        "value_first": pa.array(population.values, pa.float64()),
        "best_first": pa.array(_masks(squares >= squares.max(1, keepdims=True) - DOUBT)),
        "worst_first": pa.array(_masks(squares <= squares.min(1, keepdims=True) + DOUBT)),
    }
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.table(columns, metadata=sample.question), sink, write_page_checksum=True)
    return bytes(sink.getvalue())


def _masks(chosen: Array) -> Array:
    masks: Array = (chosen << np.arange(chosen.shape[1])).sum(1).astype(np.uint16)
    return masks


class WrongPart(BadInput):
    """A part of the study holds what it cannot hold; the message says what."""


class Folder:
    """The folder of the parts of a sample. Raises BadInput if it cannot be made or read."""

    def __init__(self, path: Path, sample: Sample) -> None:
        self.path, self.sample = path, sample
        if path.exists() and not path.is_dir():
            raise BadInput(f"{path}: is a file; name a folder, which gets the boards as files of {PART:,} rows")
        if not path.parent.is_dir():
            raise BadInput(f"{path}: the folder {path.parent} does not exist; create it first")
        try:
            path.mkdir(exist_ok=True)
        except OSError as error:
            raise BadInput(f"{path}: cannot be made: {reason(error)}") from error

    def missing(self) -> list[int]:
        """The numbers of the parts that are not there, whose boards are only some of those asked for, or that are not
        right, which a line on standard error says.

        Raises BadInput for a file that cannot be read as a part, is of another question, or has boards beyond those
        asked for, and for one in the place of a manifest that is not one of this question."""
        for first in range(0, self.sample.parts, LISTED):
            self._digests(first)
        whole = set()
        for number in sorted(int(named[1]) for name in os.listdir(self.path) if (named := NAME.fullmatch(name))):
            path, (_, due) = self._file(number), self.sample.of_part(number)
            content = self._content(path)
            rows = self._parquet(content, path).metadata.num_rows
            if due <= 0 or due < rows <= self.sample.part:
                raise BadInput(
                    f"{self.path}: holds more than {self.sample.boards:,} boards of this question; ask for at least "
                    f"{number * self.sample.part + rows:,}, or name another folder"
                )
            try:
                self._check_listed(number, content)
                if rows >= due:
                    self._table(number, content, path)
                    whole.add(number)
            except WrongPart as error:
                tell(f"{error}; it is made again")
        return [number for number in range(self.sample.parts) if number not in whole]

    def write(self, number: int, content: bytes) -> None:
        """Write a part, or put it in the place of one that is not right.

        Raises BadInput if the part is not right, or a worker of another version has made it, and if it cannot be
        written. The manifest is first, so a part that is there is listed."""
        self._table(number, content, f"part {number}, as it was made")
        listed = self._digests(number) | {self._file(number).name: sha256(content).hexdigest()}
        manifest = {"question": self.sample.question, "sha256": dict(sorted(listed.items()))}
        write_bytes(self._manifest(number), f"{json.dumps(manifest, indent=1)}\n".encode())
        write_bytes(self._file(number), content)

    def tables(self) -> Iterator["pa.Table"]:
        """The boards of each part, in their order. Raises BadInput for a part that is not right."""
        for number in range(self.sample.parts):
            try:
                content = self._content(self._file(number))
                self._check_listed(number, content)
                yield self._table(number, content, self._file(number))
            except WrongPart as error:
                raise BadInput(f"{error}; run the same command again") from error

    def _digests(self, number: int) -> dict[str, str]:
        """What the manifest of a part lists, by the names of files. Raises BadInput for a file that is not one."""
        path = self._manifest(number)
        if not os.path.lexists(path):
            return {}
        try:
            manifest = fields(read_json(self._content(path).decode()), {"question": dict, "sha256": dict})
        except ValueError as error:
            raise error if isinstance(error, BadInput) else BadInput(f"{path}: is not a manifest; {AGAIN}") from error
        self._check_question(manifest["question"], path)
        return dict(manifest["sha256"])

    def _check_listed(self, number: int, content: bytes) -> None:
        """Raise WrongPart unless a part is the one that was written."""
        path = self._file(number)
        if self._digests(number).get(path.name) != sha256(content).hexdigest():
            raise WrongPart(f"{path}: its digest is not the listed one")

    def _table(self, number: int, content: bytes, where: object) -> "pa.Table":
        """The boards of a part. Raises WrongPart unless it has the columns, boards and ranges of its place."""
        import pyarrow as pa

        file, (first, count) = self._parquet(content, where), self.sample.of_part(number)

        def check(right: bool | np.bool, fault: str) -> None:
            if not right:
                raise WrongPart(f"{where}: {fault}")

        check(file.schema_arrow.equals(pa.schema(COLUMNS)), "its columns are not those of a part")
        rows = file.metadata.num_rows
        check(rows == count, f"it has {rows} boards, expected {count}")
        try:
            table = file.read()
        except (OSError, ValueError, pa.ArrowException) as error:
            raise WrongPart(f"{where}: it is damaged") from error
        check(not any(column.null_count for column in table.columns), "a cell is empty")
        boards, values, *masks = (column.to_numpy() for column in table.columns)
        last = first + count - 1
        check(np.array_equal(boards, np.arange(first, last + 1)), f"its boards are not {first} to {last}")
        check((abs(values - 0.5) <= 0.5 + ERROR_BOUND).all(), "a value is outside 0 to 1")
        most = (1 << SQUARES) - 1
        check(all(((mask > 0) & (mask <= most)).all() for mask in masks), f"a mask is outside 1 to {most}")
        return table

    def _parquet(self, content: bytes, where: object) -> "ParquetFile":
        """A file of Parquet that states the question of this study. Raises BadInput for anything else."""
        import pyarrow as pa
        from pyarrow.parquet import ParquetFile

        try:
            file = ParquetFile(pa.BufferReader(content), page_checksum_verification=True)
            stated = file.schema_arrow.metadata or {}
        except (OSError, ValueError, pa.ArrowException) as error:
            raise BadInput(f"{where}: cannot be read: it is damaged; {AGAIN}") from error
        self._check_question(
            {str(name, errors="replace"): str(stated[name], errors="replace") for name in stated}, where
        )
        return file

    def _check_question(self, stated: Mapping[str, object], where: object) -> None:
        for name, value in self.sample.question.items():
            there = stated.get(name, "nothing")
            if there != value:
                raise BadInput(f"{where}: is of another question: {name} is {there}, not {value}; name another folder")

    def _content(self, path: Path) -> bytes:
        """The content of a file of this folder. Raises BadInput for a link, and if it cannot be read."""
        if path.is_symlink():
            raise BadInput(f"{path}: is a link; {AGAIN}")
        try:
            return read_bytes(path, LARGEST)
        except OSError as error:
            raise BadInput(f"{path}: cannot be read: {error.strerror}; {AGAIN}") from error

    def _file(self, number: int) -> Path:
        return self.path / f"part-{number:05}.parquet"

    def _manifest(self, number: int) -> Path:
        return self.path / f"_manifest-{number // LISTED:05}.json"


def by_cluster(address: str, sample: Sample, numbers: Iterable[int], device: str) -> Iterator[tuple[int, bytes]]:
    """The numbers and contents of parts, as the workers of a Dask scheduler return them. Dask logs nothing meanwhile.

    Workers write nothing. Raises BadInput if the scheduler does not answer, has no workers or is lost, if a worker has
    other versions than this process, and if a part fails."""
    logged = logging.root.manager.disable
    logging.disable()
    try:
        yield from _by_cluster(address, sample, iter(numbers), device)
    except BadInput:
        raise
    except (OSError, ValueError) as error:
        raise BadInput(f"--scheduler {address}: cannot be reached: {error or type(error).__name__}") from error
    finally:
        logging.disable(logged)


def _by_cluster(address: str, sample: Sample, waiting: Iterator[int], device: str) -> Iterator[tuple[int, bytes]]:
    dask: Any = import_module("distributed")
    with dask.Client(address, timeout=ANSWERING, set_as_default=False) as client:
        _check_workers(address, client, STARTING)
        _check_versions(address, client.get_versions(packages=PACKAGES))
        number_of: dict[Any, int] = {}

        def submit(number: int) -> Any:
            future = client.submit(make_part, sample, number, device, pure=False, retries=RETRIES)
            number_of[future] = number
            return future

        window = max(2, WINDOW * sum(client.nthreads().values()))
        arriving = dask.as_completed([submit(number) for number in islice(waiting, window)], loop=client.loop)
        checked = monotonic()
        while number_of:
            for future in arriving.next_batch(block=False):
                number = number_of.pop(future)
                yield number, _content(address, number, future)
                future.release()
                for following in islice(waiting, 1):
                    arriving.add(submit(following))
            if monotonic() - checked > STARTING:
                _check_workers(address, client, RETURNING)
                checked = monotonic()
            sleep(POLLED)


def _content(address: str, number: int, future: Any) -> bytes:
    try:
        content: bytes = future.result()
        return content
    except BadInput:
        raise
    except Exception as error:
        told = f"part {number} failed: {error or type(error).__name__}"
        if future.cancelled():
            told = "it is lost; run the same command again to resume"
        raise BadInput(f"--scheduler {address}: {told}") from error


def _check_workers(address: str, client: Any, seconds: float) -> None:
    """Raise BadInput if a scheduler has no worker for so many seconds."""
    try:
        client.wait_for_workers(1, timeout=seconds)
    except TimeoutError as error:
        raise BadInput(f"--scheduler {address}: it has no workers; start some: dask worker {address}") from error


def _check_versions(address: str, installed: Any) -> None:
    """Raise BadInput unless all workers have the versions of this process."""
    own = installed["client"]["packages"]
    for worker, its in installed["workers"].items():
        for package in ("python", *PACKAGES):
            if its["packages"].get(package) != own[package]:
                raise BadInput(
                    f"--scheduler {address}: worker {worker} has {package} {its['packages'].get(package)}, and this "
                    f"process {own[package]}; install the same versions everywhere"
                )


def check_address(address: str) -> None:
    """Raise BadInput for what is not the address of a scheduler, and if the extra `cluster` is not installed."""
    need("--scheduler", "cluster", "distributed")
    if not re.fullmatch(r"([a-z]+://)?[^\s/]*[^\s:/]:[0-9]{1,5}/?", address):
        raise BadInput(f"--scheduler {address}: expected an address such as tcp://host:8786")
