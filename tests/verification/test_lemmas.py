"""The line on the basis of each lemma says what its claims say, and no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from qttt.spec import lemmas
from qttt.spec.text import Shown, read_basis
from qttt.verification.registry import Claim, claims

ROWS = {claim.id: claim for claim in claims()}


def same(text: str) -> str:
    """A statement as a line quotes it: after a colon, and without the full stop."""
    return text[:1].lower() + text[1:].removesuffix(".")


def faults(rows: Mapping[str, Claim]) -> Iterator[Shown]:
    """What lines say that the claims do not."""
    for lemma in lemmas().values():
        for part in (part for part in lemma.basis if part.claim):
            quoting = lemmas()[f"{lemma.id.partition(':')[0]}:{part.lemma}"] if part.lemma else lemma
            quoted = [same(each.statement) for each in quoting.basis if each.claim == part.claim]
            row = rows.get(part.claim)
            if row is None or (row.strength, row.on, [same(row.statement)]) != (part.strength, part.on, quoted):
                yield part


def test_every_lemma_says_what_its_claims_say() -> None:
    assert len(lemmas()) == 50
    assert [*faults(ROWS)] == []


@pytest.mark.parametrize(
    "changed",
    [
        replace(ROWS["goff-forest"], strength="exhausted", on=""),
        replace(ROWS["goff-forest"], on="page"),
        replace(ROWS["goff-forest"], statement="The kernels keep every forest right."),
        replace(ROWS["goff-three-trees"], statement="After n plies there are 9 - n trees."),
    ],
)
def test_line_that_drifts_is_noticed(changed: Claim) -> None:
    assert {part.claim for part in faults(ROWS | {changed.id: changed})} == {changed.id}


def test_lemma_without_its_claim_is_noticed() -> None:
    assert [part.claim for part in faults({id: row for id, row in ROWS.items() if id != "goff-forest"})] == [
        "goff-forest"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Claim `goff-forest` (proved).",
        "*Basis.* Proved.",
        "*Basis.* Argued below: all. Proved on the kernel: sides stay right, (`goff-forest`)",
    ],
)
def test_lemma_needs_a_line_on_its_basis(line: str) -> None:
    with pytest.raises(ValueError, match="LEMMA any: expected a line such as"):
        read_basis("any", f"*Any.*\n\n{line}\n\nProof. None. ∎")
