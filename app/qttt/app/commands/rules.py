"""The command about rules: rule.

Nothing heavy is imported here: a command loads what it needs.
"""

from typing import Annotated

import typer

from qttt.app.commands.options import Json
from qttt.app.errors import BadInput
from qttt.app.query import print_json

EXAMPLE = "such as: qttt rule GOFF-COLLAPSE-2"


def completed(incomplete: str) -> list[str]:
    """The IDs of rules that begin like this, for the completion of shells."""
    from qttt.app.rules.pages import all_rules

    return [id for id in all_rules() if id.startswith(incomplete.upper())]


def rule(
    id: Annotated[
        str | None,
        typer.Argument(
            metavar="ID",
            help="ID of a rule, such as GOFF-COLLAPSE-2, of a claim or of a vector.",
            autocompletion=completed,
        ),
    ] = None,
    search: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="List the rules that contain words beginning like these; a plural also finds the singular, and tie "
            "also finds draw.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a rule with everything tied to it, or the rules that a claim or a vector is tied to.

    A rule comes with its text, the functions of the reference and the kernels with their source, its vectors with
    their reasons, its claims with strength and mutants, known errors that break it, its history, and how to cite it.
    """
    from qttt.app.rules import shown
    from qttt.app.rules.search import search as searched

    if id is not None and search is not None:
        raise BadInput(f"give an ID or --search, not both, {EXAMPLE}")
    if search is not None:
        chosen = searched(search)
        print_json(shown.listing(chosen)) if as_json else shown.display_listing(chosen)
    elif id is None:
        raise BadInput(f"expected an ID or --search TEXT, {EXAMPLE}")
    elif thing := shown.named(id):
        print_json(shown.named_object(thing)) if as_json else shown.display_named(thing)
    else:
        found = shown.found(id)
        print_json(shown.json_object(found)) if as_json else shown.display(found)
