"""Games between two agents of the reference: the first ones here, the others side by side on the cores."""

import signal
import time
from collections.abc import Iterable
from multiprocessing import get_context
from os import cpu_count
from random import Random

from qttt.app.arena.contest import Contest
from qttt.app.arena.grounds import Ground
from qttt.oracle import registry
from qttt.oracle.progress import Count
from qttt.reference.agents.match import play_match
from qttt.reference.game import Actor, Outcome

ALONE = 1.0
"""Seconds for which games are played one by one before other processes start."""
PIECE = 16
"""Most games that a process is given at once."""

_tables: list["Table"] = []
"""The table of a process of the pool."""


class Table:
    """Where the games of a contest are played. A game depends only on the seed and its number."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        ground = Ground(contest.game, contest.folder)
        ground.prepare(contest.a, contest.b)
        self._a, self._b = ground.agent(contest.a), ground.agent(contest.b)
        self._game, self._settlements = ground.game, ground.settlements

    def play(self, number: int) -> Outcome:
        """The outcome of a game, counted from 0."""
        side = self._contest.side_of_a(number)
        agents = {side: self._a, side.opponent: self._b}
        chance = Random(f"{self._contest.seed} {number}")
        return play_match(self._game, agents, chance, self._settlements).outcome


def outcomes(contest: Contest, report: Count, alone: float = ALONE) -> Iterable[tuple[Actor, Outcome]]:
    """The side of A and the outcome of each game, in any order.

    The number of processes does not change the games; a game that other processes do not know is played in one. On an
    interrupt all processes end at once.
    """
    table, began = Table(contest), time.perf_counter()
    number, single = 0, registry.added(contest.game)
    while number < contest.games and (number == 0 or single or time.perf_counter() - began < alone):
        yield contest.side_of_a(number), table.play(number)
        number += 1
        report(number, contest.games)
    left = contest.games - number
    if not left:
        return
    cores = min(left, cpu_count() or 1)
    size = max(1, min(PIECE, left // (4 * cores)))
    pieces = [range(first, min(first + size, contest.games)) for first in range(number, contest.games, size)]
    with get_context("spawn").Pool(cores, _sit_down, (contest,)) as pool:
        for piece in pool.imap_unordered(_play, pieces):
            yield from piece
            number += len(piece)
            report(number, contest.games)


def _sit_down(contest: Contest) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _tables[:] = [Table(contest)]


def _play(numbers: range) -> list[tuple[Actor, Outcome]]:
    (table,) = _tables
    return [(table._contest.side_of_a(number), table.play(number)) for number in numbers]
