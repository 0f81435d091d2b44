"""Claims as a job, whose parts are claims, or parts of the claims about many random games."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar, NamedTuple

from qttt.app.commands.asked import Answer
from qttt.app.jobs.job import Job, JsonObject, Ran, Report, unreported
from qttt.app.verify import Run, json_object, show_results
from qttt.verification.registry import Claim, check_of, claims
from qttt.verification.runner import Result, in_parts, run_one, run_part

PARTS = 16
"""Parts of a claim whose check runs in parts; one more has its mutants."""


class Piece(NamedTuple):
    """A claim, and a part of it; None for a claim in one piece."""

    claim: Claim
    number: int | None


class VerifyJob(Job):
    """Some claims."""

    kind = "verify"
    typed: ClassVar[Mapping[str, str]] = {"claims": "CLAIM"}

    def __init__(self, ids: Sequence[str]) -> None:
        self.ids = ids

    @classmethod
    def of(cls, asked: JsonObject) -> "VerifyJob":
        return cls(asked["claims"])

    @property
    def asked(self) -> JsonObject:
        return {"claims": [*self.ids], "parts": PARTS}

    @cached_property
    def pieces(self) -> list[Piece]:
        """What is run in each part."""
        known = {claim.id: claim for claim in claims()}
        found = []
        for claim in map(known.__getitem__, self.ids):
            numbers = range(PARTS + 1) if in_parts(check_of(claim)) else [None]
            found += [Piece(claim, number) for number in numbers]
        return found

    @property
    def count(self) -> int:
        return len(self.pieces)

    def solve(self, number: int, device: str, report: Report = unreported) -> bytes:
        claim, part = self.pieces[number]
        result = run_one(claim) if part is None else run_part(claim, part, PARTS)
        return json.dumps([result.ok, result.detail, result.mutants]).encode()

    def finish(self, parts: Iterator[bytes], ran: Ran, out: Path | None, plot: Path | None) -> Answer:
        found: dict[Claim, list[Result]] = {}
        for piece, part in zip(self.pieces, parts, strict=True):
            ok, detail, mutants = json.loads(part)
            caught = tuple((name, was_caught) for name, was_caught in mutants)
            found.setdefault(piece.claim, []).append(Result(piece.claim, ok, 0.0, detail, caught))
        run = Run([*found], [], 0, [_whole(claim, results) for claim, results in found.items()])
        run.seconds = ran.seconds
        return Answer(lambda: json_object(run), lambda: show_results(run), run.code)


def _whole(claim: Claim, results: list[Result]) -> Result:
    """The result of a claim from those of all its parts: the first that does not hold tells why."""
    bad = [result for result in results if not result.ok]
    detail = bad[0].detail if bad else "; ".join(result.detail for result in results if result.detail)
    mutants = tuple(mutant for result in results for mutant in result.mutants)
    return Result(claim, not bad, 0.0, detail, mutants)


JOB = VerifyJob
