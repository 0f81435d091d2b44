"""The commands about agents: arena, evaluate.

Nothing heavy is imported here: a command loads what it needs.
"""

from typing import Annotated, Literal

import typer

from qttt.app.commands.asked import Asked
from qttt.app.commands.options import Json, print_json

AGENTS = "random, monte-carlo:PLAYOUTS, expecti-minimax:DEPTH or perfect"
"""As in `qttt.app.arena.contest`, which is too heavy to be imported here."""


def arena(
    asked: Asked,
    a: Annotated[str, typer.Argument(metavar="A", help=f"Who plays X: {AGENTS}.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Who plays O: the same choices.")],
    many: Annotated[int, typer.Option("--games", metavar="N", help="Number of games.")],
    seed: Annotated[int, typer.Option(help="Random seed; equal seeds give equal games.")],
    swap: Annotated[bool, typer.Option("--swap", help="Change sides after every game; A is X in the first.")] = False,
    engine: Annotated[
        Literal["reference", "fast"] | None,
        typer.Option(help="Who computes the agents' moves. Default: fast where the game has fast agents."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Let two agents play many games, and show how often A wins, loses and draws.

    A is X in every game unless --swap is given. Each share has its 95% interval (Wilson). monte-carlo plays PLAYOUTS
    random games after each action and takes the action with the most wins. expecti-minimax searches to DEPTH, where the
    positions after its own action are depth 2; where it stops it uses a heuristic in tiqtaqtoe, and in other games only
    the values of ended games. perfect takes the first best action of a tablebase.
    """
    from qttt.app.arena.asked import contest_of, played
    from qttt.app.arena.contest import display, json_object

    tally = played(contest_of(asked, (a, b), many, seed, swap, engine))
    print_json(json_object(tally)) if as_json else display(tally)


def evaluate(
    asked: Asked,
    agent: Annotated[
        str, typer.Argument(metavar="AGENT", help="Who is measured: random, expecti-minimax:DEPTH or perfect.")
    ],
    through: Annotated[
        int, typer.Option(min=0, max=6, help="Measure the positions with at most this many moves made.")
    ] = 3,
    as_json: Json = False,
) -> None:
    """Measure an agent exactly, from the tablebase: its optimal actions, its losses and its worst case.

    Shares and losses are means over positions up to symmetry: over all of them, and over those that the agent's play
    can reach. The worst case is what a best responder makes of the agent. Beyond the measured positions, both sides
    play perfectly. For goff and sqt.
    """
    from qttt.app.evaluate import answer

    answer(asked, agent, through).show(as_json)
