"""The numbers that kernels compute with: one board's at a time, or those of a batch of boards side by side.

A kernel reads and writes the rows of its item. On the CPU a row has `WIDTH` lanes, a board each, and a number is a
vector of as many doubles, which the machine keeps in its registers; arrays are ``[batch, row, lane]``. On a GPU every
thread has a board of its own and a number is a double; arrays are ``[board, row]`` with a row's numbers side by side in
memory. `load` and `store` move numbers, and ``+ - * /``, `larger` and `smaller` compute.

In Python a number is whatever an array holds, and an item has a list of them."""

from importlib import import_module
from typing import Any

from qttt.fast.backend import Array
from qttt.fast.jit import before_compiling

WIDTH = 8
"""Doubles of a vector of 512 bits; on machines with narrower vectors a number takes several."""

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


def rows(xp: Any, count: int, boards: int, vectors: bool) -> Rows:
    """An array of `count` rows for some boards. A batch may have spare lanes."""
    return xp.empty((-(-boards // WIDTH), count, WIDTH)) if vectors else xp.empty((boards, count), order="F")


def packed(xp: Any, values: Array, vectors: bool) -> Rows:
    """``[board, row]`` as rows. Spare lanes are filled with copies of the last board."""
    if not vectors:
        return xp.asfortranarray(values)
    spare = -len(values) % WIDTH
    full = xp.concatenate([values, xp.repeat(values[-1:], spare, 0)])
    return xp.ascontiguousarray(full.reshape(-1, WIDTH, values.shape[1]).swapaxes(1, 2))


def unpacked(rows: Rows, count: int) -> Array:
    """Rows as ``[board, row]``, of `count` boards."""
    return rows if rows.ndim == 2 else rows.swapaxes(1, 2).reshape(-1, rows.shape[1])[:count]


before_compiling(lambda: import_module("qttt.fast.probabilistic.vectors"))
