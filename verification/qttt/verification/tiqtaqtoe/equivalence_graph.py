"""Compares the positions and moves that the kernels of TiqTaqToe enumerate with the rules of the reference."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe import perft
from qttt.fast.tiqtaqtoe.graph import Graph
from qttt.fast.tiqtaqtoe.nodes import CHANCE, DECISION, END_KINDS
from qttt.oracle.tiqtaqtoe.translate import move_of, setting_of, state_of
from qttt.reference.game import Actor
from qttt.reference.perft import perft as of_the_reference
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.notation import Action
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification import Refuted
from qttt.verification.tiqtaqtoe.certificate import images
from qttt.verification.tiqtaqtoe.equivalence import ALL, CLASSIC, HIGH, MINIMAL, MODERATE, WHOLE, Scope, walk
from qttt.verification.tiqtaqtoe.solved import tablebase

Enumerate = Callable[[TiqTaqToe], Graph]
EARLY = (Scope(CLASSIC, ALL), *(Scope(games[:1], 2) for games in (MINIMAL, MODERATE, HIGH)))
KIND_OF_NODE = {DECISION: "decision", CHANCE: "chance", **dict.fromkeys(END_KINDS, "terminal")}
KIND_OF_ACTOR = {Actor.X: "decision", Actor.O: "decision", Actor.CHANCE: "chance", None: "terminal"}


def by_the_kernels(game: TiqTaqToe) -> Graph:
    """The graph of a game by the fast engine."""
    return tablebase(game).graph


def the_graph_is_that_of_the_rules(kernels: Enumerate = by_the_kernels, scopes: Iterable[Scope] = EARLY) -> str:
    """One position of each canonical form: the actor, the moves, and the node after each move. For whole games also the
    numbers of positions, up to symmetry and in all, so that the kernels enumerate no other positions."""
    looked_at = 0
    for scope in scopes:
        for game in scope.games:
            graph, counts = kernels(game), Counter[tuple[str, str]]()
            for position in walk(game, scope.marks):
                kind = compared(game, graph, position)
                counts[kind, "canonical"] += 1
                counts[kind, "raw"] += _images(position)
                looked_at += 1
            found = {(kind, form): count for kind, forms in graph.states.items() for form, count in forms.items()}
            if scope.marks == ALL and +counts != {key: count for key, count in found.items() if count}:
                raise Refuted(f"{game.level} {game.switches}: the positions are {dict(counts)}, enumerated {found}")
    return f"{looked_at:,} canonical positions"


def whole_graphs_are_those_of_the_rules(kernels: Enumerate = by_the_kernels) -> str:
    """All positions of the levels classic and minimal, and all with up to three marks at the other levels."""
    return the_graph_is_that_of_the_rules(kernels, WHOLE)


def compared(game: TiqTaqToe, graph: Graph, position: Position) -> str:
    """The kind of a position. Raises `Refuted` if its node contradicts the reference."""
    try:
        place = graph.place(state_of(position))
        kind = KIND_OF_ACTOR[game.actor(position)]
        of_node = KIND_OF_NODE[int(graph.levels[place.level].kinds[place.node])]
        leads_to: dict[Action, int] = {}
        if kind == "decision":
            after = {action: game.play(position, action) for action in game.actions(position)}
            leads_to = {action: graph.place(state_of(child)).node for action, child in after.items()}
        moves: dict[Action, int] = {move_of(slot): node for slot, node in graph.moves(place).items()}
    except KeyError as missing:
        raise Refuted(f"{game.level} {game.switches}, '{position}': {missing}") from None
    if (kind, [*leads_to.items()]) != (of_node, [*moves.items()]):
        differing = [str(move) for move in {**leads_to, **moves} if leads_to.get(move) != moves.get(move)]
        told = f"{kind}, enumerated {of_node}; of the moves differ: {', '.join(differing) or 'their order'}"
        raise Refuted(f"{game.level} {game.switches}, '{position}': {told}")
    return kind


def _images(position: Position) -> int:
    """The number of images of a position under the eight symmetries."""
    return len({tuple(sorted(image)) for image in zip(*map(images, position.boards), strict=True)})


# Perft

Perft = Callable[[TiqTaqToe, int], tuple[int, ...]]
TIC_TAC_TOE = (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)
"""The known numbers of tic-tac-toe games of exactly 1 to 9 plies."""


def by_links(game: TiqTaqToe, depth: int) -> tuple[int, ...]:
    """Perft of the fast engine."""
    return perft.perft(Cpu(), setting_of(game), depth)


@cache
def by_the_reference(game: TiqTaqToe, depth: int) -> tuple[int, ...]:
    """Perft of the reference."""
    return of_the_reference(game, depth)


def perft_is_the_same(fast: Perft = by_links) -> str:
    """To ply 9 at the level classic, with the known numbers of tic-tac-toe, and to ply 2 at the other levels."""
    told = fast(CLASSIC[0], len(TIC_TAC_TOE))
    if told != TIC_TAC_TOE:
        raise Refuted(f"classic: perft {told}, known {TIC_TAC_TOE}")
    _perft_is_that_of_the_reference(fast, CLASSIC[:1], len(TIC_TAC_TOE))
    return _perft_is_that_of_the_reference(fast, [MINIMAL[0], MODERATE[0], *HIGH[:2]], 2)


def perft_of_whole_games_is_the_same(fast: Perft = by_links) -> str:
    """To ply 9 at the level minimal, measurements included."""
    return _perft_is_that_of_the_reference(fast, MINIMAL[:1], ALL)


def _perft_is_that_of_the_reference(fast: Perft, games: Iterable[TiqTaqToe], depth: int) -> str:
    told = []
    for game in games:
        counts, found = by_the_reference(game, depth), fast(game, depth)
        if counts != found:
            raise Refuted(f"{game.level} {game.switches}: perft {counts} and {found}")
        told.append(f"{game.level} {', '.join(f'{count:,}' for count in counts)}")
    return "; ".join(told)


# Errors


def _with(**switches: str) -> Enumerate:
    """The graph of the game with other switches, where the game has them."""
    return lambda game: by_the_kernels(replace(game, **switches) if {*switches} <= {*game.switches} else game)


def one_move_leads_elsewhere(game: TiqTaqToe) -> Graph:
    """The first two moves of the last level that has moves are exchanged."""
    graph = by_the_kernels(game)
    last = [level for level in graph.levels if len(level.links) > 1][-1]
    links = last.links.copy()
    links[:2] = links[1::-1]
    levels = [replace(level, links=links) if level is last else level for level in graph.levels]
    return replace(graph, levels=tuple(levels))


def one_position_is_counted_twice(game: TiqTaqToe) -> Graph:
    graph = by_the_kernels(game)
    return replace(graph, counts=graph.counts + np.eye(*graph.counts.shape, dtype=np.int64))


def games_go_on_after_lines(game: TiqTaqToe, depth: int) -> tuple[int, ...]:
    return by_links(replace(game, lines="full-board"), depth)


def pairs_count_in_both_orders(game: TiqTaqToe, depth: int) -> tuple[int, ...]:
    first, *rest = by_links(game, depth)
    return (first + (36 if game.level != "classic" else 0), *rest)


lines_wait_for_a_full_board = _with(lines="full-board")
entangled_targets_are_illegal = _with(target="unentangled")
