"""Plants an error in a function: the same text with a change, or with other meanings for some of its global names."""

from collections.abc import Callable
from inspect import getsource
from textwrap import dedent
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T", bound=type)


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
    copy = FunctionType(
        function.__code__,
        {**function.__globals__, **meanings},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__annotations__, copy.__module__ = function.__annotations__, function.__module__
    return cast(F, copy)


def edit(function: F, old: str, new: str, **meanings: Any) -> F:
    """A copy of a Python function with `new` in place of `old` in its text, and with other meanings of global names.

    Raises `ValueError` unless the text has `old` exactly once.
    """
    text = dedent(getsource(function))
    if text.count(old) != 1:
        raise ValueError(f"{function.__name__} has {old!r} {text.count(old)} times")
    names: dict[str, Any] = {**function.__globals__, **meanings}
    exec(compile(text.replace(old, new), function.__code__.co_filename, "exec"), names)
    edited: F = names[function.__name__]
    return edited


def with_rules(game: T, **rules: Any) -> T:
    """A subclass of a game in which methods, and functions that its methods use, are others.

    Raises `ValueError` for a name that is neither a method nor used by one.
    """
    methods = {name: method for name, method in vars(game).items() if isinstance(method, FunctionType)}
    own = {name: rule for name, rule in rules.items() if name in methods}
    used = {name: rules.keys() & _names(method.__code__) - own.keys() for name, method in methods.items()}
    if unknown := rules.keys() - own.keys() - set[str]().union(*used.values()):
        raise ValueError(f"{game} does not use {', '.join(sorted(unknown))}")
    copies = {
        name: with_globals(methods[name], **{rule: rules[rule] for rule in some})
        for name, some in used.items()
        if some and name not in own
    }
    return type("Wrong", (game,), copies | own)  # type: ignore[return-value]


def _names(code: CodeType) -> set[str]:
    """The names that a function uses, including those in its comprehensions."""
    inner = (_names(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)
