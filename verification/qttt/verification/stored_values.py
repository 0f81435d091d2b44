"""Values of tablebases: each follows from the values of the next positions, and late ones are those of a solver.

A game and its tablebase are all that is needed: the registry knows how they answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, Generic, TypeVar

import numpy as np

from qttt.fast.answers import Answers, Ints, values_of
from qttt.fast.batch import CHANCE, OVER, SYSTEM, O, X
from qttt.fast.graph import Expanded, Graph
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor, Game
from qttt.reference.solver import Solver
from qttt.verification import Refuted

ACTOR = {X: Actor.X, O: Actor.O, CHANCE: Actor.CHANCE, SYSTEM: Actor.SYSTEM, OVER: None}
CHUNK = 1 << 12
"""The positions that are compared at a time."""

SOME = 61
"""One in so many values is wrong in a spoilt tablebase."""

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)
G = TypeVar("G", bound=Game[Any, Any])
Worth = tuple[Fraction, Mapping[A, Fraction]]
"""The value of a position, and those after each action."""

# By the rules of the reference


class Stored(Generic[P, A]):
    """What a tablebase says of many positions of the reference, in fractions."""

    def __init__(self, game: Game[P, A], tablebase: object) -> None:
        self._entry = entry_of(game)
        self._answers = answers_of(game, tablebase)

    def values(self, positions: Sequence[P]) -> list[Fraction]:
        numbers = self._answers.values(self._keys(positions)).tolist()
        return [number * self._answers.scale for number in numbers]

    def action_values(self, positions: Sequence[P]) -> Iterator[dict[A, Fraction]]:
        """The value after each action of the players, for each position."""
        for row in self._answers.action_values(self._keys(positions)):
            values = values_of(row, self._answers.actions, self._answers.scale)
            yield {self._entry.action(code): value for code, value in values.items()}

    def _keys(self, positions: Sequence[P]) -> Ints:
        return np.array(self._entry.keys(self._answers, positions), np.int64)


def values_follow(game: Game[P, A], tablebase: object, positions: Iterable[P]) -> int:
    """The number of positions, after comparing the value of each with what follows from its actions by the rules of the
    reference: the best value, the mean of chance, that of the System, or the score of an ended game.

    Scores and means are the reference's; only the values of the next positions in which somebody decides are the
    tablebase's. If it holds at all positions that follow some positions, their values are right. Raises `Refuted`.
    """
    stored = Stored(game, tablebase)

    def expected(part: Sequence[P]) -> Iterator[Worth[A]]:
        following = [{action: game.play(position, action) for action in game.actions(position)} for position in part]
        next_ones = [*{position for after in following for position in decisions(game, after.values())}]
        known = dict(zip(next_ones, stored.values(next_ones), strict=True))
        for position, after in zip(part, following, strict=True):
            values = {action: _worth(game, child, known) for action, child in after.items()}
            yield combine(game, position, values), values

    return _agree(game, stored, positions, expected)


def decisions(game: Game[P, A], positions: Iterable[P]) -> Iterator[P]:
    """The next positions in which somebody decides: these, or those that chance leads to."""
    for position in positions:
        actor = game.actor(position)
        if actor is Actor.CHANCE:
            yield from decisions(game, (game.play(position, action) for action in game.actions(position)))
        elif actor is not None:
            yield position


def _worth(game: Game[P, A], position: P, known: Mapping[P, Fraction]) -> Fraction:
    if position in known:
        return known[position]
    after = {action: _worth(game, game.play(position, action), known) for action in game.actions(position)}
    return combine(game, position, after)


def same_values(game: Game[P, A], tablebase: object, positions: Iterable[P]) -> int:
    """The number of positions, after comparing each with the solver of the reference. Raises `Refuted`."""
    solver = Solver(game)

    def expected(part: Sequence[P]) -> Iterator[Worth[A]]:
        return ((solver.value(position), solver.values(position)) for position in part)

    return _agree(game, Stored(game, tablebase), positions, expected)


def _agree(
    game: Game[P, A],
    stored: Stored[P, A],
    positions: Iterable[P],
    expected: Callable[[Sequence[P]], Iterator[Worth[A]]],
) -> int:
    count, left = 0, iter(positions)
    while part := [*islice(left, CHUNK)]:
        found = zip(stored.values(part), stored.action_values(part), strict=True)
        for position, worth, (value, after) in zip(part, expected(part), found, strict=True):
            plays = game.actor(position) in (Actor.X, Actor.O)
            if worth[0] != value or (plays and [*worth[1].items()] != [*after.items()]):
                told = f"{worth[0]}, of {_told(worth[1])}; the tablebase has {value}, of {_told(after)}"
                raise Refuted(f"{game!r}, '{position}': {told}")
        count += len(part)
    return count


def combine(game: Game[P, A], position: P, after: Mapping[A, Fraction]) -> Fraction:
    """The value of a position from those after its actions.

    Rules: GOFF-SCORE-2, SQT-VALUE-1, TIQ-VALUE-1, HYB-VALUE-1"""
    match game.actor(position):
        case None:
            return game.score(position).value
        case Actor.CHANCE:
            return sum((chance * after[action] for action, chance in game.chance(position).items()), Fraction(0))
        case Actor.SYSTEM:
            favour = game.system(position)
            return favour[Actor.X] * max(after.values()) + favour[Actor.O] * min(after.values())
        case actor:
            return (max if actor is Actor.X else min)(after.values())


def _told(values: Mapping[A, Fraction]) -> str:
    return ", ".join(f"{action} {value}" for action, value in values.items())


# On the graph of the fast engine, whose positions are keys


def same_graph(game: Game[P, A], tablebase: object, positions: Iterable[P]) -> int:
    """The number of positions, after comparing what the graph says of each with the rules of the reference: who acts,
    the players' actions in order, the probabilities of results, and the canonical keys after each. Raises `Refuted`."""
    entry, count, left = entry_of(game), 0, iter(positions)
    graph = graph_of(game, tablebase)
    actions = [*map(entry.action, graph.actions)]

    def keys(some: Sequence[P]) -> Ints:
        try:
            return np.array(entry.keys(graph.answers, some), np.int64)
        except KeyError as missing:
            raise Refuted(f"{game!r}: the graph lacks {missing}") from None

    while part := [*islice(left, CHUNK)]:
        found = graph.expand(keys(part))
        due = [(at, action, game.play(at, action)) for at in part for action in game.actions(at)]
        due_children = iter(graph.canonical(keys([after for *_, after in due]))[0].tolist())
        order = np.lexsort((found.action, found.owner))
        children = graph.canonical(found.children)[0][order].tolist()
        said = zip(found.action[order].tolist(), found.chances[order].tolist(), children, strict=True)
        for position, acts, number in zip(part, found.actor.tolist(), found.counts.tolist(), strict=True):
            chances, rows = game.chance(position), [next(said) for _ in range(number)]
            expected = [
                (action, float(chances.get(action, 0)), next(due_children)) for action in game.actions(position)
            ]
            if chances:  # results have no names in the graph, and no order
                same = sorted(row[1:] for row in rows) == sorted(row[1:] for row in expected)
            else:
                same = [(actions[row[0]], *row[1:]) for row in rows] == expected
            if not same or ACTOR[acts] != game.actor(position):
                raise Refuted(f"{game!r}, '{position}': {ACTOR[acts]}, {rows}, expected {expected}")
        count += len(part)
    return count


