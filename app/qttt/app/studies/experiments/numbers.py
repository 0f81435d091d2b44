"""The numbers that the conclusions are about, and how they are written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import TypeVar

from qttt.app.arena.contest import AgentName
from qttt.app.studies.experiments.data import LEVELS, Data
from qttt.app.studies.experiments.plan import DEPTHS, PLAYOUTS, monte_carlo
from qttt.reference.picture import listed

Z = 1.96
"""Standard deviations: half the width of a 95% interval."""
GAMES = 100
"""Games of a match of the source."""
OPPONENT = monte_carlo(PLAYOUTS[0])
"""The Monte Carlo agent of Figures 19 to 24."""
AT_PLAYOUTS = listed([*map(str, PLAYOUTS)])
AT_DEPTHS = f"at depths {listed([*map(str, DEPTHS)])}"

N = TypeVar("N")
Searcher = Callable[[int], AgentName]


def of_x(data: Data, searcher: Searcher, first: bool) -> dict[str, list[float]]:
    """The expected result of X at each level and depth, expecti-minimax against Monte Carlo or the other way round."""
    sign = 1 if first else -1
    return {level: [sign * worth(data, level, searcher(d), OPPONENT, first) for d in DEPTHS] for level in LEVELS}


def each(numbers: Mapping[str, Sequence[float]]) -> Iterator[tuple[str, float]]:
    """The numbers of levels and depths, each with its level and depth in words."""
    for level, found in numbers.items():
        yield from ((at(level, depth), number) for depth, number in zip(DEPTHS, found, strict=True))


def steps(names: Sequence[N], numbers: Sequence[float]) -> list[tuple[N, float]]:
    """The name of each number but the first, and its increase over the one before."""
    return [(name, after - before) for name, (before, after) in zip(names[1:], pairwise(numbers), strict=True)]


def at(level: str, depth: int) -> str:
    """The level and depth of a number, in words."""
    return f"at {level} with depth {depth}"


def spread(few: float, many: float) -> float:
    """The standard deviation of the difference of two samples of the source's size with these chances."""
    return sqrt(sum(p * (1 - p) for p in (few, many)) / GAMES)


def won(data: Data, level: str, x: AgentName, o: AgentName) -> float:
    """The chance that X wins."""
    return data.result(level, x, o).chances[0]


def worth(data: Data, level: str, agent: AgentName, opponent: AgentName, first: bool) -> float:
    """The expected result of an agent, as X if it is first."""
    return data.result(level, agent, opponent).worth if first else -data.result(level, opponent, agent).worth


def series(chances: Sequence[float]) -> str:
    """Some chances in percent."""
    return f"({', '.join(f'{100 * chance:.2f}%' for chance in chances)})"


def signed(worths: Sequence[float]) -> str:
    """Some expected results."""
    return f"({', '.join(f'{result:+.3f}' for result in worths)})"


def figures(losses: Sequence[float]) -> str:
    """Some losses."""
    return f"({', '.join(f'{loss:.3f}' for loss in losses)})"


def by_level(numbers: dict[str, list[float]], written: Callable[[Sequence[float]], str] = series) -> str:
    """Some numbers at each level, written as chances unless another way is given."""
    return listed([f"{level} {written(found)}" for level, found in numbers.items()])


def by_depth(wins: Mapping[int, Sequence[float]], word: str) -> str:
    """Some chances at each depth."""
    return listed([f"{series(chances)} {word} depth {depth}" for depth, chances in wins.items()])


def points(share: float) -> str:
    """A difference of shares in percentage points."""
    return f"{100 * share:.1f} percentage points"


def is_falling(numbers: Sequence[float | Fraction]) -> bool:
    """Whether each number is less than the one before."""
    return all(after < before for before, after in pairwise(numbers))


def is_rising(numbers: Sequence[float]) -> bool:
    """Whether each number is greater than the one before."""
    return all(after > before for before, after in pairwise(numbers))
