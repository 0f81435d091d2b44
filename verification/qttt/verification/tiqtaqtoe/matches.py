"""Compares the fast engine's exact chances and its samples of TiqTaqToe matches with all possible games.

The games are those of the reference and its agents, followed position by position in exact fractions. The randomness
of each decision is known: the random agent makes each move with the same probability, and the results of the Monte
Carlo agent's playouts are enumerated. The other agents are deterministic."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import comb, log, sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Device
from qttt.fast.graph import Expanded
from qttt.fast.tiqtaqtoe import agents, matches
from qttt.fast.tiqtaqtoe.agents import Agent, Agents
from qttt.fast.tiqtaqtoe.answers import BOTH, TURN_BITS, Answers
from qttt.fast.tiqtaqtoe.matches import Expectation, Games, Players, error_bound
from qttt.fast.tiqtaqtoe.moves import MEASUREMENT
from qttt.fast.tiqtaqtoe.rules import WIN
from qttt.fast.tiqtaqtoe.values import SCALE
from qttt.oracle import Oracle
from qttt.oracle.tiqtaqtoe.translate import state_of
from qttt.reference.agents.expecti_minimax import ExpectiMinimax
from qttt.reference.agents.perfect import PerfectAgent
from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.evaluation import promise
from qttt.reference.tiqtaqtoe.notation import Action
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification import Refuted
from qttt.verification.mutation import with_globals
from qttt.verification.tiqtaqtoe.solved import tablebase

SEED = 2023
CLASSIC = TiqTaqToe("classic")
LATE = {TiqTaqToe("minimal"): 6, TiqTaqToe("moderate", lines="full-board"): 6, TiqTaqToe("high", pair="legal"): 7}
"""The number of marks from which games at the other levels are followed to every end."""
STARTS = 2
"""Positions at each of the other levels."""
SAMPLED = (CLASSIC, *LATE)[:3]
GAMES = 4_000
"""Games of a sample."""
RISK = 1e-9
"""The largest probability of refuting a correct sample, for each count and on each side."""
ENDS = (*WIN.values(), "lines of both", "no line")


class Name(NamedTuple):
    """An agent: random, monte_carlo, expecti_minimax or perfect, and its playouts or its depth."""

    kind: str
    number: int = 0


RANDOM, PERFECT = Name("random"), Name("perfect")
ONCE, TWICE = Name("monte_carlo", 1), Name("monte_carlo", 2)
SHALLOW, DEEPER = Name("expecti_minimax", 2), Name("expecti_minimax", 3)
PAIRS = ((RANDOM, RANDOM), (SHALLOW, RANDOM), (RANDOM, PERFECT), (DEEPER, ONCE), (PERFECT, SHALLOW), (TWICE, RANDOM))
"""The pairs of agents, X first."""

Expect = Callable[[TiqTaqToe, tuple[Name, Name], Position], tuple[Expectation, float]]
Play = Callable[[TiqTaqToe, tuple[Name, Name], int], Games]


# Every game, by the reference


class EveryGame:
    """All games of a match: the exact chances of its endings, in the order of `ENDS`, and the expected loss at each
    ply. A position is followed once for each pair of players."""

    def __init__(self, game: TiqTaqToe) -> None:
        self._game = game
        self._perfect = Oracle(game, tablebase(game))
        self.following = cache(self._following)
        self._after = cache(self._found_after)
        self._won = cache(self._won_by_x_and_o)

    def _following(self, position: Position, players: tuple[Name, Name]) -> tuple[Fraction, ...]:
        """The chances of the four endings from a position on, then the losses of the nine plies."""
        actor = self._game.actor(position)
        if actor is None:
            ended = str(self._game.score(position).outcome)
            return (*(Fraction(ended == end) for end in ENDS), *[Fraction(0)] * 9)
        at_chance = actor is Actor.CHANCE
        weights = self._game.chance(position) if at_chance else self.decided(position, players[actor is Actor.O])
        values = {} if at_chance else self._perfect.values(position)
        whole = [Fraction(0)] * (len(ENDS) + 9)
        for action, weight in weights.items():
            for at, part in enumerate(self.following(self._after(position)[action], players)):
                if part:
                    whole[at] += weight * part
            if values:
                best = (max if actor is Actor.X else min)(values.values())
                whole[len(ENDS) + position.plies] += weight * abs(best - values[action])
        return tuple(whole)

    def decided(self, position: Position, player: Name) -> dict[Action, Fraction]:
        """The probability of each possible move of a player."""
        match player.kind:
            case "random":
                actions = self._game.actions(position)
                return dict.fromkeys(actions, Fraction(1, len(actions)))
            case "monte_carlo":
                return self._most_won(position, player.number)
            case "expecti_minimax":
                agent: Any = ExpectiMinimax(self._game, player.number, promise)
            case _:
                agent = PerfectAgent(self._perfect.best)
        return {agent.choose(position, Random()): Fraction(1)}

    def _most_won(self, position: Position, playouts: int) -> dict[Action, Fraction]:
        """The playouts of one action after another: an action is chosen if it has more than those before it."""
        best: dict[tuple[int, Action | None], Fraction] = {(-1, None): Fraction(1)}
        for action, after in self._after(position).items():
            p = self._won(after)[self._game.actor(position) is Actor.O]
            told = [comb(playouts, k) * p**k * (1 - p) ** (playouts - k) for k in range(playouts + 1)]
            best = _added(
                ((k, action) if k > most else (most, chosen), weight * chance)
                for (most, chosen), weight in best.items()
                for k, chance in enumerate(told)
            )
        return _added((action, share) for (_, action), share in best.items())

    def _won_by_x_and_o(self, position: Position) -> tuple[Fraction, Fraction]:
        """The probabilities that X and that O wins random play."""
        if self._game.actor(position) is None:
            winner = self._game.score(position).outcome.winner
            return Fraction(winner is Actor.X), Fraction(winner is Actor.O)
        results = [self._won(after) for after in self._after(position).values()]
        x, o = (sum(chances, Fraction(0)) / len(results) for chances in zip(*results, strict=True))
        return x, o

    def _found_after(self, position: Position) -> dict[Action, Position]:
        """The position after each action, in the documented order."""
        return {action: self._game.play(position, action) for action in self._game.actions(position)}


def _added(parts: Iterable[tuple[Any, Fraction]]) -> dict[Any, Fraction]:
    whole: dict[Any, Fraction] = {}
    for name, part in parts:
        if part:
            whole[name] = whole.get(name, Fraction(0)) + part
    return whole


# The claims


every_game = cache(EveryGame)


@cache
def agents_of(game: TiqTaqToe, kind: Callable[[Device, Answers], Agents] = Agents) -> tuple[Answers, Agents]:
    """The answers about a game, and its agents, by the fast engine."""
    answers = tablebase(game).answers
    return answers, kind(Cpu(), answers)


def match_of(
    game: TiqTaqToe, names: tuple[Name, Name], kind: Callable[[Device, Answers], Agents] = Agents
) -> tuple[Answers, Players]:
    """The fast engine's data of a match."""
    answers, known = agents_of(game, kind)
    x, o = (getattr(known, name.kind)(*([name.number] if name.number else [])) for name in names)
    return answers, (x, o)


