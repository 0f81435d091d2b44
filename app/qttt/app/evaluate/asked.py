"""`qttt evaluate` from what was typed: exact measures where they can be had, games where they cannot."""

from collections.abc import Sequence
from pathlib import Path

from qttt.app import stored
from qttt.app.errors import BadInput
from qttt.app.evaluate import exact, games
from qttt.app.evaluate.engine import ENGINE, policy_of_engine
from qttt.app.files import check_file
from qttt.app.query import Answer, Query
from qttt.learn.measures.ladder import NUMBERED, PLAIN, OutOfReach, policy_of
from qttt.learn.measures.sampled import sampled
from qttt.learn.measures.tree import tree_of
from qttt.oracle import Oracle
from qttt.oracle.progress import counting
from qttt.oracle.registry import entry_of

AGENTS = "random, perfect, expecti-minimax:DEPTH, monte-carlo:PLAYOUTS, net:FILE[:SIMULATIONS]"


def answer(
    query: Query,
    agent: str,
    through: int | None,
    many: int,
    seed: int,
    plot: Path | None = None,
    command: Sequence[str] = (),
    timeout: float = 10.0,
) -> Answer:
    """The measures of an agent, whose plot is written if a file is named.

    Raises BadInput for an unknown agent, a game that is not measured, and an engine that is missing or superfluous; and
    `EngineFailed`.
    """
    _check_agent(query.name, agent, command)
    games.check_games(many, seed)
    if plot:
        from qttt.app.plots import check_plot

        check_plot(plot)
        check_file(plot)
    oracle = Oracle(query.game, stored.tablebase(query.game, query.tablebase))
    plies = entry_of(query.game).measured if through is None else through
    try:
        tree = tree_of(oracle, plies)
        if command:
            return exact.answer(query, tree, agent, policy_of_engine(tree, command, timeout), plies, plot)
        try:
            policy = policy_of(agent, tree, plies)
        except OutOfReach:
            with counting("games") as report:
                found = sampled(oracle, agent, many, seed, report)
            return games.answer(query, oracle, agent, many, seed, found, plot)
        return exact.answer(query, tree, agent, policy, plies, plot)
    except ValueError as error:
        raise BadInput(str(error)) from error


def _check_agent(game: str, agent: str, command: Sequence[str]) -> None:
    engine = f"qttt evaluate engine --game {game} -- ./my-engine"
    if agent.partition(":")[0] not in (*PLAIN, *NUMBERED, "net", ENGINE):
        raise BadInput(f"agent {agent!r}: expected {AGENTS}, or engine with its command after --")
    if command and agent != ENGINE:
        raise BadInput(f"{agent} takes no command after --; to measure an engine: {engine}")
    if agent == ENGINE and not command:
        raise BadInput(f"name the engine after --, such as: {engine}")
