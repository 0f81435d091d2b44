"""Help of the commands: text that the terminal wraps, at spaces only, whatever its width."""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, Any, get_args

from typer.core import TyperArgument, TyperCommand, TyperGroup

if TYPE_CHECKING:
    from rich.console import RenderableType

TWO_COLUMNS = 72
"""From this width on an option's help stands beside the option, otherwise below it."""
LONGEST_WORD = 30
"""Longer words are broken where choices meet."""
BESIDE = 36
"""Most columns of an option beside its help; a longer option is wrapped."""
ADDED = re.compile(r"  \[([^]]*)\]$")
"""What typer adds to the help of an option."""
BRACES = str.maketrans("", "", "{}")
"""What typer puts around a required argument."""


def one_line(paragraph: str) -> str:
    """A paragraph without the line breaks of its source."""
    return " ".join(paragraph.split())


class Helped:
    """A command that prints its own help: usage, text, arguments, options and commands, and the epilogue.

    `sections` are further lists of names and their meanings, by title. pydantic is loaded only for a value that must be
    converted.
    """

    sections: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({})

    def get_params(self, ctx: Any) -> list[Any]:
        """See click."""
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in found:
            if "get_runtime_param" not in vars(parameter) and hasattr(parameter, "get_runtime_param"):
                _spare(parameter)
        return found

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """See click. Prints the help without the formatter."""
        from rich.text import Text

        from qttt.app import screen

        command: Any = self
        out = screen.console()
        pieces = " ".join(command.collect_usage_pieces(ctx)).translate(BRACES)
        out.print(Text(f"Usage: {ctx.command_path} {pieces}", "bold"))
        for paragraph in (command.help or "").split("\n\n"):
            out.print(Text(f"\n{one_line(paragraph)}"))
        shown = [each for each in command.get_params(ctx) if not getattr(each, "hidden", False)]
        arguments = [each.get_help_record(ctx) for each in shown if isinstance(each, TyperArgument)]
        others = [each.get_help_record(ctx) for each in shown if not isinstance(each, TyperArgument)]
        sections = {"Arguments": arguments, "Options": others, "Commands": _commands(command, ctx), **self.sections}
        for title, rows in sections.items():
            if rows:
                out.print(Text(f"\n{title}", "bold"))
                out.print(_definitions([(name, _explained(text)) for name, text in rows], out.width))
        for paragraph in filter(None, (command.epilog or "").split("\n\n")):
            out.print(Text(f"\n{one_line(paragraph)}"))


class HelpedCommand(Helped, TyperCommand):
    """A command with its own help."""


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


class HelpedGroup(Helped, TyperGroup):
    """A group of commands with its own help."""


def _commands(command: Any, ctx: Any) -> list[tuple[str, str]]:
    """The commands of a group, each with the first paragraph of its help."""
    if not isinstance(command, TyperGroup):
        return []
    return [(name, (command.commands[name].help or "").split("\n\n")[0]) for name in command.list_commands(ctx)]


def _explained(text: str) -> str:
    """The help of an option, with typer's additions in words.

    >>> _explained("Where to compute.  [default: auto]"), _explained("Random seed.  [required]")
    ('Where to compute. Default: auto.', 'Random seed. Required.')
    """
    added = ADDED.search(text)
    said = [each[0].upper() + each[1:] for each in added[1].split("; ")] if added else []
    return " ".join([one_line(ADDED.sub("", text)), *(f"{each}." for each in said)])


def _breakable(name: str) -> str:
    """A name with its choices, which have spaces between them if they are too long for a line.

    >>> _breakable("SOURCE <sagole-2019|sakuta-tomioka-2017>"), _breakable("--player <X|O>")
    ('SOURCE <sagole-2019 | sakuta-tomioka-2017>', '--player <X|O>')
    """
    return " ".join(word.replace("|", " | ") if len(word) > LONGEST_WORD else word for word in name.split(" "))


def _definitions(rows: Iterable[tuple[str, str]], width: int) -> "RenderableType":
    """Names and what they mean: beside each other on a wide terminal, otherwise below each other."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    rows = [(_breakable(name), text) for name, text in rows]
    if width < TWO_COLUMNS:
        lines = ((Padding(Text(name, "cyan"), (0, 0, 0, 2)), Padding(Text(text), (0, 0, 0, 6))) for name, text in rows)
        return Group(*(line for pair in lines for line in pair))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=2)
    grid.add_column(max_width=BESIDE)
    grid.add_column()
    for name, text in rows:
        grid.add_row("", Text(name, "cyan"), Text(text))
    return grid
