"""TiqTaqToe in the commands."""

from pathlib import Path

from qttt.app import games
from qttt.app.commands.asked import Answer, Asked
from qttt.app.commands.options import Engine
from qttt.reference.tiqtaqtoe import TiqTaqToe


def game_of(asked: Asked) -> TiqTaqToe:
    """The game. Raises BadInput for switches that the level does not have."""
    return games.tiqtaqtoe(asked.level, asked.switch)


def solve(asked: Asked, device: str) -> Answer:
    """See `Parts`."""
    from qttt.app.tiqtaqtoe.solve import Solved, described, printed

    return Answer.of(Solved.on(game_of(asked), device, asked.out), described, printed)


def show(asked: Asked, moves: str, svg: Path | None) -> Answer:
    """See `Parts`."""
    from qttt.app.tiqtaqtoe.show import described, printed, write_svg
    from qttt.reference.notation import position_after
    from qttt.reference.tiqtaqtoe_notation import parse

    game = game_of(asked)
    position = position_after(game, moves, parse)
    if svg:
        write_svg(game, position, svg)
    return Answer(lambda: described(game, position), lambda: printed(game, position))


def best(asked: Asked, moves: str) -> Answer:
    """See `Parts`."""
    from qttt.app.tiqtaqtoe.best import advice_on, described, printed

    return Answer.of(advice_on(game_of(asked), moves, asked.tablebase), described, printed)


def perft(asked: Asked, depth: int, engine: Engine, device: str) -> Answer:
    """See `Parts`."""
    from qttt.app.perft import answer, counted_tiqtaqtoe
    from qttt.app.tiqtaqtoe.show import described_game

    game = game_of(asked)
    return answer(described_game(game), engine, counted_tiqtaqtoe(game, engine, depth, device))


def play(asked: Asked, perfect: dict[str, bool], seed: int | None) -> None:
    """See `Parts`."""
    from qttt.app.tiqtaqtoe.play import play as play_game

    play_game(game_of(asked), perfect, asked.tablebase, seed)


def certify(asked: Asked, moves: str, out: Path) -> Answer:
    """See `Parts`."""
    from qttt.app.certify import answer

    return answer(game_of(asked), asked, moves, out)


def readings(asked: Asked, device: str) -> Answer:
    """See `SwitchedParts`."""
    from qttt.app.readings import printed
    from qttt.app.tiqtaqtoe.reading import described
    from qttt.app.tiqtaqtoe.readings import readings as made

    found = made(asked.level, device, asked.out)
    return Answer(lambda: [*map(described, found)], lambda: printed(found))
