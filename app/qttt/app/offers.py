"""What commands offer for a game besides the options of its ruleset, known without loading the game's view."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, NamedTuple


class CommandOption(NamedTuple):
    """An option of commands that only some games have: its name, type, help, and the commands."""

    name: str
    kind: Any
    help: str
    commands: tuple[str, ...]
    metavar: str | None = None

    @property
    def typed(self) -> str:
        """The option as it is typed."""
        return "--" + self.name.replace("_", "-")


class Offers(NamedTuple):
    """What commands offer for a game: options that they have for it, options of other games that they lack for it, and
    what their help says of it, by command."""

    options: tuple[CommandOption, ...] = ()
    lacks: tuple[str, ...] = ()
    help: Mapping[str, str] = MappingProxyType({})


def offers(name: str) -> Offers:
    """What commands offer for a game: `OFFERS` of the package `qttt.app.<name>`, if there is one."""
    package = f"qttt.app.{name}"
    found: Offers = getattr(import_module(package), "OFFERS", Offers()) if find_spec(package) else Offers()
    return found
