"""Agents of TiqTaqToe: the fast engine's exact chances and its samples of matches, and its view of expecti-minimax.

The games are those of the reference and its agents, see `qttt.verification.measures.Matches`."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import log, sqrt
from operator import itemgetter
from random import Random
from typing import Any

import numpy as np

from qttt.fast.answers import values_of
from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe import agents, matches
from qttt.fast.tiqtaqtoe.agents import Agents, MonteCarlo
from qttt.fast.tiqtaqtoe.answers import BOTH, Answers
from qttt.fast.tiqtaqtoe.matches import Expectation, Games, error_bound, expected, played
from qttt.fast.tiqtaqtoe.values import SCALE
from qttt.learn.measures.ladder import policy_of, result
from qttt.learn.measures.tree import Tree, tree_of
from qttt.oracle import Oracle
from qttt.oracle.tiqtaqtoe.translate import slot_of, state_of
from qttt.reference.agents import expecti_minimax
from qttt.reference.agents.expecti_minimax import ExpectiMinimax, Found
from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.evaluation import PROMISE, promise, promise_of_board
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification import Refuted
from qttt.verification.measures import Matches, Parts, in_one_image
from qttt.verification.mutation import edited, with_globals, with_rules
from qttt.verification.tiqtaqtoe.solved import CANONICAL, tablebase
from qttt.verification.tiqtaqtoe.values import OTHERS
from qttt.verification.values import visited

SEED = 2023
CLASSIC = TiqTaqToe("classic")
LATE = {TiqTaqToe("minimal"): 6, TiqTaqToe("moderate", lines="full-board"): 6, TiqTaqToe("high", pair="legal"): 7}
"""The number of marks from which games at the other levels are followed to every end."""
PLAYED = 12
"""Random games of which positions are taken."""
STARTS = 2
"""Positions at each of the other levels."""
SAMPLED = (CLASSIC, *LATE)[:3]
GAMES = 4_000
"""Games of a sample."""
RISK = 1e-9
"""The largest probability of refuting a correct sample, for each count and on each side."""
NEAR = 1e-9
ENDS = ("win of X", "win of O", "lines of both", "no line")


WAYS = (*ENDS, *(f"loss at ply {ply}" for ply in range(1, 10)))
"""What is counted in a match, in this order."""
RANDOM, PERFECT = "random", "perfect"
ONCE, TWICE = "monte-carlo:1", "monte-carlo:2"
SHALLOW, DEEPER = "expecti-minimax:2", "expecti-minimax:3"
PAIRS = ((RANDOM, RANDOM), (SHALLOW, RANDOM), (RANDOM, PERFECT), (DEEPER, ONCE), (PERFECT, SHALLOW), (TWICE, RANDOM))
"""The pairs of agents, X first."""


# Every game, by the reference


class EveryGame(Matches):
    """All games of a match: the exact chances of its endings, and the expected loss at each ply."""

    def counted(self, position: Position) -> Parts:
        ended = str(self.game.score(position).outcome)
        return tuple(Fraction(ended == way) for way in WAYS)

    def besides(self, position: Position, weights: Mapping[Any, Fraction]) -> Mapping[int, Fraction]:
        actor = self.game.actor(position)
        if actor not in (Actor.X, Actor.O):
            return {}
        values = self.truth.values(position)
        best = (max if actor is Actor.X else min)(values.values())
        lost = sum(weight * abs(best - values[action]) for action, weight in weights.items())
        return {len(ENDS) + position.plies: Fraction(lost)}


@cache
def every_game(game: TiqTaqToe) -> EveryGame:
    return EveryGame(Oracle(game, tablebase(game)))


# Matches


@cache
def _agents(game: TiqTaqToe, of_answers: type[Answers], of_agents: type[Agents]) -> tuple[Answers, Agents]:
    solved = tablebase(game).answers
    answers = of_answers(solved.graph, solved.numbers)
    return answers, of_agents(Cpu(), answers)


@cache
def _tree(game: TiqTaqToe) -> Tree:
    return tree_of(Oracle(game, tablebase(game)), through=9)


class Match:
    """A match of two agents by the fast engine. Planted errors get something wrong that its methods use."""

    def __init__(self, game: TiqTaqToe, names: tuple[str, str]) -> None:
        self.game, self.names = game, names
        self.answers, known = _agents(game, Answers, Agents)
        kinds = (name.replace("-", "_").split(":") for name in names)
        x, o = (getattr(known, kind)(*map(int, number)) for kind, *number in kinds)
        self.players = x, o

    @property
    def error(self) -> float:
        """The bound of the error of each chance; that of a loss is twice as large."""
        return error_bound(self.answers, self.players)

    def expectation(self, start: Position | None = None) -> Expectation:
        """The chances of the endings and the losses."""
        return expected(self.answers, self.players, state_of(start or self.game.initial()))

    def sample(self) -> Games:
        return played(self.answers, self.players, GAMES, np.random.default_rng(SEED))

    def evaluated(self) -> tuple[float, ...]:
        """The chances of X, of nobody and of O that `qttt evaluate` finds."""
        tree = _tree(self.game)
        return result(tree, *(policy_of(name, tree) for name in self.names)).chances or ()


def starts() -> Iterator[tuple[TiqTaqToe, Position]]:
    """The empty board at the level classic, and at the others late positions of random games, not only decisions."""
    yield CLASSIC, CLASSIC.initial()
    random = Random(SEED)
    for game, marks in LATE.items():
        late = [each for each in visited(game, random, PLAYED) if each.plies == marks and game.actor(each)]
        yield from ((game, position) for position in random.sample(late, STARTS))


def chances_are_those_of_every_game(kind: type[Match] = Match) -> str:
    """Each chance and each expected loss is exact within the stated bound."""
    number, worst = 0, Fraction(0)
    for game, start in starts():
        for names in PAIRS:
            match, exact = kind(game, names), every_game(game).result(start, names)
            found = match.expectation(start)
            for way, told, right in zip(WAYS, (*found.ends, *found.losses), exact, strict=True):
                error = abs(Fraction(told) - right)
                if error > Fraction(match.error) * (1 if way in ENDS else 2):
                    raise Refuted(f"{game.level}, {names}, '{start}', {way}: {told}, and exactly {float(right)}")
                worst = max(worst, error)
            number += 1
    return f"{number} matches, the greatest error {float(worst):.0e}, seed {SEED}"


def samples_and_measures_have_the_exact_chances(kind: type[Match] = Match) -> str:
    """The frequency of each ending in a sample and the mean loss of each player agree with the exact chances: by
    Chernoff's bound, a correct count is refuted with a probability of at most `RISK` on each side. The chances that
    `qttt evaluate` finds are the exact ones."""
    for game, names in product(SAMPLED, PAIRS):
        match, exact = kind(game, names), Match(game, names).expectation()
        where, (ends, losses) = f"{game.level}, {names}", match.sample()
        for end, times, chance in zip(ENDS, np.bincount(ends, minlength=4).tolist(), exact.ends, strict=True):
            if GAMES * divergence(times / GAMES, chance) > -log(RISK):
                raise Refuted(f"{where}, {end}: {times} of {GAMES} games, with the chance {chance}")
        for player, lost in enumerate(losses / SCALE):
            right = sum(exact.losses[player::2])
            if abs(lost.mean() - right) > 6 * lost.std() / sqrt(GAMES) + 1e-6:
                raise Refuted(f"{where}, loss of {names[player]}: {lost.mean()}, expected {right}")
        x, o, *nobody = exact.ends
        told = match.evaluated()
        if max(abs(a - b) for a, b in zip(told, (x, sum(nobody), o), strict=True)) > NEAR + match.error:
            raise Refuted(f"{where}: evaluated as {told}, in matches {x}, {o}")
    return f"{len(SAMPLED) * len(PAIRS)} matches of {GAMES:,} games, seed {SEED}"


def divergence(share: float, chance: float) -> float:
    """The relative entropy of a share to a chance: in n games, a share at least as far off has a probability of at most
    exp(-n divergence)."""
    parts = ((share, chance), (1 - share, 1 - chance))
    return sum((part * log(part / max(of, 1e-300)) for part, of in parts if part > 0), 0.0)


def outcomes_are_those_of_first_best_moves(games: int = 6, settings: int | None = None) -> str:
    """In random games from ply 3 on: the outcomes by the rules of the reference if both players always make their first
    best move."""
    random, number = Random(SEED), 0
    for game in (*CANONICAL, *OTHERS)[:settings]:
        for position in visited(game, random, games):
            if position.plies >= 3:
                due = every_game(game).result(position, (PERFECT, PERFECT))[: len(ENDS)]
                if (found := (*tablebase(game).outcomes(state_of(position)),)) != due:
                    raise Refuted(f"{game.level} {game.switches}, '{position}': {due}, not {found}")
                number += 1
    return f"{number:,} positions, seed {SEED}"


# The horizon

SEARCHED = (*map(TiqTaqToe, ("minimal", "moderate", "high")), TiqTaqToe("moderate", lines="full-board"))
DECISIONS = 7
"""Decisions of each game."""
DEPTHS = (2, 3, 4)

Search = Callable[[TiqTaqToe, int, Position], Found[Any]]


def decisions(game: TiqTaqToe) -> list[Position]:
    """Decisions of random games."""
    random = Random(SEED)
    positions = visited(game, random, PLAYED)
    return random.sample([each for each in positions if game.actor(each) in (Actor.X, Actor.O)], DECISIONS)


def search(game: TiqTaqToe, depth: int, position: Position) -> Found[Any]:
    return ExpectiMinimax(game, depth, promise).search(position)


@cache
def _horizon(game: TiqTaqToe, depth: int) -> Answers:
    graph = tablebase(game).graph
    return Answers(graph, agents.horizon(Cpu(), graph, depth))


def the_same_moves_are_made(search: Search = search) -> str:
    """The first best move within the fast engine's horizon is the move that the reference's search finds, with the same
    estimate."""
    count = 0
    for game in SEARCHED:
        for position in decisions(game):
            for depth in DEPTHS[: 2 if position.plies < 3 else 3]:
                known = _horizon(game, depth)
                [row] = known.action_values(known.keys([state_of(position)]))
                values = values_of(row, known.actions, known.scale)
                choose = max if game.actor(position) is Actor.X else min
                slot, best = choose(values.items(), key=itemgetter(1))
                found = search(game, depth, position)
                if (slot_of(found.action), found.value) != (slot, best):
                    raise Refuted(f"{game.level}, depth {depth}, '{position}': {found}, on the horizon {slot}, {best}")
                count += 1
    return f"{count:,} searches, seed {SEED}"


# Errors


first_boards_alone = edited(
    matches.hand_on_measured,
    "mass[keys - start][found.owner] * found.chances",
    "np.where(np.isin(np.arange(len(found.owner)), found.begin), mass[keys - start][found.owner], 0)",
)
lost_for_won = edited(MonteCarlo.won, "found.actor[found.owner]]", "1 - found.actor[found.owner]]")
any_best = edited(Agents.expecti_minimax, "(ByAnyBest if any_best else ByValue)", "ByAnyBest")
without_sign = edited(matches.lost, "-difference if player else difference", "difference")

any_of_the_best_is_made = with_rules(Match, Agents=with_rules(Agents, expecti_minimax=any_best))
lost_playouts_are_won = with_rules(
    Match, Agents=with_rules(Agents, MonteCarlo=with_rules(MonteCarlo, won=lost_for_won))
)
symmetries_are_put_together_in_the_wrong_order = with_rules(
    Match, Answers=with_rules(Answers, _following=with_globals(Answers._following, BOTH=BOTH.T))
)
the_first_board_is_always_found = with_rules(
    Match, expected=with_globals(expected, hand_on_measured=first_boards_alone)
)
losses_of_o_are_gains = with_rules(Match, expected=with_globals(expected, lost=without_sign))
the_first_board_is_always_drawn = with_rules(
    Match, Answers=with_rules(Answers, board_counts=lambda answers, keys: np.ones_like(keys))
)
players_are_exchanged = with_rules(
    Match, played=lambda answers, players, *others: played(answers, players[::-1], *others)
)
one_image_stands_for_all = with_rules(Match, result=in_one_image)
sides_change = with_rules(Match, result=lambda tree, x, o: result(tree, o, x))


def _searching(evaluation: Callable[[Position], Fraction] = promise, **rules: Any) -> Search:
    """The reference's search with another evaluation or with other methods."""
    searched = with_globals(ExpectiMinimax.search, _Search=with_rules(expecti_minimax._Search, **rules))
    return lambda game, depth, position: searched(ExpectiMinimax(game, depth, evaluation), position)


the_last_of_the_best_is_taken = _searching(
    decided=edited(expecti_minimax._Search.decided, "> sign * best", ">= sign * best")
)
a_measurement_is_not_a_level = _searching(
    value=edited(expecti_minimax._Search.value, "(child, depth - 1, -inf, inf)", "(child, depth, -inf, inf)")
)
_ONE_SIDED = {marks: worth for marks, worth in PROMISE.items() if 0 in marks}
blocked_lines_count_nothing = _searching(
    with_globals(promise, promise_of_board=with_globals(promise_of_board, PROMISE=_ONE_SIDED))
)
