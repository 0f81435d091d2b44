"""Engines that say what no engine should: a run ends with a report, which nothing that they say can forge or swell."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from qttt.app.cli import main
from qttt.verification.conform import protocol
from qttt.verification.conform.protocol import ProtocolError
from qttt.verification.conform.report import FORMATS

pytestmark = pytest.mark.engines

LIVE = """
import json, sys
started, said = json.load(open(sys.argv[1]))
for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "stop":
        break
    print(json.dumps(started if request["cmd"] == "start" else {"seq": request["seq"], **said}), flush=True)
"""
"""An engine that says what a file says."""
FORGED = "mine\r\n\n\x1b[2K\u202eConforms; complete: goff-1.1 up to values.\ud800"
SWOLLEN = ["X1.1-2"] * 20_000


def saying(file: Path, **said: Any) -> list[str]:
    """The command of an engine that answers so; `name` and the like belong to its answer to start."""
    has = {"fields": said.pop("fields", ["actor", "actions", "outcome"]), "options": [], "perft": 1}
    who = {"name": said.pop("name", "hostile"), "language": said.pop("language", "")}
    started = {"version": 1, "implementation": who, "rulesets": {said.pop("ruleset", "goff-1.1"): has}}
    file.write_text(json.dumps([started, said or {"answers": {}}]), encoding="utf-8")
    return [sys.executable, "-c", LIVE, str(file)]


class Counted(str):
    """A key that counts how often it is looked up."""

    lookups = 0

    def __hash__(self) -> int:
        Counted.lookups += 1
        return super().__hash__()


def test_keys_are_compared_in_linear_time() -> None:
    keys = [Counted(number) for number in range(1_000)]
    with pytest.raises(ProtocolError, match="the key '999' occurs twice"):
        protocol._without_repetition([(key, None) for key in (*keys, keys[-1])])
    assert Counted.lookups <= 3 * len(keys)


@pytest.mark.parametrize(
    "said",
    [
        {"name": FORGED},
        {"language": FORGED},
        {"ruleset": FORGED},
        {"fields": [FORGED, "actor"], "answers": {"actor": "X"}},
        {"answers": {"actor": FORGED}},
        {"answers": {"actor": {FORGED: [FORGED]}}},
        {"answers": {FORGED: 1}},
        {"illegal": {"error": FORGED}},
        {"refused": FORGED},
        {"skipped": FORGED},
        {"errored": FORGED},
        {FORGED: 1},
        {"answers": {"actions": SWOLLEN}},
        {"answers": {"actor": {f"{key}": key for key in range(20_000)}}},
        {"illegal": {"error": "x" * 100_000}},
        {"skipped": "x" * 100_000},
        {"counts": [1] * 100_000},
    ],
    ids=lambda said: ascii(said)[:40],
)
def test_report_repeats_nothing_that_forges_or_swells(
    said: dict[str, Any], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / f"report{ending}" for ending in FORMATS]
    reports = [word for file in files for word in ("--report", str(file))]
    levels = ["--level", "rules", "--level", "games", "--level", "perft", "--level", "notation"]
    code = main(["conform", *levels, "--games", "20", *reports, "--", *saying(tmp_path / "said", **said)])
    printed = capfd.readouterr().out
    assert code in (1, 3)
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["implementation"]
    for text in (printed, *(file.read_text(encoding="utf-8") for file in files)):
        assert all(line.isprintable() for line in text.split("\n"))
        assert not any(line.startswith("Conforms") for line in text.split("\n"))
        assert len(text) < 1_000_000
