"""The commands about agents: arena, experiments.

Nothing heavy is imported here: a command loads what it needs.
"""

from pathlib import Path
from typing import Annotated, Literal

import typer

from qttt.app import games
from qttt.app.commands.asked import Asked
from qttt.app.commands.options import (
    BoardFile,
    BoardNumber,
    CollapseRule,
    DoubleWin,
    Json,
    LevelOption,
    Q,
    RandomBoard,
    ScoringRule,
    Stored,
    Switches,
    print_json,
)
from qttt.app.errors import BadInput

AGENTS = "random, monte-carlo:PLAYOUTS, expecti-minimax:DEPTH or perfect"
"""As in `qttt.app.arena.contest`, which is too heavy to be imported here."""


def _tiqtaqtoe(ruleset: str) -> str:
    if (name := games.known(ruleset)) != "tiqtaqtoe":
        raise BadInput(f"the experiments are with tiqtaqtoe, not with {name}: expected tiqtaqtoe")
    return name


def arena(
    a: Annotated[str, typer.Argument(metavar="A", help=f"Who plays X: {AGENTS}.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Who plays O, likewise.")],
    *,
    game: Annotated[
        str,
        typer.Option(
            callback=games.known, metavar="RULESET", help=f"The game: {games.listed([*games.RULESETS], 'or')}."
        ),
    ],
    many: Annotated[int, typer.Option("--games", metavar="N", help="How many games.")],
    seed: Annotated[int, typer.Option(help="Of all that is random: the same seed, the same games.")],
    swap: Annotated[bool, typer.Option("--swap", help="Change sides after every game; A is X in the first.")] = False,
    engine: Annotated[
        Literal["reference", "fast"] | None,
        typer.Option(help="Who computes the agents' moves; fast is for tiqtaqtoe, where it is the default."),
    ] = None,
    level: LevelOption = None,
    switch: Switches = None,
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    tablebase: Stored = None,
    double_win: DoubleWin = False,
    board: BoardFile = None,
    random: RandomBoard = None,
    number: BoardNumber = None,
    as_json: Json = False,
) -> None:
    """Let two agents play many games, and tell how often A has won, lost and drawn; of tiqtaqtoe and hybrid how often
    both had a line, and of tiqtaqtoe how often neither had.

    A is X in every game, unless --swap. Shares are with their 95 % intervals (Wilson). monte-carlo plays that many
    games out at random after each action and takes the action after which most are won. expecti-minimax searches to
    that depth, the positions after its own action being depth 2; where it stops it goes by a heuristic in tiqtaqtoe,
    and by ended games alone elsewhere. perfect takes the first best action of a tablebase.
    """
    from qttt.app.arena.asked import asked_for, played
    from qttt.app.arena.contest import described, printed

    asked = Asked(
        ruleset=game,
        level=level,
        switch=switch,
        collapse=collapse,
        q=q,
        scoring=scoring,
        tablebase=tablebase,
        double_win=double_win,
        board=board,
        random=random,
        number=number,
    )
    tally = played(asked_for(asked, (a, b), many, seed, swap, engine))
    print_json(described(tally)) if as_json else printed(tally)


def experiments(
    ruleset: Annotated[str, typer.Argument(callback=_tiqtaqtoe, metavar="RULESET", help="The game: tiqtaqtoe.")],
    *,
    many: Annotated[
        list[int], typer.Option("--games", metavar="N", help="How many games a match; give it again for more samples.")
    ],
    seed: Annotated[int, typer.Option(help="Of all that is random: the same seed, the same games.")],
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder for experiments.md, and for experiments/ with all else.")
    ],
) -> None:
    """Make Wong's (2023) Figures 13 to 24 and Tables 1 to 3 again, with intervals, and exactly.

    Takes some minutes on all cores. Every result is kept in experiments/data.json at once; interrupted, the same
    command goes on where it stopped, and what is there is not played again. The same seed gives the same files.
    """
    from qttt.app.tiqtaqtoe.experiments import experiments as made

    for file in made(many, seed, out):
        print(file)
