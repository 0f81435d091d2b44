"""`qttt verify`: re-verifies claims in parallel, and shows what is left while they run."""

import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.errors import BadInput
from qttt.reference.picture import listed
from qttt.verification.records import Past
from qttt.verification.registry import STRENGTHS, Claim, claims
from qttt.verification.runner import HELD, ExtraMissing, Result, Skipped, planned, require_extra
from qttt.verification.workers import most_processes, run

NEAREST = 5
"""Names that are suggested for an unknown one."""
BOUND = 30
"""Columns that a bound needs beside the other columns of the table; with fewer the bound stands below."""


@dataclass(frozen=True)
class Choice:
    """Which claims are asked for: those with these IDs, or all; of these, those that match every given option.

    Claims marked `full` run if `full` is set or if their IDs are given. With `full` claims run at their full bounds,
    and those that held there before, with the same source, do not run unless `again` is set.
    """

    ids: Sequence[str] = ()
    games: Sequence[str] = ()
    rules: Sequence[str] = ()
    strengths: Sequence[str] = ()
    full: bool = False
    again: bool = False

    def planned(self) -> tuple[list[Claim], list[Skipped]]:
        """The claims to run and those to skip.

        Raises BadInput for an unknown ID, game, rule or strength, if no claim matches, and if the extra `verify` is not
        installed.
        """
        every = claims()
        _check_known("claim", self.ids, [claim.id for claim in every])
        _check_known("game", self.games, [claim.game for claim in every])
        _check_known("rule", self.rules, [rule for claim in every for rule in claim.rules])
        _check_known("strength", self.strengths, list(STRENGTHS))
        named = {claim.id: claim for claim in every}
        chosen = [claim for claim in [named[id] for id in self.ids] or every if self._matches(claim)]
        if not chosen:
            raise BadInput("no claim matches --game, --rule and --strength together; leave one of them out")
        try:
            require_extra()
        except ExtraMissing as error:
            raise BadInput(f"{error}; install it with: python -m pip install 'qttt[verify]'") from error
        return planned(
            chosen, self.full or bool(self.ids), Past().holds if self.full and not self.again else lambda _: False
        )

    def _matches(self, claim: Claim) -> bool:
        return (
            (not self.games or claim.game in self.games)
            and (not self.rules or not set(self.rules).isdisjoint(claim.rules))
            and (not self.strengths or claim.strength in self.strengths)
        )


@dataclass
class Run:
    """A run of claims: the results so far, in the order of their claims once it has ended."""

    claims: list[Claim]
    skipped: list[Skipped]
    processes: int
    full: bool = False
    results: list[Result] = field(default_factory=list)
    running: dict[str, float] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)
    seconds: float = 0.0
    interrupted: bool = False

    @classmethod
    def of(cls, choice: Choice, processes: int | None = None) -> "Run":
        """A run that has not begun. Raises BadInput where `Choice.planned` does."""
        chosen, skipped = choice.planned()
        most = most_processes() if processes is None else processes
        return cls(chosen, skipped, min(most, len(chosen)), choice.full)

    def go(self, on_result: Callable[[Result], None] = lambda _: None) -> None:
        """Run the claims; `on_result` is called with each result as it comes. An interrupt ends all processes."""
        self.began = time.monotonic()
        results = run(self.claims, self.processes, self._start, self.full)
        try:
            for result in results:
                self.running.pop(result.claim.id, None)
                self.results.append(result)
                on_result(result)
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            results.close()
        places = {claim.id: place for place, claim in enumerate(self.claims)}
        self.results.sort(key=lambda result: places[result.claim.id])
        self.seconds = time.monotonic() - self.began

    def _start(self, claim: Claim) -> None:
        self.running[claim.id] = time.monotonic()

    @property
    def ok(self) -> bool:
        """Whether at least one claim ran or has held before, and all that ran hold."""
        held = any(skipped.reason == HELD for skipped in self.skipped)
        return bool(self.results or held) and all(result.ok for result in self.results)

    @property
    def code(self) -> int:
        """The exit code: 0 if `ok`, 130 if interrupted, else 1."""
        return 130 if self.interrupted else 0 if self.ok else 1

    def left(self) -> int:
        """The number of claims without a result."""
        return len(self.claims) - len(self.results)

    def __rich__(self) -> Text:
        """What is left, and what runs at the moment."""
        return Text(f"{screen.many(self.left(), 'claim')} left: {', '.join(self.running)}", "dim")


def machine() -> dict[str, Any]:
    """What a reader of times must know of this machine."""
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }


