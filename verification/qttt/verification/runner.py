"""Runs claims: each check on the real thing, which it must accept, and on its mutants, which it must refute."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec

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


class ExtraMissing(RuntimeError):
    """The checks need a package of the extra `verify` that is not installed."""


@dataclass(frozen=True)
class Result:
    """What came of a claim: `ok` if the check accepts the real thing and refutes every mutant.

    `detail` is what the check says it did, or the counterexample. `mutants`: name, and whether it was caught.
    """

    claim: Claim
    ok: bool
    seconds: float
    detail: str
    mutants: tuple[tuple[str, bool], ...]


def run(
    claims: Iterable[Claim],
    full: bool = False,
    on_result: Callable[[Result], None] | None = None,
    *,
    gpu: bool = False,
) -> list[Result]:
    """The results of the claims in their order; `on_result` is called with each as it comes.

    Claims marked `full` and `gpu` are left out unless asked for. Raises `ExtraMissing` without the extra `verify`. An
    error in a check does not raise: the claim's result is not ok, and says so.
    """
    missing = [package for module, package in EXTRA.items() if find_spec(module) is None]
    if missing:
        raise ExtraMissing(f"{', '.join(missing)} not installed: the checks need the extra `verify`")
    results = []
    for claim in claims:
        if (full or not claim.full) and (gpu or not claim.gpu):
            results.append(run_one(claim))
            if on_result:
                on_result(results[-1])
    return results


def run_one(claim: Claim) -> Result:
    """The result of one claim, its mutants included."""
    began = time.perf_counter()
    caught: list[tuple[str, bool]] = []
    try:
        check = check_of(claim)
        detail = check()
        for name, mutant in mutants_of(claim).items():
            caught.append((name, refutes(check, mutant)))
        ok = all(was_caught for _, was_caught in caught)
    except Refuted as refuted:
        ok, detail = False, str(refuted)
    except Exception as error:
        ok, detail = False, f"the check broke: {type(error).__name__}: {error}"
    return Result(claim, ok, time.perf_counter() - began, detail, tuple(caught))


def refutes(check: Callable[..., str], mutant: object) -> bool:
    """Whether a check refutes a mutant. Any other error than `Refuted` passes through: a crash is no refutation."""
    try:
        check(mutant)
    except Refuted:
        return True
    return False