def values_follow_in_graph(games: Mapping[G, object], keys: Ints) -> int:
    """The number of positions, after comparing the value of each with those of its successors, or with the score by the
    reference, in some games with the same positions, each with its tablebase. The fast engine gives the successors.
    Raises `Refuted`."""
    graph, answers = _graph_and_answers(games)
    for part in (keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK)):
        found = graph.expand(part)
        for game, of_game in answers.items():
            follows = _followed(game, of_game, part, found, of_game.values(found.children))
            same(game, part, of_game.values(part), follows)
    return len(keys)


def values_to_the_end(games: Mapping[G, object], keys: Ints) -> int:
    """The number of positions, after comparing the value of each with that by every game that follows it and the
    scores of their ends. Games and successors are as in `values_follow_in_graph`. Raises `Refuted`."""
    graph, answers = _graph_and_answers(games)

    def played(level: Ints) -> list[Ints]:
        """The values of positions in each game."""
        if not len(level):
            return [level] * len(games)
        found = graph.expand(level)
        following, at = np.unique(graph.canonical(found.children)[0], return_inverse=True)
        after = zip(answers.items(), played(following), strict=True)
        return [_followed(*each, level, found, values[at]) for each, values in after]

    for (game, of_game), values in zip(answers.items(), played(keys), strict=True):
        same(game, keys, of_game.values(keys), values)
    return len(keys)


