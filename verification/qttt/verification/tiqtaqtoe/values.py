"""Compares the tablebases of TiqTaqToe with the values by the rules of the reference."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from qttt.oracle.tiqtaqtoe.entry import Chances, PerfectTiqTaqToe
from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.notation import Action
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification import Refuted
from qttt.verification.engines import Solves
from qttt.verification.tiqtaqtoe.certificate import canonical
from qttt.verification.tiqtaqtoe.solved import CANONICAL, tablebase

SEED = 2023
FEW, MANY = 6, 3
"""Games played for each setting, in the default claim and in the long claim."""
UNIT = Fraction(1, 512)


Player = Solves[Position, Action]
PlayerOf = Callable[[TiqTaqToe], Player]


def perfect(game: TiqTaqToe) -> Player:
    """Perfect play from the tablebase of a game."""
    return PerfectTiqTaqToe(game, tablebase(game))


# Every position, by the reference alone


class Expectiminimax:
    """The values of a game by the rules of the reference only, one position per canonical form.

    `known` holds the values found so far, by canonical form."""

    def __init__(self, game: TiqTaqToe) -> None:
        self._game = game
        self.known: dict[str, Fraction] = {}

    def value(self, position: Position) -> Fraction:
        """The value of a position. Rule: TIQ-VALUE-1"""
        name = canonical(position).key
        if name not in self.known:
            self.known[name] = combined(self._game, position, self._after(position))
        return self.known[name]

    def _after(self, position: Position) -> dict[Action, Fraction]:
        actions = self._game.actions(position)
        return {action: self.value(self._game.play(position, action)) for action in actions}


def combined(game: TiqTaqToe, position: Position, after: dict[Action, Fraction]) -> Fraction:
    """The value of a position from those after its actions, by the reference. Rule: TIQ-VALUE-1"""
    match game.actor(position):
        case None:
            return game.score(position).value
        case Actor.CHANCE:
            return sum((chance * after[action] for action, chance in game.chance(position).items()), Fraction(0))
        case actor:
            return (max if actor is Actor.X else min)(after.values())


def all_values_are_those_of_the_reference(
    players: PlayerOf = perfect, games: Iterable[TiqTaqToe] = CANONICAL[:1]
) -> str:
    """One position of each canonical form that play reaches."""
    told = []
    for game in games:
        player, solver = players(game), Expectiminimax(game)
        start = solver.value(game.initial())
        for name, value in solver.known.items():
            if (found := player.value(Position.of(name))) != value:
                raise Refuted(f"{game.level} {game.switches}, '{name}': {value}, the tablebase has {found}")
        told.append(f"{game.level} {start}, {len(solver.known):,} canonical positions")
    return "; ".join(told)


def all_values_of_high_levels_are_those_of_the_reference(players: PlayerOf = perfect) -> str:
    """The levels minimal, moderate and high."""
    return all_values_are_those_of_the_reference(players, CANONICAL[1:])


# Samples

OTHERS = (
    TiqTaqToe("classic", lines="full-board", both="O"),
    TiqTaqToe("minimal", both="last-mover"),
    TiqTaqToe("minimal", lines="full-board", both="X"),
    TiqTaqToe("moderate", lines="full-board", both="other"),
)


def values_follow_from_what_actions_lead_to(
    players: PlayerOf = perfect, games: Iterable[TiqTaqToe] = (*CANONICAL, *OTHERS), each: int = FEW
) -> str:
    """In random games, by the rules of the reference, the value of every position is the best value after its actions,
    at a measurement their mean, and at the end the score."""
    random, count, played = Random(SEED), 0, 0
    for game in games:
        player, played = players(game), played + 1
        for position in visited(game, random, each):
            after = {action: player.value(game.play(position, action)) for action in game.actions(position)}
            value = combined(game, position, after)
            if (value, after) != (player.value(position), player.values(position)):
                found = f"{player.value(position)}, of actions {_told(player.values(position))}"
                raise Refuted(f"{game.level} {game.switches}, '{position}': {value}, of {_told(after)}; {found}")
            count += 1
    return f"{count:,} positions of {each} random games at each of {played} settings, seed {SEED}"


def values_of_all_settings_follow_from_what_actions_lead_to(players: PlayerOf = perfect) -> str:
    """Every level under every combination of its switches."""
    return values_follow_from_what_actions_lead_to(players, settings(), MANY)


def visited(game: TiqTaqToe, random: Random, games: int) -> Iterator[Position]:
    """All positions of random games, including ended ones."""
    for _ in range(games):
        position = game.initial()
        yield position
        while actions := game.actions(position):
            position = game.play(position, random.choice(actions))
            yield position


def _told(values: dict[Action, Fraction]) -> str:
    return ", ".join(f"{action} {value}" for action, value in values.items())


# Outcomes


def outcomes_are_those_of_first_best_moves(
    outcomes: Callable[[PerfectTiqTaqToe, Position], Chances] = PerfectTiqTaqToe.outcomes,
) -> str:
    """In random games from ply 4 on: the outcomes by the rules of the reference if both players always make their first
    best move."""
    random, count = Random(SEED), 0
    for game in (*CANONICAL, *OTHERS):
        player = PerfectTiqTaqToe(game, tablebase(game))
        for position in visited(game, random, FEW):
            if position.plies >= 3:
                expected, found = _expected(player, position), outcomes(player, position)
                if found != expected:
                    raise Refuted(f"{game.level} {game.switches}, '{position}': {expected}, not {found}")
                count += 1
    return f"{count:,} positions, seed {SEED}"


def _expected(player: PerfectTiqTaqToe, position: Position) -> Chances:
    game = player.game
    if game.actor(position) is None:
        ended = game.score(position).outcome
        ways = (ended.winner is Actor.X, ended.winner is Actor.O, ended.how == "lines of both", ended.how == "no line")
        return Chances(*map(Fraction, ways))
    actions = player.best(position)[:1] or game.actions(position)
    parts = [_expected(player, game.play(position, action)) for action in actions]
    return Chances(*(sum(chances, Fraction(0)) / len(parts) for chances in zip(*parts, strict=True)))


# Errors


class Altered:
    """Perfect play with an error in some values."""

    def __init__(self, game: TiqTaqToe) -> None:
        self.game = game
        self._right = perfect(game)

    def value(self, position: Position) -> Fraction:
        return self._right.value(position) + self.error(position)

    def error(self, position: Position) -> Fraction:
        """The error added to the right value."""
        raise NotImplementedError

    def values(self, position: Position) -> dict[Action, Fraction]:
        actions = self.game.actions(position)
        return {action: self.value(self.game.play(position, action)) for action in actions}


class OneUnitAtOnePosition(Altered):
    """The value after a corner and the middle is 1/512 too large, up to symmetry."""

    def error(self, position: Position) -> Fraction:
        return UNIT * int(canonical(position).key == canonical(Position.of("X...O....")).key)


class MeasurementsFindTheBest(Altered):
    """The value of a measurement is that of the board that is best for X."""

    def error(self, position: Position) -> Fraction:
        due = self.game.actor(position) is Actor.CHANCE
        return max(self._right.values(position).values()) - self._right.value(position) if due else Fraction(0)


def lines_of_both_are_won_by_x(game: TiqTaqToe) -> Player:
    """The values under another setting of a switch."""
    return perfect(replace(game, both="X"))


def the_last_best_move(player: PerfectTiqTaqToe, position: Position) -> Chances:
    """The outcomes if the players always make their last best move."""
    best = player.best(position)[-1:]
    return player.outcomes(player.game.play(position, best[0])) if best else player.outcomes(position)


def players_are_exchanged(player: PerfectTiqTaqToe, position: Position) -> Chances:
    """The chances of X and O are exchanged."""
    of_x, of_o, both, neither = player.outcomes(position)
    return Chances(of_o, of_x, both, neither)
