"""Commands about any game: their options come from the registry and from the games' views."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import typer

from qttt.app import games
from qttt.app.commands.help import HelpedCommand
from qttt.app.errors import BadInput
from qttt.app.offers import CommandOption, offers
from qttt.app.query import Query
from qttt.oracle.registry import games as registered
from qttt.oracle.registry import options
from qttt.reference.picture import listed
from qttt.spec import Option

SHARED = (
    CommandOption(
        "out",
        Path,
        "Store the tablebase in this file instead of the user's, such as goff.tablebase.",
        ("solve",),
        "FILE",
    ),
    CommandOption(
        "tablebase",
        Path,
        "Tablebase file written by `solve --out`. Default: the user's, solved and stored first if missing.",
        ("best", "play", "arena", "certify", "evaluate", "train"),
        "FILE",
    ),
    CommandOption(
        "player",
        Literal["X", "O"],
        "Player whose strategy to write: X's guarantees at least the value, O's at most the value.",
        ("certify",),
    ),
)
"""Options of every game whose tablebases are stored."""


class Offered(NamedTuple):
    """An option that a command offers: its parameter, and the games that have it."""

    parameter: inspect.Parameter
    typed: str
    takers: tuple[str, ...]


def _game_name(name: str | None) -> str | None:
    return None if name is None else games.known(name)


def asking(
    function: Callable[..., Any],
    game: str = "",
    default: Callable[[Mapping[str, Any]], str] | None = None,
    about: str = "",
) -> Callable[..., Any]:
    """The command that asks for a game and its options and calls `function` with them as its first argument, `query`.

    The game is an argument, or the option `game` if that is given; `default` finds it from the other arguments if it
    is left out. `about` is the help of the game. Default: the names of all games.
    """
    command = function.__name__
    _, *own = inspect.signature(function).parameters.values()
    offered = _offered(command)

    def run(**given: Any) -> Any:
        name = given.pop("ruleset") or (default(given) if default else "")
        values = {each: given.pop(each) for each in offered}
        typed = {
            each: value for each, value in values.items() if value is not None and value is not False and value != []
        }
        _check_taken(name, typed, offered)
        return function(Query(name, typed), **given)

    expected = about or f"The game: {listed(registered(), 'or')}."
    declared = (
        typer.Option(game, callback=_game_name, metavar="RULESET", help=expected)
        if game
        else typer.Argument(callback=_game_name, metavar="RULESET", help=expected)
    )
    keyword = inspect.Parameter.KEYWORD_ONLY
    named = inspect.Parameter("ruleset", keyword, annotation=Annotated[str, declared])
    if default:
        named = named.replace(default=None, annotation=Annotated[str | None, declared])
    parameters = [named, *(each.replace(kind=keyword) for each in own), *(each.parameter for each in offered.values())]
    run.__name__, run.__doc__ = command, function.__doc__
    setattr(run, "__signature__", inspect.Signature(parameters))  # noqa: B010, for which mypy has no type
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def _check_taken(name: str, typed: Iterable[str], offered: Mapping[str, Offered]) -> None:
    for each in typed:
        takers = offered[each].takers
        if name not in takers:
            option = offered[each].typed
            raise BadInput(f"{name} has no {option}, which is only for {listed(takers)}; leave it out")


def _command_options() -> dict[str, tuple[CommandOption, ...]]:
    """For each game, the options of commands beyond those of its ruleset."""
    found = {}
    for name in registered():
        own = offers(name)
        found[name] = (*own.options, *(each for each in SHARED if each.name not in own.lacks))
    return found


def _offered(command: str) -> dict[str, Offered]:
    """Every option that a command offers for some game, by name."""
    takers: dict[str, list[str]] = {}
    kinds: dict[str, tuple[Any, str, str | None, str]] = {}
    for name in registered():
        for option in options(name):
            if option.name in offers(name).lacks:
                continue
            key = "switch" if option.values else option.name
            if name not in takers.setdefault(key, []):
                takers[key].append(name)
            kinds.setdefault(key, _declared(option))
        for extra in _command_options()[name]:
            if command in extra.commands:
                takers.setdefault(extra.name, []).append(name)
                kind = bool if extra.kind is bool else extra.kind | None
                kinds.setdefault(extra.name, (kind, extra.help, extra.metavar, extra.typed))
    return {key: _parameter(key, kinds[key], tuple(takers[key])) for key in takers}


def _declared(option: Option) -> tuple[Any, str, str | None, str]:
    """The type, help, placeholder and form of an option of a ruleset."""
    if option.values:
        return list[str] | None, "Another reading of the rules; may be repeated.", "NAME=VALUE", "--switch"
    note = option.note[0].upper() + option.note[1:]
    return str | None, f"{note}, such as {option.example}.", option.name.upper(), f"--{option.written}"


def _parameter(name: str, kind: tuple[Any, str, str | None, str], takers: tuple[str, ...]) -> Offered:
    annotation, text, metavar, typed = kind
    flag = annotation is bool or annotation == bool | None
    declared = typer.Option(typed, help=text, metavar=metavar, show_default=False)
    parameter = inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=False if flag else None,
        annotation=Annotated[bool if flag else annotation, declared],
    )
    return Offered(parameter, typed, takers)


class GameCommand(HelpedCommand):
    """A command whose help shows only the options of the named game."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See click. First finds the game that the help is about."""
        named = next((game for game in registered() if any(arg in (game, _ruleset(game)) for arg in args)), None)
        offered = _offered(self.name or "")
        for parameter in self.params:
            if parameter.name in offered:
                parameter.hidden = named not in offered[parameter.name].takers  # type: ignore[attr-defined]
        if named:
            text = offers(named).help.get(self.name or "", "")
            self.help = "\n\n".join(part for part in (self.help or "", text) if part)
            switches = [(each.written, _about(each)) for each in options(named) if each.values]
            self.sections = {"Switches (--switch NAME=VALUE)": switches}
        else:
            self.epilog = f"The options of a game: qttt {self.name} GAME --help"
        return super().parse_args(ctx, args)


def _about(option: Option) -> str:
    return f"{option.note[0].upper()}{option.note[1:]}: {option.expected}. Default: {option.default}."


def _ruleset(game: str) -> str:
    return f"{game}-{games.version(game)}"
