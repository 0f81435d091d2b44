"""What several commands take: their arguments and options, as they are typed."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from qttt.app import games
from qttt.app.games import Collapse, Scoring

Ruleset = Annotated[str, typer.Argument(callback=games.known, metavar="RULESET", help="The game: goff or sqt.")]
Stochastic = Annotated[str, typer.Argument(callback=games.stochastic, metavar="RULESET", help="The game: sqt.")]
Moves = Annotated[
    list[str] | None, typer.Argument(metavar="MOVES", help='The game so far, as in "X1.1-9 O2.1-3"; none: the start.')
]
CollapseRule = Annotated[
    Collapse | None,
    typer.Option(
        "--collapse",
        help="goff: who selects, the opponent of the player who closed the cycle, or that player. Else opponent.",
    ),
]
Q = Annotated[
    str | None,
    typer.Option("--q", metavar="Q", help="sqt: the probability that the System favours O, such as 3/4 or 0.75."),
]
ScoringRule = Annotated[
    Scoring | None, typer.Option("--scoring", help="sqt: a draw is worth 0, or 5 to O. Else draws-even.")
]
DoubleWin = Annotated[bool, typer.Option("--double-win", help="Count a win with two lines as a double win, value 40.")]
Device = Annotated[Literal["auto", "cpu", "gpu"], typer.Option(help="Where to compute; auto takes a GPU if one works.")]
Stored = Annotated[
    Path | None, typer.Option("--tablebase", metavar="DIR", help="A tablebase that `solve --out` has stored.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON in one line and nothing else.")]
Engine = Literal["reference", "fast"]
Player = Literal["human", "perfect"]
Side = Literal["X", "O"]
