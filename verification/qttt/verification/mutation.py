"""Plants an error in a kernel: the same text, with other meanings for some of its global names."""

from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def with_globals(function: F, **meanings: Any) -> F:
    """A copy of a Python function in which global names mean something else; the function itself is unchanged.

    Raises `ValueError` for a name that the function does not use, because the copy would not differ.

    >>> def area(r): return math.pi * r**2
    >>> import math; from types import SimpleNamespace
    >>> with_globals(area, math=SimpleNamespace(pi=3))(2)
    12
    """
    assert isinstance(function, FunctionType)
    unused = meanings.keys() - _names(function.__code__)
    if unused:
        raise ValueError(f"{function.__name__} does not use {', '.join(sorted(unused))}")
    copy: Any = FunctionType(
        function.__code__, {**function.__globals__, **meanings}, function.__name__, function.__defaults__
    )
    copy.__annotations__, copy.__module__ = function.__annotations__, function.__module__
    return copy  # type: ignore[no-any-return]


def _names(code: CodeType) -> set[str]:
    """The names that a function uses, including those in its comprehensions."""
    inner = (_names(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)
