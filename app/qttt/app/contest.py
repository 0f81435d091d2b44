"""What `qttt arena` plays; and games between agents of the reference, the first ones here, the others on all cores."""

import signal
import time
from collections.abc import Iterable
from dataclasses import dataclass
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from random import Random
from typing import Any, Literal

from qttt.app.agents import ReferenceAgents, check_games
from qttt.app.options import seed_in_range
from qttt.app.views import view
from qttt.learn.names import AgentName
from qttt.oracle.progress import Count
from qttt.oracle.registry import added, entry_of
from qttt.reference.game import Actor, Outcome
from qttt.reference.playing import play_match

MOST_GAMES = 1_000_000
WITH_LINES = {"lines of both": "both", "no line": "neither"}
"""Ends without a winner that are not draws, each with the name of its result."""
ALONE = 1.0
"""Seconds for which games are played one by one before other processes start."""
PIECE = 16
"""Most games that a process is given at once."""


@dataclass(frozen=True)
class Contest:
    """What is played: the game; A and B, the number of games and the seed; whether A and B
    change sides after every game (otherwise A is X); the engine; the file of a tablebase, if one was named. Raises
    BadInput for a number of games or a seed that is out of range.

    A `game` is always a game of the reference, whatever the engine."""

    game: Any
    a: AgentName
    b: AgentName
    games: int
    seed: int
    swap: bool = False
    engine: Literal["reference", "fast"] = "reference"
    path: Path | None = None

    def __post_init__(self) -> None:
        check_games(self.games, MOST_GAMES)
        seed_in_range(self.seed)

    @property
    def name(self) -> str:
        """The name of the game."""
        return entry_of(self.game).name

    @property
    def results(self) -> tuple[str, ...]:
        """The possible results of a game for A: a win, a loss, and the ways in which nobody wins."""
        return ("win", "loss", *view(self.name).undecided)

    def side_of_a(self, number: int) -> Actor:
        """The side that A plays in a game, counted from 0."""
        return Actor.O if self.swap and number % 2 else Actor.X


def result(outcome: Outcome, side: Actor) -> str:
    """The result of an outcome for the player of a side: one of `Contest.results`."""
    if outcome.winner is None:
        return WITH_LINES.get(outcome.how, "draw")
    return "win" if outcome.winner is side else "loss"


_arenas: list["Arena"] = []
"""That of a process of the pool."""


class Arena:
    """Where the games of a contest are played. A game depends only on the seed and its number."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        agents = ReferenceAgents(contest.game, contest.path)
        self._a, self._b, self._settlements = agents.agent(contest.a), agents.agent(contest.b), agents.settlements

    def play(self, number: int) -> tuple[Actor, Outcome]:
        """The side of A and the outcome of a game, counted from 0."""
        side = self._contest.side_of_a(number)
        agents = {side: self._a, side.opponent: self._b}
        chance = Random(f"{self._contest.seed} {number}")
        return side, play_match(self._contest.game, agents, chance, self._settlements).outcome


def outcomes(contest: Contest, report: Count, alone: float = ALONE) -> Iterable[tuple[Actor, Outcome]]:
    """The side of A and the outcome of each game, in any order.

    The number of processes does not change the games; a game that other processes do not know is played in one. On an
    interrupt all processes end at once.
    """
    arena, began = Arena(contest), time.perf_counter()
    number, single = 0, added(contest.game)
    while number < contest.games and (number == 0 or single or time.perf_counter() - began < alone):
        yield arena.play(number)
        number += 1
        report(number, contest.games)
    left = contest.games - number
    if not left:
        return
    cores = min(left, cpu_count() or 1)
    size = max(1, min(PIECE, left // (4 * cores)))
    with get_context("spawn").Pool(cores, _sit_down, (contest,)) as pool:
        for done, outcome in enumerate(pool.imap_unordered(_play, range(number, contest.games), size), number + 1):
            yield outcome
            report(done, contest.games)


def _sit_down(contest: Contest) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _arenas[:] = [Arena(contest)]


def _play(number: int) -> tuple[Actor, Outcome]:
    (arena,) = _arenas
    return arena.play(number)
