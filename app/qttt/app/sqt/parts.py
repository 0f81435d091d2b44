"""The stochastic game in the commands: Goff's views, with a System."""

from typing import Any

from qttt.app.commands.asked import Answer, Asked
from qttt.app.commands.games_of import CommandOption
from qttt.app.goff import parts as goff
from qttt.app.goff.parts import COUNTS, best, show

__all__ = ["best", "for_perft", "play", "show", "solve"]

OPTIONS = (
    CommandOption(
        "dice", bool, "Throw dice for who selects at a closed cycle. Default: the System selects.", ("play",)
    ),
)
HELP = {
    "solve": COUNTS,
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
    """See `qttt.app.views`."""
    from qttt.app.sqt.solve import Solved, display, json_object

    return Answer.of(Solved.on(asked, device, store), json_object, display)
