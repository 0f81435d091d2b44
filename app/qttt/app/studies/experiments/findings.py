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
from qttt.app.studies.experiments.verdicts import HOLDS, NOISE, TIES, Finding, Part, every, judged, some
from qttt.reference.picture import listed

READINGS = {"The first of equally good moves": expecti_minimax, "Any of them": any_best}


def twice(
    data: Data, conclusion: str, reading: Callable[[Data, Searcher], tuple[str, Sequence[Part]]], rest: str = ""
) -> Finding:
    """A conclusion about expecti-minimax, with both ways to take equally good moves. A reading returns the numbers, and
    the statements about them."""
    verdicts, why = [], []
    for name, searcher in READINGS.items():
        numbers, parts = reading(data, searcher)
        verdicts.append(judged(parts))
        why.append(f"- {name}: {numbers}. {' '.join(part.told for part in parts)}")
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
        "Monte Carlo as X wins at least 80 of 100 games at low quantumness, and fewer with more of it, down to 60",
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
        "More playouts do not win more than the next fewer ones",
        {f"at {level} with {n}": step <= 0 for level in LEVELS for n, step in steps(PLAYOUTS, wins[level])},
    )
    pairs = [pair for chances in wins.values() for pair in combinations(chances, 2)]
    gap = max(abs(many - few) for few, many in pairs)
    hidden = all(abs(many - few) < Z * spread(few, many) for few, many in pairs)
    shows = "cannot show it, nor that there is none" if hidden else "can show it"
    lost = {level: [data.result(level, monte_carlo(n), PERFECT).losses[0] for n in PLAYOUTS] for level in LEVELS}
    better = [level for level, losses in lost.items() if is_falling(losses)]
    told = [
        f"With {AT_PLAYOUTS} playouts X wins {by_level(wins)}. {same.told}",
        f"Between two samples of {GAMES} games the difference has a standard deviation of up to "
        f"{points(max(spread(*pair) for pair in pairs))}, and the largest difference is {points(gap)}: such samples "
        f"{shows}.",
    ]
    if all(map(is_rising, wins.values())):
        needed = max((Z * spread(few, many) / (many - few)) ** 2 * GAMES for few, _, many in wins.values())
        told.append(f"To see at every level that {PLAYOUTS[-1]} playouts win more than {PLAYOUTS[0]}, about")
        told.append(f"{round(needed, -2):,.0f} games of each would be needed.")
    little = ", if by little" if hidden else ""
    seen = f"is true{little}" if is_rising(wins["moderate"]) else "is not true"
    told.append(
        f"That more of them win more at moderate, which the source sees and takes for a possible anomaly, {seen}."
    )
    told.append(f"Against perfect play of O X loses {by_level(lost, figures)}; with more playouts always less at")
    told.append(f"{listed(better) if better else 'no level'}.")
    verdict = judged([same])
    return Finding(
        "More playouts do not improve Monte Carlo against the random agent",
        NOISE if verdict != HOLDS and hidden else verdict,
        " ".join(told),
    )


