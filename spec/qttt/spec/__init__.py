"""The rules and the conformance vectors as data.

The rules themselves are prose and formulas: the pages of `spec/rules`. This package holds the
parts that a program needs: the registry of rule IDs, and the vectors that test any engine.

>>> rules()["GOFF-CYCLE-1"].title
'Cyclic entanglement'
>>> vectors("goff")[0].id
'notation-move-0001'
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from qttt.spec.rulesets import Option, Ruleset, rulesets
from qttt.spec.text import Lemma, Rule, read_lemmas, read_rules

if TYPE_CHECKING:
    from qttt.spec.evaluation import formal

__all__ = [
    "Lemma",
    "Option",
    "PerftTable",
    "Rule",
    "Ruleset",
    "Vector",
    "flags",
    "formal",
    "games",
    "lemmas",
    "perft_tables",
    "retired",
    "rules",
    "rulesets",
    "schema",
    "vectors",
]


def __getattr__(name: str) -> Any:
    """`formal`, which is loaded when it is first asked for: most programs run no formal text."""
    if name == "formal":
        from qttt.spec.evaluation import formal

        return formal
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@dataclass(frozen=True)
class Vector:
    """One conformance test: what must hold for a game (`given`), or after one more token (`when`).

    The fields are explained in `vectors/README.md`. Exactly one of `given`, `given_marks`, `given_position` and
    `given_open` is not None. If the `options` must be rejected, nothing is played.
    Guaranteed: the file has the form of `spec/schema/vector.schema.json`, and `given` is a legal game.
    Not guaranteed: that `when` is legal, or that it, `given_position` or `given_open` is well formed; `then` says
    whether.
    """

    id: str
    rules: tuple[str, ...]
    flags: tuple[str, ...] = field(repr=False)
    source: str = field(repr=False)
    comment: str = field(repr=False)
    when: str | None = field(repr=False)
    then: Mapping[str, Any] = field(repr=False)
    ruleset: str
    section: str = field(repr=False)
    given: str | None = field(default=None, repr=False)
    given_marks: Mapping[str, str] | None = field(default=None, repr=False)
    given_position: str | None = field(default=None, repr=False)
    given_open: str | None = field(default=None, repr=False)
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)


@cache
def rules() -> Mapping[str, Rule]:
    """Every rule of every page by its ID, page by page, in the order of the page. Read-only."""
    return MappingProxyType({rule.id: rule for rule in read_rules()})


@cache
def lemmas() -> Mapping[str, Lemma]:
    """Every lemma of every page by its ID, page by page, in the order of the page. Read-only.

    >>> lemmas()["goff:forest"].basis[1].claim
    'goff-forest'
    """
    return MappingProxyType({lemma.id: lemma for lemma in read_lemmas()})


_VECTORS = files(__package__) / "vectors"


@cache
def games() -> tuple[str, ...]:
    """The games that have vectors, in the order in which they were specified.

    >>> games()
    ('goff', 'sqt', 'probabilistic', 'tiqtaqtoe', 'hybrid')
    """
    return tuple(name for name in rulesets() if (_VECTORS / name).is_dir())


@cache
def vectors(game: str = "goff") -> tuple[Vector, ...]:
    """All vectors of a game, section by section, in the order of its page; those of notation.md come first.

    Raises `ValueError` for a game without vectors.
    """
    if game not in games():
        raise ValueError(f"no vectors for the game {game!r}: there are vectors for {', '.join(games())}")
    loaded: list[Vector] = []
    for file in sorted((_VECTORS / game).iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".json"):
            content = json.loads(file.read_text(encoding="utf-8"))
            loaded += (_vector(content["ruleset"], content["section"], entry) for entry in content["vectors"])
    return tuple(loaded)


@dataclass(frozen=True)
class PerftTable:
    """Published counts of games: after a game, under options, the numbers of ways to go on for 1, 2, ... plies.

    The options have the form that they have in vectors. `divide` has the counts by the first action, in the documented
    order. The fast engine has counted, and the reference too for the first `checked` plies.
    Guaranteed: the file has the form of `spec/schema/perft.schema.json`.
    """

    options: Mapping[str, Any]
    game: str
    counts: tuple[int, ...]
    divide: Mapping[str, tuple[int, ...]] = field(repr=False)
    checked: int = field(repr=False)
    comment: str = field(default="", repr=False)


@cache
def perft_tables(game: str = "goff") -> tuple[PerftTable, ...]:
    """The published counts of a game, from the start and from other positions.

    Raises `ValueError` for a game without counts.
    """
    file = files(__package__) / "perft" / f"{game}.json"
    if game not in games() or not file.is_file():
        raise ValueError(f"no counts for the game {game!r}: there are counts for {', '.join(games())}")
    content = json.loads(file.read_text(encoding="utf-8"))
    return tuple(
        PerftTable(**{**entry, "counts": (*entry["counts"],), "divide": {a: (*c,) for a, c in entry["divide"].items()}})
        for entry in content["tables"]
    )


KNOWN_ERROR = "known-error:"
"""With it begin the flags of vectors that an engine with an error of public programs fails."""


@cache
def flags() -> Mapping[str, str]:
    """Every flag of the vectors, with a note on why such vectors exist. Read-only."""
    notes: dict[str, str] = json.loads((_VECTORS / "flags.json").read_text(encoding="utf-8"))
    return MappingProxyType(notes)


class Retired(NamedTuple):
    """Of an ID that is not used any more, the version that retired it, and what says now what it said: the ID of a
    claim, or a file of tests. Of some early ones no successor was recorded."""

    version: str
    successor: str | None


@cache
def retired(kind: str = "claims") -> Mapping[str, Retired]:
    """The retired IDs of a kind: "rules", "vectors", "claims" or "results". Read-only."""
    published = json.loads((files(__package__) / "published.json").read_text(encoding="utf-8"))
    return MappingProxyType({id: Retired(**row) for id, row in published["retired"][kind].items()})


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of vectors ("vector"), files of boards ("board"), certificates ("certificate"), lines of the
    engine protocol ("protocol"), reports of conformance ("report") or published counts ("perft").

    The schema is in `spec/schema` of a source tree, and inside an installed package. Raises `ValueError` for
    any other name.

    >>> schema("certificate")["title"]
    'A line of a certificate'
    """
    folders = Path(__file__).parent / "schema", Path(__file__).parents[2] / "schema"
    ending = ".schema.json"
    known = {file.name.removesuffix(ending): file for folder in folders for file in folder.glob(f"*{ending}")}
    if name not in known:
        raise ValueError(f"unknown schema {name!r}: expected one of {', '.join(sorted(known))}")
    loaded: dict[str, Any] = json.loads(known[name].read_text(encoding="utf-8"))
    return loaded


def _vector(ruleset: str, section: str, entry: dict[str, Any]) -> Vector:
    names = {"rules": tuple(entry["rules"]), "flags": tuple(entry["flags"])}
    return Vector(**{**entry, **names, "ruleset": ruleset, "section": section})
