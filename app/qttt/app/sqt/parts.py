"""The stochastic game in the commands: Goff's views, with a System."""

from typing import Any

from qttt.app.commands.asked import Answer, Asked
from qttt.app.commands.games_of import CommandOption
from qttt.app.errors import BadInput
from qttt.app.goff import parts as goff
from qttt.app.goff.parts import COUNTS, best, show

__all__ = ["best", "for_perft", "play", "show", "solve"]

OPTIONS = (
    CommandOption(
        "dice", bool, "Throw dice for who selects at a closed cycle. Default: the System selects.", ("play",)
    ),
    CommandOption(
        "step", str, "Without --q: value the game at every multiple of this from 0 to 1, such as 1/20.", ("solve",)
    ),
)
HELP = {
    "solve": f"""{COUNTS}

Without --q, show the values as exact functions of q, which takes a minute: pieces, breaks, zeros, and where the best
first moves change. In JSON a number is the root of "polynomial" (coefficients of q^0, q^1, ...) between "low" and
"high", which are equal if the number is rational; "decimal" is the number rounded. "zeros" and "pieces" are those of
the game; "coefficients", in points, are those of q^0, q^1, ... "first_moves" gives the same for one first move of each
symmetry class. "best_first_moves" are the best on the whole of an interval, or at a point if "low" and "high" are the
same number; where two intervals meet, the larger set counts.

With --step instead of --q, show the values on a grid; --out then names a table (.csv or .parquet) with a row for each q
and first move, and an empty first move for the game itself. JSON is a list.""",
    "play": "The System settles closed cycles by chance; the command shows the values of both settlements. With --dice "
    "there is no System: dice name X or O, who then selects freely.",
}


def play(asked: Asked, players: dict[str, Any], seed: int | None) -> None:
    """See `qttt.app.views`."""
    if not asked.get("dice"):
        return goff.play(asked, players, seed)
    from qttt.app.sqt.dice import play as play_with_dice

    play_with_dice(asked.game, players, asked.tablebase, seed)


def for_perft(asked: Asked) -> Asked:
    """The game whose sequences are counted: a selection is a choice, whoever makes it, so any q will do.

    In the JSON q is null unless it was typed."""
    counted = Asked(asked.name, {"q": "1/2", **asked.typed})
    if asked.get("q") is None:
        counted.json_object["q"] = None
    return counted


def solve(asked: Asked, device: str, store: bool) -> Answer:
    """See `qttt.app.views`. Raises BadInput for both --q and --step."""
    if asked.get("q") is None:
        from qttt.app.sqt.along_q import answer

        return answer(asked, device)
    if asked.get("step"):
        raise BadInput("--q and --step: leave one out")
    from qttt.app.sqt.solve import Solved, display, json_object

    return Answer.of(Solved.on(asked, device, store), json_object, display)
