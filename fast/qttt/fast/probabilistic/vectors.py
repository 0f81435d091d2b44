"""What numba makes of the numbers of `qttt.fast.probabilistic.lanes`: a row of lanes is a vector of doubles.

Imported before the first kernel is compiled."""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.extending import intrinsic, overload, register_model

from qttt.fast.probabilistic.lanes import WIDTH, larger, load, smaller, store


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
