"""What the thesis concludes, and whether it holds: every number and every verdict here comes from the data."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from qttt.app.arena import AgentName
from qttt.app.experiments import (
    DEPTHS,
    FULL_DEPTH,
    LEVELS,
    PERFECT,
    PLAYOUTS,
    RANDOM,
    Data,
    Z,
    any_best,
    expecti_minimax,
    monte_carlo,
)
from qttt.app.games import listed

HOLDS, FAILS, NOISE, TIES = "holds", "does not hold", "noise", "hangs on ties"
VERDICTS = f"""\
Verdicts go by the exact chances of these agents. *{NOISE.capitalize()}*: there is a difference, too small for a hundred
games to show it. *{TIES.capitalize()}*: many moves look equally good to expecti-minimax, and which of them it makes is
a matter of their order, which the source does not give. So each conclusion about it is looked at twice: with the first
of equally good moves, as in the figures below, and with any of them, each as likely. An *expected result* is the chance
to win less that to lose.
"""
GAMES = 100
"""Of a match of the source."""
OPPONENT = monte_carlo(PLAYOUTS[0])
"""The Monte Carlo agent of Figures 19 to 24."""
AT_DEPTHS = f"at depths {listed([*map(str, DEPTHS)])}"

Searcher = Callable[[int], AgentName]
Reading = Callable[[Data, Searcher], tuple[bool, str]]


class Finding(NamedTuple):
    """A conclusion of the source, the verdict, and why."""

    conclusion: str
    verdict: str
    why: str

    def __str__(self) -> str:
        return f"### {self.conclusion}: {self.verdict}\n\n{self.why}"


def findings(data: Data) -> Iterator[Finding]:
    """All of them, in the source's order."""
    yield playouts_against_random(data)
    yield playouts_between_agents(data)
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
    yield player_one(data)
    yield twice(data, "Does expecti-minimax perform better than Monte Carlo? Not necessarily", better_agent)
    yield full_depth(data)


def twice(data: Data, conclusion: str, reading: Reading) -> Finding:
    """A conclusion about expecti-minimax, with both ways to take equally good moves."""
    (first, of_first), (other, of_any) = (reading(data, searcher) for searcher in (expecti_minimax, any_best))
    verdict = (HOLDS if first else FAILS) if first == other else TIES
    return Finding(conclusion, verdict, f"- The first of equally good moves: {of_first}\n- Any of them: {of_any}")


def playouts_against_random(data: Data) -> Finding:
    """Do more playouts win more games against the random agent?"""
    wins = {level: [won(data, level, monte_carlo(n), RANDOM) for n in PLAYOUTS] for level in LEVELS}
    gains = [chances[-1] - chances[0] for chances in wins.values()]
    noise = [sqrt(sum(p * (1 - p) for p in (few, many)) / GAMES) for few, _, many in wins.values()]
    rising = all(map(is_rising, wins.values()))
    hidden = all(abs(gain) < Z * deviation for gain, deviation in zip(gains, noise, strict=True))
    needed = max((Z * deviation / gain) ** 2 * GAMES for gain, deviation in zip(gains, noise, strict=True))
    lost = {level: [data.result(level, monte_carlo(n), PERFECT).losses[0] for n in PLAYOUTS] for level in LEVELS}
    trend = "More playouts always win more, but little" if rising else "More playouts do not always win more"
    steps = "real, if small" if is_rising(wins["moderate"]) else "an anomaly"
    return Finding(
        "More playouts do not improve Monte Carlo against the random agent",
        NOISE if rising and hidden else HOLDS if hidden else FAILS,
        f"{trend}: with {listed([*map(str, PLAYOUTS)])} playouts X wins {by_level(wins)}. Between two samples of "
        f"{GAMES} games the difference has a standard deviation of up to {points(max(noise))}, and the largest gain is "
        f"{points(max(gains))}: such samples cannot show it, nor that there is none. To see it at every level, about "
        f"{round(needed, -2):,.0f} games of each would be needed. The steps that the source sees at the moderate "
        f"level, and takes for a possible anomaly, are {steps}. Against perfect play of O more playouts need not be "
        f"better at all: there X loses {by_level(lost, figures)}.",
    )


