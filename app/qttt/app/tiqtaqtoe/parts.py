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

    solved = Solved.on(game_of(asked), device, asked.out)
    return Answer(lambda: described(solved), lambda: printed(solved))


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
    from qttt.app.tiqtaqtoe.best import Advice, described, printed

    advice = Advice.on(game_of(asked), moves, asked.tablebase)
    return Answer(lambda: described(advice), lambda: printed(advice))


def perft(asked: Asked, depth: int, engine: Engine, device: str) -> Answer:
    """See `Parts`."""
    from qttt.app.perft import counted_tiqtaqtoe, printed
    from qttt.app.tiqtaqtoe.show import described_game

    game = game_of(asked)
    counts = counted_tiqtaqtoe(game, engine, depth, device)
    return Answer(lambda: {**described_game(game), "engine": engine, "counts": counts}, lambda: printed(counts))


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
