"""The recorded time of each claim, and the time that claims are expected to take.

`seconds.json` holds the CPU seconds of each claim as `qttt verify --json` reports them, and names the machine. After
such a run, `python -m qttt.verification --record FILE` stores the seconds from the output in FILE.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from qttt.verification.registry import Claim, claims

FILE = Path(__file__).parent / "seconds.json"
UNKNOWN, UNKNOWN_FULL = 5.0, 300.0
"""Seconds assumed for a claim without a record: one not marked `full`, and one marked `full`."""


@cache
def recorded() -> Mapping[str, float]:
    """The CPU seconds of each recorded claim."""
    seconds: dict[str, float] = json.loads(FILE.read_text(encoding="utf-8"))["seconds"]
    return seconds


def expected_seconds(claim: Claim) -> float:
    """The CPU seconds that a claim is expected to take."""
    return recorded().get(claim.id, UNKNOWN_FULL if claim.full else UNKNOWN)


def expected_time(claims: Iterable[Claim], processes: int) -> float:
    """Expected seconds until all claims have run in parallel, with one core like the recorded ones per process."""
    return sum(map(expected_seconds, claims)) / max(processes, 1)


def record(results: Mapping[str, Any], file: Path = FILE) -> int:
    """Store the CPU seconds of the claims that hold in the output of `qttt verify --json`; return their number.

    All other claims keep their seconds. Raises KeyError for any other input.
    """
    known = [claim.id for claim in claims()]
    found = {result["id"]: result["cpu_seconds"] for result in results["claims"] if result["ok"]}
    seconds = {**json.loads(file.read_text(encoding="utf-8"))["seconds"], **found}
    ordered = {id: round(seconds[id], 1) for id in known if id in seconds}
    text = json.dumps({"machine": results["machine"], "seconds": ordered}, indent=2, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")
    return len(found)
