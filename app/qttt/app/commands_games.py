"""The commands about a game or a position: solve, show, best, perft, play, tutor.

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
    Device,
    DoubleWin,
    Engine,
    Exactly,
    Json,
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
    WithBoards,
    as_text,
    print_json,
)


def solve(
    ruleset: Ruleset,
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    through: Annotated[int, typer.Option(min=6, max=7, help="The last ply in the tablebase; 7 for goff alone.")] = 6,
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
    """
    if ruleset == "probabilistic":
        from qttt.app import boards, solve_boards

        quantum = {"--collapse": collapse, "--q": q, "--scoring": scoring, "--double-win": double_win}
        games.check_options(ruleset, {**quantum, "--through": through != 6, "--out": out})
        named, one = boards.boards(board, random, number, skip_bad)
        answers = solve_boards.answers(named, device, exact)
        if as_json:
            objects = [solve_boards.described(answer) for answer in answers]
            print_json(objects[0] if one else objects)
        else:
            solve_boards.printed(answers[0]) if one else solve_boards.printed_list(answers)
        return
    from qttt.reference.sqt import Sqt

    of_boards = {"--board": board, "--random": random, "--number": number, "--exact": exact, "--skip-bad": skip_bad}
    games.check_options(ruleset, of_boards)
    game = games.chosen(ruleset, collapse, q, scoring, double_win)
    if not isinstance(game, Sqt):
        from qttt.app.solve import Solved, described, printed

        solved = Solved.on(game, device, through, out)
        print_json(described(solved)) if as_json else printed(solved)
        return
    from qttt.app import solve_sqt

    if through != 6:
        raise BadInput("--through 7 is for goff: a tablebase of sqt has plies 0 to 6")
    settled = solve_sqt.Solved.on(game, device, out)
    print_json(solve_sqt.described(settled)) if as_json else solve_sqt.printed(settled)


def show(
    ruleset: Quantum,
    moves: Moves = None,
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    double_win: DoubleWin = False,
    svg: Svg = None,
    as_json: Json = False,
) -> None:
    """Show a position, whose turn it is, or how the game ended."""
    from qttt.app.show import described, printed, write_svg
    from qttt.reference.notation import position_after

    game = games.chosen(ruleset, collapse, q, scoring, double_win)
    position = position_after(game, as_text(moves))
    if svg:
        write_svg(position, svg)
    print_json(described(game, position)) if as_json else printed(game, position)


def best(
    ruleset: Quantum,
    moves: Moves = None,
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    tablebase: Stored = None,
    double_win: DoubleWin = False,
    as_json: Json = False,
) -> None:
    """Tell the value of a position and of each action, and best play.

    Without --tablebase the one of the user's cache folder is used; if there is none, the game is solved, which takes
    seconds, and stored there. Where the System selects, both settlements' values and probabilities are told.
    """
    from qttt.app.best import Advice, described, printed

    game = games.chosen(ruleset, collapse, q, scoring, double_win)
    advice = Advice.on(game, as_text(moves), tablebase)
    print_json(described(advice)) if as_json else printed(advice)


def perft(
    ruleset: Quantum,
    depth: Annotated[int, typer.Option(min=1, max=9, help="Count to this ply.")],
    engine: Annotated[Engine, typer.Option(help="The reference takes minutes from depth 5 on.")] = "fast",
    device: Device = "auto",
    as_json: Json = False,
) -> None:
    """Count the move sequences of 1, 2, ... plies."""
    from qttt.app.perft import counted, printed

    counts = counted(engine, depth, device)
    if as_json:
        print_json({"ruleset": games.RULESETS[ruleset], "engine": engine, "counts": counts})
    else:
        printed(counts)


def play(
    ruleset: Ruleset,
    x: Annotated[Player, typer.Option("--x", help="Who plays X.")] = "human",
    o: Annotated[Player, typer.Option("--o", help="Who plays O.")] = "human",
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    tablebase: Stored = None,
    double_win: DoubleWin = False,
    board: BoardFile = None,
    random: RandomBoard = None,
    number: BoardNumber = None,
    seed: Annotated[int | None, typer.Option(help="Makes what is left to chance repeatable.")] = None,
) -> None:
    """Play in the terminal, two people or against perfect play.

    In sqt the System settles closed cycles by chance, and tells what both settlements are worth. In probabilistic
    chance decides what comes of every move; `tutor`, typed instead of a move, shows what each square is worth.
    """
    perfect = {"X": x == "perfect", "O": o == "perfect"}
    if ruleset == "probabilistic":
        from qttt.app import boards, play_boards

        quantum = {"--collapse": collapse, "--q": q, "--scoring": scoring, "--double-win": double_win}
        games.check_options(ruleset, {**quantum, "--tablebase": tablebase})
        play_boards.play(boards.board(board, random, number), perfect, seed)
        return
    from qttt.app.play import play as play_game

    games.check_options(ruleset, {"--board": board, "--random": random, "--number": number})
    game = games.chosen(ruleset, collapse, q, scoring, double_win)
    play_game(game, perfect, tablebase, seed)


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
    from qttt.app import boards
    from qttt.app import tutor as tutors

    named = boards.board(board, random, number)
    lesson = tutors.lesson(named, as_text(moves))
    if svg:
        tutors.write_svg(lesson, svg)
    print_json(tutors.described(named, lesson, exact)) if as_json else tutors.printed(named, lesson, exact)
