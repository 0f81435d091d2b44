"""Commands of typer: those about any game get their options from the registry and from what games offer, and what they
show from the game's view, which is loaded when it is first asked for."""

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from typer.core import TyperOption

from qttt.app import games
from qttt.app.errors import BadInput
from qttt.app.games import Answer, Query, print_json
from qttt.app.options import READING, SHARED, CommandOption, Offers, PlainCommand
from qttt.oracle.registry import games as registered
from qttt.oracle.registry import options, readings
from qttt.reference.picture import listed
from qttt.spec import Option

if TYPE_CHECKING:
    from qttt.app.view import View

Answering = Callable[[list[str] | str | None, Path | None], Answer]
ENGINE, WORDS, NAMED = "engine", "words", "named"
"""Where the words after -- are kept, those before it, and the named game, if one is named."""


def offers(name: str) -> Offers:
    """What commands offer for a game: `OFFERS` of the package `qttt.app.<name>`, if there is one."""
    found = import_module(f"qttt.app.{name}") if find_spec(f"qttt.app.{name}") else None
    offered: Offers = getattr(found, "OFFERS", Offers())
    return offered


@cache
def view(name: str) -> "View[Any, Any, Any]":
    """What commands show of a game: `VIEW` in `qttt.app.<name>.view`, or the view of every game."""
    has_own = find_spec(f"qttt.app.{name}")
    viewed: View[Any, Any, Any] = import_module(f"qttt.app.{name}.view" if has_own else "qttt.app.view").VIEW
    return viewed


def as_text(moves: list[str] | None) -> str:
    """The game so far, as it was typed, from the words of the command line."""
    return " ".join(moves or [])


def typed(query: Query, moves: list[str] | str | None) -> str:
    """The game so far, in notation, from what was typed; what the notation reads, legal or not, stays as it is. Raises
    what `lenient.read` raises."""
    text = moves if isinstance(moves, str) else as_text(moves)
    if not text or ":" in text:
        return text
    from qttt.reference.notation import NotationError

    try:
        query.game.parse(text)
    except NotationError:
        from qttt.app import lenient

        text = query.game.write(lenient.read(query.game, text).actions)
    return text


class EngineCommand(PlainCommand):
    """A command that is followed by -- and another command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See click."""
        at = args.index("--") if "--" in args else len(args)
        ctx.meta[ENGINE], ctx.meta[WORDS] = args[at + 1 :], args[:at]
        return super().parse_args(ctx, args[:at])


class GameCommand(PlainCommand):
    """A command about a game, whose help shows only the options of the named game."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See click. First finds the game that the help is about."""
        named = next((found[0] for arg in args if len(found := games.meant(arg)) == 1), None)
        offered = _find_offers(self.name or "")
        ctx.meta[NAMED] = named
        for parameter in self.params:
            if isinstance(parameter, TyperOption) and parameter.name in offered:
                parameter.hidden = named not in offered[parameter.name].takers
        if named:
            switches = {option.name: option for option in options(named) if option.values}
            for parameter in self.params:
                if isinstance(parameter, TyperOption) and parameter.name in switches:
                    parameter.help = _about(switches[parameter.name])
            text = offers(named).help.get(self.name or "", "")
            self.help = "\n\n".join(part for part in (self.help or "", text) if part)
        else:
            option = "--game " if any("--game" in parameter.opts for parameter in self.params) else ""
            self.epilog = f"The options of a game: qttt {self.name} {option}GAME --help"
        return super().parse_args(ctx, args)


class Command(NamedTuple):
    """A subcommand: its function and its class.

    A function of a `GameCommand` gets the `Query` first. The game is an argument, or the option `game` if that is
    given; `default` finds it from the other arguments if it is left out. `about` is the help of the game. Default: the
    names of all games. `reads` finds the game that a word means, or lets pass what is not a game."""

    function: Callable[..., object]
    kind: type[PlainCommand] = PlainCommand
    game: str = ""
    default: Callable[[Mapping[str, Any]], str] | None = None
    about: str = ""
    reads: Callable[[str | None], str | None] | None = None

    def made(self) -> Callable[..., object]:
        """The function with the options of the games that are registered now, for typer."""
        if not issubclass(self.kind, GameCommand):
            return self.function
        function, default = self.function, self.default
        _, *own = inspect.signature(function).parameters.values()
        offered = _find_offers(function.__name__)

        def run(**given: Any) -> object:
            name = given.pop("ruleset") or (default(given) if default else "")
            values = [(each, given.pop(each)) for each in offered]
            typed = {each: value for each, value in values if value is not None and value is not False and value != []}
            for each, value in typed.items():
                takers, option = offered[each].takers, _as_typed(each)
                if name in takers:
                    continue
                if name not in registered() and (may := [it for it in takers if not name or it in games.meant(name)]):
                    such = " ".join(["qttt", function.__name__, may[0], *in_words({each: value})])
                    raise BadInput(f"{option} is an option of {listed(may, 'or')}: name the game, such as: {such}")
                raise BadInput(f"{name} has no {option}, which is only for {listed(takers)}; leave it out")
            query = resolve_name(offers(name).query) if name in registered() else Query
            return function(query(name, typed), **given)

        names = self.about or f"The game: {listed(registered(), 'or')}."
        kind = typer.Option if self.game else typer.Argument
        metavar = "WHAT" if self.reads else "GAME"
        words, reads = filter(None, [self.game]), self.reads or _known
        declared = kind(*words, callback=reads, metavar=metavar, help=names, autocompletion=complete_game)
        keyword = inspect.Parameter.KEYWORD_ONLY
        ruleset = inspect.Parameter("ruleset", keyword, annotation=Annotated[str, declared])
        if default:
            ruleset = ruleset.replace(default=None, annotation=Annotated[str | None, declared])
        parameters = [
            ruleset,
            *(each.replace(kind=keyword) for each in own),
            *(it.parameter for it in offered.values()),
        ]
        run.__name__, run.__doc__ = function.__name__, function.__doc__
        setattr(run, "__signature__", inspect.Signature(parameters))  # noqa: B010, for which mypy has no type
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        return run


