"""Q3T games with some results left open: every way that they can go, with its probability.

`X1.7 O2.5>7 X3.5 =O` leaves open what is found in box 7. Whether a move is legal does not depend on results, so such
a game has the same moves on every branch, until it ends.

>>> for branch in branches(Hybrid(), "X1.7 O2.5>7 X3.5 =O"):
...     print(*branch.results, branch.position, branch.chance)
=X =O ....O.O.., O to move 1/2
=O =O ....O.X.., O to move 1/2
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from qttt.reference.game import RuleBroken
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.notation import NOTATION, Action, Move, Result
from qttt.reference.hybrid.position import Position
from qttt.reference.notation import split


class Branch(NamedTuple):
    """A way that a game can go: the results in order, to the end of its moves or of the game, and its probability given
    the written results."""

    results: tuple[Result, ...]
    position: Position
    chance: Fraction


def turns(actions: Sequence[Action]) -> Iterator[tuple[Move, Result | None]]:
    """The moves of a game, each with its result; None for an open result and for a quantum move.

    >>> [(str(move), result) for move, result in turns(NOTATION.parse("X1.7 O2.5>7 X3.5 =O"))]
    [('7', None), ('5>7', None), ('5', =O)]
    """
    for action, after in zip_longest(actions, actions[1:]):
        if not isinstance(action, Result):
            yield action, after if isinstance(after, Result) else None


def branches(game: Hybrid, text: str) -> tuple[Branch, ...]:
    """Every way that a written game can go, to the end of its text: the last of `branching`, with the same errors."""
    return branching(game, text)[-1]


def branching(game: Hybrid, text: str) -> list[tuple[Branch, ...]]:
    """Every way that a written game can go: before its first move, and after each move and what it finds.

    Branches on which X is found come first; probabilities add up to 1. A branch on which the game has ended stays as it
    is: a later move need not be legal on it. Raises `NotationError` and the `RuleBroken` of a rule, as `play_out` does;
    the game is over if it is over on every branch.

    Rule: HYB-RESULT-1
    Rule: HYB-CIRCUIT-2
    """
    ways = [Branch((), game.initial(), Fraction(1))]
    stages = [tuple(ways)]
    tokens, actions = split(text), NOTATION.parse(text)
    for number, (token, action, following) in enumerate(zip_longest(tokens, actions, actions[1:]), start=1):
        try:
            ways = _played(game, ways, action)
        except RuleBroken as broken:
            broken.token, broken.number = token, number
            raise
        if not isinstance(following, Result):
            ways = [*_found(game, ways)]
            stages.append(tuple(ways))
    return stages


def _played(game: Hybrid, ways: Sequence[Branch], action: Action) -> list[Branch]:
    """The branches after a written action."""
    going = [game.actor(way.position) is not None for way in ways]
    if not any(going):
        game.play(ways[0].position, action)
    return [_after(game, way, action) if goes else way for way, goes in zip(ways, going, strict=True)]


def _found(game: Hybrid, ways: Sequence[Branch]) -> Iterator[Branch]:
    """The branches after an open result, if a result is due."""
    for way in ways:
        chances = game.chance(way.position)
        for result, chance in chances.items():
            yield _after(game, way, result)._replace(chance=way.chance * chance)
        if not chances:
            yield way


def _after(game: Hybrid, way: Branch, action: Action) -> Branch:
    results = (*way.results, action) if isinstance(action, Result) else way.results
    return way._replace(results=results, position=game.play(way.position, action))
