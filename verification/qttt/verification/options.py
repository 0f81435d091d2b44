"""The options of a ruleset in the form of vectors, in which the switches are an object of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from qttt.spec import Option, Ruleset, rulesets, vectors

SWITCHES = "switches"


@cache
def ruleset_of(id: str) -> Ruleset | None:
    """The present ruleset of an ID, which may be that of an earlier version; None for an unknown one."""
    return next((each for each in rulesets().values() if id in (each.id, *each.earlier)), None)


@cache
def known(id: str) -> Mapping[str, Option]:
    """The options of a ruleset by their names; none of an unknown one."""
    found = ruleset_of(id)
    return {option.name: option for option in found.options} if found else {}


def flat(options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option by its name, the switches among the others."""
    return {**{name: value for name, value in options.items() if name != SWITCHES}, **options.get(SWITCHES, {})}


def only(options: Mapping[str, Any], kept: Callable[[str, Any], bool]) -> dict[str, Any]:
    """The options and switches that are `kept`, by their names and values."""
    switches = {name: value for name, value in options.get(SWITCHES, {}).items() if kept(name, value)}
    others = {name: value for name, value in options.items() if name != SWITCHES and kept(name, value)}
    return others | ({SWITCHES: switches} if switches else {})


def changed(id: str, options: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Options with other values of some, which are given by their names."""
    given, options = {**options, **values}, known(id)
    turned = {name: value for name, value in values.items() if name in options and options[name].switch}
    switches = {**given.pop(SWITCHES, {}), **turned}
    others = {name: value for name, value in given.items() if name not in turned}
    return others | ({SWITCHES: switches} if switches else {})


def with_values(id: str, options: Mapping[str, Any], chosen: Mapping[str, str]) -> dict[str, Any]:
    """Options with other values of some, which are given as the page writes them.

    >>> with_values("goff-1.1", {"switches": {"last": "draw"}}, {"pair": "forbidden", "double_win": "yes"})
    {'double_win': True, 'switches': {'last': 'draw', 'pair': 'forbidden'}}
    """
    return changed(id, options, {name: typed(known(id)[name], value) for name, value in chosen.items()})


def typed(option: Option, value: str) -> Any:
    """A value that the page writes, as vectors have it."""
    return value == "yes" if option.flag else value


def plain(id: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Options without those that have their defaults.

    >>> plain("goff-1.1", {"collapse": "opponent", "double_win": "yes", "switches": {"last": "move", "both": "draw"}})
    {'double_win': True, 'switches': {'both': 'draw'}}
    """

    def differs(name: str, value: Any) -> bool:
        option = None if name in _always(id) else known(id).get(name)
        return option is None or option.text(value) != option.default

    found = only(options, differs)
    flags = (option for option in known(id).values() if option.flag and option.name in found)
    return found | {option.name: True for option in flags if option.text(found[option.name]) == "yes"}


@cache
def _always(id: str) -> frozenset[str]:
    """The options that every vector names."""
    ruleset = ruleset_of(id)
    named = (frozenset(vector.options) for vector in vectors(ruleset.name)) if ruleset else [frozenset[str]()]
    return frozenset[str].intersection(*named)
