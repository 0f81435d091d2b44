"""Writes the claims as a page, `docs/claims.md`."""

from pathlib import Path

from qttt.verification.registry import RUNS_ON, STRENGTHS, Claim, claims

PAGE = Path(__file__).resolve().parents[3] / "docs" / "claims.md"
HEAD = """# Claims

The statements about this project that it can check by itself, each with its strength and its bound.
`qttt verify` runs all claims except those marked *full*; `qttt verify --full` runs all claims. A claim holds only if
its check accepts the real thing and, in the same run, refutes every mutant, a version with one deliberate error. A
claim marked *not yet established* has a check that has never run to its end. The strengths *proved* and *confirmed* say
what the check runs on: the formal text of the rule page, the text of a kernel or of the reference, or a model of a rule
that was written for the proof. A check that compares two texts is listed under the first of them in this order.

`python -m qttt.verification` writes this page from `verification/qttt/verification/claims.toml`.

"""


def page() -> str:
    """The text of the page."""
    meanings = _table(["strength", "means"], [[strength, means] for strength, means in STRENGTHS.items()])
    head = ["claim", "statement", "strength", "bound", "rules", "mutants"]
    return f"{HEAD}{meanings}\n{_table(head, [_row(claim) for claim in claims()])}"


def _row(claim: Claim) -> list[str]:
    notes = [note for note, on in (("full", claim.full), ("not yet established", not claim.established)) if on]
    bound = claim.bound + (f" (*{', '.join(notes)}*)" if notes else "")
    mutants = [mutant.rsplit(".", 1)[-1].replace("_", " ") for mutant in claim.mutants]
    strength = f"{claim.strength} on {RUNS_ON[claim.on]}" if claim.on else claim.strength
    return [f"`{claim.id}`", claim.statement, strength, bound, ", ".join(claim.rules), "; ".join(mutants)]


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
