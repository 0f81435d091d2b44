"""`qttt evaluate`: exact measures of an agent where they can be had, games where they cannot."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from qttt.app import plots, screen, stored
from qttt.app.agents import AGENTS, KINDS, check_games
from qttt.app.command import ENGINE, ENGINE_FAILED, Command, EngineCommand, GameCommand
from qttt.app.engine import policy_of_engine
from qttt.app.errors import BadInput, EngineFailed, tell
from qttt.app.files import check_file, suffix_of, write_bytes
from qttt.app.games import Answer, Query, view
from qttt.app.options import Json, Timeout, seed_in_range
from qttt.learn.measures.exact import TOLERANCE, measured
from qttt.learn.measures.intervals import CONFIDENCE
from qttt.learn.measures.ladder import LADDER, OutOfReach, Result, elo, policy_of, results
from qttt.learn.measures.sampled import ResultOfGames, Sampled, sampled
from qttt.learn.measures.tree import Array, Tree, tree_of
from qttt.oracle import Oracle
from qttt.oracle.progress import counting
from qttt.oracle.registry import entry_of

MOST_GAMES = 100_000
DIGITS = 6
"""Decimals of the printed numbers."""
FEW = 6
"""The most best actions that are named."""
RESULTS = ("X wins", "draw", "O wins")


class EvaluateCommand(EngineCommand, GameCommand):
    """A command about a game that may be followed by -- and an engine."""


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
    command = context.meta[ENGINE]
    _check_agent(query.name, agent, command)
    check_games(many, MOST_GAMES)
    seed_in_range(seed)
    if plot:
        plots.check_plot(plot)
        check_file(plot)
    oracle = Oracle(query.game, stored.tablebase(query.game, query.tablebase))
    plies = entry_of(query.game).measured if through is None else through
    try:
        tree = tree_of(oracle, plies)
        try:
            policy = policy_of_engine(tree, command, timeout) if command else policy_of(agent, tree, plies)
        except OutOfReach:
            with counting("games") as report:
                games = sampled(oracle, agent, many, seed, report)
            answer = _sampled(query, oracle, agent, many, seed, games, plot)
        else:
            answer = _exact(query, tree, agent, policy, plies, plot)
    except EngineFailed as error:
        tell(error)
        return ENGINE_FAILED
    except ValueError as error:
        raise BadInput(str(error)) from error
    return answer.show(as_json)


def _check_agent(game: str, agent: str, command: Sequence[str]) -> None:
    example = f"qttt evaluate engine --game {game} -- ./my-engine"
    if agent.partition(":")[0] not in (*KINDS, "net", "engine"):
        known = "random, perfect, expecti-minimax:DEPTH, monte-carlo:PLAYOUTS, net:FILE[:SIMULATIONS]"
        raise BadInput(f"agent {agent!r}: expected {known}, or engine with its command after --")
    if command and agent != "engine":
        raise BadInput(f"{agent} takes no command after --; to measure an engine: {example}")
    if agent == "engine" and not command:
        raise BadInput(f"name the engine after --, such as: {example}")


def _exact(query: Query, tree: Tree, agent: str, policy: Array, through: int, plot: Path | None) -> Answer:
    """The measures of an agent with a policy. Raises `ValueError` for a policy that is none."""
    measures = measured(tree, policy)
    against = results(tree, {name: policy_of(name, tree, through) for name in LADDER} | {agent: policy})
    ratings = elo(against)
    if plot:
        stages = {"all positions": measures.everywhere, "reached": measures.reached}
        lines = {name: {each.stage: (each.optimal,) * 3 for each in those} for name, those in stages.items()}
        _draw(plot, lines, f"{agent} in {query.game.ruleset}")
    first = [
        (tree.position(int(tree.parent[at])), tree.named(at), float(tree.loss[at])) for at in measures.first_errors[:3]
    ]
    json_object = {
        "through": through,
        "everywhere": [*measures.everywhere],
        "reached": [*measures.reached],
        "value": measures.value,
        "worst_case": {"X": measures.as_x, "O": measures.as_o},
        "exploitability": measures.exploitability,
        "first_errors": [_error(query, *error) for error in first],
        "against": _against(agent, against),
        "elo": ratings,
    }

    def display() -> None:
        out = screen.console()
        columns = ("stage", "positions", "optimal", "loss", "reached", "optimal", "loss")
        table = screen.table(*columns, right=("positions", "reached"))
        reached = {each.stage: each for each in measures.reached}
        for each in measures.everywhere:
            own = reached.get(each.stage)
            cells = (f"{own.positions:,}", f"{own.optimal:.3f}", f"{own.regret:.3g}") if own else ("0", "", "")
            table.add_row(each.stage, f"{each.positions:,}", f"{each.optimal:.3f}", f"{each.regret:.3g}", *cells)
        out.print(table)
        out.print()
        worst = f"X gets {measures.as_x:.4g} if {agent} is X and {measures.as_o:.4g} if it is O"
        out.print(f"The game is worth {measures.value:.4g}. Against a best responder {worst}.")
        out.print(f"Exploitability: {abs(measures.exploitability):.4g}")
        out.print()
        rows = screen.table("X", "O", "X gets", *RESULTS, right=("X gets", *RESULTS))
        for pair in dict.fromkeys(pair for name in LADDER for pair in ((agent, name), (name, agent))):
            chances = [f"{chance:.3f}" for chance in against[pair].chances or ()] or [""] * 3
            rows.add_row(*pair, f"{against[pair].value:.3f}", *chances)
        out.print(rows)
        if ratings:
            out.print()
            shown = {name: "unbounded" if each is None else f"{each:.0f}" for name, each in ratings.items()}
            out.print(f"Elo: {', '.join(f'{name} {shown[name]}' for name in dict.fromkeys((agent, *LADDER)))}")
        if first:
            at = int(tree.parent[measures.first_errors[0]])
            actions = range(tree.first[at], tree.first[at + 1])
            _show_error(query, *first[0], [tree.named(each) for each in actions if tree.loss[each] < TOLERANCE])

    return Answer(lambda: _json({**query.json_object, "agent": agent, **json_object}), display)


def _sampled(
    query: Query, oracle: Oracle[Any, Any], agent: str, games: int, seed: int, taken: Sampled, plot: Path | None
) -> Answer:
    """The measures of an agent from games."""
    if plot:
        lines = {"reached": {each.stage: (*each.optimal,) for each in taken.reached}}
        _draw(plot, lines, f"{agent} in {query.game.ruleset}, {games} games as X and as O with each opponent")
    json_object = {
        "games": games,
        "seed": seed,
        "confidence": CONFIDENCE,
        "reached": [*taken.reached],
        "first_errors": [_error(query, *taken.first_error)] if taken.first_error else [],
        "against": _against(agent, taken.results),
    }

    def display() -> None:
        out = screen.console()
        table = screen.table("stage", "actions", "optimal", "95% interval", "loss", right=("actions",))
        for each in taken.reached:
            share, low, high = each.optimal
            cells = (f"{share:.3f}", f"{low:.3f}–{high:.3f}", f"{each.regret.mean:.3g}")
            table.add_row(each.stage, f"{each.actions:,}", *cells)
        out.print(table)
        out.print()
        rows = screen.table("X", "O", "X gets", *RESULTS, right=("X gets",))
        for pair in [pair for name in LADDER for pair in ((agent, name), (name, agent))]:
            chances = (f"{low:.2f}–{high:.2f}" for _, low, high in taken.results[pair].chances)
            rows.add_row(*pair, f"{taken.results[pair].value.mean:.3f}", *chances)
        out.print(rows)
        out.print()
        told = f"{games} games in each row; intervals of 95%. The worst case of {agent} is not known."
        out.print(told, style="dim", soft_wrap=True)
        if taken.first_error:
            _show_error(query, *taken.first_error, oracle.best(taken.first_error.position))

    return Answer(lambda: _json({**query.json_object, "agent": agent, **json_object}), display)


def _json(value: Any) -> Any:
    """A value for JSON: objects for named tuples, and rounded numbers."""
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0
    if isinstance(value, list):
        return [*map(_json, value)]
    named_tuple = getattr(value, "_asdict", lambda: value)()
    return {name: _json(each) for name, each in named_tuple.items()} if isinstance(named_tuple, dict) else value


def _error(query: Query, position: Any, action: Any, loss: float) -> dict[str, Any]:
    return {"position": query.game.write_position(position), "action": str(action), "loss": loss}


def _against(agent: str, outcomes: Mapping[tuple[str, str], Result | ResultOfGames]) -> dict[str, Any]:
    """The results against each agent of the ladder, as X and as O."""

    def result(pair: tuple[str, str]) -> dict[str, Any]:
        chances: Iterable[Any] = outcomes[pair].chances or ()
        names = (name.replace(" ", "_") for name in RESULTS)
        return {"value": outcomes[pair].value, **dict(zip(names, chances, strict=False))}

    return {name: {"X": result((agent, name)), "O": result((name, agent))} for name in LADDER}


def _show_error(query: Query, position: Any, action: Any, loss: float, best: Sequence[Any]) -> None:
    """Print the position in which an agent first errs, its action, and the best ones."""
    out = screen.console()
    out.print()
    out.print(Text("The first error", "bold"))
    view(query.name).show(query, query.game.write_position(position), None).display()
    listed = ", ".join(map(str, best[:FEW])) + (f" and {len(best) - FEW} more" if len(best) > FEW else "")
    out.print(f"{action} loses {loss:.4g}; best: {listed}", soft_wrap=True)


def _draw(path: Path, lines: Mapping[str, Mapping[str, tuple[float, float, float]]], caption: str) -> None:
    """Write the shares of optimal actions by stage as a picture."""
    write_bytes(path, plots.shares([plots.Shares(*line) for line in lines.items()], caption, suffix_of(path)))


COMMAND = Command(evaluate, EvaluateCommand, "--game")
