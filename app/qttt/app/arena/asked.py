"""A contest from what was typed, and its games played by the chosen engine."""

import time
from collections import Counter
from collections.abc import Iterable

from qttt.app import games
from qttt.app.arena.contest import AgentName, Contest, EngineName, Tally, agent_name, result
from qttt.app.commands.asked import Asked
from qttt.app.errors import BadInput
from qttt.oracle.progress import Count, counting
from qttt.reference.game import Actor, Outcome


def contest_of(
    asked: Asked, agents: tuple[str, str], many: int, seed: int, swap: bool, engine: EngineName | None
) -> Contest:
    """The contest that is asked for. Raises BadInput if anything about it is wrong."""
    a, b = map(_agent, "AB", agents)
    with_fast = getattr(games.views(asked.name), "FAST_AGENTS", False)
    if engine == "fast" and not with_fast:
        raise BadInput(f"{asked.name} has no fast agents; leave out --engine fast")
    nets = "net" in (a.kind, b.kind)
    if engine == "fast" and nets:
        raise BadInput("--engine fast: nets play only against agents of the reference; leave it out")
    chosen: EngineName = engine or ("fast" if with_fast and not nets else "reference")
    return Contest(asked.game, a, b, many, seed, swap, chosen, asked.tablebase, asked.json_object)


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
        found: Iterable[tuple[Actor, Outcome]] = games.view(contest.name, "fast_outcomes")(contest, report)
        return found
    from qttt.app.arena import matches as arena_play

    return arena_play.outcomes(contest, report)
