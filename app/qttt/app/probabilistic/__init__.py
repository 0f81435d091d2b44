"""Probabilistic tic-tac-toe in the command."""

from pathlib import Path

from qttt.app.options import CommandOption, Offers

ON_A_BOARD = ("solve", "show", "best", "cite", "perft", "play", "explore", "arena", "evaluate", "certify")

OFFERS = Offers(
    query="qttt.app.probabilistic.view:OnBoard",
    options=(
        CommandOption(
            "board",
            Path,
            "File of boards (.json or .csv): one board per line, or one board in nine lines success,neutral,failure.",
            ON_A_BOARD,
            "FILE",
        ),
        CommandOption(
            "random",
            int,
            "Use the board that the generator draws with this seed.",
            ON_A_BOARD,
            "SEED",
        ),
        CommandOption(
            "generator",
            str,
            "Generator of the board of --random: abraham-2024 or sun-2024. Default: abraham-2024.",
            ON_A_BOARD,
            "NAME",
        ),
        CommandOption(
            "number",
            int,
            "Number of the board: from 1 in a JSON file, the line in a CSV file, from 0 for a seed.",
            ON_A_BOARD,
            "N",
        ),
        CommandOption("exact", bool, "Print exact fractions as well as decimals.", ("solve",)),
        CommandOption("skip_bad", bool, "Skip boards that are wrong, with a note on standard error.", ("solve",)),
    ),
    lacks=("board", "out", "again", "tablebase", "player"),
    help={
        "solve": (
            'A board is worth "value_first" to X if X moves first, and "value_second" to X if O does. Without --exact '
            'the numbers are in double precision, at most "error_bound" off, and the best squares are all those within '
            '"best_within" of the best. JSON is an object for one board, and a list for a file of several. '
            "No switch changes a value."
        ),
        "best": (
            "With what every square is worth to the player to move: the chance of winning plus half the chance of a "
            'draw. In the JSON "perfect" lists the squares that perfect play chooses from: the best, without those '
            "that always pass if another is as good."
        ),
        "perft": "Naming a square counts as a ply, and so does its outcome.",
        "play": (
            "Chance decides the outcome of every move; `tutor`, typed instead of a move, shows what each square is "
            "worth."
        ),
    },
)