class Offered(NamedTuple):
    """An option that a command offers: its parameter, and the games that have it."""

    parameter: inspect.Parameter
    takers: list[str]


def _find_offers(command: str) -> dict[str, Offered]:
    """Every option that a command offers for some game, by name."""
    offered: dict[str, Offered] = {}
    for game in registered():
        for option in _options_of(game, command):
            _, takers = offered.setdefault(option.name, Offered(_parameter(option), []))
            if game not in takers:
                takers.append(game)
    return offered


def _options_of(game: str, command: str) -> Iterator[CommandOption]:
    """The options of a command for a game: those of the ruleset, then others. All switches are one option."""
    own = offers(game)
    for option in options(game):
        if option.values and option.name not in own.lacks:
            yield CommandOption(option.name, str, "", (), "VALUE")
            yield CommandOption(
                "switch", list[str], "Another way to write a switch; may be repeated.", (), "NAME=VALUE"
            )
        elif option.name not in own.lacks:
            note = f"{option.note[0].upper()}{option.note[1:]}, such as {option.example}."
            yield CommandOption(option.name, str, note, (), option.name.upper())
    if readings(game):
        yield CommandOption("reading", str, READING, (), "PROGRAM")
    for extra in (*own.options, *(each for each in SHARED if each.name not in own.lacks)):
        if command in extra.commands:
            yield extra


def _parameter(option: CommandOption) -> inspect.Parameter:
    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        return [value for value in _values(option.name, ctx.meta.get(NAMED)) if value.startswith(incomplete)]

    declared = typer.Option(
        _as_typed(option.name), help=option.help, metavar=option.metavar, show_default=False, autocompletion=complete
    )
    default, kind = (False, bool) if option.kind is bool else (None, option.kind | None)
    keyword = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(option.name, keyword, default=default, annotation=Annotated[kind, declared])


def complete_game(incomplete: str) -> list[str]:
    """The games that begin like this, for the completion of shells."""
    return [name for name in registered() if name.startswith(incomplete.lower())]


def _values(name: str, game: str | None) -> Iterator[str]:
    """The values of an option that are known, of the named game or of all: for a switch, for --switch or --reading."""
    for each in [game] if game else registered():
        if name == "reading":
            yield from readings(each)
        for option in options(each):
            if name == option.name:
                yield from option.values
            elif name == "switch":
                yield from (f"{option.written}={value}" for value in option.values)


def _as_typed(option: str) -> str:
    """An option as it is typed."""
    return f"--{option.replace('_', '-')}"


def in_words(typed: Mapping[str, Any]) -> list[str]:
    """Options with values, as they were typed."""
    several = ((name, given if isinstance(given, list) else [given]) for name, given in typed.items())
    return [word for name, values in several for value in values for word in (_as_typed(name), str(value))]


def _known(name: str | None) -> str | None:
    return None if name is None else games.name_of_ruleset(name)


def _about(option: Option) -> str:
    return f"{option.note[0].upper()}{option.note[1:]}: {option.expected}. Default: {option.default}."


def answer_each(answer: Answering, moves: list[str] | None, out: Path | None, as_json: bool) -> None:
    """Show the answer to the moves that were typed; for - those to the games on standard input, one per line, as JSON.
    Raises BadInput for a file to write many answers to, and with the number of the first bad line."""
    if moves != ["-"]:
        answer(moves, out).show(as_json)
        return
    if out:
        raise BadInput("--out is for only one position; give a game instead of -")
    for number, line in enumerate(sys.stdin, start=1):
        try:
            print_json(answer(line.strip(), None).json_object())
        except ValueError as error:
            raise BadInput(f"line {number}: {error}") from error