def playouts_between_agents(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Is the same side ahead with all numbers of playouts?"""
    same, changed = {}, []
    for level, depth, first in product(LEVELS, DEPTHS, (True, False)):
        worths = [worth(data, level, searcher(depth), monte_carlo(n), first) for n in PLAYOUTS]
        case = f"{at(level, depth)} and {'expecti-minimax' if first else 'Monte Carlo'} as X"
        same[case] = len({(result > 0) - (result < 0) for result in worths}) == 1
        if not same[case]:
            changed.append(f"{case} expecti-minimax's expected results are {signed(worths)}")
    ahead = every(f"With {AT_PLAYOUTS} playouts the same side has the greater chance", same)
    return listed(changed) if changed else "no winner changes", [ahead]


def depth_against_random(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Is there a greater depth that does not win more games against the random agent?"""
    wins = {level: [won(data, level, searcher(depth), RANDOM) for depth in DEPTHS] for level in LEVELS}
    worse = {at(level, depth): step <= 0 for level in LEVELS for depth, step in steps(DEPTHS, wins[level])}
    return f"{AT_DEPTHS} X wins {by_level(wins)}", [some("A depth does not win more than the one before", worse)]


def quantumness(data: Data) -> Finding:
    """Does expecti-minimax win less against the random agent with more quantumness?"""

    def reading(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
        wins = {depth: [won(data, level, searcher(depth), RANDOM) for level in LEVELS] for depth in DEPTHS}
        return f"from the lowest level to the highest X wins {by_depth(wins, 'at')}", [fewer_by_level(wins)]

    best = [won(data, level, PERFECT, RANDOM) for level in LEVELS]
    game = "Perfect play wins fewer games, too" if is_falling(best) else "Perfect play does not always win fewer"
    lost = [f"{data.result(level, expecti_minimax(DEPTHS[-1]), PERFECT).losses[0]:.3f}" for level in LEVELS]
    return twice(
        data,
        "Expecti-minimax does worse against the random agent as quantumness increases",
        reading,
        f"{game} {series(best)}; X's advantage is {listed([data.values[level] for level in LEVELS])}. What the agent "
        f"gives away as X against perfect play at depth {DEPTHS[-1]}, with the first of equally good moves, is "
        f"{listed(lost)}.",
    )


def expecti_minimax_first(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Does expecti-minimax as X beat Monte Carlo, except at depth 3 of the lowest level?"""
    worths = of_x(data, searcher, True)
    numbers = f"{AT_DEPTHS} X's expected result is {by_level(worths, signed)}"
    cases = dict(each(worths))
    exception = cases.pop(at(LEVELS[0], 3))
    return numbers, [
        every("X is ahead elsewhere", {case: result > 0 for case, result in cases.items()}),
        Part([exception < 0], f"{at(LEVELS[0], 3).capitalize()} X is {'behind' if exception < 0 else 'not behind'}."),
    ]


def depth_three(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Is depth 3 worse than depths 2 and 4 for expecti-minimax as X against Monte Carlo?"""
    worths = of_x(data, searcher, True)
    worse = {
        f"than depth {other} at {level}": dict(zip(DEPTHS, worths[level], strict=True))[3] < result
        for level in LEVELS
        for other, result in zip(DEPTHS, worths[level], strict=True)
        if other != 3
    }
    numbers = f"with Monte Carlo as O expecti-minimax's expected result {AT_DEPTHS} is {by_level(worths, signed)}"
    return numbers, [every("Depth 3 is worse", worse)]


def monte_carlo_first(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Does Monte Carlo as X beat expecti-minimax everywhere?"""
    worths = of_x(data, searcher, False)
    ahead = every("X is ahead", {case: result > 0 for case, result in each(worths)})
    return f"{AT_DEPTHS} X's expected result is {by_level(worths, signed)}", [ahead]


def monte_carlo_by_level(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Does Monte Carlo as X win at least 80 of 100 at the lowest level, fewer at each further one, and never fewer than
    60?"""
    wins = {depth: [won(data, level, OPPONENT, searcher(depth)) for level in LEVELS] for depth in DEPTHS}
    further = {at(level, d): wins[d][place] >= 0.6 for place, level in enumerate(LEVELS) for d in DEPTHS if place}
    return f"from the lowest level to the highest it wins {by_depth(wins, 'against')}", [
        every(f"At least 80 % at {LEVELS[0]}", {at(LEVELS[0], d): chances[0] >= 0.8 for d, chances in wins.items()}),
        fewer_by_level(wins),
        every("At least 60 % at the other levels", further),
    ]


def advantage(data: Data) -> Finding:
    """Is X ahead at every level with best play of both?"""
    values = [Fraction(data.values[level]) for level in LEVELS]
    ahead = every("X is ahead", {f"at {level}": value > 0 for level, value in zip(LEVELS, values, strict=True)})
    less = ", by less and less" if is_falling(values) else ""
    return Finding(
        "Player 1 holds the advantage at every level",
        judged([ahead]),
        f"With best play of both, X's chance to win less O's is {listed([*map(str, values)])}, from the lowest level "
        f"to the highest{less}. {ahead.told}",
    )


def player_one(data: Data) -> Finding:
    """Does X win between the two agents?"""

    def reading(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
        worths = {"expecti-minimax": of_x(data, searcher, True), "Monte Carlo": of_x(data, searcher, False)}
        ahead = {f"{case} and {x} as X": result > 0 for x, found in worths.items() for case, result in each(found)}
        told = [f"with {x} as X {by_level(found, signed)}" for x, found in worths.items()]
        return f"{AT_DEPTHS} X's expected result is {'; '.join(told)}", [every("X is ahead", ahead)]

    agents = [*map(monte_carlo, PLAYOUTS), *map(expecti_minimax, DEPTHS)]
    beaten = {level: sum(data.result(level, agent, PERFECT).worth < 0 for agent in agents) for level in LEVELS}
    told = "; ".join(f"{count} of {len(agents)} at {level}" for level, count in beaten.items())
    return twice(
        data,
        "The winner between the two agents is whoever is player 1",
        reading,
        "An agent may give more away than X is ahead: against perfect play of O the expected result of X is negative "
        f"for so many of the agents of the figures: {told}.",
    )


def better_agent(data: Data, searcher: Searcher) -> tuple[str, Sequence[Part]]:
    """Is there something in which expecti-minimax is not better than Monte Carlo, both sides taken together?"""
    as_x, as_o = of_x(data, searcher, True), of_x(data, searcher, False)
    means = {level: [(x - o) / 2 for x, o in zip(as_x[level], as_o[level], strict=True)] for level in LEVELS}
    numbers = f"{AT_DEPTHS} expecti-minimax's expected result over both sides is {by_level(means, signed)}"
    return numbers, [some("It is not better", {case: mean <= 0 for case, mean in each(means)})]


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
        numbers = f"as X and as O against perfect play, and as X against random, it loses {by_level(lost, figures)}"
        nothing = {f"at {level}": max(losses) == 0 for level, losses in lost.items()}
        return numbers, [every("It never loses anything", nothing)]

    return twice(
        data,
        "At full depth expecti-minimax would be as good as brute force",
        reading,
        f"At depth {FULL_DEPTH} no game is cut short. But the heuristic judges ended games like others, so promised "
        "lines count beside a finished one. With the exact values of ended games the statement would be true.",
    )


def fewer_by_level(wins: Mapping[int, Sequence[float]]) -> Part:
    """Whether less is won at each level than at the one before, at each depth."""
    fewer = {at(level, depth): step < 0 for depth, chances in wins.items() for level, step in steps(LEVELS, chances)}
    return every("Fewer than at the level before", fewer)
