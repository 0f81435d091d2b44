"""The source's conclusions about expecti-minimax: the numbers of each, and the statements that make it up.

Each takes the data and one reading of expecti-minimax."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from qttt.app.studies.experiments.data import LEVELS, Data
from qttt.app.studies.experiments.numbers import (
    AT_DEPTHS,
    AT_PLAYOUTS,
    OPPONENT,
    Searcher,
    at,
    by_depth,
    by_level,
    each,
    figures,
    is_falling,
    of_x,
    series,
    signed,
    steps,
    won,
    worth,
)
from qttt.app.studies.experiments.plan import (
    DEPTHS,
    FULL_DEPTH,
    PERFECT,
    PLAYOUTS,
    RANDOM,
    expecti_minimax,
    monte_carlo,
)
from qttt.app.studies.verdicts import Part, every, some
from qttt.reference.picture import listed

Reading = Callable[[Data, Searcher], tuple[str, Sequence[Part]]]


class Conclusion(NamedTuple):
    """A conclusion of the source: its name, the conclusion and where it stands; how it is tested, and what else the
    page says."""

    name: str
    words: str
    place: str
    reading: Reading
    rest: Callable[[Data], str] = lambda data: ""


def playouts_between_agents(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Is the same side ahead with all numbers of playouts?"""
    same, changed = {}, []
    for level, depth, first in product(LEVELS, DEPTHS, (True, False)):
        worths = [worth(data, level, searcher(depth), monte_carlo(n), first) for n in PLAYOUTS]
        case = f"{at(level, depth)} and {'expecti-minimax' if first else 'Monte Carlo'} as X"
        same[case] = len({(result > 0) - (result < 0) for result in worths}) == 1
        if not same[case]:
            changed.append(f"{case}, expecti-minimax's expected results are {signed(worths)}")
    ahead = every(f"The same side has the greater chance with {AT_PLAYOUTS} playouts", same)
    return listed(changed) if changed else "no winner changes", [ahead]