def playouts_between_agents(data: Data) -> Finding:
    """Do more playouts change who wins between the two agents?"""
    changed = []
    for level in LEVELS:
        for depth in DEPTHS:
            for first in (True, False):
                worths = [worth(data, level, expecti_minimax(depth), monte_carlo(n), first) for n in PLAYOUTS]
                if len({result > 0 for result in worths}) > 1:
                    who = "expecti-minimax" if first else "Monte Carlo"
                    told = f"{level} with depth {depth} and {who} as X"
                    changed.append(f"{told}, expecti-minimax's results {signed(worths)}")
    pairs = 2 * len(LEVELS) * len(DEPTHS)
    return Finding(
        "The playouts do not change the winner between the two agents",
        FAILS if changed else HOLDS,
        f"The winner is the side with the greater exact chance, with {listed([*map(str, PLAYOUTS)])} playouts. It is "
        f"the same in {pairs - len(changed)} of {pairs} pairs" + (f", not at {listed(changed)}." if changed else "."),
    )


def depth_against_random(data: Data, searcher: Searcher) -> tuple[bool, str]:
    """Does more depth win more games against the random agent?"""
    wins = {level: [won(data, level, searcher(depth), RANDOM) for depth in DEPTHS] for level in LEVELS}
    falling = [level for level, chances in wins.items() if not is_rising(chances)]
    where = f"More depth does not always win more at {listed(falling)}." if falling else "More depth always wins more."
    return bool(falling), f"{AT_DEPTHS} X wins {by_level(wins)}. {where}"


def quantumness(data: Data) -> Finding:
    """Does expecti-minimax win less against the random agent with more quantumness?"""

    def reading(data: Data, searcher: Searcher) -> tuple[bool, str]:
        wins = {depth: [won(data, level, searcher(depth), RANDOM) for level in LEVELS] for depth in DEPTHS}
        told = listed([f"{series(chances)} at depth {depth}" for depth, chances in wins.items()])
        least = all(chances[-1] < chances[0] for chances in wins.values())
        falling = listed([str(depth) for depth, chances in wins.items() if is_falling(chances)] or ["none"])
        return least, f"from the lowest level to the highest X wins {told}; step by step fewer at depth {falling}."

    found = twice(data, "Expecti-minimax does worse against the random agent as quantumness increases", reading)
    best = [won(data, level, PERFECT, RANDOM) for level in LEVELS]
    game = "Perfect play wins fewer games, too" if is_falling(best) else "Perfect play does not win fewer"
    lost = [f"{data.result(level, expecti_minimax(DEPTHS[-1]), PERFECT).losses[0]:.3f}" for level in LEVELS]
    return found._replace(
        why=f"{found.why}\n\n{game} {series(best)}, for X's advantage is {listed([data.values[at] for at in LEVELS])}. "
        f"What the agent gives away against perfect play at depth {DEPTHS[-1]} is {listed(lost)}."
    )


def expecti_minimax_first(data: Data, searcher: Searcher) -> tuple[bool, str]:
    """Does expecti-minimax as X beat Monte Carlo, but for depth 3 at the lowest level?"""
    return _ahead(data, searcher, True, [(LEVELS[0], 3)])


def monte_carlo_first(data: Data, searcher: Searcher) -> tuple[bool, str]:
    """Does Monte Carlo as X beat expecti-minimax everywhere?"""
    return _ahead(data, searcher, False, [])


def _ahead(data: Data, searcher: Searcher, first: bool, exceptions: list[tuple[str, int]]) -> tuple[bool, str]:
    """Whether X is ahead in all matches of the two agents, but for these."""
    sign = 1 if first else -1
    worths = {level: [sign * worth(data, level, searcher(d), OPPONENT, first) for d in DEPTHS] for level in LEVELS}
    behind = [(level, d) for level in LEVELS for d, result in zip(DEPTHS, worths[level], strict=True) if result <= 0]
    pairs = len(LEVELS) * len(DEPTHS)
    but = f", not at {listed([f'{level} with depth {depth}' for level, depth in behind])}" if behind else ""
    return behind == exceptions, (
        f"{AT_DEPTHS} X's expected result is {by_level(worths, signed)}; X is ahead in "
        f"{pairs - len(behind)} of {pairs}{but}."
    )


def depth_three(data: Data, searcher: Searcher) -> tuple[bool, str]:
    """Is depth 3 worse than depths 2 and 4 for expecti-minimax as X against Monte Carlo?"""
    worths = {level: [worth(data, level, searcher(d), OPPONENT, True) for d in DEPTHS] for level in LEVELS}
    worse = [level for level, (two, three, four) in worths.items() if three < min(two, four)]
    where = f"the worst is depth 3 at {listed(worse)}." if worse else "depth 3 is nowhere the worst."
    return len(worse) == len(LEVELS), where


