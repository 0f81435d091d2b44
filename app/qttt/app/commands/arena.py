"""The commands about agents: arena, evaluate, train.

Nothing heavy is imported here: a command loads what it needs.
"""

from pathlib import Path
from typing import Annotated, Literal

import typer

from qttt.app.commands.asked import Asked
from qttt.app.commands.options import Json, print_json, seed_in_range

AGENTS = "random, monte-carlo:PLAYOUTS, expecti-minimax:DEPTH, perfect or net:FILE[:SIMULATIONS]"
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
        str,
        typer.Argument(
            metavar="AGENT", help="Who is measured: random, expecti-minimax:DEPTH, perfect or net:FILE[:SIMULATIONS]."
        ),
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


def train(
    asked: Asked,
    learner: Annotated[
        Literal["td", "alphazero", "distil"],
        typer.Option(help="Who learns: TD(0) with a table; a net by self-play; a net by the exact values."),
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The file to write; FILE.state beside it resumes.")
    ],
    seed: Annotated[int, typer.Option(callback=seed_in_range, help="Random seed.")],
    minutes: Annotated[float | None, typer.Option(help="How long to train, interrupted times included.")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="How many steps to train, in place of minutes.")] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Another setting of the learner; may be repeated."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Train a learner, and measure it exactly on the way: the share of optimal actions and the worst case.

    `evaluate`, `arena` and `play` take what is learnt as net:FILE, or as net:FILE:SIMULATIONS with a search. The same
    command resumes a training that was interrupted; with more minutes it goes on. Equal seeds and --steps give equal
    files on one machine. The settings are described in docs/learning.md. For goff.
    """
    from qttt.app.train import run, summary

    record = run(asked, learner, minutes, steps, seed, out, settings or [])
    print_json(record) if as_json else print(summary(record))
