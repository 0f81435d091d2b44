"""Finds the known errors of the pages that an engine has: it fails their vectors as an engine with the error does."""

from __future__ import annotations

from collections import Counter

from qttt.spec import vectors
from qttt.verification.conform.results import OfGame, Status
from qttt.verification.conform.truth import Truth

KNOWN = "known-error:"
"""How the flags of vectors begin that name a known error."""


def known_errors(truth: Truth, results: OfGame) -> dict[str, int]:
    """The flag of each known error of which every vector fails that was asked, in a field in which it fails with the
    error planted in the reference; with the number of vectors, those with most first."""
    cases = [case for level in results.levels for case in level.cases]
    failed = {case.id: {name for name, answer in case.fields if answer == "wrong"} for case in cases}
    skipped = {case.id for case in cases if case.status is Status.SKIPPED}
    asked = {id for level in results.levels for id in level.passed} | failed.keys() - skipped
    found = Counter[str]()
    for name, planted in truth.known_errors.items():
        against = [
            vector for vector in vectors(truth.suite.game) if KNOWN + name in vector.flags and vector.id in asked
        ]
        if all(failed.get(each.id, set()) & truth.suite.run(planted, each).wrong.keys() for each in against):
            found[KNOWN + name] = len(against)
    return {flag: number for flag, number in found.most_common() if number}
