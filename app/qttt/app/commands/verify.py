"""`qttt verify`: re-verifies claims in parallel, and shows what is left while they run."""

import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.command import Command
from qttt.app.errors import BadInput, suggest
from qttt.app.games import print_json
from qttt.app.installed import version
from qttt.app.options import Json
from qttt.app.rulebook import all_rules
from qttt.app.rulebook.cite import results
from qttt.app.rulebook.named import reject_retired
from qttt.oracle.extras import install
from qttt.oracle.progress import counting, telling
from qttt.reference.picture import listed
from qttt.verification import records
from qttt.verification.registry import STRENGTHS, WHOLE, Claim, checks
from qttt.verification.runner import (
    HELD,
    ExtraMissing,
    Result,
    Skipped,
    most_processes,
    plan,
    require_extra,
    run,
)

FEW, NEAREST = 10, 5
"""Of fewer names than `FEW` all are expected instead of an unknown one; of others, `NEAREST` are suggested."""
OF_CLAIM = ("id", "family", "statement", "game", "rules", "strength", "on", "bound")
"""What the JSON object of a result has of its claim; null if it is empty."""
BOUND = 30
"""Columns that a bound needs beside the other columns of the table; with fewer the bound stands below."""


def verify(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="CLAIM", help="IDs of claims, tests or families. Default: all.")
    ] = None,
    game: Annotated[list[str] | None, typer.Option(help="Only claims about this game; may be repeated.")] = None,
    rule: Annotated[list[str] | None, typer.Option(help="Only claims about this rule, by ID; may be repeated.")] = None,
    strength: Annotated[
        list[str] | None,
        typer.Option(help="Only claims of this strength, such as proved or exhausted; may be repeated."),
    ] = None,
    full: Annotated[
        bool,
        typer.Option(
            "--full",
            help="At the whole bounds, with every mutant: hours. Records each claim, and resumes after a stop.",
        ),
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="With --full: also what is recorded with this source.")
    ] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Record each claim that holds, at the bound that ran, also without --full.")
    ] = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Number of claims to run in parallel. Default: one per core.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Re-verify the project's claims, each with its mutants.

    A claim that needs a program or device that is missing is not run and does not count. Exit code 1 if a claim does
    not hold, too many mutants are not noticed, or no claim was chosen that can run.
    """
    chosen = chosen_claims(ids or [], game or [], rule or [], strength or [])
    try:
        require_extra()
    except ExtraMissing as error:
        raise BadInput(f"{error}; {install('verify')}") from error
    to_run, skipped = plan(chosen, full or bool(ids), _held if full and not again else lambda _: False)
    this = Run(to_run, skipped, min(jobs or most_processes(), len(to_run)), full, full or record)
    if as_json:
        with counting("claims") as report:
            this.go(lambda _: report(len(this.results), len(this.claims)))
        print_json(json_object(this))
    else:
        show(this)
    return 130 if this.interrupted else 0 if this.ok else 1


def _held(claim: Claim) -> bool:
    """Whether a claim is recorded at its whole bound, with this source."""
    last = records.read(records.file()).get(claim.id, {}).get(WHOLE)
    return last is not None and not last.is_stale(claim)


def chosen_claims(
    ids: Sequence[str], games: Sequence[str], rules: Sequence[str], strengths: Sequence[str]
) -> list[Claim]:
    """The claims and tests with these IDs or in these families, or all; those that match every given option.

    Raises BadInput for an unknown or retired ID, an unknown game, rule or strength, and if no claim matches."""
    every = checks()
    named = {claim.id: [claim] for claim in every}
    for claim in every:
        if claim.family:
            named.setdefault(claim.family, []).append(claim)
    for id in ids:
        reject_retired(id)
        if id.upper() in all_rules():
            raise BadInput(f"{id.upper()} is a rule: qttt verify --rule {id.upper()}")
        if row := results().get(id.lower()):
            raise BadInput(f"{row['id']} is a result, which a claim establishes: qttt verify {row['claim']}")
    _check_known("claim", ids, [*named])
    _check_known("game", games, [claim.game for claim in every])
    tied = dict.fromkeys(rule for claim in every for rule in claim.rules)
    if bare := [rule for rule in rules if rule in all_rules() and rule not in tied]:
        raise BadInput(f"no claim names {bare[0]}")
    _check_known("rule", rules, [*tied])
    _check_known("strength", strengths, list(STRENGTHS))
    chosen = [
        claim
        for claim in dict.fromkeys(claim for id in ids for claim in named[id]) or every
        if (not games or claim.game in games)
        and (not rules or not set(rules).isdisjoint(claim.rules))
        and (not strengths or claim.strength in strengths)
    ]
    if not chosen:
        raise BadInput("no claim matches --game, --rule and --strength together; leave one of them out")
    return chosen


def _check_known(kind: str, given: Sequence[str], known: Sequence[str]) -> None:
    names = [*dict.fromkeys(known)]
    if unknown := [name for name in given if name not in names]:
        near = suggest(unknown[0], names)
        if len(names) < FEW:
            near += f"expected {listed(names, 'or')}"
        nearest = get_close_matches(unknown[0], names, n=NEAREST, cutoff=0)
        raise BadInput(f"unknown {kind} '{unknown[0]}': {near.strip() or f'the nearest are {listed(nearest)}'}")


@dataclass
class Run:
    """A run of claims: the results so far, in the order of their claims once it has ended."""

    claims: list[Claim]
    skipped: list[Skipped]
    processes: int
    full: bool = False
    recorded: bool = False
    results: list[Result] = field(default_factory=list)
    running: list[str] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False

    def go(self, on_result: Callable[[Result], None]) -> None:
        """Run the claims; `on_result` is called with each result as it comes, once it is recorded. An interrupt ends
        all processes."""
        began = time.monotonic()
        results = run(self.claims, self.processes, lambda claim: self.running.append(claim.id), self.full)
        try:
            for result in results:
                if result.claim.id in self.running:
                    self.running.remove(result.claim.id)
                self.results.append(result)
                if self.recorded and result.ok and not result.claim.test:
                    records.record(result.claim, result.arguments, version(), digest=result.digest)
                on_result(result)
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            results.close()
        places = {claim.id: place for place, claim in enumerate(self.claims)}
        self.results.sort(key=lambda result: places[result.claim.id])
        self.seconds = time.monotonic() - began

    @property
    def ok(self) -> bool:
        """Whether all that ran hold, and at least one claim ran or is recorded."""
        held = any(skipped.reason.startswith(HELD) for skipped in self.skipped)
        return bool(self.results or held) and all(result.ok for result in self.results)

    def left(self) -> int:
        """The number of claims without a result."""
        return len(self.claims) - len(self.results)

    def __rich__(self) -> Text:
        """What is left, and what runs at the moment."""
        return Text(f"{screen.many(self.left(), 'claim')} left: {', '.join(self.running)}", "dim")


def json_object(this: Run) -> dict[str, object]:
    """The JSON object of a run, with what a reader of times must know of this machine."""
    return {
        "ok": this.ok,
        "version": version(),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {
            "name": records.machine(),
            "system": f"{platform.system()} {platform.machine()}",
            "processor": records.processor(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "processes": this.processes,
        },
        "seconds": round(this.seconds, 3),
        "interrupted": this.interrupted,
        "claims": [
            {
                **{name: None if (its := getattr(result.claim, name)) == "" else its for name in OF_CLAIM},
                **dict(zip(("ran", "strength_ran", "bound_ran"), result.claim.ran(result.arguments), strict=True)),
                "arguments": dict(result.arguments),
                "digest": result.digest,
                "recorded": _records_of(result.claim),
                "ok": result.ok,
                "seconds": round(result.seconds, 3),
                "cpu_seconds": round(result.cpu_seconds, 3),
                "detail": result.detail,
                "mutants": dict(result.mutants),
            }
            for result in this.results
        ],
        "skipped": [
            {"id": skipped.claim.id, "reason": skipped.reason, "recorded": _records_of(skipped.claim)}
            for skipped in this.skipped
        ],
    }


def _records_of(claim: Claim) -> dict[str, object]:
    """The recorded runs of a claim, by bound, each with whether it is stale."""
    runs = records.read(records.file()).get(claim.id, {})
    return {bound: asdict(run) | {"stale": run.is_stale(claim)} for bound, run in runs.items()}


def show(this: Run) -> None:
    """Run the claims, print each as its result comes, and at the end how many hold and which were skipped."""
    out = screen.console()
    if this.claims:
        out.print(f"{screen.many(len(this.claims), 'claim')}, {max(this.processes, 1)} at a time")
        if this.full:
            long = "at their whole bounds, with every mutant: that takes hours; a later run resumes here"
            out.print(Text(long, "dim"))
        table = _Rows(out, this)
        table.print(Text(), "claim", "strength", "bound", "time", "mutants", "left", style="dim")
        with out.status(this) if out.is_terminal else telling(this.__rich__):
            this.go(table.print_result)
    out.print()
    failed = [result.claim.id for result in this.results if not result.ok]
    ended = f"Interrupted after {this.seconds:.0f} s" if this.interrupted else f"{this.seconds:.0f} s"
    held = f"{len(this.results) - len(failed)} of {len(this.results)} claims hold."
    out.print(Text(held, "green" if this.ok else "bold red"), end=" ")
    out.print(Text(f"{ended}.", "bold red" if this.interrupted else "dim"))
    if failed:
        out.print(Text(f"failed: {', '.join(failed)}", "red"))
    for reason in dict.fromkeys(skipped.reason for skipped in this.skipped):
        ids = [skipped.claim.id for skipped in this.skipped if skipped.reason == reason]
        out.print(Text(f"skipped ({reason}): {', '.join(ids)}", "dim"))
    if sampled := [result.claim.id for result in this.results if not result.claim.test and result.arguments]:
        out.print(Text(f"on a part of the bound, which --full runs whole: {', '.join(sampled)}", "dim"))
    if this.interrupted:
        done = {result.claim.id for result in this.results}
        out.print(Text(f"not run: {', '.join(claim.id for claim in this.claims if claim.id not in done)}", "dim"))


class _Rows:
    """Rows of a table that are printed one by one. An ID is never cut: where the bound does not fit beside the other
    columns it stands below."""

    def __init__(self, out: Console, this: Run) -> None:
        self._out, self._run = out, this
        self._widths = (1, max(len(claim.id) for claim in this.claims), 10, 8, 10, 4)
        self._wide = out.width >= sum(self._widths) + 2 * len(self._widths) + BOUND

    def print_result(self, result: Result) -> None:
        """Print a claim, with the reason if it fails."""
        missed = [name for name, was_caught in result.mutants if not was_caught]
        mark = Text("✓", "green") if result.ok else Text("✗", "bold red")
        caught = f"{len(result.mutants) - len(missed)} of {len(result.mutants)}"
        claim = result.claim
        numbers = (f"{result.seconds:.1f} s", caught, f"{self._run.left() or ''}")
        _, strength, bound = ("", "test", "") if claim.test else claim.ran(result.arguments)
        self.print(mark, claim.id, strength, bound, *numbers)
        failures = [] if result.ok else [result.detail]
        for failure in [*failures, *(f"missed the mutant {name}" for name in missed)]:
            self._out.print(Text(f"  {failure}", "red"))

    def print(self, mark: Text, claim: str, strength: str, bound: str, *numbers: str, style: str = "") -> None:
        """Print a row."""
        if not self._wide:
            line = Text("  ").join([mark, Text(claim), Text(strength), *map(Text, filter(None, numbers))])
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
        row.add_row(mark, claim, strength, Text(bound), *numbers, style=style)
        self._out.print(row)


COMMANDS = {"verify": Command(verify)}
