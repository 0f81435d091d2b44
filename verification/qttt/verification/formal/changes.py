"""Whether every small change of a formal text is noticed: by its language, a corpus of the reference, or a vector."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.resources import files
from pkgutil import resolve_name
from typing import Any

from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.engines import Refused, SetUp
from qttt.verification.formal.corpus import Corpus
from qttt.verification.formal.mutants import Mutant, mutants, shown
from qttt.verification.formal.page import Page, Text
from qttt.verification.survivors import LEAST, limited, survivors

SECONDS = 30
"""After so much CPU time a changed text counts as noticed: it does not come to an end."""
GAMES, TEXTS = 12, 150
"""So many random games and texts are compared in each of two settings."""
PARTS = 32
"""The changes are divided into so many parts, which the cores take in turn."""


@dataclass(frozen=True)
class Tests:
    """What a changed text must pass to go unnoticed."""

    page: Page
    corpora: tuple[Corpus, ...]
    refused: tuple[str, ...]

    def notice(self, mutant: Mutant) -> bool:
        """Whether a change is noticed. The vectors of its rule come first: most changes fail one of them at once."""
        of_rule = [vector for vector in vectors(self.page.name) if mutant.rule in vector.rules]
        others = [vector for vector in vectors(self.page.name) if mutant.rule not in vector.rules]
        try:
            with limited(SECONDS):
                if self._fails(mutant, of_rule):
                    return True
                for corpus in self.corpora:
                    corpus.check(self.page.game(corpus.game, mutant.text))
                return (
                    refusals(self.page, mutant.text) != self.refused
                    or not self.page.holds_everywhere(mutant.text)
                    or self._fails(mutant, others)
                )
        except Exception:  # whatever goes wrong in a changed text is noticed
            return True

    def _fails(self, mutant: Mutant, tried: Sequence[Vector]) -> bool:
        set_up = self.page.engine(mutant.text)
        return any(self.page.suite.run(set_up, vector).wrong for vector in tried)


def every_change_is_noticed(name: str, unnoticed: Mapping[str, str], text: Text | None = None) -> str:
    """Changes of a text are noticed, at least 98 % of them; `unnoticed` lists the others, each with the reason.

    `name` is that of the `Page`, below `qttt.verification`. Raises `Refuted` at the first that is neither.
    """
    page: Page = resolve_name(f"qttt.verification.{name}")
    found = _changes(text or page.text)
    texts: dict[str, set[Text]] = {}
    for change in found:
        texts.setdefault(str(change), set()).add(change.text)
    alive = []
    for at in survivors(partial(_survivors, name, text), range(len(found)), PARTS):
        alive.append(str(found[at]))
        if alive[-1] not in unnoticed or len(texts[alive[-1]]) > 1:
            raise Refuted(f"a change goes unnoticed: {alive[-1]}")
    if noticed := sorted(unnoticed.keys() - {*alive}):
        raise Refuted(f"changes are listed as unnoticed and are not: {' | '.join(noticed)}")
    if len(alive) > (1 - LEAST) * len(found):
        raise Refuted(f"{len(alive)} of {len(found)} changes go unnoticed")
    return f"{len(found):,} changes, {len(alive)} of which mean the same"


def _survivors(name: str, text: Text | None, numbers: Sequence[int]) -> list[int]:
    page: Page = resolve_name(f"qttt.verification.{name}")
    tests, found = tests_of(page), _changes(text or page.text)
    return [number for number in numbers if not tests.notice(found[number])]


def listed(game: str) -> dict[str, str]:
    """The changes that `unnoticed.toml` of a game lists, as texts, each with the reason why nothing changes."""
    rows = tomllib.loads(files(f"qttt.verification.{game}").joinpath("unnoticed.toml").read_text(encoding="utf-8"))
    return {shown(row["rule"], row["before"], row["after"]): row["reason"] for row in rows["change"]}


@lru_cache(1)
def _changes(text: Text) -> tuple[Mutant, ...]:
    return tuple(mutants(text))


def tests_of(page: Page) -> Tests:
    """Corpora of two settings, the first and the last, and what the reference says of wrong options."""
    games = page.games[0], page.games[-1]
    corpora = tuple(page.corpus(game, "changes", GAMES, TEXTS, page.telling_positions(game)) for game in games)
    return Tests(page, corpora, tuple(_refusal(page.reference, options) for options in page.several_rules))


def refusals(page: Page, text: Text) -> tuple[str, ...]:
    """The rules under which a text rejects the options that break several rules."""
    return tuple(_refusal(page.engine(text), options) for options in page.several_rules)


def _refusal(set_up: SetUp, options: Mapping[str, Any]) -> str:
    try:
        set_up(options)
    except Refused as refused:
        return refused.rule
    return "no rule"
