"""The numbers that kernels compute with: one board's at a time, or those of a batch of boards side by side.

A kernel reads and writes the rows of its item. On the CPU a row has `WIDTH` lanes, a board each, and a number is a
vector of as many doubles, which the machine keeps in its registers; arrays are ``[batch, row, lane]``. On a GPU every
thread has a board of its own and a number is a double; arrays are ``[board, row]`` with a row's numbers side by side in
memory. `load` and `store` move numbers, and ``+ - * /``, `larger` and `smaller` compute.

In Python a number is whatever an array holds, and an item has a list of them."""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.extending import intrinsic, overload, register_model

from qttt.fast.backend import Array

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


class Lanes(types.Type):
    """The type of a vector, for numba."""

    def __init__(self) -> None:
        super().__init__("Lanes")


LANES = Lanes()
VECTOR = ir.VectorType(ir.DoubleType(), WIDTH)
FUSED = ("contract",)
"""A product and a sum may be rounded once instead of twice."""


@register_model(Lanes)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, VECTOR)  # type: ignore[no-untyped-call]


def _pointer(context: Any, builder: Any, signature: Any, rows: Any, row: Any) -> Any:
    data = context.make_array(signature.args[0])(context, builder, rows).data
    first = builder.gep(data, [builder.mul(row, context.get_constant(types.intp, WIDTH))])
    return builder.bitcast(first, VECTOR.as_pointer())


def _loading(_: Any, rows: Any, row: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(context, builder, signature, *arguments), align=8)

    return LANES(rows, types.intp), code


def _storing(_: Any, rows: Any, row: Any, number: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], _pointer(context, builder, signature, *arguments[:2]), align=8)
        return context.get_dummy_value()

    return types.void(rows, types.intp, LANES), code


def _computing(emit: Callable[[Any, Any, Any], Any]) -> Any:
    @intrinsic
    def operation(_: Any, a: Any, b: Any) -> Any:
        return LANES(LANES, LANES), lambda context, builder, signature, arguments: emit(builder, *arguments)

    return operation


load_lanes: Any = intrinsic(_loading)
store_lanes: Any = intrinsic(_storing)


def _meaning(function: Callable[..., Any], emit: Callable[[Any, Any, Any], Any], scalar: Any = None) -> None:
    """Give a function of two numbers its meaning on vectors, and on doubles if numba does not know it."""
    operation = _computing(emit)

    @overload(function, strict=False)
    def chosen(a: Any, b: Any) -> Any:
        def of_lanes(a: Any, b: Any) -> Any:
            return operation(a, b)

        return of_lanes if a == LANES and b == LANES else scalar


_meaning(operator.add, lambda builder, a, b: builder.fadd(a, b, flags=FUSED))
_meaning(operator.sub, lambda builder, a, b: builder.fsub(a, b, flags=FUSED))
_meaning(operator.mul, lambda builder, a, b: builder.fmul(a, b, flags=FUSED))
_meaning(operator.truediv, lambda builder, a, b: builder.fdiv(a, b))
_meaning(larger, lambda builder, a, b: builder.select(builder.fcmp_ordered(">", a, b), a, b), larger)
_meaning(smaller, lambda builder, a, b: builder.select(builder.fcmp_ordered("<", a, b), a, b), smaller)


@overload(load, strict=False)
def _load(rows: Any, row: Any) -> Any:
    def of_lanes(rows: Any, row: Any) -> Any:
        return load_lanes(rows, row)

    return of_lanes if rows.ndim == 2 else load


@overload(store, strict=False)
def _store(rows: Any, row: Any, number: Any) -> Any:
    def of_lanes(rows: Any, row: Any, number: Any) -> Any:
        store_lanes(rows, row, number)

    return of_lanes if rows.ndim == 2 else store
