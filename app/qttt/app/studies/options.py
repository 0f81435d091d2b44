"""Arguments and options of the studies: their games, and the options of those games that a study fixes."""

from collections.abc import Callable
from typing import Annotated, Literal

import typer

from qttt.app.errors import BadInput
from qttt.app.games import known
from qttt.reference.picture import listed

Scoring = Literal["draws-even", "draws-second"]
Level = Literal["classic", "minimal", "moderate", "high"]


def only(what: str, *names: str) -> Callable[[str], str]:
    """A check that a game is one of `names`, which have `what`. The check raises BadInput for any other game."""

    def check(name: str) -> str:
        if known(name) not in names:
            raise BadInput(f"{known(name)} has no {what}: expected {listed(names, 'or')}")
        return known(name)

    return check


def about(what: str, *names: str) -> typer.models.ArgumentInfo:
    """The argument that names one of some games, which have `what`."""
    argument: typer.models.ArgumentInfo = typer.Argument(
        callback=only(what, *names), metavar="RULESET", help=f"The game: {listed(names, 'or')}."
    )
    return argument


Stochastic = Annotated[str, about("System and no q", "sqt")]
WithBoards = Annotated[str, about("boards of probabilities", "probabilistic")]
Switched = Annotated[str, about("switches", "tiqtaqtoe", "hybrid")]
OneScoring = Annotated[
    Scoring | None, typer.Option("--scoring", help="The value of a draw: 0, or 5 points for O. Default: draws-even.")
]
DoubleWin = Annotated[bool, typer.Option("--double-win", help="Count a win with two lines as a double win, value 40.")]
