"""The commands about what is proved: verify, certify, check.

Nothing heavy is imported here: a command loads what it needs.
"""

from pathlib import Path
from typing import Annotated

import typer

from qttt.app import games
from qttt.app.errors import BadInput
from qttt.app.options import (
    BoardFile,
    BoardNumber,
    CollapseRule,
    DoubleWin,
    Json,
    Moves,
    Q,
    RandomBoard,
    Ruleset,
    ScoringRule,
    Side,
    Stored,
    as_text,
    print_json,
)


def verify(
    claims: Annotated[list[str] | None, typer.Argument(metavar="CLAIM", help="IDs of claims; none: all.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Include the claims that take minutes.")] = False,
    as_json: Json = False,
) -> int:
    """Establish the project's claims again, each with its mutants.

    Exit code 1 if a claim does not hold or a mutant is not caught.
    """
    from qttt.app.verify import described, established, printed

    if as_json:
        results = established(claims or [], full)
        print_json(described(results))
    else:
        results = printed(claims or [], full)
    return 0 if all(result.ok for result in results) else 1


def certify(
    ruleset: Ruleset,
    moves: Moves = None,
    *,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The certificate.")],
    player: Annotated[
        Side | None,
        typer.Option(help="goff and sqt: whose strategy; X's guarantees the value, O's holds X to it."),
    ] = None,
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    tablebase: Stored = None,
    double_win: DoubleWin = False,
    board: BoardFile = None,
    random: RandomBoard = None,
    number: BoardNumber = None,
    as_json: Json = False,
) -> None:
    """Write a strategy that proves the value of a game, or of the position after MOVES; `qttt check` checks it.

    Takes about half a minute for a whole game. A certificate of probabilistic has the strategies of both players and
    every value on a board, and takes a second.
    """
    of_boards = {"--board": board, "--random": random, "--number": number}
    if ruleset == "probabilistic":
        from qttt.app import boards, certify_boards

        quantum = {"--player": player, "--collapse": collapse, "--q": q, "--scoring": scoring}
        games.check_options(ruleset, {**quantum, "--tablebase": tablebase, "--double-win": double_win})
        if moves:
            raise BadInput("a certificate of probabilistic is one of every position of a board: leave out the moves")
        whole = certify_boards.certify(boards.board(board, random, number), out)
        print_json(certify_boards.described(whole, out)) if as_json else certify_boards.printed(whole, out)
        return
    from qttt.app.certify import certify as written
    from qttt.app.certify import described, printed

    games.check_options(ruleset, of_boards)
    game = games.chosen(ruleset, collapse, q, scoring, double_win)
    if player is None:
        raise BadInput(f"{ruleset} needs --player, X or O: whose strategy to write")
    certificate = written(game, player, as_text(moves), tablebase, out)
    print_json(described(certificate, out)) if as_json else printed(certificate, out)


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate that `certify` has written.")],
    as_json: Json = False,
) -> int:
    """Check a certificate by the rules alone, without the engine that wrote it.

    Exit code 1 if it does not hold; the game that refutes it is told.
    """
    from qttt.app.check import described, judged, printed

    result = judged(file)
    print_json(described(result)) if as_json else printed(result)
    return 0 if result.checked else 1
