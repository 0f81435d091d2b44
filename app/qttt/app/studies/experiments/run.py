"""`qttt experiments tiqtaqtoe`: reproduces the experiments of Wong (2023), with intervals, and exactly.

A run resumes from the data file: it does not play stored matches again."""

from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from random import Random
from signal import SIG_IGN, SIGINT, signal
from types import SimpleNamespace
from typing import Any

import numpy as np

from qttt.app.arena.contest import check_games, games_in_words
from qttt.app.commands.options import seed_in_range
from qttt.app.errors import BadInput, Interrupted, reason
from qttt.app.extras import need
from qttt.app.files import write_bytes, write_text
from qttt.app.studies.experiments.data import Data, Job, Match, Result, Sample, Search, read
from qttt.app.studies.experiments.page import page
from qttt.app.studies.experiments.plan import missing
from qttt.app.studies.experiments.plots import FILE, svg
from qttt.oracle.progress import Count, counting

DATA = "data.json"


def experiments(games: Sequence[int], seed: int, out: Path) -> list[Path]:
    """Play what is missing, and write the page, the plots and the data; the files are returned.

    Raises BadInput for a number of games out of range, a folder that cannot be written, and one with the data of other
    experiments; Interrupted, if it is interrupted; the same call then resumes where this one stopped."""
    for number in games:
        check_games(number)
    seed_in_range(seed)
    need("a plot", "figures", "matplotlib")
    folder = out / "experiments"
    data = begun(folder, sorted({*games}), seed)
    try:
        play(data, folder)
    except KeyboardInterrupt as interrupt:
        kept = f"{folder / DATA} keeps the results so far; run the same command to resume"
        raise Interrupted(f"interrupted; {kept}") from interrupt
    files = [folder / DATA]
    files.append(folder / FILE)
    write_bytes(files[-1], svg(data))
    files.append(out / "experiments.md")
    write_text(files[-1], page(data))
    return files


def begun(folder: Path, games: list[int], seed: int) -> Data:
    """The data in a folder, empty if there is no file yet. Raises BadInput."""
    path = folder / DATA
    try:
        folder.mkdir(parents=True, exist_ok=True)
        data = read(path.read_text(encoding="utf-8")) if path.exists() else Data(seed, games)
    except OSError as error:
        raise BadInput(f"{error.filename or folder}: cannot be used: {reason(error)}") from error
    except ValueError as error:
        raise BadInput(
            f"{path}: does not hold data of experiments: {error}; delete the file or name another --out"
        ) from error
    if (data.seed, data.games) != (seed, games):
        numbers = f"{games_in_words(data.games)}, seed {data.seed}"
        raise BadInput(f"{path}: is for {numbers}; use these numbers, delete the file or name another --out")
    return data


def play(data: Data, folder: Path) -> None:
    """Do what is missing, and keep every result at once."""
    if not missing(data):
        return
    write_text(folder / DATA, data.written())
    with counting("matches and searches") as report:
        do_missing(data, report, lambda: write_text(folder / DATA, data.written()))


def do_missing(data: Data, report: Count, keep: Callable[[], None] = lambda: None) -> None:
    """Do what is missing, side by side on the cores; `keep` is called after every result."""
    jobs = missing(data)
    if not jobs:
        return
    whole = len(jobs) + len(data.nodes) + len(data.matches)
    tasks = [(job, data.seed, data.games) for job in jobs]
    with get_context("spawn").Pool(min(len(jobs), cpu_count() or 1), _begin) as pool:
        report(whole - len(jobs), whole)
        for job, found, value in pool.imap_unordered(_done, tasks):
            if isinstance(job, Search):
                data.nodes[str(job)] = found
            else:
                data.matches[str(job)] = found
                data.values[job.level] = value
            keep()
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
    from qttt.reference.agents.expecti_minimax import ExpectiMinimax
    from qttt.reference.tiqtaqtoe import TiqTaqToe
    from qttt.reference.tiqtaqtoe.evaluation import promise, with_exact_ends

    game = TiqTaqToe(search.level)
    evaluation = cache(with_exact_ends(game) if search.exact_ends else promise)
    return ExpectiMinimax(remembering(game), search.depth, evaluation, search.pruning).search(game.initial()).nodes


def remembering(game: Any) -> Any:
    """A game that computes what follows from a position only once: a search meets most positions many times."""
    names = ("actor", "actions", "play", "chance")
    return SimpleNamespace(**{name: cache(getattr(game, name)) for name in names})


def played(match: Match, seed: int, games: Sequence[int]) -> Result:
    """The result of a match. Samples are of different seeds, so that no two share games."""
    from qttt.app.tiqtaqtoe.arena import OUTCOMES, agent
    from qttt.fast.tiqtaqtoe import matches as arena
    from qttt.fast.tiqtaqtoe.values import SCALE

    paths, known = _level(match.level)
    players = agent(known, match.x), agent(known, match.o)
    samples = {}
    for number in games:
        chance = np.random.default_rng(Random(f"{seed} {match} {number}").getrandbits(64))
        ends, losses = arena.played(paths, players, number, chance)
        lost = losses / SCALE
        errors = lost.std(axis=1, ddof=1) / sqrt(number) if number > 1 else np.zeros(2)
        counts = np.bincount(ends, minlength=len(OUTCOMES)).tolist()
        samples[str(number)] = Sample(counts, rounded(lost.mean(axis=1)), rounded(errors))
    exact = arena.expected(paths, players)
    return Result(samples, rounded(exact.ends), rounded(exact.losses))


def rounded(numbers: Any) -> list[float]:
    """Numbers to nine decimal places. Seven places of exact chances are certain: `matches.error_bound`."""
    return [round(float(number), 9) + 0.0 for number in numbers]


def value_of(level: str) -> str:
    """The value of a level, as a fraction."""
    from qttt.fast.tiqtaqtoe.rules import START

    return str(_level(level)[0].tablebase.value(START))


@cache
def _level(level: str) -> tuple[Any, Any]:
    """The paths of a level, and its agents."""
    from qttt.fast.backend import Cpu
    from qttt.fast.tiqtaqtoe.choices import Agents
    from qttt.fast.tiqtaqtoe.paths import Paths
    from qttt.fast.tiqtaqtoe.rules import Setting
    from qttt.fast.tiqtaqtoe.solve import solve

    paths = Paths(Cpu(), solve(Cpu(), Setting(level)).tablebase)
    return paths, Agents(paths)
