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


RANDOM, PERFECT = AgentName("random"), AgentName("perfect")
SEARCHERS = (*map(monte_carlo, PLAYOUTS), *map(expecti_minimax, DEPTHS))


def matches() -> Iterator[Match]:
    """The matches of Figures 13 to 24 and, beyond them, those with more playouts between the two agents, with equally
    good moves taken at random, with a search to the end, and with perfect play."""
    deepest = expecti_minimax(FULL_DEPTH)
    for level in LEVELS:
        for agent in (RANDOM, *SEARCHERS, deepest):
            yield Match(level, agent, RANDOM)
            yield Match(level, agent, PERFECT)
            yield Match(level, PERFECT, agent)
        for depth in (*DEPTHS, FULL_DEPTH):
            for playouts in PLAYOUTS:
                yield Match(level, expecti_minimax(depth), monte_carlo(playouts))
                yield Match(level, monte_carlo(playouts), expecti_minimax(depth))
        for depth in (*DEPTHS, FULL_DEPTH):
            yield Match(level, any_best(depth), RANDOM)
            yield Match(level, any_best(depth), PERFECT)
            yield Match(level, PERFECT, any_best(depth))
        for depth in DEPTHS:
            for playouts in PLAYOUTS:
                yield Match(level, any_best(depth), monte_carlo(playouts))
                yield Match(level, monte_carlo(playouts), any_best(depth))
        yield Match(level, PERFECT, PERFECT)


def searches() -> Iterator[Search]:
    """The searches of Tables 1 to 3, and some without pruning; the quick ones first, then the longest."""
    quick = NODE_DEPTHS[:2]
    for depth in (*quick, *reversed(NODE_DEPTHS[len(quick) :])):
        for pruning, depths in ((True, NODE_DEPTHS), (False, UNPRUNED_DEPTHS)):
            yield from (Search(level, depth, pruning) for level in LEVELS if depth in depths)


def missing(data: Data) -> list[Job]:
    """The jobs that are still to be done."""
    jobs: list[Job] = [search for search in searches() if str(search) not in data.nodes]
    return jobs + [match for match in matches() if str(match) not in data.matches]