def json_object(ran: Run) -> dict[str, Any]:
    """The JSON object of a run."""
    try:
        of_qttt = version("qttt")
    except PackageNotFoundError:
        of_qttt = None
    return {
        "ok": ran.ok,
        "version": of_qttt,
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine() | {"processes": ran.processes},
        "seconds": round(ran.seconds, 3),
        "interrupted": ran.interrupted,
        "claims": [
            {
                "id": result.claim.id,
                "statement": result.claim.statement,
                "game": result.claim.game,
                "rules": [*result.claim.rules],
                "strength": result.claim.strength,
                "on": result.claim.on or None,
                "bound": result.claim.bound,
                "ok": result.ok,
                "seconds": round(result.seconds, 3),
                "cpu_seconds": round(result.cpu_seconds, 3),
                "detail": result.detail,
                "mutants": dict(result.mutants),
            }
            for result in ran.results
        ],
        "skipped": [{"id": skipped.claim.id, "reason": skipped.reason} for skipped in ran.skipped],
    }


def show(ran: Run) -> None:
    """Run the claims, print each as its result comes, and at the end how many hold and which were skipped."""
    out = screen.console()
    table = _Table(out, ran)
    if ran.claims:
        out.print(f"{screen.many(len(ran.claims), 'claim')}, {max(ran.processes, 1)} at a time")
        if ran.full:
            out.print(
                Text("at their full bounds, with every mutant: that takes hours; a later run goes on from here", "dim")
            )
        table.print_head()
        with out.status(ran):
            ran.go(table.print_result)
    out.print()
    _print_summary(out, ran)


def _print_summary(out: Console, ran: Run) -> None:
    held = sum(result.ok for result in ran.results)
    failed = [result.claim.id for result in ran.results if not result.ok]
    ended = f"Interrupted after {ran.seconds:.0f} s" if ran.interrupted else f"{ran.seconds:.0f} s"
    out.print(Text(f"{held} of {len(ran.results)} claims hold.", "green" if ran.ok else "bold red"), end=" ")
    out.print(Text(f"{ended}.", "bold red" if ran.interrupted else "dim"))
    if failed:
        out.print(Text(f"failed: {', '.join(failed)}", "red"))
    for reason in dict.fromkeys(skipped.reason for skipped in ran.skipped):
        ids = [skipped.claim.id for skipped in ran.skipped if skipped.reason == reason]
        out.print(Text(f"skipped ({reason}): {', '.join(ids)}", "dim"))
    if ran.interrupted:
        done = {result.claim.id for result in ran.results}
        out.print(Text(f"not run: {', '.join(claim.id for claim in ran.claims if claim.id not in done)}", "dim"))


class _Table:
    """The table of results. Rows are printed one by one, and an ID is never cut: where the bound does not fit beside
    the other columns it stands below."""

    def __init__(self, out: Console, ran: Run) -> None:
        self._out, self._run = out, ran
        self._widths = (1, max((len(claim.id) for claim in ran.claims), default=1), 10, 8, 10, 4)
        self._wide = out.width >= sum(self._widths) + 2 * len(self._widths) + BOUND

    def print_head(self) -> None:
        """Print the names of the columns."""
        self._print("", "claim", "strength", "bound", "time", "mutants", "left", style="dim")

    def print_result(self, result: Result) -> None:
        """Print a claim, with the reason if it fails."""
        caught = sum(was_caught for _, was_caught in result.mutants)
        self._print(
            "✓" if result.ok else "✗",
            result.claim.id,
            result.claim.strength,
            result.claim.bound,
            f"{result.seconds:.1f} s",
            f"{caught} of {len(result.mutants)}",
            f"{self._run.left() or ''}",
            mark_style="green" if result.ok else "bold red",
        )
        failures = [f"  missed the mutant {name}" for name, was_caught in result.mutants if not was_caught]
        if not result.ok:
            failures.insert(0, f"  {result.detail}")
        for failure in failures:
            self._out.print(Text(failure, "red"))

    def _print(
        self, mark: str, claim: str, strength: str, bound: str, *numbers: str, style: str = "", mark_style: str = ""
    ) -> None:
        marked = Text(mark, mark_style)
        if not self._wide:
            line = Text("  ").join([marked, Text(claim), Text(strength), *map(Text, filter(None, numbers))])
            self._out.print(line, style=style, soft_wrap=True)
            if mark:
                self._out.print(Padding(Text(bound, "dim"), (0, 0, 0, 3)))
            return
        row = Table.grid(padding=(0, 2, 0, 0), expand=True)
        for width in self._widths[:3]:
            row.add_column(width=width, no_wrap=True)
        row.add_column(ratio=1)
        for width in self._widths[3:]:
            row.add_column(width=width, justify="right", no_wrap=True)
        row.add_row(marked, claim, strength, Text(bound), *numbers, style=style)
        self._out.print(row)


def _check_known(kind: str, given: Sequence[str], known: Sequence[str]) -> None:
    names = [*dict.fromkeys(known)]
    unknown = [name for name in given if name not in names]
    if unknown:
        near = get_close_matches(unknown[0], names, n=NEAREST, cutoff=0)
        raise BadInput(f"unknown {kind} '{unknown[0]}': the nearest {_PLURALS[kind]} are {listed(near)}")


_PLURALS = {"claim": "IDs", "game": "games", "rule": "rules", "strength": "strengths"}


def _processor() -> str:
    """The name of the processor, if the system gives one."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
