"""Games of TiqTaqToe on a turned board: LEMMA symmetry, for the part that the proof on single boards omits."""

from random import Random

from qttt.reference.board import SYMMETRIES, Symmetry, image
from qttt.reference.game import RuleBroken
from qttt.reference.tiqtaqtoe import NoEmptyCell, NotATarget, TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.notation import Action, Pair
from qttt.reference.tiqtaqtoe.position import Position, groups
from qttt.verification import Refuted
from qttt.verification.values import visited

SEED, GAMES = 8, 2
GENERATORS = (SYMMETRIES[1], SYMMETRIES[4])
"""A quarter turn and a reflection, which generate all eight symmetries."""


def games_turn_with_the_board(game_of: type[TiqTaqToe] = TiqTaqToe) -> str:
    """In random games, under all settings that differ in more than the score when both players have a line: groups,
    actor, actions, successors and the outcome."""
    random, count = Random(SEED), 0
    for setting in settings(both="even"):
        game = game_of(setting.level, **setting.switches)
        for position in visited(game, random, GAMES):
            for symmetry in GENERATORS:
                _turns(game, position, symmetry)
            count += 1
    return f"{count} positions, seed {SEED}"


def _turns(game: TiqTaqToe, position: Position, symmetry: Symmetry) -> None:
    there = game.turned(position, symmetry)
    expected = {
        game.turned_action(position, action, symmetry): game.turned(after, symmetry)
        for action, after in _after(game, position).items()
    }
    if _after(game, there) != expected:
        raise Refuted(f"{game.level} {game.switches}: '{position}' and '{there}' have different actions or successors")
    groups_there = {frozenset(group) for group in groups(there)}
    if groups_there != {frozenset(image(symmetry, *group)) for group in groups(position)}:
        raise Refuted(f"'{position}' and '{there}' have different groups")
    if game.actor(there) is not game.actor(position):
        raise Refuted(f"{game.level} {game.switches}: '{position}' and '{there}' have different actors")
    if not expected and game.score(there) != game.score(position):
        raise Refuted(f"{game.level} {game.switches}: '{position}' and '{there}' have different outcomes")


def _after(game: TiqTaqToe, position: Position) -> dict[Action, Position]:
    return {action: game.play(position, action) for action in game.actions(position)}


# Errors


class TheSecondSquareMustBeEmpty(TiqTaqToe):
    """Only the second square of a superposition is checked for being empty."""

    def _breach(self, position: Position, pair: Pair) -> type[RuleBroken] | None:
        return super()._breach(position, pair) if pair.second in position.empty else NoEmptyCell


class SquareOneIsNoTarget(TiqTaqToe):
    """Squares are counted from 0, and the first is left out."""

    def _breach(self, position: Position, pair: Pair) -> type[RuleBroken] | None:
        return NotATarget if pair.first == 1 and pair.first not in position.empty else super()._breach(position, pair)
