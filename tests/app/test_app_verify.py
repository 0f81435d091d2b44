"""`qttt verify`: which claims run, and what the command prints; `qttt check`: certificates that do not hold. The tests
of the verification cover the checks."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import pytest

from qttt.app.installed import version
from qttt.verification import Refuted, runner
from qttt.verification.certificate import load, save
from qttt.verification.certificate.container import pack
from qttt.verification.registry import Claim

from .conftest import CERTIFICATE, Run, interrupted

CLAIMS = [
    Claim(
        "even", "Two is even.", "goff", ("GOFF-BOARD-1",), "proved", "every two", "check", ("odd", "seven"), on="page"
    ),
    Claim("even-in-sqt", "Two is even.", "sqt", ("SQT-GAME-1",), "exhausted", "one two", "check", ("odd",)),
    Claim("late", "It takes long.", "goff", ("GOFF-BOARD-1",), "tested", "one hour", "check", ("odd",), full=True),
]
MORE = [
    Claim("needy", "s", "goff", (), "tested", "b", "check", ("odd",), needs=("no-such-tool",)),
    Claim("needy-not", "s", "goff", (), "tested", "b", "check", ("odd",), family="of-all"),
    replace(CLAIMS[1], id="sampled", few={"step": 2}, sample="one number", family="of-all"),
    Claim("passes", "s", "goff", (), "tested", "b", "check", ("odd",), test=True),
]
"""Claims that run only when they are named."""


SOURCE = {"now": "as it is, "}
"""What the digests of all claims begin with: another source has another."""


@pytest.fixture
def establish(qttt: Run, user_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `qttt verify` on three claims in this process, with these mutants caught and no records of earlier runs."""

    def check(number: int = 2, step: int = 1) -> str:
        if number % 2:
            raise Refuted(f"{number} is odd")
        return "looked at it"

    def run(*args: str, mutants: Sequence[int] = (3, 7), check: Callable[..., str] = check) -> Any:
        monkeypatch.setattr(
            "qttt.app.commands.verify.checks",
            lambda: tuple(CLAIMS if not {*args} & {"needy", "sampled", "passes", "of-all"} else CLAIMS + MORE),
        )
        monkeypatch.setattr("qttt.app.commands.verify.most_processes", lambda: 0)
        monkeypatch.setattr("qttt.verification.records.checks", lambda: tuple(CLAIMS + MORE))
        monkeypatch.setattr("qttt.verification.records.file", lambda: user_folder / "established.json")
        for module in "records", "runner":
            monkeypatch.setattr(f"qttt.verification.{module}.digest", lambda claim: SOURCE["now"] + claim.id)
        monkeypatch.setattr(runner, "check_of", lambda _: check)
        monkeypatch.setattr(runner, "mutants_of", lambda claim: dict(zip(claim.mutants, mutants, strict=False)))
        return qttt("verify", *args)

    return run


def test_json_has_results_and_where_they_come_from(establish: Run) -> None:
    printed = establish("even", "--json").json
    assert printed.pop("seconds") >= 0
    assert printed["claims"][0].pop("seconds") >= 0
    assert printed["claims"][0].pop("cpu_seconds") >= 0
    machine = printed.pop("machine")
    assert re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", printed.pop("date"))
    assert sorted(machine) == ["cores", "name", "processes", "processor", "python", "system"]
    assert printed == {
        "ok": True,
        "version": version(),
        "interrupted": False,
        "claims": [
            {
                **{name: getattr(CLAIMS[0], name) for name in ("id", "statement", "game", "strength", "on", "bound")},
                **{"family": None, "rules": ["GOFF-BOARD-1"], "ok": True, "detail": "looked at it"},
                **{"ran": "whole", "strength_ran": "proved", "bound_ran": "every two", "arguments": {}},
                **{"digest": "as it is, even", "recorded": {}},
                "mutants": {"odd": True, "seven": True},
            }
        ],
        "skipped": [],
    }


