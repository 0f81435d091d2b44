"""Agents of TiqTaqToe: the fast engine's exact chances and its samples of matches, and its view of expecti-minimax.

The games are those of the reference and its agents, followed position by position in exact fractions. The randomness
of each decision is known: the random agent makes each move with the same probability, and the results of the Monte
Carlo agent's playouts are enumerated. The other agents are deterministic."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import count, islice, product, repeat
from math import comb, log, sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.answers import values_of
from qttt.fast.backend import Cpu, Device
from qttt.fast.tiqtaqtoe import agents, matches
from qttt.fast.tiqtaqtoe.agents import Agents, MonteCarlo
from qttt.fast.tiqtaqtoe.answers import BOTH, Answers
from qttt.fast.tiqtaqtoe.matches import Expectation, Games, Players, error_bound
from qttt.fast.tiqtaqtoe.values import SCALE
from qttt.learn.measures.ladder import Result, policy_of, result
from qttt.learn.measures.measuring import Policy
from qttt.learn.measures.tree import Tree, tree_of
from qttt.oracle import Oracle
from qttt.oracle.tiqtaqtoe.translate import slot_of, state_of
from qttt.reference.agents import expecti_minimax
from qttt.reference.agents.expecti_minimax import ExpectiMinimax, Found
from qttt.reference.agents.perfect import PerfectAgent
from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.evaluation import PROMISE, promise, promise_of_board
from qttt.reference.tiqtaqtoe.notation import Action
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification import Refuted
from qttt.verification.mutation import edited, with_globals, with_rules
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
NEAR = 1e-9
ENDS = ("win of X", "win of O", "lines of both", "no line")


class Name(NamedTuple):
    """An agent: random, monte_carlo, expecti_minimax or perfect, and its playouts or its depth."""

    kind: str
    number: int = 0

    def __str__(self) -> str:
        return self.kind.replace("_", "-") + f":{self.number}" * (self.number > 0)


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


def reached(game: TiqTaqToe, random: Random, plies: Iterator[int], decides: bool = False) -> Iterator[Position]:
    """The first position of each random game after so many plies in which somebody acts, or if it `decides` a player;
    nothing of a game that ends before."""
    for least in plies:
        position = game.initial()
        while actor := game.actor(position):
            if position.plies >= least and not (decides and actor is Actor.CHANCE):
                yield position
                break
            position = game.play(position, random.choice(game.actions(position)))


def starts() -> Iterator[tuple[TiqTaqToe, Position]]:
    """The empty board at the level classic, and at the others late positions of random games, not only decisions."""
    yield CLASSIC, CLASSIC.initial()
    random = Random(SEED)
    for game, late in LATE.items():
        yield from ((game, position) for position in islice(reached(game, random, repeat(late)), STARTS))


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


# The measures of agents

MEASURED = ((RANDOM, TWICE, SHALLOW, PERFECT), (RANDOM, SHALLOW, PERFECT))
"""The agents, and their opponents."""
Measure = Callable[[Tree, Policy, Policy], Result]


def agents_are_measured(measure: Measure = result) -> str:
    """The chances that `qttt evaluate` finds, on both sides, are those of matches, at the levels classic and
    moderate."""
    pairs = dict.fromkeys(pair for each in product(*MEASURED) for pair in (each, each[::-1]))
    for game in SAMPLED[::2]:
        tree = tree_of(Oracle(game, tablebase(game)), through=9)
        for names in pairs:
            found = measure(tree, *(policy_of(str(name), tree) for name in names)).chances or ()
            exact, bound = expect(game, names, game.initial())
            x, o, *nobody = exact.ends
            if max(abs(a - b) for a, b in zip(found, (x, sum(nobody), o), strict=True)) > NEAR + bound:
                raise Refuted(f"{game.level}, {names}: {found}, in matches {x}, {o}")
    return f"{len(pairs)} pairs of agents"


# The horizon

SEARCHED = (*map(TiqTaqToe, ("minimal", "moderate", "high")), TiqTaqToe("moderate", lines="full-board"))
DECISIONS = 7
"""Decisions of each game."""
DEPTHS = (2, 3, 4)

Search = Callable[[TiqTaqToe, int, Position], Found[Any]]


def decisions(game: TiqTaqToe) -> Iterator[Position]:
    """Decisions of random games."""
    random = Random(SEED)
    return islice(reached(game, random, (random.randrange(9) for _ in count()), decides=True), DECISIONS)


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
                best = (max if game.actor(position) is Actor.X else min)(values.values())
                slot = next(slot for slot, value in values.items() if value == best)
                found = search(game, depth, position)
                if (slot_of(found.action), found.value) != (slot, best):
                    raise Refuted(f"{game.level}, depth {depth}, '{position}': {found}, on the horizon {slot}, {best}")
                count += 1
    return f"{count:,} searches, seed {SEED}"


# Errors


def one_image_stands_for_all(tree: Tree, of_x: Policy, of_o: Policy) -> Result:
    """The agents are asked in one image of each position."""
    return result(tree, of_x[:1], of_o[:1])


def sides_change(tree: Tree, of_x: Policy, of_o: Policy) -> Result:
    """The agents change sides."""
    return result(tree, of_o, of_x)


def _expecting(expected: Any = matches.expected, kind: type[Answers] = Answers, **of_agents: Any) -> Expect:
    """The expectation by a function with an error, from wrong answers, or of agents with an error."""
    wrong_agents = with_rules(Agents, **of_agents)

    def wrong(game: TiqTaqToe, names: tuple[Name, Name], start: Position) -> tuple[Expectation, float]:
        right, players = match_of(game, names, wrong_agents)
        return expected(kind(right.graph, right.numbers), players, state_of(start)), error_bound(right, players)

    return wrong


any_of_the_best_is_made = _expecting(
    expecti_minimax=edited(Agents.expecti_minimax, "(ByAnyBest if any_best else ByValue)", "ByAnyBest")
)
lost_playouts_are_won = _expecting(
    MonteCarlo=with_rules(
        MonteCarlo, won=edited(MonteCarlo.won, "found.actor[found.owner]]", "1 - found.actor[found.owner]]")
    )
)
symmetries_are_put_together_in_the_wrong_order = _expecting(
    kind=with_rules(Answers, _following=with_globals(Answers._following, BOTH=BOTH.T))
)
the_first_board_is_always_found = _expecting(
    with_globals(
        matches.expected,
        hand_on_measured=edited(
            matches.hand_on_measured,
            "mass[keys - start][found.owner] * found.chances",
            "np.where(np.isin(np.arange(len(found.owner)), found.begin), mass[keys - start][found.owner], 0)",
        ),
    )
)
losses_of_o_are_gains = _expecting(
    with_globals(matches.expected, lost=edited(matches.lost, "-difference if player else difference", "difference"))
)


def the_first_board_is_always_drawn(game: TiqTaqToe, names: tuple[Name, Name], games: int) -> Games:
    """A measurement always finds the first board."""
    right, players = match_of(game, names)
    one_board = with_rules(Answers, board_counts=lambda answers, keys: np.ones_like(keys))
    wrong = one_board(right.graph, right.numbers)
    return matches.played(wrong, players, games, np.random.default_rng(SEED))


def players_are_exchanged(game: TiqTaqToe, names: tuple[Name, Name], games: int) -> Games:
    """O's agent plays X."""
    return play(game, names[::-1], games)


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
