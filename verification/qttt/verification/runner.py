"""Runs claims: each check on the real thing, which it must accept, and on its mutants, which it must notice."""

import os
import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

from qttt.verification import Refuted
from qttt.verification.dependence import ROOT, digest
from qttt.verification.killing import Failed, Interpreter
from qttt.verification.mutants import Mutant, equivalent, few, mutants_about
from qttt.verification.registry import PROVED, Claim, check_of, mutants_of

EXTRA = {
    "z3": "z3-solver",
    "crosshair": "crosshair-tool",
    "hypothesis": "hypothesis",
    "jsonschema": "jsonschema",
    "sympy": "sympy",
    "qiskit": "qiskit",
}
LEAST = 0.98
"""The share of the mutants of a claim's functions that its check must notice."""
LONG = "takes minutes: run it with --full or by its ID"
"""The reason for skipping a claim marked `full`."""
HELD = "recorded at its whole bound with the same source; --again runs it"
"""The reason for skipping a claim under `--full`."""
MISSING = "not run: no "
"""With it begins the reason for skipping a claim whose check needs what is not there."""


class ExtraMissing(RuntimeError):
    """The checks need a package of the extra `verify` that is not installed."""


Caught = tuple[tuple[str, bool], ...]
"""The names of mutants, each with whether it was caught."""


@dataclass(frozen=True)
class Result:
    """The result of a claim: `ok` if the check accepts the real thing, refutes every mutant made by hand, and notices
    at least 98% of the others.

    `detail` is the sentence that the check returns, by default the bound, or the counterexample. `mutants`: name, and
    whether it was caught. `cpu_seconds` counts all threads and processes of the check; `seconds` is the elapsed time.
    `arguments` are those of the check, none at the whole bound, and `digest` is that of the source with which it began.
    """

    claim: Claim
    ok: bool
    seconds: float
    detail: str
    mutants: tuple[tuple[str, bool], ...]
    cpu_seconds: float = 0.0
    arguments: Mapping[str, Any] = field(default_factory=dict)
    digest: str = ""


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


def planned(
    claims: Iterable[Claim], full: bool, held: Callable[[Claim], bool] = lambda _: False
) -> tuple[list[Claim], list[Skipped]]:
    """The claims to run and the claims to skip, in their order: claims marked `full` run only under `full`, those that
    `held` says have held already do not run, and neither do those that need what this machine lacks."""
    reasons = [
        (claim, missing(claim) or (HELD if held(claim) else "" if full or not claim.full else LONG)) for claim in claims
    ]
    return [claim for claim, reason in reasons if not reason], [Skipped(*each) for each in reasons if each[1]]


def missing(claim: Claim) -> str:
    """Why the check of a claim cannot run here, "" if it can: a program, a GPU or the repository is missing."""
    lacks = [need for need in claim.needs if not (_has_gpu() if need == "gpu" else shutil.which(need))]
    if (claim.needs or claim.reads) and not (ROOT / "pyproject.toml").is_file():
        lacks.insert(0, "checkout")
    return f"{MISSING}{lacks[0]}" if lacks else ""


@cache
def _has_gpu() -> bool:
    from qttt.fast.backend import Cpu, device

    return not isinstance(device(), Cpu)


def run_one(claim: Claim, full: bool = False) -> Result:
    """The result of one claim, including its mutants: with `full` at its whole bound, with every mutant. Only the
    mutants of a test run.

    An error in a check is not raised: the result is not ok, and `detail` names the error.
    """
    began, cpu_began = time.perf_counter(), _cpu_seconds()
    caught: Caught = ()
    bound, source = claim.arguments(full), ""
    try:
        source, check = digest(claim), check_of(claim)
        if claim.test:
            detail = "pytest runs the test; its mutants ran"
        else:
            found = _interpreter().run(claim.check, bound) if claim.is_plain else check(**bound)
            detail = found or claim.ran(bound)[-1]
        mutants, seconds = mutants_of(claim), _cpu_seconds() - cpu_began
        spelt_out = {name: mutant for name, mutant in mutants.items() if isinstance(mutant, Mutant)}
        alive = _survivors(claim, spelt_out, seconds if claim.strength == PROVED and claim.tiny is None else None)
        by_hand = tuple(
            (name, name not in alive if name in spelt_out else refutes(check, mutant, bound))
            for name, mutant in mutants.items()
        )
        planted, noticed = planted_errors(claim, full) if claim.about else ((), ())
        caught = (*by_hand, *planted)
        missed = sum(not was_caught for _, was_caught in planted)
        ok = all(was_caught for _, was_caught in by_hand) and missed <= (1 - LEAST) * len(planted) and not noticed
        if noticed:
            detail = f"listed as equivalent, and noticed: {' | '.join(noticed)}"
    except (Failed, Refuted) as error:
        ok, detail = False, str(error)
    except Exception as error:
        ok, detail = False, f"the check raised {type(error).__name__}: {error}"
    seconds, cpu_seconds = time.perf_counter() - began, _cpu_seconds() - cpu_began
    return Result(claim, ok, seconds, detail, caught, cpu_seconds, bound, source)


def planted_errors(claim: Claim, full: bool = False) -> tuple[Caught, list[str]]:
    """Which small errors in the functions of a claim its check notices: a seeded few, or with `full` all.

    With `full` also those that are listed as equivalent and are noticed. Raises `Refuted` if the check fails without an
    error at the bound for mutants, and if a mutant listed as equivalent is none.
    """
    mutants = mutants_about(claim.about)
    places = tuple({f"{mutant.module}:{mutant.place}: " for mutant in mutants.values()})
    if gone := [name for name in equivalent() if name.startswith(places) and name not in mutants]:
        raise Refuted(f"equivalent.toml lists '{gone[0]}', a change that is not made")
    same = [name for name in mutants if name in equivalent(claim.game)]
    others = {name: mutant for name, mutant in mutants.items() if name not in same}
    chosen = [*others] if full else few(others)
    alive = _survivors(claim, {name: mutants[name] for name in chosen})
    alike = _survivors(claim, {name: mutants[name] for name in same}) if full else same
    return tuple((name, name not in alive) for name in chosen), [name for name in same if name not in alike]


def _survivors(claim: Claim, mutants: Mapping[str, Mutant], seconds: float | None = None) -> list[str]:
    """The names of the mutants that the check of a claim does not notice. `seconds` is the processor time that it takes
    without any, if it has run as it runs for mutants. Raises `Refuted` if it fails without any."""
    try:
        bound = claim.few if claim.tiny is None else claim.tiny
        return _interpreter().survivors(claim.check, bound, mutants, seconds) if mutants else []
    except Failed as failed:
        raise Refuted(str(failed)) from failed


@cache
def _interpreter() -> Interpreter:
    """The process of this process in which plain checks and the checks of mutants run."""
    return Interpreter()


def _cpu_seconds() -> float:
    """The CPU time of this process, of the processes that it has waited for, and of the one that runs mutants."""
    return sum(os.times()[:4]) + (_interpreter().seconds if _interpreter.cache_info().currsize else 0)


def refutes(check: Callable[..., object], mutant: object, bound: Mapping[str, Any] = MappingProxyType({})) -> bool:
    """Whether a check refutes a mutant. Any error other than `Refuted` passes through: a crash is not a refutation."""
    try:
        check(mutant, **bound)
    except Refuted:
        return True
    return False
