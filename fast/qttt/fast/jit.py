"""Functions that kernels call. numba hears of them when a kernel is compiled, and is not imported before: that takes
longer than to answer a question about one position."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])

_waiting: list[Callable[[], Any]] = []


def before_compiling(prepare: Callable[[], Any]) -> None:
    """Call `prepare` once, before the next kernel is compiled."""
    _waiting.append(prepare)


@overload
def jitable(function: F) -> F: ...


@overload
def jitable(*, forceinline: bool) -> Callable[[F], F]: ...


def jitable(function: Any = None, **options: bool) -> Any:
    """Let kernels call a function; with `forceinline`, as a part of each caller. The function itself is unchanged."""

    def register(function: Any) -> None:
        from numba.extending import register_jitable

        (register_jitable(**options) if options else register_jitable)(function)

    def known(function: F) -> F:
        before_compiling(partial(register, function))
        return function

    return known(function) if function else known


def prepare() -> None:
    """Tell numba of all functions that it has not heard of."""
    while _waiting:
        _waiting.pop(0)()
