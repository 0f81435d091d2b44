"""Commands and options that the last release had: each is rejected, with the name of its successor, for one release."""

from collections.abc import Sequence

from qttt.app.errors import BadInput

COMMANDS = {
    "circuit": "`qttt show hybrid --circuit` draws the circuit, with --qasm and --out as before",
    "critical": "use `qttt solve sqt` without --q",
    "experiments": "the script docs/experiments.py of the repository plays the matches",
    "figures": "the script docs/figures.py of the repository draws them",
    "gather": "`qttt study --out DIR` writes a folder of Parquet files, which data tools read as one table",
    "judge": "the pages of docs/sources compute their numbers themselves",
    "results": "the script docs/results.py of the repository computes them",
    "sweep": "use `qttt solve sqt --step 1/20`, with --out FILE for a table",
    "tutor": "`qttt best probabilistic` shows what every square is worth, with exact fractions and --svg",
    "site": "`uv run --extra docs python docs/build.py --out DIR` builds the site",
}
"""For each removed command, what does its work now."""
_IN_PARTS = {
    "--shard": "leave it out; a study on many machines takes --scheduler",
    "--parts": "leave it out",
}
_GAMES = {
    **{f"--{name}": f"use --switch {name}=VALUE" for name in ("collapse", "level", "scoring")},
    "--double-win": "use --switch double-win=yes",
}
OPTIONS = {
    "solve": {**_GAMES, "--through": "leave it out; plies 7 to 9 follow from ply 6 when they are asked for"},
    **dict.fromkeys(("best", "show", "play", "perft", "arena", "train", "certify"), _GAMES),
    "explore": {
        **_GAMES,
        "--api-only": "`qttt best --json` and `qttt serve-engine` answer programs, and web/engine answers web pages",
        "--host": "use --out DIR, and serve this folder with any web server",
        "--net": "open the net on the page",
    },
    "study": {
        "--shard": "use --scheduler, which hands the parts of a study to the workers of a cluster",
        "--parts": "use --out, the folder that keeps the finished parts",
    },
    **{
        command: {**_IN_PARTS, **(_GAMES if command == "evaluate" else {}), "--scheduler": "leave it out"}
        for command in ("evaluate", "readings", "verify")
    },
    "conform": {**_IN_PARTS, "--scheduler": "leave it out", "--option": "use --switch NAME=VALUE"},
}
"""For each command, its removed options, and what to do without them."""


def reject_removed(words: Sequence[str]) -> None:
    """Raise BadInput if the words of the command line name a removed command or option.

    >>> reject_removed(["gather", "shard-1"])
    Traceback (most recent call last):
    qttt.app.errors.BadInput: gather was removed: `qttt study --out DIR` writes a folder of Parquet files, which data \
tools read as one table
    """
    command, *arguments = words or [""]
    if command in COMMANDS:
        raise BadInput(f"{command} was removed: {COMMANDS[command]}")
    own = arguments[: arguments.index("--")] if "--" in arguments else arguments
    successors = OPTIONS.get(command, {})
    for option in (word.partition("=")[0] for word in own):
        if option in successors:
            raise BadInput(f"{command} {option} was removed: {successors[option]}")
