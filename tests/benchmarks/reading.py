"""Seconds a megabyte of each reader of texts, for the slowest of the hostile shapes of `tests/test_readers.py`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from measuring import Row

sys.path.append(str(Path(__file__).parents[2]))
from tests.test_readers import SHAPES, readers, took

MEGABYTE = 1 << 20


def reading() -> Iterator[Row]:
    """A row for each reader."""
    texts = {shape: make(MEGABYTE) for shape, make in SHAPES.items()}
    for name, read in readers():
        seconds, shape = max((took(read, text) * MEGABYTE / len(text), shape) for shape, text in texts.items())
        yield name, f"{seconds:.3f} s", shape
