"""The claims, read from `claims.toml`."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import resolve_name
from typing import Any

from qttt.verification.mutants import ARROW, spelt_out

STRENGTHS = {
    "proved": "z3 finds no counterexample among all inputs within the bound",
    "exhausted": "every case within the bound was run",
    "certified": "only the reference checked a certificate of the fast engine: strategies of both players",
    "tested": "a sample was run; the bound states its size and seed",
}
"""What each strength of a claim means, the strongest first."""
PROVED = "proved"
"""The strength of claims whose check runs a text for all inputs at once."""
RUNS_ON = {
    "page": "the formal text of the rule page",
    "kernel": "the text of a kernel",
    "reference": "the text of the reference",
    "model": "a model written for the proof",
}
"""What such a check runs on, by the words of the field `on`. A check that compares two texts is on the first of them in
this order; one on a kernel may state in a model what the kernel must do."""


@dataclass(frozen=True)
class Claim:
    """A statement of the project about itself.

    `check` and `mutants` are names below `qttt.verification`; a mutant can also be an error that is spelt out, see
    `qttt.verification.mutants`. A claim with `full` takes long and runs only on request. A claim with `established =
    false` has never run to its end. `on` names what a proof runs on; it is empty for all other claims.

    `about` names the functions that the claim is about, as `qttt.verification.mutants` takes them: the check must
    notice small errors in them. `few` are the arguments of the check for a run that is not full, and `tiny` those for
    a mutant, by default the same; under `--full` the check runs without arguments.
    """

    id: str
    statement: str
    game: str
    rules: tuple[str, ...]
    strength: str
    bound: str
    check: str
    mutants: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    few: Mapping[str, Any] = field(default_factory=dict, hash=False)
    tiny: Mapping[str, Any] | None = field(default=None, hash=False)
    full: bool = False
    established: bool = True
    on: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether the claim is about pages and the reference only: its check then needs no compiled kernels."""
        plain = ("page.", "reference.")
        return bool(self.about) and all(name.removeprefix("-").startswith(plain) for name in self.about)

    def __post_init__(self) -> None:
        if self.strength not in STRENGTHS:
            raise ValueError(f"claim {self.id}: unknown strength {self.strength!r}: expected {', '.join(STRENGTHS)}")
        allowed = tuple(RUNS_ON) if self.strength == PROVED else ("",)
        if self.on not in allowed:
            expected = ", ".join(allowed) if self.strength == PROVED else "nothing"
            raise ValueError(f"claim {self.id}, {self.strength}, is on {self.on!r}: expected {expected}")
        if not (self.mutants or self.about):
            raise ValueError(f"claim {self.id} has no mutant: a check that cannot fail is evidence of nothing")


@cache
def claims() -> tuple[Claim, ...]:
    """All claims, in the order of the file. Raises `ValueError` for an unknown strength, a field `on` that does not
    fit it, a claim without a mutant or an ID used twice, and `TypeError` for a missing or unknown field."""
    rows = tomllib.loads((files(__package__) / "claims.toml").read_text(encoding="utf-8"))["claim"]
    lists = ("rules", "mutants", "about")
    loaded = tuple(Claim(**row | {name: tuple(row.get(name, ())) for name in lists}) for row in rows)
    ids = [claim.id for claim in loaded]
    for id in ids:
        if ids.count(id) > 1:
            raise ValueError(f"two claims have the ID {id}")
    return loaded


def check_of(claim: Claim) -> Callable[..., str]:
    """The check of a claim. Imports its module, so raises `ImportError` without the extra `verify`."""
    check: Callable[..., str] = resolve(claim.check)
    return check


def mutants_of(claim: Claim) -> dict[str, Any]:
    """The mutants of a claim by their names: what takes the place of the real thing, or the spelt out `Mutant`."""
    return {name: spelt_out(name) if ARROW in name else resolve(name) for name in claim.mutants}


def resolve(name: str) -> Any:
    """What a name below `qttt.verification` means."""
    try:
        return resolve_name(f"{__package__}.{name}")
    except AttributeError:
        import_module(f"{__package__}.{name.rpartition('.')[0]}")  # raises the error of a failing import
        raise
