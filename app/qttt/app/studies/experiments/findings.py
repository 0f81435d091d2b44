"""What the thesis concludes, and whether it holds: every number and every verdict here comes from the data."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

from qttt.app.studies.experiments.data import LEVELS, Data
from qttt.app.studies.experiments.numbers import (
    AT_DEPTHS,
    AT_PLAYOUTS,
    GAMES,
    OPPONENT,
    Searcher,
    Z,
    at,
    by_depth,
    by_level,
    each,
    figures,
    is_falling,
    is_rising,
    of_x,
    points,
    series,
    signed,
    spread,
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
    any_best,
    expecti_minimax,
    monte_carlo,
)
from qttt.app.studies.verdicts import HOLDS, NOISE, TIES, Finding, Part, every, judged, some
from qttt.reference.picture import listed

READINGS = {"The first of the equally good moves": expecti_minimax, "Any of the equally good moves": any_best}


def twice(
    data: Data, conclusion: str, reading: Callable[[Data, Searcher], tuple[str, Sequence[Part]]], rest: str = ""
) -> Finding:
    """A conclusion about expecti-minimax, with both ways to take equally good moves. A reading returns the numbers, and
    the statements about them."""
    verdicts, why = [], []
    for name, searcher in READINGS.items():
        numbers, parts = reading(data, searcher)
        verdicts.append(judged(parts))
        why.append(f"- {name}: {numbers}. {' '.join(part.text for part in parts)}")
    verdict = verdicts[0] if len({*verdicts}) == 1 else TIES
    return Finding(conclusion, verdict, "\n".join(why) + (f"\n\n{rest}" if rest else ""))


def findings(data: Data) -> Iterator[Finding]:
    """All conclusions, in the source's order."""
    yield playouts_against_random(data)
    yield twice(data, "The playouts do not change the winner between the two agents", playouts_between_agents)
    yield twice(data, "More depth need not improve expecti-minimax against the random agent", depth_against_random)
    yield quantumness(data)
    yield twice(
        data,
        "Expecti-minimax as X beats Monte Carlo everywhere, except at depth 3 of low quantumness",
        expecti_minimax_first,
    )
    yield twice(data, "Depth 3 performs worse than depths 2 and 4 at every level", depth_three)
    yield twice(data, "Monte Carlo as X beats expecti-minimax at every depth and level", monte_carlo_first)
    yield twice(
        data,
        "Monte Carlo as X wins at least 80 of 100 games at low quantumness, and fewer at higher levels, down to 60",
        monte_carlo_by_level,
    )
    yield advantage(data)
    yield player_one(data)
    yield twice(data, "Does expecti-minimax perform better than Monte Carlo? Not necessarily", better_agent)
    yield full_depth(data)


def playouts_against_random(data: Data) -> Finding:
    """Do more playouts win more games against the random agent?"""
    wins = {level: [won(data, level, monte_carlo(n), RANDOM) for n in PLAYOUTS] for level in LEVELS}
    same = every(
        "More playouts do not win more games than the next smaller number",
        {f"at {level} with {n}": step <= 0 for level in LEVELS for n, step in steps(PLAYOUTS, wins[level])},
    )
    pairs = [pair for chances in wins.values() for pair in combinations(chances, 2)]
    gap = max(abs(many - few) for few, many in pairs)
    hidden = all(abs(many - few) < Z * spread(few, many) for few, many in pairs)
    shows = "neither show this difference nor rule it out" if hidden else "show this difference"
    lost = {level: [data.result(level, monte_carlo(n), PERFECT).losses[0] for n in PLAYOUTS] for level in LEVELS}
    better = [level for level, losses in lost.items() if is_falling(losses)]
    why = [
        f"With {AT_PLAYOUTS} playouts, the shares of games that X wins are {by_level(wins)}. {same.text}",
        f"The difference between two samples of {GAMES} games has a standard deviation of up to "
        f"{points(max(spread(*pair) for pair in pairs))}, and the largest exact difference is {points(gap)}. Such "
        f"samples can {shows}.",
    ]
    if all(map(is_rising, wins.values())):
        needed = max((Z * spread(few, many) / (many - few)) ** 2 * GAMES for few, _, many in wins.values())
        why.append(f"To show at every level that {PLAYOUTS[-1]} playouts win more games than {PLAYOUTS[0]}, each")
        why.append(f"sample would need about {round(needed, -2):,.0f} games.")
    little = ", but only a little" if hidden else ""
    seen = f"rise{little}" if is_rising(wins["moderate"]) else "do not rise at every step"
    why.append("In the source, more playouts win more games at moderate, which it considers a possible anomaly;")
    why.append(f"the exact chances {seen}.")
    why.append(f"Against perfect play of O, X's losses are {by_level(lost, figures)}. They fall with every increase")
    why.append(f"in playouts at {listed(better) if better else 'no level'}.")
    verdict = judged([same])
    return Finding(
        "More playouts do not improve Monte Carlo against the random agent",
        NOISE if verdict != HOLDS and hidden else verdict,
        " ".join(why),
    )


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


