"""Runs claims: each check on the real thing, which it must accept, and on its mutants, which it must refute."""

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from inspect import signature

from qttt.verification import Refuted
from qttt.verification.registry import Claim, check_of, mutants_of

EXTRA = {
    "z3": "z3-solver",
    "crosshair": "crosshair-tool",
    "hypothesis": "hypothesis",
    "jsonschema": "jsonschema",
    "sympy": "sympy",
    "qiskit": "qiskit",
}
LONG = "takes minutes: run it with --full or by its ID"
"""The reason for skipping a claim marked `full`."""


class ExtraMissing(RuntimeError):
    """The checks need a package of the extra `verify` that is not installed."""


Caught = tuple[tuple[str, bool], ...]
"""The names of mutants, each with whether it was caught."""


@dataclass(frozen=True)
class Result:
    """The result of a claim: `ok` if the check accepts the real thing and refutes every mutant.

    `detail` is the sentence that the check returns, or the counterexample. `mutants`: name, and whether it was caught.
    `cpu_seconds` counts all threads and processes of the check; `seconds` is the elapsed time.
    """

    claim: Claim
    ok: bool
    seconds: float
    detail: str
    mutants: tuple[tuple[str, bool], ...]
    cpu_seconds: float = 0.0


@dataclass(frozen=True)
class Skipped:
    """A claim that does not run, and the reason."""

    claim: Claim
    reason: str


def require_extra() -> None:
    """Raises `ExtraMissing` if a package of the extra `verify` is not installed."""
    missing = [package for module, package in EXTRA.items() if find_spec(module) is None]
    if missing:
        raise ExtraMissing(f"{', '.join(missing)} not installed: the checks need the extra `verify`")


def planned(claims: Iterable[Claim], full: bool) -> tuple[list[Claim], list[Skipped]]:
    """The claims to run and the claims to skip, in their order: claims marked `full` run only under `full`."""
    chosen = list(claims)
    run = [claim for claim in chosen if full or not claim.full]
    return run, [Skipped(claim, LONG) for claim in chosen if claim not in run]


def run_one(claim: Claim) -> Result:
    """The result of one claim, including its mutants.

    An error in a check is not raised: the result is not ok, and `detail` names the error.
    """
    return outcome_of(claim, lambda check: (check(), caught_by(check, claim)))


def in_parts(check: Callable[..., str]) -> bool:
    """Whether a check can run in parts: whether it takes `part`, a number and how many parts there are."""
    return "part" in signature(check).parameters


def share(cases: int, part: tuple[int, int]) -> range:
    """The numbers of those of some cases that belong to a part.

    >>> [*share(7, (1, 2))]
    [3, 4, 5, 6]
    """
    number, parts = part
    return range(cases * number // parts, cases * (number + 1) // parts)


def outcome_of(claim: Claim, run: Callable[[Callable[..., str]], tuple[str, Caught]]) -> Result:
    """The result of a claim from what `run` does with its check: the detail, and the mutants that were caught."""
    began, cpu_began = time.perf_counter(), _cpu_seconds()
    caught: Caught = ()
    try:
        detail, caught = run(check_of(claim))
        ok = all(was_caught for _, was_caught in caught)
    except Refuted as refuted:
        ok, detail = False, str(refuted)
    except Exception as error:
        ok, detail = False, f"the check raised {type(error).__name__}: {error}"
    seconds, cpu_seconds = time.perf_counter() - began, _cpu_seconds() - cpu_began
    return Result(claim, ok, seconds, detail, caught, cpu_seconds)


def run_part(claim: Claim, number: int, parts: int) -> Result:
    """The result of a part of a claim whose check runs in parts; part number `parts` are its mutants."""
    if number < parts:
        return outcome_of(claim, lambda check: (check(part=(number, parts)), ()))
    return outcome_of(claim, lambda check: ("", caught_by(check, claim)))


def caught_by(check: Callable[..., str], claim: Claim) -> Caught:
    """Which mutants of a claim a check refutes."""
    return tuple((name, refutes(check, mutant)) for name, mutant in mutants_of(claim).items())


def _cpu_seconds() -> float:
    """The CPU time of this process and of the processes that it has waited for."""
    return sum(os.times()[:4])


def refutes(check: Callable[..., str], mutant: object) -> bool:
    """Whether a check refutes a mutant. Any error other than `Refuted` passes through: a crash is not a refutation."""
    try:
        check(mutant)
    except Refuted:
        return True
    return False
