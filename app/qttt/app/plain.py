"""Commands and groups of typer that load no more than they need: the list of all commands, nothing of any game."""

from types import SimpleNamespace
from typing import Any, get_args

from typer.core import TyperCommand, TyperGroup


class PlainCommand(TyperCommand):
    """A command that loads pydantic only for a value that must be converted."""

    def get_params(self, ctx: Any) -> list[Any]:
        """See click."""
        return _spared(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A group of commands, like `PlainCommand`."""

    def get_params(self, ctx: Any) -> list[Any]:
        """See click."""
        return _spared(super().get_params(ctx))


def _spared(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if "get_runtime_param" not in vars(parameter) and hasattr(parameter, "get_runtime_param"):
            _spare(parameter)
    return parameters


def _spare(parameter: Any) -> None:
    """Let typer convert a value only if one is given, and it is not a text or one of the choices already.

    typer converts by pydantic, even what is missing; to import pydantic takes longer than to answer a question."""
    converting, described = parameter.get_runtime_param, parameter.type_descriptor
    repeated = parameter.multiple or parameter.nargs == -1

    def coerce(value: Any, **context: Any) -> Any:
        if value is None:
            return () if repeated else None
        if isinstance(value, str) and (described.annotation is str or value in get_args(described.annotation)):
            return value
        if described.annotation == list[str] and all(isinstance(each, str) for each in value):
            return [*value]
        return converting().coerce(value, **context)

    parameter.get_runtime_param = lambda: SimpleNamespace(coerce=coerce)
