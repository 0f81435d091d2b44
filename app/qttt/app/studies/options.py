"""Arguments and options of the studies: their games, and the options of those games that a study fixes."""

from typing import Annotated, Literal, get_args

import typer

from qttt.app.games import only
from qttt.reference.picture import listed

Scoring = Literal["draws-even", "draws-second"]


def about(what: str, *names: str) -> typer.models.ArgumentInfo:
    """The argument that names one of some games, which have `what`."""
    argument: typer.models.ArgumentInfo = typer.Argument(
        callback=only(what, *names), metavar="RULESET", help=f"The game: {listed(names, 'or')}."
    )
    return argument


Stochastic = Annotated[str, about("probability q", "sqt")]
WithBoards = Annotated[str, about("boards of probabilities", "probabilistic")]
WithExperiments = Annotated[str, about("experiments", "tiqtaqtoe")]
OneScoring = Annotated[
    Scoring | None, typer.Option("--scoring", help="The value of a draw: 0, or 5 points for O. Default: draws-even.")
]
DoubleWin = Annotated[bool, typer.Option("--double-win", help="Count a win with two lines as a double win, value 40.")]
SOURCES = Literal["sakuta-tomioka-2017", "sagole-2019", "tang-2020", "wong-2023", "abraham-2024"]
SourceName = Annotated[
    SOURCES | None,
    typer.Argument(metavar="SOURCE", help=f"The source, by author and year: {listed(get_args(SOURCES), 'or')}."),
]
