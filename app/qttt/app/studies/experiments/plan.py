"""The matches and searches of the experiments, and the agents that take part."""

from collections.abc import Iterator

from qttt.app.arena.contest import AgentName
from qttt.app.studies.experiments.data import LEVELS, Data, Job, Match, Search

PLAYOUTS, DEPTHS = (100, 200, 300), (2, 3, 4)
NODE_DEPTHS = (2, 3, 4, 5, 6)
UNPRUNED_DEPTHS = (2, 3, 4)
FULL_DEPTH = 14


def monte_carlo(playouts: int) -> AgentName:
    """The Monte Carlo agent."""
    return AgentName("monte-carlo", playouts)


def expecti_minimax(depth: int) -> AgentName:
    """The expecti-minimax agent."""
    return AgentName("expecti-minimax", depth)


def any_best(depth: int) -> AgentName:
    """The expecti-minimax agent that makes any of equally good moves."""
    return AgentName("expecti-minimax-any", depth)


def exact_ends(depth: int) -> AgentName:
    """The expecti-minimax agent that gives ended games their exact values."""
    return AgentName("expecti-minimax-exact", depth)


def exact_any_best(depth: int) -> AgentName:
    """The expecti-minimax agent that gives ended games their exact values, and makes any of equally good moves."""
    return AgentName("expecti-minimax-exact-any", depth)


RANDOM, PERFECT = AgentName("random"), AgentName("perfect")
READINGS = (expecti_minimax, any_best, exact_ends, exact_any_best)
"""Expecti-minimax in every reading: how ended games are evaluated, and which of equally good moves is made."""
SEARCHERS = (*map(monte_carlo, PLAYOUTS), *map(expecti_minimax, DEPTHS))


def matches() -> Iterator[Match]:
    """The matches of Figures 13 to 24 and, beyond them, those with more playouts between the two agents, with the
    other readings of expecti-minimax, with a search to the end, and with perfect play."""
    searchers = [reading(depth) for reading in READINGS for depth in (*DEPTHS, FULL_DEPTH)]
    for level in LEVELS:
        for agent in (RANDOM, *map(monte_carlo, PLAYOUTS), *searchers):
            yield Match(level, agent, RANDOM)
            yield Match(level, agent, PERFECT)
            yield Match(level, PERFECT, agent)
        for agent in searchers:
            for playouts in PLAYOUTS:
                yield Match(level, agent, monte_carlo(playouts))
                yield Match(level, monte_carlo(playouts), agent)
        yield Match(level, PERFECT, PERFECT)


def searches() -> Iterator[Search]:
    """The searches of Tables 1 to 3, in both readings of ended games, and some without pruning; the quick ones first,
    then the longest."""
    quick = NODE_DEPTHS[:2]
    for depth in (*quick, *reversed(NODE_DEPTHS[len(quick) :])):
        kinds = ((True, False, NODE_DEPTHS), (True, True, NODE_DEPTHS), (False, False, UNPRUNED_DEPTHS))
        for pruning, exact, depths in kinds:
            yield from (Search(level, depth, pruning, exact) for level in LEVELS if depth in depths)


def missing(data: Data) -> list[Job]:
    """The jobs that are still to be done."""
    jobs: list[Job] = [search for search in searches() if str(search) not in data.nodes]
    return jobs + [match for match in matches() if str(match) not in data.matches]
