"""Matches of two agents: very many games at once, or every game there is with its probability.

Games are at keys that are turned as play leaves them, so agents can keep to the documented order of moves, which is
not the same for an image of a position."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.tiqtaqtoe.agents import Agent, first_best
from qttt.fast.tiqtaqtoe.answers import TURN_BITS, TURNS, Answers
from qttt.fast.tiqtaqtoe.boards import SQUARES
from qttt.fast.tiqtaqtoe.rules import DECISION, END_KINDS, KINDS, MEASUREMENT, START, State
from qttt.fast.tiqtaqtoe.values import SCALE

PIECE, MEASURED_PIECE = 1 << 16, 1 << 13
"""Positions whose moves, and whose measurements, are looked at together."""

Players = tuple[Agent, Agent]
"""Who plays X, and who plays O."""


class Games(NamedTuple):
    """Games that were played: ``[game]`` the kind of end, see `rules`, and ``[player, game]`` what X and O have lost by
    moves that were not the best, in values of the game times `SCALE`."""

    ends: Ints
    losses: Ints


class Expectation(NamedTuple):
    """The probability of each kind of end, in the order of `rules.END_KINDS`, and the expected loss at each of the nine
    plies by a move that is not the best, in values of the game: the first, third, ... by X. In double precision, see
    `error_bound`."""

    ends: tuple[float, ...]
    losses: tuple[float, ...]


def error_bound(answers: Answers, players: Players) -> float:
    """No chance that `expected` finds for these players differs from the exact one by more than this, and no expected
    loss by more than twice as much.

    All terms are positive, so errors relative to them add up. A term takes part in no more sums than there are moves,
    nodes and measurements, each in eight turns; two roundings of 2^-53 for each of these are more than there can be.

    A Monte Carlo agent's decision differs from the exact one with a chance of 2^-37 (playouts + 16) at most: after each
    of at most 45 moves the chance to win a playout errs by `agents.ERROR_BOUND`, which changes one of the playouts with
    at most `playouts` times that chance, and the rest are the roundings of `most_won.chances_to_win_most`. There are
    nine decisions at most, and a loss is two at most."""
    bound = 2 * TURNS * (len(answers.graph.links) + 2 * len(answers.numbers)) * 2.0**-53
    playouts = max(agent.playouts for agent in players)
    return bound + (SQUARES * (playouts + 16) * 2.0**-37 if playouts else 0.0)


def played(answers: Answers, players: Players, games: int, chance: np.random.Generator, start: State = START) -> Games:
    """Games, all at once. The same numbers from `chance` give the same games.

    Raises KeyError for a start that play does not reach."""
    ends = np.full(games, -1)
    losses = np.zeros((2, games), np.int64)
    left, keys = np.arange(games), np.repeat(answers.keys([start]), games)
    while len(left):
        due = np.flatnonzero(answers.kinds(keys) == MEASUREMENT)
        keys[due] = answers.measured(keys[due], chance.integers(answers.board_counts(keys[due])))[1]
        kinds = answers.kinds(keys)
        over = kinds != DECISION
        ends[left[over]] = kinds[over]
        left, keys = left[~over], keys[~over]
        if len(left):
            found = answers.expand(keys)
            player = int(found.actor[0])
            taken = found.children[first_best(found, players[player].scores(found, chance))]
            losses[player, left] += lost(answers, player, keys, taken)
            keys = taken
    return Games(ends, losses)


def lost(answers: Answers, player: int, before: Ints, after: Ints) -> Ints:
    """What moves from keys to keys cost the mover, times `SCALE`: 0 for the best moves."""
    numbers = answers.numbers.astype(np.int64)
    difference: Ints = numbers[before >> TURN_BITS] - numbers[after >> TURN_BITS]
    return -difference if player else difference


def expected(answers: Answers, players: Players, start: State = START) -> Expectation:
    """What all games come to: the probability of every position is handed on from the start to the ends.

    Raises KeyError for a start that play does not reach."""
    ends = np.zeros(KINDS)
    losses = [0.0] * SQUARES
    [key] = answers.keys([start]).tolist()
    starts = answers.graph.starts << TURN_BITS
    first = int(answers.plies(np.array([key]))[0])
    mass = np.zeros(starts[first + 1] - starts[first])
    mass[key - starts[first]] = 1
    for made in range(first, SQUARES + 1):
        hand_on_measured(answers, mass, starts[made])
        kinds = answers.kinds(np.arange(starts[made], starts[made + 1]))
        ends += np.bincount(kinds, mass, KINDS)
        player, following = made % 2, np.zeros(starts[min(made + 2, len(starts) - 1)] - starts[made + 1])
        for keys in pieces(starts[made], mass * (kinds == DECISION), PIECE):
            found = answers.expand(keys)
            flow = mass[keys - starts[made]][found.owner] * players[player].chances(found)
            np.add.at(following, found.children - starts[made + 1], flow)
            losses[made] += float(flow @ lost(answers, player, keys[found.owner], found.children)) / SCALE
        mass = following
    return Expectation(tuple(ends[: len(END_KINDS)].tolist()), tuple(losses))


def hand_on_measured(answers: Answers, mass: Ints, start: int) -> None:
    """Pass the probability of all measurements that are due on to the boards that they find, in place; `mass` is that
    of the keys from `start` on."""
    kinds = answers.kinds(np.arange(start, start + len(mass)))
    for keys in pieces(start, mass * (kinds == MEASUREMENT), MEASURED_PIECE):
        found = answers.expand(keys)
        np.add.at(mass, found.children - start, mass[keys - start][found.owner] * found.chances)
        mass[keys - start] = 0


def pieces(start: int, mass: Ints, size: int) -> Iterator[Ints]:
    """The keys from `start` on that have any mass, at most `size` together."""
    keys = np.flatnonzero(mass) + start
    yield from (keys[at : at + size] for at in range(0, len(keys), size))
