"""The bounds of a strategy by plain play: every action in turn, no canonical form, nothing left out.

So a claim can say that the checker, which takes short cuts, finds the same bounds.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import cycle, islice
from random import Random
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.goff import Goff
from qttt.reference.goff_position import Position, Spooky, components
from qttt.reference.notation import Move, Selection
from qttt.reference.sqt import Sqt
from qttt.verification import Refuted
from qttt.verification.certificate.bounds import Bounds, Strategy
from qttt.verification.certificate.canonical import Canonical, canonical, text
from qttt.verification.certificate.decision import Decision

SEED = 2017
POSITIONS = 80
PLIES = (6, 7, 8, 5, 7, 8, 7, 8)

GAMES: tuple[Goff | Sqt, ...] = (
    Goff(),
    Goff("self", double_win=True),
    Sqt(Fraction(1, 4)),
    Sqt(Fraction(3, 4), "draws-second", double_win=True),
    Sqt(Fraction(1)),
)


class RandomPlay:
    """A strategy that decides anything legal, the same at positions with the same canonical form."""

    def __init__(self, game: Goff | Sqt, player: Actor, seed: int) -> None:
        self._game, self._player, self._random = game, player, Random(seed)
        self._decisions: dict[str, Decision] = {}

    def decision(self, position: Position, view: Canonical) -> Decision:
        row = text(view.key)
        if row not in self._decisions:
            self._decisions[row] = self._any(position).turned(view.there)
        return self._decisions[row]

    def said(self, view: Canonical) -> None:
        """Nothing is said."""

    def _any(self, position: Position) -> Decision:
        if self._game.actor(position) is not self._player:
            entangled = sorted(set().union(*components(position)))
            return Decision(preference=tuple(self._random.sample(entangled, len(entangled))))
        move = self._random.choice(self._game.actions(position))
        assert isinstance(move, Move)
        moved = self._game.play(position, move)
        selects = moved.pending and self._game.actor(moved) is self._player
        return Decision(move, self._random.choice(tuple(Selection)) if selects else None)


def plain_bound(game: Goff | Sqt, player: Actor, strategy: Strategy, position: Position) -> Fraction:
    """The bound of a position without a closed cycle, by plain play."""
    worst = min if player is Actor.X else max
    actor = game.actor(position)
    if actor is None:
        return game.score(position).value
    if actor is player:
        decision = _decided(strategy, position)
        assert decision.move is not None
        return _after(game, player, strategy, position, decision.move, decision)
    return worst(
        _after(game, player, strategy, position, action, None)
        for action in game.actions(position)
        if isinstance(action, Move)
    )


def _decided(strategy: Strategy, position: Position) -> Decision:
    view = canonical(position)
    return strategy.decision(position, view).turned(view.back)


def _after(
    game: Goff | Sqt, player: Actor, strategy: Strategy, position: Position, move: Move, decision: Decision | None
) -> Fraction:
    """The bound after a move, which is the player's if there is a decision; selections included."""
    moved = game.play(position, move)
    if not moved.pending:
        return plain_bound(game, player, strategy, moved)
    bounds = {each: plain_bound(game, player, strategy, game.play(moved, each)) for each in Selection}
    if chances := game.system(moved):
        return chances[Actor.X] * max(bounds.values()) + chances[Actor.O] * min(bounds.values())
    if game.actor(moved) is not player:
        return (min if player is Actor.X else max)(bounds.values())
    if decision:
        assert decision.selection
        return bounds[decision.selection]
    preference = _decided(strategy, position).preference
    return bounds[Selection.A if preference.index(move.first) < preference.index(move.second) else Selection.B]


def some_position(random: Random, ply: int) -> Position:
    """A position without a closed cycle after a random game of some plies; a shorter game if that one ends before."""
    game, position = Goff(), Position()
    while position.pending or position.ply < ply:
        actions = game.actions(position)
        if not actions:
            break
        position = game.play(position, random.choice(actions))
    return position


def shuffled(random: Random, position: Position) -> Position:
    """The position with each player's plies dealt out anew among the same marks; no game need lead to it."""
    plies: dict[int, int] = {}
    for own in (range(1, position.ply + 1, 2), range(2, position.ply + 1, 2)):
        plies |= dict(zip(own, random.sample(own, len(own)), strict=True))
    definite = tuple(mark and mark._replace(ply=plies[mark.ply]) for mark in position.definite)
    spooky = (Spooky(mark._replace(ply=plies[mark.ply]), squares) for mark, squares in position.spooky)
    return Position(definite, tuple(sorted(spooky, key=lambda pair: pair.mark.ply)))


def bounds_are_those_of_plain_play(bounds: type[Bounds] = Bounds, positions: int = POSITIONS) -> str:
    """For random strategies of both players in five games, from random positions and from the same positions with their
    plies dealt out anew.

    The bounds of a position are asked for after those of the positions before it, so that what is remembered is used.
    """
    random = Random(SEED)
    players = [(game, player) for game in GAMES for player in (Actor.X, Actor.O)]
    strategies = [RandomPlay(game, player, seed) for seed, (game, player) in enumerate(players)]
    found = [bounds(game, player, play) for (game, player), play in zip(players, strategies, strict=True)]
    for ply in islice(cycle(PLIES), positions):
        position = some_position(random, ply)
        for start in (position, shuffled(random, position)):
            for (game, player), strategy, bound in zip(players, strategies, found, strict=True):
                expected, got = plain_bound(game, player, strategy, start), bound.of(start)
                if got != expected:
                    raise Refuted(f"{game.ruleset}, {player} from '{start}': {got}, by plain play {expected}")
    return f"{2 * positions} positions, {len(players)} strategies, seed {SEED}"


class OnlyTwoSquaresOfAComponent(Bounds):
    """Closes cycles on the first two squares of a component alone."""

    def _closing_turn(self, position: Position, view: Canonical, component: frozenset[int], *rest: Any) -> Any:
        return super()._closing_turn(position, view, frozenset(sorted(component)[:2]), *rest)


class TheFirstSelectionAlone(Bounds):
    """Believes that the opponent and the System always select the better settlement for the player."""

    def _selected(self, moved: Position, harmful: Any, other: Any) -> Any:
        return other


class LatePliesAreMerged(Bounds):
    """Takes X7 for one of X's early marks."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.known = _Merging()


class _Merging(dict[bytes, Fraction]):
    def get(self, key: bytes, default: Any = None) -> Any:
        return super().get(_merged(key), default)

    def __getitem__(self, key: bytes) -> Fraction:
        return super().__getitem__(_merged(key))

    def __setitem__(self, key: bytes, value: Fraction) -> None:
        super().__setitem__(_merged(key), value)


def _merged(key: bytes) -> bytes:
    return bytes(sorted(mark - 90 if 90 <= mark < 135 else mark for mark in key))
