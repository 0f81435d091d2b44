"""When claims were last established, at which bound and with which source.

A claim is recorded as its run ends: in a checkout in `established.json`, one row per claim, which the pages show, and
elsewhere in the user's folder of caches. A row has the last run of each bound in which the claim held. Whether the
source has changed since is computed when somebody asks.
"""

import json
import os
import platform
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from qttt.spec import disk
from qttt.verification.dependence import ROOT, digest
from qttt.verification.registry import WHOLE, Claim, checks

ESTABLISHED = Path(__file__).with_name("established.json")


@dataclass(frozen=True)
class Record:
    """A run in which a claim held: the digest of what the claim depended on, the day as an ISO date, the version of
    qttt, and the machine."""

    digest: str
    date: str
    version: str
    on: str

    def __str__(self) -> str:
        day = date.fromisoformat(self.date)
        return f"{day.day} {day:%B %Y}, version {self.version}"

    def is_stale(self, claim: Claim) -> bool:
        """Whether the claim or what it depends on has changed since."""
        return self.digest != digest(claim)


Records = Mapping[str, Mapping[str, Record]]
"""For each claim its last run by bound, `WHOLE` or `SAMPLE`."""


def file() -> Path:
    """Where runs are recorded: in the repository, or in the user's folder if there is no repository."""
    from qttt.oracle import store

    return ESTABLISHED if (ROOT / "pyproject.toml").is_file() else store.user_folder() / "established.json"


def read(path: Path) -> Records:
    """The records of a file, none of a file that is missing or damaged."""
    with suppress(OSError, ValueError, TypeError, AttributeError):
        rows = disk.read_json(disk.read_text(path)).items()
        return {id: {bound: Record(**row) for bound, row in runs.items()} for id, runs in rows}
    return {}


@cache
def recorded() -> Records:
    """What ships: the records of `established.json`."""
    return read(ESTABLISHED)


def whole(claim: Claim) -> Record | None:
    """The last recorded run of a claim at its whole bound."""
    return recorded().get(claim.id, {}).get(WHOLE)


def strength_shown(claim: Claim) -> str:
    """The strength of a claim as pages show it, a promise only once the whole bound was run."""
    return claim.strength if whole(claim) else f"{claim.strength}, not yet run"


def record(claim: Claim, arguments: Mapping[str, Any], version: str, path: Path | None = None, **row: str) -> None:
    """Record at once that a claim held with these arguments of its check, beside what the file has of other claims.

    `row` are fields of `Record` if the run was elsewhere or earlier: by default it was this source, today, here.
    """
    path = path or file()
    here = {"digest": digest(claim), "date": datetime.now(UTC).date().isoformat(), "version": version, "on": machine()}
    runs = {id: dict(bounds) for id, bounds in read(path).items()}
    bound, _, _ = claim.ran(arguments)
    runs.setdefault(claim.id, {})[bound] = Record(**here | row)
    lines = [
        f"  {json.dumps(each.id)}: {json.dumps({bound: asdict(run) for bound, run in sorted(runs[each.id].items())})}"
        for each in checks()
        if each.id in runs
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    disk.write_whole(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def merge(results: Mapping[str, Any], path: Path = ESTABLISHED) -> int:
    """Record the claims that hold in the output of `qttt verify --json`, run elsewhere with this source; return their
    number.

    Raises `ValueError` for a claim that ran with another source, or is said to have run at another bound than its
    arguments give, so that no sample is recorded for the whole bound; `KeyError` for any other input.
    """
    known = {each.id: each for each in checks()}
    held = [row for row in results["claims"] if row["ok"] and not known[row["id"]].test]
    for row in held:
        claim = known[row["id"]]
        if row["digest"] != digest(claim):
            raise ValueError(f"{claim.id}: ran with another source: {row['digest']}, not {digest(claim)}")
        if (bound := claim.ran(row["arguments"])[0]) != row["ran"]:
            raise ValueError(
                f"{claim.id}: ran with {row['arguments']}, the {bound}, and is not recorded as {row['ran']}"
            )
    for row in held:
        there = {"date": results["date"], "on": results["machine"]["name"], "digest": row["digest"]}
        record(known[row["id"]], row["arguments"], results["version"], path, **there)
    return len(held)


def machine() -> str:
    """This machine in words: system, processor, cores and Python."""
    parts = [f"{platform.system()} {platform.machine()}", processor(), f"{os.cpu_count()} cores"]
    return ", ".join(filter(None, [*parts, f"Python {platform.python_version()}"]))


def processor() -> str:
    """The name of the processor, if the system gives one."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
