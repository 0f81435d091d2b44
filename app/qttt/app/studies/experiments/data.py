"""The results of the experiments, stored as JSON and checked when they are read again."""

import json
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from qttt.app.arena.contest import AgentName

LEVELS = ("minimal", "moderate", "high")
"""The levels of the experiments; the source calls the first one low."""
KINDS_OF_ENDS, PLIES = 4, 9


class Match(NamedTuple):
    """A level and who plays X and O."""

    level: str
    x: AgentName
    o: AgentName

    def __str__(self) -> str:
        return f"{self.level} {self.x} {self.o}"


class Search(NamedTuple):
    """A search for the first move, to count its nodes: with pruning or without; with exact values of ended games or
    without."""

    level: str
    depth: int
    pruning: bool
    exact_ends: bool = False

    def __str__(self) -> str:
        return f"{self.level} {self.depth} {'alpha-beta' if self.pruning else 'plain'}{' exact' * self.exact_ends}"


Job = Match | Search


@dataclass
class Sample:
    """Games that were played: how many ended as a win of X, as a win of O, with lines of both, and with none; and
    the loss of X and O per game by moves that were not the best, its mean and standard error."""

    ends: list[int]
    lost: list[float]
    errors: list[float]


@dataclass
class Result:
    """A match: samples by their number of games; and the exact chances of the ends and expected loss of each ply."""

    samples: dict[str, Sample]
    chances: list[float]
    plies: list[float]

    @property
    def losses(self) -> tuple[float, float]:
        """The expected losses of X and O by moves that are not the best."""
        return sum(self.plies[::2]), sum(self.plies[1::2])

    @property
    def worth(self) -> float:
        """The expected result of X: the chance of winning minus the chance of losing."""
        return self.chances[0] - self.chances[1]


@dataclass
class Data:
    """The results so far, by the text of the match or of the search; `values` are those of the levels."""

    seed: int
    games: list[int]
    values: dict[str, str] = field(default_factory=dict)
    matches: dict[str, Result] = field(default_factory=dict)
    nodes: dict[str, int] = field(default_factory=dict)

    def result(self, level: str, x: AgentName, o: AgentName) -> Result:
        """The result of a match."""
        return self.matches[str(Match(level, x, o))]

    def written(self) -> str:
        """The data as JSON, sorted, one entry per line, so that the same results give the same file."""
        plain = asdict(self)
        lines = []
        for name, value in plain.items():
            if isinstance(value, dict):
                entries = ",\n".join(f"  {json.dumps(k)}: {json.dumps(value[k])}" for k in sorted(value))
                lines.append(f'"{name}": {{\n{entries}\n}}')
            else:
                lines.append(f'"{name}": {json.dumps(value)}')
        return "{\n" + ",\n".join(lines) + "\n}\n"


def read(text: str) -> Data:
    """Data that `Data.written` wrote. Raises ValueError, which says where, for anything else."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError("it is not JSON") from error
    _check(isinstance(plain, dict) and plain.keys() == Data.__dataclass_fields__.keys(), "its entries do not match")
    for name in ("values", "matches", "nodes"):
        _check(isinstance(plain[name], dict), f"{name}: is not an object")
    _check(_is_count(plain["seed"]), "seed: is not a whole number")
    games = plain["games"]
    _check(_are_counts(games) and games == sorted({*games} - {0}), "games: are not ascending numbers of games")
    for level, value in plain["values"].items():
        _check(level in LEVELS and _is_fraction(value), f"values: {level}: is not the value of a level")
    for name, nodes in plain["nodes"].items():
        _check(_is_count(nodes), f"nodes: {name}: is not a number of nodes")
    for name in plain["matches"]:
        _check(name.split(" ")[0] in plain["values"], f"matches: {name}: the value of its level is missing")
    results = {name: _result(name, entry, games) for name, entry in plain["matches"].items()}
    return Data(plain["seed"], games, plain["values"], results, plain["nodes"])


def _result(name: str, entry: Any, games: list[int]) -> Result:
    where = f"matches: {name}"
    _check(isinstance(entry, dict) and entry.keys() == Result.__dataclass_fields__.keys(), f"{where}: is not a match")
    _check(_are_numbers(entry["chances"], KINDS_OF_ENDS), f"{where}: chances: are not the chances of four ends")
    _check(_are_numbers(entry["plies"], PLIES), f"{where}: plies: are not the losses at nine plies")
    samples = entry["samples"]
    _check(isinstance(samples, dict) and {*samples} == {*map(str, games)}, f"{where}: samples: do not match the games")
    return Result({key: _sample(where, key, samples[key]) for key in samples}, entry["chances"], entry["plies"])


def _sample(match: str, games: str, entry: Any) -> Sample:
    where = f"{match}: sample of {games}"
    _check(isinstance(entry, dict) and entry.keys() == Sample.__dataclass_fields__.keys(), f"{where}: is not a sample")
    ends = entry["ends"]
    _check(
        _are_counts(ends) and len(ends) == KINDS_OF_ENDS and sum(ends) == int(games), f"{where}: ends: do not add up"
    )
    for name in ("lost", "errors"):
        _check(_are_numbers(entry[name], 2), f"{where}: {name}: are not numbers for X and O")
    return Sample(**entry)


def _check(right: bool, wrong: str) -> None:
    if not right:
        raise ValueError(wrong)


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _are_counts(values: Any) -> bool:
    return isinstance(values, list) and all(map(_is_count, values))


def _are_numbers(values: Any, count: int) -> bool:
    return (
        isinstance(values, list)
        and len(values) == count
        and all(type(value) in (int, float) and 0 <= value < inf for value in values)
    )


def _is_fraction(value: Any) -> bool:
    try:
        return isinstance(value, str) and abs(Fraction(value)) <= 1
    except (ValueError, ZeroDivisionError):
        return False