def depth_against_random(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Is there a greater depth that does not win more games against the random agent?"""
    wins = {level: [won(data, level, searcher(depth), RANDOM) for depth in DEPTHS] for level in LEVELS}
    worse = {at(level, depth): step <= 0 for level in LEVELS for depth, step in steps(DEPTHS, wins[level])}
    numbers = f"{AT_DEPTHS}, the shares of games that X wins are {by_level(wins)}"
    return numbers, [some("A depth does not win more games than the depth before", worse)]


def quantumness(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Does expecti-minimax win less against the random agent with more quantumness?"""
    wins = {depth: [won(data, level, searcher(depth), RANDOM) for level in LEVELS] for depth in DEPTHS}
    return f"from the lowest level to the highest, X wins {by_depth(wins, 'at')}", [fewer_by_level(wins)]


def perfect_by_level(data: Data) -> str:
    """How perfect play does against the random agent at each level."""
    best = [won(data, level, PERFECT, RANDOM) for level in LEVELS]
    game = "Perfect play also wins fewer games" if is_falling(best) else "Perfect play does not always win fewer games"
    return f"{game} {series(best)}; X's advantage is {listed([data.values[level] for level in LEVELS])}."


def expecti_minimax_first(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Does expecti-minimax as X beat Monte Carlo, except at depth 3 of the lowest level?"""
    worths = of_x(data, searcher, True)
    numbers = f"{AT_DEPTHS}, X's expected results are {by_level(worths, signed)}"
    cases = dict(each(worths))
    exception = cases.pop(at(LEVELS[0], 3))
    return numbers, [
        every("X is ahead in the other cases", {case: result > 0 for case, result in cases.items()}),
        Part([exception < 0], f"{at(LEVELS[0], 3).capitalize()}, X is {'behind' if exception < 0 else 'not behind'}."),
    ]


def depth_three(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Is depth 3 worse than depths 2 and 4 for expecti-minimax as X against Monte Carlo?"""
    worths = of_x(data, searcher, True)
    worse = {
        f"compared with depth {other} at {level}": dict(zip(DEPTHS, worths[level], strict=True))[3] < result
        for level in LEVELS
        for other, result in zip(DEPTHS, worths[level], strict=True)
        if other != 3
    }
    numbers = f"with Monte Carlo as O, expecti-minimax's expected results {AT_DEPTHS} are {by_level(worths, signed)}"
    return numbers, [every("Depth 3 is worse", worse)]


def monte_carlo_first(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Does Monte Carlo as X beat expecti-minimax everywhere?"""
    worths = of_x(data, searcher, False)
    ahead = every("X is ahead", {case: result > 0 for case, result in each(worths)})
    return f"{AT_DEPTHS}, X's expected results are {by_level(worths, signed)}", [ahead]


def monte_carlo_by_level(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Does Monte Carlo as X win at least 80 of 100 at the lowest level, fewer at each further one, and never fewer than
    60?"""
    wins = {depth: [won(data, level, OPPONENT, searcher(depth)) for level in LEVELS] for depth in DEPTHS}
    further = {at(level, d): wins[d][place] >= 0.6 for place, level in enumerate(LEVELS) for d in DEPTHS if place}
    at_lowest = {at(LEVELS[0], depth): chances[0] >= 0.8 for depth, chances in wins.items()}
    return f"from the lowest level to the highest, Monte Carlo wins {by_depth(wins, 'against')}", [
        every(f"Monte Carlo wins at least 80% at {LEVELS[0]}", at_lowest),
        fewer_by_level(wins),
        every("Monte Carlo wins at least 60% at the other levels", further),
    ]


def player_one(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Does X win between the two agents?"""
    worths = {"expecti-minimax": of_x(data, searcher, True), "Monte Carlo": of_x(data, searcher, False)}
    ahead = {f"{case} and {x} as X": result > 0 for x, found in worths.items() for case, result in each(found)}
    results = [f"with {x} as X, {by_level(found, signed)}" for x, found in worths.items()]
    return f"{AT_DEPTHS}, X's expected results are, {'; '.join(results)}", [every("X is ahead", ahead)]


def beaten_as_x(data: Data) -> str:
    """How many agents of the figures lose as X against perfect play."""
    agents = [*map(monte_carlo, PLAYOUTS), *map(expecti_minimax, DEPTHS)]
    beaten = {level: sum(data.result(level, agent, PERFECT).worth < 0 for agent in agents) for level in LEVELS}
    losing = listed([f"{count} of {len(agents)} at {level}" for level, count in beaten.items()])
    return (
        "An agent as X can lose more than X's advantage. Of the agents in the figures, these have a negative expected "
        f"result as X against perfect play of O: {losing}."
    )


def better_agent(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Is there something in which expecti-minimax is not better than Monte Carlo, both sides taken together?"""
    as_x, as_o = of_x(data, searcher, True), of_x(data, searcher, False)
    means = {level: [(x - o) / 2 for x, o in zip(as_x[level], as_o[level], strict=True)] for level in LEVELS}
    numbers = f"{AT_DEPTHS}, expecti-minimax's expected results over both sides are {by_level(means, signed)}"
    return numbers, [some("Expecti-minimax is not better", {case: mean <= 0 for case, mean in each(means)})]


def full_depth(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Is a search to the end perfect play?"""
    agent = searcher(FULL_DEPTH)
    lost = {
        level: [
            data.result(level, agent, PERFECT).losses[0],
            data.result(level, PERFECT, agent).losses[1],
            data.result(level, agent, RANDOM).losses[0],
        ]
        for level in LEVELS
    }
    sides = "as X and as O against perfect play, and as X against random"
    numbers = f"expecti-minimax's losses, {sides}, are {by_level(lost, figures)}"
    nothing = {f"at {level}": max(losses) == 0 for level, losses in lost.items()}
    return numbers, [every("Expecti-minimax never loses anything", nothing)]


def fewer_by_level(wins: Mapping[int, Sequence[float]]) -> Part:
    """Whether less is won at each level than at the one before, at each depth."""
    fewer = {at(level, depth): step < 0 for depth, chances in wins.items() for level, step in steps(LEVELS, chances)}
    return every("X wins fewer games than at the level before", fewer)


CONCLUSIONS = {
    conclusion.name: conclusion
    for conclusion in (
        Conclusion(
            "playouts-agents",
            "The playouts do not change the winner between the two agents",
            "section 4.2.3",
            playouts_between_agents,
        ),
        Conclusion(
            "depth-random",
            "More depth need not improve expecti-minimax against the random agent",
            "section 4.2.2, Figures 16 to 18",
            depth_against_random,
        ),
        Conclusion(
            "quantumness",
            "Expecti-minimax does worse against the random agent as quantumness increases",
            "sections 4.2.2 and 5",
            quantumness,
            perfect_by_level,
        ),
        Conclusion(
            "expecti-minimax-first",
            "Expecti-minimax as X beats Monte Carlo everywhere, except at depth 3 of low quantumness",
            "section 4.2.3, Figures 19 to 21",
            expecti_minimax_first,
        ),
        Conclusion(
            "depth-three",
            "Depth 3 performs worse than depths 2 and 4 at every level",
            "section 4.2.3, Figures 19 to 21",
            depth_three,
        ),
        Conclusion(
            "monte-carlo-first",
            "Monte Carlo as X beats expecti-minimax at every depth and level",
            "section 4.2.3, Figures 22 to 24",
            monte_carlo_first,
        ),
        Conclusion(
            "monte-carlo-by-level",
            "Monte Carlo as X wins at least 80 of 100 games at low quantumness, and fewer at higher levels, down to 60",
            "section 4.2.3, Figures 22 to 24",
            monte_carlo_by_level,
        ),
        Conclusion(
            "player-one",
            "The winner between the two agents is always player 1",
            "section 5",
            player_one,
            beaten_as_x,
        ),
        Conclusion(
            "better-agent",
            "Does expecti-minimax perform better than Monte Carlo? Not necessarily",
            "section 5",
            better_agent,
        ),
        Conclusion(
            "full-depth",
            "At full depth expecti-minimax would be as good as brute force",
            "section 5",
            full_depth,
            lambda data: (
                f"At depth {FULL_DEPTH}, the search reaches the end of every game. If the heuristic evaluates "
                "ended games like any others, promised lines count in addition to a finished line."
            ),
        ),
    )
}
"""The conclusions about expecti-minimax, by name."""
