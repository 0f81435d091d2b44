"""The stochastic game in the commands: Goff's views, with a System."""

from qttt.app.commands.asked import Answer, Asked
from qttt.app.goff.parts import COUNTS, best, play, show

__all__ = ["best", "for_perft", "play", "show", "solve"]

HELP = {
    "solve": COUNTS,
    "play": "The System settles closed cycles by chance; the command shows the values of both settlements.",
}


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
