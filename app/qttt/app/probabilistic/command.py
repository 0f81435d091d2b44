"""The command about squares of a board: tutor.

Nothing heavy is imported here: a command loads what it needs.
"""

from pathlib import Path
from typing import Annotated

import typer

from qttt.app.commands.options import Json, Moves, Svg, about, as_text, print_json
from qttt.app.probabilistic.parts import OPTIONS

HELP_OF = {option.name: option.help for option in OPTIONS}
"""The help of the options that other commands share."""


def tutor(
    ruleset: Annotated[str, about("boards of probabilities", "probabilistic")],
    moves: Moves = None,
    board: Annotated[Path | None, typer.Option(metavar="FILE", help=HELP_OF["board"])] = None,
    random: Annotated[int | None, typer.Option(metavar="SEED", help=HELP_OF["random"])] = None,
    number: Annotated[int | None, typer.Option(metavar="N", help=HELP_OF["number"])] = None,
    svg: Svg = None,
    exact: Annotated[bool, typer.Option("--exact", help="Print exact fractions as well as decimals.")] = False,
    as_json: Json = False,
) -> None:
    """Show what every square is worth to the player to move: the chance of winning plus half the chance of a draw.

    Needs --board or --random. The values are exact and ties are decided; --exact also prints the fractions. In the JSON
    "perfect" lists the squares that perfect play chooses from: the best, without those that always pass if another is
    as good. Where a square has been named and chance is to act, "outcomes" lists the possible outcomes.
    """
    from qttt.app.probabilistic import boards
    from qttt.app.probabilistic import tutor as tutors

    named = boards.board(board, random, number)
    lesson = tutors.lesson(named, as_text(moves))
    if svg:
        tutors.write_svg(lesson, svg)
    print_json(tutors.json_object(named, lesson, exact)) if as_json else tutors.display(named, lesson, exact)
