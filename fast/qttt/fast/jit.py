"""Functions that kernels call. numba hears of them when a kernel is compiled, and is not imported before: that takes
longer than to answer a question about one position."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])

_waiting: list[Callable[[], Any]] = []
_listeners: list[Callable[[bool], None]] = []


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


@contextmanager
def watched(listener: Callable[[bool], None]) -> Iterator[None]:
    """During the block, call `listener` with True when a kernel begins to be compiled, and with False at its end. A
    kernel that an earlier process has compiled is loaded instead."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def _listen() -> None:
    """Hear of what numba compiles: the functions that a kernel calls begin and end in between."""
    from numba.core import event

    running = 0

    class Told(event.Listener):
        def on_start(self, event: Any) -> None:
            nonlocal running
            running += 1
            if running == 1:
                tell(True)

        def on_end(self, event: Any) -> None:
            nonlocal running
            running -= 1
            if running == 0:
                tell(False)

    def tell(begins: bool) -> None:
        for listener in _listeners:
            listener(begins)

    event.register("numba:compile", Told())  # type: ignore[no-untyped-call]


before_compiling(_listen)
