"""`qttt verify`: the claims, established again."""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.errors import BadInput
from qttt.app.games import listed
from qttt.verification.registry import Claim, claims
from qttt.verification.runner import ExtraMissing, Result, run

NEAREST = 5
"""IDs that are offered for one that is unknown."""


def established(names: Sequence[str], full: bool, on_result: Callable[[Result], None] | None = None) -> list[Result]:
    """The results of the claims with these IDs, of all if there are none.

    Claims that take minutes are run under `full` or if named; those that need a GPU if there is one, too.
    Raises BadInput for an unknown ID, and if the extra `verify` is not installed.
    """
    chosen = _chosen(names)
    try:
        return run(chosen, full or bool(names), on_result, gpu=(full or bool(names)) and _gpu_works(chosen))
    except ExtraMissing as error:
        raise BadInput(f"{error}; install it with: python -m pip install 'qttt[verify]'") from error


def described(results: Sequence[Result]) -> dict[str, Any]:
    """The JSON object of the results."""
    return {
        "ok": all(result.ok for result in results),
        "claims": [
            {
                "id": result.claim.id,
                "statement": result.claim.statement,
                "strength": result.claim.strength,
                "bound": result.claim.bound,
                "ok": result.ok,
                "seconds": round(result.seconds, 3),
                "detail": result.detail,
                "mutants": dict(result.mutants),
            }
            for result in results
        ],
    }


def printed(names: Sequence[str], full: bool) -> list[Result]:
    """Print each claim as it is established, with what refutes it if it fails, and how many held."""
    out = screen.console()
    head = [_row("", "claim", "strength", "bound", "time", "mutants", style="dim")]

    def told(result: Result) -> None:
        while head:
            out.print(head.pop())
        out.print(_told(result))

    with out.status("checking"):
        results = established(names, full, told)
    held = sum(result.ok for result in results)
    out.print()
    out.print(Text(f"{held} of {len(results)} claims hold.", "green" if held == len(results) else "bold red"))
    return results


def _told(result: Result) -> Group:
    caught = sum(was_caught for _, was_caught in result.mutants)
    row = _row(
        "[green]✓[/]" if result.ok else "[bold red]✗[/]",
        result.claim.id,
        result.claim.strength,
        Text(result.claim.bound),
        f"{result.seconds:.1f} s",
        f"{caught} of {len(result.claim.mutants)}",
    )
    failures = [f"  missed the mutant {name}" for name, was_caught in result.mutants if not was_caught]
    if not result.ok and not failures:
        failures = [f"  {result.detail}"]
    return Group(row, *(Text(failure, "red") for failure in failures))


def _row(mark: str, claim: str, strength: str, bound: Text | str, time: str, mutants: str, style: str = "") -> Table:
    """A line of the table of claims; lines are printed one by one, as results come."""
    row = Table.grid(padding=(0, 2, 0, 0), expand=True)
    for width in (1, 24, 10):
        row.add_column(width=width)
    row.add_column(ratio=1)
    row.add_column(width=7, justify="right")
    row.add_column(width=7, justify="right")
    row.add_row(mark, claim, strength, bound, time, mutants, style=style)
    return row


def _chosen(names: Sequence[str]) -> list[Claim]:
    known = {claim.id: claim for claim in claims()}
    unknown = [name for name in names if name not in known]
    if unknown:
        near = get_close_matches(unknown[0], known, n=NEAREST, cutoff=0)
        raise BadInput(f"unknown claim '{unknown[0]}': the nearest IDs are {listed(near)}")
    return [known[name] for name in names] or list(known.values())


def _gpu_works(chosen: Sequence[Claim]) -> bool:
    from qttt.fast.backend import DeviceError, device

    if not any(claim.gpu for claim in chosen):
        return False
    try:
        device("gpu")
    except DeviceError:
        return False
    return True
