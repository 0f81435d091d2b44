"""The rulesets as data: their names, versions and options, as the rule pages define them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True)
class Option:
    """A choice that a ruleset leaves: its name, the rule that defines it, its values and its default.

    `values` are the values in writing, the decision of the page first; empty if they are not a short list, as for
    a probability. `default` is None if the option must be given. A `switch` is another reading of a rule; `note`
    says in a phrase what the option chooses; `example` is a value in writing.

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

    @property
    def written(self) -> str:
        """The name in writing, with hyphens."""
        return self.name.replace("_", "-")

    @property
    def flag(self) -> bool:
        """Whether the option is on or off."""
        return self.values == ("no", "yes")

    @property
    def expected(self) -> str:
        """The values in a phrase, for a message.

        >>> rulesets()["goff"].options[0].expected
        'opponent or self'
        """
        *others, last = self.values or (f"{self.note}, such as {self.example}",)
        return f"{', '.join(others)} or {last}" if others else last


@dataclass(frozen=True)
class Ruleset:
    """A game by its name, the version of its rules, its title, and its options in the order of its page."""

    name: str
    id: str
    title: str
    options: tuple[Option, ...] = field(repr=False)


@cache
def rulesets() -> Mapping[str, Ruleset]:
    """Every ruleset by the name of its game, in the order in which the games were specified. Read-only.

    >>> list(rulesets())
    ['goff', 'sqt', 'probabilistic', 'tiqtaqtoe', 'hybrid']
    """
    entries = json.loads((files(__package__) / "rulesets.json").read_text(encoding="utf-8"))
    return MappingProxyType({entry["name"]: _ruleset(**entry) for entry in entries})


def _ruleset(name: str, id: str, title: str, options: list[dict[str, object]]) -> Ruleset:
    def option(entry: dict[str, object]) -> Option:
        values: list[str] = entry.pop("values", [])  # type: ignore[assignment]
        return Option(values=tuple(values), **entry)  # type: ignore[arg-type]

    return Ruleset(name, id, title, tuple(map(option, options)))
