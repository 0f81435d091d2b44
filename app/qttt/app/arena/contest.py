"""`qttt arena`: two agents play many games; who they are, and how often each outcome came."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from rich.text import Text

from qttt.app import screen
from qttt.app.commands.options import seed_in_range
from qttt.app.errors import BadInput
from qttt.app.games import json_of, view
from qttt.learn.measures.intervals import CONFIDENCE, Interval, interval
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor, Outcome
from qttt.reference.picture import listed

KINDS: Mapping[str, tuple[str, int, int] | None] = {
    "random": None,
    "monte-carlo": ("playouts", 1, 100_000),
    "expecti-minimax": ("depth", 2, 14),
    "perfect": None,
}
NET = "net:FILE[:SIMULATIONS]"
"""An agent of `qttt train`."""
"""The agents, each with its number's name and range, if it has a number. The longest game of TiqTaqToe has 14 levels:
nine moves, four measurements, and the start."""
AGENTS = listed([*(f"{kind}:{has[0].upper()}" if has else kind for kind, has in KINDS.items()), NET], "or")
MOST_GAMES = 1_000_000
WITH_LINES = {"lines of both": "both", "no line": "neither"}
"""Ends without a winner that are not draws, each with the name of its result."""

EngineName = Literal["reference", "fast"]


class AgentName(NamedTuple):
    """An agent as it is written: its kind, and its playouts, its depth or its simulations; or the file of a net."""

    kind: str
    number: int | None = None
    file: str = ""

    def __str__(self) -> str:
        if self.file and not self.number and not re.search(":[0-9]+$", self.file):
            return f"{self.kind}:{self.file}"
        if self.file:
            return f"{self.kind}:{self.file}:{self.number}"
        return self.kind if self.number is None else f"{self.kind}:{self.number}"


def agent_name(text: str) -> AgentName:
    """An agent from what was typed. Raises BadInput for an unknown agent or a number out of range.

    >>> agent_name("monte-carlo:100")
    AgentName(kind='monte-carlo', number=100, file='')
    """
    kind, colon, number = text.partition(":")
    if kind == "net":
        return _net_name(text)
    if kind not in KINDS:
        raise BadInput(f"unknown agent '{text}': expected {AGENTS}")
    has = KINDS[kind]
    if has is None:
        if colon:
            raise BadInput(f"{text}: {kind} takes no number; leave out :{number}")
        return AgentName(kind)
    what, least, most = has
    if not (number.isascii() and number.isdecimal()) or not least <= int(number[:9]) <= most or len(number) > 9:
        raise BadInput(f"{text}: expected {kind}:{what.upper()} with {what} from {least} to {most:,}")
    return AgentName(kind, int(number))


def _net_name(text: str) -> AgentName:
    from qttt.learn.trained import named

    try:
        file, simulations = named(text)
    except ValueError as error:
        raise BadInput(str(error)) from error
    return AgentName("net", simulations, str(file))


def check_games(number: int) -> None:
    """Raise BadInput unless 1 <= number <= MOST_GAMES."""
    if not 1 <= number <= MOST_GAMES:
        raise BadInput(f"--games: {number:,} is out of range: expected 1 to {MOST_GAMES:,}")


def games_in_words(numbers: Sequence[int]) -> str:
    """Numbers of games in words.

    >>> games_in_words([1]), games_in_words([100, 10_000])
    ('1 game', '100 and 10,000 games')
    """
    return listed([f"{number:,}" for number in numbers]) + (" game" if [*numbers] == [1] else " games")


@dataclass(frozen=True)
class Contest:
    """What is played: the game and its part of the JSON; A and B, the number of games and the seed; whether A and B
    change sides after every game (otherwise A is X); the engine; the folder of a tablebase, if one was named. Raises
    BadInput for a number of games or a seed that is out of range.

    A `game` is always a game of the reference, whatever the engine."""

    game: Any
    a: AgentName
    b: AgentName
    games: int
    seed: int
    swap: bool = False
    engine: EngineName = "reference"
    folder: Path | None = None
    json_object: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        check_games(self.games)
        seed_in_range(self.seed)

    @property
    def name(self) -> str:
        """The name of the game."""
        return entry_of(self.game).name

    @property
    def results(self) -> tuple[str, ...]:
        """The possible results of a game for A: a win, a loss, and the ways in which nobody wins."""
        return ("win", "loss", *view(self.name).undecided)

    def side_of_a(self, number: int) -> Actor:
        """The side that A plays in a game, counted from 0."""
        return Actor.O if self.swap and number % 2 else Actor.X


def result(outcome: Outcome, side: Actor) -> str:
    """The result of an outcome for the player of a side: one of `Contest.results`."""
    if outcome.winner is None:
        return WITH_LINES.get(outcome.how, "draw")
    return "win" if outcome.winner is side else "loss"


@dataclass(frozen=True)
class Tally:
    """A contest that was played: how often each result and each outcome came, and the seconds it took."""

    contest: Contest
    results: Counter[str]
    outcomes: Counter[str]
    seconds: float

    def interval(self, name: str) -> Interval:
        """The share of a result, and its interval."""
        return interval(self.results[name], self.contest.games)


def json_object(tally: Tally) -> dict[str, Any]:
    """The JSON object of a contest."""
    contest = tally.contest
    return {
        **(contest.json_object or json_of(contest.game)),
        "a": str(contest.a),
        "b": str(contest.b),
        "a_plays": "X and O in turn" if contest.swap else "X",
        "games": contest.games,
        "seed": contest.seed,
        "engine": contest.engine,
        "results": {name: {"games": tally.results[name], **tally.interval(name)._asdict()} for name in contest.results},
        "confidence": CONFIDENCE,
        "outcomes": dict(sorted(tally.outcomes.items())),
        "seconds": round(tally.seconds, 3),
    }


def display(tally: Tally) -> None:
    """Print a contest: the games, share and interval of each result; then the outcomes."""
    contest, out = tally.contest, screen.console()
    out.print(_title(contest), soft_wrap=True)
    sides = "A and B take turns as X, A first" if contest.swap else "A is X in all games, B is O"
    if contest.games == 1:
        sides = "A is X, B is O"
    out.print(f"A: {contest.a}, B: {contest.b}; {sides}", soft_wrap=True)
    out.print()
    table = screen.table("result of A", "games", "share", "95% interval", right=("games", "share"))
    for name in contest.results:
        share, low, high = tally.interval(name)
        table.add_row(name, f"{tally.results[name]:,}", f"{share:.2%}", f"{low:.2%} to {high:.2%}")
    out.print(table)
    out.print()
    out.print(listed([f"{name}: {count:,}" for name, count in sorted(tally.outcomes.items())]), soft_wrap=True)
    out.print(
        f"{games_in_words([contest.games])}, seed {contest.seed}, in {tally.seconds:.1f} s", style="dim", soft_wrap=True
    )


def _title(contest: Contest) -> Text:
    board = (contest.json_object or {}).get("board")
    return Text.assemble((contest.game.ruleset, "bold"), f": {board}") if board else screen.title(contest.game)
