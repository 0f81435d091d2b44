"""Goff's game and the stochastic one in the commands."""

from pathlib import Path

from qttt.app import games
from qttt.app.commands.asked import Answer, Asked
from qttt.app.commands.options import Engine
from qttt.app.errors import BadInput
from qttt.reference.goff import Goff
from qttt.reference.sqt import Sqt

THROUGH = 6
"""The last ply in a tablebase, if no other is asked for."""


def game_of(asked: Asked) -> Goff | Sqt:
    """The game. Raises BadInput if an option that it needs is missing."""
    return games.chosen(asked.ruleset, asked.collapse, asked.q, asked.scoring, asked.double_win)


def solve(asked: Asked, device: str) -> Answer:
    """See `Parts`."""
    game, through = game_of(asked), asked.through or THROUGH
    if isinstance(game, Goff):
        from qttt.app.goff import solve as of_goff

        solved = of_goff.Solved.on(game, device, through, asked.out)
        return Answer.of(solved, of_goff.described, of_goff.printed)
    from qttt.app.sqt import solve as solve_sqt

    if through != THROUGH:
        raise BadInput("--through 7 is for goff: a tablebase of sqt has plies 0 to 6")
    settled = solve_sqt.Solved.on(game, device, asked.out)
    return Answer.of(settled, solve_sqt.described, solve_sqt.printed)


def show(asked: Asked, moves: str, svg: Path | None) -> Answer:
    """See `Parts`."""
    from qttt.app.goff.show import described, printed, write_svg
    from qttt.reference.notation import position_after

    game = game_of(asked)
    position = position_after(game, moves)
    if svg:
        write_svg(position, svg)
    return Answer(lambda: described(game, position), lambda: printed(game, position))


def best(asked: Asked, moves: str) -> Answer:
    """See `Parts`."""
    from qttt.app.goff.best import advice_on, described, printed

    return Answer.of(advice_on(game_of(asked), moves, asked.tablebase), described, printed)


def perft(asked: Asked, depth: int, engine: Engine, device: str) -> Answer:
    """See `Parts`. Both games have the same sequences, whatever their options."""
    from qttt.app.perft import answer, counted

    return answer({"ruleset": games.RULESETS[asked.ruleset]}, engine, counted(engine, depth, device))


def play(asked: Asked, perfect: dict[str, bool], seed: int | None) -> None:
    """See `Parts`."""
    from qttt.app.goff.play import play as play_game

    play_game(game_of(asked), perfect, asked.tablebase, seed)


def certify(asked: Asked, moves: str, out: Path) -> Answer:
    """See `Parts`."""
    from qttt.app.certify import answer

    return answer(game_of(asked), asked, moves, out)