def quantumness(data: Data) -> Finding:
    """Does expecti-minimax win less against the random agent with more quantumness?"""

    def reading(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
        wins = {depth: [won(data, level, searcher(depth), RANDOM) for level in LEVELS] for depth in DEPTHS}
        return f"from the lowest level to the highest, X wins {by_depth(wins, 'at')}", [fewer_by_level(wins)]

    best = [won(data, level, PERFECT, RANDOM) for level in LEVELS]
    game = "Perfect play also wins fewer games" if is_falling(best) else "Perfect play does not always win fewer games"
    lost = [f"{data.result(level, expecti_minimax(DEPTHS[-1]), PERFECT).losses[0]:.3f}" for level in LEVELS]
    return twice(
        data,
        "Expecti-minimax does worse against the random agent as quantumness increases",
        reading,
        f"{game} {series(best)}; X's advantage is {listed([data.values[level] for level in LEVELS])}. At depth "
        f"{DEPTHS[-1]}, with the first of the equally good moves, the agent as X loses {listed(lost)} against perfect "
        "play.",
    )


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


def advantage(data: Data) -> Finding:
    """Is X ahead at every level with best play of both?"""
    values = [Fraction(data.values[level]) for level in LEVELS]
    ahead = every("X is ahead", {f"at {level}": value > 0 for level, value in zip(LEVELS, values, strict=True)})
    less = ", so it falls from level to level" if is_falling(values) else ""
    return Finding(
        "Player 1 holds the advantage at every level",
        judged([ahead]),
        f"With best play by both players, X's chance of winning minus O's is {listed([*map(str, values)])}, from the "
        f"lowest level to the highest{less}. {ahead.text}",
    )


def player_one(data: Data) -> Finding:
    """Does X win between the two agents?"""

    def reading(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
        worths = {"expecti-minimax": of_x(data, searcher, True), "Monte Carlo": of_x(data, searcher, False)}
        ahead = {f"{case} and {x} as X": result > 0 for x, found in worths.items() for case, result in each(found)}
        results = [f"with {x} as X, {by_level(found, signed)}" for x, found in worths.items()]
        return f"{AT_DEPTHS}, X's expected results are, {'; '.join(results)}", [every("X is ahead", ahead)]

    agents = [*map(monte_carlo, PLAYOUTS), *map(expecti_minimax, DEPTHS)]
    beaten = {level: sum(data.result(level, agent, PERFECT).worth < 0 for agent in agents) for level in LEVELS}
    losing = listed([f"{count} of {len(agents)} at {level}" for level, count in beaten.items()])
    return twice(
        data,
        "The winner between the two agents is always player 1",
        reading,
        "An agent as X can lose more than X's advantage. Of the agents in the figures, these have a negative expected "
        f"result as X against perfect play of O: {losing}.",
    )


def better_agent(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Is there something in which expecti-minimax is not better than Monte Carlo, both sides taken together?"""
    as_x, as_o = of_x(data, searcher, True), of_x(data, searcher, False)
    means = {level: [(x - o) / 2 for x, o in zip(as_x[level], as_o[level], strict=True)] for level in LEVELS}
    numbers = f"{AT_DEPTHS}, expecti-minimax's expected results over both sides are {by_level(means, signed)}"
    return numbers, [some("Expecti-minimax is not better", {case: mean <= 0 for case, mean in each(means)})]


def full_depth(data: Data) -> Finding:
    """Is a search to the end perfect play?"""

    def reading(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
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

    return twice(
        data,
        "At full depth expecti-minimax would be as good as brute force",
        reading,
        f"At depth {FULL_DEPTH}, the search reaches the end of every game. But the heuristic evaluates ended games "
        "like any others, so promised lines count in addition to a finished line. With the exact values of ended "
        "games, the conclusion would be true.",
    )


def fewer_by_level(wins: Mapping[int, Sequence[float]]) -> Part:
    """Whether less is won at each level than at the one before, at each depth."""
    fewer = {at(level, depth): step < 0 for depth, chances in wins.items() for level, step in steps(LEVELS, chances)}
    return every("X wins fewer games than at the level before", fewer)
