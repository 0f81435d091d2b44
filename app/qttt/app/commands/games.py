"""The commands about a game or a position: solve, show, best, perft, play, tutor.

Nothing heavy is imported here: a command loads what it needs, and what a game does for it is in `parts`.
"""

from pathlib import Path
from typing import Annotated

import typer

from qttt.app.commands.asked import Asked
from qttt.app.commands.options import (
    BoardFile,
    BoardNumber,
    CollapseRule,
    Device,
    DoubleWin,
    Engine,
    Exactly,
    Json,
    LevelOption,
    Moves,
    Outcomes,
    Player,
    Q,
    Quantum,
    RandomBoard,
    Ruleset,
    ScoringRule,
    Stored,
    Svg,
    Switches,
    WithBoards,
    as_text,
    print_json,
    seed_in_range,
)
from qttt.app.parts import parts, quantum_parts


def solve(
    ruleset: Ruleset,
    level: LevelOption = None,
    switch: Switches = None,
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    through: Annotated[
        int | None, typer.Option(min=6, max=7, help="The last ply in the tablebase: 6, or 7 for goff alone. Else 6.")
    ] = None,
    device: Device = "auto",
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Store the tablebase in this folder.")] = None,
    double_win: DoubleWin = False,
    board: BoardFile = None,
    random: RandomBoard = None,
    number: BoardNumber = None,
    exact: Exactly = False,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="probabilistic: leave out boards that are wrong, and tell which.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Value every position: the game, its first moves, best play.

    qttt solve sqt needs --q. qttt solve probabilistic needs --board or --random.

    A board of probabilistic is worth "value_first" to X if X moves first, and "value_second" to X if O does. Without
    --exact the numbers are in double precision, at most "error_bound" off, and the best squares are all that are within
    "best_within" of the best. JSON is an object for one board, a list for a file of several.

    The value of tiqtaqtoe is the chance that X alone has a line, less the chance that O alone has, under best play;
    lines of both count 0, or under --switch both=… what that switch makes of them. "outcomes" are the chances under
    one optimal pair of strategies, in "positions" are those where a player decides, a ply, alike ones counted once,
    and "states" has them all, with and without alike ones.

    The value of hybrid is the chance that X wins less the chance that O wins, under best play. "replies" are the best
    moves of O after each first measurement and result. "positions" are those that play reaches with 0 to 8 boxes
    measured, alike ones counted once; "positions_within_switches" has those as well that it cannot reach.
    """
    asked = Asked(
        ruleset=ruleset,
        level=level,
        switch=switch,
        collapse=collapse,
        q=q,
        scoring=scoring,
        through=through,
        out=out,
        double_win=double_win,
        board=board,
        random=random,
        number=number,
        exact=exact,
        skip_bad=skip_bad,
    )
    parts(ruleset).solve(asked, device).tell(as_json)


def show(
    ruleset: Quantum,
    moves: Moves = None,
    level: LevelOption = None,
    switch: Switches = None,
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    double_win: DoubleWin = False,
    svg: Svg = None,
    as_json: Json = False,
) -> None:
    """Show a position, whose turn it is, or how the game ended.

    Of tiqtaqtoe with the chances of each square and the entangled groups; of hybrid with the pending links and what
    they will do.
    """
    asked = Asked(
        ruleset=ruleset,
        level=level,
        switch=switch,
        collapse=collapse,
        q=q,
        scoring=scoring,
        double_win=double_win,
    )
    quantum_parts(ruleset).show(asked, as_text(moves), svg).tell(as_json)


def best(
    ruleset: Quantum,
    moves: Moves = None,
    level: LevelOption = None,
    switch: Switches = None,
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    tablebase: Stored = None,
    double_win: DoubleWin = False,
    as_json: Json = False,
) -> None:
    """Tell the value of a position and of each action, and best play.

    Without --tablebase the one of the user's cache folder is used; if there is none, the game is solved, which takes
    seconds, and stored there. Where the System selects or chance measures, values and probabilities of what may come of
    it are told.
    """
    asked = Asked(
        ruleset=ruleset,
        level=level,
        switch=switch,
        collapse=collapse,
        q=q,
        scoring=scoring,
        tablebase=tablebase,
        double_win=double_win,
    )
    quantum_parts(ruleset).best(asked, as_text(moves)).tell(as_json)


def perft(
    ruleset: Quantum,
    depth: Annotated[int, typer.Option(min=1, max=9, help="Count to this ply.")],
    level: LevelOption = None,
    switch: Switches = None,
    engine: Annotated[Engine, typer.Option(help="The reference takes minutes from depth 5 on.")] = "fast",
    device: Device = "auto",
    as_json: Json = False,
) -> None:
    """Count the move sequences of 1, 2, ... plies.

    A selection or a measurement, or the result of one, belongs to the ply before it, which counts once for each that is
    possible. Of hybrid that takes seconds to depth 6, and for each ply more some ten times as long.
    """
    asked = Asked(ruleset=ruleset, level=level, switch=switch)
    quantum_parts(ruleset).perft(asked, depth, engine, device).tell(as_json)


def play(
    ruleset: Ruleset,
    x: Annotated[Player, typer.Option("--x", help="Who plays X.")] = "human",
    o: Annotated[Player, typer.Option("--o", help="Who plays O.")] = "human",
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
    seed: Annotated[
        int | None, typer.Option(callback=seed_in_range, help="Makes what is left to chance repeatable.")
    ] = None,
) -> None:
    """Play in the terminal, two people or against perfect play.

    In sqt the System settles closed cycles by chance, and tells what both settlements are worth. In probabilistic
    chance decides what comes of every move; `tutor`, typed instead of a move, shows what each square is worth. In
    tiqtaqtoe chance measures when no square is certainly empty, and what was measured is told; in hybrid players name
    the box that is measured, and it is told which links that has triggered.
    """
    asked = Asked(
        ruleset=ruleset,
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
    parts(ruleset).play(asked, {"X": x == "perfect", "O": o == "perfect"}, seed)


def tutor(
    ruleset: WithBoards,
    moves: Outcomes = None,
    board: BoardFile = None,
    random: RandomBoard = None,
    number: BoardNumber = None,
    svg: Svg = None,
    exact: Exactly = False,
    as_json: Json = False,
) -> None:
    """Show what every square is worth to the player to move: the chance of winning and half the chance of a draw.

    Needs --board or --random. The values are worked out exactly and ties are decided; --exact tells the fractions, too.
    "perfect" in the JSON has the squares that perfect play chooses from: the best, but none that always pass if another
    is as good. Where a square has been named and chance is to act, "outcomes" has what follows.
    """
    from qttt.app.probabilistic import boards
    from qttt.app.probabilistic import tutor as tutors

    named = boards.board(board, random, number)
    lesson = tutors.lesson(named, as_text(moves))
    if svg:
        tutors.write_svg(lesson, svg)
    print_json(tutors.described(named, lesson, exact)) if as_json else tutors.printed(named, lesson, exact)
