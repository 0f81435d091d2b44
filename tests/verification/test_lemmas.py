"""The line on the basis of each lemma says what its claims say, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from qttt.spec import Lemma, lemmas
from qttt.spec.lemmas import read_basis
from qttt.verification.registry import Claim, claims


def same(text: str) -> str:
    """A statement as a line quotes it: after a colon, and without the full stop."""
    return text[:1].lower() + text[1:].removesuffix(".")


def faults(pages: Mapping[str, Lemma], rows: Mapping[str, Claim]) -> list[str]:
    """What lines say that the claims do not."""
    told = []
    for lemma in pages.values():
        game = lemma.id.partition(":")[0]
        for part in (part for part in lemma.basis if part.claim):
            at = pages[f"{game}:{part.lemma}"] if part.lemma else lemma
            quoted = [each.statement for each in at.basis if each.claim == part.claim]
            claim = rows.get(part.claim)
            if claim is None or (claim.strength, claim.on) != (part.strength, part.on):
                told.append(f"{lemma.id}: {part.claim} is {claim and (claim.strength, claim.on)}")
            elif [*map(same, quoted)] != [same(claim.statement)]:
                told.append(f"{lemma.id}: {part.claim} says '{claim.statement}'")
    return told


ROWS = {claim.id: claim for claim in claims()}


def test_every_lemma_says_what_its_claims_say() -> None:
    assert len(lemmas()) == 50
    assert faults(lemmas(), ROWS) == []


@pytest.mark.parametrize(
    ("id", "changed"),
    [
        ("goff-forest", {"strength": "exhausted", "on": ""}),
        ("goff-forest", {"on": "page"}),
        ("goff-forest", {"statement": "The kernels keep every forest right."}),
        ("goff-three-trees", {"statement": "After n plies there are 9 - n trees."}),
    ],
)
def test_line_that_drifts_is_noticed(id: str, changed: dict[str, str]) -> None:
    told = faults(lemmas(), ROWS | {id: replace(ROWS[id], **changed)})
    assert {each.split(": ")[1].split()[0] for each in told} == {id}
    assert faults(lemmas(), {each: claim for each, claim in ROWS.items() if each != id})


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Claim `goff-forest` (proved).",
        "*Basis.* Proved.",
        "*Basis.* Argued below: all. Proved on the kernel (goff-forest): sides stay right.",
        "*Basis.* Proved on the kernel (`goff-forest`): sides stay right",
    ],
)
def test_lemma_needs_a_line_on_its_basis(line: str) -> None:
    with pytest.raises(ValueError, match="LEMMA goff:any: expected a line such as"):
        read_basis("goff:any", f"*Any.*\n\n{line}\n\nProof. None. ∎")
