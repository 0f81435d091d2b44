"""Matches of TiqTaqToe on the fast engine: very many games at once, or every game there is with its probability."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from qttt.app.arena import Contest
from qttt.app.arena_fast import FastAgent, agents
from qttt.app.arena_paths import TURNS, Ints, Paths, Places
from qttt.app.progress import Count
from qttt.app.stored_tiqtaqtoe import tablebase
from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe.boards import CODES, SQUARES
from qttt.fast.tiqtaqtoe.graph import MEASURED, width
from qttt.fast.tiqtaqtoe.nodes import CHANCE, DECISION, END_KINDS
from qttt.fast.tiqtaqtoe.values import SCALE
from qttt.reference.game import Actor, Outcome

BATCH = 20_000
"""Games that are played together."""
PIECE = 1 << 16
"""Places whose moves are looked at together."""
OUTCOMES = (
    Outcome(Actor.X, "", "TIQ-END-1"),
    Outcome(Actor.O, "", "TIQ-END-1"),
    Outcome(None, "lines of both", "TIQ-END-2"),
    Outcome(None, "no line", "TIQ-END-3"),
)
"""Of the kinds of ends. A win by a measurement is not told from one by a move."""


class Games(NamedTuple):
    """Games that were played: ``[game]`` the kind of end, and ``[player, game]`` what X and O have lost by moves that
    were not the best, in values of the game times `SCALE`."""

    ends: Ints
    losses: Ints


class Chances(NamedTuple):
    """How probable each kind of end is, and what is to be expected to be lost at each ply by a move that is not the
    best, in values of the game: the first, third, ... by X. In double precision, to about ten digits."""

    ends: tuple[float, ...]
    losses: tuple[float, ...]


def outcomes(contest: Contest, report: Count) -> Iterator[tuple[Actor, Outcome]]:
    """Whom A played and how it ended, game by game. The seed decides all of them together."""
    paths = Paths(Cpu(), tablebase(contest.game, contest.folder))
    known = agents(paths)
    a, b = known(contest.a), known(contest.b)
    as_o = contest.games // 2 if contest.swap else 0
    chance, done = np.random.default_rng(contest.seed), 0
    for side, players, games in ((Actor.X, (a, b), contest.games - as_o), (Actor.O, (b, a), as_o)):
        for start in range(0, games, BATCH):
            report(done + start, contest.games)
            for kind in played(paths, players, min(BATCH, games - start), chance).ends.tolist():
                yield side, OUTCOMES[kind]
        done += games


def played(paths: Paths, players: tuple[FastAgent, FastAgent], games: int, chance: np.random.Generator) -> Games:
    """Games between X and O, all at once."""
    ends = np.full(games, -1)
    losses = np.zeros((2, games), np.int64)
    left, places = np.arange(games), Places(np.zeros(games, np.int64), np.zeros(games, np.int64))
    for made in range(SQUARES + 1):
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
    """What moves from nodes to nodes cost the mover, times `SCALE`: nothing, if they are the best."""
    numbers = paths.tablebase.numbers
    difference: Ints = numbers[made][before].astype(np.int64) - numbers[made + 1][after]
    return -difference if made % 2 else difference


def exactly(paths: Paths, players: tuple[FastAgent, FastAgent]) -> Chances:
    """All games between X and O: the probability of every position is handed on from the start to the ends."""
    ends = np.zeros(len(END_KINDS))
    losses = [0.0] * SQUARES
    mass = np.zeros((1, TURNS))
    mass[0, 0] = 1
    for made in range(SQUARES + 1):
        measure(paths, made, mass)
        kinds = paths.levels[made].kinds
        ends += np.bincount(kinds, mass.sum(1), CHANCE + 2)[: len(END_KINDS)]
        nodes, turns = np.nonzero(mass * (kinds == DECISION)[:, None])
        if not len(nodes):
            break
        following = np.zeros(len(paths.levels[made + 1].kinds) * TURNS)
        for start in range(0, len(nodes), PIECE):
            places = Places(nodes[start : start + PIECE], turns[start : start + PIECE])
            moves = paths.moves(made, places)
            flow = mass[places.nodes, places.turns][moves.owner] * players[made % 2].chances(made, moves)
            following += np.bincount(moves.to.nodes * TURNS + moves.to.turns, flow, len(following))
            losses[made] += float(flow @ lost(paths, made, places.nodes[moves.owner], moves.to.nodes)) / SCALE
        mass = following.reshape(-1, TURNS)
    return Chances(tuple(ends.tolist()), tuple(losses))


def measure(paths: Paths, made: int, mass: Any) -> None:
    """Hand the probability of all measurements that are due on to the boards that they find, in place."""
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
