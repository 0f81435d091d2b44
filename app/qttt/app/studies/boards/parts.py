"""The boards of a study, solved part by part and kept as Parquet: an interrupted study resumes where it stopped."""

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from qttt.app.errors import BadInput, reason
from qttt.app.files import check_file, suffix_of, write_bytes, write_text
from qttt.fast.backend import Device
from qttt.fast.probabilistic.boards import STEPS, generated
from qttt.fast.probabilistic.rounding import DOUBT, ERROR_BOUND
from qttt.fast.probabilistic.solve import solve
from qttt.oracle.progress import Count

if TYPE_CHECKING:
    import pyarrow as pa

PART = 1 << 18
"""Boards of a part: the most that an interruption of a study loses."""
GENERATOR = "abraham-2024"
DESCRIPTION = "study.json"


@dataclass(frozen=True)
class Sample:
    """The boards of a study: the first `boards` ones of a seed of the generator. Rule: PROB-RANDOM-1"""

    boards: int
    seed: int

    @property
    def kind(self) -> dict[str, Any]:
        """What parts must have in common to belong to one study, whatever its size."""
        return {"ruleset": "probabilistic-1.0", "generator": GENERATOR, "seed": self.seed, "part": PART}

    def parts(self, folder: Path | None = None) -> Iterator[tuple[int, int, int]]:
        """Number, first board and boards of each part, or only of those that have a file in a folder."""
        count = -(-self.boards // PART)
        for number in range(count) if folder is None else sorted(_numbers(folder, count)):
            yield number, number * PART, min(PART, self.boards - number * PART)


def folder_of(out: Path) -> Path:
    """The folder beside a study's file that keeps its parts until it is complete."""
    return out.with_name(f"{out.name}.parts")


def solved(sample: Sample, device: Device, out: Path, report: Count) -> int:
    """Solve every missing part; returns how many boards were there already. Complete parts stay when this ends early,
    whatever the reason.

    Raises BadInput if the folder holds another study, or cannot be written."""
    folder = folder_of(out)
    _begin(folder, sample)
    found = done = sum(
        count for number, first, count in sample.parts(folder) if _is_there(folder, number, first, count)
    )
    report(done, sample.boards)
    for number, first, count in sample.parts():
        if _is_there(folder, number, first, count):
            continue
        rows = generated(sample.seed, first, count, device.xp) / STEPS
        population = solve(device, rows, lambda piece, done=done: report(done + piece, sample.boards))  # type: ignore[misc]
        write_bytes(folder / f"{number}.parquet", _parquet(_table(first, population.values, population.squares)))
        done += count
        report(done, sample.boards)
    return found


def tables(sample: Sample, out: Path) -> Iterator["pa.Table"]:
    """The parts of a solved study, in the order of the boards."""
    from pyarrow import parquet

    for number, _, _ in sample.parts():
        yield parquet.read_table(folder_of(out) / f"{number}.parquet", page_checksum_verification=True)


def gather(sample: Sample, out: Path) -> None:
    """Make one file of a solved study, and delete its parts. Raises BadInput if it cannot be written."""
    from pyarrow import parquet

    scratch = folder_of(out) / "whole.parquet"
    try:
        with parquet.ParquetWriter(scratch, _schema(sample)) as writer:
            for table in tables(sample, out):
                writer.write_table(table.replace_schema_metadata(_schema(sample).metadata), row_group_size=PART)
        scratch.replace(out)
        done = folder_of(out).with_name(f".{folder_of(out).name}.{os.getpid()}")
        folder_of(out).replace(done)
        shutil.rmtree(done)
    except OSError as error:
        raise BadInput(f"{out}: cannot be written: {reason(error)}") from error


def _begin(folder: Path, sample: Sample) -> None:
    description = folder / DESCRIPTION
    try:
        folder.mkdir(exist_ok=True)
        if all(file.name.startswith(".") for file in folder.iterdir()):
            write_text(description, json.dumps(sample.kind) + "\n")
        found = json.loads(description.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        told = reason(error) if isinstance(error, OSError) else "its description cannot be read"
        raise BadInput(
            f"{folder}: is not a folder with the parts of a study: {told}; delete it or name another --out"
        ) from error
    if found != sample.kind:
        seed = found.get("seed") if isinstance(found, dict) else None
        raise BadInput(
            f"{folder}: holds parts of another study (seed {seed}); finish that study, delete it or name another --out"
        )


def _is_there(folder: Path, number: int, first: int, count: int) -> bool:
    """Whether a part is complete and undamaged."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        boards = parquet.read_table(folder / f"{number}.parquet", page_checksum_verification=True)["board"]
    except (OSError, pa.ArrowException, KeyError):
        return False
    return len(boards) == count and (boards[0].as_py(), boards[-1].as_py()) == (first, first + count - 1)


def _numbers(folder: Path, count: int) -> Iterator[int]:
    for file in folder.glob("*.parquet"):
        if file.stem.isdecimal() and int(file.stem) < count:
            yield int(file.stem)


def _schema(sample: Sample) -> "pa.Schema":
    import pyarrow as pa

    fields = {"board": pa.int64(), "value_first": pa.float64(), "best_first": pa.uint16(), "worst_first": pa.uint16()}
    told = {
        **sample.kind,
        "boards": sample.boards,
        "error_bound": ERROR_BOUND,
        "best_first": "bit k - 1: square k is the best first square, or too close to it to tell them apart",
        "worst_first": "the same for the worst first square",
    }
    return pa.schema(fields, metadata={name: str(value) for name, value in told.items() if name != "part"})


def _table(first: int, values: np.ndarray[Any, Any], squares: np.ndarray[Any, Any]) -> "pa.Table":
    import pyarrow as pa

    return pa.table(
        {
            "board": np.arange(first, first + len(values), dtype=np.int64),
            "value_first": values,
            "best_first": _masks(squares >= squares.max(1, keepdims=True) - DOUBT),
            "worst_first": _masks(squares <= squares.min(1, keepdims=True) + DOUBT),
        }
    )


def _masks(chosen: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    masks: np.ndarray[Any, Any] = (chosen << np.arange(chosen.shape[1])).sum(1).astype(np.uint16)
    return masks


def _parquet(table: "pa.Table") -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink, write_page_checksum=True)
    return bytes(sink.getvalue())


def check_out(out: Path) -> None:
    """Raise BadInput unless the file of a study can be written."""
    check_file(out)
    suffix_of(out, ".parquet")