def test_table_fits_a_wide_terminal(establish: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    ran = establish()
    assert (ran.code, ran.err) == (0, "")
    first, head, row, other, _, end, skipped = ran.out.splitlines()
    assert first == "2 claims, 1 at a time"
    assert head.split() == ["claim", "strength", "bound", "time", "mutants", "left"]
    assert re.fullmatch(r"✓  even +proved +every two +[\d.]+ s +2 of 2 +1 *", row)
    assert re.fullmatch(r"✓  even-in-sqt +exhausted +one two +[\d.]+ s +1 of 1 *", other)
    assert re.fullmatch(r"2 of 2 claims hold\. \d+ s\.", end)
    assert skipped == "skipped (takes minutes: run it with --full or by its ID): late"


@pytest.mark.parametrize("columns", ["1", "20", "40", "80"])
def test_ids_are_never_cut(establish: Run, columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = establish("--full", "--again").out.splitlines()
    assert [line.split()[1] for line in lines if line.startswith("✓")] == ["late", "even", "even-in-sqt"]


@pytest.mark.parametrize(
    ("args", "ids"),
    [
        ([], ["even", "even-in-sqt"]),
        (["--full", "--again"], ["even", "even-in-sqt", "late"]),
        (["late"], ["late"]),
        (["--game", "sqt"], ["even-in-sqt"]),
        (["--game", "sqt", "--game", "goff"], ["even", "even-in-sqt"]),
        (["--rule", "GOFF-BOARD-1", "--full", "--again"], ["even", "late"]),
        (["--strength", "proved", "--strength", "tested"], ["even"]),
        (["late", "even", "--strength", "tested"], ["late"]),
    ],
)
def test_options_choose_claims(establish: Run, args: list[str], ids: list[str]) -> None:
    assert [claim["id"] for claim in establish(*args, "--json").json["claims"]] == ids


def test_exit_code_is_1_if_every_claim_is_skipped(establish: Run) -> None:
    ran = establish("--strength", "tested")
    assert ran.code == 1
    assert ran.out.splitlines()[1:] == [
        "0 of 0 claims hold. 0 s.",
        "skipped (takes minutes: run it with --full or by its ID): late",
    ]
    ran = establish("--strength", "tested", "--json")
    assert ran.code == 1
    assert '"ok": false' in ran.out
    assert '"skipped": [{"id": "late", "reason": "takes minutes' in ran.out


def test_full_run_goes_on_where_it_ended(establish: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert establish("even", "--full").code == 0
    assert establish("even-in-sqt", "--full", mutants=(2,)).code == 1
    again = establish("--full", "--json").json
    assert [claim["id"] for claim in again["claims"]] == ["even-in-sqt", "late"]
    assert [skipped["id"] for skipped in again["skipped"]] == ["even"]
    monkeypatch.setitem(SOURCE, "now", "another, ")
    assert len(establish("--full", "--json").json["claims"]) == 3
    ran = establish("--full")
    assert (ran.code, "skipped (recorded at its whole bound with the same source" in ran.out) == (0, True)
    assert len(establish("--full", "--again", "--json").json["claims"]) == 3


def test_sample_is_only_tested_and_recorded_on_request(establish: Run, user_folder: Path) -> None:
    assert "on a part of the bound, which --full runs whole: sampled\n" in establish("sampled").out
    sampled = establish("sampled", "--json").json
    assert [sampled["claims"][0][name] for name in ("ran", "strength", "strength_ran", "bound_ran")] == [
        *("sample", "exhausted", "tested", "one number"),
    ]
    assert not (user_folder / "established.json").exists()
    assert establish("sampled", "--record").code == 0
    last = establish("sampled", "--json").json["claims"][0]["recorded"]
    assert ([*last], last["sample"]["stale"]) == (["sample"], False)


def test_tests_run_only_their_mutants(establish: Run) -> None:
    assert establish("passes", "--json", check=lambda *mutant: "passed" if not mutant else refute()).json["ok"]
    assert establish("passes", "--json", check=lambda *_: "passed").code == 1


def refute() -> str:
    raise Refuted("noticed")


def test_missing_tool_is_said_and_does_not_count(establish: Run) -> None:
    ran = establish("needy")
    assert (ran.code, "skipped (not run: no no-such-tool): needy" in ran.out) == (1, True)
    assert establish("needy", "even").code == 0
    assert establish("needy", "--full", "--record").code == 1
    assert establish("needy", "even", "--json").json["skipped"][0]["recorded"] == {}


def test_families_and_retired_claims_are_known(establish: Run) -> None:
    assert [claim["id"] for claim in establish("of-all", "--json").json["claims"]] == ["needy-not", "sampled"]
    assert establish("GOFF-END-4").line == "GOFF-END-4 is a rule: qttt verify --rule GOFF-END-4"
    assert establish("goff-1.0").line.endswith("is a result, which a claim establishes: qttt verify goff-theorem")
    assert establish("goff-known").line == (
        "claim 'goff-known' was retired in 0.2.0; see tests/fast/test_fast_known.py"
    )


def test_missed_mutant_fails(establish: Run) -> None:
    ran = establish("even", mutants=(3, 4))
    assert ran.code == 1
    assert "✗" in ran.out
    assert "missed the mutant seven" in ran.out
    assert "0 of 1 claims hold." in ran.out
    assert "failed: even" in ran.out
    assert establish("even", "--json", mutants=(3, 4)).code == 1


def test_interrupt_ends_with_a_summary(establish: Run) -> None:
    def check(number: int = 2) -> str:
        if number == 7:
            raise KeyboardInterrupt
        if number == 3:
            raise Refuted("3 is odd")
        return "looked at it"

    ran = establish("even-in-sqt", "even", check=check)
    assert (ran.code, ran.err) == (130, "qttt: interrupted\n")
    assert re.search(r"1 of 1 claims hold\. Interrupted after \d+ s\.", ran.out)
    assert "not run: even\n" in ran.out
    ran = establish("even", "--json", check=check)
    assert ran.code == 130
    assert '"interrupted": true, "claims": []' in ran.out


@pytest.mark.thorough
def test_interrupt_ends_a_check_in_another_process_at_once() -> None:
    said = interrupted("goff-lines", "verify", "goff-forest", "goff-lines")
    assert (said.code, said.err) == (130, "qttt: interrupted\n")
    assert re.search(r"1 of 1 claims hold. Interrupted after \d+ s.\nnot run: goff-forest\n", said.out)


def test_missing_extra_is_named(establish: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "find_spec", lambda name: None if name == "z3" else find_spec(name))
    line = establish().line
    assert "z3-solver" in line
    assert "uv sync --inexact --extra verify" in line


# `qttt check`: certificates that do not hold


def test_false_certificate_is_refuted(qttt: Run, tmp_path: Path) -> None:
    """Its rows are those of a late position, not of the start."""
    file = tmp_path / "certificate"
    save(file, replace(cast(Any, load(CERTIFICATE)), start=""))
    said = qttt("check", str(file))
    assert (said.code, said.err, said.out.partition(" ")[0]) == (1, "", "Refuted:")
    said = qttt("check", str(file), "--json")
    assert (said.code, said.err, json.loads(said.out)["ok"]) == (1, "", False)
    assert "the strategy of O guarantees" in json.loads(said.out)["refuted"]


OPTIONS = {"level": "minimal", "lines": "every-move", "both": "even"}
HEADER = {"ruleset": "tiqtaqtoe-1.1", "options": OPTIONS, "player": "X", "value": "0", "start": ""}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"options": {**OPTIONS, "target": "entangled"}},
            "line 1: options: 'entangled' does not fit the other values there",
        ),
        ({"start": "X1.1 O2.1"}, "the game that it starts from: token 2 'O2.1': TIQ-MOVE-1"),
        ({"start": "X1.x"}, "the game that it starts from: token 1 'X1.x': NOTATION-SQUARE-1"),
    ],
)
def test_false_certificates_are_refuted(qttt: Run, tmp_path: Path, changes: dict[str, object], words: str) -> None:
    file = tmp_path / "a.certificate"
    file.write_bytes(pack(HEADER | changes, []))
    assert qttt("check", str(file)).line.startswith(f"{file}: {words}")
