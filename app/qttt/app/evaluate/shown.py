"""What exact and sampled measures have in common on the screen and in files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from qttt.app import screen
from qttt.app.files import suffix_of, write_bytes
from qttt.app.games import view
from qttt.app.query import Query

if TYPE_CHECKING:
    from qttt.app.plots import Training

DIGITS = 6
"""Decimals of the printed numbers."""
FEW = 6
"""The most best actions that are named."""

Stage = tuple[float, float, float]
"""A share and the bounds of its interval."""


def rounded(number: float) -> float:
    """A number as JSON has it."""
    return round(number, DIGITS) + 0.0


def show_error(query: Query, position: Any, action: Any, loss: float, best: Sequence[Any]) -> None:
    """Print the position in which an agent first errs, its action, and the best ones."""
    out = screen.console()
    out.print()
    out.print(Text("The first error", "bold"))
    view(query.name).show(query, query.game.write_position(position), None).display()
    named = ", ".join(map(str, best[:FEW])) + (f" and {len(best) - FEW} more" if len(best) > FEW else "")
    out.print(f"{action} loses {loss:.4g}; best: {named}", soft_wrap=True)


def write_plot(
    path: Path, lines: Mapping[str, Mapping[str, Stage]], caption: str, training: "Training | None" = None
) -> None:
    """Write the shares of optimal actions by stage as a picture, above the worst cases of a training, if any."""
    from qttt.app.plots import Shares, shares

    write_bytes(path, shares([Shares(*line) for line in lines.items()], caption, suffix_of(path), training))


def training_of(agent: str, value: float) -> "Training | None":
    """The worst cases of an agent while it was trained, if it comes from a file that has them; `value` is that of the
    game. Raises `NetError` for a file that lacks some."""
    if not agent.startswith("net:"):
        return None
    from qttt.app.plots import Training
    from qttt.learn.nets import AGAIN, NetError, load
    from qttt.learn.trained import named

    path = named(agent)[0]
    record = load(path).record
    try:
        curve = [(float(each["seconds"]), each["worst_case"]) for each in record["curve"]]
        worst = [[float(its[player]) for _, its in curve] for player in "XO"]
    except (KeyError, TypeError, ValueError):
        raise NetError(f"{path}: its record is incomplete; {AGAIN}, or leave out --plot") from None
    return Training(value, [seconds for seconds, _ in curve], *worst) if len(curve) > 1 else None
