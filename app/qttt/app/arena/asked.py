"""A contest from what was typed, and its games played by the chosen engine."""

import time
from collections import Counter
from collections.abc import Iterable

from qttt.app import games
from qttt.app.arena.contest import AgentName, Contest, EngineName, Tally, agent_name, result
from qttt.app.errors import BadInput
from qttt.app.query import Query
from qttt.oracle.progress import Count, counting
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor, Outcome


def contest_of(
    query: Query, agents: tuple[str, str], many: int, seed: int, swap: bool, engine: EngineName | None
) -> Contest:
    """The contest that is asked for. Raises BadInput if anything about it is wrong."""
    a, b = map(_agent, "AB", agents)
    if engine is None:
        engine = "reference" if _without_kernels(query, (a, b)) else "fast"
    elif engine == "fast" and (lacking := _without_kernels(query, (a, b))):
        raise BadInput(f"--engine fast: {query.name} has no fast {lacking}; leave it out")
    return Contest(query.game, a, b, many, seed, swap, engine, query.tablebase, query.json_object)


def _without_kernels(query: Query, agents: Iterable[AgentName]) -> str:
    """What the fast engine lacks for a contest: the kind of an agent, or the whole game; empty if it lacks nothing."""
    if not entry_of(query.game).playing(query.game):
        return "agents"
    own = games.view(query.name).fast_agents
    return next((agent.kind for agent in agents if agent.kind not in own), "")


def _agent(who: str, text: str) -> AgentName:
    try:
        return agent_name(text)
    except BadInput as error:
        raise BadInput(f"{who}: {error}") from error


def played(contest: Contest) -> Tally:
    """Play the games of a contest and count."""
    began = time.perf_counter()
    results, ends = Counter[str](), Counter[str]()
    with counting("games") as report:
        report(0, contest.games)
        for side, outcome in _outcomes(contest, report):
            results[result(outcome, side)] += 1
            ends[str(outcome)] += 1
    return Tally(contest, results, ends, time.perf_counter() - began)


def _outcomes(contest: Contest, report: Count) -> Iterable[tuple[Actor, Outcome]]:
    if contest.engine == "fast":
        return games.view(contest.name).fast_outcomes(contest, report)
    from qttt.app.arena import matches as arena_play

    return arena_play.outcomes(contest, report)
