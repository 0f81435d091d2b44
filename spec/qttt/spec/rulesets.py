"""The rulesets as data: their names, versions and options, as the rule pages define them; and public programs of the
games, with the reading that each plays and where it departs from the rules."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class Option:
    """An option of a ruleset: its name, the rule that defines it, its values and its default.

    `values` lists the written values, the page's decision first; it is empty if there is no short list, as for a
    probability. `default` is None if the option must be given. `switch` says whether the option chooses between
    readings of a rule; `note` says in a phrase what the option chooses; `example` is a written value. `elsewhere` says
    of a value that the option does not have in which game it is.

    >>> rulesets()["goff"].options[0].values
    ('opponent', 'self')
    """

    name: str
    rule: str
    note: str = field(repr=False)
    values: tuple[str, ...] = ()
    default: str | None = None
    switch: bool = False
    example: str = ""
    elsewhere: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)

    @property
    def written(self) -> str:
        """The written name, with hyphens."""
        return self.name.replace("_", "-")

    @property
    def flag(self) -> bool:
        """Whether the values are no and yes."""
        return self.values == ("no", "yes")

    def text(self, given: object) -> str:
        """A value as the page writes it: the words of JSON, true and false, are yes and no of a flag.

        >>> rulesets()["goff"].options[1].text(True), rulesets()["goff"].options[1].text("false")
        ('yes', 'no')
        """
        text = str(given).lower() if isinstance(given, bool) else str(given)
        return {"true": "yes", "false": "no"}.get(text, text) if self.flag else text

    @property
    def expected(self) -> str:
        """The values as a phrase for error messages.

        >>> rulesets()["goff"].options[0].expected
        'opponent or self'
        """
        *others, last = self.values or (f"{self.note}, such as {self.example}",)
        return f"{', '.join(others)} or {last}" if others else last

    def expected_for(self, given: object) -> str:
        """The same, with the game that has the value which was given, if another game has it.

        >>> rulesets()["goff"].options[0].expected_for("chance")
        'opponent or self; a coin selects in sqt with --q 1/2 (SQT-SELECT-1, SQT-EQUAL-1)'
        """
        return "; ".join(filter(None, (self.expected, self.elsewhere.get(str(given)))))


@dataclass(frozen=True)
class Ruleset:
    """A game by its name, the version of its rules, its title, and its options in the order of its page.

    `asked` are names that the formal text of its page defines for its own vectors, besides those of every game.
    `built_on` names the game whose page it takes over, if it does. `lacked` are the options that earlier versions
    lacked, by their IDs, and values of options, as `option=value`.
    """

    name: str
    id: str
    title: str
    options: tuple[Option, ...] = field(repr=False)
    asked: frozenset[str] = field(default=frozenset(), repr=False)
    built_on: str | None = field(default=None, repr=False)
    lacked: Mapping[str, Sequence[str]] = field(default_factory=dict, repr=False)

    @property
    def defaults(self) -> dict[str, str | None]:
        """The default of every option, None for one that must be given."""
        return {option.name: option.default for option in self.options}

    @property
    def earlier(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """The earlier versions by their IDs: each is the present one with one of these values, in writing, of some
        options.

        >>> rulesets()["tiqtaqtoe"].earlier
        {'tiqtaqtoe-1.0': {'gate': ('iswap',), 'level': ('classic', 'minimal', 'moderate', 'high')}}
        """
        return {version: dict(map(self._had, lacked)) for version, lacked in self.lacked.items()}

    def _had(self, lacked: str) -> tuple[str, tuple[str, ...]]:
        """The values that a version had of an option that it lacked, or of one whose value it lacked."""
        name, _, value = lacked.partition("=")
        option = next(option for option in self.options if option.name == name)
        had = tuple(each for each in option.values if each != value) if value else (option.default or "",)
        return option.written, had

    def has(self, version: str, setting: Mapping[str, str]) -> bool:
        """Whether a version, the present one or an earlier one, has the game with these options, by their written
        names; others have their defaults, or do not exist in this game."""
        earlier = self.earlier.get(version, {})
        known = version == self.id or version in self.earlier
        return known and all(setting.get(option, had[0]) in had for option, had in earlier.items())

    def lacks(self, version: str, options: Mapping[str, object]) -> bool:
        """Whether an earlier version lacks one of these options, by their names, or the value of one.

        >>> given = ({"gate": "iswap"}, {"level": "full"}, {"level": "high"})
        >>> [rulesets()["tiqtaqtoe"].lacks("tiqtaqtoe-1.0", each) for each in given]
        [True, True, False]
        """
        named = {*options, *(f"{name}={value}" for name, value in options.items())}
        return not named.isdisjoint(self.lacked.get(version, ()))

    def version_of(self, setting: Mapping[str, str]) -> str:
        """The first version that has the game with these options, by their written names; others have their defaults.

        >>> [rulesets()["goff"].version_of(setting) for setting in ({"collapse": "self"}, {"last": "draw"})]
        ['goff-1.0', 'goff-1.1']
        """
        return next(version for version in (*self.earlier, self.id) if self.has(version, setting))


@cache
def rulesets() -> Mapping[str, Ruleset]:
    """Every ruleset by the name of its game, in the order in which the games were specified. Read-only.

    >>> list(rulesets())
    ['goff', 'sqt', 'probabilistic', 'tiqtaqtoe', 'hybrid']
    """
    entries = json.loads((files(__package__) / "rulesets.json").read_text(encoding="utf-8"))
    return MappingProxyType({entry["name"]: _ruleset(**entry) for entry in entries})


def _ruleset(options: list[dict[str, Any]], asked: Iterable[str] = (), **given: Any) -> Ruleset:
    with_values = (Option(**{**option, "values": tuple(option.get("values", ()))}) for option in options)
    return Ruleset(**given, options=tuple(with_values), asked=frozenset(asked))


@dataclass(frozen=True)
class Departure:
    """A rule that a program breaks in its own reading, and how.

    Where a program answers the question of a `switch` in a way that the switch does not have, `instead` names that
    way. `known_error` is the error of the page that it is, if it is one.
    """

    rule: str
    what: str
    switch: str = ""
    instead: str = ""
    known_error: str = ""


@dataclass(frozen=True)
class Program:
    """A public program or text of rules: the game it plays, and its reading, the written options that it answers.

    `found` is how that was found out: the program was `run` under `qttt conform`, its code was `read`, or it is a
    `text`, of which the words were read. `commit` and `date` say which code, `version` which of its rules or
    releases.
    """

    name: str
    game: str
    reading: Mapping[str, str]
    departures: tuple[Departure, ...]
    found: str = field(repr=False)
    date: str = field(default="", repr=False)
    commit: str = field(default="", repr=False)
    version: str = field(default="", repr=False)
    address: str = field(default="", repr=False)

    @property
    def owner(self) -> str:
        """Whose program it is: the name before the slash, and the version of its rules if it has several. No other
        program has it.

        >>> programs()[0].owner
        'KSmanis'
        """
        return "-".join(filter(None, (self.name.partition("/")[0], self.version)))

    @property
    def is_code(self) -> bool:
        """Whether it is a program, which can be asked, and not the text of rules."""
        return self.found != "text"

    @property
    def known_errors(self) -> frozenset[str]:
        """The errors of the page that are among its departures."""
        return frozenset(each.known_error for each in self.departures) - {""}

    @property
    def written(self) -> str:
        """The reading in words.

        >>> programs()[1].written
        'level=minimal, lines=full-board'
        """
        return ", ".join(f"{option}={value}" for option, value in self.reading.items())


@cache
def programs() -> tuple[Program, ...]:
    """Every program and text, in the order in which they were found."""
    content = json.loads((files(__package__) / "programs.json").read_text(encoding="utf-8"))
    return tuple(_program(**entry) for entry in content)


def _program(departures: list[dict[str, str]], **entry: Any) -> Program:
    broken = ({name.replace("-", "_"): value for name, value in each.items()} for each in departures)
    return Program(departures=tuple(Departure(**each) for each in broken), **entry)
