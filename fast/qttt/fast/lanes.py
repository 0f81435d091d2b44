"""The numbers that kernels compute with: one item's at a time, or those of a batch of items side by side.

A kernel reads and writes the rows of its item. On the CPU a row has several lanes, an item each, and a number is a
vector of as many doubles or of as many ints of 32 bits, which the machine keeps in its registers; arrays are ``[batch,
row, lane]``. On a GPU every thread has an item of its own and a number is a double or an int; arrays are ``[item,
row]``, or ``[batch, row, lane]`` with a thread per lane. `load` and `store` move numbers. Doubles compute with ``+ - *
/``, `larger` and `smaller`, ints with ``+ - * & | ^ ~ << >>``, the second operand being another number or the same int
for all lanes, and with `spread`. Ints are unsigned: what a vector shifts to the right is filled up with zeros.

In Python a number is whatever an array holds, and an item has a list of them."""

from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from qttt.fast.backend import WIDTH, Array, ints
from qttt.fast.jit import before_compiling

Number = Any
Rows = Any


def load(rows: Rows, row: int) -> Number:
    """The number in a row."""
    return rows[row]


def store(rows: Rows, row: int, number: Number) -> None:
    """Put a number into a row."""
    rows[row] = number


def larger(a: Number, b: Number) -> Number:
    """The larger of two numbers, lane by lane."""
    return a if a > b else b


def smaller(a: Number, b: Number) -> Number:
    """The smaller of two numbers, lane by lane."""
    return a if a < b else b


def number(rows: Rows, value: int) -> Number:
    """The same int in every lane of a number like those of the rows."""
    return value


def spread(number: Number) -> Number:
    """All bits where an int is not 0, no bits where it is 0."""
    return -1 if number else 0


def some(number: Number) -> bool:
    """Whether an int is not 0 in some lane."""
    return bool(number != 0)


def look(table: Rows, number: Number) -> Number:
    """The int at a place of a table, lane by lane."""
    return int(table[number])


def add_bits(rows: Rows, row: int, further: Number, bits: Number) -> None:
    """Set the bits in the row that is `further` rows on, lane by lane."""
    rows[row + further] |= bits


def lanes_of(rows: Rows) -> int:
    """How many items lie side by side in a row."""
    return 1


def take(rows: Rows, row: int, lane: int) -> int:
    """The int of one item."""
    return int(rows[row])


def put(rows: Rows, row: int, lane: int, value: int) -> None:
    """Write the int of one item."""
    rows[row] = value


def pack_rows(values: Array) -> Rows:
    """``[board, row]`` as rows of vectors. Spare lanes are filled with copies of the last board."""
    full = np.concatenate([values, np.repeat(values[-1:], -len(values) % WIDTH, 0)])
    return np.ascontiguousarray(full.reshape(-1, WIDTH, values.shape[1]).swapaxes(1, 2))


def unpack_rows(rows: Rows, count: int) -> Array:
    """Rows ``[batch, row, lane]`` as ``[board, row]``, of `count` boards."""
    return rows.swapaxes(1, 2).reshape(-1, rows.shape[1])[:count]


def column(xp: ModuleType, values: Array, vectors: bool) -> Rows:
    """One int per item, ``[item]``, as int32 rows with a batch each. Spare lanes have copies of the last item."""
    short = xp.asarray(values, xp.int32)
    if not vectors:
        return short
    width = ints()
    return xp.concatenate([short, xp.repeat(short[-1:], -len(short) % width)]).reshape(-1, width)


before_compiling(lambda: import_module("qttt.fast.vectors").define(globals()))
