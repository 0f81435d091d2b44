"""What numba makes of the numbers of `qttt.fast.lanes`: a row of lanes is a vector of doubles, or of ints of 32 bits.

`define` is called before the first kernel is compiled. What is done with vectors becomes instructions of the function
that does it. As functions of their own, of which numba would compile one for each pair of types, they would take longer
to compile than the rest of a kernel."""

import operator
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Protocol

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.datamodel.manager import DataModelManager
from numba.core.typing.context import BaseContext
from numba.core.typing.templates import Signature
from numba.extending import lower_builtin, overload, register_model, type_callable

from qttt.fast.backend import WIDTH, ints

INT, LONG = ir.IntType(32), ir.IntType(64)
INTS = ints()
FUSED = ("contract",)
"""A product and a sum may be rounded once instead of twice."""


class Lanes(types.Type):
    """The type of a vector, for numba."""

    def __init__(self, element: ir.Type, width: int, size: int) -> None:
        super().__init__(f"Lanes({element} x {width})")
        self.vector, self.size = ir.VectorType(element, width), size


DOUBLES, INTEGERS = Lanes(ir.DoubleType(), WIDTH, 8), Lanes(INT, INTS, 4)


@register_model(Lanes)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: DataModelManager, type_: Lanes) -> None:
        super().__init__(manager, type_, type_.vector)  # type: ignore[no-untyped-call]


class Context(Protocol):
    """What is used of numba's context."""

    def make_array(self, kind: types.Type) -> Callable[["Context", ir.IRBuilder, ir.Value], ir.Value]: ...

    def get_dummy_value(self) -> ir.Value: ...


Kinds = Sequence[types.Type]
Values = Sequence[ir.Value]
Returned = types.Type | None
"""The type of a result, None for arguments that a function does not take."""
Function = Callable[..., object] | str
"""An operator, or the name of a function of `lanes`."""
Emit = Callable[[ir.IRBuilder, Context, Kinds, Values], ir.Value | None]
"""Writes the instructions of a function, and returns the value."""
Typed = Callable[[BaseContext], Callable[..., Returned]]
Signatures = tuple[tuple[type[types.Type], ...], ...]
_meanings: list[tuple[Function, Typed, Signatures, Callable[..., ir.Value]]] = []


def _meaning(
    function: Function, returned: Callable[..., Returned], *signatures: tuple[type[types.Type], ...]
) -> Callable[[Emit], Emit]:
    """Note what an operator, or a function of `lanes` by its name, means on vectors: what it returns for arguments of
    some types, None for any others, and its instructions, from the builder, the context, and the types and values of
    the arguments. Each signature has the classes of the arguments."""

    def decorate(emit: Emit) -> Emit:
        def code(context: Context, builder: ir.IRBuilder, signature: Signature, values: Values) -> ir.Value:
            found = emit(builder, context, signature.args, values)
            return context.get_dummy_value() if found is None else found

        _meanings.append((function, lambda context: returned, signatures, code))
        return emit

    return decorate


def _has_lanes(rows: types.Type) -> bool:
    """Whether the rows of an array, as numba knows it, have lanes."""
    return isinstance(rows, types.Array) and rows.ndim == 2


def _lanes(rows: types.Type) -> Lanes:
    """The type of the numbers in an array of rows of lanes."""
    return INTEGERS if isinstance(rows, types.Array) and rows.dtype == types.int32 else DOUBLES


def _row(builder: ir.IRBuilder, context: Context, rows: types.Type, value: ir.Value, row: ir.Value) -> ir.Value:
    """The address of the first lane of a row."""
    data = context.make_array(rows)(context, builder, value).data
    return builder.gep(data, [builder.mul(_long(builder, row), LONG(_lanes(rows).vector.count))])


