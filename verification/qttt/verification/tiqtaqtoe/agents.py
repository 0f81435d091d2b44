"""Claims on agents: pruning changes no result, and the fast engine's answers at all positions are the reference's."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import inf
from random import Random
from typing import Any

from qttt.fast.answers import values_of
from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe.agents import ERROR_BOUND, horizon, playouts
from qttt.fast.tiqtaqtoe.answers import TURN_BITS, Answers
from qttt.fast.tiqtaqtoe.rules import WIN, State
from qttt.oracle.tiqtaqtoe.translate import slot_of, state_of
from qttt.reference.agents import expecti_minimax
from qttt.reference.agents.expecti_minimax import ExpectiMinimax, Found
from qttt.reference.agents.random_play import outcome_chances
from qttt.reference.board import lines
from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.evaluation import PROMISE, promise
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification import Refuted
from qttt.verification.mutation import with_globals
from qttt.verification.tiqtaqtoe.solved import tablebase

SEED = 2023
GAMES = (
    TiqTaqToe("minimal"),
    TiqTaqToe("moderate"),
    TiqTaqToe("high"),
    TiqTaqToe("moderate", lines="full-board"),
)
POSITIONS = 7
"""Decisions of each game."""
DEPTHS = (2, 3, 4)
LATE = 6
"""The number of marks from which random play is followed to every end."""

Search = Callable[[TiqTaqToe, int, Position], Found[Any]]


def decisions(game: TiqTaqToe, least: int = 0) -> Iterator[Position]:
    """Decisions of random games with at least the given number of marks."""
    random, found = Random(SEED), 0
    while found < POSITIONS:
        position, stop = game.initial(), random.randrange(least, 9)
        while actor := game.actor(position):
            if actor is not Actor.CHANCE and position.plies >= stop:
                yield position
                found += 1
                break
            position = game.play(position, random.choice(game.actions(position)))


def search(game: TiqTaqToe, depth: int, position: Position) -> Found[Any]:
    """The reference's search with pruning."""
    return ExpectiMinimax(game, depth, promise).search(position)


def pruning_changes_nothing(pruned: Search = search) -> str:
    """Every search gives the action and value of a search without pruning, and enters at most as many nodes."""
    saved = count = 0
    for game in GAMES:
        for position in decisions(game, least=3):
            for depth in DEPTHS:
                plain = ExpectiMinimax(game, depth, promise, pruning=False).search(position)
                found = pruned(game, depth, position)
                if found[:2] != plain[:2] or found.nodes > plain.nodes:
                    raise Refuted(f"{game.level}, depth {depth}, '{position}': {found}, without pruning {plain}")
                saved += plain.nodes - found.nodes
                count += 1
    if not saved:
        raise Refuted("nothing has been pruned")
    return f"{count:,} searches, {saved:,} nodes saved, seed {SEED}"


@cache
def _horizon(game: TiqTaqToe, depth: int) -> Answers:
    graph = tablebase(game).graph
    return Answers(graph, horizon(Cpu(), graph, depth))


def the_same_moves_are_made(search: Search = search) -> str:
    """The first best move within the fast engine's horizon is the move that the reference's search finds, with the same
    estimate."""
    count = 0
    for game in GAMES:
        for position in decisions(game):
            for depth in DEPTHS[: 2 if position.plies < 3 else 3]:
                known = _horizon(game, depth)
                found = known.action_values(known.keys([state_of(position)]))[0]
                values = values_of(found, known.actions, known.scale)
                best = (max if game.actor(position) is Actor.X else min)(values.values())
                slot = next(slot for slot, value in values.items() if value == best)
                told = search(game, depth, position)
                if (slot_of(told.action), told.value) != (slot, best):
                    raise Refuted(f"{game.level}, depth {depth}, '{position}': {told}, on the horizon {slot}, {best}")
                count += 1
    return f"{count:,} searches, seed {SEED}"


@cache
def _playouts(game: TiqTaqToe) -> Any:
    return playouts(Cpu(), tablebase(game).graph)


