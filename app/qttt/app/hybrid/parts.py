"""The hybrid game in the commands."""

from pathlib import Path

from qttt.app import games
from qttt.app.commands.asked import Answer, Asked
from qttt.app.commands.options import Engine
from qttt.reference.hybrid import Hybrid


def game_of(asked: Asked) -> Hybrid:
    """The game. Raises BadInput for switches that it does not have."""
    return games.hybrid(asked.switch)


def solve(asked: Asked, device: str) -> Answer:
    """See `Parts`."""
    from qttt.app.hybrid.solve import Solved, described, printed

    return Answer.of(Solved.on(game_of(asked), device, asked.out), described, printed)


def show(asked: Asked, moves: str, svg: Path | None) -> Answer:
    """See `Parts`."""
    from qttt.app.hybrid.show import described, plies, printed, write_svg
    from qttt.reference.hybrid_notation import parse
    from qttt.reference.notation import position_after

    game = game_of(asked)
    position = position_after(game, moves, parse)
    if svg:
        write_svg(game, position, svg)
    return Answer(lambda: described(game, position, plies(parse(moves))), lambda: printed(game, position))


def best(asked: Asked, moves: str) -> Answer:
    """See `Parts`."""
    from qttt.app.hybrid.best import advice_on, described, printed

    return Answer.of(advice_on(game_of(asked), moves, asked.tablebase), described, printed)


def perft(asked: Asked, depth: int, engine: Engine, device: str) -> Answer:
    """See `Parts`."""
    from qttt.app.hybrid.show import described_game
    from qttt.app.perft import answer, counted_hybrid

    game = game_of(asked)
    return answer(described_game(game), engine, counted_hybrid(game, engine, depth, device))


def play(asked: Asked, perfect: dict[str, bool], seed: int | None) -> None:
    """See `Parts`."""
    from qttt.app.hybrid.play import play as play_game

    play_game(game_of(asked), perfect, asked.tablebase, seed)


def certify(asked: Asked, moves: str, out: Path) -> Answer:
    """See `Parts`."""
    from qttt.app.certify import answer

    return answer(game_of(asked), asked, moves, out)


def readings(asked: Asked, device: str) -> Answer:
    """See `SwitchedParts`."""
    from qttt.app.hybrid.reading import described
    from qttt.app.hybrid.readings import readings as made
    from qttt.app.readings import printed

    found = made(device, asked.out)
    return Answer(lambda: [*map(described, found)], lambda: printed(found))
