"""What several commands take: their arguments and options, as they are typed."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from qttt.app import games
from qttt.app.errors import BadInput
from qttt.app.games import Collapse, Level, Scoring


def svg_file(path: Path | None) -> Path | None:
    """The file of a picture, if one is named. Raises BadInput for a name that does not say it is an SVG."""
    if path and path.suffix.lower() != ".svg":
        raise BadInput(f"{path}: expected a name that ends in .svg")
    return path


Ruleset = Annotated[
    str,
    typer.Argument(callback=games.known, metavar="RULESET", help=f"The game: {games.listed([*games.RULESETS], 'or')}."),
]
Quantum = Annotated[
    str,
    typer.Argument(callback=games.quantum, metavar="RULESET", help=f"The game: {games.listed(games.QUANTUM, 'or')}."),
]
Switched = Annotated[
    str,
    typer.Argument(
        callback=games.switched, metavar="RULESET", help=f"The game: {games.listed(games.OPTIONS['--switch'], 'or')}."
    ),
]
WithBoards = Annotated[
    str, typer.Argument(callback=games.with_boards, metavar="RULESET", help="The game: probabilistic.")
]
Stochastic = Annotated[str, typer.Argument(callback=games.stochastic, metavar="RULESET", help="The game: sqt.")]
Moves = Annotated[
    list[str] | None, typer.Argument(metavar="MOVES", help='The game so far, as in "X1.1-9 O2.1-3"; none: the start.')
]
Outcomes = Annotated[
    list[str] | None,
    typer.Argument(metavar="MOVES", help='The game so far, as in "X1.5 success O2.3 neutral"; none: the start.'),
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
DoubleWin = Annotated[
    bool, typer.Option("--double-win", help="goff and sqt: count a win with two lines as a double win, value 40.")
]
LevelOption = Annotated[
    Level | None, typer.Option("--level", help="tiqtaqtoe: how much may be superposed. Else high, the whole game.")
]
Switches = Annotated[
    list[str] | None,
    typer.Option(
        "--switch",
        metavar="NAME=VALUE",
        help="tiqtaqtoe and hybrid: another reading of a rule, such as both=X; may be repeated. Of tiqtaqtoe target, "
        "pair (both at level high), lines, both; of hybrid links, targets, effect, both.",
    ),
]
Device = Annotated[Literal["auto", "cpu", "gpu"], typer.Option(help="Where to compute; auto takes a GPU if one works.")]
Stored = Annotated[
    Path | None, typer.Option("--tablebase", metavar="DIR", help="A tablebase that `solve --out` has stored.")
]
BoardFile = Annotated[
    Path | None,
    typer.Option("--board", metavar="FILE", help="probabilistic: a file of boards, .json or .csv. Or give --random."),
]
RandomBoard = Annotated[
    int | None,
    typer.Option(
        "--random",
        metavar="SEED",
        help="probabilistic: the board that the generator abraham-2024 draws with this seed.",
    ),
]
BoardNumber = Annotated[
    int | None,
    typer.Option(
        "--number",
        metavar="N",
        help="probabilistic: which board: of a JSON file, from 1; of a CSV file, by its line; of a seed, from 0.",
    ),
]
Exactly = Annotated[bool, typer.Option("--exact", help="probabilistic: exact fractions as well as decimals.")]
Svg = Annotated[
    Path | None,
    typer.Option(callback=svg_file, metavar="FILE", help="Write the picture to this file as well: .svg."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON in one line and nothing else.")]
Engine = Literal["reference", "fast"]
Player = Literal["human", "perfect"]
Side = Literal["X", "O"]


def as_text(moves: list[str] | None) -> str:
    """The game so far, in notation."""
    return " ".join(moves or [])


def seed_in_range(seed: int | None) -> int | None:
    """The seed, if there is one. Raises BadInput for more than 64 bits, and for less than none."""
    if seed is not None and not 0 <= seed < 1 << 64:
        raise BadInput(f"--seed: {seed} is not from 0 to 2^64 - 1")
    return seed


def print_json(content: Any) -> None:
    """Print an object or a list in one line."""
    print(json.dumps(content, ensure_ascii=False))