def chances_of(game: TiqTaqToe, state: State) -> list[float]:
    """The outcomes of random play by the fast engine: wins of X, of O, lines of both, of neither."""
    found: list[float] = _playouts(game)[tablebase(game).answers.keys([state])[0] >> TURN_BITS].tolist()
    return found


def random_play_ends_alike(chances: Callable[[TiqTaqToe, State], list[float]] = chances_of) -> str:
    """The chances of random play equal, within the stated bound, those of all games, which the reference follows."""
    count = 0
    for game in GAMES:
        for position in decisions(game, LATE):
            exact: Counter[str] = Counter()
            for outcome, chance in outcome_chances(game, position).items():
                exact[str(outcome)] += chance  # type: ignore[assignment]
            names = (*WIN.values(), "lines of both", "no line")
            for name, told in zip(names, chances(game, state_of(position)), strict=True):
                if abs(Fraction(told) - exact[name]) > Fraction(ERROR_BOUND) * exact[name]:
                    raise Refuted(f"{game.level}, '{position}', {name}: {told}, and exactly {exact[name]}")
            count += 1
    return f"{count:,} positions with at least {LATE} marks, seed {SEED}"


# Errors


class _WindowThroughChance(expecti_minimax._Search[Position, Any]):
    """The search window is passed down through a measurement."""

    def value(self, position: Position, depth: int, alpha: Any, beta: Any) -> Fraction:
        chances = self.game.chance(position)
        if depth == 1 or not chances:
            return super().value(position, depth, alpha, beta)
        self.nodes += 1
        return sum(
            (chance * self.value(self.game.play(position, action), depth - 1, alpha, beta))
            for action, chance in chances.items()
        ) or Fraction(0)


class _MeasurementIsNotALevel(expecti_minimax._Search[Position, Any]):
    """A measurement does not count as a level."""

    def value(self, position: Position, depth: int, alpha: Any, beta: Any) -> Fraction:
        return super().value(position, depth + bool(depth > 1 and self.game.chance(position)), alpha, beta)


class _LastOfTheBest(expecti_minimax._Search[Position, Any]):
    """An action equal to the best so far replaces it."""

    def decided(self, position: Position, depth: int, alpha: Any, beta: Any) -> Fraction:
        values = {
            action: self.value(self.game.play(position, action), depth - 1, -inf, inf)
            for action in self.game.actions(position)
        }
        best = (max if self.game.actor(position) is Actor.X else min)(values.values())
        self.action = [action for action, value in values.items() if value == best][-1]
        return best


def _searching(wrong: type[Any]) -> Search:
    searched = with_globals(ExpectiMinimax.search, _Search=wrong)
    return lambda game, depth, position: searched(ExpectiMinimax(game, depth, promise), position)


the_window_goes_through_chance = _searching(_WindowThroughChance)
the_last_of_the_best_is_taken = _searching(_LastOfTheBest)
a_measurement_is_not_a_level = _searching(_MeasurementIsNotALevel)


def blocked_lines_count_nothing(game: TiqTaqToe, depth: int, position: Position) -> Found[Any]:
    """The heuristic omits lines in which both players have a mark."""

    def of_board(board: str) -> int:
        contents = [[board[square - 1] for square in line] for line in lines()]
        one_sided = [line for line in contents if not {"X", "O"} <= {*line}]
        return sum(PROMISE.get((line.count("X"), line.count("O")), 0) for line in one_sided)

    return ExpectiMinimax(game, depth, with_globals(promise, promise_of_board=of_board)).search(position)


def lines_of_both_are_wins(game: TiqTaqToe, state: State) -> list[float]:
    """An ending in which both players have a line counts as a win of X."""
    x, o, both, neither = chances_of(game, state)
    return [x + both, o, 0.0, neither]


def the_first_move_is_not_random(game: TiqTaqToe, state: State) -> list[float]:
    """The first move is fixed, and only the following moves are random."""
    answers = tablebase(game).answers
    after = answers.expand(answers.keys([state])).children
    found: list[float] = _playouts(game)[after.min() >> TURN_BITS].tolist()
    return found
