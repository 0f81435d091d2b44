"""What the thesis concludes from its experiments, and whether it holds, all from the data of the experiments.

A reading of a conclusion returns the numbers, and the statements about them, for one reading of expecti-minimax."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from qttt.app.studies.experiments.conclusions import CONCLUSIONS, Conclusion
from qttt.app.studies.experiments.data import LEVELS, Data
from qttt.app.studies.experiments.numbers import (
    AT_PLAYOUTS,
    GAMES,
    Z,
    by_level,
    figures,
    is_falling,
    is_rising,
    points,
    spread,
    steps,
    won,
)
from qttt.app.studies.experiments.plan import (
    PERFECT,
    PLAYOUTS,
    RANDOM,
    any_best,
    exact_any_best,
    exact_ends,
    expecti_minimax,
    monte_carlo,
)
from qttt.app.studies.sources.judged import Judged
from qttt.app.studies.verdicts import READING, every, judged
from qttt.reference.picture import listed

ENDS = ("the heuristic evaluates ended games", "ended games have exact values")
TIES = ("the first of equally good moves", "any of equally good moves")
READINGS = {
    (ENDS[0], TIES[0]): expecti_minimax,
    (ENDS[0], TIES[1]): any_best,
    (ENDS[1], TIES[0]): exact_ends,
    (ENDS[1], TIES[1]): exact_any_best,
}
"""The readings of expecti-minimax: what an ended game is worth to it, and which of equally good moves it makes."""


def in_all_readings(data: Data, conclusion: Conclusion) -> Judged:
    """The verdict on a conclusion about expecti-minimax: that of all readings, if they agree."""
    verdicts, why = {}, []
    for names, searcher in READINGS.items():
        numbers, parts = conclusion.reading(data, searcher)
        verdicts[names] = judged(parts)
        why.append(
            f"- {' and '.join(names).capitalize()}: *{verdicts[names]}*. {numbers[0].upper()}{numbers[1:]}. "
            f"{' '.join(part.text for part in parts)}"
        )
    verdict = verdicts[ENDS[0], TIES[0]] if len({*verdicts.values()}) == 1 else READING
    text = "\n".join([*depends_on(verdicts), *why])
    return Judged(
        conclusion.name,
        conclusion.words,
        conclusion.place,
        verdict,
        "\n\n".join(filter(None, [text, conclusion.rest(data)])),
    )


def depends_on(verdicts: Mapping[tuple[str, str], str]) -> list[str]:
    """On what the verdicts depend, as lines of the page; empty if they agree.

    >>> from qttt.app.studies.verdicts import HOLDS, PARTLY
    >>> depends_on({(end, tie): HOLDS if end == ENDS[1] else PARTLY for end in ENDS for tie in TIES})[0]
    'The verdict depends on what an ended game is worth.'
    """
    of_ends = any(verdicts[ENDS[0], tie] != verdicts[ENDS[1], tie] for tie in TIES)
    of_ties = any(verdicts[end, TIES[0]] != verdicts[end, TIES[1]] for end in ENDS)
    on = ["what an ended game is worth"] * of_ends + ["which of equally good moves is made"] * of_ties
    return [f"The verdict depends on {listed(on)}.", ""] if on else []


def findings(data: Data) -> Iterator[Judged]:
    """All conclusions, in the source's order."""
    yield playouts_against_random(data)
    yield in_all_readings(data, CONCLUSIONS["playouts-agents"])
    yield in_all_readings(data, CONCLUSIONS["depth-random"])
    yield in_all_readings(data, CONCLUSIONS["quantumness"])
    yield in_all_readings(data, CONCLUSIONS["expecti-minimax-first"])
    yield in_all_readings(data, CONCLUSIONS["depth-three"])
    yield in_all_readings(data, CONCLUSIONS["monte-carlo-first"])
    yield in_all_readings(data, CONCLUSIONS["monte-carlo-by-level"])
    yield advantage(data)
    yield in_all_readings(data, CONCLUSIONS["player-one"])
    yield in_all_readings(data, CONCLUSIONS["better-agent"])
    yield in_all_readings(data, CONCLUSIONS["full-depth"])


def playouts_against_random(data: Data) -> Judged:
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
    return Judged(
        "playouts-random",
        "More playouts do not improve Monte Carlo against the random agent",
        "section 4.2.1, Figures 13 to 15",
        judged([same]),
        " ".join(why),
    )


def advantage(data: Data) -> Judged:
    """Is X ahead at every level with best play of both?"""
    values = [Fraction(data.values[level]) for level in LEVELS]
    ahead = every("X is ahead", {f"at {level}": value > 0 for level, value in zip(LEVELS, values, strict=True)})
    less = ", so it falls from level to level" if is_falling(values) else ""
    return Judged(
        "advantage",
        "Player 1 holds the advantage at every level",
        "section 5",
        judged([ahead]),
        f"With best play by both players, X's chance of winning minus O's is {listed([*map(str, values)])}, from the "
        f"lowest level to the highest{less}. {ahead.text}",
    )
