"""Arguments and options of the studies: their games, and the options of those games that a study fixes."""

from typing import Annotated, Literal

import typer

from qttt.app.games import only
from qttt.reference.picture import listed

Scoring = Literal["draws-even", "draws-second"]
Level = Literal["classic", "minimal", "moderate", "high"]


def about(what: str, *names: str) -> typer.models.ArgumentInfo:
    """The argument that names one of some games, which have `what`."""
    argument: typer.models.ArgumentInfo = typer.Argument(
        callback=only(what, *names), metavar="RULESET", help=f"The game: {listed(names, 'or')}."
    )
    return argument


Stochastic = Annotated[str, about("probability q", "sqt")]
WithBoards = Annotated[str, about("boards of probabilities", "probabilistic")]
Switched = Annotated[str, about("switches", "tiqtaqtoe", "hybrid")]
WithExperiments = Annotated[str, about("experiments", "tiqtaqtoe")]
OneScoring = Annotated[
    Scoring | None, typer.Option("--scoring", help="The value of a draw: 0, or 5 points for O. Default: draws-even.")
]
DoubleWin = Annotated[bool, typer.Option("--double-win", help="Count a win with two lines as a double win, value 40.")]
SourceName = Annotated[
    Literal["tang-2020"], typer.Argument(metavar="SOURCE", help="The source, by its first author and year: tang-2020.")
]
