"""Monte Carlo on the kernels of the game: thousands of random games in a tenth of a second."""

from random import Random
from typing import Any

from qttt.app.explorer.question import Question
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor

SEEDS = 1 << 62


def has_kernels(game: Any) -> bool:
    """Whether the random games of a game can be played by kernels."""
    return "planes" in entry_of(game).playing(game)


def prepare(game: Any) -> None:
    """Compile the kernels that random games need, if the game has kernels."""
    if has_kernels(game):
        choose(Question(entry_of(game).name, (), "", ""), game, 1, Random(1))


def choose(question: Question, game: Any, playouts: int, chance: Random) -> Any:
    """The action with the most won random games, of so many after each action; the first of several.

    The game of the question must begin at its start, and a player must be to act.
    """
    from qttt.learn.one_game import OneGame
    from qttt.learn.opponents import MonteCarlo

    table = OneGame(game, drawn=False)
    if question.moves:
        record = question.record
        for position, action in zip(record.positions, record.actions, strict=False):
            table.play(_number(game, table, position, action))
    return table.named[MonteCarlo(game, playouts, chance.randrange(SEEDS)).choose(table)]


def _number(game: Any, table: Any, position: Any, action: Any) -> int:
    """The number of an action in the kernels: results of chance come after the actions of players."""
    if game.actor(position) is Actor.CHANCE:
        number: int = table.actions + [*game.chance(position)].index(action)
        return number
    found: int = table.number_of[action]
    return found
