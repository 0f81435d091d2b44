"""`qttt evaluate` from what was typed: exact measures where they can be had, games where they cannot."""

from collections.abc import Sequence
from pathlib import Path

from qttt.app import stored
from qttt.app.commands.asked import Answer, Asked
from qttt.app.errors import BadInput
from qttt.app.evaluate import exact, games
from qttt.app.evaluate.engine import ENGINE, policy_of_engine
from qttt.app.evaluate.job import EvaluateJob
from qttt.app.files import check_file
from qttt.app.jobs.run import Spread, run
from qttt.learn.measures.ladder import NUMBERED, PLAIN, OutOfReach, policy_of
from qttt.learn.measures.tree import tree_of
from qttt.oracle import Oracle
from qttt.oracle.registry import entry_of

AGENTS = "random, perfect, expecti-minimax:DEPTH, monte-carlo:PLAYOUTS, net:FILE[:SIMULATIONS]"


def answer(
    asked: Asked,
    agent: str,
    through: int | None,
    many: int,
    seed: int,
    plot: Path | None = None,
    command: Sequence[str] = (),
    timeout: float = 10.0,
    spread: Spread = Spread(),  # noqa: B008
) -> Answer:
    """The measures of an agent, whose plot is written if a file is named.

    Raises BadInput for an unknown agent, a game that is not measured, an engine that is missing or superfluous, and for
    exact measures that are to be spread; and `EngineFailed`.
    """
    _check_agent(asked.name, agent, command)
    if command:
        _check_alone(agent, spread)
    games.check_games(many, seed)
    if plot:
        from qttt.app.plots import check_plot

        check_plot(plot)
        check_file(plot)
    oracle = Oracle(asked.game, stored.tablebase(asked.game, asked.tablebase))
    plies = entry_of(asked.game).measured if through is None else through
    try:
        tree = tree_of(oracle, plies)
        if command:
            return exact.answer(asked, tree, agent, policy_of_engine(tree, command, timeout), plies, plot)
        try:
            policy = policy_of(agent, tree, plies)
        except OutOfReach:
            return run(EvaluateJob(asked, agent, many, seed, oracle), spread, "cpu", None, plot)
        _check_alone(agent, spread)
        return exact.answer(asked, tree, agent, policy, plies, plot)
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


def _check_alone(agent: str, spread: Spread) -> None:
    if spread.asked:
        raise BadInput(f"{agent} is measured exactly, in one piece; leave out --shard, --scheduler and --parts")
