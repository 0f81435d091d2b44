"""Games of TiqTaqToe on a turned board: LEMMA symmetry, for what the proof on single boards does not reach."""

from __future__ import annotations

from random import Random

from qttt.reference.game import RuleBroken
from qttt.reference.tiqtaqtoe import NoEmptyCell, NotATarget, TiqTaqToe, settings
from qttt.reference.tiqtaqtoe_notation import Action, Measurement, Pair
from qttt.reference.tiqtaqtoe_position import Board, Position, groups
from qttt.verification import Refuted
from qttt.verification.certificate.canonical import SYMMETRIES
from qttt.verification.certificate.moves import Symmetry
from qttt.verification.tiqtaqtoe.certificate_canonical import images, turned
from qttt.verification.tiqtaqtoe.values import visited

SEED, GAMES = 8, 2
GENERATORS = (1, 4)
"""A quarter turn and a reflection, which together make all eight symmetries."""


def games_turn_with_the_board(game_of: type[TiqTaqToe] = TiqTaqToe) -> str:
    """In random games, under all settings but for the worth of lines of both: groups, actor, actions, what they lead
    to, and the outcome."""
    random, count = Random(SEED), 0
    for setting in settings(both="even"):
        game = game_of(setting.level, **setting.switches)
        for position in visited(game, random, GAMES):
            for at in GENERATORS:
                _turns(game, position, at)
            count += 1
    return f"{count} positions, seed {SEED}"


def _turns(game: TiqTaqToe, position: Position, at: int) -> None:
    table, image = SYMMETRIES[at], _image(position, at)
    expected = {_turned(action, table, at): _image(after, at) for action, after in _after(game, position).items()}
    if _after(game, image) != expected:
        raise Refuted(
            f"{game.level} {game.switches}: '{position}' and '{image}' have other actions, or other ones after"
        )
    groups_there = {frozenset(group) for group in groups(image)}
    if groups_there != {frozenset(table[square] for square in group) for group in groups(position)}:
        raise Refuted(f"'{position}' and '{image}' have other groups")
    if game.actor(image) is not game.actor(position):
        raise Refuted(f"{game.level} {game.switches}: '{position}' and '{image}' have other actors")
    if not expected and game.score(image) != game.score(position):
        raise Refuted(f"{game.level} {game.switches}: '{position}' and '{image}' have ended otherwise")


def _after(game: TiqTaqToe, position: Position) -> dict[Action, Position]:
    return {action: game.play(position, action) for action in game.actions(position)}


def _image(position: Position, at: int) -> Position:
    return Position(tuple(sorted(_board(board, at) for board in position.boards)), position.measured)


def _board(board: Board, at: int) -> Board:
    return images(board)[at]


def _turned(action: Action, table: Symmetry, at: int) -> Action:
    return Measurement(_board(action.board, at)) if isinstance(action, Measurement) else turned(action, table)


# Errors


class TheSecondSquareMustBeEmpty(TiqTaqToe):
    """Of the two squares of a superposition only the second is looked at for being empty."""

    def _breach(self, position: Position, pair: Pair) -> type[RuleBroken] | None:
        return super()._breach(position, pair) if pair.second in position.empty else NoEmptyCell


class SquareOneIsNoTarget(TiqTaqToe):
    """Squares are counted from 0, and the first is left out."""

    def _breach(self, position: Position, pair: Pair) -> type[RuleBroken] | None:
        return NotATarget if pair.first == 1 and pair.first not in position.empty else super()._breach(position, pair)
