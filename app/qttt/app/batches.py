"""Games between agents of the fast engine, played side by side: for every game that has kernels."""

from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from qttt.app.contest import Contest
from qttt.app.stored import tablebase
from qttt.app.views import view
from qttt.fast.batch import OVER
from qttt.fast.side_by_side import at_random, turns
from qttt.learn.measures.played import chooser, games_on
from qttt.learn.measures.tree import tree_of
from qttt.learn.one_game import has_system
from qttt.learn.opponents import choice_of, games_of
from qttt.oracle import Oracle
from qttt.oracle.progress import Count
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor, Outcome
from qttt.reference.playing import ENDLESS

BATCH = 20_000
"""Games that are played together."""


def outcomes(contest: Contest, report: Count) -> Iterator[tuple[Actor, Outcome]]:
    """The side of A and the outcome of each game, which depends only on the seed and its number."""
    on_tree = "monte-carlo" in view(contest.name).fast_agents
    return _on_tree(contest, report) if on_tree else _by_kernels(contest, report)


def _on_tree(contest: Contest, report: Count) -> Iterator[tuple[Actor, Outcome]]:
    game = contest.game
    tree = tree_of(Oracle(game, tablebase(game, contest.path)), entry_of(game).measured)
    a, b = (chooser(str(name), tree, contest.seed) for name in (contest.a, contest.b))
    outcome_of = cache(lambda end: game.score(tree.position(end)).outcome)
    for start in range(0, contest.games, BATCH):
        report(start, contest.games)
        numbers = np.arange(start, min(start + BATCH, contest.games))
        ends, a_is_o = np.empty_like(numbers), (numbers % 2 == 1) & contest.swap
        for which, players in ((~a_is_o, (a, b)), (a_is_o, (b, a))):
            ends[which] = games_on(tree, *players, numbers[which], contest.seed)[0]
        yield from zip(map(contest.side_of_a, numbers.tolist()), map(outcome_of, ends.tolist()), strict=True)


def _by_kernels(contest: Contest, report: Count) -> Iterator[tuple[Actor, Outcome]]:
    game, entry = contest.game, entry_of(contest.game)
    needs_values = has_system(game) or "perfect" in (contest.a.kind, contest.b.kind)
    oracle = Oracle(game, tablebase(game, contest.path)) if needs_values else None
    choices = [choice_of(str(name), oracle) if oracle else at_random for name in (contest.a, contest.b)]
    system = entry.system(game, oracle.tablebase) if oracle and has_system(game) else None
    scored: dict[Any, Outcome] = {}
    for start in range(0, contest.games, BATCH):
        report(start, contest.games)
        numbers = np.arange(start, min(start + BATCH, contest.games))
        games = games_of(game, len(numbers), contest.seed, start)
        deque(turns(games, choices, (numbers % 2 == 1) & contest.swap, system), 0)
        ends = (games.now.to_move == OVER).tolist()
        for number, state, over in zip(numbers.tolist(), games.states.tolist(), ends, strict=True):
            ended = entry.shown(game, state) if over else None
            if over and ended not in scored:
                scored[ended] = game.score(ended).outcome
            yield contest.side_of_a(number), scored[ended] if over else ENDLESS
