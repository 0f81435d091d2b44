"""When claims were last established, and which have held on this machine.

`established.json` holds the day and the machine of the last recorded run in which each claim held: after a run of
`qttt verify --json`, `python -m qttt.verification --record FILE` stores it from the output in FILE. A small file in the
user's folder of caches holds, for each claim, the digest of the source tree at which it held at its full bound.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from qttt.oracle import store
from qttt.spec import disk
from qttt.verification.registry import Claim, claims

ESTABLISHED = Path(__file__).parent / "established.json"
PIECES = ("spec", "reference", "fast", "oracle", "verification")
"""The pieces whose files a claim can depend on."""


class Established(NamedTuple):
    """When a claim was last established, as an ISO date, and on what machine."""

    date: str
    on: str


@cache
def established() -> Mapping[str, Established]:
    """The last recorded run of each claim in which the claim held."""
    rows: dict[str, dict[str, str]] = json.loads(ESTABLISHED.read_text(encoding="utf-8"))
    return {id: Established(**row) for id, row in rows.items()}


def record(results: Mapping[str, Any], established: Path = ESTABLISHED) -> int:
    """Store the day and the machine of the claims that hold in the output of `qttt verify --json`; return their number.

    All other claims keep what is recorded. Raises KeyError for any other input.
    """
    machine = results["machine"]
    found = [result["id"] for result in results["claims"] if result["ok"]]
    day = results.get("date") or datetime.now(UTC).date().isoformat()
    on = ", ".join(
        [*(machine[key] for key in ("system", "processor") if key in machine), f"{machine['cores']} cores"]
        + ([f"Python {machine['python']}"] if "python" in machine else [])
    )
    rows = json.loads(established.read_text(encoding="utf-8")) if established.exists() else {}
    rows |= {id: {"date": day, "on": on} for id in found}
    lines = (
        f"  {json.dumps(claim.id)}: {json.dumps(rows[claim.id], ensure_ascii=False)}"
        for claim in claims()
        if claim.id in rows
    )
    established.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return len(found)


class Past:
    """The claims that have held at their full bound on this machine, in a file that may be missing or damaged."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or store.user_folder() / "claims.json"
        self._digests: dict[str, Any] = {}
        with suppress(OSError, ValueError):
            found = disk.read_json(disk.read_text(self._file))
            self._digests = found if isinstance(found, dict) else {}

    def holds(self, claim: Claim) -> bool:
        """Whether a claim held with this source tree."""
        return bool(self._digests.get(claim.id) == digest(claim))

    def remember(self, claim: Claim) -> None:
        """Note that a claim holds, and at once in the file."""
        self._digests[claim.id] = digest(claim)
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            disk.write_whole(self._file, json.dumps(self._digests, indent=1).encode())


def digest(claim: Claim) -> str:
    """A digest of the claim and of all files that it can depend on."""
    return hashlib.sha256(f"{_tree()}\n{claim!r}".encode()).hexdigest()


@cache
def _tree() -> str:
    found = hashlib.sha256()
    for piece in PIECES:
        for name, file in sorted(_files(files(f"qttt.{piece}"), piece)):
            found.update(f"{name}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    from qttt.spec.text import PAGES

    for page in sorted(PAGES.glob("*.md")):
        found.update(f"{page.name}\n".encode() + hashlib.sha256(page.read_bytes()).digest())
    return found.hexdigest()


NOT_READ = ("claims.toml", "established.json")
"""Files of which a claim depends on its own row alone."""


def _files(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files(entry, path)
        elif entry.is_file() and entry.name not in NOT_READ:
            yield path, entry
