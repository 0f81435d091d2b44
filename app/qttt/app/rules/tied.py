"""What is tied to a rule: its text, the code that names it, its vectors, its claims, and errors that break it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from qttt.app.rules.pages import LEARNING, Change, all_rules, history, texts
from qttt.app.rules.sources import Source, sources
from qttt.spec import Rule, Vector, flags, games, rules, vectors
from qttt.verification.registry import Claim, claims

KNOWN = "known-error:"


class KnownError(NamedTuple):
    """An error of public implementations: its name in words, what is wrong, and the vectors of a rule that it fails."""

    name: str
    note: str
    vectors: Sequence[str]


@dataclass(frozen=True)
class Tied:
    """A rule, its text on the page without heading, and what names it, each in the order of its file.

    `reference` is the code of the reference; for a rule of learning, the code of `learn`."""

    rule: Rule
    text: str = field(repr=False)
    reference: Sequence[Source] = field(repr=False)
    kernels: Sequence[Source] = field(repr=False)
    vectors: Sequence[Vector] = field(repr=False)
    claims: Sequence[Claim] = field(repr=False)
    errors: Sequence[KnownError] = field(repr=False)
    history: Sequence[Change] = field(repr=False)

    @property
    def own_vectors(self) -> list[Vector]:
        """The vectors that test this rule before all others."""
        return [vector for vector in self.vectors if vector.rules[0] == self.rule.id]


def tied(id: str) -> Tied:
    """What is tied to the rule with this ID.

    Raises `KeyError` for an unknown ID.

    >>> found = tied("GOFF-COLLAPSE-2")
    >>> [source.name for source in found.reference], found.vectors[0].id
    (['collapsing', 'settle'], 'goff-collapse-0007')
    """
    rule = all_rules()[id]
    named = _vectors().get(id, ())
    return Tied(
        rule,
        texts(rule.page)[id],
        sources("qttt.learn" if rule.page == LEARNING else "qttt.reference").get(id, ()),
        sources("qttt.fast").get(id, ()),
        named,
        [claim for claim in claims() if id in claim.rules],
        _errors(named),
        history(rule),
    )


@cache
def _vectors() -> Mapping[str, Sequence[Vector]]:
    found: dict[str, list[Vector]] = {id: [] for id in rules()}
    for game in games():
        for vector in vectors(game):
            for id in vector.rules:
                found[id].append(vector)
    return found


def _errors(named: Sequence[Vector]) -> list[KnownError]:
    kinds = dict.fromkeys(flag for vector in named for flag in vector.flags if flag.startswith(KNOWN))
    failed = {kind: [vector.id for vector in named if kind in vector.flags] for kind in kinds}
    return [KnownError(kind.removeprefix(KNOWN).replace("-", " "), flags()[kind], ids) for kind, ids in failed.items()]
