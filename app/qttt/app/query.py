"""What a user asks of a command, and the command's answer, for any game."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from qttt.app import games
from qttt.app.errors import BadInput


@dataclass(frozen=True)
class Query:
    """A game by its name, and the options that were typed, by name: those of the game and those of the command."""

    name: str
    typed: Mapping[str, Any]

    @cached_property
    def game(self) -> Any:
        """The game with its options. Raises BadInput for options that do not make a game."""
        return games.view(self.name).game(self)

    @cached_property
    def json_object(self) -> dict[str, Any]:
        """The JSON object of the game: its ruleset and all options."""
        return games.view(self.name).json_of_game(self)

    @cached_property
    def truth(self) -> Any:
        """Perfect play of the game, from the named tablebase or the user's. Raises what `stored.perfect` raises."""
        from qttt.app import stored

        return stored.perfect(self.game, self.tablebase)

    def by(self, engine: str) -> "Query":
        """The same, with the rules of the game applied by an engine: reference, fast or formal.

        Raises BadInput for a game that the engine cannot hold.
        """
        if engine == "reference":
            return self
        if engine == "formal":
            from qttt.verification.formal import FormalGame

            game: Any = FormalGame(self.game)
        else:
            from qttt.oracle.kernels import by_kernels

            try:
                game = by_kernels(self.game)
            except ValueError as error:  # a number that the kernels have no room for
                raise BadInput(str(error)) from error
        same = replace(self)
        same.__dict__.update(game=game, json_object=self.json_object)
        return same

    def get(self, option: str) -> Any:
        """The value of an option; None if it was not typed."""
        return self.typed.get(option)

    @property
    def out(self) -> Path | None:
        """The file to write."""
        path: Path | None = self.get("out")
        return path

    @property
    def tablebase(self) -> Path | None:
        """The file of a tablebase."""
        path: Path | None = self.get("tablebase")
        return path

    @property
    def side(self) -> str:
        """The player whose strategy is asked for. Raises BadInput if none is named."""
        player: str | None = self.get("player")
        if player is None:
            raise BadInput(f"{self.name} needs --player, the strategy's player, such as --player X")
        return player


class Answer(NamedTuple):
    """A command's result: the object or list for JSON, how to print it for people, and the exit code."""

    json_object: Callable[[], Any]
    display: Callable[[], None]
    code: int = 0

    def show(self, as_json: bool) -> None:
        """Print the answer as JSON, on one line, or for people."""
        if as_json:
            print_json(self.json_object())
        else:
            self.display()


def print_json(content: Any) -> None:
    """Print an object or a list on one line."""
    print(json.dumps(content, ensure_ascii=False))
