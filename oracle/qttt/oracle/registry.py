"""The registry of games: the one place outside the games' own folders that names them."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from qttt.oracle.entry import Entry, G, T
from qttt.oracle.perfect import A, P
from qttt.reference.game import Game
from qttt.spec import Option, rulesets
from qttt.spec.rulesets import Program, programs

_NAMES = ("goff", "sqt", "probabilistic", "tiqtaqtoe", "hybrid")
"""The games of this project, each with a package of its name beside this module."""
_ENTRIES = dict[str, Entry[Any, Any, Any, Any]]()


def games() -> tuple[str, ...]:
    """The names of all games, in the order in which they were specified.

    >>> games()
    ('goff', 'sqt', 'probabilistic', 'tiqtaqtoe', 'hybrid')
    """
    return (*_NAMES, *(name for name in _ENTRIES if name not in _NAMES))


def options(name: str) -> tuple[Option, ...]:
    """The options of a game. Raises `ValueError` for an unknown name.

    >>> [option.name for option in options("goff")]
    ['collapse', 'double_win', 'pair', 'last', 'both']
    """
    if name in _NAMES:
        return rulesets()[name].options
    options: tuple[Option, ...] = entry(name).kind.options
    return options


def entry(name: str) -> Entry[Any, Any, Any, Any]:
    """The entry of a game by its name or its ruleset, also of an earlier version: such as `goff` or `goff-1.0`.

    Raises `ValueError` for an unknown name.

    >>> entry("goff-1.0").name
    'goff'
    """
    bare = _bare(name)
    if bare not in _ENTRIES:
        _ENTRIES[bare] = import_module(f"qttt.oracle.{bare}").ENTRY
    entry = _ENTRIES[bare]
    if name not in (entry.name, entry.kind.ruleset, *earlier(bare)):
        raise ValueError(f"unknown ruleset {name!r}: the rules of {bare} are {entry.kind.ruleset}")
    return entry


def _bare(name: str) -> str:
    bare = name.rpartition("-")[0] if isinstance(name, str) and name.rpartition("-")[0] in games() else name
    if bare not in games():
        *others, last = games()
        raise ValueError(f"unknown game {name!r}: expected {', '.join(others)} or {last}")
    return bare


def earlier(name: str) -> tuple[str, ...]:
    """The rulesets of the earlier versions of a game.

    >>> earlier("goff")
    ('goff-1.0',)
    """
    return (*rulesets()[name].earlier,) if name in rulesets() else ()


def entry_of(game: Game[P, A]) -> Entry[Any, P, A, Any]:
    """The entry of a game object. Raises `TypeError` for anything else.

    >>> from qttt.reference.goff import Goff
    >>> entry_of(Goff()).name
    'goff'
    """
    ruleset = getattr(game, "ruleset", None)
    if isinstance(ruleset, str) and ruleset.rpartition("-")[0] in games():
        named = entry(ruleset)
        if isinstance(game, named.kind):
            return named
    raise TypeError(f"{game!r} is not a game: make one with game(name, **options)")


def register(added: Entry[G, P, A, T]) -> None:
    """Add a game to the registry. Raises `ValueError` if another game has its name."""
    if added.name in games():
        raise ValueError(f"the game {added.name!r} is registered already")
    _ENTRIES[added.name] = added


def added(game: Game[P, A]) -> bool:
    """Whether `register` has added a game to the registry; other processes do not know such a game."""
    return entry_of(game).name not in _NAMES


def unregister(name: str) -> None:
    """Remove a game that `register` has added. Raises `ValueError` for any other game."""
    if name in _NAMES or name not in _ENTRIES:
        raise ValueError(f"the game {name!r} was not added by register")
    del _ENTRIES[name]


def game(name: str, **options: object) -> Any:
    """The game of this name with its options, a `qttt.reference.game.Game`.

    Options have the names and values of the game's page, as texts or Python values: `collapse="self"`,
    `q="3/4"`, `Fraction(3, 4)` or 0.75 (a float is the decimal that it prints: 0.1 is 1/10), `double_win=True`; the
    board of the probabilistic game is `board=[...]`, nine triples, or a `seed=` with a `number=`. An omitted option has
    its default. `reading="KSmanis"` is the reading of a public program, as `with_reading` says.

    Raises `ValueError` for an unknown name, option, value or program, and for a missing required option.

    >>> game("goff", collapse="opponent")
    Goff()
    >>> game("tiqtaqtoe", level="high", pair="legal")
    TiqTaqToe(pair='legal')
    >>> game("goff", reading="KSmanis")
    Goff(double_win=True)
    """
    return entry(name).make(**with_reading(name, options))


def readings(name: str) -> dict[str, Program]:
    """The public programs that play a game, by their owners.

    >>> [*readings("tiqtaqtoe")]
    ['quantumlib-QUANTUM_V1', 'quantumlib-QUANTUM_V2', 'quantumlib-QUANTUM_V3']
    """
    own = _bare(name)
    return {program.owner: program for program in programs() if program.game == own and program.is_code}


def with_reading(name: str, options: Mapping[str, object]) -> dict[str, object]:
    """Options of a game in which those of the program `reading`, named in full or by its owner, stand for that option.

    The program may depart from its reading in ways that no option has (`Program.departures`). Raises `ValueError` for
    an unknown program, for a name in full that has several versions, for a program that plays another game, and for an
    option that contradicts the reading.
    """
    typed = {option: value for option, value in options.items() if option != "reading"}
    if (who := options.get("reading")) is None:
        return typed
    named = [each for each in programs() if each.is_code and who in (each.owner, each.name)]
    if len(named) != 1:
        *others, last = (each.owner for each in programs() if each.is_code)
        raise ValueError(f"reading={who}: unknown program: expected {', '.join(others)} or {last}")
    (program,) = named
    if program.game != (own := entry(name)).name:
        plays = f"{program.name} plays {program.game} with {program.written}"
        raise ValueError(f"reading={who}: {plays}; ask for {program.game}, not {own.name}")
    played = {option.replace("-", "_"): value for option, value in program.reading.items()}
    due, said = (own.make(**each).setting for each in (typed | played, played | typed))
    if differs := [option for option in due if due[option] != said[option]]:
        has, given = due[differs[0]], said[differs[0]]
        written = differs[0].replace("_", "-")
        raise ValueError(f"reading={who}: {program.name} has {written}={has}, not {given}; leave one out")
    return typed | played
