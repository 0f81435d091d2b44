"""What exact and sampled measures have in common on the screen and in files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from qttt.app import screen
from qttt.app.commands.asked import Asked
from qttt.app.files import suffix_of, write_bytes
from qttt.app.games import view

DIGITS = 6
"""Decimals of the printed numbers."""
FEW = 6
"""The most best actions that are named."""

Stage = tuple[float, float, float]
"""A share and the bounds of its interval."""


def rounded(number: float) -> float:
    """A number as JSON has it."""
    return round(number, DIGITS) + 0.0


def show_error(asked: Asked, position: Any, action: Any, loss: float, best: Sequence[Any]) -> None:
    """Print the position in which an agent first errs, its action, and the best ones."""
    out = screen.console()
    out.print()
    out.print(Text("The first error", "bold"))
    view(asked.name, "show")(asked, asked.game.write_position(position), None).display()
    named = ", ".join(map(str, best[:FEW])) + (f" and {len(best) - FEW} more" if len(best) > FEW else "")
    out.print(f"{action} loses {loss:.4g}; best: {named}", soft_wrap=True)


def write_plot(path: Path, lines: Mapping[str, Mapping[str, Stage]], caption: str) -> None:
    """Write the shares of optimal actions by stage as a picture."""
    from qttt.app.studies.plots import Shares, shares

    write_bytes(path, shares([Shares(*line) for line in lines.items()], caption, suffix_of(path)))
