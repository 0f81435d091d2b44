"""The commands about what is proved: verify, certify, check.

Nothing heavy is imported here: a command loads what it needs.
"""

from pathlib import Path
from typing import Annotated

import typer

from qttt.app.commands.asked import Asked
from qttt.app.commands.options import (
    BoardFile,
    BoardNumber,
    CollapseRule,
    DoubleWin,
    Json,
    LevelOption,
    Moves,
    Q,
    RandomBoard,
    Ruleset,
    ScoringRule,
    Side,
    Stored,
    Switches,
    as_text,
    print_json,
)
from qttt.app.parts import parts


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
        typer.Option(help="not for probabilistic: whose strategy; X's guarantees the value, O's holds X to it."),
    ] = None,
    level: LevelOption = None,
    switch: Switches = None,
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

    Takes about half a minute for a whole game, of hybrid some ten minutes or more. A certificate of probabilistic has
    the strategies of both players and every value on a board, and takes a second.
    """
    asked = Asked(
        ruleset=ruleset,
        player=player,
        level=level,
        switch=switch,
        collapse=collapse,
        q=q,
        scoring=scoring,
        tablebase=tablebase,
        double_win=double_win,
        board=board,
        random=random,
        number=number,
    )
    parts(ruleset).certify(asked, as_text(moves), out).tell(as_json)


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