def _short(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    """An int of any size in 32 bits."""
    wide = value.type.width
    return value if wide == INT.width else (builder.trunc if wide > INT.width else builder.sext)(value, INT)


def _long(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    """An index of any size in 64 bits."""
    return value if value.type == LONG else builder.sext(value, LONG)


def _vector(builder: ir.IRBuilder, kind: types.Type, value: ir.Value) -> ir.Value:
    """A number as a vector: an int is the same in all lanes."""
    if isinstance(kind, Lanes):
        return value
    one = builder.insert_element(ir.Constant(INTEGERS.vector, ir.Undefined), _short(builder, value), INT(0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(INT, INTS), [0] * INTS))


# Arithmetic

BOTH = ((Lanes, Lanes), (Lanes, types.Integer), (types.Integer, Lanes))


def _arithmetic(function: Function, integer: str | None, double: str | None = None, **options: tuple[str, ...]) -> None:
    """Give an operator its meaning: the names of the instruction on ints and of that on doubles."""

    def returned(a: types.Type, b: types.Type) -> Returned:
        if a == b == DOUBLES and double:
            return DOUBLES
        ints = [kind == INTEGERS or isinstance(kind, types.Integer) for kind in (a, b)]
        return INTEGERS if all(ints) and INTEGERS in (a, b) and integer else None

    @_meaning(function, returned, *BOTH)
    def emit(builder: ir.IRBuilder, context: Context, kinds: Kinds, values: Values) -> ir.Value:
        if kinds[0] == DOUBLES:
            return getattr(builder, str(double))(*values, **options)
        return getattr(builder, str(integer))(*map(_vector, (builder, builder), kinds, values))


_arithmetic(operator.truediv, None, "fdiv")
for _prefix in ("", "i"):
    _arithmetic(getattr(operator, f"__{_prefix}add__"), "add", "fadd", flags=FUSED)
    _arithmetic(getattr(operator, f"__{_prefix}sub__"), "sub", "fsub", flags=FUSED)
    _arithmetic(getattr(operator, f"__{_prefix}mul__"), "mul", "fmul", flags=FUSED)
    _arithmetic(getattr(operator, f"__{_prefix}and__"), "and_")
    _arithmetic(getattr(operator, f"__{_prefix}or__"), "or_")
    _arithmetic(getattr(operator, f"__{_prefix}xor__"), "xor")
    _arithmetic(getattr(operator, f"__{_prefix}lshift__"), "shl")
    _arithmetic(getattr(operator, f"__{_prefix}rshift__"), "lshr")


def _of_vectors(function: Function, returned: Callable[..., Returned], emit: Callable[..., ir.Value]) -> None:
    """Give a function of vectors alone its meaning: its instructions come from the builder and the vectors."""
    vectors = (Lanes,) * len(signature(returned).parameters)
    _meaning(function, returned, vectors)(lambda builder, context, kinds, values: emit(builder, *values))


def _integers(a: types.Type) -> Returned:
    return INTEGERS if a == INTEGERS else None


def _doubles(a: types.Type, b: types.Type) -> Returned:
    return DOUBLES if a == b == DOUBLES else None


_ZEROS, _WHOLE = ir.Constant(INTEGERS.vector, None), ir.IntType(INT.width * INTS)
_of_vectors(operator.neg, _integers, lambda builder, a: builder.sub(_ZEROS, a))
_of_vectors(operator.invert, _integers, lambda builder, a: builder.not_(a))
_of_vectors(
    "spread", _integers, lambda builder, a: builder.sext(builder.icmp_unsigned("!=", a, _ZEROS), INTEGERS.vector)
)
_of_vectors(
    "some",
    lambda a: types.boolean if a == INTEGERS else None,
    lambda builder, a: builder.icmp_unsigned("!=", builder.bitcast(a, _WHOLE), _WHOLE(0)),
)
_of_vectors("larger", _doubles, lambda builder, a, b: builder.select(builder.fcmp_ordered(">", a, b), a, b))
_of_vectors("smaller", _doubles, lambda builder, a, b: builder.select(builder.fcmp_ordered("<", a, b), a, b))


# Memory


@_meaning("load", lambda rows, row: _lanes(rows) if _has_lanes(rows) else None, (types.Array, types.Integer))
def _load(builder: ir.IRBuilder, context: Context, kinds: Kinds, values: Values) -> ir.Value:
    kind, first = _lanes(kinds[0]), _row(builder, context, kinds[0], *values)
    return builder.load(builder.bitcast(first, kind.vector.as_pointer()), align=kind.size)


@_meaning(
    "store",
    lambda rows, row, number: types.void if _has_lanes(rows) and isinstance(number, Lanes) else None,
    (types.Array, types.Integer, Lanes),
)
def _store(builder: ir.IRBuilder, context: Context, kinds: Kinds, values: Values) -> None:
    rows, row, vector = values
    first = _row(builder, context, kinds[0], rows, row)
    builder.store(
        vector,
        builder.bitcast(first, vector.type.as_pointer()),
        align=(DOUBLES if kinds[2] == DOUBLES else INTEGERS).size,
    )


@_meaning(
    "number",
    lambda rows, value: INTEGERS if _has_lanes(rows) and isinstance(value, types.Integer) else None,
    (types.Array, types.Integer),
)
def _number(builder: ir.IRBuilder, context: Context, kinds: Kinds, values: Values) -> ir.Value:
    return _vector(builder, kinds[1], values[1])


@_meaning("look", lambda table, number: _integers(number), (types.Array, Lanes))
def _look(builder: ir.IRBuilder, context: Context, kinds: Kinds, values: Values) -> ir.Value:
    data = context.make_array(kinds[0])(context, builder, values[0]).data
    found = ir.Constant(INTEGERS.vector, ir.Undefined)
    for lane in map(INT, range(INTS)):
        at = builder.zext(builder.extract_element(values[1], lane), LONG)
        found = builder.insert_element(found, _short(builder, builder.load(builder.gep(data, [at]))), lane)
    return found


@_meaning(
    "add_bits",
    lambda rows, row, further, bits: types.void if _has_lanes(rows) else None,
    (types.Array, types.Integer, Lanes, Lanes),
)
def _add_bits(builder: ir.IRBuilder, context: Context, kinds: Kinds, values: Values) -> None:
    rows, row, further, bits = values
    first = _row(builder, context, kinds[0], rows, row)
    for lane in range(INTS):
        on = builder.zext(builder.extract_element(further, INT(lane)), LONG)
        at = builder.gep(first, [builder.add(builder.mul(on, LONG(INTS)), LONG(lane))])
        builder.store(builder.or_(builder.load(at), builder.extract_element(bits, INT(lane))), at)


@_meaning(
    "take",
    lambda rows, row, lane: types.int64 if _has_lanes(rows) else None,
    (types.Array, types.Integer, types.Integer),
)
def _take(builder: ir.IRBuilder, context: Context, kinds: Kinds, values: Values) -> ir.Value:
    rows, row, lane = values
    return builder.zext(
        builder.load(builder.gep(_row(builder, context, kinds[0], rows, row), [_long(builder, lane)])), LONG
    )


@_meaning(
    "put",
    lambda rows, row, lane, value: types.void if _has_lanes(rows) else None,
    (types.Array, types.Integer, types.Integer, types.Integer),
)
def _put(builder: ir.IRBuilder, context: Context, kinds: Kinds, values: Values) -> None:
    rows, row, lane, value = values
    at = builder.gep(_row(builder, context, kinds[0], rows, row), [_long(builder, lane)])
    builder.store(_short(builder, value), at)


_meaning("lanes_of", lambda rows: types.int64 if _has_lanes(rows) else None, (types.Array,))(lambda *_: LONG(INTS))


# One item at a time: the meaning is that of the text.


UNSIGNED: Mapping[str, Callable[..., object]] = {
    "load": lambda rows, row: np.int64(rows[row]) & 0xFFFFFFFF,
    "take": lambda rows, row, lane: np.int64(rows[row]) & 0xFFFFFFFF,
}
"""What functions mean on arrays of int32, whose numbers are unsigned."""


def _text(function: Callable[..., object], text: Callable[..., object] | None = None) -> None:
    """Give a function the meaning of its text, or of another, unless an argument is a vector or has lanes."""

    def chosen(*kinds: types.Type) -> Callable[..., object] | None:
        if any(isinstance(kind, Lanes) or _has_lanes(kind) for kind in kinds):
            return None
        short = isinstance(kinds[0], types.Array) and kinds[0].dtype == types.int32
        return text or (UNSIGNED.get(function.__name__) if short else None) or function

    overload(function, strict=False)(chosen)


def define(lanes: Mapping[str, Callable[..., object]]) -> None:
    """Give the operators, and the functions of `qttt.fast.lanes` by their names, their meaning. Called once."""
    for function, typed, signatures, code in _meanings:
        meant = lanes[function] if isinstance(function, str) else function
        type_callable(meant)(typed)
        for classes in signatures:
            lower_builtin(meant, *classes)(code)  # type: ignore[no-untyped-call]
    for name in dict.fromkeys(function for function, *_ in _meanings if isinstance(function, str)):
        _text(lanes[name], (lambda number: number != 0) if name == "some" else None)
