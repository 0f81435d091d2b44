"""Finds the known errors of the pages that an engine has: it fails their vectors as an engine with the error does."""

from __future__ import annotations

from collections import Counter

from qttt.spec import vectors
from qttt.verification.conform.results import OfGame, Status
from qttt.verification.conform.truth import Truth

KNOWN = "known-error:"
"""How the flags of vectors begin that name a known error."""


def known_errors(truth: Truth, results: OfGame, can_reject: bool) -> dict[str, int]:
    """The flag of each known error for which every vector fails that can show it: in all fields that were asked and in
    which it fails with the error planted in the reference. With the number of vectors, those with most first.

    An engine that cannot reject an action, because it only gets legal ones, is not judged by `legal`.
    """
    cases = {case.id: case for level in results.levels for case in (*level.passed, *level.cases)}
    found = Counter[str]()
    for name, planted in truth.known_errors.items():
        answers = Counter[str]()
        for vector in vectors(truth.suite.game):
            if KNOWN + name in vector.flags and (case := cases.get(vector.id)):
                wrong = truth.suite.run(planted, vector).wrong.keys() - (set() if can_reject else {"legal"})
                shown = {answer for field, answer in case.fields if field in wrong and answer != "left"}
                answers.update(["right"] if "right" in shown or (case.status is Status.FAILED and not shown) else shown)
        if not answers["right"]:
            found[KNOWN + name] = answers["wrong"]
    return {flag: number for flag, number in found.most_common() if number}
