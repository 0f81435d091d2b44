"""The recorded time of each claim, when and on what it was last established, and the time that claims are expected to
take.

`seconds.json` holds the CPU seconds of each claim as `qttt verify --json` reports them, and names the machine;
`established.json` holds the day and the machine of the last run in which each claim held. After such a run, `python -m
qttt.verification --record FILE` stores both from the output in FILE.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from qttt.verification.registry import Claim, claims

FILE = Path(__file__).parent / "seconds.json"
ESTABLISHED = Path(__file__).parent / "established.json"
UNKNOWN, UNKNOWN_FULL = 5.0, 300.0
"""Seconds assumed for a claim without a record: one not marked `full`, and one marked `full`."""


@cache
def recorded() -> Mapping[str, float]:
    """The CPU seconds of each recorded claim."""
    seconds: dict[str, float] = json.loads(FILE.read_text(encoding="utf-8"))["seconds"]
    return seconds


class Established(NamedTuple):
    """When a claim was last established, as an ISO date, and on what machine."""

    date: str
    on: str


@cache
def established() -> Mapping[str, Established]:
    """The last recorded run of each claim in which the claim held."""
    rows: dict[str, dict[str, str]] = json.loads(ESTABLISHED.read_text(encoding="utf-8"))
    return {id: Established(**row) for id, row in rows.items()}


def expected_seconds(claim: Claim) -> float:
    """The CPU seconds that a claim is expected to take."""
    return recorded().get(claim.id, UNKNOWN_FULL if claim.full else UNKNOWN)


def expected_time(claims: Iterable[Claim], processes: int) -> float:
    """Expected seconds until all claims have run in parallel, with one core like the recorded ones per process."""
    return sum(map(expected_seconds, claims)) / max(processes, 1)


def record(results: Mapping[str, Any], file: Path = FILE, established: Path = ESTABLISHED) -> int:
    """Store the CPU seconds of the claims that hold in the output of `qttt verify --json`, and the day and the machine;
    return their number.

    All other claims keep what is recorded. Raises KeyError for any other input.
    """
    machine = results["machine"]
    found = {result["id"]: round(result["cpu_seconds"], 1) for result in results["claims"] if result["ok"]}
    day = results.get("date") or datetime.now(UTC).date().isoformat()
    on = ", ".join(
        [*(machine[key] for key in ("system", "processor") if key in machine), f"{machine['cores']} cores"]
        + ([f"Python {machine['python']}"] if "python" in machine else [])
    )
    seconds = _ordered({**json.loads(file.read_text(encoding="utf-8"))["seconds"], **found})
    text = json.dumps({"machine": machine, "seconds": seconds}, indent=2, ensure_ascii=False)
    rows = json.loads(established.read_text(encoding="utf-8")) if established.exists() else {}
    rows = _ordered({**rows, **{id: {"date": day, "on": on} for id in found}})
    lines = (f"  {json.dumps(id)}: {json.dumps(row, ensure_ascii=False)}" for id, row in rows.items())
    file.write_text(text + "\n", encoding="utf-8")
    established.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return len(found)


def _ordered(rows: Mapping[str, Any]) -> dict[str, Any]:
    """The rows of the claims that exist, in the order of the claims."""
    return {claim.id: rows[claim.id] for claim in claims() if claim.id in rows}
