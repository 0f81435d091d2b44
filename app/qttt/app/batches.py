"""Games between agents of the fast engine, played side by side: for every game that has kernels."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from qttt.app.contest import Contest
from qttt.app.stored import tablebase
from qttt.fast.answers import chosen
from qttt.fast.backend import Cpu
from qttt.fast.batch import LEAVE, OVER, SYSTEM, Games, O
from qttt.learn.one_game import has_system
from qttt.learn.opponents import Remembering
from qttt.oracle import Oracle
from qttt.oracle.progress import Count
from qttt.oracle.registry import entry_of
from qttt.reference.agents.random_play import ENDLESS, LONGEST
from qttt.reference.game import Actor, Outcome

BATCH = 20_000
"""Games that are played together."""
Ints = np.ndarray[Any, Any]
Choice = Callable[[Games, int], Ints]
"""What an agent plays in every game, int64 ``[game]``; not guaranteed where it is not to move. The number is that of
the turn, counted from 1."""


def outcomes(contest: Contest, report: Count) -> Iterator[tuple[Actor, Outcome]]:
    """The side of A and the outcome of each game. A game depends only on the seed and its number."""
    game, entry = contest.game, entry_of(contest.game)
    needs_values = has_system(game) or "perfect" in (contest.a.kind, contest.b.kind)
    solved = tablebase(game, contest.path) if needs_values else None
    choices = [_choice(game, name.kind, solved) for name in (contest.a, contest.b)]
    system = entry.system(game, solved) if has_system(game) else None
    playing, seed = entry.playing(game)["key"], contest.seed - (1 << 64) * (contest.seed >> 63)  # signed
    scored: dict[Any, Outcome] = {}
    for start in range(0, contest.games, BATCH):
        report(start, contest.games)
        numbers = np.arange(start, min(start + BATCH, contest.games))
        games = Games(Cpu(), playing, len(numbers), seed, start, restart=False)
        _play(games, choices, (numbers % 2 == 1) & contest.swap, system)
        ends = (games.now.to_move == OVER).tolist()
        for number, state, over in zip(numbers.tolist(), games.states.tolist(), ends, strict=True):
            ended = entry.shown(game, state) if over else None
            if over and ended not in scored:
                scored[ended] = game.score(ended).outcome
            yield contest.side_of_a(number), scored[ended] if over else ENDLESS


def _play(games: Games, choices: list[Choice], a_is_o: Ints, system: Any) -> None:
    games.begin()
    for turn in range(1, LONGEST + 1):
        to_move = games.now.to_move
        if (to_move == OVER).all():
            return
        actions = np.full(len(to_move), LEAVE, np.int64)
        if system is not None and (to_move == SYSTEM).any():
            actions = system.actions(games)
        is_player = (to_move != OVER) & (to_move != SYSTEM)
        is_a = (to_move == O) == a_is_o
        for choice, its_own in zip(choices, (is_a, ~is_a), strict=True):
            here = is_player & its_own
            if here.any():
                actions[here] = choice(games, turn)[here]
        games.step(actions)


def _choice(game: Any, kind: str, solved: Any) -> Choice:
    if kind == "random":
        return lambda games, turn: np.asarray(games.sample(turn))
    entry = entry_of(game)
    answers = entry.answers(game, solved)
    return _by_tablebase(Remembering(Oracle(game, solved))) if answers is None else _by_answers(answers)


def _by_answers(answers: Any) -> Choice:
    """The first best action of each position, by its key."""

    def choose(games: Games, turn: int) -> Ints:
        moving = np.flatnonzero((games.now.to_move != OVER) & (games.now.to_move != SYSTEM))
        best = answers.best(games.now.observation[moving, 0])
        first = np.zeros(len(games.now.to_move), np.int64)
        first[moving] = chosen(best, len(answers.actions)).argmax(1)
        return first

    return choose


def _by_tablebase(play: Remembering) -> Choice:
    """The first of the actions that perfect play chooses, asked once for each position."""

    def choose(games: Games, turn: int) -> Ints:
        moving = (games.now.to_move != OVER).tolist()
        return np.array([play.number(state) if moves else 0 for state, moves in zip(games.states, moving, strict=True)])

    return choose
