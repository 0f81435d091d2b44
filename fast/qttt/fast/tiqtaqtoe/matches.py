"""Matches of two agents: very many games at once, or every game there is with its probability."""

from typing import NamedTuple

import numpy as np

from qttt.fast.tiqtaqtoe.boards import CODES, SQUARES
from qttt.fast.tiqtaqtoe.choices import Agent
from qttt.fast.tiqtaqtoe.graph import MEASURED, width
from qttt.fast.tiqtaqtoe.nodes import CHANCE, DECISION, END_KINDS
from qttt.fast.tiqtaqtoe.paths import TURNS, Ints, Paths, Places
from qttt.fast.tiqtaqtoe.rules import START, State
from qttt.fast.tiqtaqtoe.values import SCALE

PIECE = 1 << 16
"""Places whose moves are looked at together."""

Players = tuple[Agent, Agent]
"""Who plays X, and who plays O."""


class Games(NamedTuple):
    """Games that were played: ``[game]`` the kind of end, see `nodes`, and ``[player, game]`` what X and O have lost by
    moves that were not the best, in values of the game times `SCALE`."""

    ends: Ints
    losses: Ints


class Expectation(NamedTuple):
    """The probability of each kind of end, in the order of `nodes.END_KINDS`, and the expected loss at
    each of the nine plies by a move that is not the best, in values of the game: the first, third, ... by X. In double
    precision, see `error_bound`."""

    ends: tuple[float, ...]
    losses: tuple[float, ...]


def error_bound(paths: Paths, players: Players) -> float:
    """No chance that `expected` finds for these players differs from the exact one by more than this, and no expected
    loss by more than twice as much.

    All terms are positive, so errors relative to them add up. A term takes part in no more sums than there are moves,
    nodes and measurements, each in eight turns; two roundings of 2^-53 for each of these are more than there can be.

    A Monte Carlo agent's decision differs from the exact one with a chance of 2^-37 (playouts + 16) at most: after each
    of at most 45 moves the chance to win a playout errs by `agents.ERROR_BOUND`, which changes one of the playouts with
    at most `playouts` times that chance, and the rest are the roundings of `won.chances_to_win_most`. There are nine
    decisions at most, and a loss is two at most."""
    moves, nodes = (sum(len(getattr(level, name)) for level in paths.levels) for name in ("links", "kinds"))
    bound = 2 * TURNS * (moves + 2 * nodes) * 2.0**-53
    playouts = max(agent.playouts for agent in players)
    return bound + (SQUARES * (playouts + 16) * 2.0**-37 if playouts else 0.0)


def played(paths: Paths, players: Players, games: int, chance: np.random.Generator, start: State = START) -> Games:
    """Games, all at once. The same numbers from `chance` give the same games.

    Raises KeyError for a start that play does not reach."""
    ends = np.full(games, -1)
    losses = np.zeros((2, games), np.int64)
    first, place = paths.begin(start)
    left, places = np.arange(games), place.at(np.zeros(games, np.int64))
    for made in range(first, SQUARES + 1):
        places = measured(paths, made, places, chance)
        kinds = paths.levels[made].kinds[places.nodes]
        over = kinds != DECISION
        ends[left[over]] = kinds[over]
        left, places = left[~over], places.at(~over)
        if not len(left):
            break
        moves = paths.moves(made, places)
        taken = moves.first_best(players[made % 2].scores(made, moves, chance))
        losses[made % 2, left] += lost(paths, made, places.nodes, moves.to.nodes[taken])
        places = moves.to.at(taken)
    return Games(ends, losses)


def measured(paths: Paths, made: int, places: Places, chance: np.random.Generator) -> Places:
    """The places when the measurements that are due have been made."""
    due = np.flatnonzero(paths.levels[made].kinds[places.nodes] == CHANCE)
    begin, widths = (of_node[places.nodes[due]] for of_node in paths.boards(made))
    codes = paths.levels[made].boards[begin + chance.integers(widths)]
    found = paths.found(made, codes, places.turns[due])
    nodes, turns = places.nodes.copy(), places.turns.copy()
    nodes[due], turns[due] = found
    return Places(nodes, turns)


def lost(paths: Paths, made: int, before: Ints, after: Ints) -> Ints:
    """What moves from nodes to nodes cost the mover, times `SCALE`: 0 for the best moves."""
    numbers = paths.tablebase.numbers
    difference: Ints = numbers[made][before].astype(np.int64) - numbers[made + 1][after]
    return -difference if made % 2 else difference


def expected(paths: Paths, players: Players, start: State = START) -> Expectation:
    """What all games come to: the probability of every place is handed on from the start to the ends.

    Raises KeyError for a start that play does not reach."""
    ends = np.zeros(len(END_KINDS))
    losses = [0.0] * SQUARES
    first, place = paths.begin(start)
    mass = np.zeros((len(paths.levels[first].kinds), TURNS))
    mass[place.nodes, place.turns] = 1
    for made in range(first, SQUARES + 1):
        hand_on_measured(paths, made, mass)
        kinds = paths.levels[made].kinds
        ends += np.bincount(kinds, mass.sum(1), CHANCE + 2)[: len(END_KINDS)]
        nodes, turns = np.nonzero(mass * (kinds == DECISION)[:, None])
        if not len(nodes):
            break
        following = np.zeros(len(paths.levels[made + 1].kinds) * TURNS)
        for begin in range(0, len(nodes), PIECE):
            places = Places(nodes[begin : begin + PIECE], turns[begin : begin + PIECE])
            moves = paths.moves(made, places)
            flow = mass[places.nodes, places.turns][moves.owner] * players[made % 2].chances(made, moves)
            following += np.bincount(moves.to.nodes * TURNS + moves.to.turns, flow, len(following))
            losses[made] += float(flow @ lost(paths, made, places.nodes[moves.owner], moves.to.nodes)) / SCALE
        mass = following.reshape(-1, TURNS)
    return Expectation(tuple(ends.tolist()), tuple(losses))


def hand_on_measured(paths: Paths, made: int, mass: Ints) -> None:
    """Pass the probability of all measurements that are due on to the boards that they find, in place: ``[node, turn]``
    per level."""
    level = paths.levels[made]
    for group in range(1, MEASURED):
        span = level.span(group)
        due = np.flatnonzero(level.kinds[span] == CHANCE)
        if not len(due):
            continue
        rows = level.rows(group)[due]
        for turn in range(TURNS):
            shares = mass[span][due, turn] / width(group)
            there = np.flatnonzero(shares)
            codes = np.bincount(rows[there].ravel(), np.repeat(shares[there], width(group)), CODES)
            found = np.flatnonzero(codes)
            places = paths.found(made, found, np.full(len(found), turn))
            np.add.at(mass, (places.nodes, places.turns), codes[found])
