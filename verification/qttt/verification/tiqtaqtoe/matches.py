"""Agents of TiqTaqToe: the exact chances and the samples of matches, and the search of a measured agent.

The games are those of the reference and its agents, see `qttt.verification.measures.Matches`."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import log, sqrt
from random import Random

import numpy as np

from qttt.learn.measures import policies
from qttt.learn.measures.games import chooser, games_on
from qttt.learn.measures.measuring import Meeting, Policy
from qttt.learn.measures.policies import policy_of, result
from qttt.learn.measures.tree import Array, Tree, tree_from, tree_of
from qttt.oracle import Oracle
from qttt.oracle.tiqtaqtoe import state_of
from qttt.reference import agents as reference_agents
from qttt.reference.agents import ExpectiMinimax, Found
from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import Action, Position, TiqTaqToe
from qttt.reference.tiqtaqtoe.ending import PROMISE, promise, promise_of_board
from qttt.verification import Refuted
from qttt.verification.measures import Matches, Parts, in_one_image
from qttt.verification.mutation import edit, with_globals, with_rules
from qttt.verification.random_games import visited
from qttt.verification.tiqtaqtoe.equivalence import OTHERS
from qttt.verification.tiqtaqtoe.solved import CANONICAL, tablebase

SEED = 2023
CLASSIC = TiqTaqToe("classic")
LATE = {TiqTaqToe("minimal"): 6, TiqTaqToe("moderate", lines="full-board"): 6, TiqTaqToe("high", pair="legal"): 7}
"""The number of marks from which games at the other levels are followed to every end."""
RANDOM_GAMES = 12
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

    def besides(self, position: Position, weights: Mapping[Action, Fraction]) -> Mapping[int, Fraction]:
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
def _tree(game: TiqTaqToe, start: Position) -> Tree:
    oracle = Oracle(game, tablebase(game))
    if start == game.initial():
        return tree_of(oracle, through=9)
    return tree_from(oracle, tablebase(game).answers.keys([state_of(start)]), actions=18)


class Match:
    """A match of two agents by the measures of any game. Planted errors get something wrong that its methods use."""

    def __init__(self, game: TiqTaqToe, names: tuple[str, str], start: Position | None = None) -> None:
        self.names, self.tree = names, _tree(game, start or game.initial())
        self.kinds = tablebase(game).answers.kinds(self.tree.keys)
        self.of_x, self.of_o = (policy_of(name, self.tree) for name in names)

    def expectation(self) -> tuple[list[float], list[float]]:
        """The chances of the endings, and the loss at each ply."""
        meeting = Meeting(self.tree, self.of_x, self.of_o)
        ends, losses = np.bincount(self.kinds, meeting.mass.sum(1)), meeting.losses()
        return ends[: len(ENDS)].tolist(), np.resize([*losses, *[0] * 9], 9).tolist()

    def sample(self) -> tuple[list[int], Array]:
        """How many games end in each way, and what X and O lose in each game."""
        x, o = (chooser(name, self.tree, SEED) for name in self.names)
        ends, losses = games_on(self.tree, x, o, np.arange(GAMES), SEED)
        return np.bincount(self.kinds[ends], minlength=len(ENDS)).tolist(), losses

    def evaluated(self) -> tuple[float, ...]:
        """The chances of X, of nobody and of O that `qttt evaluate` finds."""
        return result(self.tree, self.of_x, self.of_o).chances or ()


def starts() -> Iterator[tuple[TiqTaqToe, Position]]:
    """The empty board at the level classic, and at the others late positions of random games, not only decisions."""
    yield CLASSIC, CLASSIC.initial()
    random = Random(SEED)
    for game, marks in LATE.items():
        late = [each for each in visited(game, random, RANDOM_GAMES) if each.plies == marks and game.actor(each)]
        yield from ((game, position) for position in random.sample(late, STARTS))


def chances_are_those_of_every_game(kind: type[Match] = Match) -> str:
    """Each chance and each expected loss is exact but for rounding."""
    number, worst = 0, Fraction(0)
    for game, start in starts():
        for names in PAIRS:
            (ends, losses), exact = kind(game, names, start).expectation(), every_game(game).result(start, names)
            for way, told, right in zip(WAYS, (*ends, *losses), exact, strict=True):
                error = abs(Fraction(told) - right)
                if error > NEAR:
                    raise Refuted(f"{game.level}, {names}, '{start}', {way}: {told}, and exactly {float(right)}")
                worst = max(worst, error)
            number += 1
    return f"{number} matches, the greatest error {float(worst):.0e}, seed {SEED}"


def samples_and_measures_have_the_exact_chances(kind: type[Match] = Match) -> str:
    """The frequency of each ending in a sample and the mean loss of each player agree with the exact chances: by
    Chernoff's bound, a correct count is refuted with a probability of at most `RISK` on each side. The chances that
    `qttt evaluate` finds are the exact ones."""
    for game, names in product(SAMPLED, PAIRS):
        match, (exact, plies) = kind(game, names), Match(game, names).expectation()
        where, (counts, losses) = f"{game.level}, {names}", match.sample()
        for end, times, chance in zip(ENDS, counts, exact, strict=True):
            if GAMES * divergence(times / GAMES, chance) > -log(RISK):
                raise Refuted(f"{where}, {end}: {times} of {GAMES} games, with the chance {chance}")
        for player, lost in enumerate(losses):
            right = sum(plies[player::2])
            if abs(lost.mean() - right) > 6 * lost.std() / sqrt(GAMES) + 1e-6:
                raise Refuted(f"{where}, loss of {names[player]}: {lost.mean()}, expected {right}")
        x, o, *nobody = exact
        told = match.evaluated()
        if max(abs(a - b) for a, b in zip(told, (x, sum(nobody), o), strict=True)) > NEAR:
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


# Searches

SEARCHED = (*map(TiqTaqToe, ("minimal", "moderate", "high")), TiqTaqToe("moderate", lines="full-board"))
DECISIONS = 7
"""Decisions of each game."""
DEPTHS = (2, 3, 4)

Search = Callable[[TiqTaqToe, int, Position], Found[Action]]


def random_decisions(game: TiqTaqToe) -> list[Position]:
    """Decisions of random games."""
    random = Random(SEED)
    positions = visited(game, random, RANDOM_GAMES)
    return random.sample([each for each in positions if game.actor(each) in (Actor.X, Actor.O)], DECISIONS)


def search_by_reference(game: TiqTaqToe, depth: int, position: Position) -> Found[Action]:
    return ExpectiMinimax(game, depth, promise).search(position)


def the_same_moves_are_made(search: Search = search_by_reference) -> str:
    """The move of a measured agent is the one that the reference's search finds, with the same estimate."""
    count = 0
    for game in SEARCHED:
        oracle = Oracle(game, tablebase(game))
        for position in random_decisions(game):
            for depth in DEPTHS[: 2 if position.plies < 3 else 3]:
                key = tablebase(game).answers.keys([state_of(position)])
                tree = tree_from(oracle, key, depth - 1)
                [at], [policy] = tree.at(key).tolist(), policies.expecti_minimax(tree, depth)
                made = int(np.flatnonzero(policy & (tree.parent == at))[0])
                due = tree.named(made), Fraction(policies.search_values(tree, depth, tree.estimates)[at])
                found = search(game, depth, position)
                if (found.action, found.value) != due:
                    raise Refuted(f"{game.level}, depth {depth}, '{position}': {found}, measured as {due}")
                count += 1
    return f"{count:,} searches, seed {SEED}"


