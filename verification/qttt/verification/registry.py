"""The claims, read from `claims.toml`, and the tests whose planted errors run beside them."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import resolve_name
from typing import Any

from qttt.verification.mutants import ARROW, read_mutant

STRENGTHS = {
    "proved": "z3 finds no counterexample among all inputs within the bound, or Coq accepts a proof of it",
    "exhausted": "every case within the bound was run",
    "certified": "only the reference checked a certificate of the fast engine: strategies of both players",
    "searched": "no counterexample in the stated number of examples, some of which CrossHair finds by symbolic search",
    "tested": "a sample was run; the bound states its size and seed",
    "argued": "proved on paper, at the stated place; the check runs cases of it",
}
"""What each strength of a claim means, the strongest first."""
PROVED = "proved"
"""The strength of claims whose check runs a text for all inputs at once."""
RUNS_ON = {
    "page": "the formal text of the rule page",
    "kernel": "the text of a kernel",
    "reference": "the text of the reference",
    "model": "a model written for the proof",
    "coq": "definitions written in Coq",
}
"""What such a check runs on, by the words of the field `on`. A check that compares two texts is on the first of them in
this order; one on a kernel may state in a model what the kernel must do."""
WHOLE, SAMPLE = "whole", "sample"
"""The bounds at which a check can run: that of its claim, or the smaller one of a run that is not full."""


@dataclass(frozen=True)
class Claim:
    """A statement of the project about itself, in one game.

    `check` and `mutants` are names below `qttt.verification`; a mutant can also be an error that is spelt out, see
    `qttt.verification.mutants`. A claim with `full` takes long and runs only on request. `on` names what a proof runs
    on; it is empty for all other claims. `family` is the ID of the row, if the row holds of several games.

    `about` names the functions that the claim is about, as `qttt.verification.mutants` takes them: the check must
    notice small errors in them. `few` are the arguments of the check for a run that is not full, `sample` says what
    it then runs, and `tiny` are those for a mutant, by default `few`; under `--full` the check runs without arguments.

    `needs` are programs or devices that the check cannot do without, and `reads` files of the repository, beside the
    modules that it imports; such a claim runs only in a checkout. A claim with `test` is none, but a test that pytest
    runs at its whole bound: only its mutants run here.
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
    few: Mapping[str, object] = field(default_factory=dict, hash=False)
    sample: str = ""
    tiny: Mapping[str, object] | None = field(default=None, hash=False)
    full: bool = False
    on: str = ""
    family: str = ""
    needs: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    test: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether the claim is about pages and the reference only: its check then needs no compiled kernels."""
        plain = ("page.", "reference.")
        return bool(self.about) and all(name.removeprefix("-").startswith(plain) for name in self.about)

    def arguments(self, full: bool) -> dict[str, object]:
        """The arguments of the check in a run that is full, or is not."""
        return {} if full else dict(self.few)

    def ran(self, arguments: Mapping[str, object]) -> tuple[str, str, str]:
        """The bound at which the check runs with these arguments, the strength that it then has, and the bound in
        words. A sample makes any claim *tested*."""
        return (SAMPLE, "tested", self.sample) if arguments else (WHOLE, self.strength, self.bound)

    def __post_init__(self) -> None:
        if self.strength not in STRENGTHS:
            raise ValueError(f"claim {self.id}: unknown strength {self.strength!r}: expected {', '.join(STRENGTHS)}")
        allowed = tuple(RUNS_ON) if self.strength == PROVED else ("",)
        if self.on not in allowed:
            expected = ", ".join(allowed) if self.strength == PROVED else "nothing"
            raise ValueError(f"claim {self.id}, {self.strength}, is on {self.on!r}: expected {expected}")
        if not (self.mutants or self.about):
            raise ValueError(f"claim {self.id} has no mutant: a check that cannot fail is evidence of nothing")
        if bool(self.few) != bool(self.sample):
            raise ValueError(f"claim {self.id}: expected `sample`, in words, if and only if there is `few`")


@cache
def checks() -> tuple[Claim, ...]:
    """All claims and tests of `claims.toml`, in its order, those of a family one by one.

    Raises `ValueError` for a row that `Claim` does not take or an ID used twice, and `TypeError` for a missing or
    unknown field.
    """
    table = tomllib.loads((files(__package__) / "claims.toml").read_text(encoding="utf-8"))
    found = (*_members(table["claim"]), *_members(table["test"], test=True))
    ids = [each.id for each in found]
    for id in ids:
        if ids.count(id) > 1:
            raise ValueError(f"two claims have the ID {id}")
    return found


def claims() -> tuple[Claim, ...]:
    """All claims. Raises as `checks` does."""
    return tuple(each for each in checks() if not each.test)


def _members(rows: list[dict[str, Any]], **more: object) -> Iterator[Claim]:
    """The claims of some rows. A row with `games` has one for each game, `GAME-ID` if the table of the game does not
    name another ID: the table's fields go before those of the row, in which "{game}" stands for the name of the game.
    """
    for row in rows:
        shared = {name: value for name, value in row.items() if name not in ("games", *row.get("games", ()))}
        for game in row.get("games", ()):
            own = {"id": f"{game}-{row['id']}", "game": game, "family": row["id"]}
            yield _claim(_filled(shared, game) | own | row.get(game, {}) | more)
        if "games" not in row:
            yield _claim(shared | more)


def _claim(fields: dict[str, Any]) -> Claim:
    lists = ("rules", "mutants", "about", "needs", "reads")
    return Claim(**fields | {name: tuple(fields.get(name, ())) for name in lists})


def _filled(value: object, game: str) -> Any:
    """A value in which the name of a game stands for "{game}"."""
    match value:
        case str():
            return value.replace("{game}", game)
        case list():
            return [_filled(each, game) for each in value]
        case dict():
            return {name: _filled(each, game) for name, each in value.items()}
    return value


def check_of(claim: Claim) -> Callable[..., str | None]:
    """The check of a claim. Imports its module, so raises `ImportError` without the extra `verify`."""
    check: Callable[..., str | None] = resolve(claim.check)
    return check


def mutants_of(claim: Claim) -> dict[str, object]:
    """The mutants of a claim by their names: what takes the place of the real thing, or the spelt out `Mutant`."""
    return {name: read_mutant(name) if ARROW in name else resolve(name) for name in claim.mutants}


def resolve(name: str) -> Any:
    """What a name below `qttt.verification` means."""
    try:
        return resolve_name(f"{__package__}.{name}")
    except AttributeError:
        import_module(f"{__package__}.{name.rpartition('.')[0]}")  # raises the error of a failing import
        raise