def _graph_and_answers(games: Mapping[G, object]) -> tuple[Graph, dict[G, Answers]]:
    """The graph that some games share, and the answers of each."""
    graph = graph_of(*next(iter(games.items())))
    return graph, {game: answers_of(game, tablebase) for game, tablebase in games.items()}


def graph_of(game: Game[Any, Any], tablebase: object) -> Graph:
    """The graph of a game that has one."""
    graph = entry_of(game).graph(game, tablebase)
    assert graph
    return graph


def answers_of(game: Game[Any, Any], tablebase: object) -> Answers:
    """The answers of a tablebase of a game that has them."""
    answers = entry_of(game).answers(game, tablebase)
    assert answers
    return answers


def _followed(game: Game[P, A], answers: Answers, keys: Ints, found: Expanded, after: Ints) -> Ints:
    """The values of positions from those of their successors, or the scores of ended ones by the reference."""
    q = Fraction(getattr(game, "q", 0))
    values, over = from_next(found, after, q.as_integer_ratio()), found.actor == OVER
    entry = entry_of(game)
    ended = entry.positions(answers, keys[over].tolist())
    values[over] = [int(game.score(position).value / answers.scale) for position in ended]
    return values


def from_next(found: Expanded, after: Ints, odds: tuple[int, int]) -> Ints:
    """The values of positions from those of their successors, 0 for those that are over; `odds` are the numerator and
    the denominator of the probability that the System favours O. Raises `Refuted` unless every division is exact."""
    values = np.zeros(len(found.actor), np.int64)
    first = np.cumsum(found.counts) - found.counts
    there = np.flatnonzero(found.counts)
    larger, smaller = (each.reduceat(after, first[there]) for each in (np.maximum, np.minimum))
    acts = found.actor[there]
    values[there] = np.where(acts == X, larger, smaller)
    j, d = odds
    by_system, by_chance = acts == SYSTEM, acts == CHANCE
    values[there[by_system]] = (d - j) * _divided(larger[by_system], d) + j * _divided(smaller[by_system], d)
    sums = np.add.reduceat(after, first[there])[by_chance]
    values[there[by_chance]] = _divided(sums, found.counts[there[by_chance]])
    return values


def _divided(values: Ints, by: Ints | int) -> Ints:
    whole, left = np.divmod(values, by)
    if left.any():
        raise Refuted(f"the value {values[left != 0][0]} is not a multiple of {by}")
    return np.asarray(whole)


def same(game: Game[Any, Any], keys: Ints, found: Ints, expected: Ints) -> None:
    wrong = np.flatnonzero(found != expected)
    if len(wrong):
        at = wrong[0]
        position = entry_of(game).positions(None, [int(keys[at])])[0]
        raise Refuted(f"{game!r}, '{position}': {found[at]} and, by what follows, {expected[at]}")


# An error


class Spoilt:
    """Something with an error: as the right one, but for what is `changed`."""

    def __init__(self, right: object, **changed: object) -> None:
        self._right = right
        vars(self).update(changed)

    def __getattr__(self, name: str) -> object:
        return getattr(self._right, name)


def spoil(solved: Callable[..., Any], every: int = SOME) -> Callable[..., Spoilt]:
    """What `solved` returns, with an error: about one value of `every` is one unit too large."""

    def one_unit_off(answers: Answers) -> Spoilt:
        return Spoilt(answers, values=lambda keys: answers.values(keys) + (np.asarray(keys) // 8 % every == 0))

    def altered(*settings: object) -> Spoilt:
        answers = (right := solved(*settings)).answers
        wrong = (lambda *options: one_unit_off(answers(*options))) if callable(answers) else one_unit_off(answers)
        return Spoilt(right, answers=wrong)

    return altered
