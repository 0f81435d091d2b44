"""The views of a game that has none of its own: all come from its entry in the registry."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.text import Text

from qttt.app import screen, stored
from qttt.app.advice import Advice, advice_json, by_value, print_actions
from qttt.app.commands.asked import Answer, Asked
from qttt.app.errors import BadInput
from qttt.app.games import json_of_position
from qttt.app.match import COMMANDS, Match, token_of
from qttt.oracle.progress import progress
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor

HELP: dict[str, str] = {}
UNDECIDED = ("draw",)
"""The possible results of a game that nobody wins."""
FAST_AGENTS = ("random", "perfect")
"""The kinds of agents that the fast engine plays, in a game that has kernels."""


def solve(asked: Asked, device: str, store: bool) -> Answer:
    """The value of the game, of its first moves, and best play."""
    game = asked.game
    folder = stored.target(game, asked.out, store, asked.json_object)
    with progress() as report:
        tablebase = entry_of(game).solve(game, device, report)
    stored.keep(tablebase, folder, asked.out)
    play, start = entry_of(game).perfect(game, tablebase), game.initial()
    value, first_moves, line = play.value(start), play.values(start), game.write(play.line(start))
    json_object = {"value": str(value), "first_moves": screen.as_text(first_moves), "principal_variation": line}

    def display() -> None:
        out = screen.console()
        out.print(screen.title(game))
        out.print(Text(f"value {screen.worth(value)}", "bold"))
        out.print(by_value(first_moves, value, "first moves"))
        screen.print_variation(out, line)

    return Answer(lambda: {**asked.json_object, **json_object}, display)


def show(asked: Asked, moves: str, svg: Path | None) -> Answer:
    """A position, whose turn it is, or how the game ended."""
    game = asked.game
    record = game.read(moves)
    position = record.positions[-1]
    if svg:
        raise BadInput(f"{asked.name} has no picture; leave out --svg")
    json_object = json_of_position(game, position, sum(map(game.is_ply, record.actions)))
    return Answer(lambda: {**asked.json_object, **json_object}, lambda: _print_position(game, position))


def best(asked: Asked, moves: str) -> Answer:
    """The value of a position and of each action, and best play from there."""
    advice: Advice[Any, Any, Any] = Advice.on(asked, moves)

    def display() -> None:
        _print_position(asked.game, advice.position)
        screen.console().print(Text(f"value {screen.worth(advice.value)}", "bold"))
        print_actions(advice, lambda: by_value(advice.actions, advice.value, "outcomes"))

    return Answer(lambda: {**asked.json_object, **advice_json(advice)}, display)


def play(asked: Asked, perfect: dict[str, bool], seed: int | None) -> None:
    """A game in the terminal."""
    game = asked.game
    truth = stored.truth(game, asked.tablebase, perfect)
    screen.console().print(screen.title(game), f"Type a move, or {COMMANDS}.", sep="\n")
    PlainMatch(game, truth, perfect, random.Random(seed)).run()


class PlainMatch(Match[Any, Any]):
    """A game being played, whose positions are shown in notation."""

    help = "Type a move as it is written, with or without player and ply; undo, or quit."
    game: Any

    def read(self, typed: str) -> Any:
        ply = sum(map(self.game.is_ply, self.history)) + 1
        return self.game.parse(f"{self.written()} {token_of(typed, ply)}")[-1]

    def act_of_nature(self) -> None:
        chances = self.game.chance(self.position)
        self.act(self.chance.choices([*chances], [float(chance) for chance in chances.values()])[0])

    def show(self) -> None:
        _print_position(self.game, self.position)


def certify(asked: Asked, moves: str, out: Path) -> Answer:
    """A certificate of the value of a game."""
    from qttt.app.certify import certify

    return certify(asked, moves, out)


def evaluation(game: Any) -> Any:
    """The values that expecti-minimax uses where it stops: those of ended games, otherwise an even result."""
    from qttt.reference.agents.evaluation import ends_alone

    return ends_alone(game, Fraction(0))


def fast_outcomes(contest: Any, report: Callable[[int, int | None], None]) -> Iterator[Any]:
    """The side of A and the outcome of each game of a contest that the fast engine plays."""
    from qttt.app.arena.batches import outcomes

    return outcomes(contest, report)


def _print_position(game: Any, position: Any) -> None:
    out, actor = screen.console(), game.actor(position)
    out.print(str(position), markup=False)
    if actor is None:
        out.print(screen.game_over(game.score(position).outcome))
    else:
        doing = "to act" if actor in (Actor.CHANCE, Actor.SYSTEM) else "to move"
        actions = " ".join(map(str, game.actions(position)))
        out.print(Text.assemble((actor, screen.STYLES.get(actor, "")), f" {doing}: {actions}"), soft_wrap=True)
