"""Whether every small change of a formal text is noticed: by its language, a corpus of the reference, or a vector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pkgutil import resolve_name

from qttt.spec import vectors
from qttt.verification import Refuted
from qttt.verification.formal.corpus import Corpus
from qttt.verification.formal.mutants import Mutant, mutants
from qttt.verification.formal.page import Page, Text
from qttt.verification.survivors import LEAST, limited, survivors

SECONDS = 120
"""After so much CPU time a changed text counts as noticed: it does not come to an end."""
PARTS = 32
"""The changes are divided into so many parts: each part makes all changes of the text anew."""


@dataclass(frozen=True)
class Tests:
    """What a changed text must pass to go unnoticed."""

    page: Page
    corpora: tuple[Corpus, ...]

    def notice(self, mutant: Mutant) -> bool:
        """Whether a change is noticed."""
        try:
            with limited(SECONDS):
                for corpus in self.corpora:
                    corpus.check(self.page.game(corpus.game, mutant.text))
                return self._fails_a_vector(mutant)
        except Exception:  # whatever goes wrong in a changed text is noticed
            return True

    def _fails_a_vector(self, mutant: Mutant) -> bool:
        set_up = self.page.engine(mutant.text)
        ordered = sorted(vectors(self.page.name), key=lambda vector: mutant.rule not in vector.rules)
        return any(self.page.suite.run(set_up, vector).wrong for vector in ordered)


def every_change_is_noticed(name: str, unnoticed: Mapping[str, str], text: Text | None = None) -> str:
    """Changes of a text are noticed, at least 98 % of them; `unnoticed` lists the others, each with the reason.

    `name` is that of the `Page`, below `qttt.verification`.
    """
    page: Page = resolve_name(f"qttt.verification.{name}")
    found = [*mutants(text or page.text)]
    alive = sorted(survivors(partial(_survivors, name, text), range(len(found)), PARTS))
    new = [str(found[at]) for at in alive if str(found[at]) not in unnoticed]
    if new:
        raise Refuted(f"{len(new)} changes go unnoticed: {' | '.join(new)}")
    if len(alive) > (1 - LEAST) * len(found):
        raise Refuted(f"{len(alive)} of {len(found)} changes go unnoticed")
    return f"{len(found):,} changes, {len(alive)} of which mean the same"


def _survivors(name: str, text: Text | None, numbers: Sequence[int]) -> list[int]:
    page: Page = resolve_name(f"qttt.verification.{name}")
    tests, found = tests_of(page), [*mutants(text or page.text)]
    return [number for number in numbers if not tests.notice(found[number])]


def tests_of(page: Page) -> Tests:
    """Corpora of two settings, the first and the last, and all vectors."""
    return Tests(page, tuple(page.corpus(game, "changes", 12, 150) for game in (page.games[0], page.games[-1])))
