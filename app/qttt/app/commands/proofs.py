"""The commands about proofs: verify, certify, check.

Nothing heavy is imported here: a command loads what it needs.
"""

from pathlib import Path
from typing import Annotated

import typer

from qttt.app import games
from qttt.app.commands.options import Json, Moves, as_text
from qttt.app.query import Query, print_json


def verify(
    claims: Annotated[list[str] | None, typer.Argument(metavar="CLAIM", help="IDs of claims. Default: all.")] = None,
    game: Annotated[list[str] | None, typer.Option(help="Only claims about this game; may be repeated.")] = None,
    rule: Annotated[list[str] | None, typer.Option(help="Only claims about this rule, by ID; may be repeated.")] = None,
    strength: Annotated[
        list[str] | None,
        typer.Option(help="Only claims of this strength, such as proved or exhausted; may be repeated."),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="At the full bounds, with every mutant: hours. Goes on where it ended.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="With --full: also what held before with this source.")
    ] = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Number of claims to run in parallel. Default: one per core.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Re-verify the project's claims, each with its mutants.

    Exit code 1 if a claim does not hold, too many mutants are not noticed, or no claim runs.
    """
    from qttt.app.verify import Choice, Run, json_object, show
    from qttt.oracle.progress import counting

    run = Run.of(Choice(claims or [], game or [], rule or [], strength or [], full, again), jobs)
    if as_json:
        with counting("claims") as report:
            run.go(lambda _: report(len(run.results), len(run.claims)))
        print_json(json_object(run))
    else:
        show(run)
    return run.code


def certify(
    query: Query,
    moves: Moves = None,
    *,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Certificate file to write.")],
    as_json: Json = False,
) -> None:
    """Write a strategy that proves the value of a game, or of the position after GAME; `qttt check` checks it.

    Takes about half a minute for a whole game, ten minutes or more for hybrid, a second for a board of probabilistic.
    """
    games.view(query.name).certify(query, as_text(moves), out).show(as_json)


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Certificate written by `certify`.")],
    as_json: Json = False,
) -> int:
    """Check a certificate by the rules only, without the engine that wrote it.

    If the certificate does not hold, the exit code is 1 and the refuting game is printed.
    """
    from qttt.app.check import display, json_object, judged

    result = judged(file)
    print_json(json_object(result)) if as_json else display(result)
    return 0 if result.checked else 1