def monte_carlo_by_level(data: Data, searcher: Searcher) -> tuple[bool, str]:
    """Does Monte Carlo as X win at least 80 of 100 at the lowest level, and fewer the more quantumness there is?"""
    wins = {depth: [won(data, level, OPPONENT, searcher(depth)) for level in LEVELS] for depth in DEPTHS}
    told = listed([f"{series(chances)} against depth {depth}" for depth, chances in wins.items()])
    falls = all(chances[-1] < chances[0] for chances in wins.values())
    return falls and all(chances[0] >= 0.8 for chances in wins.values()), (
        f"from the lowest level to the highest it wins {told}."
    )


def player_one(data: Data) -> Finding:
    """Is X ahead at every level, and is it X who wins?"""
    values = [Fraction(data.values[level]) for level in LEVELS]
    agents = [*map(monte_carlo, PLAYOUTS), *map(expecti_minimax, DEPTHS)]
    beaten = {level: sum(data.result(level, agent, PERFECT).worth < 0 for agent in agents) for level in LEVELS}
    told = "; ".join(f"{count} of {len(agents)} at {level}" for level, count in beaten.items())
    return Finding(
        "Player 1 holds the advantage at every level, and the winner is whoever is player 1",
        f"{HOLDS if min(values) > 0 else FAILS} for the game, "
        f"{FAILS if any(beaten.values()) else HOLDS} for the players",
        f"With best play of both, X's chance to win less O's is {listed([*map(str, values)])}, from the lowest level "
        "to the highest: X is ahead, by less and less. But agents may give more away than X is ahead. Against perfect "
        f"play of O the expected result of X is negative for so many of the agents of the figures: {told}.",
    )


def better_agent(data: Data, searcher: Searcher) -> tuple[bool, str]:
    """Is there something in which expecti-minimax is not better than Monte Carlo, both sides taken together?"""
    means = {
        level: [sum(worth(data, level, searcher(d), OPPONENT, first) for first in (True, False)) / 2 for d in DEPTHS]
        for level in LEVELS
    }
    ahead = sum(mean > 0 for both in means.values() for mean in both)
    pairs = len(LEVELS) * len(DEPTHS)
    return ahead < pairs, (
        f"{AT_DEPTHS} expecti-minimax's expected result over both sides is {by_level(means, signed)}; it is better in "
        f"{ahead} of {pairs}."
    )


def full_depth(data: Data) -> Finding:
    """Is a search to the end perfect play?"""
    deepest = expecti_minimax(FULL_DEPTH)
    lost = [
        data.result(level, deepest, PERFECT).losses[0] + data.result(level, PERFECT, deepest).losses[1]
        for level in LEVELS
    ]
    return Finding(
        "At full depth expecti-minimax would be as good as brute force",
        HOLDS if max(lost) == 0 else FAILS,
        f"At depth {FULL_DEPTH} no game is cut short, and still the agent loses "
        f"{listed([f'{loss:.3f}' for loss in lost])} against perfect play, as X and as O together, from the lowest "
        "level to the highest. The heuristic judges ended games like others, so promised lines count beside a finished "
        "one. With the exact values of ended games the statement would be true.",
    )


def won(data: Data, level: str, x: AgentName, o: AgentName) -> float:
    """The chance that X wins."""
    return data.result(level, x, o).chances[0]


def worth(data: Data, level: str, agent: AgentName, opponent: AgentName, first: bool) -> float:
    """What an agent can expect, as X if it is first."""
    return data.result(level, agent, opponent).worth if first else -data.result(level, opponent, agent).worth


def series(chances: Sequence[float]) -> str:
    """Some chances in percent."""
    return f"({', '.join(f'{100 * chance:.1f} %' for chance in chances)})"


def signed(worths: Sequence[float]) -> str:
    """Some expected results."""
    return f"({', '.join(f'{result:+.3f}' for result in worths)})"


def figures(losses: Sequence[float]) -> str:
    """Some losses."""
    return f"({', '.join(f'{loss:.3f}' for loss in losses)})"


def by_level(numbers: dict[str, list[float]], written: Callable[[Sequence[float]], str] = series) -> str:
    """Some numbers at each level, chances unless they are written in another way."""
    return listed([f"{level} {written(found)}" for level, found in numbers.items()])


def points(share: float) -> str:
    """A difference of shares in points of percent."""
    return f"{100 * share:.1f} points"


def is_falling(numbers: Sequence[float]) -> bool:
    """Whether each number is less than the one before."""
    return all(after < before for before, after in pairwise(numbers))


def is_rising(numbers: Sequence[float]) -> bool:
    """Whether each number is greater than the one before."""
    return all(after > before for before, after in pairwise(numbers))
