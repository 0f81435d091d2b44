"""`qttt cite`: how to cite the project, a game's ruleset, a rule, a lemma or a claim."""

from typing import Annotated

import typer

from qttt.app.command import Command
from qttt.app.commands.rule import cited_and_entry, show
from qttt.app.games import meant, name_of_ruleset
from qttt.app.options import Json
from qttt.app.rulebook import cite as citations


def cite(
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="WHAT", help="A game, or the ID of a rule, lemma or claim. Default: the project."),
    ] = None,
    bibtex: Annotated[bool, typer.Option("--bibtex", help="Print an entry for BibTeX. Default: a line.")] = False,
    as_json: Json = False,
) -> None:
    """Show how to cite the project, a ruleset, a rule, a lemma or a claim.

    The entry for BibTeX of a rule or a lemma is that of its ruleset."""
    id = " ".join(what or [])
    if not id:
        cited = entry = citations.of_project()
    elif meant(id):
        cited = entry = citations.of_ruleset(name_of_ruleset(id))
    else:
        cited, entry = cited_and_entry(id)
    show(cited, entry, bibtex, as_json)


COMMANDS = {"cite": Command(cite)}
