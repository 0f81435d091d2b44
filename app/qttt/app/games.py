"""Games as a user names them: the game, its options as they are typed, and what the command shows of them."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from qttt.app.errors import BadInput
from qttt.oracle.registry import entry, games, options
from qttt.reference.picture import listed
from qttt.spec import Option

if TYPE_CHECKING:
    from qttt.app.view import View


def known(name: str) -> str:
    """The name of a game without the version of its ruleset. Raises BadInput for an unknown name.

    >>> known("goff-1.0")
    'goff'
    """
    for each in games():
        if name == each or name == f"{each}-{version(each)}":
            return each
    raise BadInput(f"unknown ruleset '{name}': expected {listed(games(), 'or')}")


def only(what: str, *names: str) -> Callable[[str], str]:
    """A check that a game is one of `names`, which have `what`. The check raises BadInput for any other game."""

    def check(name: str) -> str:
        if known(name) not in names:
            raise BadInput(f"{known(name)} has no {what}: expected {listed(names, 'or')}")
        return known(name)

    return check


def version(name: str) -> str:
    """The version of the ruleset of a game.

    >>> version("goff")
    '1.0'
    """
    from qttt.spec import rulesets

    ruleset: str = rulesets()[name].id if name in rulesets() else entry(name).kind.ruleset
    return ruleset.rpartition("-")[2]


@cache
def view(name: str) -> "View":
    """The view of a game: its own, `VIEW` in `qttt.app.<name>.view`, or the one of every game."""
    own = f"qttt.app.{name}"
    module = import_module(f"{own}.view" if find_spec(own) else "qttt.app.view")
    found: View = module.VIEW
    return found


def made(name: str, typed: Mapping[str, Any]) -> Any:
    """The game with the options that were typed: those with named values as NAME=VALUE under `switch`, others by name.

    Raises BadInput for a missing required option, an unknown switch or value, and a switch given twice.

    >>> made("goff", {"switch": ["collapse=self"]})
    Goff(collapse='self')
    """
    own = {option.name: option for option in options(name)}
    chosen = {each: value for each, value in typed.items() if each in own}
    chosen |= _switched(typed.get("switch") or [], own)
    for option in own.values():
        if option.default is None and option.name not in chosen:
            raise BadInput(
                f"{name} needs --{option.written}, {option.note}, such as --{option.written} {option.example}"
            )
    try:
        return entry(name).make(**chosen)
    except ValueError as error:
        where = next((f"--{own[each].written}: " for each in chosen if own[each].example), "")
        raise BadInput(f"{where}{error}") from error


def _switched(typed: Sequence[str], own: Mapping[str, Option]) -> dict[str, str]:
    """The options with named values that were typed, by the names of the options."""
    known = {option.written: option for option in own.values() if option.values}
    values: dict[str, str] = {}
    for switch in typed:
        name, equals, value = switch.partition("=")
        if not equals:
            first = next(iter(known.values()))
            raise BadInput(f"--switch {switch}: expected name=value, such as {first.written}={first.values[1]}")
        if name not in known:
            raise BadInput(f"--switch {switch}: unknown switch '{name}': expected {listed([*known], 'or')}")
        if value not in known[name].values:
            raise BadInput(f"--switch {switch}: unknown value '{value}': expected {known[name].expected}")
        if known[name].name in values:
            raise BadInput(f"--switch {switch}: {name} is given twice; leave one out")
        values[known[name].name] = value
    return values


def json_of(game: Any) -> dict[str, Any]:
    """The JSON object of a game: its ruleset and all of its options, with the switches in an object of their own.

    >>> from qttt.reference.goff import Goff
    >>> json_of(Goff())
    {'ruleset': 'goff-1.0', 'collapse': 'opponent', 'double_win': False}
    """
    plain = {option.name: game.setting[option.name] for option in game.options if not option.switch}
    values = {name: getattr(game, name) if _flag(game, name) else value for name, value in plain.items()}
    return {"ruleset": game.ruleset, **values, **({"switches": switches(game)} if _has_switches(game) else {})}


def json_of_position(game: Any, position: Any, ply: int) -> dict[str, Any]:
    """The JSON object of a position after `ply` plies, without the game."""
    actor = game.actor(position)
    return {
        "position": str(position),
        "written": game.write_position(position),
        "ply": ply,
        "actor": actor,
        "actions": [str(action) for action in game.actions(position)],
        "outcome": None if actor else str(game.score(position).outcome),
    }


def switches(game: Any) -> dict[str, str]:
    """The switches that a game has, with their values."""
    return {
        option.name: game.setting[option.name]
        for option in game.options
        if option.switch and option.name in game.setting
    }


def turned(game: Any) -> list[str]:
    """The switches that differ from their defaults, as they are typed.

    >>> from qttt.reference.tiqtaqtoe import TiqTaqToe
    >>> turned(TiqTaqToe("minimal", both="X"))
    ['both=X']
    """
    defaults = {option.name: option.default for option in game.options}
    return [f"{name}={value}" for name, value in switches(game).items() if value != defaults[name]]


def options_in_words(game: Any) -> list[str]:
    """The options of a game for people: those with a value, flags that are on, switches that are not at their default.

    >>> from qttt.reference.tiqtaqtoe import TiqTaqToe
    >>> options_in_words(TiqTaqToe("minimal", both="X"))
    ['level minimal', 'both=X']
    """
    words = [
        f"{option.written} {game.setting[option.name]}"
        for option in game.options
        if not option.switch and not option.flag
    ]
    flags = [option.written for option in game.options if option.flag and getattr(game, option.name)]
    return [*words, *flags, *turned(game)]


def _flag(game: Any, name: str) -> bool:
    return any(option.flag for option in game.options if option.name == name)


def _has_switches(game: Any) -> bool:
    return any(option.switch for option in game.options)