def expect(game: TiqTaqToe, names: tuple[Name, Name], start: Position) -> tuple[Expectation, float]:
    """The fast engine's expectation of a match, and the bound of its error."""
    match = match_of(game, names)
    return matches.expected(*match, state_of(start)), error_bound(*match)


def starts() -> Iterator[tuple[TiqTaqToe, Position]]:
    """The empty board at the level classic, and at the others late positions of random games, not only decisions."""
    yield CLASSIC, CLASSIC.initial()
    random = Random(SEED)
    for game, late in LATE.items():
        found = 0
        while found < STARTS:
            position = game.initial()
            while game.actor(position) and position.plies < late:
                position = game.play(position, random.choice(game.actions(position)))
            if game.actor(position):
                yield game, position
                found += 1


def chances_are_those_of_every_game(expect: Expect = expect) -> str:
    """Each chance and each expected loss is exact within the stated bound."""
    count, worst = 0, Fraction(0)
    for game, start in starts():
        for names in PAIRS:
            exact = every_game(game).following(start, names)
            found, bound = expect(game, names, start)
            for at, (told, right) in enumerate(zip((*found.ends, *found.losses), exact, strict=True)):
                error = abs(Fraction(told) - right)
                if error > Fraction(bound) * (1 if at < len(ENDS) else 2):
                    what = [*ENDS, *(f"loss at ply {ply}" for ply in range(1, 10))][at]
                    raise Refuted(f"{game.level}, {names}, '{start}', {what}: {told}, and exactly {float(right)}")
                worst = max(worst, error)
            count += 1
    return f"{count} matches, the greatest error {float(worst):.0e}, seed {SEED}"


def play(game: TiqTaqToe, names: tuple[Name, Name], games: int) -> Games:
    """A sample of a match by the fast engine."""
    return matches.played(*match_of(game, names), games, np.random.default_rng(SEED))


