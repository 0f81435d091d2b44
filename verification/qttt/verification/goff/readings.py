"""Goff's game in every reading: the fast engine, the formal text and the reference on the same random games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from qttt.fast.backend import Cpu
from qttt.fast.goff.games import playouts
from qttt.fast.goff.reading import reading_of
from qttt.oracle.goff.translate import action_of, outcome_of
from qttt.reference.game import Outcome
from qttt.reference.goff import SWITCHES, Action, Goff, Position, settings
from qttt.spec.vocabulary import Map
from qttt.verification import Refuted
from qttt.verification.goff.engines import definite_marks
from qttt.verification.goff.formal import PAGE, term

SEED = 2059


def every_reading_is_played_alike(games: int = 20_000) -> str:
    """So many random games of the fast engine in each reading. The twelve readings of equal `pair` and `last` have the
    same games, which are played once: in each of the twelve, who selects is asked, and the outcome at the end."""
    every, played = [*settings()], 0
    for pair, last in product(SWITCHES["pair"], SWITCHES["last"]):
        sharing = [(game, PAGE.names(game.setting)) for game in every if (game.pair, game.last) == (pair, last)]
        found = playouts(Cpu(), games, SEED, record=True, reading=reading_of(pair, last))
        ends = zip(found.actions.tolist(), found.outcomes.tolist(), found.lengths.tolist(), strict=True)
        for row, code, plies in ends:
            for position, formal in replayed(*sharing[0], [action_of(number) for number in row if number]):
                is_move = not position.pending and sharing[0][0].actor(position)
                for game, text in sharing[:1] if is_move else sharing:
                    _compare(game, text, position, formal)
            for game, _ in sharing:
                said = str(game.score(position).outcome), position.ply
                by_engine = outcome_of(code, game.double_win, game.both), plies
                if said != by_engine:
                    raise Refuted(f"{game!r}, '{position}': {said}, by the fast engine {by_engine}")
            played += 1
    return f"{played:,} games, each in {len(every) // 4} of {len(every)} readings, seed {SEED}"


def replayed(game: Goff, text: Any, history: Iterable[Action]) -> Iterator[tuple[Position, Any]]:
    """The positions of a whole game, by the reference and in the terms of the page. Raises `Refuted` for other actions
    or another board, for an action that is not legal and for a game that is not over."""
    position, formal = game.initial(), text.initial
    for action in (*history, None):
        marks = Map({square: mark.ply for square, mark in definite_marks(position).items()})
        spooky = Map({mark.ply: tuple(squares) for mark, squares in position.spooky})
        if (formal.n, formal.D, formal.E, formal.c) != (position.ply, marks, spooky, position.pending):
            raise Refuted(f"{game!r}, '{position}': the page has {formal}")
        actions = game.actions(position)
        if [*map(term, actions)] != [*text.actions(formal)]:
            raise Refuted(f"{game!r}, '{position}': {actions}, by the page {text.actions(formal)}")
        if action not in (actions or (None,)):
            raise Refuted(f"{game!r}, '{position}': the fast engine makes {action}, legal are {actions}")
        yield position, formal
        if action:
            position, formal = game.play(position, action), text.play(formal, term(action))


def _compare(game: Goff, text: Any, position: Position, formal: Any) -> None:
    """Raises `Refuted` if the page says something else of a position."""
    actor = game.actor(position)
    said = (actor, None) if actor else (None, game.score(position))
    winner, how, rule = (None, "", "") if actor else text.outcome(formal)
    by_page = (text.actor(formal), None if actor else (Outcome(winner, how, rule), text.score(formal)))
    if said != by_page:
        raise Refuted(f"{game!r}, '{position}': {said}, by the page {by_page}")
