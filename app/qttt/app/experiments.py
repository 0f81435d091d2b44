"""`qttt experiments tiqtaqtoe`: the experiments of Wong (2023) again, with intervals, and exactly.

The data is the file that a run goes on from: what is there is not played again."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from math import sqrt
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from random import Random
from signal import SIG_IGN, SIGINT, signal
from typing import Any, NamedTuple

import numpy as np

from qttt.app.arena import MOST_GAMES, AgentName
from qttt.app.errors import BadInput, reason, tell
from qttt.app.extras import need
from qttt.app.files import write_bytes, write_text
from qttt.app.progress import counting

LEVELS = ("minimal", "moderate", "high")
"""Those of the experiments; the source calls the first one low."""
PLAYOUTS, DEPTHS = (100, 200, 300), (2, 3, 4)
NODE_DEPTHS = (2, 3, 4, 5, 6)
UNPRUNED_DEPTHS = (2, 3, 4)
FULL_DEPTH = 14
DATA = "data.json"
Z = 1.96


class Match(NamedTuple):
    """A level and who plays X and O."""

    level: str
    x: AgentName
    o: AgentName

    def __str__(self) -> str:
        return f"{self.level} {self.x} {self.o}"


class Search(NamedTuple):
    """A search for the first move, to count its nodes."""

    level: str
    depth: int
    pruning: bool

    def __str__(self) -> str:
        return f"{self.level} {self.depth} {'alpha-beta' if self.pruning else 'plain'}"


Job = Match | Search


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
        for depth in DEPTHS:
            yield Match(level, any_best(depth), RANDOM)
            yield Match(level, any_best(depth), monte_carlo(PLAYOUTS[0]))
            yield Match(level, monte_carlo(PLAYOUTS[0]), any_best(depth))
        yield Match(level, PERFECT, PERFECT)


def searches() -> Iterator[Search]:
    """The searches of Tables 1 to 3, and some without pruning; the longest first."""
    for depth in reversed(NODE_DEPTHS):
        yield from (Search(level, depth, True) for level in LEVELS)
    for depth in reversed(UNPRUNED_DEPTHS):
        yield from (Search(level, depth, False) for level in LEVELS)


@dataclass
class Sample:
    """Games that were played: how many ended as a win of X, one of O, with lines of both, and without; and what X and O
    lost a game by moves that were not the best, the mean and its standard error."""

    ends: list[int]
    lost: list[float]
    errors: list[float]


@dataclass
class Result:
    """A match: samples by their number of games; and exactly the chances of the ends, and the expected loss of each
    ply."""

    samples: dict[str, Sample]
    chances: list[float]
    plies: list[float]

    @property
    def losses(self) -> tuple[float, float]:
        """What X and O can expect to lose by moves that are not the best."""
        return sum(self.plies[::2]), sum(self.plies[1::2])

    @property
    def worth(self) -> float:
        """What X could expect: the chance to win less that to lose."""
        return self.chances[0] - self.chances[1]


@dataclass
class Data:
    """What has been found so far, by the text of the match or of the search; `values` are those of the levels."""

    seed: int
    games: list[int]
    values: dict[str, str] = field(default_factory=dict)
    matches: dict[str, Result] = field(default_factory=dict)
    nodes: dict[str, int] = field(default_factory=dict)

    def result(self, level: str, x: AgentName, o: AgentName) -> Result:
        """The result of a match."""
        return self.matches[str(Match(level, x, o))]

    def missing(self) -> list[Job]:
        """What is still to be done."""
        jobs: list[Job] = [search for search in searches() if str(search) not in self.nodes]
        return jobs + [match for match in matches() if str(match) not in self.matches]

    def written(self) -> str:
        """The data as JSON, sorted, an entry a line, so that the same results give the same file."""
        plain = asdict(self)
        lines = []
        for name, value in plain.items():
            if isinstance(value, dict):
                entries = ",\n".join(f"  {json.dumps(k)}: {json.dumps(value[k])}" for k in sorted(value))
                lines.append(f'"{name}": {{\n{entries}\n}}')
            else:
                lines.append(f'"{name}": {json.dumps(value)}')
        return "{\n" + ",\n".join(lines) + "\n}\n"


def read(text: str) -> Data:
    """Data that `Data.written` wrote. Raises ValueError for anything else."""
    try:
        plain = json.loads(text)
        results = {name: _result(**entry) for name, entry in plain["matches"].items()}
        return Data(plain["seed"], plain["games"], plain["values"], results, plain["nodes"])
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("no data of experiments") from error


def _result(samples: dict[str, Any], chances: list[float], plies: list[float]) -> Result:
    return Result({games: Sample(**sample) for games, sample in samples.items()}, chances, plies)


def experiments(games: Sequence[int], seed: int, out: Path) -> list[Path]:
    """Play what is missing, and write the page, the plots and the data; the files are returned.

    Raises BadInput for a number of games out of range, a folder that cannot be written, and one with the data of other
    experiments. After an interruption the same call goes on where the last one stopped."""
    for number in games:
        if not 1 <= number <= MOST_GAMES:
            raise BadInput(f"--games: {number} is no number of games; expected 1 to {MOST_GAMES}")
    if not 0 <= seed < 1 << 64:
        raise BadInput(f"--seed: {seed} is not from 0 to 2^64 - 1")
    need("a plot", "figures", "matplotlib")
    folder = out / "experiments"
    data = begun(folder, sorted({*games}), seed)
    try:
        play(data, folder)
    except KeyboardInterrupt:
        tell(f"interrupted; {folder / DATA} keeps what is done; the same command goes on from it")
        raise
    from qttt.app.experiments_page import page
    from qttt.app.experiments_plots import FIGURES, drawn

    files = [folder / DATA]
    for figure in FIGURES:
        files.append(folder / f"{figure.name}.svg")
        write_bytes(files[-1], drawn(figure, data))
    files.append(out / "experiments.md")
    write_text(files[-1], page(data))
    return files


def begun(folder: Path, games: list[int], seed: int) -> Data:
    """The data in a folder, or none yet. Raises BadInput."""
    path = folder / DATA
    try:
        folder.mkdir(parents=True, exist_ok=True)
        data = read(path.read_text(encoding="utf-8")) if path.exists() else Data(seed, games)
    except OSError as error:
        raise BadInput(f"{error.filename or folder}: cannot be used: {reason(error)}") from error
    except ValueError as error:
        raise BadInput(f"{path}: is no data of experiments; delete it or name another --out") from error
    if (data.seed, data.games) != (seed, games):
        told = " and ".join(map(str, data.games))
        raise BadInput(f"{path}: is of {told} games, seed {data.seed}; ask for those, delete it or name another --out")
    return data


def play(data: Data, folder: Path) -> None:
    """Do what is missing, side by side on the cores, and keep every result at once."""
    jobs = data.missing()
    whole = len(jobs) + len(data.nodes) + len(data.matches)
    if not jobs:
        return
    tasks = [(job, data.seed, data.games) for job in jobs]
    with counting("matches") as report, get_context("spawn").Pool(min(len(jobs), cpu_count() or 1), _begin) as pool:
        for job, found, value in pool.imap_unordered(_done, tasks):
            if isinstance(job, Search):
                data.nodes[str(job)] = found
            else:
                data.matches[str(job)] = found
                data.values[job.level] = value
            write_text(folder / DATA, data.written())
            report(len(data.nodes) + len(data.matches), whole)


def _begin() -> None:
    signal(SIGINT, SIG_IGN)


def _done(task: tuple[Job, int, list[int]]) -> tuple[Job, Any, str]:
    job, seed, games = task
    if isinstance(job, Search):
        return job, counted(job), ""
    return job, played(job, seed, games), value_of(job.level)


def counted(search: Search) -> int:
    """The nodes of a search of the reference for the first move."""
    from qttt.reference.agents.evaluation import promise
    from qttt.reference.agents.expecti_minimax import ExpectiMinimax
    from qttt.reference.tiqtaqtoe import TiqTaqToe

    game = TiqTaqToe(search.level)
    return ExpectiMinimax(game, search.depth, promise, search.pruning).search(game.initial()).nodes


def played(match: Match, seed: int, games: Sequence[int]) -> Result:
    """The result of a match. Samples are of different seeds, so that no two share games."""
    from qttt.app import arena_tiqtaqtoe as arena
    from qttt.fast.tiqtaqtoe.values import SCALE

    paths, agent = _level(match.level)
    players = agent(match.x), agent(match.o)
    samples = {}
    for number in games:
        chance = np.random.default_rng(Random(f"{seed} {match} {number}").getrandbits(64))
        ends, losses = arena.played(paths, players, number, chance)
        lost = losses / SCALE
        errors = lost.std(axis=1, ddof=1) / sqrt(number) if number > 1 else np.zeros(2)
        counts = np.bincount(ends, minlength=len(arena.OUTCOMES)).tolist()
        samples[str(number)] = Sample(counts, rounded(lost.mean(axis=1)), rounded(errors))
    exact = arena.exactly(paths, players)
    return Result(samples, rounded(exact.ends), rounded(exact.losses))


def rounded(numbers: Any) -> list[float]:
    """Numbers to nine digits behind the point, fewer than are right."""
    return [round(float(number), 9) + 0.0 for number in numbers]


def value_of(level: str) -> str:
    """The value of a level, as a fraction."""
    from qttt.fast.tiqtaqtoe.rules import START

    return str(_level(level)[0].tablebase.value(START))


@cache
def _level(level: str) -> tuple[Any, Any]:
    """The paths of a level, and its agents."""
    from qttt.app.arena_fast import agents
    from qttt.app.arena_paths import Paths
    from qttt.fast.backend import Cpu
    from qttt.fast.tiqtaqtoe.rules import Setting
    from qttt.fast.tiqtaqtoe.solve import solve

    paths = Paths(Cpu(), solve(Cpu(), Setting(level)).tablebase)
    return paths, agents(paths)
