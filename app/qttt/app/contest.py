"""Games between two agents, for `qttt arena`: by the reference, the first ones here, the others on all cores; or by the
fast engine, many side by side, for every game that has kernels.

The reference's agents show what an agent is. The fast ones are policies where the tree of whole games is small enough,
and elsewhere play on the kernels, because the tree of all that they can meet is too large."""

import signal
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from random import Random
from typing import Any, Generic, Literal

import numpy as np

from qttt.app import stored
from qttt.app.errors import BadInput, reason
from qttt.app.options import check_games, seed_in_range
from qttt.fast.batch import OVER
from qttt.fast.side_by_side import at_random, turns
from qttt.learn.measures.games import choice_of, chooser, games_of, games_on
from qttt.learn.measures.tree import tree_of
from qttt.learn.names import AgentName, agent_name
from qttt.learn.one_game import has_system
from qttt.oracle import Oracle
from qttt.oracle.perfect import A, P
from qttt.oracle.processes import uninterrupted
from qttt.oracle.progress import Count
from qttt.oracle.registry import added, entry_of
from qttt.reference.agents import ExpectiMinimax, MonteCarlo, PerfectAgent, RandomAgent
from qttt.reference.game import Actor, Game, Outcome
from qttt.reference.playing import ENDLESS, Agent, play_match

MOST_GAMES = 1_000_000
WITH_LINES = {"lines of both": "both", "no line": "neither"}
"""Ends without a winner that are not draws, each with the name of its result."""
ALONE = 1.0
"""Seconds for which games are played one by one before other processes start."""
PIECE = 16
"""Most games that a process is given at once."""
BATCH = 20_000
"""Games that the fast engine plays together."""


@dataclass(frozen=True)
class Contest(Generic[P, A]):
    """What is played: the game; A and B, the number of games and the seed; whether A and B change sides after every
    game (otherwise A is X); who computes the moves, the reference, the kernels, or policies on the tree of the whole
    game; the file of a tablebase, if one was named. Raises BadInput for a number of games or a seed that is out of
    range.

    A `game` is always a game of the reference, whatever the engine."""

    game: Game[P, A]
    a: AgentName
    b: AgentName
    games: int
    seed: int
    swap: bool = False
    engine: Literal["reference", "kernels", "tree"] = "reference"
    path: Path | None = None

    def __post_init__(self) -> None:
        check_games(self.games, MOST_GAMES)
        seed_in_range(self.seed)

    def side_of_a(self, number: int) -> Actor:
        """The side that A plays in a game, counted from 0."""
        return Actor.O if self.swap and number % 2 else Actor.X

    def outcomes(self, report: Count) -> Iterable[tuple[Actor, Outcome]]:
        """The side of A and the outcome of each game, which depends only on the seed and its number, in any order."""
        return {"reference": by_reference, "kernels": by_kernels, "tree": on_tree}[self.engine](self, report)


def result(outcome: Outcome, side: Actor) -> str:
    """The result of an outcome for the player of a side: "win", "loss", or the way in which nobody wins."""
    if outcome.winner is None:
        return WITH_LINES.get(outcome.how, "draw")
    return "win" if outcome.winner is side else "loss"


# By the reference


def agent_of_net(name: str, game: Game[P, A]) -> Agent[P, A]:
    """The agent ``net:FILE`` or ``net:FILE:SIMULATIONS`` of a game. Raises BadInput for a file that it cannot play
    by."""
    from qttt.learn.nets import agent

    try:
        return agent(name, game)
    except OSError as error:
        raise BadInput(f"{agent_name(name).file}: cannot be read: {reason(error)}") from error
    except ValueError as error:
        raise BadInput(str(error)) from error


