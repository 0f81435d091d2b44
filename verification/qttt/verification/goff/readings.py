"""Goff's game in every reading: the formal text and the reference on the same random games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from qttt.reference.game import Outcome
from qttt.reference.goff import SWITCHES, Goff, Position, settings
from qttt.spec.vocabulary import Map
from qttt.verification import Refuted
from qttt.verification.goff.engines import definite_marks
from qttt.verification.goff.formal import PAGE, term

SEED = 2027


def every_reading_is_played_alike(games: int = 20_000) -> str:
    """So many random games in each reading. The twelve readings of equal `pair` and `last` have the same games, which
    are played once: in each of the twelve, who selects is asked, and the outcome at the end."""
    every, played = [*settings()], 0
    for pair, last in product(SWITCHES["pair"], SWITCHES["last"]):
        sharing = [(game, PAGE.names(game.setting)) for game in every if (game.pair, game.last) == (pair, last)]
        for number in range(games):
            for position, formal in random_game(*sharing[0], Random(f"{SEED}/{pair}/{last}/{number}")):
                is_move = not position.pending and sharing[0][0].actor(position)
                for game, text in sharing[:1] if is_move else sharing:
                    _compare(game, text, position, formal)
            played += 1
    return f"{played:,} games, each in {len(every) // 4} of {len(every)} readings, seed {SEED}"


def random_game(game: Goff, text: Any, random: Random) -> Iterator[tuple[Position, Any]]:
    """The positions of a random game, by the reference and in the terms of the page. Raises `Refuted` for other actions
    or another board."""
    position, formal = game.initial(), text.initial
    while True:
        marks = Map({square: mark.ply for square, mark in definite_marks(position).items()})
        spooky = Map({mark.ply: tuple(squares) for mark, squares in position.spooky})
        if (formal.n, formal.D, formal.E, formal.c) != (position.ply, marks, spooky, position.pending):
            raise Refuted(f"{game!r}, '{position}': the page has {formal}")
        actions = game.actions(position)
        if [*map(term, actions)] != [*text.actions(formal)]:
            raise Refuted(f"{game!r}, '{position}': {actions}, by the page {text.actions(formal)}")
        yield position, formal
        if not actions:
            return
        action = random.choice(actions)
        position, formal = game.play(position, action), text.play(formal, term(action))


def _compare(game: Goff, text: Any, position: Position, formal: Any) -> None:
    """Raises `Refuted` if the page says something else of a position."""
    actor = game.actor(position)
    said = (actor, None) if actor else (None, game.score(position))
    winner, how, rule = (None, "", "") if actor else text.outcome(formal)
    by_page = (text.actor(formal), None if actor else (Outcome(winner, how, rule), text.score(formal)))
    if said != by_page:
        raise Refuted(f"{game!r}, '{position}': {said}, by the page {by_page}")
