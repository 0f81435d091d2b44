"""The boards of a study part by part, and the Parquet file of them all."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from qttt.app.errors import BadInput, reason
from qttt.app.files import check_file, suffix_of
from qttt.app.jobs.job import Report
from qttt.fast.backend import Device
from qttt.fast.probabilistic.boards import STEPS, generated
from qttt.fast.probabilistic.rounding import DOUBT, ERROR_BOUND
from qttt.fast.probabilistic.solve import solve

if TYPE_CHECKING:
    import pyarrow as pa

PART = 1 << 18
"""Boards of a part: the most that an interruption of a study loses."""
GENERATOR = "abraham-2024"


@dataclass(frozen=True)
class Sample:
    """The boards of a study: the first `boards` ones of a seed of the generator, in parts. Rule: PROB-RANDOM-1"""

    boards: int
    seed: int
    part: int

    def of_part(self, number: int) -> tuple[int, int]:
        """The first board of a part, and its number of boards."""
        return number * self.part, min(self.part, self.boards - number * self.part)


def solved(sample: Sample, number: int, device: Device, report: Report) -> bytes:
    """The boards of a part with their values, as Parquet; `report` gets the number of boards so far."""
    first, count = sample.of_part(number)
    population = solve(device, generated(sample.seed, first, count, device.xp) / STEPS, report)
    return _parquet(_table(first, population.values, population.squares))


def written(sample: Sample, parts: Iterable[bytes], out: Path) -> Iterator["pa.Table"]:
    """The tables of parts, in their order; when all have been taken, the file has them all. Raises BadInput if the file
    cannot be written."""
    import pyarrow as pa
    from pyarrow import parquet

    scratch = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        with parquet.ParquetWriter(scratch, _schema(sample)) as writer:
            for content in parts:
                table = parquet.read_table(pa.BufferReader(content), page_checksum_verification=True)
                writer.write_table(table.replace_schema_metadata(_schema(sample).metadata), row_group_size=sample.part)
                yield table
        scratch.replace(out)
    except OSError as error:
        raise BadInput(f"{out}: cannot be written: {reason(error)}") from error
    finally:
        scratch.unlink(missing_ok=True)


def _schema(sample: Sample) -> "pa.Schema":
    import pyarrow as pa

    fields = {"board": pa.int64(), "value_first": pa.float64(), "best_first": pa.uint16(), "worst_first": pa.uint16()}
    told = {
        "ruleset": "probabilistic-1.0",
        "generator": GENERATOR,
        "seed": sample.seed,
        "boards": sample.boards,
        "error_bound": ERROR_BOUND,
        "best_first": "bit k - 1: square k is the best first square, or too close to it to tell them apart",
        "worst_first": "the same for the worst first square",
    }
    return pa.schema(fields, metadata={name: str(value) for name, value in told.items()})


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