class Arena(Generic[P, A]):
    """Where the games of a contest are played by the reference: A and B, and the values of the System's selections in a
    game with a System. Perfect play is found when needed and then remembered."""

    def __init__(self, contest: Contest[P, A]) -> None:
        self._contest, self._game = contest, contest.game
        self._a, self._b = self.agent(contest.a), self.agent(contest.b)
        self._settlements = self._perfect.values if has_system(self._game) else None

    @cached_property
    def _perfect(self) -> Oracle[P, A]:
        return stored.perfect(self._game, self._contest.path)

    def agent(self, name: AgentName) -> Agent[P, A]:
        """An agent by its name."""
        match name.kind:
            case "random":
                return RandomAgent(self._game)
            case "monte-carlo":
                return MonteCarlo(self._game, name.number)
            case "expecti-minimax":
                return ExpectiMinimax(self._game, name.number, entry_of(self._game).evaluation(self._game))
            case "perfect":
                return PerfectAgent(self._perfect.choices)
            case "net":
                return agent_of_net(str(name), self._game)
        raise AssertionError(name)

    def play(self, number: int) -> tuple[Actor, Outcome]:
        """The side of A and the outcome of a game, counted from 0."""
        side = self._contest.side_of_a(number)
        agents = {side: self._a, side.opponent: self._b}
        chance = Random(f"{self._contest.seed} {number}")
        return side, play_match(self._game, agents, chance, self._settlements).outcome


_arenas: list[Arena[Any, Any]] = []
"""That of a process of the pool."""


def by_reference(contest: Contest[P, A], report: Count, alone: float = ALONE) -> Iterator[tuple[Actor, Outcome]]:
    """See `Contest.outcomes`. The number of processes does not change the games; a game that other processes do not
    know is played in one. On an interrupt all processes end at once."""
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
    with uninterrupted():
        pool = get_context("spawn").Pool(cores, _open_arena, (contest,))
    with pool:
        for done, outcome in enumerate(pool.imap_unordered(_play, range(number, contest.games), size), number + 1):
            yield outcome
            report(done, contest.games)


def _open_arena(contest: Contest[P, A]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _arenas[:] = [Arena(contest)]


def _play(number: int) -> tuple[Actor, Outcome]:
    (arena,) = _arenas
    return arena.play(number)


# By the fast engine


def _pieces(contest: Contest[P, A], report: Count) -> Iterator[np.ndarray]:
    """The numbers of the games that are played together."""
    for start in range(0, contest.games, BATCH):
        report(start, contest.games)
        yield np.arange(start, min(start + BATCH, contest.games))


def on_tree(contest: Contest[P, A], report: Count) -> Iterator[tuple[Actor, Outcome]]:
    """See `Contest.outcomes`."""
    game = contest.game
    tree = tree_of(Oracle(game, stored.tablebase(game, contest.path)), entry_of(game).measured)
    a, b = (chooser(str(name), tree, contest.seed) for name in (contest.a, contest.b))
    outcome_of = cache(lambda end: game.score(tree.position(end)).outcome)
    for numbers in _pieces(contest, report):
        ends, a_is_o = np.empty_like(numbers), (numbers % 2 == 1) & contest.swap
        for which, players in ((~a_is_o, (a, b)), (a_is_o, (b, a))):
            ends[which] = games_on(tree, *players, numbers[which], contest.seed)[0]
        yield from zip(map(contest.side_of_a, numbers.tolist()), map(outcome_of, ends.tolist()), strict=True)


def by_kernels(contest: Contest[P, A], report: Count) -> Iterator[tuple[Actor, Outcome]]:
    """See `Contest.outcomes`."""
    game, entry = contest.game, entry_of(contest.game)
    needs_values = has_system(game) or "perfect" in (contest.a.kind, contest.b.kind)
    oracle = Oracle(game, stored.tablebase(game, contest.path)) if needs_values else None
    choices = [choice_of(str(name), oracle) if oracle else at_random for name in (contest.a, contest.b)]
    system = entry.system(game, oracle.tablebase) if oracle and has_system(game) else None
    outcome_of = cache(lambda ended: game.score(ended).outcome)
    for numbers in _pieces(contest, report):
        games = games_of(game, len(numbers), contest.seed, int(numbers[0]))
        deque(turns(games, choices, (numbers % 2 == 1) & contest.swap, system), 0)
        ends = (games.now.to_move == OVER).tolist()
        for number, state, over in zip(numbers.tolist(), games.states.tolist(), ends, strict=True):
            yield contest.side_of_a(number), outcome_of(entry.shown(game, state)) if over else ENDLESS
