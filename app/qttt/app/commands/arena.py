"""The commands about agents: arena, evaluate, train.

Nothing heavy is imported here: a command loads what it needs.
"""

from pathlib import Path
from typing import Annotated, Literal

import typer

from qttt.app.commands.conformance import ENGINE, ENGINE_FAILED, EngineCommand
from qttt.app.commands.games_of import GameCommand
from qttt.app.commands.options import Json, Timeout, seed_in_range
from qttt.app.errors import EngineFailed, tell
from qttt.app.query import Query, print_json

AGENTS = "random, monte-carlo:PLAYOUTS, expecti-minimax:DEPTH, perfect or net:FILE[:SIMULATIONS]"
"""As in `qttt.app.arena.contest`, which is too heavy to be imported here."""


class EvaluateCommand(EngineCommand, GameCommand):
    """A command about a game that may be followed by -- and an engine."""


def arena(
    query: Query,
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

    tally = played(contest_of(query, (a, b), many, seed, swap, engine))
    print_json(json_object(tally)) if as_json else display(tally)


def evaluate(
    query: Query,
    context: typer.Context,
    agent: Annotated[
        str,
        typer.Argument(metavar="AGENT", help=f"Who is measured: {AGENTS}; or engine, with its command after --."),
    ],
    through: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Measure the positions with at most this many moves made, in hybrid measured boxes and pending links. "
            "Default: 9, the whole game, in probabilistic and tiqtaqtoe; 3 in the others.",
        ),
    ] = None,
    many: Annotated[
        int, typer.Option("--games", metavar="N", help="Number of games as X and as O with each opponent, if needed.")
    ] = 20,
    seed: Annotated[int, typer.Option(help="Random seed of these games; equal seeds give equal games.")] = 1,
    timeout: Timeout = 10.0,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also draw the shares of optimal actions to this file (.svg or .png)."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Measure an agent exactly: its optimal actions, its losses, its worst case, and its results.

    Shares and losses are means over positions up to symmetry: over all of them, and over those that the agent's play
    can reach. The worst case is what a best responder makes of the agent. Beyond the measured positions, both sides
    play perfectly. Where monte-carlo is not known exactly, it plays games, and each share has its 95% interval
    (Wilson).

    An engine speaks the protocol of spec/protocol.md and plays the first of its best actions, as in: qttt evaluate
    engine --game goff -- ./my-engine. Exit code 3: the engine failed.
    """
    from qttt.app.evaluate.asked import answer

    try:
        answer(query, agent, through, many, seed, plot, context.meta[ENGINE], timeout).show(as_json)
    except EngineFailed as error:
        tell(error)
        return ENGINE_FAILED
    return 0


def train(
    query: Query,
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

    record = run(query, learner, minutes, steps, seed, out, settings or [])
    print_json(record) if as_json else print(summary(record))
