"""Public programs of the games: which reading each plays, and where it departs from the rules, as data."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files


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
    `text`, of which the words were read. `commit` and `date` say which code, `version` which of its rules.
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


def _program(departures: list[dict[str, str]], **entry: object) -> Program:
    broken = ({name.replace("-", "_"): value for name, value in each.items()} for each in departures)
    return Program(departures=tuple(Departure(**each) for each in broken), **entry)  # type: ignore[arg-type]
