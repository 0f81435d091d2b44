"""`qttt arena`: two agents play many games; how often each outcome came."""

import time
from collections import Counter
from typing import Annotated, Literal

import typer
from rich.text import Text

from qttt.app import screen
from qttt.app.command import Command, GameCommand, view
from qttt.app.contest import Contest, result
from qttt.app.errors import BadInput
from qttt.app.games import Answer, Query
from qttt.app.options import Json
from qttt.learn.measures.statistics import CONFIDENCE, interval
from qttt.learn.names import AGENTS, AgentName, agent_name
from qttt.oracle.perfect import A, P
from qttt.oracle.progress import counting
from qttt.oracle.registry import entry_of
from qttt.reference.picture import listed


def arena(
    query: Query,
    a: Annotated[str, typer.Argument(metavar="A", help=f"Who plays X: {AGENTS}.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Who plays O: the same choices.")],
    many: Annotated[int, typer.Option("--games", metavar="N", help="Number of games.")],
    seed: Annotated[int, typer.Option(help="Random seed; with one engine, equal seeds give equal games.")],
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
    the values of ended games. perfect takes the first action of best play.
    """
    agents = _agent("A", a), _agent("B", b)
    lacking = _without_kernels(query, *agents)
    if engine == "fast" and lacking:
        raise BadInput(f"--engine fast: {query.name} has no fast {lacking}; leave it out")
    fast: Literal["tree", "kernels"] = "tree" if "monte-carlo" in view(query.name).fast_agents else "kernels"
    chosen = "reference" if engine == "reference" or lacking else fast
    answer(query, Contest(query.game, *agents, many, seed, swap, chosen, query.tablebase)).show(as_json)


def _agent(who: str, text: str) -> AgentName:
    try:
        return agent_name(text)
    except ValueError as error:
        raise BadInput(f"{who}: {error}") from error


def _without_kernels(query: Query, *agents: AgentName) -> str:
    """What the fast engine lacks for a contest: the kind of an agent, or the whole game; empty if it lacks nothing."""
    if not entry_of(query.game).playing(query.game):
        return "agents"
    own = view(query.name).fast_agents
    return next((agent.kind for agent in agents if agent.kind not in own), "")


def answer(query: Query, contest: Contest[P, A]) -> Answer:
    """Play the games of a contest and count."""
    began = time.perf_counter()
    results, ends = Counter[str](), Counter[str]()
    with counting("games") as report:
        report(0, contest.games)
        for side, outcome in contest.outcomes(report):
            results[result(outcome, side)] += 1
            ends[str(outcome)] += 1
    seconds = time.perf_counter() - began
    names = ("win", "loss", *view(query.name).undecided)
    shares = {name: interval(results[name], contest.games) for name in names}
    json_object = {
        **query.json_object,
        "a": str(contest.a),
        "b": str(contest.b),
        "a_plays": "X and O in turn" if contest.swap else "X",
        "games": contest.games,
        "seed": contest.seed,
        "engine": "reference" if contest.engine == "reference" else "fast",
        "results": {name: {"games": results[name], **share._asdict()} for name, share in shares.items()},
        "confidence": CONFIDENCE,
        "outcomes": dict(sorted(ends.items())),
        "seconds": round(seconds, 3),
    }

    def display() -> None:
        out, board = screen.console(), query.json_object.get("board")
        title = Text.assemble((contest.game.ruleset, "bold"), f": {board}") if board else screen.title(contest.game)
        out.print(title, soft_wrap=True)
        sides = "A and B take turns as X, A first" if contest.swap else "A is X in all games, B is O"
        if contest.games == 1:
            sides = "A is X, B is O"
        out.print(f"A: {contest.a}, B: {contest.b}; {sides}", soft_wrap=True)
        out.print()
        table = screen.table("result of A", "games", "share", "95% interval", right=("games", "share"))
        for name, (share, low, high) in shares.items():
            table.add_row(name, f"{results[name]:,}", f"{share:.2%}", f"{low:.2%} to {high:.2%}")
        out.print(table)
        out.print()
        out.print(listed([f"{name}: {count:,}" for name, count in sorted(ends.items())]), soft_wrap=True)
        cost = f"{screen.many(contest.games, 'game')}, seed {contest.seed}, in {seconds:.1f} s"
        out.print(cost, style="dim", soft_wrap=True)

    return Answer(lambda: json_object, display)


COMMANDS = {"arena": Command(arena, GameCommand, "--game")}