# Errors


def _of_kind(kind: str, wrong: Callable[[Tree, int], Policy]) -> Callable[[str, Tree], Policy]:
    """`policy_of` with an error in a kind of agent."""

    def policy(name: str, tree: Tree) -> Policy:
        known, _, number = name.partition(":")
        return wrong(tree, int(number)) if known == kind else policy_of(name, tree)

    return policy


def _meeting(**wrong: object) -> type[Match]:
    return with_rules(Match, Meeting=with_rules(Meeting, **wrong))


any_of_the_best_is_made = with_rules(
    Match, policy_of=_of_kind("expecti-minimax", partial(policies.expecti_minimax, any_best=True))
)
_lost_for_won = edit(
    policies.chances_to_win.__wrapped__,
    "chances[0][tree.child], chances[1][tree.child]",
    "chances[1][tree.child], chances[0][tree.child]",
)
lost_playouts_are_won = with_rules(
    Match, policy_of=_of_kind("monte-carlo", with_globals(policies.monte_carlo, chances_to_win=_lost_for_won))
)
symmetries_are_put_together_in_the_wrong_order = _meeting(
    after=edit(Meeting.after, "then[image, turn]", "then[turn, image]")
)
the_first_board_is_always_found = _meeting(
    weights=edit(
        Meeting.weights,
        "self.tree.chances)",
        "1.0 * (np.arange(len(self.tree.action)) == self.tree.first[self.tree.parent])[None])",
    )
)
losses_of_o_are_gains = _meeting(
    losses=edit(Meeting.losses, "tree.loss[actions]", "(tree.value[tree.parent] - tree.value[tree.child])[actions]")
)
the_first_board_is_always_drawn = with_rules(
    Match, games_on=edit(games_on, "partial(by_policy, tree, tree.chances, seed)", "lambda at, *_: tree.first[at]")
)
players_are_exchanged = with_rules(Match, games_on=lambda tree, x, o, *others: games_on(tree, o, x, *others))
one_image_stands_for_all = with_rules(Match, result=in_one_image)
sides_change = with_rules(Match, result=lambda tree, x, o: result(tree, o, x))


def _searching(evaluation: Callable[[Position], Fraction] = promise, **rules: object) -> Search:
    """The reference's search with another evaluation or with other methods."""
    searched = with_globals(ExpectiMinimax.search, _Search=with_rules(reference_agents._Search, **rules))
    return lambda game, depth, position: searched(ExpectiMinimax(game, depth, evaluation), position)


the_last_of_the_best_is_taken = _searching(
    decided=edit(reference_agents._Search.decided, "> sign * best", ">= sign * best")
)
a_measurement_is_not_a_level = _searching(
    value=edit(reference_agents._Search.value, "(child, depth - 1, -inf, inf)", "(child, depth, -inf, inf)")
)
_ONE_SIDED = {marks: worth for marks, worth in PROMISE.items() if 0 in marks}
blocked_lines_count_nothing = _searching(
    with_globals(promise, promise_of_board=with_globals(promise_of_board, PROMISE=_ONE_SIDED))
)
