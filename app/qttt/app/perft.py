"""`qttt perft`: counts of move sequences."""

from collections.abc import Mapping, Sequence
from typing import Any

from qttt.app import games, screen
from qttt.app.commands.asked import Answer, Asked
from qttt.app.errors import BadInput


def counted(asked: Asked, engine: str, depth: int, device: str) -> list[int]:
    """The counts for depth 1, 2, ... `depth`. Raises BadInput if the reference is to use a GPU."""
    if engine == "reference":
        if device == "gpu":
            raise BadInput("the reference does not use a GPU; leave out --device gpu, or use --engine fast")
        from qttt.reference.perft import perft

        return list(perft(asked.game, depth))
    return list(games.view(asked.name, "counts")(asked.game, depth, device))


def answer(game: Mapping[str, Any], engine: str, counts: Sequence[int]) -> Answer:
    """The answer with these counts; `game` is the game's part of the JSON."""
    return Answer(lambda: {**game, "engine": engine, "counts": counts}, lambda: _print(counts))


def _print(counts: Sequence[int]) -> None:
    table = screen.table("depth", "sequences", right=("depth", "sequences"))
    for depth, count in enumerate(counts, start=1):
        table.add_row(str(depth), f"{count:,}")
    screen.console().print(table)