def samples_have_the_exact_chances(play: Play = play) -> str:
    """The frequency of each ending in a sample and the mean loss of each player agree with the exact chances: by
    Chernoff's bound, a correct count is refuted with a probability of at most `RISK` on each side."""
    count = 0
    for game in SAMPLED:
        for names in PAIRS:
            exact, _ = expect(game, names, game.initial())
            ends, losses = play(game, names, GAMES)
            counts = np.bincount(ends, minlength=len(ENDS)).tolist()
            for end, times, chance in zip(ENDS, counts, exact.ends, strict=True):
                if GAMES * divergence(times / GAMES, chance) > -log(RISK):
                    raise Refuted(f"{game.level}, {names}, {end}: {times} of {GAMES} games, with the chance {chance}")
            for player, of_player in zip(names, (0, 1), strict=True):
                lost, right = losses[of_player] / SCALE, sum(exact.losses[of_player::2])
                if abs(lost.mean() - right) > 6 * lost.std() / sqrt(GAMES) + 1e-6:
                    raise Refuted(f"{game.level}, {names}, loss of {player}: {lost.mean()}, expected {right}")
            count += 1
    return f"{count} matches of {GAMES:,} games, seed {SEED}"


def divergence(share: float, chance: float) -> float:
    """The relative entropy of a share to a chance: in n games, a share at least as far off has a probability of at most
    exp(-n divergence)."""
    parts = ((share, chance), (1 - share, 1 - chance))
    return sum((part * log(part / max(of, 1e-300)) for part, of in parts if part > 0), 0.0)


# Errors


def _expecting(
    kind: Callable[[Device, Answers], Agents] = Agents,
    expected: Any = matches.expected,
    turned: type[Answers] = Answers,
) -> Expect:
    def wrong(game: TiqTaqToe, names: tuple[Name, Name], start: Position) -> tuple[Expectation, float]:
        right, players = match_of(game, names, kind)
        return expected(turned(right.graph, right.numbers), players, state_of(start)), error_bound(right, players)

    return wrong


class _AnyOfTheBest(Agents):
    def expecti_minimax(self, depth: int, any_best: bool = False, exact_ends: bool = False) -> Agent:
        return super().expecti_minimax(depth, any_best=True, exact_ends=exact_ends)


class _DrawsAreWon(agents.MonteCarlo):
    def won(self, found: Expanded) -> Ints:
        x, o, both, neither = self._of_node[found.children >> TURN_BITS].T
        won: Ints = np.clip((o if found.actor[0] else x) + both + neither, 0, 1)
        return won


class _CountingDraws(Agents):
    def monte_carlo(self, playouts: int) -> Agent:
        return _DrawsAreWon(Cpu(), playouts, self.random_play)


class _FromTheOtherSide(Answers):
    _following = with_globals(Answers._following, BOTH=BOTH.T)


def _first_board(answers: Answers, mass: Ints, start: int) -> None:
    """The first board gets all of the probability."""
    keys = np.flatnonzero(mass) + start
    due = keys[answers.kinds(keys) == MEASUREMENT]
    np.add.at(mass, answers.found(due, np.zeros_like(due))[1] - start, mass[due - start])


def _lost_by_x(answers: Answers, player: int, before: Ints, after: Ints) -> Ints:
    """X's loss by any move, which is negative if O makes a mistake."""
    return matches.lost(answers, 0, before, after)


any_of_the_best_is_made = _expecting(_AnyOfTheBest)
drawn_playouts_are_won = _expecting(_CountingDraws)
symmetries_are_put_together_in_the_wrong_order = _expecting(turned=_FromTheOtherSide)
the_first_board_is_always_found = _expecting(expected=with_globals(matches.expected, hand_on_measured=_first_board))
losses_of_o_are_gains = _expecting(expected=with_globals(matches.expected, lost=_lost_by_x))


class _OneBoard(Answers):
    def boards(self, keys: Ints) -> Ints:
        return np.ones_like(keys)


def the_first_board_is_always_drawn(game: TiqTaqToe, names: tuple[Name, Name], games: int) -> Games:
    """A measurement always finds the first board."""
    right, players = match_of(game, names)
    wrong = _OneBoard(right.graph, right.numbers)
    return matches.played(wrong, players, games, np.random.default_rng(SEED))


def players_are_exchanged(game: TiqTaqToe, names: tuple[Name, Name], games: int) -> Games:
    """O's agent plays X."""
    return play(game, names[::-1], games)


def games_are_counted_fifty_times(game: TiqTaqToe, names: tuple[Name, Name], games: int) -> Games:
    """A small sample is treated as a large one."""
    ends, losses = play(game, names, games // 50)
    return Games(np.repeat(ends, 50), np.repeat(losses, 50, axis=1))
