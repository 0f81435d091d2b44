"""How long each claim took when it was last recorded, and how long claims can be expected to take.

`seconds.json` has the CPU seconds of each claim as `qttt verify --json` reports them, and the machine that ran it.
After such a run, `python -m qttt.verification --record FILE` stores the seconds in its output.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from qttt.verification.registry import Claim, claims

FILE = Path(__file__).parent / "seconds.json"
UNKNOWN, UNKNOWN_FULL = 5.0, 300.0
"""Seconds for a claim that was never recorded: not marked `full`, and marked."""


@cache
def recorded() -> Mapping[str, float]:
    """The CPU seconds of each claim that was recorded."""
    seconds: dict[str, float] = json.loads(FILE.read_text(encoding="utf-8"))["seconds"]
    return seconds


def expected_seconds(claim: Claim) -> float:
    """How long a claim can be expected to take."""
    return recorded().get(claim.id, UNKNOWN_FULL if claim.full else UNKNOWN)


def expected_time(claims: Iterable[Claim], processes: int) -> float:
    """Seconds until all claims have run side by side, with a core such as the recorded ones for each process."""
    return sum(map(expected_seconds, claims)) / max(processes, 1)


def record(results: Mapping[str, Any], file: Path = FILE) -> int:
    """Store the CPU seconds of the claims that hold in the output of `qttt verify --json`; returns how many.

    All other claims keep their seconds. Raises KeyError for what is not such output.
    """
    known = [claim.id for claim in claims()]
    found = {result["id"]: result["cpu_seconds"] for result in results["claims"] if result["ok"]}
    seconds = {**json.loads(file.read_text(encoding="utf-8"))["seconds"], **found}
    ordered = {id: round(seconds[id], 1) for id in known if id in seconds}
    text = json.dumps({"machine": results["machine"], "seconds": ordered}, indent=2, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")
    return len(found)
